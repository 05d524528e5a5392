// Package pattern finds the lines that match patterns, and the matches in them.
//
// [Compile] makes a [Matcher] of patterns and the options of a search. Any number of
// goroutines may use a Matcher, each with its own [Worker]. A pattern has the syntax and the
// meaning of package regexp, and the text is a line without its line end. So ^ and \A match
// at the beginning of a line, $ and \z at its end: before a line feed, not before a carriage
// return. \w, \d, \s and \b are ASCII; classes by name (\pL, \p{Greek}) and case folding are
// Unicode.
//
// For speed, a Matcher first scans for something rare that each match contains: a string, one
// of several strings, or a run of byte classes (package scan). The automaton (package dfa)
// tests only lines that contain it, and package regexp only lines that the automaton leaves
// undecided. Package locate finds the matches in a text. All of them take time linear in the
// text, whatever the pattern.
package pattern

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"

	"fileops/internal/search/dfa"
	"fileops/internal/search/locate"
	"fileops/internal/search/scan"
)

// Options say how patterns are meant. The zero value means regular expressions that
// match anywhere in a line, in the case that they are written in.
type Options struct {
	Fixed      bool // the patterns are strings, not regular expressions
	IgnoreCase bool // letters match in any case, by Unicode's simple folding
	SmartCase  bool // IgnoreCase if the patterns have literal letters and no capital among them
	Word       bool // a match has no word character (Unicode's) before or after it
	Line       bool // a match is a whole line; overrides Word
	Multiline  bool // a match may contain line ends; see Worker.Matches
	DotAll     bool // with Multiline: a dot matches a line end, too
}

// Matcher is a set of patterns, ready for the search. It is read-only.
type Matcher struct {
	plan     plan
	strings  *stringSet             // if not nil, the matches are exactly these strings
	literals func() []*scan.Literal // for strings
	program  func() *dfa.Program
	regexp   func() *regexp.Regexp
	located  func() *locate.Program // with word: the match is the first group, after another rune
	atStart  func() *regexp.Regexp  // with word: for the match at the start of the text
	cost     int
	across   bool // a match may contain a line end
	word     bool // no word character may stand beside a match
}

// nothing is a pattern that matches in no text.
const nothing = `[^\x00-\x{10ffff}]`

// Compile makes the Matcher for lines that match one of the patterns. Without patterns no
// line matches. The error is an *Error.
func Compile(patterns []string, o Options) (*Matcher, error) {
	if len(patterns) == 0 {
		patterns, o = []string{nothing}, Options{}
	}
	if o.SmartCase && !o.IgnoreCase {
		o.IgnoreCase = smartly(patterns, o.Fixed)
	}
	o.Word = o.Word && !o.Line
	if m := fixed(patterns, o); m != nil {
		return m, nil
	}
	for i, p := range patterns {
		if err := check(i, p, o); err != nil {
			return nil, err
		}
	}
	sorted := patterns
	if len(patterns) > maxStrings {
		// Which of them matches makes no difference to whether a line does, and those that
		// begin alike are merged where they stand together.
		sorted = slices.Sorted(slices.Values(patterns))
	}
	source := compose(sorted, o, startOrNotWord)
	re, err := syntax.Parse(source, syntax.Perl)
	if err != nil { // the whole can be too large where the parts are not
		return nil, &Error{Index: len(patterns) - 1, Pattern: patterns[len(patterns)-1], Msg: message(err)}
	}
	w := weigh(re)
	if w.tooLarge(len(source)) {
		return nil, &Error{
			Index: len(patterns) - 1, Pattern: patterns[len(patterns)-1], Msg: "too large when its counts are written out",
			Hint: "Use smaller counts, or + in place of a count; counts within counts multiply.",
		}
	}
	m := &Matcher{word: o.Word, cost: w.cost()}
	if o.Multiline {
		m.across = slices.ContainsFunc(patterns, func(p string) bool { return mayCross(p, o) })
	}
	m.located = sync.OnceValue(func() *locate.Program { return located(patterns, o) })
	m.atStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(compose(patterns, o, textStart)) })
	m.regexp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
	if whole := stringsOf(re); whole.sure && !o.Word && whole.chance() < 1 && (!m.across || len(whole.strings) == 1) {
		m.setStrings(whole)
	}
	reduced := reduce(re)
	m.plan = choose(reduced, m.across)
	m.program = sync.OnceValue(func() *dfa.Program {
		p, err := dfa.Compile(reduced)
		if err != nil {
			return nil // too large: package regexp has to do
		}
		return p
	})
	return m, nil
}

// fixed makes the Matcher for strings without a regular expression, so they need not be
// UTF-8. It gives nil if the options need a regular expression.
func fixed(patterns []string, o Options) *Matcher {
	if !o.Fixed || o.Line || o.Word && len(patterns) > 1 {
		return nil
	}
	if len(patterns) > maxStrings && !slices.ContainsFunc(patterns, func(p string) bool { return !utf8.ValidString(p) }) {
		return nil // the automaton is faster than a scan for so many
	}
	s := &stringSet{sure: true, fold: o.IgnoreCase}
	for _, p := range patterns {
		if p == "" || bytes.IndexByte([]byte(p), '\n') >= 0 || o.IgnoreCase && !foldsInASCII(p) {
			return nil
		}
		s.strings = append(s.strings, []byte(p))
	}
	m := &Matcher{plan: planFor(s, o.Word)}
	m.setStrings(s)
	return m
}

// located compiles patterns, which were parsed before, to find the matches in a line.
func located(patterns []string, o Options) *locate.Program {
	group := 0
	if o.Word {
		group = 1
	}
	var p *locate.Program
	re, err := syntax.Parse(compose(patterns, o, notWord), syntax.Perl)
	if err == nil {
		p, err = locate.Compile(re, group)
	}
	if err != nil {
		panic("a pattern that was parsed before: " + err.Error())
	}
	return p
}

func (m *Matcher) setStrings(s *stringSet) {
	m.strings = s
	m.literals = sync.OnceValue(func() []*scan.Literal {
		all := make([]*scan.Literal, len(s.strings))
		for i, t := range s.strings {
			all[i] = scan.NewLiteral(t, s.fold)
		}
		return all
	})
}

// Cost estimates the steps to compile the automata of the patterns. Some ten million take a
// second.
func (m *Matcher) Cost() int { return m.cost }

// CrossesLines reports whether a match may contain a line end, which needs Multiline. If not,
// searching line by line gives the same matches and is faster.
func (m *Matcher) CrossesLines() bool { return m.across }
