package document

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/document/kind"
	"fileops/internal/text"
	"fileops/internal/text/anchor"
	"fileops/internal/text/encoding"
)

// Limits on what is shown at once.
const (
	DefaultLimit = 2000  // lines, where none is asked for
	MaxLimit     = 10000 // lines
	MaxChars     = 2000  // characters of a line
)

// Range says which lines of a text to show.
type Range struct {
	First     int    // 1-based line; 0 is 1
	Limit     int    // largest number of lines; 0 is DefaultLimit, or no limit for plain lines
	CountRest bool   // read to the end, to say how many lines follow
	Exact     bool   // do not say that more lines follow
	Plain     bool   // whole lines alone, without numbers and remarks
	Anchors   bool   // numbers with the hashes of their lines, of text files only
	Bare      bool   // without numbers, since they would not be those of the file
	Also      string // for the remark that more lines follow: " and pages 2-3"
	most      int64  // largest number of bytes of plain lines; 0 is no limit

	enc *encoding.Encoding // that the text was decoded from, which may be found later; nil is UTF-8
}

// page is the lines of a Range.
type page struct {
	text    string // numbered lines, as `cat -n` writes them: six wide, a tab
	shown   int    // lines
	total   int    // lines of the text; -1 if it was not read to the end
	invalid int    // bytes that are no UTF-8, shown as U+FFFD
}

// errTooMuch reports more plain lines than are held at once.
var errTooMuch = errors.New("too many lines")

const blockSize = 64 << 10

// open reports whether neither the first line nor the number of lines is given.
func (r Range) open() bool { return r.First == 0 && r.Limit == 0 }

// first returns the first wanted line.
func (r Range) first() int { return max(r.First, 1) }

// limit returns the largest number of wanted lines.
func (r Range) limit() int {
	switch {
	case r.Limit > 0:
		return r.Limit
	case r.Plain:
		return math.MaxInt
	}
	return DefaultLimit
}

// readLines shows a range of the lines of a text, of which skipped lines are skipped
// already.
func readLines(src *bufio.Reader, rng Range, skipped int) (page, error) {
	if skipped == 0 {
		start, err := src.Peek(len(text.BOM))
		if err != nil && !errors.Is(err, io.EOF) {
			return page{}, err
		}
		if n := text.Body(start); n > 0 {
			if _, err := src.Discard(n); err != nil {
				return page{}, err
			}
		}
	}
	n, err := skip(src, rng.first()-1-skipped)
	if skipped += n; err != nil || skipped < rng.first()-1 {
		return page{total: skipped}, err
	}
	var p page
	var b strings.Builder // returns its text without a copy
	b.Grow(2 * blockSize) // most texts are shorter
	if err := show(&b, src, rng, &p); err != nil {
		return page{}, err
	}
	err = finish(&b, src, &p, rng)
	p.text = b.String()
	return p, err
}

// show writes the lines that are wanted, up to the limit, numbered.
func show(b *strings.Builder, br *bufio.Reader, rng Range, p *page) error {
	var line []byte
	var hash *hasher
	if rng.Anchors && !rng.Plain && !rng.Bare {
		hash = &hasher{enc: rng.enc}
	}
	room := rng.most
	if room == 0 {
		room = math.MaxInt64
	}
	for p.shown < rng.limit() {
		line = line[:0]
		if !rng.Plain && !rng.Bare {
			line = fmt.Appendf(line, "%6d\t", rng.first()+p.shown) // as `cat -n`
		}
		var err error
		if rng.Plain {
			line, err = plainLine(line, br, &room, &p.invalid)
		} else {
			line, err = shownLine(line, br, &p.invalid, hash)
		}
		if err != nil {
			return unlessEOF(err)
		}
		if hash != nil {
			line = slices.Insert(line, bytes.IndexByte(line, '\t'), []byte("#"+hash.Sum())...)
		}
		b.Write(line)
		p.shown++
	}
	return nil
}

// finish counts the lines that follow, if wanted, and says so below the shown lines.
func finish(b *strings.Builder, br *bufio.Reader, p *page, rng Range) error {
	p.total = rng.first() - 1 + p.shown
	if _, err := br.Peek(1); err != nil {
		return unlessEOF(err)
	}
	next := p.total + 1
	switch {
	case rng.Exact || rng.Plain:
		p.total = -1
		return nil
	case !rng.CountRest:
		p.total = -1
		fmt.Fprintf(b, "… more lines follow: go on with offset %d%s\n", next, rng.Also)
		return nil
	}
	rest, err := skip(br, math.MaxInt)
	p.total += rest
	fmt.Fprintf(b, "… %s: go on with offset %d%s\n", kind.Counted(rest, "more line"), next, rng.Also)
	return err
}

// skip skips n lines and returns how many there were. A last line without a line end
// counts.
func skip(br *bufio.Reader, n int) (skipped int, err error) {
	open := false // the last skipped byte was not a line end
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
			block = block[:text.Lines(block, 1, lines).End]
		}
		skipped += lines
		open = block[len(block)-1] != '\n'
		if _, err := br.Discard(len(block)); err != nil {
			return skipped, err
		}
	}
	return skipped, nil
}

func unlessEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// plainLine appends one line with its end, unchanged but for bytes that are not UTF-8. It
// returns io.EOF if there is no line, and errTooMuch for one with more bytes than room.
func plainLine(b []byte, br *bufio.Reader, room *int64, invalid *int) ([]byte, error) {
	start := len(b)
	for {
		part, err := br.ReadSlice('\n')
		if *room -= int64(len(part)); *room < 0 {
			return b, errTooMuch
		}
		b = append(b, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(b) == start):
			return b, err
		case utf8.Valid(b[start:]):
			return b, nil
		}
		line := string(b[start:])
		for b = b[:start]; line != ""; {
			r, size := utf8.DecodeRuneInString(line)
			if r == utf8.RuneError && size == 1 {
				*invalid++
			}
			b, line = utf8.AppendRune(b, r), line[size:]
		}
		return b, nil
	}
}

// shownLine appends one line, cut to MaxChars, and counts the invalid bytes that it
// shows. It returns io.EOF if there is no line. A hash, unless nil, gets the whole line.
func shownLine(b []byte, br *bufio.Reader, invalid *int, hash *hasher) ([]byte, error) {
	part, err := br.ReadSlice('\n')
	if hash != nil {
		hash.Add(part)
	}
	if err == nil && len(part) <= MaxChars && utf8.Valid(part) { // as nearly all are
		part = bytes.TrimSuffix(part[:len(part)-1], []byte("\r"))
		return append(append(b, part...), '\n'), nil
	}
	var l line
	for some := false; ; some = true {
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			l.add(part)
		case err == nil, errors.Is(err, io.EOF) && (some || len(part) > 0):
			l.add(bytes.TrimSuffix(part, []byte("\n")))
			b = append(append(b, l.finish()...), '\n')
			*invalid += l.invalid
			return b, nil
		default:
			return b, err
		}
		part, err = br.ReadSlice('\n')
		if hash != nil {
			hash.Add(part)
		}
	}
}

// hasher hashes lines as a change of the file sees them. Invalid bytes of UTF-8 stay. Those of
// another encoding, which Telling decodes to Invalid, become U+FFFD.
type hasher struct {
	anchor.Writer
	enc *encoding.Encoding
}

func (h *hasher) Add(part []byte) {
	if h.enc != nil && *h.enc != (encoding.Encoding{}) {
		part = bytes.ReplaceAll(part, []byte(encoding.Invalid), []byte("\ufffd"))
	}
	h.Writer.Add(part)
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
		l.rest = append(l.rest, part...) // which keeps the room for the next block
		data = l.rest
	}
	for utf8.FullRune(data) && (len(data) > 1 || data[0] != '\r') {
		if n := len(data) - utf8.UTFMax; l.chars > MaxChars && n > blockSize/16 {
			n = runeStart(data, n)
			l.chars += countRunes(data[:n]) // as next counts them, but faster
			data = data[n:]
			continue
		}
		data = data[l.next(data):]
	}
	l.rest = append(l.rest[:0], data...)
}

// countRunes is utf8.RuneCount, which copies what is not ASCII.
func countRunes(data []byte) int {
	n := encoding.ASCIILen(data)
	for data = data[n:]; len(data) > 0; n++ {
		_, size := utf8.DecodeRune(data)
		data = data[size:]
	}
	return n
}

// runeStart returns the last offset up to n at which a character begins. It returns n if
// none is within the length of a character. n must be at least that length.
func runeStart(data []byte, n int) int {
	for back := range utf8.UTFMax {
		if utf8.RuneStart(data[n-back]) {
			return n - back
		}
	}
	return n
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
