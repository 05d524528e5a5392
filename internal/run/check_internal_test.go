package run

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// A text is parsed once in a run, whichever attempt asks.
func TestNothingIsParsedTwice(t *testing.T) {
	t.Parallel()
	checker, err := syntax.NewParsers(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := (&Runner{Syntax: checker, Now: time.Now}).contentChecker()
	for _, tt := range []struct {
		name, content string
		want          int
	}{{"a.py", "x = (", 5}, {"a.py", "x = (", 5}, {"b.py", "x = (", 10}, {"a.py", "x = 1", 15}, {"b.py", "x = (", 15}} {
		c.check(t.Context(), tt.name, []byte(tt.content), false)
		if c.searchUsage.bytes != tt.want {
			t.Errorf("after %s, %q: %d bytes parsed, want %d", tt.name, tt.content, c.searchUsage.bytes, tt.want)
		}
	}
}

// TestATemplateIsParsedOnceMore: what may be a template is parsed alone and then with the old
// text, and after that no attempt parses it again.
func TestATemplateIsParsedOnceMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("{% if x %}\nx = (\n{% endif %}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := workspace.Open(t.Context(), dir, workspace.Options{State: t.TempDir(), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	checker, err := syntax.NewParsers(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := (&Runner{Workspace: w, Syntax: checker, Now: time.Now}).contentChecker()
	src := []byte("{% if x %}\nx = ((\n{% endif %}\n")
	for range 3 {
		tx := w.Begin()
		a, err := tx.Find("a.py", workspace.ToEdit, workspace.Relative)
		if err == nil {
			err = tx.Write(a, src)
		}
		if err != nil {
			t.Fatal(err)
		}
		if f := c.checkChange(t.Context(), tx.Changes()[0], src); !f.declined {
			t.Errorf("finding %+v, want a template", f)
		}
	}
	if got, want := c.runUsage.bytes, 2*len(src); got != want {
		t.Errorf("%d bytes parsed, want %d", got, want)
	}
}

// TestVerdictsTogether: who says that a text is broken is believed, and it is valid for
// one who could not check it if another says so.
func TestVerdictsTogether(t *testing.T) {
	t.Parallel()
	var (
		valid    = syntax.Verdict{State: syntax.Valid, Language: "python"}
		broken   = syntax.Verdict{State: syntax.Broken, Language: "python", Line: 3, Msg: "bad"}
		template = syntax.Verdict{Language: "python"}
		silent   = syntax.Verdict{Language: "python", Trouble: "too deep"}
		yes      = syntax.Verdict{State: syntax.Valid, Language: "mypy"}
		no       = syntax.Verdict{State: syntax.Broken, Language: "mypy", Msg: "no"}
		none     = syntax.Verdict{Language: "mypy", Trouble: "it ended"}
	)
	for name, tt := range map[string]struct {
		parsed                       syntax.Verdict
		own                          []syntax.Verdict
		state                        syntax.State
		msg                          string
		notPython, notMypy, template bool // whose answer is missing
	}{
		"parser-alone":                 {parsed: valid, state: syntax.Valid},
		"parser-says-no":               {parsed: broken, own: []syntax.Verdict{yes, no}, state: syntax.Broken, msg: "bad"},
		"a-template":                   {parsed: template, state: syntax.NotJudged, template: true},
		"a-template-for-the-parser":    {parsed: template, own: []syntax.Verdict{yes}, state: syntax.Valid, template: true},
		"checker-says-no":              {parsed: valid, own: []syntax.Verdict{no}, state: syntax.Broken, msg: "no"},
		"checker-says-no-to-silence":   {parsed: silent, own: []syntax.Verdict{no}, state: syntax.Broken, msg: "no"},
		"both-say-yes":                 {parsed: valid, own: []syntax.Verdict{yes}, state: syntax.Valid},
		"checker-without-an-answer":    {parsed: valid, own: []syntax.Verdict{none}, state: syntax.Valid, notMypy: true},
		"parser-without-an-answer":     {parsed: silent, own: []syntax.Verdict{yes}, state: syntax.Valid, notPython: true},
		"neither-has-an-answer":        {parsed: silent, own: []syntax.Verdict{none}, state: syntax.NotJudged, notPython: true, notMypy: true},
		"second-checker-says-no":       {parsed: valid, own: []syntax.Verdict{none, no, yes}, state: syntax.Broken, msg: "no"},
		"second-checker-has-no-answer": {parsed: valid, own: []syntax.Verdict{yes, none}, state: syntax.Valid, notMypy: true},
		"checker-of-the-same-name":     {parsed: valid, own: []syntax.Verdict{silent}, state: syntax.Valid},
	} {
		f := combine(tt.parsed, tt.own)
		python, mypy := f.inconclusive(checkedFile{finding: finding{Verdict: broken}}), f.inconclusive(checkedFile{finding: finding{Verdict: no, fromValidator: true}})
		if f.State != tt.state || f.Msg != tt.msg || python != tt.notPython || mypy != tt.notMypy || f.declined != tt.template {
			t.Errorf("%s: %+v, inconclusive for the parser: %t, for the checker: %t", name, f, python, mypy)
		}
	}
}
