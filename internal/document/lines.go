// Package document makes what `read` shows of a file: so far, numbered lines of
// text. It reads a stream and holds no more of it than it shows.
package document

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
)

// Limits on what is shown at once.
const (
	DefaultLimit = 2000  // lines, where none is asked for
	MaxLimit     = 10000 // lines
	MaxChars     = 2000  // characters of a line
)

// ErrBinary says that the stream is not text.
var ErrBinary = errors.New("binary file")

// Range is what to show.
type Range struct {
	First     int  // 1-based line; 0 is 1
	Limit     int  // lines at the most; 0 is DefaultLimit
	CountRest bool // read on to the end, to say how many lines follow
	Exact     bool // do not say that more lines follow: nobody asked for them
}

// Page is what was shown.
type Page struct {
	Text    string // numbered lines, as `cat -n` writes them: six wide, a tab
	Shown   int    // lines
	Total   int    // lines of the file; -1 if it was not read to the end
	Invalid int    // bytes that are no UTF-8, shown as U+FFFD
}

const blockSize = 64 << 10

// ReadLines shows a range of the lines of r. It returns ErrBinary for a stream
// with a NUL among its first bytes.
func ReadLines(r io.Reader, rng Range) (Page, error) {
	br := bufio.NewReaderSize(r, blockSize)
	start, err := br.Peek(8000)
	if err != nil && !errors.Is(err, io.EOF) {
		return Page{}, err
	}
	if text.Binary(start) {
		return Page{}, ErrBinary
	}
	if n := text.Body(start); n > 0 {
		if _, err := br.Discard(n); err != nil {
			return Page{}, err
		}
	}
	first, limit := max(rng.First, 1), rng.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	skipped, err := skip(br, first-1)
	if err != nil || skipped < first-1 {
		return Page{Total: skipped}, err
	}
	page, err := show(br, first, limit)
	if err != nil {
		return Page{}, err
	}
	return page, finish(br, &page, rng, first)
}

// show writes up to limit lines, numbered from first.
func show(br *bufio.Reader, first, limit int) (Page, error) {
	var page Page
	var b strings.Builder
	for page.Shown < limit {
		line, err := readLine(br, &page.Invalid)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Page{}, err
		}
		fmt.Fprintf(&b, "%6d\t%s\n", first+page.Shown, line)
		page.Shown++
	}
	page.Text = b.String()
	return page, nil
}

// finish finds out how many lines there are, as far as that is wanted, and says so
// below the lines that are shown.
func finish(br *bufio.Reader, page *Page, rng Range, first int) error {
	page.Total = first - 1 + page.Shown
	if _, err := br.Peek(1); err != nil {
		return unlessEOF(err)
	}
	next := page.Total + 1
	if rng.Exact {
		page.Total = -1
		return nil
	}
	if !rng.CountRest {
		page.Total = -1
		page.Text += fmt.Sprintf("… more lines follow: go on with offset %d\n", next)
		return nil
	}
	rest, err := skip(br, int(^uint(0)>>1))
	page.Total += rest
	page.Text += fmt.Sprintf("… %d more lines: go on with offset %d\n", rest, next)
	return err
}

// skip passes over n lines and returns how many there were; a last line without a
// line end counts.
func skip(br *bufio.Reader, n int) (skipped int, err error) {
	open := false // the last byte passed was no line end
	for skipped < n {
		if _, err := br.Peek(1); err != nil {
			if open {
				skipped++
			}
			return skipped, unlessEOF(err)
		}
		block, err := br.Peek(br.Buffered())
		if err != nil {
			return skipped, err
		}
		lines := bytes.Count(block, []byte("\n"))
		if lines >= n-skipped {
			lines = n - skipped
			block = block[:afterLines(block, lines)]
		}
		skipped += lines
		open = block[len(block)-1] != '\n'
		if _, err := br.Discard(len(block)); err != nil {
			return skipped, err
		}
	}
	return skipped, nil
}

// afterLines is the offset after the first n line ends of b, which has as many.
func afterLines(b []byte, n int) int {
	at := 0
	for range n {
		at += bytes.IndexByte(b[at:], '\n') + 1
	}
	return at
}

func unlessEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readLine reads one line without its end, cut to MaxChars, and counts the invalid
// bytes that it shows. It returns io.EOF where there is no line.
func readLine(br *bufio.Reader, invalid *int) (string, error) {
	var l line
	for some := false; ; some = true {
		part, err := br.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			l.add(part)
			continue
		case err == nil, errors.Is(err, io.EOF) && (some || len(part) > 0):
			l.add(bytes.TrimSuffix(part, []byte("\n")))
			shown := l.finish()
			*invalid += l.invalid
			return shown, nil
		}
		return "", err
	}
}

// line is one line as it comes in, block after block. It holds MaxChars characters
// and counts the others.
type line struct {
	shown   strings.Builder
	chars   int
	invalid int    // bytes shown as U+FFFD
	rest    []byte // the end of a block that the next one may go on: part of a character, a CR
}

func (l *line) add(part []byte) {
	data := part
	if len(l.rest) > 0 {
		data = append(l.rest, part...)
	}
	for utf8.FullRune(data) && (len(data) > 1 || data[0] != '\r') {
		data = data[l.next(data):]
	}
	l.rest = append(l.rest[:0], data...)
}

// next takes one character and returns how many bytes it has.
func (l *line) next(data []byte) int {
	r, size := utf8.DecodeRune(data)
	if l.chars++; l.chars <= MaxChars {
		l.shown.WriteRune(r)
		if r == utf8.RuneError && size == 1 {
			l.invalid++
		}
	}
	return size
}

// finish ends the line: a CR that stands last belongs to the line end.
func (l *line) finish() string {
	for data := bytes.TrimSuffix(l.rest, []byte("\r")); len(data) > 0; {
		data = data[l.next(data):]
	}
	if l.chars > MaxChars {
		return fmt.Sprintf("%s… [+%d characters]", l.shown.String(), l.chars-MaxChars)
	}
	return l.shown.String()
}
