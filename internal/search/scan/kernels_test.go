package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// kernels is one implementation of the inner loops. All of them run where the tests
// run, the fallbacks too; vectors (in a file for each architecture) gives the rest.
type kernels struct {
	name   string
	least  int // places below which it must not be called
	pair   func([]byte, *pair) int
	window func([]byte, *nibbles) int
	teddy  func([]byte, *nibbles) int
}

func implementations() []kernels {
	all := []kernels{
		{"portable", 0, pairGo, windowGo, teddyGo},
		{"chosen", 0, findPair, findWindow, findTeddy},
	}
	return append(all, vectors()...)
}

// fenced copies b into a slice without spare capacity, between bytes that would match. So a
// kernel that reads outside of the slice gives a wrong result.
func fenced(b []byte, like byte) []byte {
	whole := bytes.Repeat([]byte{like}, len(b)+256)
	return whole[128 : 128+copy(whole[128:], b) : 128+len(b)]
}

// slowPair, slowWindow and slowTeddy are the definitions, written as plainly as can be.
func slowPair(b []byte, q *pair) int {
	for i := range b {
		if i+q.distance < len(b) && b[i]|q.firstMask == q.first && b[i+q.distance]|q.secondMask == q.second {
			return i
		}
	}
	return -1
}

func slowWindow(b []byte, sets []Class) int {
	for i := range b {
		ok := i+len(sets) <= len(b)
		for j := 0; ok && j < len(sets); j++ {
			ok = sets[j][b[i+j]]
		}
		if ok {
			return i
		}
	}
	return -1
}

func slowTeddy(b []byte, t *nibbles) int {
	for i := range b {
		for k := range 8 {
			ok := i+t.width <= len(b)
			for j := 0; ok && j < t.width; j++ {
				ok = t.lo[j][b[i+j]&15]>>k&1 != 0 && t.hi[j][b[i+j]>>4]>>k&1 != 0
			}
			if ok {
				return i
			}
		}
	}
	return -1
}

func TestPairKernelsAgree(t *testing.T) {
	t.Parallel()
	for _, k := range implementations() {
		for _, distance := range []int{0, 1, 2, 7, 31, 32, 33, 63} {
			for n := 0; n < 200; n++ {
				for _, at := range []int{-1, 0, 1, n / 2, n - 33, n - 2, n - 1} {
					q := &pair{distance: distance, first: 'x', second: 'y', firstMask: 0x20}
					b := bytes.Repeat([]byte{'.'}, n+distance)
					if at >= 0 && at < n {
						b[at] = 'X'
						b[at+distance] = 'y'
					}
					checkPair(t, k, b, q)
				}
			}
		}
	}
}

// checkPair and checkNibbles give how many comparisons they made.
func checkPair(t *testing.T, k kernels, b []byte, q *pair) int {
	t.Helper()
	if len(b)-q.distance < k.least {
		return 0
	}
	b = fenced(b, q.first)
	if got, want := k.pair(b, q), slowPair(b, q); got != want {
		t.Errorf("%s: pair %+v in %q: got %d, want %d", k.name, *q, b, got, want)
	}
	return 1
}

func TestNibbleKernelsAgree(t *testing.T) {
	t.Parallel()
	for _, k := range implementations() {
		for width := 1; width <= 4; width++ {
			sets := make([]Class, width)
			table := nibbles{width: width}
			for j := range sets {
				sets[j]['a'+byte(j)], sets[j]['A'], sets[j][0xe9] = true, true, true
				table.set(j, &sets[j])
			}
			for n := 0; n < 200; n++ {
				for _, at := range []int{-1, 0, 1, n / 2, n - 33, n - 5, n - 4, n - 3, n - 2, n - 1} {
					b := bytes.Repeat([]byte{'a'}, n)
					if width == 1 {
						b = bytes.Repeat([]byte{'z'}, n)
					}
					if at >= 0 && at <= n {
						copy(b[at:], "a\xe9Ad")
					}
					checkNibbles(t, k, b, sets, &table)
				}
			}
		}
	}
}

func checkNibbles(t *testing.T, k kernels, b []byte, sets []Class, table *nibbles) int {
	t.Helper()
	if len(b)-table.width+1 < k.least {
		return 0
	}
	b = fenced(b, 'A')
	n := 1
	if sets != nil {
		n = 2
		if got, want := k.window(b, table), slowWindow(b, sets); got != want {
			t.Errorf("%s: window of %d in %q: got %d, want %d", k.name, table.width, b, got, want)
		}
	}
	if got, want := k.teddy(b, table), slowTeddy(b, table); got != want {
		t.Errorf("%s: teddy of %d in %q: got %d, want %d", k.name, table.width, b, got, want)
	}
	return n
}

// randomCase makes a block of few different bytes and scans for it, from one seed.
func randomCase(seed uint64) (b []byte, q *pair, sets []Class, table, teddy *nibbles) {
	r := rand.New(rand.NewPCG(seed, 1))
	alphabet := []byte("aAbB \n\x00\x80\xc3\xff")[:2+r.IntN(9)]
	b = make([]byte, r.IntN(300))
	rare := 1 + r.IntN(40)
	for i := range b {
		b[i] = '.'
		if r.IntN(rare) == 0 {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
	}
	pick := func() byte { return alphabet[r.IntN(len(alphabet))] }
	q = &pair{distance: r.IntN(40), first: pick(), second: pick()}
	if isLetter(q.first) {
		q.first, q.firstMask = q.first|0x20, 0x20
	}
	sets = make([]Class, 1+r.IntN(4))
	table, teddy = &nibbles{width: len(sets)}, &nibbles{width: len(sets)}
	for j := range sets {
		for range 1 + r.IntN(4) {
			sets[j][pick()] = true
			teddy.add(j, r.IntN(8), pick())
		}
		table.set(j, &sets[j])
	}
	return b, q, sets, table, teddy
}

func checkRandom(t *testing.T, all []kernels, seed uint64) (n int) {
	t.Helper()
	b, q, sets, table, teddy := randomCase(seed)
	for _, k := range all {
		n += checkPair(t, k, b, q) + checkNibbles(t, k, b, sets, table) + checkNibbles(t, k, b, nil, teddy)
	}
	return n
}

func TestKernelsAgreeOnRandomBlocks(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := uint64(0); tried < pairs(50_000); seed++ {
		tried += checkRandom(t, implementations(), seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d pairs", tried)
}

func FuzzKernels(f *testing.F) {
	f.Add([]byte("some Text to look at, and a little more than one vector of it"), "text", "Look|more|of", uint64(1))
	f.Add([]byte("\xff\x00\n"), "\xff", "\x00|\n", uint64(2))
	f.Fuzz(func(t *testing.T, b []byte, text, several string, seed uint64) {
		if len(b) > 2000 {
			return // the checks take the square of it
		}
		checkRandom(t, implementations(), seed)
		if text != "" {
			checkLiteral(t, b, []byte(text))
		}
		texts := bytes.Split([]byte(several), []byte("|"))
		if len(texts) < 100 && !slices.ContainsFunc(texts, func(s []byte) bool { return len(s) == 0 }) {
			checkLiterals(t, b, texts)
		}
	})
}

// TestWindowOfAnyClass: what set builds accepts the class, and only it if it says so.
func TestWindowOfAnyClass(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		var c Class
		for range 1 + r.IntN(1<<r.IntN(9)) {
			c[r.IntN(256)] = true
		}
		table := nibbles{width: 1}
		exact := table.set(0, &c)
		for i := range 256 {
			if got := table.at(0, byte(i)) != 0; got != c[i] && (exact || c[i]) {
				t.Fatalf("seed %d: byte %#x: got %v, want %v (exact: %v)", seed, i, got, c[i], exact)
			}
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	data := bytes.Repeat([]byte("static int foo_bar(struct device *dev, unsigned long flags)\n"), 1<<14)
	table := nibbles{width: 4}
	teddy := nibbles{width: 4}
	for j, s := range []string{"QZ", "JQ", "XZ", "@Q"} {
		var c Class
		for i := range len(s) {
			c[s[i]] = true
			teddy.add(j, i, s[i])
		}
		table.set(j, &c)
	}
	for _, k := range implementations() {
		for _, x := range []struct {
			name string
			run  func() int
		}{
			{"pair", func() int { return k.pair(data, &pair{distance: 3, first: 'q', second: 'z', firstMask: 0x20}) }},
			{"window4", func() int { return k.window(data, &table) }},
			{"teddy4", func() int { return k.teddy(data, &teddy) }},
		} {
			b.Run(fmt.Sprintf("%s/%s", x.name, k.name), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if x.run() >= 0 {
						b.Fatal("found what is not there")
					}
				}
			})
		}
	}
	b.Run("bytes.Index", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			bytes.Index(data, []byte("qxxz"))
		}
	})
	b.Run("bytes.Count of line ends", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			bytes.Count(data, []byte("\n"))
		}
	})
}
