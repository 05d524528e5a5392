package diff

import "bytes"

// Stat is how many lines a diff adds and removes.
type Stat struct{ Added, Removed int }

// Count returns the lines of the diff that Unified makes of two texts. It costs less, since where
// a change stands makes no difference to how many lines it has.
func Count(from, to []byte) Stat {
	start, end := common(from, to)
	removed, added := from[start:len(from)-end], to[start:len(to)-end]
	if len(removed) == 0 || len(added) == 0 {
		return Stat{Added: lineCount(added), Removed: lineCount(removed)}
	}
	a, b := sides(from, to, start, end)
	compare(a, b)
	return Stat{Added: b.changed(), Removed: a.changed()}
}

// lineCount is how many lines a part of a text has; a last line without a line end counts.
func lineCount(part []byte) int {
	n := bytes.Count(part, []byte("\n"))
	if len(part) > 0 && part[len(part)-1] != '\n' {
		n++
	}
	return n
}

// common returns the lengths of the whole lines that both texts begin with, and of those of the
// rest that both end with.
func common(from, to []byte) (start, end int) {
	start = commonStart(from, to)
	return start, commonEnd(from[start:], to[start:])
}

// commonStart returns the length of the longest common beginning of whole lines.
func commonStart(a, b []byte) int {
	n := commonPrefix(a, b)
	if n == len(a) && n == len(b) {
		return n
	}
	return bytes.LastIndexByte(a[:n], '\n') + 1
}

// block is how many bytes are compared at once, which is faster than byte by byte.
const block = 4096

func commonPrefix(a, b []byte) int {
	n, size := 0, min(len(a), len(b))
	for n+block <= size && bytes.Equal(a[n:n+block], b[n:n+block]) {
		n += block
	}
	for n < size && a[n] == b[n] {
		n++
	}
	return n
}

// commonEnd returns the length of the longest common end of whole lines.
func commonEnd(a, b []byte) int {
	n, size := 0, min(len(a), len(b))
	for n+block <= size && bytes.Equal(a[len(a)-n-block:len(a)-n], b[len(b)-n-block:len(b)-n]) {
		n += block
	}
	for n < size && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	longer := a
	if len(b) > len(a) {
		longer = b
	}
	if n == size && (len(a) == len(b) || longer[len(longer)-n-1] == '\n') {
		return n
	}
	// The line that differs goes on into the common end, up to its own line end.
	next := bytes.IndexByte(a[len(a)-n:], '\n')
	if next < 0 {
		return 0
	}
	return n - next - 1
}
