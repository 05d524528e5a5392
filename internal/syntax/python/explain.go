package python

// explain runs the second pass over a text in which the first pass found f, and
// returns what to say of it.
func (p *parser) explain(f fault) fault {
	p.reset(mark{})
	p.extra, p.budget = true, 8*len(p.src)+10_000
	p.read()
	p.file()
	if p.fault == nil || p.fault.rank <= misplaced {
		return f
	}
	return *p.fault
}

// lexRest reads the tokens after a fault to the end of the text. As in CPython, a
// text that makes no tokens is the better explanation: a missing quote or bracket
// confuses the grammar before it runs into the end. So is a bracket that was opened
// on an earlier line and never closed.
func (p *parser) lexRest(f fault) fault {
	line := lineAt(p.src, p.lastPos())
	for {
		t := p.lexer.next()
		if t.kind == kEOF {
			return f
		}
		if t.kind == kNone {
			break
		}
	}
	if p.lexer.fault.rank == lexical {
		return *p.lexer.fault
	}
	if n := len(p.brackets); n > 0 && line > lineAt(p.src, p.brackets[n-1].pos) {
		b := p.brackets[n-1]
		return fault{pos: b.pos, rank: lexical, msg: "'" + string(b.char) + "' was never closed"}
	}
	return f
}
