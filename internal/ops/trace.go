package ops

import (
	"context"
	"strings"

	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// trace is what each operation made of the files that can be judged, by the names
// that they have by then.
type trace struct {
	files   map[string]*lineage
	changed []int          // the operations that changed anything
	deleted map[string]int // the operation that deleted the file of that name
	room    int            // bytes of versions that may still be kept
	broken  func(name string, content []byte) bool
}

// lineage is the versions of one file.
type lineage struct {
	versions []revision
	source   *lineage // what its first version is a copy of
	after    []int    // the operation that deleted another file to make room for it
}

// revision is a file after one operation. Its content is kept until it is judged,
// which only those are that the search for a culprit comes by.
type revision struct {
	op      int
	content []byte
	judged  bool
	broken  bool
}

// maxKept is how many bytes of versions are kept; what is over is judged at once.
const maxKept = 128 << 20

// trace runs the operations that are not excluded once more and notes what each of
// them changed.
func (s *settling) trace(ctx context.Context, excluded map[int]*Error) (*trace, error) {
	t := &trace{files: map[string]*lineage{}, deleted: map[string]int{}, room: maxKept}
	t.broken = func(name string, content []byte) bool {
		return s.ask(ctx, name, content).verdict().State == syntax.Broken
	}
	after := func(i int, tx *workspace.Tx, done Done) error {
		t.changed = append(t.changed, i)
		if done.route != nil {
			t.follow(*done.route)
		}
		target, err := tx.Find(done.Path, workspace.ToRead)
		if err != nil {
			return nil //nolint:nilerr // a link that leads nowhere: nothing to parse
		}
		if target.Kind != workspace.Regular {
			delete(t.files, target.Name) // whatever comes there later is another file
			if target.Kind == workspace.Absent {
				t.deleted[target.Name] = i
			}
			return nil
		}
		if !s.judged(target.Name) {
			return nil
		}
		content, err := tx.Read(target, maxJudged)
		if err != nil {
			return nil //nolint:nilerr // too large to be judged
		}
		t.add(target.Name, i, content)
		return nil
	}
	_, _, err := s.stage(ctx, s.list, steps{excluded: excluded, before: s.number, after: after})
	return t, err
}

// add notes the content of a file after operation i.
func (t *trace) add(name string, i int, content []byte) {
	l := t.files[name]
	if l == nil {
		l = &lineage{}
		t.files[name] = l
		if at, ok := t.deleted[name]; ok {
			l.after = []int{at}
		}
	}
	v := revision{op: i, content: content}
	if t.room -= len(content); t.room < 0 {
		v = revision{op: i, judged: true, broken: t.broken(name, content)}
	}
	l.versions = append(l.versions, v)
}

// follow lets what is known of files go with them to their new names.
func (t *trace) follow(m route) {
	if m.copied {
		t.files[m.to] = &lineage{source: t.files[m.from]}
		return
	}
	moved := map[string]*lineage{}
	for name, l := range t.files {
		if rest, ok := below(name, m.from); ok {
			delete(t.files, name)
			moved[m.to+rest] = l
		}
	}
	for name, l := range moved {
		t.files[name] = l
	}
}

// touched are the operations that changed a file. Where a file system folds case, it
// may be known by another spelling than the one it ends up with; then it could be any.
func (t *trace) touched(name string) []int {
	l := t.files[name]
	if l == nil {
		return t.changed
	}
	at := make([]int, len(l.versions))
	for i, v := range l.versions {
		at[i] = v.op
	}
	return at
}

// culprit is the operation after which a file stayed broken: the first of the broken
// versions at its end. A copy is not to blame for what its source had and still has.
// Where the file took the place of one that was deleted, that is taken back as well:
// the name keeps its old text.
func (t *trace) culprit(name string, broken map[string]fault) []int {
	l := t.files[name]
	if l == nil || len(l.versions) == 0 {
		return t.touched(name)
	}
	i := len(l.versions) - 1
	for i > 0 && t.isBroken(l, i-1, name) {
		i--
	}
	if i == 0 && l.source != nil {
		for other := range broken {
			if t.files[other] == l.source {
				return t.culprit(other, broken)
			}
		}
	}
	if i == 0 {
		return append([]int{l.versions[0].op}, l.after...)
	}
	return []int{l.versions[i].op}
}

func (t *trace) isBroken(l *lineage, i int, name string) bool {
	v := &l.versions[i]
	if !v.judged {
		v.judged, v.broken, v.content = true, t.broken(name, v.content), nil
	}
	return v.broken
}

// below reports whether name is dir or stands below it, and what follows it then.
func below(name, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}
