package run_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
)

// TestAnswersAreThoseOfTheRunInTheEnd: while the operations that broke a file are looked
// for, reads and searches are not answered; in the end they show what the run leaves.
func TestAnswersAreThoseOfTheRunInTheEnd(t *testing.T) {
	broken := build(t, "append", "file", "f.py", "content", "y = (")
	right := build(t, "create", "file", "g.txt", "content", "made here")
	for _, tt := range []struct {
		name string
		asks ops.Operation
		want string // in the answer or the error
		not  string
	}{
		{"a-read", build(t, "read", "file", "f.py"), "x = 1", "y = ("},
		{"a-read-of-a-new-file", build(t, "read", "file", "g.txt"), "made here", "–"},
		{"a-read-of-lines-that-there-are-not", build(t, "read", "file", "f.py", "lines", "7-9"), "outside f.py, which has 1 line", "–"},
		{"a-grep", build(t, "grep", "pattern", "made|y ="), "g.txt:1:made here", "y = ("},
		{"a-grep-that-finds-nothing", build(t, "grep", "pattern", "y ="), "No match", "y = ("},
		{"a-grep-that-cannot-be-read", build(t, "grep", "pattern", "(y"), "Bad pattern", "–"},
		{"a-glob", build(t, "glob", "pattern", "*.txt"), "g.txt", "–"},
		{"a-listing", build(t, "view", "path", "."), "g.txt", "–"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := tree(t, map[string]string{"f.py": "x = 1\n"})
			r := newRunner(w)
			r.Syntax = python(t)
			rep, err := r.Run(t.Context(), []ops.Operation{broken, right, broken, tt.asks})
			must(t, err)
			last := rep.Results[3]
			got := last.Summary.String() + last.Content
			if last.Err != nil {
				got = last.Err.Error()
			}
			if !strings.Contains(got, tt.want) || strings.Contains(got, tt.not) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if rep.Results[0].Err == nil || rep.Results[2].Err == nil || rep.Results[1].Err != nil {
				t.Errorf("got %v, %v, %v", rep.Results[0].Err, rep.Results[1].Err, rep.Results[2].Err)
			}
		})
	}
}
