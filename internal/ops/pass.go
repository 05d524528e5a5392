package ops

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text/anchor"
	"fileops/internal/workspace"
)

// Pass runs the operations of a response on one transaction, in their order. The result of one
// may depend on the others: earlier ones explain a failure, later ones show that an edit was
// made already, and all answers together have a limit.
type Pass struct {
	tx      *workspace.Tx
	policy  Policy
	list    []Operation
	results []Result // of the operations before next
	left    *allowance
	explain explainer
	names   map[string]string // see cleanPath
}

// NewPass returns a pass over a list of operations that has run none of them.
func NewPass(tx *workspace.Tx, p Policy, list []Operation) *Pass {
	left := &allowance{places: maxPlaces, answered: maxAnswered, diffed: maxDiffed, diagnosed: maxDiagnosed, traced: maxTraced, compiled: maxCompiled}
	pass := &Pass{tx: tx, policy: p, list: list, results: make([]Result, 0, len(list)), left: left, names: map[string]string{}}
	if slices.ContainsFunc(list, func(op Operation) bool { return byAnchor(op.Action) }) {
		pass.policy.histories = lineHistories{}
	}
	pass.explain = explainer{Pass: pass, room: maxExplained, files: map[string]other{}, past: newPast()}
	return pass
}

// Results returns the results of the operations so far.
func (p *Pass) Results() []Result { return p.results }

// Exclude fails the next operation without running it.
func (p *Pass) Exclude(err *Error) {
	p.results = append(p.results, Result{Operation: p.list[len(p.results)], Err: err})
}

// Run runs the next operation and returns its result, which lasts until the next call. If
// unseen is set, nobody is shown the result. Then a read only notes that the content is known,
// and a grep or glob does nothing.
func (p *Pass) Run(ctx context.Context, unseen bool) *Result {
	i := len(p.results)
	op := p.list[i]
	p.results = append(p.results, Result{Operation: op})
	res := &p.results[i]
	policy := p.policy
	policy.paths = policy.pathStyle(op)
	policy.left, policy.unseen = p.left, unseen
	policy.later = later{list: p.list[i+1:], cleanPath: p.cleanPath}
	policy.style, policy.converted = op.style(), op.Converted
	err := p.left.mayAsk(op.Action)
	if err == nil {
		res.Done, err = op.Action.run(ctx, p.tx, policy)
		p.left.answered -= len(res.Content) + len(res.Diff) + len(res.Excerpt)
	}
	if err != nil {
		res.Done, res.Err = Done{}, AsError(err)
		p.explain.complete(i, res.Err)
		advise(res.Err, op, policy.style)
	}
	res.Anchors = err == nil && showsAnchors(op.Action)
	if res.Changed {
		p.explain.changed()
	}
	return res
}

// cleanPath returns the path of an operation as results have it: Target.Written, which is
// relative to the root.
func (p *Pass) cleanPath(path string) string {
	name, known := p.names[path]
	if !known {
		name = path
		if t, err := p.tx.Find(path, workspace.ToRead, workspace.RelativeOrAbsolute); err == nil {
			name = t.Written
		}
		p.names[path] = name
	}
	return name
}

// ByLineNumber returns the file in which the next operation finds its place by line
// numbers, and what the file holds. ok is false if it does not go by line numbers, there
// is no such file, or it cannot be read.
func (p *Pass) ByLineNumber() (path string, content []byte, ok bool) {
	op := p.list[len(p.results)]
	switch a := op.Action.(type) { // an anchor is followed
	case insertAtLine:
		path = byNumberAlone(a.Path, a.Line)
	case replaceLines:
		path = byNumberAlone(a.Path, a.First)
	case fileEdit:
		path = byNumberAlone(a.Path, a.Line)
	case anchorEdit:
		for _, e := range a.Edits {
			path = cmp.Or(path, byNumberAlone(a.Path, e.pos))
		}
	}
	if path == "" {
		return "", nil, false
	}
	target, err := p.tx.Find(path, workspace.ToEdit, p.policy.pathStyle(op))
	if err != nil || target.Kind != workspace.Regular {
		return path, nil, false
	}
	content, err = p.tx.Read(target, p.policy.MaxEdit)
	return path, content, err == nil
}

// byNumberAlone returns the path if a line of it is named by its number alone; else "".
func byNumberAlone(path string, at anchor.Anchor) string {
	if at.Hash != "" || at.Line == 0 {
		return ""
	}
	return path
}

// pathStyle is how the paths of an operation are written.
func (p Policy) pathStyle(op Operation) workspace.PathStyle {
	switch {
	case op.Call.Name == "" || p.PathStyle == "relative":
		return workspace.Relative
	case p.PathStyle == "absolute":
		return workspace.Absolute
	}
	return workspace.RelativeOrAbsolute
}

// advise adds to an error of package workspace what to send first.
func advise(e *Error, op Operation, s wording.Style) {
	var first string
	switch e.Code {
	case workspace.NotRead:
		first = "Read it first: " + s.OperationOn("read", "file", e.Path)
		if byAnchor(op.Action) {
			first = "Read it first, with anchors: " + s.ReadWithAnchors(e.Path)
		}
	case workspace.NoParent:
		first = "Make it first: " + s.OperationOn("mkdir", "path", path.Dir(e.Path))
	default:
		return
	}
	e.Hint = strings.TrimSuffix(first+"\n"+e.Hint, "\n")
}
