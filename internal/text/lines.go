package text

import "bytes"

// Body is the offset at which the text of src begins: after a byte order mark.
func Body[T string | []byte](src T) int {
	if string(src[:min(len(src), len(BOM))]) == BOM {
		return len(BOM)
	}
	return 0
}

// Count returns how many lines src has; a last line without a line end counts.
func Count(src []byte) int {
	n := bytes.Count(src, []byte(LF))
	if !EndsLine(src) {
		n++
	}
	return n
}

// EndsLine reports whether text added to src would start a line of its own.
func EndsLine(src []byte) bool {
	src = src[Body(src):]
	return len(src) == 0 || src[len(src)-1] == '\n'
}

// LineNumbers returns the 1-based line of each offset, in one pass over src. The
// offsets must ascend.
func LineNumbers(src []byte, offsets []int) []int {
	lines := make([]int, len(offsets))
	line, at := 1, 0
	for i, off := range offsets {
		line += bytes.Count(src[at:off], []byte(LF))
		at = off
		lines[i] = line
	}
	return lines
}

// Lines returns the span of the lines first to last (1-based, inclusive) with
// their line ends, but without a byte order mark. For lines past the end it is the
// empty span at the end of src.
func Lines(src []byte, first, last int) Span {
	start := forward(src, Body(src), first-1)
	return Span{start, forward(src, start, last-first+1)}
}

// NextLine is the offset of the line after that of off.
func NextLine(src []byte, off int) int { return forward(src, off, 1) }

// LineStart is the offset at which the line of off begins.
func LineStart(src []byte, off int) int {
	return max(bytes.LastIndexByte(src[:off], '\n')+1, Body(src))
}

// TrimLineEnd returns a line without its line end. A carriage return that does not belong to
// the line end stays.
func TrimLineEnd(line []byte) []byte {
	text, ok := bytes.CutSuffix(line, []byte("\n"))
	if !ok {
		return line
	}
	return bytes.TrimSuffix(text, []byte("\r"))
}

// forward is the offset after n more line ends, counted from off.
func forward(src []byte, off, n int) int {
	for ; n > 0 && off < len(src); n-- {
		i := bytes.IndexByte(src[off:], '\n')
		if i < 0 {
			return len(src)
		}
		off += i + 1
	}
	return off
}
