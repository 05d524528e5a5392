package python

// matchStatement parses a match statement, if "match" begins one here.
func (p *parser) matchStatement() bool {
	switch next := p.peek(); next {
	case kLParen, kLSquare, kMinus, kPlus, kStar, kNot: // or an operand named match
		if !p.matches(func() { p.subject(); p.expect(kColon); p.expect(kNewline) }) {
			return false
		}
	default:
		if !beginsExpression(next) {
			return false
		}
	}
	pos := p.pos()
	p.subject()
	p.colon()
	p.indented("'match' statement", pos, p.caseBlock)
	return true
}

func (p *parser) subject() {
	p.advance()
	if e := p.list(p.named, func() bool { return p.kind == kColon }); e.form == fStarred { // "*x" needs a comma
		p.unexpected()
	}
}

func (p *parser) caseBlock() {
	if !p.is("case") {
		p.unexpected()
		return
	}
	pos := p.advance()
	p.openPattern()
	if p.accept(kIf) {
		p.named()
	}
	p.colon()
	p.block("'case' statement", pos)
}

// openPattern parses a pattern, or several with commas between and no brackets.
func (p *parser) openPattern() {
	star := p.kind == kStar
	p.maybeStarPattern()
	if p.kind != kComma && star {
		p.unexpected()
	}
	for p.accept(kComma) && p.kind != kColon && p.kind != kIf {
		p.maybeStarPattern()
	}
}

func (p *parser) maybeStarPattern() {
	if p.accept(kStar) {
		p.name()
		return
	}
	p.pattern()
}

func (p *parser) pattern() {
	p.closedPattern()
	for p.accept(kPipe) {
		p.closedPattern()
	}
	if !p.accept(kAs) {
		return
	}
	switch {
	case p.is("_"):
		p.known(p.pos(), "cannot use '_' as a target")
	case p.kind != kName && p.matches(func() { p.expression() }):
		p.known(p.pos(), "invalid pattern target")
	}
	p.name()
}

func (p *parser) closedPattern() {
	switch p.kind {
	case kNumber, kMinus:
		p.numberPattern()
	case kString, kFStart:
		p.strings()
	case kNoneLit, kTrue, kFalse:
		p.advance()
	case kName:
		p.dottedName()
		if p.kind == kLParen {
			p.classPattern()
		}
	case kLParen:
		p.parenPattern()
	case kLSquare:
		p.advance()
		p.items(kRSquare, p.maybeStarPattern)
	case kLBrace:
		p.mappingPattern()
	default:
		p.unexpected()
	}
}

// numberPattern parses a number, which may be negative or complex.
func (p *parser) numberPattern() {
	p.accept(kMinus)
	p.expect(kNumber)
	if p.kind != kPlus && p.kind != kMinus {
		return
	}
	p.advance()
	t := p.cur()
	p.expect(kNumber)
	if p.fault == nil && p.src[t.end-1]|0x20 != 'j' {
		p.fail(forced, int(t.pos), "imaginary number required in complex literal")
	}
}

func (p *parser) parenPattern() {
	p.advance()
	star := p.kind == kStar
	first := p.i
	p.items(kRParen, p.maybeStarPattern)
	if star && p.fault == nil && p.i == first+3 { // "(*name)" is no sequence
		p.fail(plain, int(p.toks[p.i-1].pos), "invalid syntax")
	}
}

// items parses items separated by commas, and the token that ends them.
func (p *parser) items(end kind, item func()) {
	for p.kind != end && p.fault == nil {
		item()
		if !p.accept(kComma) {
			break
		}
	}
	p.expect(end)
}

func (p *parser) classPattern() {
	p.advance()
	keyword := false
	p.items(kRParen, func() {
		pos := p.pos()
		if p.kind == kName && p.peek() == kAssign {
			p.advance()
			p.advance()
			keyword = true
			p.pattern()
		} else if p.pattern(); keyword {
			p.known(pos, "positional patterns follow keyword patterns")
		}
	})
}

func (p *parser) mappingPattern() {
	p.advance()
	rest := false
	p.items(kRBrace, func() {
		if rest { // nothing may follow it
			p.unexpected()
		}
		if rest = p.accept(kDoubleStar); rest {
			p.name()
			return
		}
		p.patternKey()
		p.expect(kColon)
		p.pattern()
	})
}

// patternKey parses a literal or a dotted name.
func (p *parser) patternKey() {
	switch p.kind {
	case kLParen, kLSquare, kLBrace:
		p.unexpected()
	case kName:
		p.name()
		if p.kind != kDot {
			p.unexpected()
			return
		}
		p.advance()
		p.dottedName()
	default:
		p.closedPattern()
	}
}
