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
	changed []int // the operations that changed anything
	left    []departure
	room    int // bytes of versions that may still be kept
	ask     func(name string, content []byte) opinion
	late    func() bool // there is no time to ask more
}

// lineage is the versions of one file.
type lineage struct {
	versions []revision
	source   *lineage // what its first version is a copy of
}

// revision is a file after one operation. Its content is kept until it is judged,
// which only those are that the search for a culprit comes by.
type revision struct {
	op      int
	content []byte
	judged  bool
	said    opinion
}

// departure is an operation that deleted what stood at a name, or moved it away.
type departure struct {
	name string
	op   int
	own  bool // it stood there before the run
}

// maxKept is how many bytes of versions are kept; what is over is judged at once.
const maxKept = 128 << 20

// trace runs the operations that are not excluded once more and notes what each of
// them changed.
func (s *settling) trace(ctx context.Context, excluded map[int]*Error) (*trace, error) {
	t := &trace{files: map[string]*lineage{}, room: maxKept}
	t.ask = func(name string, content []byte) opinion { return s.ask(ctx, name, content) }
	t.late = func() bool { return s.parsing > maxParsing }
	after := func(i int, tx *workspace.Tx, done Done) error {
		t.changed = append(t.changed, i)
		if done.route != nil {
			t.follow(i, *done.route)
		}
		target, err := tx.Find(done.Path, workspace.ToRead)
		if err != nil {
			return nil //nolint:nilerr // a link that leads nowhere: nothing to parse
		}
		if target.Kind != workspace.Regular {
			delete(t.files, target.Name) // whatever comes there later is another file
			if target.Kind == workspace.Absent {
				t.left = append(t.left, departure{target.Name, i, done.origin == target.Name})
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
	}
	v := revision{op: i, content: content}
	if t.room -= len(content); t.room < 0 {
		v = revision{op: i, judged: true, said: t.ask(name, content)}
	}
	l.versions = append(l.versions, v)
}

// follow lets what is known of files go with them to their new names.
func (t *trace) follow(i int, m route) {
	if m.copied {
		t.files[m.to] = &lineage{source: t.files[m.from]}
		return
	}
	t.left = append(t.left, departure{m.from, i, m.own})
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
	if l == nil || len(l.versions) == 0 {
		return t.changed
	}
	at := make([]int, len(l.versions))
	for i, v := range l.versions {
		at[i] = v.op
	}
	return at
}

// vacated is the operation that made room for the file at a name, if what it took from
// there stood there before the run.
func (t *trace) vacated(name string) (op int, ok bool) {
	for i := len(t.left) - 1; i >= 0; i-- {
		if _, ok := below(name, t.left[i].name); ok {
			return t.left[i].op, t.left[i].own
		}
	}
	return 0, false
}

// culprit is the operation after which a file stayed broken: the first of the broken
// versions at its end. A copy is not to blame for what its source had and still has.
// Where that cannot be told, since whoever called the file broken says nothing of an
// earlier version, or only too late, it is all that touched it, and known is false.
func (t *trace) culprit(name string, broken map[string]fault) (at []int, known bool) {
	l, f := t.files[name], broken[name]
	if l == nil || len(l.versions) == 0 || f.unsure {
		return t.touched(name), false
	}
	i := len(l.versions) - 1
	for ; i > 0; i-- {
		said := t.judge(&l.versions[i-1], name)
		if said.silent(f) || t.late() {
			return t.touched(name), false
		}
		if said.verdict().State != syntax.Broken {
			break
		}
	}
	if i == 0 && l.source != nil {
		for _, other := range sortedNames(broken) {
			if other != name && t.files[other] == l.source {
				return t.culprit(other, broken)
			}
		}
	}
	return []int{l.versions[i].op}, true
}

func (t *trace) judge(v *revision, name string) opinion {
	if !v.judged {
		v.judged, v.said, v.content = true, t.ask(name, v.content), nil
	}
	return v.said
}

// below reports whether name is dir or stands below it, and what follows it then.
func below(name, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}
