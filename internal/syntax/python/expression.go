package python

// beginsExpression reports whether an expression may begin with a token of kind k.
func beginsExpression(k kind) bool {
	switch k {
	case kName, kNumber, kString, kFStart, kNoneLit, kTrue, kFalse, kNot, kLambda, kAwait,
		kLParen, kLSquare, kLBrace, kMinus, kPlus, kTilde, kEllipsis:
		return true
	}
	return false
}

// expressions parses star_expressions.
func (p *parser) expressions() expr { return p.list(p.expression, p.noItem) }

// expressionsOrYield parses what may stand to the right of an equals sign.
func (p *parser) expressionsOrYield() expr {
	if p.kind == kYield {
		return p.yield()
	}
	return p.expressions()
}

// noItem reports whether the current token begins no item of a list.
func (p *parser) noItem() bool { return p.kind != kStar && !beginsExpression(p.kind) }

// list parses items (starred or not) separated by commas. A comma makes a tuple;
// after one, end says whether the list is over.
func (p *parser) list(item func() expr, end func() bool) expr {
	first := p.starred(item)
	if p.kind != kComma {
		return first
	}
	all := expr{form: fTuple, pos: first.pos}
	all.add(first)
	for p.accept(kComma) {
		if end() {
			break
		}
		all.add(p.starred(item))
	}
	return all
}

// starred parses an item with or without a star before it.
func (p *parser) starred(item func() expr) expr {
	if p.kind != kStar {
		return item()
	}
	e := expr{form: fStarred, pos: int32(p.advance())}
	e.assign = p.bitOr().notAssignable()
	return e
}

func (p *parser) yield() expr {
	e := expr{form: fYield, pos: int32(p.advance())}
	if p.accept(kFrom) {
		p.expression()
	} else if !p.noItem() {
		p.expressions()
	}
	return e
}

// named parses named_expression.
func (p *parser) named() expr {
	if e, ok := p.walrus(); ok {
		return e
	}
	e := p.expression()
	switch p.kind {
	case kWalrus:
		p.known(int(e.pos), "cannot use assignment expressions with %s", e.form)
	case kAssign:
		if p.extra {
			p.meantEqual(e)
		}
	}
	return e
}

// walrus parses an assignment expression, if there is one.
func (p *parser) walrus() (expr, bool) {
	if p.kind != kName || p.peek() != kWalrus {
		return expr{}, false
	}
	e := expr{form: fNamed, pos: int32(p.advance())}
	p.advance()
	p.expression()
	return e, true
}

// expression parses expression.
func (p *parser) expression() expr {
	start := p.i
	first := p.conditional(start)
	if p.extra {
		p.legacyStatement(start)
	}
	return first
}

// conditional parses a chain "a if b else c if d else e", which may end in a lambda.
func (p *parser) conditional(start int) expr {
	if p.kind == kLambda {
		return p.lambda(p.expression)
	}
	e := p.disjunction()
	first := e
	for {
		if p.extra {
			p.missingComma(start, e)
		}
		if !p.accept(kIf) {
			return first
		}
		first = expr{form: fConditional, pos: first.pos}
		p.condition(e)
		if !p.accept(kElse) {
			return first
		}
		start = p.i
		if p.kind == kLambda {
			p.lambda(p.expression)
			return first
		}
		e = p.disjunction()
	}
}

// condition parses the condition of the conditional expression whose value is e.
// In the second pass, one that breaks off counts up to there.
func (p *parser) condition(e expr) {
	m := p.mark()
	p.disjunction()
	if p.extra && p.fault != nil && p.fault.rank <= misplaced {
		broken := p.mark()
		p.reset(m)
		if !p.matches(func() { p.atom() }) {
			p.reset(broken)
		}
	}
	switch p.kind {
	case kElse:
	case kColon:
		p.unexpected()
	default:
		p.known(int(e.pos), "expected 'else' after 'if' expression")
	}
}

// maxLambdas bounds the only nesting that needs neither brackets nor indents.
// CPython's own stack overflows at half as many.
const maxLambdas = 6000

// lambda parses a lambda expression; its body and its defaults may hold others.
func (p *parser) lambda(body func() expr) expr {
	e := expr{form: fLambda, pos: int32(p.pos())}
	if p.depth++; p.depth > maxLambdas {
		p.fail(forced, p.pos(), "source too complex to parse")
	}
	p.advance()
	p.parameters(kColon)
	p.expect(kColon)
	if p.kind == kFMiddle {
		p.known(int(e.pos), "f-string: lambda expressions are not allowed without parentheses")
	}
	body()
	p.depth--
	return e
}

func (p *parser) disjunction() expr { return p.binary(precedence[kOr]) }

func (p *parser) bitOr() expr { return p.binary(precedence[kPipe]) }

// comparator accepts a comparison operator, of one or two tokens.
func (p *parser) comparator() bool {
	switch p.kind {
	case kIs:
		p.advance()
		p.accept(kNot)
		return true
	case kNot:
		if p.peek() != kIn {
			return false
		}
		p.advance()
	}
	p.advance()
	return true
}

// precedence of the binary operators. That of kNot is for "not in"; the negation "not"
// binds less, but more than "and".
var precedence = [kinds]uint8{
	kOr: 1, kAnd: 2, kCompare: 4, kIn: 4, kIs: 4, kNot: 4, kPipe: 5, kCaret: 6, kAmp: 7, kShift: 8, kPlus: 9, kMinus: 9,
	kStar: 10, kSlash: 10, kDoubleSlash: 10, kPercent: 10, kAt: 10,
}

const negation, comparison = 3, 4

// binary parses operands and operators of at least the given precedence.
func (p *parser) binary(least uint8) expr {
	e := expr{form: fLogic, pos: int32(p.pos())}
	if p.kind == kNot && least <= negation {
		for p.accept(kNot) {
		}
		p.binary(comparison)
	} else {
		e = p.factor()
	}
	for {
		own := precedence[p.kind]
		if own == 0 || own < least {
			return e
		}
		form := fOther
		switch {
		case own < negation:
			form = fLogic
			p.advance()
		case own > comparison:
			p.advance()
		case p.comparator():
			form = fComparison
		default:
			return e
		}
		p.binary(own + 1)
		e = expr{form: form, pos: e.pos}
	}
}

// factor parses signs, an operand, and powers of it.
func (p *parser) factor() expr {
	start, operators := int32(p.pos()), false
	for {
		for p.kind == kMinus || p.kind == kPlus || p.kind == kTilde {
			operators = true
			p.advance()
		}
		e := p.await()
		if p.kind == kDoubleStar {
			if !operators {
				start = e.pos
			}
			operators = true
			p.advance()
			continue
		}
		if operators {
			return expr{pos: start}
		}
		return e
	}
}

func (p *parser) await() expr {
	if p.kind != kAwait {
		return p.primary()
	}
	e := expr{form: fAwait, pos: int32(p.advance())}
	p.primary()
	return e
}

// primary parses an atom and what is applied to it.
func (p *parser) primary() expr {
	e := p.atom()
	for {
		switch p.kind {
		case kDot:
			p.advance()
			p.name()
			e = expr{form: fAttribute, pos: e.pos}
		case kLParen:
			p.advance()
			p.arguments(true)
			p.expect(kRParen)
			e = expr{form: fCall, pos: e.pos}
		case kLSquare:
			if p.extra && p.peek() == kRSquare {
				return e // CPython takes "[]" for a list after a missing comma
			}
			p.advance()
			p.slices()
			p.expect(kRSquare)
			e = expr{form: fSubscript, pos: e.pos}
		default:
			return e
		}
	}
}

func (p *parser) slices() {
	for {
		if p.accept(kStar) {
			p.bitOr()
		} else {
			p.slice()
		}
		if !p.accept(kComma) || p.kind == kRSquare {
			return
		}
	}
}

func (p *parser) slice() {
	if p.kind != kColon {
		p.named()
	}
	for n := 0; n < 2 && p.accept(kColon); n++ {
		if beginsExpression(p.kind) {
			p.expression()
		}
	}
}
