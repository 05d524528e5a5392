package locate

import (
	"bytes"
	"math/rand/v2"
	"os"
	"regexp"
	"regexp/syntax"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func finder(tb testing.TB, pattern string, group int) *Finder {
	tb.Helper()
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := Compile(re, group)
	if err != nil {
		tb.Fatal(err)
	}
	return p.Finder()
}

// all gives the matches in text, with the rules of package regexp for empty ones.
func all(f *Finder, text []byte) (found [][]int) {
	each(f, text, func(start, end int) { found = append(found, []int{start, end}) })
	return found
}

func each(f *Finder, text []byte, found func(start, end int)) {
	f.Reset(text)
	for from, last := 0, -1; from <= len(text); {
		start, end, ok := f.Next(from)
		if !ok {
			break
		}
		if end > from || start != last {
			found(start, end)
		}
		last = end
		if end > from {
			from = end
			continue
		}
		_, size := utf8.DecodeRune(text[from:])
		from += max(size, 1)
	}
}

var atoms = []string{
	"a", "b", "c", ".", "é", `\n`, "ab", "[^a]", "[^b\n]", "(?s:.)", "^", "$", `\b`, `\B`, `\A`, `\z`, "(?m:^)", "(?m:$)", `\w`, `\x{fffd}`, `\pL`, "(?i:k)", "(?i:s)", "", "İ", "日", `[\x{80}-\x{7ff}]`,
}

// randomPattern writes some expression of about n atoms.
func randomPattern(r *rand.Rand, n int) string {
	if n <= 1 {
		return atoms[r.IntN(len(atoms))]
	}
	left := 1 + r.IntN(n-1)
	a, b := randomPattern(r, left), randomPattern(r, n-left)
	switch r.IntN(5) {
	case 0:
		return "(?:" + a + "|" + b + ")"
	case 1:
		suffix := []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{0,3}", "{1,2}?"}
		return "(" + a + ")" + suffix[r.IntN(len(suffix))] + b
	}
	return a + b
}

func randomText(r *rand.Rand) []byte {
	parts := []string{"a", "b", "c", "ab", "é", "\n", " ", "k", "\u212a", "ſ", "日", "\xff", "\xe6\x97", "İ", "i", "�", "\x80"}
	var text []byte
	for range r.IntN(30) {
		text = append(text, parts[r.IntN(len(parts))]...)
	}
	return text
}

// pairs is how many patterns and texts are compared. TEST_PAIRS asks for others.
func pairs(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("TEST_PAIRS")); err == nil {
		return n
	}
	return usual
}

func TestMatchesAreThoseOfRegexp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const textsEach = 8
	for range pairs(64_000) / textsEach {
		pattern := randomPattern(r, 1+r.IntN(6))
		re := regexp.MustCompile(pattern)
		f := finder(t, pattern, 0)
		for range textsEach {
			text := randomText(r)
			got, want := all(f, text), re.FindAllIndex(text, -1)
			if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
				t.Fatalf("%q in %q: got %v, want %v", pattern, text, got, want)
			}
		}
	}
}

// TestMayBegin: with the whole text, MayBegin is exact. With a part of it, it is true at least
// where a match begins.
func TestMayBegin(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	const textsEach = 8
	ruledOut := 0
	for range pairs(16_000) / textsEach {
		pattern := randomPattern(r, 1+r.IntN(6))
		f, glance := finder(t, pattern, 0), finder(t, pattern, 0)
		for range textsEach {
			text := randomText(r)
			f.Reset(text)
			for place := 0; place <= len(text); place++ {
				if place < len(text) && !utf8.RuneStart(text[place]) {
					continue
				}
				start, _, ok := f.Next(place)
				begins, end := ok && start == place, place+r.IntN(len(text)-place+1)
				if got := glance.MayBegin(text, place, len(text)); got != begins {
					t.Fatalf("%q in %q at %d: got %v, want %v", pattern, text, place, got, begins)
				}
				may := glance.MayBegin(text, place, end)
				if begins && !may {
					t.Fatalf("%q in %q at %d, seen up to %d: a match is ruled out", pattern, text, place, end)
				}
				if !may && end < len(text) {
					ruledOut++
				}
			}
		}
	}
	if ruledOut == 0 {
		t.Error("nothing was ruled out by a part of a text")
	}
}

// TestMatchesAcrossBlocks: texts of many blocks, whose ends fall into runes and matches.
func TestMatchesAcrossBlocks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for _, pattern := range []string{"a+|é", "[^k]*k", "(?s)" + strings.Repeat(".{1000}", 5), `日[^日]*`, `\b\w`, `(?m)^.*$`, "", "İ|i", `x`, `a.*b|a`} {
		var text []byte
		for len(text) < 5*blockSize {
			text = append(text, randomText(r)...)
		}
		got, want := all(finder(t, pattern, 0), text), regexp.MustCompile(pattern).FindAllIndex(text, -1)
		if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("%q: got %d matches, want %d", pattern, len(got), len(want))
		}
	}
}

func TestGroup(t *testing.T) {
	t.Parallel()
	pattern := `(?:^|[^a-z])(a(?:b|bc)?)(?:[^a-z]|$)`
	f := finder(t, pattern, 1)
	for _, text := range []string{"a", "xa abc", "ab ab", "-abc-", "abcd", ""} {
		f.Reset([]byte(text))
		start, end, ok := f.Next(0)
		at := regexp.MustCompile(pattern).FindStringSubmatchIndex(text)
		if ok != (at != nil) || ok && (start != at[2] || end != at[3]) {
			t.Errorf("%q: got %d, %d, %v, want %v", text, start, end, ok, at)
		}
	}
}

// TestTimeIsLinear: finding all matches in a text twice as long takes about twice the time. It
// does so even if each match depends on the end of the text, and if states are hardly used
// again.
func TestTimeIsLinear(t *testing.T) {
	for _, pattern := range []string{"a[^b]*b|a", "begin[^;]*;|begin", "(?s)a.*b|a", "(a|aa)*c|a"} {
		text := bytes.Repeat([]byte("begina\n"), 1<<20/7)
		begun := time.Now()
		if n := len(all(finder(t, pattern, 0), text)); n == 0 {
			t.Errorf("%q: no match", pattern)
		}
		if took := time.Since(begun); took > 10*time.Second { // 0.1 s; the square would be hours
			t.Errorf("%q took %v", pattern, took)
		}
	}
}

// TestManyRunes: memory grows with the number of different runes, not with its square.
func TestManyRunes(t *testing.T) { // not parallel: it counts memory
	var pattern strings.Builder
	for r := rune(0x4e00); r < 0x4e00+8000; r += 2 {
		pattern.WriteString(string([]rune{r, r + 1}) + "+|")
	}
	pattern.WriteString("x")
	re, err := syntax.Parse(pattern.String(), syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := Compile(re, 0)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if size := after.TotalAlloc - before.TotalAlloc; size > 32<<20 { // the square would be 64 million
		t.Errorf("%d bytes", size)
	}
	if got := all(p.Finder(), []byte("\u4e00 \u4e00\u4e01\u4e01\u4e02x")); !slices.EqualFunc(got, [][]int{{4, 13}, {16, 17}}, slices.Equal[[]int]) {
		t.Errorf("got %d", got)
	}
}

func TestCacheIsReset(t *testing.T) {
	t.Parallel()
	pattern := "[ab]*a[ab]{14}c|b"
	f := finder(t, pattern, 0)
	r := rand.New(rand.NewPCG(5, 6))
	text := make([]byte, 100_000)
	for i := range text {
		text[i] = "aaabbbabababbbbbaaaac"[r.IntN(21)]
	}
	got, want := all(f, text), regexp.MustCompile(pattern).FindAllIndex(text, -1)
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("got %d matches, want %d", len(got), len(want))
	}
	if f.cache.Memory > 4*f.cache.Limit {
		t.Errorf("the states take %d bytes", f.cache.Memory)
	}
}

func TestStopped(t *testing.T) {
	t.Parallel()
	f := finder(t, "a", 0)
	asked := 0
	f.Stopped = func() bool { asked++; return asked > 3 }
	if got := all(f, bytes.Repeat([]byte("a"), 10*blockSize)); len(got) != 0 {
		t.Errorf("got %d matches of a text that was not gone through", len(got))
	}
	asked = -20
	if got := all(f, bytes.Repeat([]byte("a"), 10*blockSize)); len(got) == 0 || len(got) > 9*blockSize {
		t.Errorf("got %d matches after the search was stopped", len(got))
	}
}

func BenchmarkAll(b *testing.B) {
	text := []byte(strings.Repeat("func (f *Finder) next(row uint32, class uint16) mark {\n\treturn f.step(row, class)\n}\n", 10000))
	for _, pattern := range []string{`[a-z]+`, `\w+`, "func", `func[^{]*\{`, `(?s)\{.*?\}`, `.`, "return.*$", `\pL+`, `zzz.*x`} {
		re := regexp.MustCompile(pattern)
		b.Run(pattern+"/regexp", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				re.FindAllIndex(text, -1)
			}
		})
		f := finder(b, pattern, 0)
		b.Run(pattern+"/locate", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				each(f, text, func(int, int) {})
			}
		})
	}
}
