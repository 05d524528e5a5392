package encoding

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"fileops/internal/text"
)

// streamLen is how many bytes at the start of a stream tell its encoding.
const streamLen = 64 << 10

// Decoded returns a stream in UTF-8, and the encoding that it had as far as its
// first 64 KiB tell. For a file that is to be changed, Detect looks at all of it.
func Decoded(r io.Reader) (io.Reader, Encoding, error) {
	br := bufio.NewReaderSize(r, streamLen)
	start, err := br.Peek(streamLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, Encoding{}, err
	}
	if err == nil {
		start = start[:lastUnit(start)]
	}
	e := Detect(start)
	if e.codec == nil {
		return br, e, nil
	}
	return &decoder{codec: e.codec, src: br}, e, nil
}

// lastUnit is where the last character may end that src, which goes on, has whole:
// after a line end, or where units are wide, at any of them.
func lastUnit(src []byte) int {
	if text.Binary(src) {
		return len(src) &^ 3
	}
	if i := bytes.LastIndexByte(src, '\n'); i >= 0 {
		return i + 1
	}
	return len(src)
}

// decoder decodes a stream unit by unit.
type decoder struct {
	codec codec
	src   *bufio.Reader
	raw   []byte // read, not yet decoded
	text  []byte // decoded, not yet given out
	err   error  // what src ended with
}

func (d *decoder) Read(p []byte) (int, error) {
	for len(d.text) == 0 {
		if d.err != nil && len(d.raw) == 0 {
			return 0, d.err
		}
		d.fill()
	}
	n := copy(p, d.text)
	d.text = d.text[n:]
	return n, nil
}

// fill reads once and decodes the units that are whole.
func (d *decoder) fill() {
	if d.err == nil {
		start := len(d.raw)
		d.raw = slices.Grow(d.raw, streamLen)
		var n int
		n, d.err = d.src.Read(d.raw[start : start+streamLen])
		d.raw = d.raw[:start+n]
	}
	at := 0
	d.text = d.text[:0]
	for at < len(d.raw) && (d.err != nil || d.whole(d.raw[at:])) {
		var n int
		d.text, n = d.codec.next(d.text, d.raw[at:])
		at += n
	}
	d.raw = append(d.raw[:0], d.raw[at:]...)
}

// whole reports whether src begins with a unit whatever follows.
func (d *decoder) whole(src []byte) bool {
	if d.codec == (jis{}) {
		return bytes.IndexByte(src, '\n') >= 0
	}
	return len(src) >= longest
}
