package scan

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// pairs is how many cases a randomised test tries: usual, or the number in the environment.
func pairs(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("TEST_PAIRS")); err == nil {
		return n
	}
	return usual
}

func checkLiteral(t *testing.T, b, text []byte) {
	t.Helper()
	for from := 0; from <= len(b); from += 1 + len(b)/3 {
		want := bytes.Index(b[from:], text)
		if want >= 0 {
			want += from
		}
		if got := NewLiteral(text, false).Find(b, from); got != want {
			t.Fatalf("%q in %q from %d: got %d, want %d", text, b, from, got, want)
		}
		folded, low := lower(b), lower(text)
		want = bytes.Index(folded[from:], low)
		if want >= 0 {
			want += from
		}
		if got := NewLiteral(text, true).Find(b, from); got != want {
			t.Fatalf("%q in %q from %d in any case: got %d, want %d", text, b, from, got, want)
		}
	}
}

// checkLiterals: Find misses nothing, and what it finds is there.
func checkLiterals(t *testing.T, b []byte, texts [][]byte) {
	t.Helper()
	for _, fold := range []bool{false, true} {
		where, want := b, texts
		if fold {
			where, want = lower(b), nil
			for _, s := range texts {
				want = append(want, lower(s))
			}
		}
		from := 0
		for {
			got := NewLiterals(texts, fold).Find(b, from)
			begins := false
			firstEnd := -1
			for _, s := range want {
				if i := bytes.Index(where[from:], s); i >= 0 && (firstEnd < 0 || from+i+len(s) < firstEnd) {
					firstEnd = from + i + len(s)
				}
				begins = begins || got >= 0 && bytes.HasPrefix(where[got:], s)
			}
			if (got < 0) != (firstEnd < 0) || got >= 0 && (!begins || got < from || firstEnd <= got) {
				t.Fatalf("%q in %q from %d (fold %v): got %d; the first to end does so at %d", texts, b, from, fold, got, firstEnd)
			}
			if got < 0 {
				break
			}
			from = got + 1
		}
	}
}

func TestLiteralFind(t *testing.T) {
	t.Parallel()
	text := []byte("int a; struct File_Operations x; /* file_operations */ ~~~~ K\xe2\x84\xaa")
	for _, lit := range []string{"a", "file_operations", "~~", "~~~~~", "\xe2\x84\xaa", "x; /*", " ", "nothing", string(text)} {
		checkLiteral(t, text, []byte(lit))
	}
	long := append(bytes.Repeat([]byte("abc "), 100), text...)
	checkLiteral(t, long, []byte("struct file"))
	checkLiteral(t, long, bytes.Repeat([]byte("abc "), 99))
}

func TestLiteralsFind(t *testing.T) {
	t.Parallel()
	text := append(bytes.Repeat([]byte("nothing of note here\n"), 20), "a foo, a Bar and BAZ, foobar; quux\n"...)
	for _, s := range []string{"foo|bar|baz", "x", "foo|foobar|obar", "ar|a|quux", "zzz|yyy", "a foo|foo, a|oo"} {
		checkLiterals(t, text, bytes.Split([]byte(s), []byte("|")))
	}
}

func TestFindOnRandomText(t *testing.T) {
	t.Parallel()
	for seed := range uint64(pairs(40_000) / 20) {
		r := rand.New(rand.NewPCG(seed, 2))
		word := func(n int) []byte {
			w := make([]byte, 1+r.IntN(n))
			for i := range w {
				w[i] = "abABkK.\xc3\xa9\n"[r.IntN(10)]
			}
			return w
		}
		b := word(200)
		texts := make([][]byte, 1+r.IntN(20))
		for i := range texts {
			texts[i] = word(6)
		}
		checkLiteral(t, b, texts[0])
		checkLiterals(t, b, texts)
	}
}

func TestFrequencyIsAShare(t *testing.T) {
	t.Parallel()
	sum := 0.0
	for c := range 256 {
		sum += Frequency(byte(c))
	}
	if sum < 0.95 || sum > 1.05 {
		t.Errorf("the frequencies add up to %v", sum)
	}
}

func TestWindowFind(t *testing.T) {
	t.Parallel()
	upper, sign := Class{}, Class{}
	for c := 'A'; c <= 'Z'; c++ {
		upper[c] = true
	}
	sign['_'] = true
	w := NewWindow([]Class{upper, upper, sign})
	text := []byte("A_ static int MAX_value, AB C_D ABC_; and so on, more than one vector of it QQ_")
	var got []int
	for i := w.Find(text, 0); i >= 0; i = w.Find(text, i+1) {
		got = append(got, i)
	}
	if want := []int{15, 33, 76}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if c := w.Chance(); c <= 0 || c > 1e-3 {
		t.Errorf("chance %v", c)
	}
}
