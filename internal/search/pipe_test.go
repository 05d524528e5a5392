package search_test

import (
	"io"
	"strings"
	"testing"

	"fileops/internal/search"
)

// A search reads no more of a pipe than it needs.
func TestPipeStops(t *testing.T) {
	for _, q := range []search.Query{
		{Quiet: true, Mode: search.Files},
		{Quiet: true},
		{Mode: search.Files},
		{Mode: search.FilesWithout},
		{Max: 3},
		{Limit: 3},
		{Max: 2, Mode: search.Count},
		{Limit: 1, JSON: true},
	} {
		pipe := &counted{Reader: endless("found\n", 1<<30)}
		q.Patterns, q.Roots, q.Stdin = []string{"found"}, []string{"-"}, pipe
		sum, err := search.Grep(t.Context(), q, io.Discard)
		if err != nil || sum.Rows == 0 && q.Mode != search.FilesWithout || pipe.n > 16<<20 {
			t.Errorf("%+v: got %+v, %v after %d bytes", q, sum, err, pipe.n)
		}
	}
}

type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// A pipe is read once, so its matching lines cannot be counted before they are shown.
func TestPipeByRelevance(t *testing.T) {
	tree(t, map[string]string{"few": "foo\n", "many": "foo\nfoo\n"})
	q := search.Query{
		Patterns: []string{"foo"}, Roots: []string{"-", "few", "many"}, Order: search.ByRelevance,
		Stdin: strings.NewReader("foo\nfoo\nfoo\nfoo\n"),
	}
	want := "many:foo\nmany:foo\nfew:foo\n" + strings.Repeat("<stdin>:foo\n", 4)
	if got, _ := grep(t, q); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
