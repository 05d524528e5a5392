package anchor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fileops/internal/text/anchor"
)

// The hashes are those of other programs, too: sha256sum shows the first bits of each.
func TestOf(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":    "wer", // e3b0…
		"abc": "q9w", // ba78…
	} {
		got := anchor.Of([]byte(line))
		if got != want {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
		for _, end := range []string{"\n", "\r\n", "\r"} {
			if with := anchor.Of([]byte(line + end)); with != got {
				t.Errorf("%q with the end %q: got %s, want %s", line, end, with, got)
			}
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"12#k3f": "12#k3f", "12#K3F": "12#k3f", "1#OIl": "1#011", "7": "7", "-1": "-1", "0": "0",
		"12#": "", "12#k3": "", "12#k3fa": "", "0#k3f": "", "-1#k3f": "", "#k3f": "", "12#k3u": "", "12 #k3f": "", "": "", "a": "", "12#k3f\tx": "",
	} {
		got, ok := anchor.Parse(s)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q: got %s, %v, want %q", s, got, ok, want)
		}
	}
}

func TestCutHash(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"#k3f\tx": "\tx", "#k3f": "", "#k3": "#k3", "k3f": "k3f", "# k3f": "# k3f"} {
		if rest, ok := anchor.CutHash(s); rest != want || ok != (s != want) {
			t.Errorf("%q: got %q, %v, want %q", s, rest, ok, want)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	got := anchor.Lines([]byte("\ufeffa\r\nb\n\nc"))
	want := fmt.Sprint([]string{anchor.Of([]byte("a")), anchor.Of([]byte("b")), anchor.Of(nil), anchor.Of([]byte("c"))})
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// A line has the same hash in whatever parts it comes.
func TestWriter(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var w anchor.Writer
	for range 2000 {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString([]string{"a", "\r", "é", "bc"}[r.IntN(4)])
		}
		line := b.String() + []string{"", "\n", "\r\n"}[r.IntN(3)]
		for rest := line; rest != ""; {
			n := 1 + r.IntN(len(rest))
			w.Add([]byte(rest[:n]))
			rest = rest[n:]
		}
		if got, want := w.Sum(), anchor.Of([]byte(line)); got != want {
			t.Fatalf("%q: got %s, want %s", line, got, want)
		}
	}
}

// What is read as an anchor is written as one that is read as the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"12#k3f", "12#K3F", "1#OIl", "7", "-1", "0", "12#", "0#k3f", "12#k3u", "", "1#İ0", "1#\u212a0", "1#k\xff0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, ok := anchor.Parse(s)
		if !ok {
			return
		}
		if again, ok := anchor.Parse(a.String()); !ok || again != a {
			t.Errorf("%q is read as %v, that as %v, %v", s, a, again, ok)
		}
	})
}
