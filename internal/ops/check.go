package ops

import (
	"cmp"
	"context"
	"crypto/sha256"
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

// fault is what is wrong with a file in the end.
type fault struct {
	syntax.Verdict
	src    []byte // the file
	own    bool   // the user's own checkers say so, not the parser
	unsure bool   // it was broken before operations were left out, and now nobody says
	was    *fault // what was wrong with it before the run
}

// words are the parser's, with the line if it named one.
func (f fault) words() string {
	if f.Line == 0 {
		return f.Msg
	}
	return fmt.Sprintf("%s at line %d", f.Msg, f.Line)
}

// err is the error of the operation after which the file stayed broken.
func (f fault) err(name string, op Operation) *Error {
	e := &Error{
		Code: BadSyntax, Path: name,
		Msg:  fmt.Sprintf("Syntax validation failed: %s. Edit rolled back.", f.words()),
		Hint: "Correct the text and send the operation again.",
	}
	if from := takes(op.Action); from != "" {
		e.Hint = "It has no text of its own: correct " + from + " before it, or choose a name that is not checked as " + f.Language + "."
	}
	if f.Line == 0 || f.src == nil {
		return e
	}
	place := fmt.Sprintf("line %d", f.Line)
	if f.Column > 0 {
		place += fmt.Sprintf(", column %d", f.Column)
	}
	line := min(f.Line, text.Count(f.src))
	e.Msg += fmt.Sprintf("\n%s would have been broken by %s, around %s:\n%s", name, op.ID, place,
		strings.TrimSuffix(text.Excerpt(f.src, []text.Span{text.Lines(f.src, line, line)}), "\n"))
	return e
}

// judgeAll finds the changed files that do not parse in the end.
func (s *settling) judgeAll(ctx context.Context, o *outcome) error {
	changes, err := o.tx.Changes()
	if err != nil {
		return err
	}
	o.broken, o.old = map[string]fault{}, map[string]fault{}
	doubts := map[string][]string{}
	for _, c := range changes {
		if !s.judged(c.Name) {
			continue
		}
		src, err := c.After(maxJudged)
		if err != nil || src == nil {
			continue
		}
		said := s.ask(ctx, c.Name, src)
		if p := said.parser; p.State == syntax.NotJudged && p.Language != "" && p.Trouble == "" {
			said = s.askOfChange(ctx, c, src)
		}
		v := said.verdict()
		for _, why := range said.doubts() {
			doubts[why] = append(doubts[why], c.Name)
		}
		f := fault{Verdict: v, src: src, own: said.parser.State != syntax.Broken}
		if v.State != syntax.Broken {
			if was, ok := s.blamed(c); ok && said.silent(was) {
				was.unsure = true
				o.broken[c.Name] = was
			}
			continue
		}
		was := s.before(ctx, c)
		switch was.State {
		case syntax.Valid:
			o.broken[c.Name] = f
			s.faults[c.Name], s.faults[cmp.Or(c.Origin(), c.Name)] = f, f
		case syntax.Broken:
			f.was = &was
			o.old[c.Name] = f
		case syntax.NotJudged: // nobody knows that it was valid
		}
	}
	o.unjudged = unjudged(doubts)
	return ctx.Err()
}

// blamed is what was wrong with a file in another attempt, under any of its names.
func (s *settling) blamed(c workspace.Change) (fault, bool) {
	f, ok := s.faults[c.Name]
	if !ok {
		f, ok = s.faults[c.Origin()]
	}
	return f, ok
}

// before is what was known of a file before the run. One that is new, or was in no
// language, counts as valid.
func (s *settling) before(ctx context.Context, c workspace.Change) fault {
	valid := fault{Verdict: syntax.Verdict{State: syntax.Valid}}
	name := c.Origin()
	if name == "" || !s.judged(name) {
		return valid
	}
	src, err := c.Before(maxJudged)
	if err != nil {
		return fault{}
	}
	if src == nil {
		return valid // a link or directory
	}
	v := s.ask(ctx, name, src).verdict()
	if v.Language == "" {
		return valid
	}
	return fault{Verdict: v, src: src}
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
		warnings = append(warnings, shown+": "+why)
	}
	return warnings
}

// question is a content under a name.
type question struct {
	name    string
	content [sha256.Size]byte
}

// opinion is what the parser and the user's own checkers say of a content.
type opinion struct {
	parser syntax.Verdict
	own    []syntax.Verdict // until one says no
}

// verdict is what they say together: one that says no is believed.
func (p opinion) verdict() syntax.Verdict {
	all := p.parser
	for _, v := range p.own {
		if all.State == syntax.Broken {
			break
		}
		if v.State != syntax.Broken {
			v.State, v.Trouble = max(v.State, all.State), cmp.Or(v.Trouble, all.Trouble)
		}
		all = v
	}
	return all
}

// silent reports whether whoever found the fault in a file has no answer on this
// content: then it may have the same.
func (p opinion) silent(f fault) bool {
	if p.verdict().State == syntax.Broken {
		return false
	}
	if !f.own {
		return p.parser.Trouble != ""
	}
	return slices.ContainsFunc(p.own, func(v syntax.Verdict) bool { return v.Language == f.Language && v.Trouble != "" })
}

// doubts says why the content was not checked, or not by all.
func (p opinion) doubts() []string {
	what := "syntax not checked: "
	if p.verdict().State != syntax.NotJudged {
		what = "syntax not fully checked: "
	}
	var why []string
	for _, v := range append(slices.Clip(p.own), p.parser) {
		if v.Trouble != "" && !slices.Contains(why, what+v.Trouble) {
			why = append(why, what+v.Trouble)
		}
	}
	return why
}

// ask has a content judged, once in a run.
func (s *settling) ask(ctx context.Context, name string, src []byte) opinion {
	q := question{name, sha256.Sum256(src)}
	if said, known := s.answers[q]; known {
		return said
	}
	said := opinion{parser: s.parse(name, src)}
	if said.parser.State != syntax.Broken {
		said.own = s.Validators.Check(ctx, name, src)
	}
	if ctx.Err() == nil {
		s.answers[q] = said
	}
	return said
}

// parse asks the built-in parser, if there is time for it. A file that was found broken in
// this run is always parsed: the search for what broke it has bounds of its own, and when
// it ends without an answer, the file stays as it was.
func (s *settling) parse(name string, src []byte) syntax.Verdict {
	_, broken := s.faults[name]
	if language := s.Syntax.Language(name, src); language != "" && !broken && s.checks.tooSlow() {
		return syntax.Verdict{Language: language, Trouble: "the checks of this run took too long together"}
	}
	began := s.Now()
	v := s.Syntax.CheckChange(name, s.olds[name], src)
	took := s.Now().Sub(began)
	s.checks.bytes, s.checks.took = s.checks.bytes+len(src), s.checks.took+took
	s.parsed, s.parsing = s.parsed+len(src), s.parsing+took
	return v
}

// askOfChange asks again about what may be a template: the text that the file had before
// the run may show that it is none.
func (s *settling) askOfChange(ctx context.Context, c workspace.Change, src []byte) opinion {
	if old, err := c.Before(maxJudged); err == nil && old != nil {
		s.olds[c.Name] = old
		delete(s.answers, question{c.Name, sha256.Sum256(src)})
	}
	return s.ask(ctx, c.Name, src)
}

// judged reports whether a file could be judged: not if its ending says that it is in
// no language of ours; then it is not even read.
func (r *Runner) judged(name string) bool {
	return r.Validators.Matches(name) || r.Syntax.Language(name, nil) != "" || !strings.Contains(path.Base(name), ".")
}
