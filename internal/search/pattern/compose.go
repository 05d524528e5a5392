package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fileops/internal/lazy"
)

// notWord matches a rune that is not a word character. Word characters are those of ripgrep
// and Unicode's UTS 18: alphabetic, mark, digit and connector.
const notWord = `[^\p{L}\p{M}\p{Nl}\p{Nd}\p{Pc}\x{200c}\x{200d}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}]`

// The other expressions that compose takes for the text before a match with Word.
const (
	textStart      = `\A`
	startOrNotWord = "(?:^|" + notWord + ")"
)

// compose writes patterns and options as one regular expression. With Word, the match is its
// first group, and before is the expression for the text before it.
func compose(patterns []string, o Options, before string) string {
	closedAll := make([]string, len(patterns))
	for i, p := range patterns {
		closedAll[i] = "(?:" + closed(p, o) + ")"
	}
	body := strings.Join(closedAll, "|")
	switch {
	case o.Line:
		body = "^(?:" + body + ")$"
	case o.Word:
		body = before + "(" + body + ")(?:" + notWord + "|$)"
	}
	return flags(o) + body
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

// closed is p as a regular expression that can be joined with others: it closes a \Q that
// quotes to the end.
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

// smartly reports whether SmartCase ignores case: the patterns have literal letters, and none
// of these is a capital. \W, \p{Lu} and [[:upper:]] have no literal letters.
func smartly(patterns []string, fixed bool) bool {
	letters := ""
	for _, p := range patterns {
		if !fixed {
			p = notItself.Get().ReplaceAllStringFunc(p, itself)
		}
		letters += p
	}
	return strings.ContainsFunc(letters, unicode.IsLetter) && !strings.ContainsFunc(letters, unicode.IsUpper)
}

// notItself finds escapes, quotes, classes by name and groups: their letters may not be
// literal.
var notItself = lazy.Regexp{Source: `(?s)\\Q.*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|.)|\\x(?:\{[[:xdigit:]]+\}|[[:xdigit:]]{2})|\\.|` +
	`\[:\^?\w+:\]|\(\?P?<\w*>|\(\?[a-zA-Z-]*[:)]`}

// itself gives the literal letters of a text that notItself found.
func itself(found string) string {
	if quoted, ok := strings.CutPrefix(found, `\Q`); ok {
		return strings.TrimSuffix(quoted, `\E`)
	}
	if hex, ok := strings.CutPrefix(found, `\x`); ok {
		r, _ := strconv.ParseUint(strings.Trim(hex, "{}"), 16, 31) // one that is too large is no letter
		return string(rune(r))
	}
	return ""
}

// mayCross reports whether a match of p may contain a line end, or depends on text beyond one.
func mayCross(p string, o Options) bool {
	o.Line, o.Word = false, false
	re, err := syntax.Parse(compose([]string{p}, o, ""), syntax.Perl)
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
	return slices.ContainsFunc(re.Sub, crossesLines)
}

// NamesReturn reports whether a regular expression names a carriage return, and not only a
// class with it such as \s.
func NamesReturn(p string) bool {
	if _, msg, _ := checkWritten(p); msg != "" {
		return false
	}
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
