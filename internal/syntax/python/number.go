package python

import "strings"

// number reads a numeric literal. Underscores may stand between digits.
func (l *lexer) number() token {
	if l.src[l.pos] == '0' {
		switch l.at(l.pos+1) | 0x20 {
		case 'x':
			return l.based("hexadecimal", isHexDigit)
		case 'o':
			return l.based("octal", func(c byte) bool { return '0' <= c && c <= '7' })
		case 'b':
			return l.based("binary", func(c byte) bool { return c == '0' || c == '1' })
		}
	}
	return l.decimal()
}

func isHexDigit(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// based reads a literal that begins with 0x, 0o, or 0b.
func (l *lexer) based(name string, digit func(byte) bool) token {
	end, ok := l.digits(l.pos+2, digit)
	if ok && end > l.pos+2 && !isDigit(l.at(end)) {
		return l.endNumber(end, name)
	}
	if c := l.at(end); isDigit(c) {
		return l.fail(end, lexical, "invalid digit '%c' in %s literal", c, name)
	}
	return l.fail(end-1, lexical, "invalid %s literal", name)
}

// digits returns the end of a run of digits from i, and whether no underscore was out of
// place.
func (l *lexer) digits(i int, digit func(byte) bool) (end int, ok bool) {
	for {
		for digit(l.at(i)) {
			i++
		}
		if l.at(i) != '_' {
			return i, true
		}
		if i++; !digit(l.at(i)) {
			return i, false
		}
	}
}

// decimal reads an integer, a float, or an imaginary number.
func (l *lexer) decimal() token {
	i, ok := l.digits(l.pos, isDigit)
	whole := l.src[l.pos:i]
	isInt := true
	if ok && l.at(i) == '.' {
		isInt = false
		if i++; isDigit(l.at(i)) {
			i, ok = l.digits(i, isDigit)
		}
	}
	if ok && l.at(i)|0x20 == 'e' {
		from := i + 1
		signed := l.at(from) == '+' || l.at(from) == '-'
		if signed {
			from++
		}
		if isDigit(l.at(from)) {
			isInt = false
			i, ok = l.digits(from, isDigit)
		} else if signed {
			i, ok = from, false
		} // else the letter may begin a keyword: "1else"
	}
	switch {
	case !ok:
		return l.fail(i-1, lexical, "invalid decimal literal")
	case l.at(i)|0x20 == 'j':
		return l.endNumber(i+1, "imaginary")
	case isInt && whole[0] == '0' && strings.Trim(whole, "0_") != "":
		return l.fail(l.pos, lexical, "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers")
	}
	return l.endNumber(i, "decimal")
}

// endNumber refuses a letter right after a number, unless it begins a keyword that
// may follow one.
func (l *lexer) endNumber(end int, name string) token {
	if isNameStart(l.at(end)) && !beginsKeyword(l.src[end:]) {
		return l.fail(end-1, lexical, "invalid %s literal", name)
	}
	return l.take(kNumber, end)
}

func beginsKeyword(s string) bool {
	for _, k := range [...]string{"and", "else", "for", "if", "in", "is", "not", "or"} {
		if strings.HasPrefix(s, k) {
			return true
		}
	}
	return false
}
