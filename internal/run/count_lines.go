package run

import (
	"bytes"
	"strings"

	"fileops/internal/text"
)

// countDiff counts the lines that a diff adds and removes.
func countDiff(unified string) (added, removed int) {
	start := strings.Index(unified, "\n@@ ") + 1
	if start == 0 {
		return 0, 0 // a binary file, or nothing but a new name
	}
	for line := range strings.Lines(unified[start:]) {
		switch line[0] {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	return added, removed
}

// countChanges counts the lines that a diff of two texts adds and removes, at less cost than
// making it: only what stands between their common beginning and end is compared. Where lines
// occur more than once there, the diff may be another one, with a few lines more or less.
func countChanges(from, to []byte) (added, removed int) {
	start := commonStart(from, to)
	from, to = from[start:], to[start:]
	end := commonEnd(from, to)
	from, to = from[:len(from)-end], to[:len(to)-end]
	added, removed = lineCount(to), lineCount(from)
	if added == 0 || removed == 0 || added == 1 && removed == 1 {
		return added, removed
	}
	if text.Binary(from) || text.Binary(to) {
		return added, removed // of what looks like it, there is no diff
	}
	return countDiff(text.Diff(text.Version{Content: from}, text.Version{Content: to}))
}

// lineCount is how many lines a part of a text has; a last line without a line end counts.
func lineCount(part []byte) int {
	n := bytes.Count(part, []byte("\n"))
	if len(part) > 0 && part[len(part)-1] != '\n' {
		n++
	}
	return n
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
