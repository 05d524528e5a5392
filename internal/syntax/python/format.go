package python

// fstring parses an f-string or a t-string. The words are those of Python 3.13.
func (p *parser) fstring() {
	p.advance()
	p.formatted()
	p.expect(kFEnd)
}

// formatted parses text and fields.
func (p *parser) formatted() {
	for {
		switch p.kind {
		case kFMiddle:
			p.checkMiddle(p.cur())
			p.advance()
		case kLBrace:
			p.field()
		default:
			return
		}
	}
}

func (p *parser) checkMiddle(t token) {
	if t.facts&hasEscape == 0 || t.facts&isRaw != 0 {
		return
	}
	if msg := badEscape(p.text(t), false); msg != "" {
		p.fail(forced, int(t.pos), "%s", msg)
	}
}

// field parses a replacement field.
func (p *parser) field() {
	p.advance()
	switch p.kind {
	case kAssign, kExclaim, kColon, kRBrace:
		p.known(p.pos(), "f-string: valid expression required before '%s'", p.text(p.cur()))
	}
	wants := "'=', or '!', or ':', or '}'"
	p.fieldExpression(wants)
	if p.accept(kAssign) {
		wants = "'!', or ':', or '}'"
	}
	if p.accept(kExclaim) {
		p.conversion()
		wants = "':' or '}'"
	}
	if p.accept(kColon) {
		p.formatted()
		wants = "'}', or format specs"
	}
	if !p.accept(kRBrace) {
		p.known(p.pos(), "f-string: expecting %s", wants)
	}
}

// fieldExpression parses the expression of a field. In the second pass, one that
// breaks off counts up to there.
func (p *parser) fieldExpression(wants string) {
	m := p.mark()
	p.expressionsOrYield()
	if !p.extra || p.fault == nil || p.fault.rank > misplaced {
		return
	}
	pos := p.fault.pos
	p.reset(m)
	if p.matches(func() { p.atom() }) {
		p.known(pos, "f-string: expecting %s", wants)
	}
	p.known(p.pos(), "f-string: expecting a valid expression after '{'")
}

// conversion parses what follows the exclamation mark.
func (p *parser) conversion() {
	if p.kind != kName {
		if p.kind == kColon || p.kind == kRBrace {
			p.known(p.pos(), "f-string: missing conversion character")
		}
		p.known(p.pos(), "f-string: invalid conversion character")
		return
	}
	if s := p.text(p.cur()); s != "r" && s != "s" && s != "a" {
		p.known(p.pos(), "f-string: invalid conversion character '%s': expected 's', 'r', or 'a'", s)
	}
	p.advance()
}
