package python

// The checks of the second pass that try a rule of CPython's grammar whose name
// begins with "invalid_". Mistakes that are plain from the current token are found
// in both passes, where the rule is parsed.

// missingComma faults two expressions in a row inside brackets. The expression e,
// a disjunction, has just been parsed from token start.
func (p *parser) missingComma(start int, e expr) {
	// CPython sees a missing colon first.
	if p.key == start && start > 0 {
		return
	}
	if !beginsExpression(p.kind) || p.isPrintOrExec(start, e) || p.softStart(start) {
		return
	}
	inBrackets := false
	if p.operandFollows(func() { inBrackets = p.toks[p.i-1].level > 0 }) && inBrackets {
		p.known(int(e.pos), "invalid syntax. Perhaps you forgot a comma?")
	}
}

// operandFollows reports whether an expression, or one that breaks off after its
// first atom, follows, and runs then at its end.
func (p *parser) operandFollows(then func()) bool {
	whole := func() {
		if p.kind == kLambda {
			p.lambda(p.expression)
		} else {
			p.disjunction()
		}
		then()
	}
	return p.matches(whole) || p.matches(func() { p.atom(); then() })
}

// softStart reports whether the expression from token start is a name before a
// string (a bad prefix) or a soft keyword.
func (p *parser) softStart(start int) bool {
	if p.toks[start].kind != kName {
		return false
	}
	if k := p.toks[start+1].kind; k == kString || k == kFStart {
		return true
	}
	switch p.text(p.toks[start]) {
	case "_", "case", "match":
		return true
	}
	return false
}

func (p *parser) isPrintOrExec(start int, e expr) bool {
	if e.form != fName {
		return false
	}
	s := p.text(p.toks[start])
	return s == "print" || s == "exec"
}

// legacyStatement faults a print or exec statement of Python 2. An expression has
// just been parsed from token start.
func (p *parser) legacyStatement(start int) {
	if p.fault != nil || p.toks[start].kind != kName || p.toks[start+1].kind == kLParen {
		return
	}
	s := p.text(p.toks[start])
	if s != "print" && s != "exec" {
		return
	}
	m := p.mark()
	p.i = start + 1
	p.read()
	ok := p.matches(func() { p.expressions() })
	if p.fault == nil {
		p.reset(m)
	}
	if ok {
		p.known(int(p.toks[start].pos), "Missing parentheses in call to '%s'. Did you mean %s(...)?", s, s)
	}
}

// meantEqual faults an equals sign after e where a named expression stands.
func (p *parser) meantEqual(e expr) {
	switch e.form {
	case fTuple, fList, fGenerator, fTrue, fNone, fFalse, fComparison, fLogic, fConditional, fLambda, fNamed:
		if !e.paren || e.form <= fList || e.form == fGenerator {
			return
		}
	}
	followed := p.matches(func() {
		p.advance()
		p.bitOr()
		if p.kind == kAssign || p.kind == kWalrus {
			p.unexpected()
		}
	})
	switch {
	case !followed:
	case e.form == fName && !e.paren:
		p.known(int(e.pos), "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
	default:
		p.known(int(e.pos), "cannot assign to %s here. Maybe you meant '==' instead of '='?", e.form)
	}
}
