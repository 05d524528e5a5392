// Package omission recognizes lines that stand for omitted code, as in
// `// ... existing code ...`. Written to a file, they would replace that code.
//
// It recognizes wordings, and a comment that says anything else does not count. It knows no
// programming language, nor which code was omitted.
package omission

import (
	"regexp"
	"slices"
	"strings"

	"fileops/internal/lazy"
)

// maxLine is the largest length in bytes of a line that stands for omitted code.
const maxLine = 160

// standsForCode reports whether the line s stands for omitted code. Dots alone, and a few words
// between dots, count only in a comment of one line: in a longer one they are part of its text.
func standsForCode(before, s, after string) bool {
	if s == "" || len(s) > maxLine {
		return false
	}
	body, mark := comment(s)
	if mark == "" {
		return Is(s)
	}
	_, markBefore := comment(before)
	_, markAfter := comment(after)
	alone := mark != "*" && mark != markBefore && mark != markAfter
	if dotsOnly(body) {
		return alone
	}
	if rest := s[len(mark):]; !alone && (strings.HasPrefix(rest, "\t") || strings.HasPrefix(rest, "  ")) {
		return false // an example in a comment
	}
	return says(body, alone)
}

// commentMarks open and close a comment, longer ones first.
var commentMarks = [][2]string{
	{"<%#", "%>"}, {"<#", "#>"}, {"#=", "=#"}, {"{{/*", "*/}}"}, {"{{!--", "--}}"}, {"{{--", "--}}"}, {"@*", "*@"}, {"{/*", "*/}"}, {"<!--", "-->"}, {"<%--", "--%>"}, {"/*", "*/"}, {"(*", "*)"},
	{"{-", "-}"}, {"{#", "#}"}, {"///", ""}, {"//", ""}, {"--", ""}, {"#", ""}, {"%", ""}, {";", ""}, {"*", "*/"}, {"rem ", ""}, {"REM ", ""},
	{"::", ""}, {"'", ""}, {"!", ""}, {`"`, ""}, // batch files, Basic, Fortran, Vim
}

// comment returns the text of a comment and the mark that opens it. The mark is "" if the
// line has no comment, or code after it.
func comment(s string) (body, mark string) {
	for _, m := range commentMarks {
		rest, ok := strings.CutPrefix(s, m[0])
		if !ok {
			continue
		}
		if len(m[0]) == 1 {
			rest = strings.TrimLeft(rest, m[0])
			if rest != "" && m[0] == "#" && rest[0] == '!' {
				return "", ""
			}
		}
		if m[1] != "" {
			inner, closed := strings.CutSuffix(rest, m[1])
			if !closed && strings.Contains(rest, m[1]) {
				return "", "" // there is code behind it
			}
			rest = inner
		}
		return strings.TrimSpace(rest), m[0]
	}
	return "", ""
}

// inBraces matches a body such as in `render() { /* existing code */ }`.
var inBraces = lazy.Regexp{Source: `\{\s*/\*(.{1,80}?)\*/\s*\}[;,)]*$`}

// Is reports whether the words of a line, without the blanks around it, stand for omitted code.
func Is(s string) bool {
	if len(s) > maxLine {
		return false
	}
	body, mark := comment(s)
	if mark == "" {
		if !strings.Contains(s, "/*") && !holdsDots(s) {
			return false // as most lines
		}
		if m := inBraces.Get().FindStringSubmatch(s); m != nil {
			return says(strings.TrimSpace(m[1]), true)
		}
		return dotsAround.Get().MatchString(s) && says(s, false)
	}
	return dotsOnly(body) || says(body, true)
}

// Meant rewords a line that stands for omitted code into one that is an example.
func Meant(s string) string {
	if _, mark := comment(s); mark != "" {
		return mark + " Example: " + strings.TrimLeft(s[len(mark):], " \t")
	}
	if before, body, ok := strings.Cut(s, "/*"); ok {
		return before + "/* Example: " + strings.TrimLeft(body, " ")
	}
	return "Example: " + s
}

// dots matches an ellipsis: three dots or more, or the character for it.
const dots = `(?:\.{3,}|\x{2026}+|\x{3002}{3,}|\x{30fb}{3,})`

var (
	onlyDots   = lazy.Regexp{Source: `^[\[(<{]?\s*` + dots + `\s*[\])>}]?$`}
	leadDots   = lazy.Regexp{Source: `^[\[(<{]?\s*` + dots + `\s*`}
	trailDots  = lazy.Regexp{Source: `\s*` + dots + `\s*[\])>}]?$`}
	dotsAround = lazy.Regexp{Source: `^[\[(<]?\s*` + dots + `[^.].*` + dots + `\s*[\])>]?$`}
	brackets   = lazy.Regexp{Source: `^[\[(<](.*)[\])>]$`}
)

func dotsOnly(body string) bool { return holdsDots(body) && onlyDots.Get().MatchString(body) }

// says reports whether the body of a comment stands for omitted code. With dots before or after
// it, more wordings count. In a comment of one line, dots around any few words count.
func says(body string, alone bool) bool {
	lead, trail, rest := "", "", body
	if holdsDots(body) || body != "" && strings.ContainsRune("[(<", rune(body[0])) {
		lead, trail, rest = undotted(body)
	}
	words := strings.ToLower(strings.Trim(rest, " \t.:;,!\u3002\uff0c\uff1a()[]-\u2013\u2014=*"))
	if words == "" {
		return false
	}
	dotted := lead != "" || trail != ""
	if dotted && matchesAny(dottedWordings.Get(), words) || matchesAny(plainWordings.Get(), words) {
		return !mathOrCode.Get().MatchString(words)
	}
	return alone && lead != "" && trail != "" && len(strings.Fields(words)) <= 5 && len([]rune(words)) <= 40 && bothSides.Get().MatchString(words) && !mathOrCode.Get().MatchString(words)
}

// undotted splits a text into the dots before it, those after it, and the text without
// them and without brackets.
func undotted(body string) (lead, trail, rest string) {
	lead = leadDots.Get().FindString(body)
	rest = body[len(lead):]
	if at := trailDots.Get().FindStringIndex(rest); at != nil {
		rest, trail = rest[:at[0]], rest[at[0]:]
	}
	bracketed := false
	if m := brackets.Get().FindStringSubmatch(strings.TrimSpace(rest)); m != nil {
		rest, bracketed = m[1], true
	}
	if at := trailDots.Get().FindStringIndex(rest); at != nil && bracketed {
		rest, trail = rest[:at[0]], rest[at[0]:]
	}
	return lead, trail, rest
}

// holdsDots reports whether a line may hold an ellipsis.
func holdsDots(s string) bool {
	return strings.Contains(s, "...") || strings.ContainsAny(s, "\u2026\u3002\u30fb")
}

// mathOrCode matches characters that no wording has: `..., x[n-1], ...` is a sequence.
var mathOrCode = lazy.Regexp{Source: `[=<>{}\[\]|&$%^~"\\]|\d\s*[,)]|^,|,$|\w\(`}

// bothSides matches words that may stand for omitted code between dots.
var bothSides = lazy.Regexp{Source: `^(?:\pL|[ _/\-'()+]|\d)+$`}

func matchesAny(list []*regexp.Regexp, s string) bool {
	if !strings.ContainsFunc(s, func(c rune) bool { return c >= 0x2e80 }) {
		list = list[:alphabetic]
	}
	return slices.ContainsFunc(list, func(re *regexp.Regexp) bool { return re.MatchString(s) })
}
