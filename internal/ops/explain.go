package ops

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/encoding"
	"fileops/internal/text/match"
	"fileops/internal/workspace"
)

// explainer adds to the failures of a pass what only the whole response shows. A text may
// stand in another of its files, or have stood there before an operation. A file may have
// been moved by one.
type explainer struct {
	*Pass
	written []string         // the paths in its operations, once they were asked for
	files   map[string]other // what was looked at, by path; dropped when something changes
	room    int              // bytes that may still be searched
	past    past
}

// maxExplained is how many bytes are searched for all misses of a run together.
const maxExplained = 256 << 20

// Looking at a path costs time however small the file is. It is counted as so many bytes.
const (
	lookCost   = 16 << 10 // the first time since something changed
	glanceCost = 256      // any other time
)

// minTelling is how many characters, without blanks, a text must have to be looked for in
// other files. A shorter one may stand anywhere.
const minTelling = 8

// complete completes the error of operation i.
func (x *explainer) complete(i int, err *Error) {
	switch {
	case err.miss != nil:
		why, hint := x.miss(i, err.miss)
		if x.left.diagnosed -= len(err.miss.source.data); x.left.diagnosed+len(err.miss.source.data) <= 0 {
			err.miss.brief = true
		} else {
			err.miss.becomes(later{edits: err.miss.edits, list: x.list[i+1:], cleanPath: x.cleanPath}, &x.left.traced)
		}
		err.miss.render(err, why, hint)
		err.miss = nil // it holds the file
	case err.Code == AlreadyApplied:
		if ran := x.ran(i); ran != "" {
			err.because(ran)
		}
	case err.Code == workspace.NotFound:
		err.Hint = x.missing(i, err)
	}
}

// missing says how to go on after operation i, whose path is not there.
func (x *explainer) missing(i int, err *Error) string {
	op := x.list[i]
	gone, hint := x.gone(i, x.cleanPath(err.Path)), err.Hint
	if _, moves := op.Action.(movePath); moves && gone == "" && hint != "" {
		return hint // a path that is similar is not meant, if it was moved already
	}
	known := cmp.Or(gone, x.meant(op.Action, err.Path), hint)
	if removes(op.Action) { // first, so that nobody deletes the similar path instead
		return strings.TrimSuffix("If it was to be gone, go on without this operation.\n"+known, "\n")
	}
	if _, edits := wanted(op.Action); known == "" && !edits && !strings.HasPrefix(err.Msg, "File not found") {
		return "" // links that lead in a circle
	}
	return cmp.Or(known, x.absent(op))
}

// removes reports whether an operation deletes a file or a directory.
func removes(a Action) bool {
	switch a := a.(type) {
	case deleteFile, removeDir:
		return true
	case FileDiff:
		return a.Deleted
	}
	return false
}

// absent says how to go on after an operation on what is not there, and nothing near it is.
func (x *explainer) absent(op Operation) string {
	style := op.style()
	switch op.Action.(type) {
	case editText, fileEdit, multiEdit, FileDiff, insertText, appendLines, insertAtLine, replaceLines:
		create := "To make a new file, use " + style.Operation("create") + "."
		if _, finds := wanted(op.Action); !finds {
			return create
		}
		return cmp.Or(findPath(style), "If another file is meant, send its path.") + "\n" + create
	case movePath, copyFile, Read, grepSearch:
		hint := findPath(style)
		if hint == "" && style.Form == wording.Call {
			return "List its directory to see what is there."
		}
		return hint
	}
	return ""
}

// findPath tells to find a path with glob; "" for a sender that may not have it.
func findPath(s wording.Style) string {
	glob := s.Operation("glob")
	if s.Form == wording.Tags || s.Form == wording.Call && (glob != "glob" || slices.Contains(tags(), s.Function)) {
		return "Find the path with " + glob + ", and send it."
	}
	return ""
}

// changed drops what is known of contents.
func (x *explainer) changed() { clear(x.files) }

// miss says why a text is not in a file, and what to send instead, if the response shows it.
func (x *explainer) miss(i int, m *miss) (why []string, hint string) {
	if ran := x.ran(i); ran != "" {
		return []string{ran}, "If that is the change you wanted, go on without it."
	}
	if len(strings.Join(strings.Fields(m.find.Text), "")) < minTelling || m.refused != "" && firstLine(m.source.data, m.find) > 0 {
		return nil, "" // it may stand anywhere, or is in this file and not taken for another reason
	}
	if before, by := x.before(i, m); before > 0 {
		why = append(why, fmt.Sprintf("it stood at line %d of %s before this response changed that (%s)", before, m.source.target.Written, by))
		hint = "Send the text as it stands there now, after the operations before this one."
	}
	for _, path := range x.paths() {
		if x.room < 0 {
			break
		}
		o := x.look(path)
		if x.room -= len(o.text) + glanceCost; o.name == m.source.target.Name || x.room < 0 {
			continue
		}
		if line := firstLine(o.text, m.find); line > 0 {
			why = append(why, fmt.Sprintf("it stands in %s, at line %d", o.written, line))
			hint = "If you mean " + o.written + ", send the operation with that path."
		}
	}
	return why, hint
}

// ran says that an operation is the same as one before it, which changed something.
func (x *explainer) ran(i int) string {
	x.catchUp(i)
	key, ok := editKey(x.list[i].Action)
	if j, ran := x.past.edits[key]; ok && ran {
		return "the same operation ran already: " + x.list[j].Label()
	}
	return ""
}

// before is the line at which a text stood in a file before this run, and the operations that
// changed the file. The line is 0 if the text did not stand there, or stands there still.
func (x *explainer) before(i int, m *miss) (line int, by string) {
	if x.room < 0 {
		return 0, ""
	}
	x.catchUp(i)
	changes := x.past.changed(m.source.target.Origin(), m.source.target.Written)
	if len(changes) == 0 {
		return 0, ""
	}
	now := x.look(m.source.target.Written).text
	if x.room -= len(now) + glanceCost; x.room < 0 || firstLine(now, m.find) > 0 {
		return 0, "" // an edit of the same call replaced it, if any did
	}
	raw, err := x.tx.Before(m.source.target, min(x.policy.MaxEdit, int64(x.room)))
	if err != nil {
		return 0, ""
	}
	x.room -= len(raw) + len(changes)
	return firstLine(encoding.Detect(raw).Decode(raw), m.find), x.named(changes)
}

// paths are all that the response names, as it writes them, in its order.
func (x *explainer) paths() []string {
	if x.written != nil {
		return x.written
	}
	x.written = []string{}
	seen := map[string]bool{}
	for _, op := range x.list {
		spec, ok := Function(op.Name())
		for _, arg := range op.Args {
			if !ok {
				break
			}
			path := strings.TrimSpace(arg.Value.Text)
			if f, known := spec.Field(arg.Name); known && f.Kind == Path && !seen[path] {
				seen[path] = true
				x.written = append(x.written, path)
			}
		}
	}
	return x.written
}

// other is a file that the response names.
type other struct {
	written, name string
	text          []byte // nil where it cannot be searched
}

// look reads a file, as the operations so far left it.
func (x *explainer) look(path string) other {
	if o, known := x.files[path]; known {
		return o
	}
	var o other
	t, err := x.tx.Find(path, workspace.ToRead, workspace.RelativeOrAbsolute)
	if err == nil {
		o.written, o.name = t.Written, t.Name
	}
	x.room -= lookCost
	if err == nil && t.Kind == workspace.Regular && t.Size <= min(x.policy.MaxEdit, int64(x.room)) {
		raw, _ := x.tx.Read(t, x.policy.MaxEdit) // what cannot be read is not searched
		o.text = encoding.Detect(raw).Decode(raw)
	}
	x.files[path] = o
	return o
}

// firstLine is the line of the first match of a text, 0 if there is none.
func firstLine(src []byte, find Value) int {
	found := match.Find(src, find)
	if len(found.Spans) == 0 {
		return 0
	}
	return text.LineNumbers(src, []int{found.Spans[0].Start})[0]
}

// meant asks whether the nearest existing path was meant by a missing one.
func (x *explainer) meant(a Action, path string) string {
	kinds := []workspace.Kind{workspace.Regular}
	switch a := a.(type) {
	case removeDir, globSearch:
		kinds[0] = workspace.Directory
	case Read:
		if a.noFile {
			kinds[0] = workspace.Directory
		} else if a.lists {
			kinds = append(kinds, workspace.Directory)
		}
	case movePath, grepSearch:
		kinds = append(kinds, workspace.Directory)
	}
	for _, kind := range kinds {
		near := x.tx.Near(path, kind)
		if near == "" {
			continue
		}
		hint := "Did you mean: " + near + "?"
		if find, ok := wanted(a); ok {
			o := x.look(near)
			x.room -= len(o.text)
			if line := firstLine(o.text, find); line > 0 {
				hint += fmt.Sprintf(" The text stands there, at line %d.", line)
			}
		}
		return hint
	}
	return ""
}

// wanted is the text that an operation looks for.
func wanted(a Action) (Value, bool) {
	switch a := a.(type) {
	case editText:
		return a.Find, true
	case fileEdit:
		return a.Find, a.Find.Text != ""
	case multiEdit:
		return a.Edits[0].Find, true
	case FileDiff:
		if len(a.Hunks) > 0 {
			return Value{Text: a.Hunks[0].Old, Block: true}, true
		}
	case insertText:
		return a.Pattern, true
	}
	return Value{}, false
}

// Label is the operation as a message names it.
func (o Operation) Label() string {
	switch o.Call.Name {
	case "":
	case o.ID: // of a call that is alone, the name is enough
		return o.Name()
	default:
		return o.Name() + " (" + o.ID + ")"
	}
	return fmt.Sprintf("%s at line %d of the response", o.Form.Block(o.Name()), o.Line)
}
