package syntax

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"
	"time"

	"fileops/internal/cputime"
)

func TestParserThatPanicsDoesNotJudge(t *testing.T) {
	t.Parallel()
	got := guarded(func(source) Verdict { panic("a bug") }, source{})
	if want := (Verdict{Trouble: "its parser failed (a bug)"}); got != want {
		t.Errorf("guarded = %+v; want %+v", got, want)
	}
}

func TestParserThatTakesTooLongDoesNotJudge(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	start := time.Now()
	got := guarded(func(source) Verdict { <-done; return Verdict{State: Valid} }, source{})
	close(done)
	if want := (Verdict{Trouble: "its parser took over a second"}); got != want {
		t.Errorf("guarded = %+v; want %+v", got, want)
	}
	if took := time.Since(start); took < maxTime {
		t.Errorf("it gave up after %v; want %v", took, maxTime)
	}
}

func TestTooDeep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src  string
		want bool
	}{
		{strings.Repeat("(", maxNesting+10), true},
		{strings.Repeat("{a:", maxNesting+10), true},
		{strings.Repeat("()=>{", maxNesting+10), true},
		{strings.Repeat("[\n", maxNesting+10), true},
		{strings.Repeat("()", 10*maxNesting), false},
		{strings.Repeat("! ~", maxPrefix), true},
		{strings.Repeat("!x;", 10*maxPrefix), false},
		{strings.Repeat("x:", maxPrefix+10), true},
		{strings.Repeat("x:1,", 10*maxPrefix), false},
		{strings.Repeat("- - ", maxPrefix), true},
		{"", false},
	} {
		if got := tooDeep([]byte(tt.src + "x")); got != tt.want {
			t.Errorf("tooDeep(%.20q…) = %v; want %v", tt.src, got, tt.want)
		}
	}
}

// TestTimeIsLinear has texts on which a look back or ahead for each part takes quadratic
// time: 64 times as long where the text is eight times as long. A map that large misses the
// caches of the processor, so that 30 times are allowed for the first.
func TestTimeIsLinear(t *testing.T) {
	cputime.CheckGrowth(t, 25_000, 8, 30, func(n int) func() {
		element := xml.StartElement{Attr: make([]xml.Attr, n)}
		for i := range element.Attr {
			element.Attr[i].Name.Local = strconv.Itoa(i)
		}
		return func() {
			if got := twice(element); got != "" {
				t.Errorf("twice = %q; want none", got)
			}
		}
	})
	cputime.CheckGrowth(t, 75_000, 8, 15, func(n int) func() {
		comments := []byte(strings.Repeat("/* ", n))
		return func() {
			if got := plainJSON(comments); len(got) != len(comments) {
				t.Errorf("plainJSON returned %d bytes; want %d", len(got), len(comments))
			}
		}
	})
}
