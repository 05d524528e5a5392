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

// errBinary reports that a file is not text.
var errBinary = errors.New("binary file")

// text shows the lines of a text file. Its errors are errBinary and *Error.
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

// page returns the wanted lines.
func (s *source) page(want Want) (page, error) {
	rng := want.Lines
	if rng.most = want.Max; s.enc != (encoding.Encoding{}) {
		rng.most *= 3 // a byte in another encoding has up to three in UTF-8
	}
	if s.whole && rng.Plain && rng.open() && s.enc == (encoding.Encoding{}) && utf8.Valid(s.start) {
		n := text.Count(s.start)
		return page{text: string(s.start[text.Body(s.start):]), shown: n, total: n}, nil
	}
	rng.enc = &s.enc
	skipped, all := 0, rng.first()-1
	if s.enc.ByteLines() {
		var err error
		if skipped, err = skip(s.Reader, all); err != nil || skipped < all {
			return page{total: skipped}, err
		}
	}
	decoded := s.enc.Telling(s.Reader)
	if s.lazy != nil {
		decoded = s
	}
	if !s.whole {
		decoded = io.TeeReader(decoded, &s.ends)
	}
	return readLines(bufio.NewReaderSize(decoded, s.Size()), rng, skipped)
}

// invalid returns the warning for invalid bytes, or places in encodings of larger units.
func invalid(n int, encoding string) string {
	what := "byte"
	switch encoding {
	case "utf-16le", "utf-16be", "utf-32le", "utf-32be", "iso-2022-jp":
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

// source is a text file that is being read.
type source struct {
	*bufio.Reader
	enc   encoding.Encoding
	start []byte       // its beginning
	whole bool         // start is all of it
	lazy  *lazyDecoder // nil if start decides the encoding
	ends  lineEnds
}

// open determines the encoding of a file. Of one up to whole bytes all of it counts, as
// for a change, so that both see the same text; of a larger one its beginning.
func (f File) open(ctx context.Context, whole int64) (s source, err error) {
	all := f.reader(ctx)
	if f.Size <= whole {
		b := bytes.NewBuffer(make([]byte, 0, f.Size+bytes.MinRead))
		if _, err := b.ReadFrom(io.LimitReader(all, whole+1)); err != nil {
			return s, err
		}
		if int64(b.Len()) <= whole { // else it grew
			s = source{enc: encoding.Detect(b.Bytes()), start: b.Bytes(), whole: true}
			s.Reader = bufio.NewReaderSize(interruptible{ctx, bytes.NewReader(s.start)}, 8<<10) // small: it is in memory
			return s, nil
		}
	}
	later := &lazyDecoder{src: f.reader(ctx), file: f.Content}
	s.Reader = bufio.NewReaderSize(later, blockSize)
	if s.enc, err = encoding.Sniff(s.Reader); err != nil {
		return s, err
	}
	start, err := s.Peek(blockSize)
	s.start = bytes.Clone(start)
	if s.enc == (encoding.Encoding{}) && later.ascii == later.read {
		s.lazy = later
	}
	return s, unlessEOF(err)
}

// reader reads the file to its end, not to its size: in /proc, sizes are 0.
func (f File) reader(ctx context.Context) io.Reader {
	return interruptible{ctx, io.NewSectionReader(f.Content, 0, math.MaxInt64)}
}

// interruptible is a reader that ends with its context, since a large file takes long.
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

// readable returns bytes of the file with the line ends of ASCII.
func (s source) readable(src []byte) []byte {
	if s.enc.ByteLines() {
		return src
	}
	return s.enc.Decode(src)
}

// ended reports whether the last line has an end.
func (s source) ended(f File) (bool, error) {
	tail := s.start
	if !s.whole {
		tail = make([]byte, min(f.Size, 4)) // a line feed has at most 4 bytes
		if _, err := f.Content.ReadAt(tail, f.Size-int64(len(tail))); err != nil {
			return false, unlessEOF(err) // it was truncated meanwhile
		}
	}
	return bytes.HasSuffix(s.readable(tail), []byte("\n")), nil
}
