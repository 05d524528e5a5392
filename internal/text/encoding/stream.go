package encoding

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// streamLen is how many bytes at the start of a stream tell its encoding.
const streamLen = 64 << 10

// Sniff finds out the encoding of a stream as far as its first 64 KiB tell, and takes
// nothing from it. src must have room for as many. For a file that is to be changed,
// Detect looks at all of it.
func Sniff(src *bufio.Reader) (Encoding, error) {
	start, err := src.Peek(streamLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return Encoding{}, err
	}
	return excerpt{start, err == nil}.detect(), nil
}

// SniffLater finds out the encoding of the rest of a stream that Sniff took for known, and
// that began with start. That may have told nothing: ASCII is valid in nearly every
// encoding. Else it stays with what is known.
func SniffLater(known Encoding, start []byte, src *bufio.Reader) (Encoding, error) {
	if known.codec != nil || asciiLen(start) < len(start) {
		return known, nil
	}
	rest, err := src.Peek(streamLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return known, err
	}
	later := excerpt{rest, err == nil}
	if e, ok := declared(start); ok && !utf8.Valid(later.runes()) && later.in(e) {
		return e, nil
	}
	if e := later.detect(); e.ByteLines() && !e.Binary() {
		return e, nil
	}
	return known, nil
}

// Reader decodes a stream. It may begin with any line, where ByteLines holds.
func (e Encoding) Reader(src *bufio.Reader) io.Reader {
	if e.codec == nil {
		return src
	}
	if e.codec == (jis{}) {
		return transform.NewReader(src, jisLines{japanese.ISO2022JP.NewDecoder()})
	}
	return &decoder{codec: e.codec, src: src}
}

// ByteLines reports whether every byte that is a line feed in ASCII ends a line, so that
// lines can be counted without decoding them.
func (e Encoding) ByteLines() bool { return e.codec == nil || e.codec.ascii() }

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
	for at < len(d.raw) && (d.err != nil || len(d.raw)-at >= longest) {
		var n int
		d.text, n = d.codec.next(d.text, d.raw[at:])
		at += n
	}
	d.raw = append(d.raw[:0], d.raw[at:]...)
}
