package python

func (p *parser) withStatement() {
	pos := p.advance()
	p.withItems()
	p.block("'with' statement", pos)
}

// withItems parses the items of a with statement and the colon. An opening
// parenthesis may belong to the list of items or to an expression, which only what
// follows the closing one tells.
func (p *parser) withItems() {
	if p.kind != kLParen {
		p.plainItems()
		return
	}
	m := p.mark()
	p.advance()
	p.items(kRParen, p.withItem)
	p.colon()
	if p.fault == nil {
		return
	}
	reached, f := p.i, p.fault
	p.reset(m)
	p.plainItems()
	if p.fault != nil && p.fault.rank <= misplaced && reached >= p.i {
		p.fault = f
	}
}

func (p *parser) plainItems() {
	p.several(p.withItem)
	p.colon()
}

func (p *parser) withItem() {
	p.expression()
	if !p.accept(kAs) {
		return
	}
	e := p.starred(p.expression)
	switch p.kind {
	case kComma, kRParen, kColon:
		p.assignable(e)
	}
}
