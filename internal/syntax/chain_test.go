package syntax

import (
	"strings"
	"testing"
)

func TestTooLong(t *testing.T) {
	t.Parallel()
	const n = maxScript
	for _, tt := range []struct {
		unit string
		want bool
	}{
		{"a.", true},
		{"a?.", true},
		{"[0]", true},
		{"()", true},
		{"(a,b)", true},
		{"``", true},
		{"`a\nb`", true},
		{"a=", true},
		{"','=", true},
		{"a=\n", true},
		{"a=>", true},
		{"(a,b)=>", true},
		{"a**", true},
		{"a?b:", true},
		{"{}=", true},
		{"if(a)", true},
		{"if(a);else ", true},
		{"if(a){}else ", true},
		{"void\n", true},
		{"<a>", true},
		{"a.b.c(d, e[f]);", false},
		{"a.b.c(d, e[f])\n", false},
		{"a(b => { c.d(e).f(g).h.i.j })\n", false},
		{"{a: b.c(d).e},", false},
		{"function a(){b.c.d=e}", false},
		{"a + 'b' + c + ", false},
		{"'a.b.c', ", false},
		{"// A word. Another?\na.b()\n", false},
		{"class A { b = c.d\n e() { f.g() } }\n", false},
	} {
		if got := tooLong([]byte("(" + strings.Repeat(tt.unit, n/len(tt.unit)) + "x")); got != tt.want {
			t.Errorf("tooLong(%q repeated) = %v; want %v", tt.unit, got, tt.want)
		}
	}
}

// TestLongChainsAreNotGivenToTheParser would end the program with a stack that is over
// Go's limit. It is not parallel, since a parser that waits for the processor for a second
// gives no verdict either.
func TestLongChainsAreNotGivenToTheParser(t *testing.T) {
	c, err := NewParsers([]string{"javascript", "typescript"})
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{".a", "=a", "[0]", "()", "``", "=>a"} {
		for _, name := range []string{"a.js", "a.ts"} {
			src := "a" + strings.Repeat(unit, (maxScript-10)/len(unit))
			if got := c.Check(name, []byte(src)); got.State != NotJudged || got.Trouble != "" {
				t.Errorf("Check(%q, %q repeated) = %+v; want not judged", name, unit, got)
			}
		}
	}
}
