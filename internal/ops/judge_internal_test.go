package ops

import (
	"testing"
	"time"

	"fileops/internal/syntax"
)

// A content is parsed once in a run, whatever round asks.
func TestNothingIsParsedTwice(t *testing.T) {
	t.Parallel()
	checker, err := syntax.NewChecker(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := settling{Runner: &Runner{Syntax: checker, Now: time.Now}, answers: map[question]opinion{}}
	for _, tt := range []struct {
		name, content string
		want          int
	}{{"a.py", "x = (", 5}, {"a.py", "x = (", 5}, {"b.py", "x = (", 10}, {"a.py", "x = 1", 15}, {"b.py", "x = (", 15}} {
		s.ask(t.Context(), tt.name, []byte(tt.content))
		if s.parsed != tt.want {
			t.Errorf("after %s, %q: %d bytes parsed, want %d", tt.name, tt.content, s.parsed, tt.want)
		}
	}
}
