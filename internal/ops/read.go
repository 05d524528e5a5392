package ops

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fileops/internal/document"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

// Read answers lines of a text file.
type Read struct {
	Path        string
	First, Last int // 1-based, inclusive; Last 0 is the end
	Limit       int // lines at the most; 0 is the default
}

// readBuilder reads the fields of a read, whose path has the name given.
func readBuilder(path string) func(args) (Action, error) {
	return func(a args) (Action, error) { return buildRead(a, a.text(path)) }
}

func buildRead(a args, path string) (Action, error) {
	r := Read{Path: path}
	if _, given := a.find("lines"); given {
		for _, other := range []string{"offset", "limit"} {
			if _, both := a.find(other); both {
				return nil, malformed("<lines> and <"+other+"> stand for the same: give one of them", "")
			}
		}
		first, last, ok := lineRange(a.text("lines"))
		if !ok {
			return nil, malformed(fmt.Sprintf("<lines> must be a range such as 10-20, 10-, -20 or 7, not %q", a.text("lines")), "")
		}
		r.First, r.Last = first, last
		return r, nil
	}
	offset, given, err := a.number("offset")
	if err == nil && given && offset < 1 {
		err = malformed(fmt.Sprintf("<offset> must be at least 1, not %d", offset), "")
	}
	if err != nil {
		return nil, err
	}
	limit, given, err := a.number("limit")
	if err == nil && given && (limit < 1 || limit > document.MaxLimit) {
		err = malformed(fmt.Sprintf("<limit> must be from 1 to %d, not %d", document.MaxLimit, limit), "")
	}
	if err != nil {
		return nil, err
	}
	r.First, r.Limit = offset, limit
	return r, nil
}

// lineRange reads 10-20, 10-, -20 and 7; last is 0 where there is no end.
func lineRange(s string) (first, last int, ok bool) {
	from, to, ranged := strings.Cut(s, "-")
	if first = 1; from != "" {
		n, err := strconv.Atoi(strings.TrimSpace(from))
		if err != nil || n < 1 {
			return 0, 0, false
		}
		first = n
	}
	switch {
	case !ranged:
		return first, first, from != ""
	case to == "":
		return first, 0, from != ""
	}
	last, err := strconv.Atoi(strings.TrimSpace(to))
	return first, last, err == nil && last >= first
}

// Kind is read.
func (Read) Kind() string { return "read" }

func (r Read) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := tx.Find(r.Path, workspace.ToRead)
	if err != nil {
		return Done{}, err
	}
	whole := r.First == 0 && r.Last == 0 && r.Limit == 0
	switch {
	case t.Kind == workspace.Absent:
		return Done{}, notFound(t.Written)
	case t.Kind == workspace.Directory:
		return Done{}, isDirectory("read", t.Written)
	case whole && t.Size > p.MaxRead:
		return Done{}, tooLarge(t.Written, t.Size, p.MaxRead, "Read a range of it: <lines>1-200</lines>")
	}
	page, err := r.page(tx, t, p)
	if err != nil {
		return Done{}, err
	}
	if page.Shown == 0 && max(r.First, 1) > max(page.Total, 1) {
		return Done{}, &Error{Code: BadRange, Path: t.Written, Msg: fmt.Sprintf("Line range %s is outside %s, which has %s", r.rangeText(), t.Written, plural(page.Total, "line", "lines"))}
	}
	if err := tx.See(t); err != nil {
		return Done{}, err
	}
	done := Done{Path: t.Written, Content: page.Text}
	done.Summary = fmt.Sprintf("✅ Read %s (%s)", t.Written, plural(page.Shown, "line", "lines"))
	if page.Invalid > 0 {
		done.Warnings = append(done.Warnings, plural(page.Invalid, "byte is", "bytes are")+" not UTF-8, shown as \ufffd")
	}
	return done, nil
}

func (r Read) page(tx *workspace.Tx, t *workspace.Target, p Policy) (document.Page, error) {
	src, err := decoded(tx, t, p)
	if err != nil {
		return document.Page{}, err
	}
	defer src.close()
	rng := document.Range{First: r.First, Limit: r.Limit, CountRest: t.Size <= p.MaxRead}
	if r.Last > 0 {
		rng.Limit = min(r.Last-r.First+1, document.MaxLimit)
		rng.Exact = rng.Limit == r.Last-r.First+1
	} else if r.First > 0 && r.Limit == 0 {
		rng.Limit = document.DefaultLimit
	}
	page, err := document.ReadLines(src, rng)
	if src.enc.Binary() || errors.Is(err, document.ErrBinary) {
		return page, &Error{Code: Binary, Path: t.Written, Msg: fmt.Sprintf("Cannot read binary file: %s (%s)", t.Written, megabytes(t.Size))}
	}
	return page, err
}

// textStream is the text of a file, and what it was decoded from.
type textStream struct {
	io.Reader
	enc   encoding.Encoding
	close func()
}

// decoded is the text of a file. Its encoding is told by the whole file, as it is for an
// edit, or where it is too large for one by its beginning.
func decoded(tx *workspace.Tx, t *workspace.Target, p Policy) (textStream, error) {
	if t.Size <= p.MaxEdit {
		data, err := tx.Read(t, p.MaxEdit)
		enc := encoding.Detect(data)
		return textStream{bytes.NewReader(enc.Decode(data)), enc, func() {}}, err
	}
	f, err := tx.Open(t)
	if err != nil {
		return textStream{}, err
	}
	src, enc, err := encoding.Decoded(f)
	return textStream{src, enc, func() { _ = f.Close() }}, err // read only: nothing to lose
}

func (r Read) rangeText() string {
	first := max(r.First, 1)
	switch {
	case r.Last == first:
		return strconv.Itoa(first)
	case r.Last > 0:
		return fmt.Sprintf("%d-%d", first, r.Last)
	}
	return fmt.Sprintf("%d-", first)
}
