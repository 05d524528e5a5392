package ops

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fileops/internal/document"
	"fileops/internal/lazy"
	"fileops/internal/ops/wording"
	"fileops/internal/text/anchor"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

// Read answers lines of a text file.
type Read struct {
	Path        string
	First, Last int              // 1-based, inclusive; Last 0 is the end
	ends        [2]anchor.Anchor // the lines by anchors, if they are named so
	Anchors     bool             // show the anchor of each line
	Limit       int              // lines at the most; 0 is the default
	Pages       document.Pages
	Plain       bool // the text alone, whole
	Bytes       bool // those of images, also where no model takes them
	lists       bool // a directory, too
	levels      int  // of directories that such a listing shows; 0 is listLevels
	noFile      bool // a directory alone
	Anywhere    bool // a person's own command, which may read outside of the root
}

// readBuilder reads the fields of a read, whose path has the name given.
func readBuilder(path string) func(args) (Action, error) {
	return func(a args) (Action, error) { return buildRead(a, a.text(path)) }
}

func buildRead(a args, path string) (Read, error) {
	r := Read{Path: path, Anchors: a.flag("anchors")}
	if pages, given := a.find("pages"); given {
		first, last, ok := lineRange(strings.TrimSpace(pages.Text))
		if !ok {
			return r, malformed(fmt.Sprintf("%s must be a range such as 1-5, 3-, -2 or 7, not %q", a.Field("pages"), pages.Text), "")
		}
		r.Pages = document.Pages{First: first, Last: last}
	}
	if _, given := a.find("lines"); given {
		for _, other := range []string{"offset", "limit"} {
			if _, both := a.find(other); both {
				return r, malformed(a.Field("lines")+" and "+a.Field(other)+" stand for the same: give one of them", "")
			}
		}
		if strings.Contains(a.text("lines"), "#") {
			err := r.byAnchors(a)
			return r, err
		}
		first, last, ok := lineRange(a.text("lines"))
		if !ok {
			return r, malformed(fmt.Sprintf("%s must be a range such as 10-20, 10-, -20 or 7, not %q", a.Field("lines"), a.text("lines")), "")
		}
		r.First, r.Last = first, last
		return r, nil
	}
	offset, given, err := a.number("offset")
	if err == nil && given && offset < 1 {
		err = malformed(fmt.Sprintf("%s must be at least 1, not %d", a.Field("offset"), offset), "")
	}
	if err != nil {
		return r, err
	}
	limit, given, err := a.number("limit")
	if err == nil && given && (limit < 1 || limit > document.MaxLimit) {
		err = malformed(fmt.Sprintf("%s must be from 1 to %d, not %d", a.Field("limit"), document.MaxLimit, limit), "")
	}
	if err != nil {
		return r, err
	}
	r.First, r.Limit = offset, limit
	return r, nil
}

// lineRange reads 10-20, 10-, -20 and 7. last is 0 if the range is open at its end.
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

// byAnchors reads 12#k3f-20#9qa, 12#k3f- and 12#k3f.
func (r *Read) byAnchors(a args) error {
	from, to, ranged := strings.Cut(a.text("lines"), "-")
	first, ok := anchor.Parse(strings.TrimSpace(from))
	last := first
	if to = strings.TrimSpace(to); ranged && to != "" {
		var valid bool
		last, valid = anchor.Parse(to)
		ok = ok && valid && last.Line >= first.Line
	}
	if !ok || first.Hash == "" || last.Hash == "" {
		return malformed(fmt.Sprintf("%s must be anchors such as 12#k3f, 12#k3f-20#9qa or 12#k3f-, not %q", a.Field("lines"), a.text("lines")), "")
	}
	r.ends = [2]anchor.Anchor{first, last}
	if ranged && to == "" {
		r.ends[1] = anchor.Anchor{}
	}
	return nil
}

func (r Read) anchors() []anchor.Anchor { return r.ends[:] }

// resolve finds the lines that anchors name.
func (r *Read) resolve(ctx context.Context, tx *workspace.Tx, t *workspace.Target, p Policy) error {
	if r.ends[0].Hash == "" {
		return nil
	}
	shown, err := Read{Path: r.Path, Limit: 1}.show(ctx, tx, t, p)
	switch {
	case err != nil:
		return err
	case shown.Kind != document.Text:
		return &Error{Code: BadRange, Path: t.Written, Msg: "Anchors name lines of text files: " + t.Written + " is shown in another form", Hint: "Read it without anchors."}
	}
	if t.Size > p.MaxEdit {
		return tooLarge(t.Written, t.Size, p.MaxEdit, "Name its lines by their numbers.")
	}
	raw, err := tx.Read(t, p.MaxEdit)
	if err != nil {
		return err
	}
	data := encoding.Detect(raw).Decode(raw)
	src := source{target: t, raw: raw, data: data, history: p.histories.of(t, data)}
	if r.ends[1].Hash == "" {
		r.First, err = src.line(r.ends[0])
	} else {
		r.First, r.Last, err = src.lines(r.ends[0], r.ends[1])
	}
	return err
}

// Kind is read.
func (Read) Kind() string { return "read" }

func (r Read) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := r.find(tx, p)
	if err != nil {
		return Done{}, err
	}
	switch t.Kind {
	case workspace.Absent:
		if r.noFile {
			return Done{}, directoryNotFound(t.Written)
		}
		e := notFound(t.Written)
		if r.Anywhere {
			e.Hint = t.Missing()
		}
		return Done{}, e
	case workspace.Directory:
		if r.lists {
			return r.list(tx, t)
		}
		e := isDirectory("read", t.Written, "")
		pattern := globMeta.Get().Replace(strings.TrimPrefix(t.Written, "./")) + "/*"
		if e.Hint = "To see what is in it: " + p.style.OperationOn("glob", "pattern", pattern); r.Anywhere {
			e.Hint = "To see what is in it: fileops glob '*' " + shellWord(t.Written)
		}
		return Done{}, e
	}
	if r.noFile {
		return Done{}, notDirectory(t.Written, "To see what is in it: "+p.style.OperationOn("read", "file", t.Written))
	}
	if p.unseen {
		return Done{Path: t.Written}, tx.MarkKnown(t)
	}
	if err := r.resolve(ctx, tx, t, p); err != nil {
		return Done{}, err
	}
	shown, err := r.show(ctx, tx, t, p)
	if err != nil {
		return Done{}, err
	}
	if err := r.rejectPart(t, shown, p); err != nil {
		return Done{}, err
	}
	if shown.Kind != document.Image && shown.Lines == 0 && max(r.First, 1) > max(shown.Total, 1) {
		return Done{}, r.outside(t, shown)
	}
	if err := tx.MarkKnown(t); err != nil {
		return Done{}, err
	}
	var notes []string
	if shown.Rendered && !r.Anywhere {
		notes = []string{rendered(shown.Kind)}
	}
	what := []string{shown.About, plural(shown.Lines, "line", "lines")}
	if shown.Kind == document.Image {
		what = what[:1]
	} else if shown.About == "" {
		what = what[1:]
	}
	return Done{
		Path: t.Written, Content: shown.Text, Shown: &shown, Warnings: shown.Warnings, Notes: notes,
		Summary: wording.Sentence{Verb: "Read", Path: t.Written, Size: strings.Join(what, "; ")},
	}, nil
}

// globMeta takes from the characters of a name what they mean in a glob.
var globMeta = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, `\`, `\\`)
}}

// shellWord is a name as a shell takes it.
func shellWord(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return strings.ContainsRune(" \t\n'\"\\$`*?[]{}()<>|&;!#~", r) }) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// outside is the error for a range of lines that the file does not have.
func (r Read) outside(t *workspace.Target, shown document.Shown) *Error {
	e := &Error{Code: BadRange, Path: t.Written}
	what, has := t.Written, "has"
	if shown.Part != "" {
		what = shown.Part + " of " + t.Written
		if strings.HasPrefix(what, "pages ") {
			has = "have"
		}
		e.Hint = fmt.Sprintf("Lines are counted within the pages that are read, here of %d: give the pages as well.", shown.Pages)
	}
	e.Msg = fmt.Sprintf("Line range %s is outside %s, which %s %s", r.rangeText(), what, has, plural(shown.Total, "line", "lines"))
	return e
}

// rejectPart is the error for a range of pages or lines that files of this kind do not have.
func (r Read) rejectPart(t *workspace.Target, shown document.Shown, p Policy) error {
	e := &Error{Code: BadRange, Path: t.Written}
	switch image := shown.Kind == document.Image; {
	case r.Pages != (document.Pages{}) && shown.Kind != document.PDF:
		e.Msg = fmt.Sprintf("No pages in %s: it is no PDF", t.Written)
		if e.Hint = p.readPart("text"); image {
			e.Hint = "Read it without a range of pages."
		}
	case image && (r.First > 0 || r.Last > 0 || r.Limit > 0):
		e.Msg = fmt.Sprintf("No lines in %s: it is an image (%s)", t.Written, shown.About)
		e.Hint = "Read it without a range of lines, an offset or a limit."
	default:
		return nil
	}
	return e
}

// rendered says how what is shown differs from the file, for whoever wants to change it.
func rendered(kind document.Kind) string {
	switch kind {
	case document.Notebook:
		return `Operations change the file itself, which is JSON: there a line of source is a string such as "x = 1\n", and line numbers are others.`
	case document.PDF:
		return "This is the text of the PDF; it cannot be edited."
	default:
		return ""
	}
}

func (r Read) find(tx *workspace.Tx, p Policy) (*workspace.Target, error) {
	if r.Anywhere {
		return tx.FindUnrooted(r.Path)
	}
	return tx.Find(r.Path, workspace.ToRead, p.paths)
}

func (r Read) show(ctx context.Context, tx *workspace.Tx, t *workspace.Target, p Policy) (document.Shown, error) {
	content, err := tx.Open(t)
	if err != nil {
		return document.Shown{}, err
	}
	defer content.Close() //nolint:errcheck // read only: nothing to lose
	f := document.File{Name: t.Name, Size: t.Size, Content: content}
	shown, err := document.Show(ctx, f, document.Want{
		Lines: r.lines(t.Size <= p.MaxRead), Pages: r.Pages, Whole: p.MaxEdit, Max: p.MaxRead, Pixels: p.Pixels, Bytes: r.Bytes,
	})
	if e := (*document.Error)(nil); errors.As(err, &e) {
		err = r.refused(t, e, p)
	}
	return shown, err
}

// refused is the error for a file that cannot be shown.
func (r Read) refused(t *workspace.Target, e *document.Error, p Policy) *Error {
	failed := &Error{Code: Unreadable, Path: t.Written, Msg: fmt.Sprintf("Cannot read %s (%s): %s", t.Written, e.What, e.Msg)}
	switch {
	case e.Reason == document.Binary:
		failed.Code, failed.Msg = Binary, fmt.Sprintf("Cannot read binary file: %s (%v)", t.Written, e)
	case e.Reason == document.OutOfRange:
		failed.Code = BadRange
	case e.Reason == document.TooLarge:
		return tooLarge(t.Written, t.Size, p.MaxRead, p.readPart(e.What))
	case e.Reason == document.TooMuch:
		failed.Code = workspace.TooLarge
		if e.What == "text" { // plain: other lines are cut
			failed.Hint = "Read fewer lines at once, or without --plain, which leaves long ones whole."
		} else if r.Pages == (document.Pages{}) {
			failed.Hint = p.readPart(e.What)
		}
	}
	return failed
}

// readPart says how to read a part of a file, if there is a way.
func (p Policy) readPart(what string) string {
	const lines, pages = 200, 5
	switch what {
	case "text":
		return "Read a range of it: " + p.style.FirstLines(lines)
	case "Jupyter notebook":
		return "Read a range of its JSON: " + p.style.FirstLines(lines)
	case "PDF document":
		return "Read some pages of it: " + p.style.FirstPages(pages)
	}
	return "" // an image
}

// lines are the lines to show. Those that follow are counted in a file that may be read
// whole.
func (r Read) lines(count bool) document.Range {
	rng := document.Range{First: r.First, Limit: r.Limit, CountRest: count, Plain: r.Plain, Anchors: r.Anchors}
	if r.Last > 0 {
		rng.Limit = r.Last - max(r.First, 1) + 1
		if !r.Plain {
			rng.Limit = min(rng.Limit, document.MaxLimit)
		}
		rng.Exact = rng.Limit == r.Last-max(r.First, 1)+1
	}
	return rng
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
