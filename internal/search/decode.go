package search

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// The byte order marks that files may begin with.
const (
	markUTF8    = "\xef\xbb\xbf"
	markUTF16LE = "\xff\xfe"
	markUTF16BE = "\xfe\xff"
)

// hasMark says whether a file begins with a byte order mark.
func hasMark(start []byte) bool {
	return bytes.HasPrefix(start, []byte(markUTF8)) || bytes.HasPrefix(start, []byte(markUTF16LE)) || bytes.HasPrefix(start, []byte(markUTF16BE))
}

// decoder reads a file that begins with a byte order mark as UTF-8, without the mark.
// What means nothing in UTF-16 becomes U+FFFD.
type decoder struct {
	r        io.Reader
	progress *Progress
	raw      []byte // read and not yet decoded
	err      error
	wide     bool // UTF-16
	big      bool // with the high byte first
	out      []byte
	at       int // what of out has been given away
}

func newDecoder(start []byte, r io.Reader, p *Progress) *decoder {
	d := &decoder{r: r, progress: p}
	switch {
	case bytes.HasPrefix(start, []byte(markUTF8)):
		d.raw = append(d.raw, start[len(markUTF8):]...)
	default:
		d.wide, d.big = true, start[0] == markUTF16BE[0]
		d.raw = append(d.raw, start[len(markUTF16LE):]...)
	}
	return d
}

func (d *decoder) Read(p []byte) (int, error) {
	for d.at == len(d.out) {
		if len(d.raw) < 4 && d.err == nil { // less than any character may take
			d.more()
		}
		if len(d.raw) == 0 && d.err != nil {
			return 0, d.err
		}
		d.out, d.at = d.out[:0], 0
		d.decode()
	}
	n := copy(p, d.out[d.at:])
	d.at += n
	return n, nil
}

// more reads on behind what is not decoded.
func (d *decoder) more() {
	const size = 64 << 10
	buf := make([]byte, len(d.raw)+size)
	n := copy(buf, d.raw)
	var k int
	k, d.err = d.r.Read(buf[n:])
	d.progress.Bytes.Add(int64(k))
	d.raw = buf[:n+k]
}

// decode decodes all that is whole, and at the end of the file the rest.
func (d *decoder) decode() {
	if !d.wide {
		d.out, d.raw = append(d.out, d.raw...), nil
		return
	}
	for len(d.raw) >= 2 {
		r, size := rune(d.unit(0)), 2
		if utf16.IsSurrogate(r) {
			if len(d.raw) < 4 && d.err == nil {
				return
			}
			if len(d.raw) < 4 {
				r = utf8.RuneError
			} else if r = utf16.DecodeRune(r, rune(d.unit(2))); r != utf8.RuneError {
				size = 4
			}
		}
		d.out = utf8.AppendRune(d.out, r)
		d.raw = d.raw[size:]
	}
	if len(d.raw) == 1 && d.err != nil {
		d.out, d.raw = utf8.AppendRune(d.out, utf8.RuneError), nil
	}
}

// unit is the 16 bits at i.
func (d *decoder) unit(i int) uint16 {
	if d.big {
		return uint16(d.raw[i])<<8 | uint16(d.raw[i+1])
	}
	return uint16(d.raw[i+1])<<8 | uint16(d.raw[i])
}
