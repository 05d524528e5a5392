package encoding

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// streamLen is how many bytes at the start of a stream tell its encoding.
const streamLen = 64 << 10

// Sniff finds the encoding of a stream from its first 64 KiB, which it only peeks at. The
// buffer of src must hold them. To change a file, use Detect, which reads all of it.
func Sniff(src *bufio.Reader) (Encoding, error) {
	start, err := src.Peek(streamLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return Encoding{}, err
	}
	return excerpt{start, err == nil}.detect(), nil
}

// nearLen is how many bytes before the first one that is not ASCII are read with it, since
// a whole word tells more.
const nearLen = 1 << 10

// SniffLater finds the encoding of a stream in which Sniff saw only ASCII, from the bytes around
// place, where the first other byte is. start is its beginning, which may hold a declaration.
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

// Reader decodes a stream. If ByteLines holds, src may begin at any line.
func (e Encoding) Reader(src *bufio.Reader) io.Reader { return e.reader(src, false) }

// Telling decodes as Reader does, but an invalid byte becomes Invalid. So it differs from a U+FFFD
// in the stream.
func (e Encoding) Telling(src *bufio.Reader) io.Reader { return e.reader(src, true) }

func (e Encoding) reader(src *bufio.Reader, telling bool) io.Reader {
	if e.codec == nil {
		return src
	}
	if e.codec == (jis{}) {
		return transform.NewReader(src, jisLines{japanese.ISO2022JP.NewDecoder(), telling})
	}
	return transform.NewReader(src, units{codec: e.codec, telling: telling})
}

// ByteLines reports whether every byte 0x0A ends a line, so that lines can be counted without
// decoding them.
func (e Encoding) ByteLines() bool { return e.codec == nil || e.codec.ascii() }

// units decodes a stream unit by unit.
type units struct {
	transform.NopResetter
	codec   codec
	telling bool
}

func (u units) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	_, whole := u.codec.(single) // a unit never goes on in bytes that are still to be read
	var unit []byte
	for nSrc < len(src) {
		if !whole && !atEOF && len(src)-nSrc < longest {
			return nDst, nSrc, transform.ErrShortSrc
		}
		var n int
		unit, n = u.codec.next(unit[:0], src[nSrc:])
		if u.telling && string(unit) == "\ufffd" && !isReplacement(u.codec, src[nSrc:nSrc+n]) {
			unit = append(unit[:0], Invalid...)
		}
		if len(unit) > len(dst)-nDst {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += copy(dst[nDst:], unit)
		nSrc += n
	}
	return nDst, nSrc, nil
}

// Invalid is a byte that is invalid in UTF-8.
const Invalid = "\xff"

// isReplacement reports whether a unit that decodes to U+FFFD is a valid U+FFFD.
func isReplacement(c codec, unit []byte) bool {
	raw, _ := c.put(nil, []byte("\ufffd"))
	return bytes.Equal(raw, unit)
}
