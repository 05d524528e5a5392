package python

// signature is what the parameters read so far decide about the next.
type signature struct {
	end       kind // the token after the parameters: ")" or, of a lambda, ":"
	any       bool // a positional parameter was read
	defaulted bool // one with a default was read
	slash     bool
	star      bool
}

// parameters parses parameters up to end.
func (p *parser) parameters(end kind) {
	s := signature{end: end}
	for p.kind != end && p.fault == nil {
		switch p.kind {
		case kSlash:
			p.slash(&s)
		case kStar:
			p.starParameter(&s)
		case kDoubleStar:
			p.keywordParameter(&s)
			return
		case kLParen:
			p.parenthesizedParameters(&s)
		default:
			p.parameter(&s)
		}
		if !p.accept(kComma) {
			return
		}
	}
}

func (p *parser) slash(s *signature) {
	switch {
	case s.star:
		p.known(p.pos(), "/ must be ahead of *")
	case s.slash:
		p.known(p.pos(), "/ may appear only once")
	case !s.any && p.peek() == kComma:
		p.known(p.pos(), "at least one argument must precede /")
	case !s.any:
		p.unexpected()
	}
	s.slash = true
	p.advance()
	if p.kind == kStar {
		p.known(p.pos(), "expected comma between / and *")
	}
}

// starParameter parses a bare star or a parameter for the rest of the arguments.
func (p *parser) starParameter(s *signature) {
	pos := p.pos()
	if next := p.peek(); s.star && (next == kName || next == kComma) {
		p.known(pos, "* argument may appear only once")
	} else if s.star {
		p.unexpected()
	}
	s.star = true
	p.advance()
	switch {
	case p.kind == s.end, p.kind == kComma && (p.peek() == s.end || p.peek() == kDoubleStar):
		p.known(pos, "named arguments must follow bare *")
	case p.kind == kComma:
		return
	}
	p.name()
	if s.end == kRParen && p.accept(kColon) {
		p.starred(p.expression)
	}
	if p.kind == kAssign {
		p.known(p.pos(), "var-positional argument cannot have default value")
	}
}

// keywordParameter parses the last parameter.
func (p *parser) keywordParameter(s *signature) {
	p.advance()
	p.name()
	p.parameterType(s)
	if p.kind == kAssign {
		p.known(p.pos(), "var-keyword argument cannot have default value")
	}
	if !p.accept(kComma) {
		return
	}
	switch p.kind {
	case kName, kStar, kDoubleStar, kSlash:
		p.known(p.pos(), "arguments cannot follow var-keyword argument")
	}
}

func (p *parser) parameter(s *signature) {
	pos := p.pos()
	p.name()
	s.any = true
	p.parameterType(s)
	if p.kind == kAssign {
		p.defaultValue()
		s.defaulted = s.defaulted || !s.star
		return
	}
	if s.defaulted && !s.star && (p.kind == kComma || p.kind == s.end) {
		p.known(pos, "non-default argument follows default argument")
	}
}

func (p *parser) parameterType(s *signature) {
	if s.end == kRParen && p.accept(kColon) {
		p.expression()
	}
}

func (p *parser) defaultValue() {
	pos := p.advance()
	if p.kind == kComma || p.kind == kRParen {
		p.known(pos, "expected default value expression")
	}
	p.expression()
}

// parenthesizedParameters faults the tuple parameters of Python 2.
func (p *parser) parenthesizedParameters(s *signature) {
	inParens := func() {
		p.advance()
		p.name()
		for p.accept(kComma) && p.kind != kRParen {
			p.name()
		}
		p.expect(kRParen)
	}
	pos := p.pos()
	if s.defaulted || s.slash || s.star || !p.matches(inParens) {
		p.unexpected()
		return
	}
	what := "Function"
	if s.end == kColon {
		what = "Lambda expression"
	}
	p.known(pos, "%s parameters cannot be parenthesized", what)
}

// typeParameters parses the type parameters of Python 3.12, if there are any.
func (p *parser) typeParameters() {
	if !p.accept(kLSquare) {
		return
	}
	if p.kind == kRSquare {
		p.known(p.pos(), "Type parameter list cannot be empty")
	}
	p.items(kRSquare, p.typeParameter)
}

func (p *parser) typeParameter() {
	if !p.accept(kDoubleStar) {
		p.accept(kStar)
	}
	p.name()
	if p.accept(kColon) {
		p.expression()
	}
	if p.accept(kAssign) {
		p.starred(p.expression)
	}
}
