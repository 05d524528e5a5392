package text

// Edit replaces one span by a text.
type Edit struct {
	Span
	Text string
}

// Size returns the size of src after edits.
func Size(src []byte, edits []Edit) int {
	n := len(src)
	for _, e := range edits {
		n += len(e.Text) - (e.End - e.Start)
	}
	return n
}

// Splice returns src with edits made, and the span of each new text in it. The edits
// must be in order and must not overlap. Every byte outside them is kept.
func Splice(src []byte, edits []Edit) (out []byte, placed []Span) {
	out = make([]byte, 0, Size(src, edits))
	placed = make([]Span, len(edits))
	at := 0
	for i, e := range edits {
		out = append(out, src[at:e.Start]...)
		placed[i] = Span{len(out), len(out) + len(e.Text)}
		out = append(out, e.Text...)
		at = e.End
	}
	return append(out, src[at:]...), placed
}
