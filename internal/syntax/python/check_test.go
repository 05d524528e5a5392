package python_test

import (
	"strings"
	"testing"

	"fileops/internal/cputime"
	"fileops/internal/syntax/python"
)

func TestBrokenTextsGiveTheLineAndWordsOfCPython(t *testing.T) {
	t.Parallel()
	for _, table := range [][]snippet{broken, brokenFString} {
		for _, tt := range table {
			got := python.Check(tt.src)
			if got == nil {
				t.Errorf("Check(%q) = nil; want line %d, %q", tt.src, tt.line, tt.msg)
				continue
			}
			if got.Line != tt.line || got.Msg != tt.msg {
				t.Errorf("Check(%q) = line %d, %q; want line %d, %q", tt.src, got.Line, got.Msg, tt.line, tt.msg)
			}
			if got.Column < 1 {
				t.Errorf("Check(%q) gives column %d; want 1 or more", tt.src, got.Column)
			}
		}
	}
}

func TestValidTexts(t *testing.T) {
	t.Parallel()
	for _, src := range valid {
		if got := python.Check(src); got != nil {
			t.Errorf("Check(%q) = %v; want nil", src, got)
		}
	}
}

func TestErrorsOfPrefixesLieInTheText(t *testing.T) {
	t.Parallel()
	for _, tt := range broken {
		lines := strings.Count(tt.src, "\n") + 1
		for i := range tt.src {
			if got := python.Check(tt.src[:i]); got != nil && got.Line > lines {
				t.Errorf("Check(%q) = %v; want a line up to %d", tt.src[:i], got, lines)
			}
		}
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src          string
		line, column int
	}{
		{"x = = 1\n", 1, 5},
		{"x = 1\ny = f(\n", 2, 6},
		{"'é' b\n", 1, 6}, // bytes, not characters
		{"x = 1\n    y\n", 2, 5},
		{"x\r\n= = 1\r\n", 2, 1},
		{"\ufeffx y\n", 1, 3}, // the byte order mark does not count
		{"x\x00", 1, 2},
		{"a\nb\n\x00", 3, 1},
	} {
		got := python.Check(tt.src)
		if got == nil || got.Line != tt.line || got.Column != tt.column {
			t.Errorf("Check(%q) = %v; want %d:%d", tt.src, got, tt.line, tt.column)
		}
	}
}

func TestErrorSaysPlaceAndWords(t *testing.T) {
	t.Parallel()
	err := python.Check("x = 1\ny y\n")
	if got, want := err.Error(), "2:3: invalid syntax"; got != want {
		t.Errorf("Error() = %q; want %q", got, want)
	}
}

type nested struct {
	name, src, msg string // msg "" means valid
}

// deep returns sources with n parts in or behind one another.
func deep(n int) []nested {
	return []nested{
		{"parentheses", strings.Repeat("(", n), "too many nested parentheses"},
		{"mixed_brackets", strings.Repeat("([{", n), "too many nested parentheses"},
		{"closed_brackets", strings.Repeat("[", n) + strings.Repeat("]", n), "too many nested parentheses"},
		{"calls", strings.Repeat("f(", n), "too many nested parentheses"},
		{"fields", strings.Repeat("f'{", n), "too many nested parentheses"},
		{"specifications", "f'" + strings.Repeat("{x:", n), "too many nested parentheses"},
		{"not", strings.Repeat("not ", n) + "a", ""},
		{"signs", strings.Repeat("-+~", n) + "a", ""},
		{"powers", strings.Repeat("a**-", n) + "a", ""},
		{"conditionals", strings.Repeat("a if b else ", n) + "a", ""},
		{"lambdas", strings.Repeat("lambda:", n) + "a", "source too complex to parse"},
		{"lambdas_in_defaults", strings.Repeat("lambda a=", n) + "a", "source too complex to parse"},
		{"lambdas_in_filters", "[a for a in b if " + strings.Repeat("lambda:", n) + "a]", "source too complex to parse"},
		{"attributes", "a" + strings.Repeat(".a", n), ""},
		{"subscripts", "a" + strings.Repeat("[a]", n), ""},
		{"branches", "if a: b\n" + strings.Repeat("elif a: b\n", n), ""},
		{"comparisons", "a" + strings.Repeat("<a", n), ""},
		{"strings", strings.Repeat("'a' ", n), ""},
		{"decorators", strings.Repeat("@a\n", n) + "def f(): pass", ""},
		{"assignments", strings.Repeat("a=", n) + "1", ""},
		{"print_names", strings.Repeat("print [", 190) + strings.Repeat("print ", n), "Missing parentheses in call to 'print'. Did you mean print(...)?"},
		{"continuations", strings.Repeat("\\\n", n), "unexpected EOF while parsing"},
		{"indents", indents(n / 100), "too many levels of indentation"},
		{"with", "with " + strings.Repeat("(a, ", 190) + strings.Repeat("b, ", n), "'(' was never closed"},
	}
}

// TestDeepNestingIsQuickAndSafe checks sources of eight times the size, too, which may take
// 15 times as long: the square would be 64 times.
func TestDeepNestingIsQuickAndSafe(t *testing.T) {
	const n = 100_000
	of := map[int][]nested{n / 8: deep(n / 8), n: deep(n)}
	for i, tt := range of[n] {
		t.Run(tt.name, func(t *testing.T) {
			cputime.CheckGrowth(t, n/8, 8, 15, func(n int) func() { return func() { _ = python.Check(of[n][i].src) } })
		})
		got := python.Check(tt.src)
		if (got == nil) != (tt.msg == "") || got != nil && got.Msg != tt.msg {
			t.Errorf("%s: got %v; want %q", tt.name, got, tt.msg)
		}
	}
}

// indents is a text of n blocks, each in the one before.
func indents(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i))
		b.WriteString("if a:\n")
	}
	return b.String()
}

func FuzzCheck(f *testing.F) {
	for _, src := range valid {
		f.Add(src)
	}
	for _, table := range [][]snippet{broken, brokenFString} {
		for _, tt := range table {
			f.Add(tt.src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		err := python.Check(src)
		if err == nil {
			return
		}
		if lines := strings.Count(src, "\n") + strings.Count(src, "\r") + 1; err.Line < 1 || err.Line > lines || err.Column < 1 || err.Msg == "" {
			t.Errorf("Check(%q) = %+v; want a place in the text and words", src, *err)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	src := strings.Repeat("def f(a, b=1, *c, **d):\n    \"\"\"Text.\"\"\"\n    if a > b and c[0] != 'x':\n        return g(a.b, d={'k': [1, 2.5]})\n", 2000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if err := python.Check(src); err != nil {
			b.Fatal(err)
		}
	}
}
