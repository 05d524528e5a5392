package encoding

import (
	"bufio"
	"bytes"
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

// nearLen is how many bytes before the first one that is not ASCII are looked at with it:
// a word says more when it is whole.
const nearLen = 1 << 10

// SniffLater finds out the encoding of a stream of which Sniff saw nothing but ASCII, which
// is valid in nearly every encoding: around the place where the first other byte is.
// start is its beginning, which may declare it.
func SniffLater(start []byte, src io.ReaderAt, place int64) (Encoding, error) {
	before := min(place, nearLen)
	near := make([]byte, streamLen)
	n, err := src.ReadAt(near, place-before)
	if err != nil && !errors.Is(err, io.EOF) {
		return Encoding{}, err
	}
	near = near[:n]
	near = near[bytes.LastIndexByte(near[:min(n, int(before))], '\n')+1:]
	later := excerpt{near, err == nil}
	if e, ok := declared(start); ok && !utf8.Valid(later.runes()) && later.in(e) {
		return e, nil
	}
	if e := later.detect(); e.ByteLines() && !e.Binary() {
		return e, nil
	}
	return Encoding{}, nil
}

// Reader decodes a stream. It may begin with any line, where ByteLines holds.
func (e Encoding) Reader(src *bufio.Reader) io.Reader { return e.reader(src, false) }

// Telling decodes as Reader does, but what means nothing is a byte that means nothing in
// UTF-8 either: so it can be told from a U+FFFD that stands there.
func (e Encoding) Telling(src *bufio.Reader) io.Reader { return e.reader(src, true) }

func (e Encoding) reader(src *bufio.Reader, telling bool) io.Reader {
	if e.codec == nil {
		return src
	}
	if e.codec == (jis{}) {
		return transform.NewReader(src, jisLines{japanese.ISO2022JP.NewDecoder(), telling})
	}
	return &decoder{codec: e.codec, telling: telling, src: src}
}

// ByteLines reports whether every byte that is a line feed in ASCII ends a line, so that
// lines can be counted without decoding them.
func (e Encoding) ByteLines() bool { return e.codec == nil || e.codec.ascii() }

// decoder decodes a stream unit by unit.
type decoder struct {
	codec   codec
	telling bool
	src     *bufio.Reader
	raw     []byte // read, not yet decoded
	text    []byte // decoded, not yet given out
	err     error  // what src ended with
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
		had := len(d.text)
		var n int
		d.text, n = d.codec.next(d.text, d.raw[at:])
		if d.telling && string(d.text[had:]) == "\ufffd" && !isReplacement(d.codec, d.raw[at:at+n]) {
			d.text = append(d.text[:had], nothing...)
		}
		at += n
	}
	d.raw = append(d.raw[:0], d.raw[at:]...)
}

// nothing is a byte that means nothing in UTF-8.
const nothing = "\xff"

// isReplacement reports whether the bytes of a unit that is U+FFFD stand for it.
func isReplacement(c codec, unit []byte) bool {
	raw, _ := c.put(nil, []byte("\ufffd"))
	return bytes.Equal(raw, unit)
}
