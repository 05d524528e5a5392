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

// revision is a file after one operation. Only those are judged that the search for a
// culprit comes by; what is judged at once is not kept.
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
}

// maxKept is how many bytes of versions are kept; what is over is judged at once.
const maxKept = 128 << 20

// maxDense is how many bytes of versions are judged one by one from the end on in search
// of a culprit. Before that, the steps grow.
const maxDense = 128 << 10

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
				t.left = append(t.left, departure{target.Name, i})
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
	t.left = append(t.left, departure{m.from, i})
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

// vacated is the operation that made room for the file at a name.
func (t *trace) vacated(name string) (op int, ok bool) {
	for i := len(t.left) - 1; i >= 0; i-- {
		if _, ok := below(name, t.left[i].name); ok {
			return t.left[i].op, true
		}
	}
	return 0, false
}

// blame is an operation after which a file is broken, and how.
type blame struct {
	op    int
	name  string // that the file has in the end
	fault fault
}

// culprit is the operation after which a file stayed broken: the first of the broken
// versions at its end. A copy is not to blame for what its source had and still has.
// It is not known where whoever called the file broken says nothing of an earlier
// version, or only too late.
//
// In a large file that many operations changed, only some versions are judged. Then it is
// one after which a file that was right is broken.
func (t *trace) culprit(name string, broken map[string]fault) (b blame, known bool) {
	l, f := t.files[name], broken[name]
	if l == nil || len(l.versions) == 0 || f.unsure {
		return blame{}, false
	}
	last := len(l.versions) - 1
	right, wrong := -1, last
	for wrong-right > 1 {
		i := (right + wrong) / 2
		if right < 0 {
			i = max(0, wrong-1-(last-wrong)*len(f.src)/maxDense)
		}
		said := t.judge(&l.versions[i], name)
		switch {
		case said.silent(f) || t.late():
			return blame{}, false
		case said.verdict().State == syntax.Broken:
			wrong = i
		default:
			right = i
		}
	}
	if wrong == 0 && l.source != nil {
		for _, other := range sortedNames(broken) {
			if other != name && t.files[other] == l.source {
				return t.culprit(other, broken)
			}
		}
	}
	v := l.versions[wrong]
	if wrong < last {
		f = fault{Verdict: v.said.verdict(), src: v.content}
	}
	return blame{v.op, name, f}, true
}

func (t *trace) judge(v *revision, name string) opinion {
	if !v.judged {
		v.judged, v.said = true, t.ask(name, v.content)
	}
	return v.said
}

// below reports whether name is dir or stands below it, and what follows it then.
func below(name, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}
