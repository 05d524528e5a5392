package python

// clauses of a try statement seen so far.
type handlers struct {
	plain, group bool
}

func (p *parser) tryStatement() {
	pos := p.advance()
	p.demand(kColon, ":")
	p.block("'try' statement", pos)
	var seen handlers
	for p.kind == kExcept {
		p.except(&seen)
	}
	if seen.plain || seen.group {
		p.elseBlock()
	} else if p.kind != kFinally {
		p.known(p.pos(), "expected 'except' or 'finally' block")
	}
	pos = p.pos()
	if p.accept(kFinally) {
		p.demand(kColon, ":")
		p.block("'finally' statement", pos)
	}
}

func (p *parser) except(seen *handlers) {
	pos, what := p.advance(), "'except' statement"
	group := p.accept(kStar)
	if group {
		what = "'except*' statement"
		if p.kind == kNewline || p.kind == kColon {
			p.known(p.pos(), "expected one or more exception types")
		}
	}
	if p.kind != kColon && p.kind != kNewline {
		p.caught()
	}
	p.colon()
	seen.group, seen.plain = seen.group || group, seen.plain || !group
	if seen.group && seen.plain {
		p.known(pos, "cannot have both 'except' and 'except*' on the same 'try'")
	}
	p.block(what, pos)
}

// caught parses the exception types of a handler and the name for the exception.
// Since Python 3.14 several types without a name need no parentheses.
func (p *parser) caught() {
	pos := p.pos()
	p.expression()
	several := p.kind == kComma
	for p.accept(kComma) && p.kind != kColon {
		p.expression()
	}
	if several && p.kind == kAs {
		p.known(pos, "multiple exception types must be parenthesized")
	}
	p.alias()
}
