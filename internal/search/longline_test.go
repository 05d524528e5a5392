package search

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// inParts searches with buffers so small that most lines are searched in parts. It expects an
// error if the result depends on parts.
func inParts(t *testing.T, q Query) (out string, reported []error) {
	t.Helper()
	q.Error = func(err error) { reported = append(reported, err) }
	s, err := newSearch(&q)
	if err != nil {
		t.Fatal(err)
	}
	s.sizes = sizes{buffer: 32, piece: 32, line: 64, overlap: 32}
	s.cancel = func() {}
	var b bytes.Buffer
	p := newPager(s, &b)
	if err := s.run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), reported
}

// With Only, matches and their number are those of the whole lines, wherever parts begin.
func TestLongLinesMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	words := []string{"foo", "x", " ", "é", "barbar", "\n", "fo", "o", "ab"}
	for _, p := range []string{"foo", "[fo]{2,3}x", "(bar)+", "é|b", `\bfoo\b`, "ab "} {
		re := regexp.MustCompile(p)
		for range 60 {
			var b strings.Builder
			for range 20 + r.IntN(200) {
				b.WriteString(words[r.IntN(len(words))])
				if r.IntN(40) > 0 && strings.HasSuffix(b.String(), "\n") {
					b.WriteString("x")
				}
			}
			q := Query{Patterns: []string{p}, LineNumbers: true, AsText: true, Only: true, Roots: []string{stdinRoot}}
			q.Stdin = strings.NewReader(b.String())
			want := naive(b.String(), re, &q)
			if got, reported := inParts(t, q); got != want || len(reported) > 0 {
				t.Fatalf("%q in %q, reported %v:\ngot  %q\nwant %q", p, b.String(), reported, got, want)
			}
			q.Mode, q.Stdin = Count, strings.NewReader(b.String())
			n := strings.Count(want, "\n")
			if got, _ := inParts(t, q); n > 0 && strings.TrimSpace(got) != string(appendInt(nil, int64(n))) || n == 0 && got != "" {
				t.Fatalf("%q in %q: counted %q, want %d", p, b.String(), got, n)
			}
		}
	}
}

// Preview shows the piece of a long line around its first match, cut between characters.
func TestLongLinePreview(t *testing.T) {
	const start, end = "[... omitted start of long line] ", " [... omitted end of long line]"
	dots := func(n int) string { return strings.Repeat(".", n) }
	for _, tt := range []struct {
		text string
		set  func(q *Query)
		want string
	}{
		{"foo" + dots(17), nil, "foo" + dots(17)},
		{"foo" + dots(30), nil, "foo" + dots(17) + end},
		{dots(17) + "foo" + dots(30) + "foo", nil, dots(17) + "foo" + end},
		{dots(18) + "foo" + dots(30), nil, start + dots(5) + "foo" + dots(12) + end},
		{dots(50) + "foo" + dots(12), nil, start + dots(5) + "foo" + dots(12)},
		{dots(50) + "foo", nil, start + dots(17) + "foo"},
		{strings.Repeat("é", 15) + "foo" + strings.Repeat("é", 15), nil, start + "ééfoo" + strings.Repeat("é", 6) + end},
		{dots(30) + "\nfoo\n" + dots(30), func(q *Query) { q.Before = 1 }, dots(20) + end + "\nfoo"},
		{dots(30), func(q *Query) { q.Invert = true }, dots(20) + end},
		{dots(30) + "bar\n" + dots(25), func(q *Query) { q.Patterns, q.Match.Multiline = []string{`r\n.*`}, true }, start + dots(17) + "bar\n" + dots(20) + end},
		{dots(30) + "\n" + dots(25) + "bar", func(q *Query) { q.Patterns, q.Match.Multiline = []string{`\.\n|bar`}, true }, start + dots(20) + "\n" + start + dots(17) + "bar"},
		{dots(25) + "\xff\x80\x80\x80\x80\x80\x80\x80foo" + dots(30), nil, start + "\x80\x80foo" + dots(12) + end},
	} {
		q := Query{Patterns: []string{"foo"}, MaxColumns: 20, Preview: true, Roots: []string{stdinRoot}, Stdin: strings.NewReader(tt.text)}
		if tt.set != nil {
			tt.set(&q)
		}
		var b bytes.Buffer
		if _, err := Grep(t.Context(), q, &b); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(b.String(), "\n"); got != tt.want {
			t.Errorf("%q:\ngot  %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

func TestLongLineColumn(t *testing.T) {
	text := "foo\n" + strings.Repeat(".", 200) + "foo" + strings.Repeat(".", 100) + "foo.\n..foo\n"
	q := Query{Patterns: []string{"foo"}, LineNumbers: true, Column: true, Only: true, Roots: []string{stdinRoot}, Stdin: strings.NewReader(text)}
	if got, _ := inParts(t, q); got != "1:1:foo\n2:201:foo\n2:304:foo\n3:3:foo\n" {
		t.Errorf("got %q", got)
	}
}

// A line that is shown in part is reported, and so is a long line with Invert.
func TestLongLineReported(t *testing.T) {
	long := strings.Repeat(".", 100) + "foo" + strings.Repeat(".", 100)
	for _, tt := range []struct {
		name string
		text string
		q    Query
		want bool
	}{
		{"shown", "a\n" + long + "\nb\n", Query{}, true},
		{"context", "foo\n" + long + "\n", Query{After: 1}, true},
		{"JSON", long, Query{JSON: true}, true},
		{"inverted", long + "\n", Query{Invert: true}, true},
		{"inverted and counted", long + "\n", Query{Invert: true, Mode: Count}, true},
		{"the last of several", long + "foo\n", Query{Only: true, Max: 1}, true},
		{"omitted", long, Query{MaxColumns: 40}, false},
		{"counted", long, Query{Mode: Count}, false},
		{"listed", long, Query{Mode: Files}, false},
		{"short", "foo", Query{}, false},
		{"not shown", "foo\n" + strings.Repeat(".", 300), Query{}, false},
	} {
		q := tt.q
		q.Patterns, q.Roots, q.Stdin = []string{"foo"}, []string{stdinRoot}, strings.NewReader(tt.text)
		out, reported := inParts(t, q)
		if out == "" || (len(reported) == 1) != tt.want || tt.want && !errors.Is(reported[0], errPartly) {
			t.Errorf("%s: reported %v for %q", tt.name, reported, out)
		}
	}
}
