package search

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// naive is the simplest search of a text, and its output.
func naive(text string, re *regexp.Regexp, q *Query) string {
	if text == "" {
		return ""
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	shown := make([]byte, len(lines)) // 0, : for a match or - for context
	n, rest := 0, 0
	for i, l := range lines {
		match := re.MatchString(l) != q.Invert
		full := q.Max > 0 && n >= q.Max
		switch {
		case match && (!full || rest > 0):
			n++
			shown[i] = ':'
			for k := max(0, i-q.Before); k < i; k++ {
				if shown[k] == 0 {
					shown[k] = '-'
				}
			}
			if full {
				rest--
			} else {
				rest = q.After
			}
		case rest > 0:
			shown[i] = '-'
			rest--
		}
	}
	var b strings.Builder
	last := -1
	for i, l := range lines {
		if shown[i] == 0 {
			continue
		}
		if last >= 0 && last < i-1 && (q.Before > 0 || q.After > 0) {
			b.WriteString("--\n")
		}
		last = i
		if q.Only && shown[i] == ':' && !q.Invert {
			for _, m := range re.FindAllString(l, -1) {
				fmt.Fprintf(&b, "%d:%s\n", i+1, m)
			}
			continue
		}
		fmt.Fprintf(&b, "%d%c%s\n", i+1, shown[i], l)
	}
	return b.String()
}

var fuzzPatterns = []string{"a", "ab|ba", "^a", "b$", "[ab]+c", "x*", "aé", `\bab\b`, "a.c", "(a|b)(c|d)", "zz", "^$"}

// FuzzLines compares a search with naive, with buffers so small that texts are read in many
// pieces.
func FuzzLines(f *testing.F) {
	for i := range fuzzPatterns {
		f.Add("ab\nba\n\nabc\nxx\na c\ncab ab\nd\ne\nf\naéa\r\nzz", uint8(i), uint8(i), uint8(i), uint8(i*7), uint8(i))
		f.Add(strings.Repeat("x\ny\nab\n", 9), uint8(i), uint8(3*i), uint8(i/2), uint8(i), uint8(i/3))
	}
	f.Fuzz(func(t *testing.T, text string, pattern, before, after, flags, most uint8) {
		q := Query{
			Patterns: []string{fuzzPatterns[int(pattern)%len(fuzzPatterns)]}, LineNumbers: true, AsText: true,
			Before: int(before % 5), After: int(after % 5), Max: int(most % 5), Invert: flags&1 != 0, Only: flags&2 != 0,
			Stdin: strings.NewReader(text), Roots: []string{stdinRoot},
		}
		for _, mark := range []string{"\ufeff", "\xff\xfe", "\xfe\xff"} {
			if strings.HasPrefix(text, mark) {
				return
			}
		}
		want := naive(text, regexp.MustCompile(q.Patterns[0]), &q)
		s, err := newSearch(&q)
		if err != nil {
			t.Fatal(err)
		}
		s.sizes = sizes{buffer: 4 << (flags >> 2 & 3), piece: 64 << (flags >> 4 & 3), line: 1 << 20, overlap: 4}
		s.cancel = func() {}
		var out bytes.Buffer
		p := newPager(s, &out)
		if err := s.run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		if err := p.close(); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != want {
			t.Errorf("%q in %q, %d before, %d after, at most %d, -v %t, -o %t, %+v:\ngot  %q\nwant %q",
				q.Patterns, text, q.Before, q.After, q.Max, q.Invert, q.Only, s.sizes, got, want)
		}
	})
}
