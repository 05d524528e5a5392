package ops

import (
	"context"
	"fmt"
	"strings"

	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// maxJudged is the largest file that is parsed, in bytes.
const maxJudged = 2 << 20

// maxRounds is how often a run is tried again without the operations that broke
// something. After that all that touched a broken file are left out together.
const maxRounds = 20

// settle runs the operations until every file that was valid before, or is new, is
// valid after the last one: an operation after which a file stayed broken is failed
// and the others are run again without it.
func (r *Runner) settle(ctx context.Context, list []Operation) (*workspace.Tx, []Result, error) {
	excluded := map[int]*Error{}
	for round := 0; ; round++ {
		tx, results, err := r.stage(ctx, list, excluded, nil)
		if err != nil {
			return tx, results, err
		}
		broken, old, err := r.broken(tx)
		if err != nil {
			return tx, results, asError(err)
		}
		if len(broken)+len(old) == 0 {
			return tx, results, nil
		}
		b, err := r.findCulprits(ctx, list, excluded)
		if err != nil {
			return tx, results, asError(err)
		}
		for name, v := range old {
			warn(results, b.touched[name], fmt.Sprintf("%s was broken before: %s at line %d", name, v.Msg, v.Line))
		}
		if r.KeepGoing {
			for name, v := range broken {
				warn(results, b.culprits(name, false), fmt.Sprintf("Syntax validation failed: %s at line %d of %s", v.Msg, v.Line, name))
			}
			return tx, results, nil
		}
		before := len(excluded)
		for name, v := range broken {
			for _, i := range b.culprits(name, round >= maxRounds) {
				excluded[i] = syntaxError(name, v)
			}
		}
		if len(excluded) == before {
			return tx, results, nil
		}
	}
}

func warn(results []Result, at []int, msg string) {
	for _, i := range at {
		results[i].Warnings = append(results[i].Warnings, msg)
	}
}

func syntaxError(name string, v syntax.Verdict) *Error {
	return &Error{
		Code: BadSyntax, Path: name,
		Msg:  fmt.Sprintf("Syntax validation failed: %s at line %d. Edit rolled back.", v.Msg, v.Line),
		Hint: "The line is counted in " + name + " as it would have been. Correct the text and send the operation again.",
	}
}

// broken names the changed files that do not parse in the end: those that did
// before or are new, and those that did not parse before either.
func (r *Runner) broken(tx *workspace.Tx) (now, before map[string]syntax.Verdict, err error) {
	changes, err := tx.Changes()
	if err != nil {
		return nil, nil, err
	}
	now, before = map[string]syntax.Verdict{}, map[string]syntax.Verdict{}
	for _, c := range changes {
		v := r.judge(c.Name, c.After)
		if v.State != syntax.Broken {
			continue
		}
		if c.HasBefore() && r.judge(c.Name, c.Before).State == syntax.Broken {
			before[c.Name] = v
			continue
		}
		now[c.Name] = v
	}
	return now, before, nil
}

// judge asks for the verdict on a content under a name.
func (r *Runner) judge(name string, content func(int64) ([]byte, error)) syntax.Verdict {
	if r.Syntax.Language(name, nil) == "" && strings.Contains(name[strings.LastIndexByte(name, '/')+1:], ".") {
		return syntax.Verdict{} // known by its ending not to be for us: not even read
	}
	src, err := content(maxJudged)
	if err != nil || src == nil {
		return syntax.Verdict{}
	}
	return r.Syntax.Check(name, src)
}

// blame is which operation did what to a file, by the name it has by then.
type blame struct {
	since   map[string]int   // the operation after which the file stayed broken
	touched map[string][]int // the operations that changed it
	changed []int            // the operations that changed anything
}

// culprits are the operations to take back for a broken file. Where a file system
// folds case, a file may be known by another spelling than the one it ends up with;
// then it could be any of them.
func (b *blame) culprits(name string, all bool) []int {
	if i, known := b.since[name]; known && !all {
		return []int{i}
	}
	if at := b.touched[name]; len(at) > 0 {
		return at
	}
	return b.changed
}

// findCulprits runs the operations once more and looks at what each of them changed.
func (r *Runner) findCulprits(ctx context.Context, list []Operation, excluded map[int]*Error) (*blame, error) {
	b := &blame{since: map[string]int{}, touched: map[string][]int{}}
	_, _, err := r.stage(ctx, list, excluded, func(i int, tx *workspace.Tx, done Done) error {
		b.changed = append(b.changed, i)
		if done.route != nil {
			b.follow(*done.route)
		}
		t, err := tx.Find(done.Path, workspace.ToRead)
		if err != nil || t.Kind != workspace.Regular {
			return nil //nolint:nilerr // deleted, a directory, a link that leads nowhere: nothing to parse
		}
		b.touched[t.Name] = append(b.touched[t.Name], i)
		v := r.judge(t.Name, func(limit int64) ([]byte, error) { return tx.Read(t, limit) })
		if v.State != syntax.Broken {
			delete(b.since, t.Name)
		} else if _, already := b.since[t.Name]; !already {
			b.since[t.Name] = i
		}
		return nil
	})
	return b, err
}

// follow lets what is known of files go with them to their new names. A copy of a
// broken file is no fault of the copy.
func (b *blame) follow(m route) {
	if m.copied {
		if i, broken := b.since[m.from]; broken {
			b.since[m.to] = i
		}
		return
	}
	for name, i := range b.since {
		if rest, ok := below(name, m.from); ok {
			delete(b.since, name)
			b.since[m.to+rest] = i
		}
	}
	for name, at := range b.touched {
		if rest, ok := below(name, m.from); ok {
			delete(b.touched, name)
			b.touched[m.to+rest] = at
		}
	}
}

// below reports whether name is dir or stands below it, and what follows it then.
func below(name, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}
