package pattern

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// oracle finds the lines of a search in the simplest way: package regexp on each line.
type oracle struct {
	line  *regexp.Regexp
	group int // of line that is the match
}

func newOracle(patterns []string, o Options) oracle {
	group := 0
	if o.Word && !o.Line {
		group = 1
	}
	if o.SmartCase && !o.IgnoreCase {
		o.IgnoreCase = smartly(patterns, o.Fixed)
	}
	o.Word = o.Word && !o.Line
	return oracle{regexp.MustCompile(compose(patterns, o, startOrNotWord)), group}
}

// check compares a worker with the oracle on a block, and gives the number of lines.
func (or oracle) check(t *testing.T, w *Worker, block []byte) (lines int) {
	t.Helper()
	from := 0
	for ; from < len(block); lines++ {
		end := lineEnd(block, from)
		line := block[from:end]
		want := or.line.Match(line)
		start, stop, ok := w.NextLine(block, from)
		if want && (!ok || start != from || stop != end) || !want && ok && start <= end {
			t.Fatalf("%q in %q from %d: got line %d:%d %v, want %d:%d %v (plan %+v)", or.line, block, from, start, stop, ok, from, end, want, w.plan)
		}
		if got := w.Match(line); got != want {
			t.Fatalf("%q on %q: got match %v, want %v", or.line, line, got, want)
		}
		if want {
			or.checkSpans(t, w, line)
		}
		from = end + 1
	}
	return lines
}

func (or oracle) checkSpans(t *testing.T, w *Worker, line []byte) {
	t.Helper()
	got := spans(w, line, -1)
	var want []Span
	if or.group == 0 {
		for _, at := range or.line.FindAllIndex(line, -1) {
			want = append(want, Span{at[0], at[1]})
		}
	} else {
		at := or.line.FindSubmatchIndex(line)
		want = []Span{{at[2], at[3]}}
		got = got[:min(len(got), 1)]
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%q on %q: got spans %v, want %v", or.line, line, got, want)
	}
	if one := spans(w, line, 1); len(one) != 1 || one[0] != want[0] {
		t.Fatalf("%q on %q: got first span %v, want %v", or.line, line, one, want[0])
	}
}

// spans gives the matches in text, n at most if n is not negative.
func spans(w *Worker, text []byte, n int) (all []Span) {
	for m := w.Matches(text); n < 0 || len(all) < n; {
		s, ok := m.Next()
		if !ok {
			break
		}
		all = append(all, s)
	}
	return all
}

func compile(t *testing.T, patterns []string, o Options) *Matcher {
	t.Helper()
	m, err := Compile(patterns, o)
	if err != nil {
		t.Fatalf("Compile(%q, %+v): %v", patterns, o, err)
	}
	return m
}

var sample = []byte(strings.Join([]string{
	"struct file_operations *fops;", "STRUCT FILE_OPERATIONS", "ſtruct file", "\tif (x != NULL && y_1 == 2) {", "return -EINVAL;", "", "}", "foo", "foo bar", "foo_bar", "foobar foo",
	"a foo.", "éfoo foo", "fooé", "K kelvin \u212a", "strasse STRASSE", "αβγ Ωμέγα", "日本語", "caf\xe9 foo", "\xff", "x\r", "  leading", "trailing  ", "a.b*c", "MAX_VALUE", "AB_C", "ABC_D", "123-456",
	"foofoofoo", "foo foo foo", "-foo-foo-", "foo\xfffoo", "İx", "ix i", "the end",
}, "\n"))

var samplePatterns = []string{
	"foo", "foo bar", "s", "k", "struct", "a.b*c", "é", "foo|bar", "foo|foobar", "bar|foo|x", `struct \w+_ops?`, `[A-Z]{3}_[A-Z]+`, `\p{Greek}`, `\p{Han}+`, `^`, `$`, `^$`, `x*`, "", ".", `\bfoo\b`,
	`^foo`, `foo$`, `(foo)+`, `\w+\s\w+`, `[^a]b`, `\x{fffd}`, `.foo`, `foo.`, `(?i)FOO`, `(?i:s)truct`, `\d{3}-\d{3}`, `\s`, `[\sx]`, `f[oa]o`, `(a|f)(oo|b)`, `foo(bar)?`, `.{2,40}foo`, `NULL|EINVAL|file_op|K`,
	"İ", "İx", `\Qa.b*c`, `-`, `--`, `-?foo-?`, `foo-`, `[[:upper:]]{2}`, `ops;$`, `(?:foo|bar)+ ?`, `\C`, `z`, `(?s).`, `\B`, `é?foo`,
	`[[:]`, `[[:]o`, `[^[:]`, `[[:f]oo`, `[]o:[]+`,
}

func TestAgreesWithRegexp(t *testing.T) {
	t.Parallel()
	for _, p := range samplePatterns {
		for bits := range 32 {
			o := Options{Fixed: bits&1 != 0, IgnoreCase: bits&2 != 0, Word: bits&4 != 0, Line: bits&8 != 0, SmartCase: bits&16 != 0}
			if _, err := regexp.Compile(p); err != nil && !o.Fixed {
				continue
			}
			m := compile(t, []string{p}, o)
			newOracle([]string{p}, o).check(t, m.Worker(), sample)
		}
	}
}

func TestSeveralPatterns(t *testing.T) {
	t.Parallel()
	for _, ps := range [][]string{{"foo", "bar"}, {"foo", "NULL", "end", "α", "s"}, {`\d+`, "foo"}, {"", "foo"}, {`\Qa.b`, "x"}, {"foo", "foo bar"}, {"k", "K"}} {
		for bits := range 16 {
			o := Options{Fixed: bits&1 != 0, IgnoreCase: bits&2 != 0, Word: bits&4 != 0, Line: bits&8 != 0}
			newOracle(ps, o).check(t, compile(t, ps, o).Worker(), sample)
		}
	}
}

// TestNoPatterns: an empty file of patterns, as for grep.
func TestNoPatterns(t *testing.T) {
	t.Parallel()
	for bits := range 16 {
		o := Options{Fixed: bits&1 != 0, Word: bits&2 != 0, Line: bits&4 != 0, Multiline: bits&8 != 0}
		w := compile(t, nil, o).Worker()
		if n := w.Count(sample); n != 0 || w.Match(nil) || len(spans(w, sample, -1)) != 0 || w.CrossesLines() {
			t.Errorf("%+v: got %d lines", o, n)
		}
	}
}

// TestManyFixedStrings has more than the scan for several strings takes.
func TestManyFixedStrings(t *testing.T) {
	t.Parallel()
	var ps []string
	for i := range 200 {
		ps = append(ps, fmt.Sprintf("word%d_", i))
	}
	block := []byte("nothing\nword17_\nword1\nword1_word2_\nWORD199_\n")
	for _, o := range []Options{{Fixed: true}, {}, {Fixed: true, IgnoreCase: true}} {
		newOracle(ps, o).check(t, compile(t, ps, o).Worker(), block)
	}
}

// TestScanThatDoesNotPay: if candidates are everywhere, a worker pauses the scan, and its
// results are the same.
func TestScanThatDoesNotPay(t *testing.T) {
	t.Parallel()
	block := bytes.Repeat([]byte("ABC_d ABC_\n"), 40_000)
	block = append(block, "ABC_D\n"...)
	w := compile(t, []string{`[A-Z]{3}_[A-Z]+`}, Options{}).Worker()
	start, _, ok := w.NextLine(block, 0)
	if !ok || start != len(block)-len("ABC_D\n") {
		t.Errorf("got line at %d (%v), want the last of %d bytes", start, ok, len(block))
	}
	if w.lastPause == 0 {
		t.Error("the worker did not notice")
	}
}

// TestThousandsOfPatterns: patterns with the same beginning are merged, in any order, so that
// the automaton keeps its states. (It took minutes.)
func TestThousandsOfPatterns(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	word := func() string {
		b := make([]byte, 6+r.IntN(8))
		for i := range b {
			b[i] = "etaoinshrdlucmfwypvbgkjqxz"[min(r.IntN(26), r.IntN(26))]
		}
		return string(b)
	}
	ps := make([]string, 2000)
	for i := range ps {
		ps[i] = word()
	}
	var text []byte
	for len(text) < 500_000 {
		text = append(append(text, word()[:5]...), " \n"[r.IntN(20)/19])
	}
	text = append(text, "\n"+ps[1234]+"\n"...)
	for _, o := range []Options{{Fixed: true}, {}, {Fixed: true, IgnoreCase: true}} {
		begun := time.Now()
		w := compile(t, ps, o).Worker()
		if n := w.Count(text); n != 1 {
			t.Errorf("%+v: got %d lines, want 1", o, n)
		}
		if got := spans(w, []byte(ps[7]+"-"+ps[3]), -1); len(got) != 2 {
			t.Errorf("%+v: got matches %v, want 2", o, got)
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("%+v took %v", o, took)
		}
	}
	ps[5] = "caf\xe9"
	if w := compile(t, ps, Options{Fixed: true}).Worker(); !w.Match([]byte("un caf\xe9 noir")) {
		t.Error("a string that is no UTF-8 is not found among many")
	}
}

func TestWordsInALine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pattern, line, want string }{
		{"foo", "foo foo foo", "0-3 4-7 8-11"},
		{"fo*", "foo foo xfoo fo", "0-3 4-7 13-15"},
		{"-?foo-?", "-foo-foo-", "0-4 5-9"},
		{"f(o|oo)", "foo_ foo", "5-8"},
		{"é+", "é éé aé", "0-2 3-7"},
		{"x*", "a  b", "2-2"},
		{`\w+`, "ab cd", "0-2 3-5"},
		{"foo|foo bar", "foo bar", "0-3"},
	} {
		for _, o := range []Options{{Word: true}, {Word: true, IgnoreCase: true}} {
			var got []string
			for _, s := range spans(compile(t, []string{tt.pattern}, o).Worker(), []byte(tt.line), -1) {
				got = append(got, fmt.Sprintf("%d-%d", s.Start, s.End))
			}
			if g := strings.Join(got, " "); g != tt.want {
				t.Errorf("%q in %q: got %s, want %s", tt.pattern, tt.line, g, tt.want)
			}
		}
	}
}

func TestMatchesAcrossLines(t *testing.T) {
	t.Parallel()
	text := []byte("func a() {\n\tb()\n}\nfunc c() {\n}\n")
	for _, tt := range []struct {
		pattern string
		o       Options
		across  bool
		want    int
	}{
		{`\{\n\tb`, Options{}, true, 1},
		{`func.*\{$`, Options{}, false, 2},
		{`^func`, Options{}, false, 2},
		{`func.*\}`, Options{DotAll: true}, true, 1},
		{`\{\s+\}`, Options{}, true, 1},
		{"{\n}", Options{Fixed: true}, true, 1},
		{"func", Options{Fixed: true}, false, 2},
		{`\Afunc`, Options{}, true, 1},
		{`[^x]zzz`, Options{}, true, 0},
		{`b\(\)\n\}`, Options{Word: true}, true, 1},
		{`func`, Options{Word: true}, false, 2},
	} {
		tt.o.Multiline = true
		m := compile(t, []string{tt.pattern}, tt.o)
		if m.CrossesLines() != tt.across {
			t.Errorf("%q: crosses lines: got %v", tt.pattern, m.CrossesLines())
		}
		if got := spans(m.Worker(), text, -1); len(got) != tt.want {
			t.Errorf("%q: got %v, want %d matches", tt.pattern, got, tt.want)
		}
	}
}

// TestMatchesAcrossLinesAsInRegexp: in texts with many places where a match may begin, near
// one another and far apart.
func TestMatchesAcrossLinesAsInRegexp(t *testing.T) {
	t.Parallel()
	tried, none := 0, 0
	for seed := uint64(0); tried < pairs(20_000)/10; seed++ {
		r := rand.New(rand.NewPCG(seed, 9))
		p := []string{"foo", "ab", "é", ""}[r.IntN(4)] + randomPattern(r, 1+r.IntN(2)) + []string{`\s`, `\n+b`, `[^f]*\n`, ``}[r.IntN(4)]
		o := Options{Multiline: true, IgnoreCase: r.IntN(4) == 0, DotAll: r.IntN(4) == 0}
		m, err := Compile([]string{p}, o)
		if err != nil || !m.CrossesLines() {
			continue
		}
		oracle, err := regexp.Compile(flags(o) + p)
		if err != nil {
			t.Fatal(err)
		}
		for w := range 10 {
			text := randomBlock(r)
			for range r.IntN(4) {
				text = append(append(text, bytes.Repeat([]byte("filler "), r.IntN(100))...), randomBlock(r)...)
			}
			var want []Span
			for _, at := range oracle.FindAllIndex(text, -1) {
				want = append(want, Span{at[0], at[1]})
			}
			if got := spans(m.Worker(), text, -1); !slices.Equal(got, want) {
				t.Fatalf("seed %d, text %d: %q in %q: got %v, want %v", seed, w, p, text, got, want)
			}
			tried++
			if len(want) == 0 {
				none++
			}
		}
	}
	t.Logf("%d texts, %d without a match", tried, none)
}

func TestSmartCase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		want    bool
	}{
		{"foo", true}, {"Foo", false}, {`\Sfoo`, true}, {`\pLfoo`, true}, {`\p{Greek}foo`, true}, {`\W`, false}, {`[[:upper:]]`, false}, {`\p{Lu}`, false}, {`\PL`, false}, {`a[[:upper:]]\p{Lu}`, true}, {`\\x41b`, true}, {`\x41b`, false}, {`\x61`, true}, {`(?U)a`, true}, {`(?i:A)`, false}, {`(?<Name>a)`, true}, {"1.2", false}, {`\QA`, false}, {`\Qa\EB`, false}, {`\x{41}`, false}, {`(?P<Name>a)`, true}, {"[A-Z]", false}, {"É", false}, {`\\A`, false},
	} {
		if got := smartly([]string{tt.pattern}, false); got != tt.want {
			t.Errorf("%q: ignores case: got %v", tt.pattern, got)
		}
	}
}

func TestErrorsPointAtThePlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		o       Options
		offset  int
		msg     string
	}{
		{"a(b", Options{}, 1, "missing closing )"},
		{`a\((b[(](c)`, Options{}, 3, "missing closing )"},
		{"ab)c", Options{}, 2, "unexpected )"},
		{`a\*b|*`, Options{}, 5, "missing argument to repetition operator"},
		{"x[a", Options{}, 1, "missing closing ]"},
		{`\pLx[z-a]`, Options{}, 5, "invalid character class range"},
		{`ab\`, Options{}, 2, "trailing backslash"},
		{`a\.b\`, Options{}, 4, "trailing backslash"},
		{"x(?=y)", Options{}, 1, "look-around (?="},
		{"x(?<!y)", Options{}, 1, "look-around (?<!"},
		{`(a)\1`, Options{}, 3, "back-reference"},
		{`(?>a)`, Options{}, 0, "atomic"},
		{"a++", Options{}, 1, "invalid nested repetition"},
		{"a{2,1}", Options{}, 1, "invalid repeat count"},
		{"é{1001}", Options{}, 2, "invalid repeat count"},
		{"ab\xffc", Options{}, 2, "invalid UTF-8"},
		{`a\nb`, Options{}, 1, "line end"},
		{"ab\nc", Options{Fixed: true}, 2, "line end"},
		{"a\xff", Options{Fixed: true, IgnoreCase: true}, 1, "invalid UTF-8"},
	} {
		_, err := Compile([]string{"fine", tt.pattern}, tt.o)
		e, ok := err.(*Error) //nolint:errorlint // the type is what is promised
		if !ok || e.Offset != tt.offset || e.Index != 1 || e.Pattern != tt.pattern || !strings.Contains(e.Error(), tt.msg) {
			t.Errorf("%q: got %+v, want %q at %d", tt.pattern, err, tt.msg, tt.offset)
		}
	}
}

// TestClassesAreScannedAsParsed: the check before parsing refuses no pattern with few classes.
func TestClassesAreScannedAsParsed(t *testing.T) {
	t.Parallel()
	pieces := []string{"[", "]", "[:", ":]", ":", "^", `\\`, `\]`, `\[`, "-", "a", "alpha", "[:alpha:]", "[:^xdigit:]", `\pL`, `\p{Greek}`, `\Q`, `\E`, "é"}
	r := rand.New(rand.NewPCG(1, 2))
	whole := 0
	for range 50_000 {
		p := "["
		for range r.IntN(7) {
			p += pieces[r.IntN(len(pieces))]
		}
		_, compiled := Compile([]string{p}, Options{})
		_, parsed := syntax.Parse(p, syntax.Perl)
		if (compiled == nil) != (parsed == nil) {
			t.Fatalf("%q: %v, and the parser says %v", p, compiled, parsed)
		}
		if parsed == nil {
			whole++
		}
	}
	if whole < 5_000 {
		t.Errorf("%d patterns without a fault", whole)
	}
}

func TestErrorsSayWhatToWrite(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`a\Z`: "Write $", `\h+`: `[ \t]`, `foo\Kbar`: "whole line", `a\R`: `\n`, `\u00e9`: `\x{00e9}`, `\u`: `\x{…}`,
		"a++": "last +", "a*+b": "last +", "a{2}b{1001}": "at most 1000", "(a{1000}){1000}": "at most 1000",
		"(?x) a": "without blanks", "*a": "", "[": "", `\q`: "",
	} {
		_, err := Compile([]string{pattern}, Options{})
		e, ok := err.(*Error) //nolint:errorlint // the type is what is promised
		if !ok || !strings.Contains(e.Hint, want) || want == "" && e.Hint != "" {
			t.Errorf("%s: got %v, hint %q, want %q", pattern, err, e.Hint, want)
		}
	}
}

func TestStringsThatAreNotUTF8(t *testing.T) {
	t.Parallel()
	w := compile(t, []string{"f\xe9"}, Options{Fixed: true}).Worker()
	start, end, ok := w.NextLine([]byte("fé\ncaf\xe9 au lait\n"), 0)
	if start != 4 || end != 16 || !ok {
		t.Errorf("got %d:%d %v", start, end, ok)
	}
}

// pairs is how many lines a randomised test tries: usual, or the number in the environment.
func pairs(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("TEST_PAIRS")); err == nil {
		return n
	}
	return usual
}

func randomPattern(r *rand.Rand, depth int) string {
	atoms := []string{
		"a", "b", "ab", "foo", "bar", "_", "é", "k", "s", `\x{212a}`, "1", " ", ".", `\w`, `\W`, `\d`, `\s`, "[ab]", "[^a]", "[A-Z]", `\pL`, `\p{Greek}`,
		"^", "$", `\b`, `\B`, "α", "日", "", "(?i:k)", "(?i:foo)", "fo", "oo", "[a-f]", `\x{fffd}`, "sk", "Ba", "İ", "(?i:İ)", "ẞ", "(?i:ǆ)",
	}
	if depth == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	sub := func() string { return randomPattern(r, depth-1) }
	switch r.IntN(9) {
	case 0, 1, 2:
		return sub() + sub()
	case 3:
		return "(?:" + sub() + "|" + sub() + ")"
	case 4:
		return "(" + sub() + ")" + []string{"*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?", "+?"}[r.IntN(8)]
	case 5:
		return sub() + "|" + sub() + "|" + sub()
	case 6:
		return "(?i:" + sub() + ")"
	case 7:
		return sub() + sub() + sub()
	}
	return atoms[r.IntN(len(atoms))]
}

func randomBlock(r *rand.Rand) []byte {
	parts := []string{
		"a", "b", "ab", "foo", "FOO", "Foo", "bar", "BA", "f", "o", "_", "é", "É", "k", "K", "s", "S", "\u212a", "ſ", "1", " ", "\t", "α", "Ω", "日", "\r", "\ufffd", "!", "\n", "\n",
		"\xff", "\xe2", "\x84", "\xc3", // left out of most blocks
	}
	n := len(parts)
	if r.IntN(8) != 0 {
		n -= 4
	}
	var b []byte
	for range r.IntN(16 << (2 * r.IntN(3))) {
		b = append(b, parts[r.IntN(n)]...)
	}
	return b
}

func TestAgreesOnRandomPairs(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := uint64(0); tried < pairs(20_000); seed++ {
		r := rand.New(rand.NewPCG(seed, 5))
		var ps []string
		for range 1 + r.IntN(3)*r.IntN(2) {
			ps = append(ps, randomPattern(r, 1+r.IntN(3)))
		}
		o := Options{Fixed: r.IntN(4) == 0, IgnoreCase: r.IntN(3) == 0, Word: r.IntN(5) == 0, Line: r.IntN(8) == 0}
		m, err := Compile(ps, o)
		if err != nil {
			continue
		}
		or, w := newOracle(ps, o), m.Worker()
		if seed%3 == 0 {
			w.pause, w.lastPause = 50, 50
		}
		for range 10 {
			tried += or.check(t, w, randomBlock(r))
		}
	}
	t.Logf("%d pairs", tried)
}

func FuzzMatcher(f *testing.F) {
	for i, p := range samplePatterns {
		f.Add(p, "", byte(i), sample)
	}
	f.Add("foo", "b", byte(2), []byte("FOO\nab\n"))
	f.Fuzz(func(t *testing.T, p, q string, bits byte, block []byte) {
		if len(p)+len(q) > 100 || len(block) > 1000 {
			return
		}
		ps := []string{p}
		if q != "" {
			ps = append(ps, q)
		}
		o := Options{Fixed: bits&1 != 0, IgnoreCase: bits&2 != 0, Word: bits&4 != 0, Line: bits&8 != 0, SmartCase: bits&16 != 0}
		m, err := Compile(ps, o)
		if e, ok := err.(*Error); ok && (e.Offset < 0 || e.Offset > len(e.Pattern)) { //nolint:errorlint // the type is what is promised
			t.Fatalf("offset %d in %q", e.Offset, e.Pattern)
		}
		if err != nil || !validPatterns(ps) {
			return
		}
		newOracle(ps, o).check(t, m.Worker(), block)
	})
}

func validPatterns(ps []string) bool {
	return !slices.ContainsFunc(ps, func(p string) bool { return strings.ToValidUTF8(p, "") != p })
}

func TestNamesReturn(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]bool{
		`a\r$`: true, `\r?\n`: true, `[\r\n]`: true, "a\rb": true, `\x0d`: true, `\x{D}`: true, `(a|\r)`: true,
		`a$`: false, `\s`: false, `[^a]`: false, `\\r`: false, `.`: false, `\n`: false, `(`: false,
	} {
		if got := NamesReturn(pattern); got != want {
			t.Errorf("%s: got %t", pattern, got)
		}
	}
}
