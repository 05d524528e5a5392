package pattern

import (
	"fmt"
	"regexp/syntax"
	"sync"
	"testing"
)

func TestReduce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ written, want string }{
		{`.{1,1000}x`, `(?-s:.)x`},
		{`x.{2,1000}`, `x(?-s:.){2}`},
		{`(a+)+$`, `a$`},
		{`(a|b)*b`, `b`},
		{`a*b*`, ``},
		{`a?(b+c?)`, `b`},
		{`(a|b*)c`, `c`},
		{`^a*b`, `\Aa*b`},
		{`a+b+c+`, `ab+c`},
		{`(ab|cd+)`, `ab|cd`},
	} {
		re, err := syntax.Parse(tt.written, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		want, err := syntax.Parse(tt.want, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := reduce(re); got.String() != want.String() {
			t.Errorf("reduce(%q) = %q, want %q", tt.written, got, want)
		}
	}
}

// TestPlans: the scan that is chosen for a pattern, which makes the search fast.
func TestPlans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		o       Options
		want    string
	}{
		{"foo_bar", Options{}, "*scan.Literal sure"},
		{"foo_bar", Options{IgnoreCase: true}, "*scan.Literal sure"},
		{"foo_sock", Options{IgnoreCase: true}, "*scan.Literal"}, // s and k fold out of ASCII
		{"foo|bar|quux", Options{}, "*scan.Literals sure"},
		{"f(oo|ie)_bar", Options{}, "*scan.Literals sure"},
		{`struct \w+_ops\b`, Options{}, "*scan.Literal"},
		{`(?i)struct \w+_ops\b`, Options{}, "*scan.Literal"},
		{`[A-Z]{3}_[A-Z]+`, Options{}, "*scan.Window"},
		{`\p{Greek}`, Options{}, "*scan.Window"},
		{`\w{5}\s+\w{5}`, Options{}, "none"},
		{`.*`, Options{}, "all"},
		{"foo", Options{Word: true, Fixed: true}, "*scan.Literal sure"},
		{"foo", Options{Line: true}, "*scan.Literal"},
	} {
		got := describe(compile(t, []string{tt.pattern}, tt.o).plan)
		if got != tt.want {
			t.Errorf("%q %+v: got %s, want %s", tt.pattern, tt.o, got, tt.want)
		}
	}
}

func describe(p plan) string {
	switch {
	case p.all:
		return "all"
	case p.scan == nil:
		return "none"
	case p.sure:
		return fmt.Sprintf("%T sure", p.scan)
	}
	return fmt.Sprintf("%T", p.scan)
}

func TestWorkersAtOnce(t *testing.T) {
	t.Parallel()
	for _, p := range []string{"foo", `f[oa]+\b`, `\w+ \w+`, "foo|bar", `\p{Greek}`} {
		m := compile(t, []string{p}, Options{})
		want := m.Worker().Count(sample)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				w := m.Worker()
				if got := w.Count(sample); got != want {
					t.Errorf("%q: got %d lines, want %d", p, got, want)
				}
				spans(w, sample, -1)
			})
		}
		wg.Wait()
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, p := range []string{"foo_bar", `struct \w+_ops\b`, `\p{Greek}`, `[A-Z]{3}_[A-Z]+`, `\pL+\s+\pL+`} {
		b.Run(fmt.Sprintf("%q", p), func(b *testing.B) {
			for b.Loop() {
				m, err := Compile([]string{p}, Options{})
				if err != nil {
					b.Fatal(err)
				}
				m.Worker().Count(sample)
			}
		})
	}
}
