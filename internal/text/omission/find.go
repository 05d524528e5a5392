package omission

import (
	"bytes"
	"slices"
	"strings"

	"fileops/internal/lazy"
)

// Find finds the first line of a new text that stands for omitted code, as in
// `// ... existing code ...`, and is not in the old text. It returns the 1-based number of the
// line, and the line without the blanks around it. The words may be English, German, French,
// Spanish, Portuguese, Chinese or Japanese. They are
//
//   - in a comment alone, in any of the usual styles, or one of several lines;
//   - in a comment after code, with dots or words about the rest;
//   - in brackets alone on a line, or between dots.
//
// A comment that says anything else does not count. dots is for languages in which dots are not
// code: then a line of dots alone counts too, and so do words with dots on one side. The new
// text must be code, since prose may mean such lines. Dots in a heredoc are text. In a new file,
// multi-line strings in triple quotes may hold anything, since nothing can be omitted from it.
func Find(newText, old []byte, dots bool) (line int, text string, found bool) {
	f := finder{old: old, dots: dots, quoted: findQuoted(newText)}
	lines := append(slices.Collect(bytes.Lines(newText)), nil) // nothing follows the last line
	for n, l := range lines {
		f.before, f.line, f.after = f.line, f.after, string(bytes.TrimSpace(l))
		if n > 0 && f.stands(n) {
			return f.at, f.text, true
		}
	}
	return 0, "", false
}

// finder goes through the lines of a new text.
type finder struct {
	old   []byte
	known map[string]bool // the lines of old, without the blanks around them
	dots  bool

	before, line, after string // the current line and its neighbours, without blanks

	inString bool // between backquotes, where dots are text
	quoted   quoted

	// The comment of several lines around the current line, if ends is not empty.
	ends  string
	start int // 1-based number of the first line with text; 0 before it
	first string
	body  []string

	at   int // what was found
	text string
}

// stands reports whether line n, or a comment that ends there, stands for omitted code and is new.
func (f *finder) stands(n int) bool {
	if f.quoted.strings.at(n) && len(f.old) == 0 {
		return false
	}
	if f.ends != "" {
		body, _, closed := strings.Cut(f.line, f.ends)
		f.add(n, body)
		if !closed {
			return false
		}
		f.ends = ""
		return saysInLines(f.body) && f.report(f.start, f.first, f.first)
	}
	if open, ends := opensLines(f.line); ends != "" {
		f.ends, f.start, f.first, f.body = ends, 0, "", nil
		f.add(n, f.line[len(open):])
		return false
	}
	s := f.line
	if f.quoted.heredocs.at(n) {
		if body, mark := comment(s); dotsOnly(body) || mark == "" && dotsOnly(s) {
			return false
		}
	}
	inString := f.inString
	f.inString = f.inString != (strings.Count(s, "`")%2 == 1)
	if standsForCode(f.before, s, f.after) || bracketed(s) || f.dots && !inString && f.dotted() {
		return f.report(n, s, s)
	}
	comment := behindCode(s)
	return comment != "" && f.report(n, s, comment)
}

// report records a line that was found, unless the old text has it, as a line or after code.
func (f *finder) report(n int, line, comment string) bool {
	if f.known == nil {
		f.known = map[string]bool{}
		for l := range bytes.Lines(f.old) {
			f.known[string(bytes.TrimSpace(l))] = true
		}
	}
	if f.known[line] || comment != line && bytes.Contains(f.old, []byte(comment)) {
		return false
	}
	f.at, f.text = n, line
	return true
}

// add adds a line to the comment.
func (f *finder) add(n int, body string) {
	body = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(body), "*"))
	if body == "" {
		return
	}
	if f.start == 0 {
		f.start, f.first = n, f.line
	}
	if len(f.body) <= maxBody {
		f.body = append(f.body, body)
	}
}

// maxBody is the largest number of lines of a comment that stands for code.
const maxBody = 4

// saysInLines reports whether the lines of a comment, taken together, stand for code.
func saysInLines(body []string) bool {
	all := strings.Join(body, " ")
	return len(body) <= maxBody && len(all) <= maxLine && (dotsOnly(all) || says(all, true))
}

// opensLines returns the marks of a comment that begins on a line and goes on. Marks that may
// also begin code, such as (* in C, must be alone on the line.
func opensLines(s string) (open, ends string) {
	for _, m := range commentMarks {
		rest, ok := strings.CutPrefix(s, m[0])
		if !ok || len(m[0]) < 2 || m[1] == "" {
			continue
		}
		alone := rest == "" || rest == "-"
		if strings.Contains(rest, m[1]) || !alone && !strings.Contains(m[0], "/*") && !strings.HasPrefix(m[0], "<!--") {
			return "", ""
		}
		return m[0], m[1]
	}
	return "", ""
}

// bracketed reports whether a line of words in brackets stands for code, such as
// (rest of methods …) and <rest of the code remains the same>; in a comment too.
func bracketed(s string) bool {
	if body, mark := comment(s); mark != "" {
		s = body
	}
	if len(s) < len("(snip)") || len(s) > maxLine {
		return false
	}
	pair := strings.IndexByte("([<", s[0])
	if pair < 0 || s[len(s)-1] != ")]>"[pair] {
		return false
	}
	inner := strings.ToLower(strings.TrimSpace(s[1 : len(s)-1]))
	if inner == "" || strings.ContainsAny(inner, "()[]<>{}=\"'/\\") {
		return false
	}
	if holdsDots(inner) {
		return says(inner, false)
	}
	if s[0] != '<' && notChanged.Get().MatchString(inner) {
		return true
	}
	return strings.Contains(inner, " ") && ofTheRest.Get().MatchString(inner) && says("... "+inner, false)
}

var (
	// notChanged matches words that suffice in brackets.
	notChanged = lazy.Regexp{Source: `^(?:unchanged|unmodified|untouched|omitted|truncated|elided|snip|snipped|as before|unverändert|inchangé|sin cambios|保持不变|省略)[.!]?$`}
	// ofTheRest matches the start of a phrase about the rest.
	ofTheRest = lazy.Regexp{Source: `^(?:and |the |your |all |all the )*(?:rest|remainder|remaining|existing|unchanged|other|previous|original|same|no changes?|code|implementation|body|contents?|everything else|keep|der rest|rest der|le reste|el resto|o resto)\b`}
)

// dotted reports whether the line is dots, or words with dots on one side, but not code. Dots
// in a list of parameters are code.
func (f *finder) dotted() bool {
	s := f.line
	if !holdsDots(s) || len(s) > maxLine {
		return false
	}
	if dotsOnly(s) {
		return s[0] != '{' && !strings.HasSuffix(f.before, "(") && !(strings.HasSuffix(f.before, ",") && strings.HasPrefix(f.after, ")"))
	}
	if _, mark := comment(s); mark != "" || !strings.Contains(strings.Trim(s, ". \t"), " ") {
		return false
	}
	lead, trail, _ := undotted(s)
	return (strings.HasSuffix(lead, " ") || lead == "" && trail != "") && says(s, false)
}

// trailingMarks open and close a comment after code.
var trailingMarks = [][2]string{{"//", ""}, {"#", ""}, {"/*", "*/"}, {"<!--", "-->"}, {"--", ""}, {";", ""}, {"%", ""}}

// behindCode returns the comment after code on a line if it stands for omitted code, else "". It
// must have dots, or words about the rest.
func behindCode(s string) string {
	if _, mark := comment(s); mark != "" {
		return ""
	}
	for _, m := range trailingMarks {
		i := strings.LastIndex(s, m[0])
		if i <= 0 || s[i-1] != ' ' && s[i-1] != '\t' && m[1] == "" || len(s)-i > maxLine {
			continue
		}
		body := s[i+len(m[0]):]
		if m[1] != "" {
			var closed bool
			if body, closed = strings.CutSuffix(body, m[1]); !closed {
				continue
			}
		}
		body = strings.TrimSpace(body)
		if holdsDots(body) && !dotsOnly(body) && says(body, false) || speaksOfTheRest(body) {
			return s[i:]
		}
	}
	return ""
}

// speaksOfTheRest reports whether a comment without dots stands for the rest of the code.
func speaksOfTheRest(body string) bool {
	words := strings.ToLower(strings.Trim(body, " \t.:;,!()[]"))
	if !strings.Contains(words, "rest") && !strings.Contains(words, " for ") && !strings.Contains(words, "remainder") {
		return false // as most comments
	}
	return restBehind.Get().MatchString(words) && matchesAny(plainWordings.Get(), words)
}

var restBehind = lazy.Regexp{Source: `^(?:the )?(?:rest|remainder) (?:of|remains|stays|is|unchanged)\b|^(?:der |le |el |o )?rest[eo]? |(?:omitted|truncated) for `}
