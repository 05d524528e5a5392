package search

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"fileops/internal/search/pattern"
)

// searchText is what a search shows of a text, with buffers of some size.
func searchText(t *testing.T, q Query, text string, buffer int) string {
	t.Helper()
	q.Stdin, q.Roots = strings.NewReader(text), []string{stdinRoot}
	s, err := newSearch(&q)
	if err != nil {
		t.Fatal(err)
	}
	s.sizes = sizes{buffer: buffer, piece: 4 * buffer, line: 1 << 20, overlap: 4}
	s.cancel = func() {}
	var out bytes.Buffer
	p := newPager(s, &out)
	if err := s.run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCarriageReturns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern   string
		multiline bool
		text      string
		want      string
	}{
		{"a$", false, "a\r\nab\r\na", "1:a\n3:a\n"},
		{"^$", false, "\r\nx\r\n\r\n", "1:\n3:\n"},
		{"a.$", false, "a\r\nab\r\n", "2:ab\n"},
		{`^\w+\s$`, false, "a\r\na \r\n", "2:a \n"},
		{`a\nb`, true, "a\r\nb\r\nc\r\n", "1:a\n2:b\n"},
		{`a$\n^b$`, true, "a\r\nb\r\nc\r\n", "1:a\n2:b\n"},
		{"a$", false, "a\r\r\na\rb\n", ""},
		{"a", false, "a\rb\r", "1:a\rb\r\n"},
	} {
		q := Query{Patterns: []string{tt.pattern}, Match: pattern.Options{Multiline: tt.multiline}, LineNumbers: true, CRLF: true}
		for _, buffer := range []int{4, 1 << 10} {
			if got := searchText(t, q, tt.text, buffer); got != tt.want {
				t.Errorf("%q in %q by %d bytes: got %q; want %q", tt.pattern, tt.text, buffer, got, tt.want)
			}
		}
	}
}

// A search with CRLF gives the same result as one without it in the text with LF.
func TestCRLFSameAsLF(t *testing.T) {
	t.Parallel()
	patterns := []string{"a$", "^$", "b", "^ab*$", "a|b$", `\s$`, ".$", "[^a]", `(?:a|b)\b`, `a\z`}
	across := []string{`a\nb`, `$\n`, `(?s)a.b`, `\n\n`, `b\s+a`, `[^a]b`, `a$`, `\z`}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var text strings.Builder
		for range random.IntN(40) {
			text.WriteString([]string{"a", "b", " ", "\n", "\r\n", "\r\n", "\r", "é"}[random.IntN(8)])
		}
		q := Query{LineNumbers: true, Before: random.IntN(2), Invert: random.IntN(4) == 0, Mode: []Mode{Content, Count}[random.IntN(2)]}
		if q.Match.Multiline = random.IntN(2) == 0; q.Match.Multiline {
			q.Patterns = []string{across[random.IntN(len(across))]}
		} else {
			q.Patterns = []string{patterns[random.IntN(len(patterns))]}
		}
		buffer := 4 << random.IntN(5)
		plain := strings.ReplaceAll(text.String(), "\r\n", "\n")
		want := searchText(t, q, plain, buffer)
		q.CRLF = true
		if got := searchText(t, q, text.String(), buffer); got != want {
			t.Fatalf("%+v in %q: got %q; want %q", q.Patterns, text.String(), got, want)
		}
	}
}
