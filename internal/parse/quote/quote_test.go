package quote_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// word is the whole of a dialect: !name is an operation.
var word = regexp.MustCompile(`![a-z]+`)

// read reads a text of that dialect, and tells what runs and what only shows.
func read(text string, o quote.Options) string {
	var out response.Builder
	s := quote.New(text, &out, o)
	for _, at := range word.FindAllStringIndex(text, -1) {
		s.Starts = append(s.Starts, quote.Start{At: at[0], After: at[1], Name: text[at[0]+1 : at[1]]})
	}
	s.End = func(b quote.Start) int { return b.After }
	var got []string
	for s.Pos < len(text) {
		b := quote.Start{At: len(text)}
		if i := slices.IndexFunc(s.Starts, func(b quote.Start) bool { return b.At >= s.Pos }); i >= 0 {
			b = s.Starts[i]
		}
		if s.Advance(b.At) {
			continue
		}
		if in := s.Within(s.Pos); in != "" {
			s.Show(b, in)
			continue
		}
		if s.Pos = b.After; !s.Held(b) {
			s.Cut(b.At, b.After)
			got = append(got, fmt.Sprintf("%s:%d", b.Name, s.Line(b.At)))
		}
	}
	s.Finish()
	r := out.Done()
	for _, q := range r.Quoted {
		got = append(got, fmt.Sprintf("%s:%d in %s", q.Operation, q.Line, q.In))
	}
	for _, op := range r.Operations {
		got = append(got, fmt.Sprintf("%s:%d skipped", op.Action.Kind(), op.Line))
	}
	return strings.Join(got, ", ")
}

// TestAnyDialect: what quotes an operation does so in every dialect.
func TestAnyDialect(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"prose", "So !a.\n!b", "a:1, b:2"},
		{"fence", "```\n!a\n```\n!b", "b:4, a:2 in fence"},
		{"fence-that-never-closes", "!a\n~~~\n!b\n", "a:1, b:3 skipped"},
		{"code-span", "Say `!a` or !b.", "b:1, a:1 in code span"},
		{"code-span-that-never-closes", "Say `!a\n\n!b", "b:3, a:1 skipped"},
		{"code-element", "Say <code>!a</code>, !b.", "b:1, a:1 in code"},
		{"comment", "<!-- !a -->!b", "b:1, a:1 in comment"},
		{"comment-that-never-closes", "!a\n<!-- !b\n\n!c", "a:1, b:2 skipped, c:4 skipped"},
		{"cdata", "<![CDATA[ !a ]]> !b", "b:1, a:1 in CDATA"},
		{"thinking", "<THINK>!a</THINK> !b", "b:1, a:1 in think"},
		{"command", "<terminal>!a</terminal> !b", "b:1, a:1 in terminal"},
		{"block-quote", "> !a\n\n!b", "b:3, a:1 in block quote"},
		{"indented-code", "So:\n\n    !a\n\n!b", "b:5, a:3 in indented code"},
		{"data", `INFO {"x": "!a"} !b`, "b:1, a:1 in data"},
	} {
		if got := read(tt.in, quote.Options{}); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := read("```\n!a\n```\nmsg=\"!b\"", quote.Options{Fenced: true, Data: true}); got != "a:2, b:4" {
		t.Errorf("with options: got %q", got)
	}
}
