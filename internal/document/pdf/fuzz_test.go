package pdf

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"unicode/utf8"
)

// Bounds for damaged files of the size of the corpus's. They are far above what whole
// files take (milliseconds and 20 MB) and far below the limits of Read.
const (
	fuzzTime   = 5 * time.Second
	fuzzMemory = 1 << 30 // allocated in all, of which most is free again at once
)

func corpusPDFs(tb testing.TB) map[string][]byte {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join(corpus, "*.pdf"))
	if err != nil || len(names) < 20 {
		tb.Fatalf("%d files, %v", len(names), err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		out[filepath.Base(name)] = data
	}
	return out
}

// survive reads a damaged file. Whatever is in it, what comes back is text or an error
// with a kind, and soon.
func survive(t *testing.T, data []byte) error {
	t.Helper()
	start := time.Now()
	doc, err := readAll(t.Context(), bytes.NewReader(data), int64(len(data)), Range{}) // panics come through
	if took := time.Since(start); took > fuzzTime {
		t.Errorf("took %v: %v", took, err)
	}
	if err != nil && kindOf(err) == 0 {
		t.Errorf("an error without a kind: %v", err)
	}
	for _, p := range doc.Shown {
		if !utf8.ValidString(p.Text) {
			t.Errorf("page %d is no UTF-8: %.100q", p.Number, p.Text)
		}
	}
	return err
}

func FuzzRead(f *testing.F) {
	for _, data := range corpusPDFs(f) {
		f.Add(data)
	}
	f.Add(loopingForms(3, 3))
	f.Add(onePage("BT /F 9 Tf (a) Tj ET", helveticaFont))
	f.Add(streamTable("/Size 2/W[1 1 1]/Index[1 1]", []byte("\x02\x01\x00")))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_ = survive(t, data)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > fuzzMemory {
			t.Errorf("took %d MB in all", used>>20)
		}
	})
}

// Mutations of whole files go deeper than random bytes: most of the file stays right.
func TestMutatedFilesSurvive(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	counts := map[Kind]int{}
	files := corpusPDFs(t)
	for name, data := range files {
		for i := range 25 {
			bad := mutate(rng, data)
			if err := survive(t, bad); err != nil {
				counts[kindOf(err)]++
			} else {
				counts[0]++
			}
			if t.Failed() {
				t.Fatalf("%s, mutation %d", name, i)
			}
		}
	}
	t.Logf("%d files: %d read, %d damaged, %d encrypted, %d without text, %d too large, %d too slow", 25*len(files),
		counts[0], counts[Damaged], counts[Encrypted], counts[NoText], counts[TooLarge], counts[TooSlow])
	if counts[TooSlow] > 0 {
		t.Errorf("%d files were too slow", counts[TooSlow])
	}
}

// mutate damages a copy of data in one of the ways in which files get damaged, or are
// damaged on purpose.
func mutate(rng *rand.Rand, data []byte) []byte {
	bad := bytes.Clone(data)
	switch rng.IntN(6) {
	case 0: // some bytes
		for range 1 + rng.IntN(20) {
			bad[rng.IntN(len(bad))] = byte(rng.Uint32())
		}
	case 1: // the end is missing
		bad = bad[:rng.IntN(len(bad))]
	case 2: // a hole
		from := rng.IntN(len(bad))
		bad = append(bad[:from], bad[min(len(bad), from+1+rng.IntN(500)):]...)
	case 3: // digits: offsets, lengths, references
		for range 200 {
			if i := rng.IntN(len(bad)); bad[i] >= '0' && bad[i] <= '9' {
				bad[i] = '0' + byte(rng.IntN(10))
			}
		}
	case 4: // a piece twice
		from := rng.IntN(len(bad))
		piece := bytes.Clone(bad[from:min(len(bad), from+1+rng.IntN(2000))])
		at := rng.IntN(len(bad))
		bad = append(bad[:at:at], append(piece, bad[at:]...)...)
	case 5: // a name for another, and references to the wrong object
		names := [][]byte{[]byte("/Length"), []byte("/Type"), []byte("/Kids"), []byte("/Parent"), []byte("/Filter"), []byte(" 0 R"), []byte("endobj"), []byte("/W"), []byte("/Font")}
		from, to := names[rng.IntN(len(names))], names[rng.IntN(len(names))]
		bad = bytes.Replace(bad, from, to, 1+rng.IntN(3))
	}
	return bad
}
