package ops

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"fileops/internal/syntax"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// maxJudged is the largest file that is parsed, in bytes.
const maxJudged = 2 << 20

// maxRounds is how often a run is tried again without the operations that broke
// something, and maxParsed how many bytes are parsed to find those. After that all
// that touched a broken file are left out together.
const (
	maxRounds = 20
	maxParsed = 32 << 20
)

// settle runs the operations until every file that was valid before, or is new, is
// valid after the last one: an operation after which a file stayed broken is failed
// and the others are run again without it, as they are without those of a call that
// asked for several operations of which one failed.
func (r *Runner) settle(ctx context.Context, list []Operation) (*workspace.Tx, []Result, error) {
	excluded := map[int]*Error{}
	parsed := 0
	for round := 0; ; round++ {
		tx, results, err := r.stage(ctx, list, excluded, nil)
		if err != nil {
			return tx, results, err
		}
		if excludeCalls(excluded, results, round >= maxRounds) {
			continue
		}
		broken, old, err := r.broken(ctx, tx)
		if err != nil || len(broken)+len(old) == 0 {
			return tx, results, err
		}
		t, err := r.replay(ctx, list, excluded)
		if err != nil {
			return tx, results, err
		}
		for _, name := range sortedNames(old) {
			warn(results, t.touched(name), fmt.Sprintf("%s was broken before: %s", name, old[name].words()))
		}
		if r.KeepGoing {
			for _, name := range sortedNames(broken) {
				warn(results, t.culprit(name, broken), fmt.Sprintf("Syntax validation failed: %s of %s", broken[name].words(), name))
			}
			return tx, results, nil
		}
		more := t.exclude(excluded, list, broken, round >= maxRounds || parsed > maxParsed)
		if parsed += t.parsed; !more {
			return tx, results, nil
		}
	}
}

// exclude takes back the culprits of the broken files; all that touched one, if all is
// set. It reports whether there was any.
//
// Operations that go by line numbers and come after a culprit on the same file are
// taken back with it: their numbers were right in the text that it left.
func (t *trace) exclude(excluded map[int]*Error, list []Operation, broken map[string]fault, all bool) bool {
	before := len(excluded)
	for _, name := range sortedNames(broken) {
		culprits := t.culprit(name, broken)
		for j, i := range culprits {
			if excluded[i] != nil {
				continue
			}
			if excluded[i] = broken[name].err(name, list[i].ID); j > 0 {
				excluded[i] = takenBack(name)
			}
		}
		for _, i := range t.touched(name) {
			if excluded[i] != nil {
				continue
			}
			if all {
				excluded[i] = takenBack(name)
			} else if byLines(list[i].Action) && i > slices.Min(culprits) {
				excluded[i] = &Error{
					Code: BadRange, Path: name, Msg: "Not applied: the line numbers of " + name + " are not what they were, since an operation before this one was rolled back",
					Hint: "Read " + name + " again and send it with the line numbers as they are.",
				}
			}
		}
	}
	return len(excluded) > before
}

func takenBack(name string) *Error {
	return &Error{
		Code: BadSyntax, Path: name, Msg: "Taken back with another operation, after which " + name + " would not parse",
		Hint: "Send it again when that one is correct.",
	}
}

// byLines reports whether an operation finds its place by line numbers.
func byLines(a Action) bool {
	switch a.(type) {
	case InsertAt, ReplaceLines:
		return true
	}
	return false
}

func sortedNames(m map[string]fault) []string { return slices.Sorted(maps.Keys(m)) }

func warn(results []Result, at []int, msg string) {
	for _, i := range at {
		results[i].Warnings = append(results[i].Warnings, msg)
	}
}

// fault is what is wrong with a file in the end.
type fault struct {
	syntax.Verdict
	src []byte // the file
}

// words are the parser's, with the line if it named one.
func (f fault) words() string {
	if f.Line == 0 {
		return f.Msg
	}
	return fmt.Sprintf("%s at line %d", f.Msg, f.Line)
}

// err is the error of the operation after which the file stayed broken.
func (f fault) err(name, id string) *Error {
	e := &Error{
		Code: BadSyntax, Path: name,
		Msg:  fmt.Sprintf("Syntax validation failed: %s. Edit rolled back.", f.words()),
		Hint: "Correct the text and send the operation again.",
	}
	if f.Line == 0 {
		return e
	}
	place := fmt.Sprintf("line %d", f.Line)
	if f.Column > 0 {
		place += fmt.Sprintf(", column %d", f.Column)
	}
	line := min(f.Line, text.Count(f.src))
	e.Msg += fmt.Sprintf("\n%s would have been broken by %s, around %s:\n%s", name, id, place,
		strings.TrimSuffix(text.Excerpt(f.src, []text.Span{text.Lines(f.src, line, line)}), "\n"))
	return e
}

// broken names the changed files that do not parse in the end: those that did
// before or are new, and those that did not parse before either. A file that could not
// be judged before is not held against a run: nobody knows that it was valid.
func (r *Runner) broken(ctx context.Context, tx *workspace.Tx) (now, before map[string]fault, err error) {
	changes, err := tx.Changes()
	if err != nil {
		return nil, nil, err
	}
	doubts := map[string][]string{}
	defer func() { r.unjudged = unjudged(doubts) }()
	now, before = map[string]fault{}, map[string]fault{}
	for _, c := range changes {
		f := r.judge(ctx, c.Name, c.After)
		if f.Trouble != "" {
			doubts[f.Trouble] = append(doubts[f.Trouble], c.Name)
		}
		if f.State != syntax.Broken {
			continue
		}
		was := c.Name
		if c.From != "" {
			was = c.From
		}
		old := fault{Verdict: syntax.Verdict{State: syntax.Valid}}
		if c.HasBefore() {
			old = r.judge(ctx, was, c.Before)
		}
		switch {
		case old.State == syntax.Broken:
			before[c.Name] = f
		case old.State == syntax.Valid || old.Language == "":
			now[c.Name] = f
		}
	}
	return now, before, ctx.Err()
}

// unjudged says each reason why files were not checked once.
func unjudged(doubts map[string][]string) []string {
	var warnings []string
	for _, why := range slices.Sorted(maps.Keys(doubts)) {
		names := doubts[why]
		shown := strings.Join(names[:min(len(names), 3)], ", ")
		if len(names) > 3 {
			shown += fmt.Sprintf(" and %d more", len(names)-3)
		}
		warnings = append(warnings, shown+": syntax not checked: "+why)
	}
	return warnings
}

// judge asks for the verdict on a content under a name.
func (r *Runner) judge(ctx context.Context, name string, content func(int64) ([]byte, error)) fault {
	if !r.judged(name) {
		return fault{}
	}
	src, err := content(maxJudged)
	if err != nil || src == nil {
		return fault{}
	}
	return fault{r.verdict(ctx, name, src), src}
}

// verdict is what the parser says of a file, or else the user's own checkers.
func (r *Runner) verdict(ctx context.Context, name string, src []byte) syntax.Verdict {
	v := r.Syntax.Check(name, src)
	if v.State == syntax.Broken || !r.Validators.Matches(name) {
		return v
	}
	own := r.Validators.Check(ctx, name, src)
	if own.State == syntax.NotJudged && v.State == syntax.Valid {
		own.State = syntax.Valid
	}
	if own.Trouble == "" {
		own.Trouble = v.Trouble
	}
	return own
}

// judged reports whether a file could be judged: not if its ending says that it is in
// no language of ours; then it is not even read.
func (r *Runner) judged(name string) bool {
	return r.Validators.Matches(name) || r.Syntax.Language(name, nil) != "" || !strings.Contains(path.Base(name), ".")
}
