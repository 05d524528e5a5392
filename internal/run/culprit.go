package run

import (
	"context"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// maxKept is how many bytes of versions are kept in memory. Later texts are dropped, and no
// culprit is found in their files.
const maxKept = 128 << 20

// linearBytes is how many bytes of the newest versions of a file are checked one by one. For
// older versions, the culprit search takes larger and larger steps.
const linearBytes = 128 << 10

// versions are the texts that the files had after each operation of a replay. Only texts that can
// be checked are recorded. Each file has the name that it has after the last operation.
type versions struct {
	files    map[string]*fileVersions
	changed  []int     // the operations that changed anything
	removals []removal // in order
	size     int       // of all versions, in bytes
}

// fileVersions is the texts of one file, and the operations that gave it these texts.
type fileVersions struct {
	ops        []int // indexes of the operations; texts[k] is the file after operation ops[k]
	texts      [][]byte
	incomplete bool          // some texts were dropped; see maxKept
	source     *fileVersions // of the file that was copied to make this one; nil for none
}

// removal says that an operation deleted what stood at a name, or moved it away.
type removal struct {
	name  string
	index int // of the operation
}

// replayVersions replays the operations that are not excluded, and records each text that
// they gave a file.
func (ex *execution) replayVersions(ctx context.Context, excluded exclusions) (*versions, error) {
	v := &versions{files: map[string]*fileVersions{}}
	_, err := ex.replay(ctx, excluded, func(i int, tx *workspace.Tx, done ops.Done) {
		v.changed = append(v.changed, i)
		if done.To != "" {
			v.follow(i, done)
		}
		// The path is relative to the root, even if the response wrote it as an absolute one.
		target, err := tx.Find(done.Path, workspace.ToRead, workspace.Relative)
		if err != nil {
			return // a link that leads out of the root, or an undo, which has no path: nothing to parse
		}
		if target.Kind != workspace.Regular {
			delete(v.files, target.Name) // whatever comes there later is another file
			// What is absent was deleted, unless this is a move to a link that leads nowhere. follow
			// notes what a move removed.
			if target.Kind == workspace.Absent && done.To == "" {
				v.removals = append(v.removals, removal{target.Name, i})
			}
			return
		}
		if !ex.runner.checkable(target.Name) {
			return
		}
		if content, err := tx.Read(target, maxChecked); err == nil { // else it is too large to be checked
			v.add(target.Name, i, content)
		}
	})
	return v, err
}

func (v *versions) add(name string, i int, content []byte) {
	f := v.files[name]
	if f == nil {
		f = &fileVersions{}
		v.files[name] = f
	}
	v.size += len(content)
	if v.size > maxKept {
		content, f.incomplete = nil, true
	}
	f.ops, f.texts = append(f.ops, i), append(f.texts, content)
}

// follow renames the versions of files that operation i moved. A copy begins without versions,
// with its source noted.
func (v *versions) follow(i int, m ops.Done) {
	if m.Copied {
		v.files[m.To] = &fileVersions{source: v.files[m.From]}
		return
	}
	v.removals = append(v.removals, removal{m.From, i})
	if f := v.files[m.From]; f != nil { // not a directory, so there is nothing below it
		delete(v.files, m.From)
		v.files[m.To] = f
		return
	}
	for name, f := range v.files {
		if rest, ok := within(name, m.From); ok {
			delete(v.files, name)
			v.files[m.To+rest] = f
		}
	}
}

// operationsOnOrAll returns the operations that changed a file. If none is known, it returns
// all that changed anything: on a case-insensitive file system the file may be recorded in
// another spelling.
func (v *versions) operationsOnOrAll(name string) []int {
	if indexes := v.operationsOn(name); len(indexes) > 0 {
		return indexes
	}
	return v.changed
}

// operationsOn returns the operations that changed a file, as far as its texts are recorded.
func (v *versions) operationsOn(name string) []int {
	if f := v.files[name]; f != nil {
		return f.ops
	}
	return nil
}

// lastRemoval returns the last operation that made room at a name and is not excluded. To make
// room is to delete or move what was at that name or above it. A later operation can then put
// another file there.
func (v *versions) lastRemoval(name string, excluded exclusions) (index int, ok bool) {
	for _, r := range slices.Backward(v.removals) {
		if _, ok := within(name, r.name); ok && excluded[r.index] == nil {
			return r.index, true
		}
	}
	return 0, false
}

// culprit is an operation that broke a file.
type culprit struct {
	index  int         // of the operation
	name   string      // of the file after the last operation
	broken checkedFile // the file as the operation left it
}

// findCulprit returns the operation that broke a file for good: the version before it is not
// broken, and it and all later ones that findCulprit checks are broken. If many operations changed a
// large file, it checks only some versions, so one in between may be valid. If the file was
// copied from another broken file, and was broken from the start, findCulprit returns the culprit
// of the source. known is false if not every version was kept, or there is none. It is also false
// if the check of one is inconclusive, or if this part of the search has parsed for longer than
// maxParseTime.
func (ex *execution) findCulprit(ctx context.Context, v *versions, name string, broken map[string]checkedFile) (c culprit, known bool) {
	f, last := v.files[name], broken[name]
	if f == nil || len(f.ops) == 0 || last.unconfirmed || f.incomplete {
		return culprit{}, false
	}
	end := len(f.ops) - 1
	good, bad := -1, end
	c = culprit{f.ops[end], name, last}
	// This is an exponential search back from the newest version, then a binary one. Invariant:
	// the version good is not broken, and the version bad is. Version -1 is the file before the
	// run; that of a copy is its source.
	for bad-good > 1 {
		i := (good + bad) / 2
		if good < 0 {
			// The step is 1 version, and 1 more for each linearBytes of the versions behind bad. Each
			// is taken to be as long as the last one.
			i = max(0, bad-1-(end-bad)*len(last.src)/linearBytes)
		}
		switch now := ex.contents.check(ctx, name, f.texts[i], true); {
		case now.inconclusive(last) || ex.contents.searchUsage.took > maxParseTime:
			return culprit{}, false
		case now.State == syntax.Broken:
			bad, c = i, culprit{f.ops[i], name, checkedFile{finding: now, src: f.texts[i]}}
		default:
			good = i
		}
	}
	if bad == 0 && f.source != nil {
		for _, other := range sortedNames(broken) {
			if other != name && v.files[other] == f.source {
				return ex.findCulprit(ctx, v, other, broken)
			}
		}
	}
	return c, true
}
