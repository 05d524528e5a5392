package python

// call is what the arguments read so far decide about the next.
type call struct {
	generator bool // a bare generator expression may stand here
	count     int
	keyword   bool // a keyword argument was read
	unpacked  bool // "**" was read
	misplaced bool // a positional argument came after one of these
}

// arguments parses the arguments of a call, or of a class definition, up to the
// closing parenthesis.
func (p *parser) arguments(isCall bool) {
	c := call{generator: isCall}
	for p.kind != kRParen && p.fault == nil {
		switch p.kind {
		case kDoubleStar:
			p.advance()
			p.expression()
			c.unpacked = true
		case kStar:
			if c.unpacked {
				p.known(p.pos(), "iterable argument unpacking follows keyword argument unpacking")
			}
			p.advance()
			p.expression()
		default:
			p.argument(&c)
		}
		c.count++
		if !p.accept(kComma) {
			break
		}
	}
	switch {
	case c.misplaced && c.unpacked:
		p.known(p.pos(), "positional argument follows keyword argument unpacking")
	case c.misplaced:
		p.known(p.pos(), "positional argument follows keyword argument")
	}
}

// argument parses an argument without stars.
func (p *parser) argument(c *call) {
	switch p.kind {
	case kName:
		if p.peek() == kAssign {
			p.keywordArgument()
			c.keyword = true
			return
		}
	case kNoneLit, kTrue, kFalse:
		if p.peek() == kAssign {
			p.known(p.pos(), "cannot assign to %s", p.text(p.cur()))
		}
	}
	e, ok := p.walrus()
	if !ok {
		e = p.expression()
	}
	switch {
	case p.kind == kAssign:
		p.known(int(e.pos), "expression cannot contain assignment, perhaps you meant \"==\"?")
	case p.atFor():
		p.generatorArgument(c, e)
	}
	c.misplaced = c.misplaced || c.keyword || c.unpacked
}

func (p *parser) keywordArgument() {
	pos := p.advance()
	p.advance()
	p.expression()
	if p.atFor() {
		p.known(pos, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
	}
}

// generatorArgument parses the clauses after an argument e. Without parentheses of
// its own, a generator expression must be the only argument.
func (p *parser) generatorArgument(c *call, e expr) {
	if !c.generator {
		p.unexpected()
	}
	p.clauses()
	if c.count > 0 || p.kind == kComma {
		p.known(int(e.pos), "Generator expression must be parenthesized")
	}
}
