package python

// form is what an expression is, as far as targets and messages need to know.
type form uint8

const (
	fOther form = iota // operators
	fName
	fAttribute
	fSubscript
	fTuple
	fList
	fStarred
	fLiteral
	fNone
	fTrue
	fFalse
	fEllipsis
	fFString
	fCall
	fAwait
	fYield
	fLambda
	fConditional
	fComparison
	fNamed
	fDict
	fSet
	fGenerator
	fListComp
	fSetComp
	fDictComp
	fLogic // and, or, not
)

// String is CPython's word for an expression of the form.
func (f form) String() string {
	return [...]string{
		"expression", "name", "attribute", "subscript", "tuple", "list", "starred", "literal", "None", "True",
		"False", "ellipsis", "f-string expression", "function call", "await expression", "yield expression",
		"lambda", "conditional expression", "comparison", "named expression", "dict literal", "set display",
		"generator expression", "list comprehension", "set comprehension", "dict comprehension", "expression",
	}[f]
}

// expr is a parsed expression.
type expr struct {
	form   form
	paren  bool  // in parentheses
	pos    int32 // of its first byte, inside parentheses
	assign culprit
	remove culprit
}

// culprit is the first part of a tuple, list, or starred expression that cannot be
// assigned to (or deleted).
type culprit struct {
	found bool
	form  form
	pos   int32
}

// notAssignable returns what in e cannot be assigned to.
func (e expr) notAssignable() culprit {
	switch e.form {
	case fName, fAttribute, fSubscript:
		return culprit{}
	case fTuple, fList, fStarred:
		return e.assign
	}
	return culprit{true, e.form, e.pos}
}

// notRemovable returns what in e cannot be deleted.
func (e expr) notRemovable() culprit {
	if e.form == fTuple || e.form == fList {
		return e.remove
	}
	if e.form == fStarred {
		return culprit{true, e.form, e.pos}
	}
	return e.notAssignable()
}

// add makes x an element of e.
func (e *expr) add(x expr) {
	if !e.assign.found {
		e.assign = x.notAssignable()
	}
	if !e.remove.found {
		e.remove = x.notRemovable()
	}
}

// assignable faults what in e cannot be assigned to.
func (p *parser) assignable(e expr) {
	if c := e.notAssignable(); c.found {
		p.known(int(c.pos), "cannot assign to %s", c.form)
	}
}

// targets parses the targets of a for loop or of a comprehension, up to the "in".
func (p *parser) targets() {
	m := p.mark()
	e := p.list(p.bitOr, func() bool { return p.kind == kIn })
	if c := e.notAssignable(); c.found && c.form != fComparison {
		p.known(int(c.pos), "cannot assign to %s", c.form)
	}
	if p.extra && p.kind != kIn && p.fault == nil {
		p.mistakenTargets(m)
	}
	p.expect(kIn)
}

// mistakenTargets looks for a known mistake in targets, from m on, as if they were
// expressions.
func (p *parser) mistakenTargets(m mark) {
	end := p.mark()
	p.reset(m)
	p.expressions()
	if p.fault == nil || p.fault.rank <= misplaced {
		p.reset(end)
	}
}
