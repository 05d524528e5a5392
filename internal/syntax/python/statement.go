package python

// file parses a whole text.
func (p *parser) file() {
	for p.kind != kEOF && p.fault == nil {
		p.statement()
	}
}

func (p *parser) statement() {
	switch p.kind {
	case kName:
		if !p.is("match") || !p.matchStatement() {
			p.simpleLine()
		}
	case kIf:
		p.ifStatement()
	case kFor:
		p.forStatement()
	case kWhile:
		p.whileStatement()
	case kTry:
		p.tryStatement()
	case kWith:
		p.withStatement()
	case kDef:
		p.function()
	case kClass:
		p.class()
	case kAt:
		p.decorated()
	case kAsync:
		p.async()
	default:
		p.simpleLine()
	}
}

// simpleLine parses simple statements up to the end of the line.
func (p *parser) simpleLine() {
	p.simple()
	for p.accept(kSemi) && p.kind != kNewline {
		p.simple()
	}
	p.expect(kNewline)
}

func (p *parser) simple() {
	switch p.kind {
	case kPass:
		p.advance()
	case kBreak:
		p.needs(p.scope.loop, "'break' outside loop")
		p.advance()
	case kContinue:
		p.needs(p.scope.loop, "'continue' not properly in loop")
		p.advance()
	case kReturn:
		p.needs(p.scope.function, "'return' outside function")
		p.advance()
		if !p.noItem() {
			p.expressions()
		}
	case kRaise:
		p.advance()
		if beginsExpression(p.kind) {
			p.expression()
			if p.accept(kFrom) {
				p.expression()
			}
		}
	case kGlobal, kNonlocal:
		p.advance()
		p.several(p.name)
	case kAssert:
		p.advance()
		p.expression()
		if p.accept(kComma) {
			p.expression()
		}
	case kDel:
		p.advance()
		if c := p.expressions().notRemovable(); c.found {
			p.known(int(c.pos), "cannot delete %s", c.form)
		}
	case kImport:
		p.advance()
		p.several(func() {
			p.dottedName()
			p.alias()
		})
	case kFrom:
		p.importFrom()
	default:
		if p.is("type") && p.peek() == kName {
			p.typeAlias()
			return
		}
		p.expressionStatement()
	}
}

// several parses one or more items separated by commas.
func (p *parser) several(item func()) {
	item()
	for p.accept(kComma) {
		item()
	}
}

func (p *parser) typeAlias() {
	p.advance()
	p.name()
	p.typeParameters()
	p.expect(kAssign)
	p.expression()
}

func (p *parser) dottedName() {
	p.name()
	for p.accept(kDot) {
		p.name()
	}
}

func (p *parser) alias() {
	if p.accept(kAs) {
		p.name()
	}
}

func (p *parser) importFrom() {
	p.advance()
	relative := false
	for p.accept(kDot) || p.accept(kEllipsis) {
		relative = true
	}
	if !relative || p.kind == kName {
		p.dottedName()
	}
	p.expect(kImport)
	if p.accept(kStar) {
		return
	}
	parens := p.accept(kLParen)
	p.importedNames(parens)
	if parens {
		p.expect(kRParen)
	}
}

func (p *parser) importedNames(parens bool) {
	for {
		p.name()
		p.alias()
		if !p.accept(kComma) || parens && p.kind == kRParen {
			return
		}
		if p.kind == kNewline && !parens {
			p.known(p.pos(), "trailing comma not allowed without surrounding parentheses")
		}
	}
}
