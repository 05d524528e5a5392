package ops

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/diff"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

type createFile struct {
	Path      string
	Content   Value
	Overwrite bool // the file may be there already
	tag       string
	field     string // that Content came in, "content" if empty
}

func buildCreate(overwrite bool, tag string) func(args) (Action, error) {
	return func(a args) (Action, error) {
		return createFile{Path: a.text("file"), Content: a.value("content"), Overwrite: overwrite, tag: tag}, nil
	}
}

func (c createFile) Kind() string { return c.tag }

func (c createFile) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	intent := workspace.ToCreate
	if c.Overwrite {
		intent = workspace.ToOverwrite
	}
	t, err := tx.Find(c.Path, intent, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch {
	case strings.HasSuffix(c.Path, "/"):
		return Done{}, isDirectory("write a file as", c.Path, "Leave out the slash at its end, or name a file behind it. "+p.style.Operation("mkdir")+" makes a directory.")
	case t.Kind == workspace.Directory:
		return Done{}, isDirectory("overwrite", t.Written, "Name a file in it.")
	case t.Kind != workspace.Absent && !c.Overwrite && p.style.Form == wording.Files:
		return Done{}, &Error{
			Code: Exists, Path: t.Written, Msg: "The fence is empty, and the file already exists: " + t.Written,
			Hint: "An empty fence makes a new file. Put the whole text of the file in the fence.",
		}
	case t.Kind != workspace.Absent && !c.Overwrite:
		return Done{}, &Error{
			Code: Exists, Path: t.Written,
			Msg: "File already exists: " + t.Written + ". " + toChange(p.style.Operation("edit"), p.style.Operation("create_overwrite")),
		}
	case int64(len(c.Content.Text)) > p.MaxCreate && p.style.Form == wording.Files:
		return Done{}, tooLarge(t.Written, int64(len(c.Content.Text)), p.MaxCreate, "Divide it into several files.")
	case int64(len(c.Content.Text)) > p.MaxCreate:
		return Done{}, tooLarge(t.Written, int64(len(c.Content.Text)), p.MaxCreate, fmt.Sprintf("Create it in parts: %s the first, then %s the others.", p.style.Operation("create"), p.style.Operation("append")))
	}
	return c.write(tx, t, p)
}

// toChange says how to change a file that exists: a sentence of two names, or two of phrases.
func toChange(edit, replace string) string {
	if strings.Contains(replace, " ") {
		return "To change it, use " + edit + ". To replace all of it, use " + replace + "."
	}
	return "Use " + edit + " to modify existing files or " + replace + " to replace."
}

// admit checks the content that is to take the place of old, and takes code fences off.
func (c *createFile) admit(t *workspace.Target, p Policy, old []byte) (warnings []string, err error) {
	c.Content, warnings, err = p.admit(t.Written, p.style.Field(cmp.Or(c.field, "content")), c.Content, old, true)
	if e := (*Error)(nil); old != nil && errors.As(err, &e) && e.Code == Placeholder && p.style.Form != wording.Files {
		e.Hint += " To change a part of the file, use " + p.style.Operation("edit") + "."
	}
	return warnings, err
}

// write writes the content. An existing file keeps its mode. An existing text also keeps its
// encoding, line ends and byte order mark.
func (c createFile) write(tx *workspace.Tx, t *workspace.Target, p Policy) (Done, error) {
	before := *t // Write changes it
	missing, err := tx.MissingParents(t)
	if err != nil {
		return Done{}, err
	}
	var old []byte
	if t.Kind != workspace.Absent && t.Size <= p.MaxEdit {
		if old, err = tx.Read(t, p.MaxEdit); err != nil {
			return Done{}, err
		}
	}
	enc, shown := encoding.Detect(old), old
	isText := old != nil && !enc.Binary()
	if isText {
		shown = enc.Decode(old)
	}
	warnings, err := c.admit(t, p, shown)
	if err != nil {
		return Done{}, err
	}
	if !isText {
		shown = nil
	}
	content, said := c.fit(t.Written, shown, p)
	if text.Body(shown) > 0 && !strings.HasPrefix(content, text.BOM) {
		content = text.BOM + content
	}
	data := []byte(content)
	history := p.histories.of(t, shown)
	states := !isText || enc == encoding.Encoding{} && encoding.ASCII(old)
	if states {
		enc = encoding.Stated(t.Written, data)
	}
	raw, err := enc.Encode(data)
	if err != nil {
		return Done{}, encodingError(t.Written, enc, err)
	}
	if old != nil && bytes.Equal(old, raw) {
		done := Done{Path: t.Written, Summary: unchanged("", t.Written, " has this content already")}
		if said != (remark{}) {
			done.Summary.After += ", but for its line ends, which it keeps. To change them, delete the file and create it"
		}
		said.add(&done)
		return done, nil
	}
	if err := tx.Write(t, raw); err != nil {
		return Done{}, err
	}
	p.histories.put(t, history, data)
	was := old
	if isText {
		was = shown
	}
	done := c.done(t.Written, was, data, p)
	done.Origin, done.Warnings = t.Origin(), warnings
	said.add(&done)
	now := source{enc: enc, raw: raw, data: data, created: before.Kind == workspace.Absent}
	if states {
		done.stated(shown, now)
	}
	done.Summary = wording.Sentence{Verb: "Overwrote", Path: t.Written, Size: plural(len(raw), "byte", "bytes")}
	switch {
	case before.Kind == workspace.Absent:
		done.Summary.Verb = "Created"
		if len(missing) > 0 {
			done.Summary.Before = "parent directories and file: "
		}
		done.Warnings = append(done.Warnings, warnOfMisreading(t.Written, raw, now)...)
	case isText:
		done.Warnings = append(done.Warnings, warnOfShrinking(t.Written, shown, data)...)
		done.Warnings = append(done.Warnings, warnOfMisreading(t.Written, old, now)...)
	case old == nil && int64(len(raw)) < before.Size/2:
		done.Warnings = append(done.Warnings, fmt.Sprintf("%s had %d bytes and now has %d", t.Written, before.Size, len(raw)))
	}
	done.Warnings = append(done.Warnings, otherNames(&before)...)
	return done, nil
}

// fit is the content in the line ends that it is written with.
func (c createFile) fit(file string, old []byte, p Policy) (string, remark) {
	w := p.sentEnds(p.style.Field(cmp.Or(c.field, "content")), c.Content)
	before := text.LineEndsOf(old).Count()
	kind, said := w.fresh(file)
	if before != (text.Ends{}) && !w.keep {
		kind = text.LineEndOf(old)
	}
	data := kind.In(c.Content.Text)
	if before != (text.Ends{}) {
		said = w.remark(file, before, endsOf(data), data != c.Content.Text)
	}
	return data, said
}

func (c createFile) done(path string, old, data []byte, p Policy) Done {
	done := Done{Path: path, Changed: true}
	if old == nil || !text.Binary(data) {
		done.Excerpt = text.Excerpt(data, []text.Span{{Start: 0, End: len(data)}})
	}
	from := diff.Version{Name: "a/" + path, Content: old}
	if old == nil {
		from.Name = "/dev/null"
	}
	p.diff(&done, from, diff.Version{Name: "b/" + path, Content: data})
	return done
}
