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

// TestVerdictsTogether: who says no is believed, and a yes is one whoever has no answer.
func TestVerdictsTogether(t *testing.T) {
	t.Parallel()
	var (
		valid  = syntax.Verdict{State: syntax.Valid, Language: "python"}
		broken = syntax.Verdict{State: syntax.Broken, Language: "python", Line: 3, Msg: "bad"}
		silent = syntax.Verdict{Language: "python", Trouble: "too deep"}
		yes    = syntax.Verdict{State: syntax.Valid, Language: "mypy"}
		no     = syntax.Verdict{State: syntax.Broken, Language: "mypy", Msg: "no"}
		none   = syntax.Verdict{Language: "mypy", Trouble: "it ended"}
	)
	for name, tt := range map[string]struct {
		said opinion
		want syntax.Verdict
	}{
		"parser-alone":                 {opinion{parser: valid}, valid},
		"parser-says-no":               {opinion{broken, []syntax.Verdict{yes, no}}, broken},
		"checker-says-no":              {opinion{valid, []syntax.Verdict{no}}, no},
		"checker-says-no-to-silence":   {opinion{silent, []syntax.Verdict{no}}, no},
		"both-say-yes":                 {opinion{valid, []syntax.Verdict{yes}}, yes},
		"checker-without-an-answer":    {opinion{valid, []syntax.Verdict{none}}, syntax.Verdict{State: syntax.Valid, Language: "mypy", Trouble: "it ended"}},
		"parser-without-an-answer":     {opinion{silent, []syntax.Verdict{yes}}, syntax.Verdict{State: syntax.Valid, Language: "mypy", Trouble: "too deep"}},
		"neither-has-an-answer":        {opinion{silent, []syntax.Verdict{none}}, none},
		"second-checker-says-no":       {opinion{valid, []syntax.Verdict{none, no, yes}}, no},
		"second-checker-has-no-answer": {opinion{valid, []syntax.Verdict{yes, none}}, syntax.Verdict{State: syntax.Valid, Language: "mypy", Trouble: "it ended"}},
	} {
		if got := tt.said.verdict(); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", name, got, tt.want)
		}
	}
}
