package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// notWord is a rune that is no word character: neither alphabetic, mark, digit nor
// connector, which is what ripgrep and Unicode's UTS 18 take for one.
const notWord = `[^\p{L}\p{M}\p{Nl}\p{Nd}\p{Pc}\x{200c}\x{200d}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}]`

// compose writes patterns and options as one regular expression. With Word, the match
// is its first group.
func compose(patterns []string, o Options) string {
	return flags(o) + around(patterns, o, "(?:^|"+notWord+")")
}

// composeWithin is compose with Word for all other matches: there must be a rune before.
func composeWithin(patterns []string, o Options) string {
	return flags(o) + around(patterns, o, notWord)
}

// composeAtStart is compose with Word for the match at the start of the text.
func composeAtStart(patterns []string, o Options) string {
	return flags(o) + around(patterns, o, `\A`)
}

func around(patterns []string, o Options, before string) string {
	var all strings.Builder
	for i, p := range patterns {
		if i > 0 {
			all.WriteByte('|')
		}
		all.WriteString("(?:" + closed(p, o) + ")")
	}
	body := all.String()
	switch {
	case o.Line:
		return "^(?:" + body + ")$"
	case o.Word:
		return before + "(" + body + ")(?:" + notWord + "|$)"
	}
	return body
}

func flags(o Options) string {
	f := ""
	if o.IgnoreCase {
		f += "i"
	}
	if o.Multiline {
		f += "m"
		if o.DotAll {
			f += "s"
		}
	}
	if f == "" {
		return ""
	}
	return "(?" + f + ")"
}

// closed is p as a regular expression that others can stand beside: a \Q that quotes
// to the end is closed.
func closed(p string, o Options) string {
	if o.Fixed {
		return regexp.QuoteMeta(p)
	}
	for i := 0; i+1 < len(p); i++ {
		if p[i] != '\\' {
			continue
		}
		if i++; p[i] != 'Q' {
			continue
		}
		end := strings.Index(p[i:], `\E`)
		if end < 0 {
			return p + `\E`
		}
		i += end + 1
	}
	return p
}

// hasCapital says whether a letter that stands for itself is a capital; in \W, \pL or
// \x{C4} none does.
func hasCapital(patterns []string, fixed bool) bool {
	for _, p := range patterns {
		if !fixed {
			p = withoutEscapes(p)
		}
		if strings.ContainsFunc(p, unicode.IsUpper) {
			return true
		}
	}
	return false
}

// withoutEscapes leaves out of p what a backslash begins, and names of groups.
func withoutEscapes(p string) string {
	var kept strings.Builder
	for i := 0; i < len(p); i++ {
		if name, ok := strings.CutPrefix(p[i:], "(?P<"); ok {
			i += 3 + strings.IndexByte(name+">", '>') + 1
			continue
		}
		if p[i] != '\\' || i+1 == len(p) {
			kept.WriteByte(p[i])
			continue
		}
		i++
		switch braced := strings.IndexByte("pPx", p[i]) >= 0; {
		case p[i] == 'Q':
			quoted, _, _ := strings.Cut(p[i+1:], `\E`)
			kept.WriteString(quoted)
			i += len(quoted) + len(`\E`)
		case braced && i+1 < len(p) && p[i+1] == '{':
			i += max(strings.IndexByte(p[i:], '}'), 0)
		case braced:
			i++ // one letter of a class; of two hexadecimal digits the other stays
		}
	}
	return kept.String()
}

// mayCross says whether a match of p may hold a line end, or look beyond one.
func mayCross(p string, o Options) bool {
	o.Line, o.Word = false, false
	re, err := syntax.Parse(compose([]string{p}, o), syntax.Perl)
	return err == nil && crossesLines(re)
}

func crossesLines(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpBeginText, syntax.OpEndText:
		return true
	case syntax.OpLiteral:
		return strings.ContainsRune(string(re.Rune), '\n')
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= '\n' && '\n' <= re.Rune[i+1] {
				return true
			}
		}
	}
	for _, sub := range re.Sub {
		if crossesLines(sub) {
			return true
		}
	}
	return false
}

// NamesReturn says whether a regular expression asks for carriage returns by themselves,
// not only among others as \s does.
func NamesReturn(p string) bool {
	re, err := syntax.Parse(p, syntax.Perl)
	return err == nil && names(re, '\r')
}

func names(re *syntax.Regexp, r rune) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return slices.Contains(re.Rune, r)
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] == r && re.Rune[i+1] == r {
				return true
			}
		}
	}
	return slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return names(sub, r) })
}
