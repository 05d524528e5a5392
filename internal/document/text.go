package document

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"fileops/internal/document/kind"
	"fileops/internal/text"
	"fileops/internal/text/encoding"
)

// errBinary says that a file is not text.
var errBinary = errors.New("binary file")

// text shows the lines of a text file. It returns errBinary for one that is none,
// and an *Error.
func (f File) text(ctx context.Context, want Want) (Shown, error) {
	src, err := f.open(ctx, want.Whole)
	if err != nil {
		return Shown{}, err
	}
	switch {
	case src.enc.Binary():
		return Shown{}, errBinary
	case want.Lines.open() && f.Size > want.Max:
		return Shown{}, &Error{TooLarge, "text", kind.Size(f.Size)}
	}
	p, err := src.page(want)
	if errors.Is(err, errTooMuch) {
		err = &Error{TooMuch, "text", "the lines asked for have more than " + kind.Size(want.Max)}
	}
	if err != nil {
		return Shown{}, err
	}
	s := Shown{Kind: Text, Text: p.text, Lines: p.shown, Total: p.total, Encoding: src.enc.Name()}
	src.ends.add(src.readable(src.start))
	s.LineEnd = src.ends.name()
	s.Ended, err = src.ended(f)
	if p.invalid > 0 {
		s.Warnings = append(s.Warnings, invalid(p.invalid, s.Encoding))
	}
	return s, err
}

// page is the lines that are wanted.
func (s *source) page(want Want) (page, error) {
	rng := want.Lines
	if rng.most = want.Max; s.enc != (encoding.Encoding{}) {
		rng.most *= 3 // what is a byte in another encoding has up to three in UTF-8
	}
	if s.whole && rng.Plain && rng.open() && s.enc == (encoding.Encoding{}) && utf8.Valid(s.start) {
		n := text.Count(s.start)
		return page{text: string(s.start[text.Body(s.start):]), shown: n, total: n}, nil
	}
	skipped, all := 0, rng.first()-1
	if s.enc.ByteLines() {
		var err error
		if skipped, err = skip(s.Reader, all); err != nil || skipped < all {
			return page{total: skipped}, err
		}
	}
	decoded := s.enc.Telling(s.Reader)
	if s.late != nil {
		decoded = s
	}
	if !s.whole {
		decoded = io.TeeReader(decoded, &s.ends)
	}
	return readLines(bufio.NewReaderSize(decoded, s.Size()), rng, skipped)
}

// invalid says that bytes of a text mean nothing, or places where they are read by twos.
func invalid(n int, encoding string) string {
	what := "byte"
	switch encoding {
	case "utf-16le", "utf-16be", "utf-32le", "utf-32be", "iso-2022-jp": // or less, or more of them
		what = "place"
	}
	if strings.HasPrefix(encoding, "utf-") {
		encoding = strings.ToUpper(encoding)
	}
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s %s not %s, shown as \ufffd", kind.Counted(n, what), verb, encoding)
}

// heldBlock is how many bytes are taken at once of a file that is in memory: more would
// only need more of it.
const heldBlock = 8 << 10

// source is a text file that is being read.
type source struct {
	*bufio.Reader
	enc   encoding.Encoding
	start []byte // its beginning
	whole bool   // that is all of it
	late  *late  // where that tells no encoding
	ends  lineEnds
}

// open finds out the encoding of a file: of one up to whole bytes from all of it, as for
// a change, so that both see the same text; of a larger one from its beginning.
func (f File) open(ctx context.Context, whole int64) (s source, err error) {
	all := f.reader(ctx)
	if f.Size <= whole {
		b := bytes.NewBuffer(make([]byte, 0, f.Size+bytes.MinRead))
		if _, err := b.ReadFrom(io.LimitReader(all, whole+1)); err != nil {
			return s, err
		}
		if int64(b.Len()) <= whole { // else it grew
			s = source{enc: encoding.Detect(b.Bytes()), start: b.Bytes(), whole: true}
			s.Reader = bufio.NewReaderSize(interruptible{ctx, bytes.NewReader(s.start)}, heldBlock)
			return s, nil
		}
	}
	later := &late{src: f.reader(ctx), file: f.Content}
	s.Reader = bufio.NewReaderSize(later, blockSize)
	if s.enc, err = encoding.Sniff(s.Reader); err != nil {
		return s, err
	}
	start, err := s.Peek(blockSize)
	s.start = bytes.Clone(start)
	if s.enc == (encoding.Encoding{}) && later.ascii == later.read {
		s.late = later
	}
	return s, unlessEOF(err)
}

// reader reads the file as far as it goes: in /proc, sizes are 0.
func (f File) reader(ctx context.Context) io.Reader {
	return interruptible{ctx, io.NewSectionReader(f.Content, 0, math.MaxInt64)}
}

// interruptible is a reader that ends with its context: a large file takes long, and
// nobody who reads its lines looks at the time.
type interruptible struct {
	ctx context.Context
	io.Reader
}

func (r interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// readable is bytes of the file in which line ends are those of ASCII.
func (s source) readable(src []byte) []byte {
	if s.enc.ByteLines() {
		return src
	}
	return s.enc.Decode(src)
}

// longestUnit is how many bytes a line feed may have.
const longestUnit = 4

// ended reports whether the last line has an end.
func (s source) ended(f File) (bool, error) {
	tail := s.start
	if !s.whole {
		tail = make([]byte, min(f.Size, longestUnit))
		if _, err := f.Content.ReadAt(tail, f.Size-int64(len(tail))); err != nil {
			return false, unlessEOF(err) // it was cut meanwhile: nothing is known of its end
		}
	}
	return bytes.HasSuffix(s.readable(tail), []byte("\n")), nil
}
