package python

import "fmt"

// parser checks tokens against the grammar by recursive descent, one token ahead.
//
// The first fault stays: after it the current token is of kind kNone, which no rule
// accepts and every loop ends at, so rules return without being told.
type parser struct {
	lexer
	toks   []token
	i      int // of the current token
	kind   kind
	fault  *fault
	depth  int  // of lambdas in lambdas
	extra  bool // the second pass: look for known mistakes
	budget int  // tokens that the second pass may still read
	key    int  // the token that begins the last key of a dict but the first

	scope   scope  // of the statement that is parsed
	outside *fault // the first statement that stands outside of what it needs
}

// scope is what a statement stands in, of what some need.
type scope struct{ function, loop bool }

// within parses a block in another scope.
func (p *parser) within(s scope, block func()) {
	outer := p.scope
	p.scope = s
	block()
	p.scope = outer
}

// needs faults the current statement if the scope lacks what it needs. CPython finds that after
// it has parsed the whole text.
func (p *parser) needs(there bool, msg string) {
	if !there && p.outside == nil {
		p.outside = &fault{pos: p.pos(), msg: msg}
	}
}

func newParser(src string) *parser {
	p := &parser{lexer: newLexer(src), toks: make([]token, 0, len(src)/5+8)}
	p.read()
	return p
}

// read makes token i current.
func (p *parser) read() {
	if p.i == len(p.toks) {
		p.toks = append(p.toks, p.lexer.next())
	}
	if p.kind = p.toks[p.i].kind; p.kind == kNone && p.fault == nil {
		p.fault = p.lexer.fault
	}
}

// advance reads the next token. It returns the offset of the one that was current.
func (p *parser) advance() int {
	pos := p.pos()
	if p.fault != nil || p.kind == kEOF {
		return pos
	}
	p.i++
	p.read()
	if p.extra {
		if p.budget--; p.budget < 0 {
			p.fail(plain, p.pos(), "invalid syntax")
		}
	}
	return pos
}

func (p *parser) accept(k kind) bool {
	if p.kind != k {
		return false
	}
	p.advance()
	return true
}

// expect accepts k or faults the current token.
func (p *parser) expect(k kind) {
	if !p.accept(k) {
		p.unexpected()
	}
}

// demand is expect where CPython names what it wants.
func (p *parser) demand(k kind, text string) {
	if !p.accept(k) {
		p.fail(forced, p.pos(), "expected '%s'", text)
	}
}

func (p *parser) cur() token { return p.toks[p.i] }
func (p *parser) pos() int   { return int(p.toks[p.i].pos) }

// peek is the kind of the token after the current one. The lexer's fault, if that
// is what follows, waits until the token is current.
func (p *parser) peek() kind {
	if p.fault != nil {
		return kNone
	}
	if p.kind == kEOF {
		return kEOF
	}
	if p.i+1 == len(p.toks) {
		p.toks = append(p.toks, p.lexer.next())
	}
	return p.toks[p.i+1].kind
}

// is reports whether the current token is the soft keyword s.
func (p *parser) is(s string) bool {
	return p.kind == kName && p.text(p.cur()) == s
}

func (p *parser) text(t token) string { return p.src[t.pos:t.end] }

func (p *parser) fail(r rank, pos int, format string, args ...any) {
	if p.fault != nil {
		return
	}
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	p.fault = &fault{pos: pos, rank: r, msg: msg}
	p.kind = kNone
}

// known faults a known mistake at pos.
func (p *parser) known(pos int, format string, args ...any) { p.fail(special, pos, format, args...) }

// unexpected faults the current token.
func (p *parser) unexpected() {
	switch p.kind {
	case kIndent:
		p.fail(misplaced, int(p.cur().end), "unexpected indent")
	case kDedent:
		p.fail(misplaced, p.pos(), "unexpected unindent")
	default:
		p.fail(plain, p.pos(), "invalid syntax")
	}
}

func (p *parser) name() { p.expect(kName) }

// mark is a place to return to.
type mark struct {
	i     int
	kind  kind
	fault *fault
	depth int
}

func (p *parser) mark() mark { return mark{p.i, p.kind, p.fault, p.depth} }

func (p *parser) reset(m mark) { p.i, p.kind, p.fault, p.depth = m.i, m.kind, m.fault, m.depth }

// try runs rule without the checks of the second pass. It reports whether the rule
// matched; if not, the parser is where it was. A fault of the lexer stays: no other
// rule could do without the token.
func (p *parser) try(rule func()) bool {
	if p.fault != nil {
		return false
	}
	m, extra := p.mark(), p.extra
	p.extra = false
	rule()
	p.extra = extra
	if p.extra {
		p.budget -= p.i - m.i
	}
	if p.fault == nil {
		return true
	}
	if p.fault.rank < lexical {
		p.reset(m)
	}
	return false
}

// matches is try, but the parser stays where it is if the rule matched, too.
func (p *parser) matches(rule func()) bool {
	m := p.mark()
	if !p.try(rule) {
		return false
	}
	p.reset(m)
	return true
}
