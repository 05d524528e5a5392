package pattern

import (
	"cmp"
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// Error is a fault in a pattern.
type Error struct {
	Index   int    // of the pattern among those given to Compile
	Pattern string // as it was given
	Offset  int    // of the byte in Pattern where the fault begins
	Msg     string
	Hint    string // what to write instead, or ""
	Lines   bool   // the pattern has a line end, but matches within a line
}

func (e *Error) Error() string { return fmt.Sprintf("%s in pattern %q", e.Msg, e.Pattern) }

// check finds faults in the pattern p, the i-th.
func check(i int, p string, o Options) error {
	fail := func(offset int, msg, hint string) error {
		return &Error{Index: i, Pattern: p, Offset: offset, Msg: msg, Hint: hint}
	}
	if !utf8.ValidString(p) {
		bad := strings.IndexFunc(p, func(r rune) bool { return r == utf8.RuneError })
		return fail(bad, "invalid UTF-8", "Bytes that are no UTF-8 can be searched for as a fixed string in its own case.")
	}
	lineEnd := func(offset int) error {
		return &Error{Index: i, Pattern: p, Offset: offset, Msg: "line end", Lines: true}
	}
	if o.Fixed {
		if at := strings.IndexByte(p, '\n'); at >= 0 && !o.Multiline {
			return lineEnd(at)
		}
		return nil
	}
	if at, msg, hint := checkWritten(p); msg != "" {
		return fail(at, msg, hint)
	}
	re, err := syntax.Parse(flags(o)+p, syntax.Perl)
	if err != nil {
		msg, hint := refused(p[place(p, err):])
		if msg == "" {
			msg, hint = message(err), instead(p[place(p, err):])
		}
		return fail(place(p, err), msg, hint)
	}
	if !o.Multiline && hasLineEnd(re) {
		return lineEnd(max(strings.Index(p, `\n`), strings.IndexByte(p, '\n'), 0))
	}
	return nil
}

// hasLineEnd reports whether re has a literal line end.
func hasLineEnd(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && slices.Contains(re.Rune, '\n') || slices.ContainsFunc(re.Sub, hasLineEnd)
}

// message gives the text of an error of the syntax package without its prefix.
func message(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	if e.Code == syntax.ErrMissingParen || e.Code == syntax.ErrUnexpectedParen || e.Expr == "" {
		return e.Code.String()
	}
	return fmt.Sprintf("%s: %q", e.Code, e.Expr)
}

// refused explains a look-around, back-reference or atomic group at the start of rest. Other
// engines have them, but they break the promise of linear time.
func refused(rest string) (msg, hint string) {
	const why = "it could take time out of all proportion to the text"
	for _, start := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(rest, start) {
			return "look-around " + start + " is not supported: " + why,
				"Match what stands around it as well, or leave lines out in a second search."
		}
	}
	if len(rest) > 1 && rest[0] == '\\' && ('1' <= rest[1] && rest[1] <= '9' || rest[1] == 'k') {
		return "a back-reference like " + rest[:2] + " is not supported: " + why, "Write out what is repeated."
	}
	if strings.HasPrefix(rest, "(?>") {
		return "an atomic group (?> is not supported: nothing here backtracks", "Use (?: instead."
	}
	return "", ""
}

// instead gives a hint if rest begins with syntax of other engines that is written in another
// way here.
func instead(rest string) string {
	digits := strings.TrimPrefix(rest, `\u`)
	digits = digits[:min(4, len(digits)-len(strings.TrimLeft(digits, "0123456789abcdefABCDEF")))]
	for _, other := range []struct{ start, hint string }{
		{`\Z`, `Write $ for the end of a line, \z for that of the text.`},
		{`\h`, `Write [ \t] for a blank.`},
		{`\R`, `Write \n for a line end.`},
		{`\K`, "Match what stands before it as well: the whole line is shown."},
		{`\u`, `Write \x{` + cmp.Or(digits, "…") + `} for the character.`},
		{"(?x", "Write the pattern without blanks and comments: the flags are i, m, s and U."},
	} {
		if strings.HasPrefix(rest, other.start) {
			return other.hint
		}
	}
	operators := rest[:len(rest)-len(strings.TrimLeft(rest, "*+?"))]
	switch {
	case strings.HasSuffix(operators, "+") && operators != "+":
		return "Nothing here backtracks: leave out the last +."
	case strings.HasPrefix(rest, "{"):
		return "A count is at most 1000, and the first one not more than the second. Counts within counts multiply."
	}
	return ""
}

// maxPlaced is the longest pattern, in bytes, of which every beginning is parsed.
const maxPlaced = 1000

// place gives the offset in p of the text that err quotes. The syntax package does not give
// it: the text is at the end of the shortest prefix of p with the same error.
func place(p string, err error) int {
	var want *syntax.Error
	if !errors.As(err, &want) {
		return 0
	}
	switch want.Code {
	case syntax.ErrTrailingBackslash:
		return len(p) - 1
	case syntax.ErrMissingParen:
		return openParen(p)
	}
	for n := 1; n <= len(p) && len(p) <= maxPlaced; n++ {
		_, err := syntax.Parse(p[:n], syntax.Perl)
		var got *syntax.Error
		if !errors.As(err, &got) || got.Code != want.Code {
			continue
		}
		if got.Code == syntax.ErrUnexpectedParen {
			return n - 1
		}
		if strings.HasPrefix(want.Expr, got.Expr) && strings.HasSuffix(p[:n], got.Expr) {
			return n - len(got.Expr)
		}
	}
	return max(strings.Index(p, want.Expr), 0)
}

// openParen gives the offset of the last parenthesis that nothing closes.
func openParen(p string) int {
	var open []int
	class := false
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '\\':
			i++
		case class:
			class = p[i] != ']'
		case p[i] == '[':
			class = true
			if i+1 < len(p) && p[i+1] == '^' {
				i++
			}
			if i+1 < len(p) && p[i+1] == ']' {
				i++ // stands for itself
			}
		case p[i] == '(':
			open = append(open, i)
		case p[i] == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}
