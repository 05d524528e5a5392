package python

func (p *parser) atom() expr {
	e := expr{pos: int32(p.pos())}
	switch p.kind {
	case kName:
		e.form = fName
	case kNumber:
		e.form = fLiteral
	case kNoneLit:
		e.form = fNone
	case kTrue:
		e.form = fTrue
	case kFalse:
		e.form = fFalse
	case kEllipsis:
		e.form = fEllipsis
	case kString, kFStart:
		return p.strings()
	case kLParen:
		return p.parens()
	case kLSquare:
		return p.squares()
	case kLBrace:
		return p.braces()
	default:
		p.unexpected()
		return e
	}
	p.advance()
	return e
}

// atFor reports whether a comprehension's first clause begins here.
func (p *parser) atFor() bool { return p.kind == kFor || p.kind == kAsync }

// clauses parses the for and if clauses of a comprehension.
func (p *parser) clauses() {
	for p.atFor() {
		p.accept(kAsync)
		p.expect(kFor)
		p.targets()
		p.disjunction()
		for p.accept(kIf) {
			p.filter()
		}
	}
}

// filter parses the condition of a comprehension. Python 3.8 let it be a lambda
// whose body is no conditional expression.
func (p *parser) filter() expr {
	if p.kind == kLambda {
		return p.lambda(p.filter)
	}
	return p.disjunction()
}

// parens parses a group, a tuple, or a generator expression.
func (p *parser) parens() expr {
	pos := int32(p.advance())
	switch p.kind {
	case kRParen:
		p.advance()
		return expr{form: fTuple, pos: pos, paren: true}
	case kYield:
		e := p.yield()
		p.expect(kRParen)
		e.paren = true
		return e
	case kDoubleStar:
		if p.matches(func() { p.advance(); p.expression(); p.expect(kRParen) }) {
			p.known(p.pos(), "cannot use double starred expression here")
		}
		p.unexpected()
		return expr{}
	}
	e := p.list(p.named, func() bool { return p.kind == kRParen })
	switch {
	case p.atFor():
		p.comprehension(e, true)
		e = expr{form: fGenerator, pos: pos}
	case e.form == fStarred && p.kind == kRParen:
		p.known(int(e.pos), "cannot use starred expression here")
	case e.form == fTuple && !e.paren:
		e.pos = pos
	}
	p.expect(kRParen)
	e.paren = true
	return e
}

// comprehension parses the clauses after the element e of a comprehension. CPython has
// another message for a tuple in brackets or braces.
func (p *parser) comprehension(e expr, parens bool) {
	if e.form == fStarred {
		p.known(int(e.pos), "iterable unpacking cannot be used in comprehension")
	}
	if e.form == fTuple && !e.paren {
		if !parens && p.matches(p.clauses) {
			p.known(int(e.pos), "did you forget parentheses around the comprehension target?")
		}
		p.unexpected()
	}
	p.clauses()
}

// squares parses a list or a list comprehension.
func (p *parser) squares() expr {
	all := expr{form: fList, pos: int32(p.advance())}
	if p.accept(kRSquare) {
		return all
	}
	e := p.list(p.named, func() bool { return p.kind == kRSquare || p.atFor() })
	if p.atFor() {
		p.comprehension(e, false)
		all.form = fListComp
	} else if e.form == fTuple && !e.paren {
		all.assign, all.remove = e.assign, e.remove
	} else {
		all.add(e)
	}
	p.expect(kRSquare)
	return all
}

// braces parses a dict, a set, or a comprehension of one.
func (p *parser) braces() expr {
	all := expr{form: fDict, pos: int32(p.advance())}
	switch p.kind {
	case kRBrace:
		p.advance()
		return all
	case kDoubleStar:
		p.pair()
		p.pairs()
		return all
	}
	e := p.starred(p.named)
	if p.kind == kColon && e.form != fStarred && (e.form != fNamed || e.paren) {
		p.value()
		if p.atFor() {
			all.form = fDictComp
			p.clauses()
			p.expect(kRBrace)
		} else {
			p.pairs()
		}
		return all
	}
	all.form = p.setRest(e)
	p.expect(kRBrace)
	return all
}

// setRest parses a set after its first element, or the clauses of a comprehension.
func (p *parser) setRest(e expr) form {
	for p.accept(kComma) {
		if p.kind == kRBrace {
			return fSet
		}
		if p.atFor() {
			e = expr{form: fTuple, pos: e.pos}
			break
		}
		next := p.starred(p.named)
		e = expr{form: fTuple, pos: e.pos}
		e.add(next)
	}
	if !p.atFor() {
		return fSet
	}
	p.comprehension(e, false)
	return fSetComp
}

// pairs parses the rest of a dict after its first pair.
func (p *parser) pairs() {
	for p.accept(kComma) && p.kind != kRBrace {
		p.pair()
	}
	p.expect(kRBrace)
}

// pair parses a key and a value, or an unpacked mapping.
func (p *parser) pair() {
	pos := p.pos()
	if p.accept(kDoubleStar) {
		p.bitOr()
		if p.atFor() {
			p.known(pos, "dict unpacking cannot be used in dict comprehension")
		}
		return
	}
	p.key = p.i
	e := p.expression()
	if p.kind != kColon {
		p.known(int(e.pos), "':' expected after dictionary key")
		return
	}
	p.value()
}

// value parses the value of a dict after the colon.
func (p *parser) value() {
	pos := p.pos()
	p.expect(kColon)
	switch p.kind {
	case kStar:
		p.known(p.pos(), "cannot use a starred expression in a dictionary value")
	case kRBrace, kComma:
		p.known(pos, "expression expected after dictionary key and ':'")
	}
	p.expression()
}

// strings parses string literals in a row.
func (p *parser) strings() expr {
	e := expr{form: fLiteral, pos: int32(p.pos())}
	var bytes, text bool
	first := p.i
	for p.kind == kString || p.kind == kFStart {
		if p.kind == kFStart {
			e.form = fFString
			text = true
			p.fstring()
			continue
		}
		if p.cur().facts&isBytes != 0 {
			bytes = true
		} else {
			text = true
		}
		p.advance()
	}
	p.checkStrings(first)
	if bytes && text {
		p.fail(forced, p.pos(), "cannot mix bytes and nonbytes literals")
	}
	return e
}

// checkStrings checks what the strings from token first up to the current hold.
func (p *parser) checkStrings(first int) {
	for _, t := range p.toks[first:p.i] {
		if t.kind != kString || t.facts&(hasEscape|hasNonASCII) == 0 {
			continue
		}
		if t.facts&(isBytes|hasNonASCII) == isBytes|hasNonASCII {
			p.fail(forced, int(t.pos), "bytes can only contain ASCII literal characters")
		}
		if t.facts&hasEscape != 0 && t.facts&isRaw == 0 {
			if msg := badEscape(p.literal(t), t.facts&isBytes != 0); msg != "" {
				p.fail(forced, p.lastPos(), "%s", msg)
			}
		}
	}
}

// lastPos is where the last token begins that was read, which may be after the
// current one. CPython reports a fault there that it finds after a rule.
func (p *parser) lastPos() int {
	n := len(p.toks) - 1
	if p.toks[n].kind == kNone {
		n--
	}
	return int(p.toks[max(n, 0)].pos)
}
