package dfa

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func machine(tb testing.TB, pattern string) *Machine {
	tb.Helper()
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := Compile(re)
	if err != nil {
		tb.Fatal(err)
	}
	return p.Machine()
}

// agree compares the machine with package regexp, line by line and as a block. It
// gives the number of lines, and of those that were left undecided.
func agree(t *testing.T, m *Machine, oracle *regexp.Regexp, block []byte) (lines, unknown int) {
	t.Helper()
	from := 0
	for ; from < len(block); lines++ {
		end := len(block)
		if i := bytes.IndexByte(block[from:], '\n'); i >= 0 {
			end = from + i
		}
		line := block[from:end]
		want := oracle.Match(line)
		v := m.FindAfter(line, 0)
		if v == Unknown && !utf8.Valid(line) {
			unknown++
		} else if (v == Match) != want || v == Unknown {
			t.Fatalf("%q on %q: got verdict %d, want match %v", oracle, line, v, want)
		}
		i, inBlock := m.Find(block[from:], 0)
		i += from
		if v != None && (inBlock != v || i < from || i > end) {
			t.Fatalf("%q on the first line of %q: got verdict %d at %d, want %d", oracle, block[from:], inBlock, i, v)
		}
		if v == None && inBlock != None && i <= end {
			t.Fatalf("%q on %q: got verdict %d at %d, in a line that does not match", oracle, block[from:], inBlock, i)
		}
		from = end + 1
	}
	return lines, unknown
}

func TestAgreesWithRegexp(t *testing.T) {
	t.Parallel()
	text := strings.Join([]string{
		"", "a", "ab", "abc", "foo bar", "foo_bar", " foo", "foo ", "x\r", "K", "\u212a", "ſ", "s", "é", "aé", "éa", "é é",
		"日本語 text", "αβγ ΑΒΓ", "\U0001F600", "a\tb", "a.b", "aaa", "aaab", "123", "foo123", "ünï", "\ufffd",
		"func (m *Machine) run(b []byte) {", "  return x != nil && y", "\xff", "a\xffb", "\xe2\x84", "caf\xe9 au lait", "a\xc3", "\xed\xa0\x80", "\xf5", "\xc0\x80",
	}, "\n") + "\nno line end"
	for _, pattern := range []string{
		``, `a`, `^`, `$`, `^$`, `^a`, `a$`, `^a$`, `\Aa`, `a\z`, `\b`, `\B`, `\bfoo\b`, `\Bo`, `foo\b`, `\bé`, `é\b`, `\B\B`, `\b\B`, `$^`, `^\b`, `^\B`, `\B$`,
		`.`, `..`, `^.$`, `^..$`, `^...$`, `[^a]`, `^[^a]$`, `\w+\s\w+`, `\W`, `\S+`, `\d{3}`, `(?i)k`, `(?i)s`, `(?i)ÜNÏ`, `(?i)αβγ`, `\p{Greek}`, `\P{Greek}`, `^\P{Greek}+$`, `\pL+`, `\p{Han}{3}`,
		`[[:upper:]]`, `[[:^ascii:]]`, `\x{fffd}`, `[\x{fffd}]`, `[^\x{fffd}]`, `^[^\x{fffd}]*$`, `\x{10ffff}`, `[\x{d7ff}-\x{e000}]`, `a|b`, `(a|b)*c`, `(a+)+$`, `(a|a)*b`, `(?:a*)*`, `x*`, `(?s:.)`, `[\s\S]`,
		`(?m)^foo$`, `foo|^$`, `no line end$`, `(foo|bar)_(foo|bar)`, `.{2,4}b`, `\C`, `[a-z]+[0-9]+`, `^(?:\s*return|func)`, `a\x00`, `[^\n]`, `\n`, `a\nb`, `z`, `[^\x00-\x{10FFFF}]`, `(?i:[k-s])`, `\r$`, `\u00e9|a`,
	} {
		oracle, err := regexp.Compile(pattern)
		if err != nil {
			continue
		}
		agree(t, machine(t, pattern), oracle, []byte(text))
	}
}

// TestFindAfterKeepsTheContext: only matches from the place on count, and the text before it
// is their context.
func TestFindAfterKeepsTheContext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, line string
		from          int
		want          Verdict
	}{
		{`^a`, "aa", 1, None},
		{`a`, "ab", 1, None},
		{`\bb`, "ab", 1, None},
		{`\Bb`, "ab", 1, Match},
		{`\bb`, "a b", 2, Match},
		{`b$`, "ab", 1, Match},
		{`$`, "ab", 2, Match},
		{`\B$`, "ab", 2, None},
		{`é`, "éé", 2, Match},
		{`^`, "", 0, Match},
	} {
		if got := machine(t, tt.pattern).FindAfter([]byte(tt.line), tt.from); got != tt.want {
			t.Errorf("%q on %q after %d: got %d, want %d", tt.pattern, tt.line, tt.from, got, tt.want)
		}
	}
}

func TestTextThatIsNotUTF8(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, line string
		want          Verdict
	}{
		{`foo`, "\xff foo", Match}, // all bytes that are not ASCII are alike to it
		{`foo\b`, "\xff foo\xff", Match},
		{`foo.`, "foo\xff", Unknown},
		{`foo.`, "foo! \xff", Match}, // certain before the bad byte
		{`\Bx`, "\xff", Unknown},
		{`é`, "\xc3", Unknown},
		{`^é`, "a\xff", None}, // dead before it
		{`^\x{fffd}`, "\xe2 ", Unknown},
	} {
		if got := machine(t, tt.pattern).FindAfter([]byte(tt.line), 0); got != tt.want {
			t.Errorf("%q on %q: got %d, want %d", tt.pattern, tt.line, got, tt.want)
		}
	}
}

// The generator of expressions and lines, both from one seed.

func randomPattern(r *rand.Rand, depth int) string {
	atoms := []string{
		"a", "b", "ab", "_", "é", "k", "s", `\x{212a}`, "1", " ", ".", `\w`, `\W`, `\d`, `\s`, `\S`, "[ab]", "[^a]", "[a-c_]", `\pL`, `\p{Greek}`,
		"^", "$", `\b`, `\B`, `\A`, `\z`, "α", "日", "[^é]", "", "(?i:k)", "(?i:S)", "[[:upper:]]", `\x{fffd}`,
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
		return "(?:" + sub() + ")" + []string{"*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?", "+?"}[r.IntN(8)]
	case 5:
		return "(" + sub() + ")"
	case 6:
		return "(?i:" + sub() + ")"
	case 7:
		return sub() + sub() + sub()
	}
	return atoms[r.IntN(len(atoms))]
}

func randomBlock(r *rand.Rand) []byte {
	parts := []string{
		"a", "b", "ab", "c", "A", "B", "_", "é", "É", "k", "K", "s", "S", "\u212a", "ſ", "1", " ", "\t", "α", "Ω", "日", "\r", "\U0001F600", "\ufffd", "!", "\n", "\n",
		"\xff", "\xe2", "\x84", "\xc3", // left out of most blocks
	}
	n := len(parts)
	if r.IntN(8) != 0 {
		n -= 4
	}
	var b []byte
	for range r.IntN(24 << (2 * r.IntN(3))) {
		b = append(b, parts[r.IntN(n)]...)
	}
	return b
}

// pairs is how many lines a randomised test tries: usual, or the number in the environment.
func pairs(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("TEST_PAIRS")); err == nil {
		return n
	}
	return usual
}

func TestAgreesOnRandomPairs(t *testing.T) {
	t.Parallel()
	const blocksEach = 10
	tried, unknown := 0, 0
	for seed := uint64(0); tried < pairs(50_000); seed++ {
		r := rand.New(rand.NewPCG(seed, 4))
		pattern := randomPattern(r, 1+r.IntN(4))
		oracle, err := regexp.Compile(pattern)
		if err != nil {
			continue // an atom like ^ cannot be repeated twice, for example
		}
		m := machine(t, pattern)
		if seed%4 == 0 {
			m.cache.Limit = 2000 // states are forgotten all the time
		}
		if seed%2 == 0 {
			m.chunk = 8 // in lanes already on short blocks
		}
		for range blocksEach {
			block := randomBlock(r)
			if seed%4 != 0 {
				n, u := agree(t, m, oracle, block)
				tried, unknown = tried+n, unknown+u
			} else {
				tried += agreeUnlessUnknown(t, m, oracle, block)
			}
		}
	}
	t.Logf("%d pairs, %d lines left undecided", tried, unknown)
}

// agreeUnlessUnknown is agree for a machine that gives up often.
func agreeUnlessUnknown(t *testing.T, m *Machine, oracle *regexp.Regexp, block []byte) (lines int) {
	t.Helper()
	at := 0
	for line := range bytes.SplitSeq(block, []byte("\n")) {
		if v := m.FindAfter(line, 0); v != Unknown && (v == Match) != oracle.Match(line) {
			t.Fatalf("%q on %q: got verdict %d, want match %v", oracle, line, v, v != Match)
		}
		if i, v := m.Find(block, at); at < len(block) && oracle.Match(line) && (v == None || i > at+len(line)) {
			t.Fatalf("%q in %q from %d: got verdict %d at %d, want the first line", oracle, block, at, v, i)
		}
		at += len(line) + 1
		lines++
	}
	return lines
}

func FuzzDFA(f *testing.F) {
	f.Add(`(a+)+$`, []byte("aaab\naaa\n"))
	f.Add(`\bfoo\B|^é$`, []byte("foox\n\xff\né"))
	f.Add(`(?i)[k-s]\p{Greek}`, []byte("\u212aα"))
	f.Fuzz(func(t *testing.T, pattern string, block []byte) {
		if len(pattern) > 100 || len(block) > 1000 {
			return
		}
		oracle, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Compile(re)
		if err != nil {
			return
		}
		m := p.Machine()
		agreeUnlessUnknown(t, m, oracle, block)
		agreeUnlessUnknown(t, m, oracle, block) // from the states that it made
	})
}

// TestHostileInputIsLinear: twice the input takes twice the work, or the machine gives up. The
// work is the nodes visited to make states, plus one for each byte.
func TestHostileInputIsLinear(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pattern, unit, end string }{
		{`(a+)+$`, "a", "!"},
		{`(a|a)*b`, "a", "!"},
		{`(a*)*(a*)*b`, "a", "!"},
		{`.{1,1000}x`, "ab", "!"},
		{`a.{1,1000}x`, "aab b", "!"},
		{`(?:a?){300}a{300}$`, "a", "!"},
		{`[ab]*a[ab]{12}c`, "abbaababbabaabab", "!"},
	} {
		work := func(n int) int {
			m := machine(t, tt.pattern)
			line := []byte(strings.Repeat(tt.unit, n/len(tt.unit)) + tt.end)
			if m.FindAfter(line, 0) == Match {
				t.Fatalf("%q matches", tt.pattern)
			}
			return m.work + m.walked
		}
		small, large := work(200_000), work(400_000)
		if float64(large) > 2.1*float64(small) {
			t.Errorf("%q: %d steps for 200,000 bytes, %d for 400,000", tt.pattern, small, large)
		}
		if small > 60*200_000 {
			t.Errorf("%q: %d steps for 200,000 bytes", tt.pattern, small)
		}
	}
}

// TestMemoryIsBounded: the machine gives up on an expression with far more states than fit,
// but not if it uses its states often.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	line := make([]byte, 1<<20)
	for i := range line {
		line[i] = "ab"[r.IntN(2)]
	}
	m := machine(t, `a[ab]{30}c`)
	if got := m.FindAfter(line, 0); got != Unknown {
		t.Errorf("got verdict %d, want the machine to give up", got)
	}
	if len(m.cache.Table)*4 > 2*m.cache.Limit || m.cache.Memory > 2*m.cache.Limit {
		t.Errorf("states take %d bytes, the table %d", m.cache.Memory, 4*len(m.cache.Table))
	}
	if got := m.FindAfter([]byte("a"+strings.Repeat("b", 30)+"c"), 0); got != Match {
		t.Errorf("after it gave up: got verdict %d, want a match", got)
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	re, err := syntax.Parse(`\pL{900}`, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compile(re); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, begins, doesNot string // of each, as many bytes as the window has
		width                    int
	}{
		{`[A-C]{2}_x*`, "AC_", "A_C", 3},
		{`foo|ba`, "fa", "fb", 2},
		{`\p{Greek}`, "α", "ab", 2},
		{`^a\nb`, "a", "b", 1}, // a line end is no byte of a line
		{`x*y`, "x", "z", 1},
		{`x*`, "", "", 0},
		{`.y`, "\xffy", "\ny", 2}, // a byte that is no UTF-8 is taken for U+FFFD
	} {
		window := machine(t, tt.pattern).Window(4)
		fits := func(s string) bool {
			for i := range min(tt.width, len(window)) {
				if !window[i][s[i]] {
					return false
				}
			}
			return true
		}
		if len(window) < tt.width || !fits(tt.begins) || tt.width > 0 && fits(tt.doesNot) {
			t.Errorf("%q: the window of %d classes takes %q: %v, %q: %v", tt.pattern, len(window), tt.begins, fits(tt.begins), tt.doesNot, fits(tt.doesNot))
		}
	}
}

func BenchmarkDFA(b *testing.B) {
	text := bytes.Repeat([]byte("static int foo_bar(struct device *dev, unsigned long flags)\n\treturn 0;\n"), 1<<13)
	for _, pattern := range []string{`[a-z]+_zzz`, `\w{5}\s+\w{5}\s+\w{5}\s+\w{5}`, `(?i)zzz.*foo`, `\bzz\w+`, `^zzz`} {
		b.Run(fmt.Sprintf("%q", pattern), func(b *testing.B) {
			m := machine(b, pattern)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				m.Find(text, 0)
			}
		})
		b.Run(fmt.Sprintf("%q regexp", pattern), func(b *testing.B) {
			re := regexp.MustCompile("(?m)" + pattern)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				re.Match(text)
			}
		})
	}
}
