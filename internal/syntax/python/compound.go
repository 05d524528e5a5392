package python

// colon parses the colon before a block.
func (p *parser) colon() {
	if p.kind == kNewline {
		p.known(p.pos(), "expected ':'")
	}
	p.expect(kColon)
}

// block parses what follows the colon of a compound statement, which is named for
// the fault and begins at pos.
func (p *parser) block(what string, pos int) {
	if p.kind != kNewline {
		p.simpleLine()
		return
	}
	p.indented(what, pos, p.statement)
}

// indented parses the lines of a block, which stand below the statement that opens it.
func (p *parser) indented(what string, pos int, line func()) {
	p.expect(kNewline)
	if p.kind != kIndent && p.fault == nil {
		p.known(p.pos(), "expected an indented block after %s on line %d", what, lineAt(p.src, pos))
	}
	p.accept(kIndent)
	for p.kind != kDedent && p.fault == nil {
		line()
	}
	p.accept(kDedent)
}

func (p *parser) ifStatement() {
	for what := "'if' statement"; ; what = "'elif' statement" {
		pos := p.advance()
		p.named()
		p.colon()
		p.block(what, pos)
		if p.kind != kElif {
			break
		}
	}
	p.elseBlock()
}

func (p *parser) elseBlock() {
	pos := p.pos()
	if p.accept(kElse) {
		p.demand(kColon, ":")
		p.block("'else' statement", pos)
	}
}

func (p *parser) forStatement() {
	pos := p.advance()
	p.targets()
	p.expressions()
	p.colon()
	p.loop("'for' statement", pos)
	p.elseBlock()
}

// loop parses the block of a loop.
func (p *parser) loop(what string, pos int) {
	p.within(scope{p.scope.function, true}, func() { p.block(what, pos) })
}

func (p *parser) whileStatement() {
	pos := p.advance()
	p.named()
	p.colon()
	p.loop("'while' statement", pos)
	p.elseBlock()
}

func (p *parser) async() {
	p.advance()
	switch p.kind {
	case kDef:
		p.function()
	case kFor:
		p.forStatement()
	case kWith:
		p.withStatement()
	default:
		p.unexpected()
	}
}

func (p *parser) decorated() {
	for p.accept(kAt) {
		p.named()
		p.expect(kNewline)
	}
	switch {
	case p.kind == kDef:
		p.function()
	case p.kind == kClass:
		p.class()
	case p.kind == kAsync && p.peek() == kDef:
		p.advance()
		p.function()
	default:
		p.unexpected()
	}
}

func (p *parser) function() {
	pos := p.advance()
	p.name()
	p.typeParameters()
	p.demand(kLParen, "(")
	p.parameters(kRParen)
	p.expect(kRParen)
	if p.kind == kArrow && beginsExpression(p.peek()) {
		p.advance()
		p.expression()
	}
	p.demand(kColon, ":")
	p.within(scope{function: true}, func() { p.block("function definition", pos) })
}

func (p *parser) class() {
	pos := p.advance()
	p.name()
	p.typeParameters()
	if p.accept(kLParen) {
		p.arguments(false)
		p.expect(kRParen)
	}
	p.colon()
	p.within(scope{}, func() { p.block("class definition", pos) })
}
