package python

// expressionStatement parses an expression, or an assignment of any kind.
func (p *parser) expressionStatement() {
	e := p.firstOperand()
	switch p.kind {
	case kColon:
		p.annotation(e)
	case kAssign:
		p.assignment(e)
	case kAugAssign:
		p.augmented(e)
	}
}

func (p *parser) firstOperand() expr {
	if p.kind == kYield {
		return p.yield()
	}
	if !p.extra {
		return p.expressions()
	}
	// Only before the first equals sign, CPython takes a wrong target for a comparison.
	return p.list(func() expr {
		e := p.expression()
		if p.kind == kAssign && e.notAssignable().found {
			p.meantEqual(e)
		}
		return e
	}, p.noItem)
}

// assignment parses the rest of an assignment whose first target is e.
func (p *parser) assignment(e expr) {
	for p.kind == kAssign {
		if e.form == fYield && !e.paren {
			p.known(int(e.pos), "assignment to yield expression not possible")
		}
		p.assignable(e)
		p.advance()
		e = p.expressionsOrYield()
	}
}

// augmented parses the rest of an augmented assignment to e.
func (p *parser) augmented(e expr) {
	switch e.form {
	case fName, fAttribute, fSubscript:
		p.advance()
		p.expressionsOrYield()
		return
	}
	if (e.form != fYield || e.paren) && p.matches(func() { p.advance(); p.expressionsOrYield() }) {
		p.known(int(e.pos), "'%s' is an illegal expression for augmented assignment", e.form)
	}
	p.unexpected()
}

// annotation parses the rest of an annotated assignment to e.
func (p *parser) annotation(e expr) {
	switch e.form {
	case fName, fAttribute, fSubscript:
		p.advance()
		p.expression()
		if p.accept(kAssign) {
			p.expressionsOrYield()
		}
		return
	}
	if e.form != fStarred && (e.form != fYield || e.paren) && p.matches(func() { p.advance(); p.expression() }) {
		switch e.form {
		case fTuple, fList:
			p.known(int(e.pos), "only single target (not %s) can be annotated", e.form)
		default:
			p.known(int(e.pos), "illegal target for annotation")
		}
	}
	p.unexpected()
}
