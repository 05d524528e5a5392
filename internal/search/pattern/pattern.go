// Package pattern finds the lines that match patterns, and the matches in them.
//
// [Compile] turns patterns and the options of a search into a [Matcher], which any
// number of goroutines may use, each through a [Worker] of its own. A pattern means
// what package regexp says it means, with each line, without its line end, as the
// text. So ^ and \A hold at the beginning of a line, $ and \z at its end (before a
// line feed, not before a carriage return), and \w, \d, \s and \b are those of ASCII;
// classes by name (\pL, \p{Greek}) and the folding of case know all of Unicode.
//
// To be fast, a Matcher first looks for something that each match must hold and that
// is rare: a string, one of several strings, or a run of byte classes (package scan).
// Only a line that has it is looked at by the automaton (package dfa), and only a line
// that the automaton leaves open by package regexp. Where in a text the matches are is
// found by package locate. All of them take time in proportion to the text, whatever the
// pattern.
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
	SmartCase  bool // as IgnoreCase, where letters stand for themselves and none is a capital
	Word       bool // a match has no word character (Unicode's) before or after it
	Line       bool // a match is a whole line; goes before Word
	Multiline  bool // a match may hold line ends; see Worker.Matches
	DotAll     bool // with Multiline: a dot matches a line end, too
}

// Matcher is a set of patterns, ready for the search. It is read-only.
type Matcher struct {
	plan     plan
	strings  *stringSet             // what matches are, if nothing else is to be known about them
	literals func() []*scan.Literal // for strings
	program  func() *dfa.Program
	regexp   func() *regexp.Regexp
	located  func() *locate.Program // with word: the match is the first group, and there is a rune before it
	atStart  func() *regexp.Regexp  // with word: for the match at the start of the text
	cost     int
	across   bool // a match may hold a line end
	word     bool // no word character may stand beside a match
}

// nothing is a pattern that matches in no text.
const nothing = `[^\x00-\x{10ffff}]`

// Compile makes the Matcher for lines that match one of the patterns: none does if there
// are no patterns. What is wrong with a pattern is an *Error.
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
			Hint: "use smaller counts, or + in place of a count; counts within counts multiply",
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

// fixed makes the Matcher for strings without a look at the syntax of regular
// expressions, which also takes strings that are not UTF-8. It gives nil where that
// does not do.
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

// located is what finds the matches of patterns that were parsed once.
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

// Cost is what it takes to make the automata of the patterns ready for a search, in steps
// of which some ten million take a second.
func (m *Matcher) Cost() int { return m.cost }

// CrossesLines says whether a match may hold a line end. It never does unless
// Multiline was asked for; where it does not, lines can be searched one by one, which
// is faster and gives the same.
func (m *Matcher) CrossesLines() bool { return m.across }
