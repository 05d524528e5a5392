package search_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fileops/internal/search"
	"fileops/internal/search/glob"
	"fileops/internal/search/pattern"
	"fileops/internal/search/walk"
)

// tree writes files into a new directory, makes it the current one and returns it. The
// files are a minute older each than the one before, by name.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	var names []string
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range names {
		at = at.Add(-time.Minute)
		if err := os.Chtimes(filepath.Join(dir, filepath.FromSlash(name)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// copies makes files with the same text below a directory, and goes there. They are one file
// with many names, where the system allows that: it takes a fraction of the time.
func copies(t *testing.T, text string, names []string) string {
	t.Helper()
	dir := tree(t, map[string]string{names[0]: text})
	for _, name := range names[1:] {
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil && os.Link(names[0], name) != nil {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var small = map[string]string{
	"a.txt":   "one\ntwo\nthree\n",
	"b/c.txt": "two\ntwo\n",
	"b/d.txt": "two\nfour",
	"b.txt":   "four\nfive\n",
	".git/x":  "two\n",
	"e.bin":   "two\x00",
}

func TestModesAndOrders(t *testing.T) {
	tree(t, small)
	for _, tt := range []struct {
		name string
		set  func(q *search.Query)
		want string
	}{
		{"content by path", func(*search.Query) {}, "a.txt:two\nb/c.txt:two\nb/c.txt:two\nb/d.txt:two\n"},
		{"content by relevance", func(q *search.Query) { q.Order = search.ByRelevance }, "b/c.txt:two\nb/c.txt:two\na.txt:two\nb/d.txt:two\n"},
		{"content by time", func(q *search.Query) { q.Order = search.ByModified; q.Patterns[0] = "four" }, "b.txt:four\nb/d.txt:four\n"},
		{"files", func(q *search.Query) { q.Mode = search.Files }, "b/c.txt\na.txt\nb/d.txt\n"},
		{"files by path", func(q *search.Query) { q.Mode, q.Order = search.Files, search.ByPath }, "a.txt\nb/c.txt\nb/d.txt\n"},
		{"files by time", func(q *search.Query) { q.Mode, q.Order = search.Files, search.ByModified }, "a.txt\nb/c.txt\nb/d.txt\n"},
		{"files without", func(q *search.Query) { q.Mode = search.FilesWithout }, "b.txt\n"},
		{"counts", func(q *search.Query) { q.Mode = search.Count }, "b/c.txt:2\na.txt:1\nb/d.txt:1\n"},
		{"counts of matches", func(q *search.Query) { q.Mode, q.Only, q.Patterns[0] = search.Count, true, "t." }, "a.txt:2\nb/c.txt:2\nb/d.txt:1\n"},
		{"counts that do not match", func(q *search.Query) { q.Mode, q.Invert = search.Count, true }, "a.txt:2\nb.txt:2\nb/d.txt:1\n"},
		{"two patterns", func(q *search.Query) { q.Mode, q.Patterns = search.Count, []string{"two", "f..r$"} }, "b/c.txt:2\nb/d.txt:2\na.txt:1\nb.txt:1\n"},
		{"hidden", func(q *search.Query) { q.Mode, q.Order, q.Walk.Hidden = search.Files, search.ByPath, true }, ".git/x\na.txt\nb/c.txt\nb/d.txt\n"},
		{"a glob", func(q *search.Query) { q.Walk.Globs = []string{"b/**"} }, "b/c.txt:two\nb/c.txt:two\nb/d.txt:two\n"},
		{"a named binary", func(q *search.Query) { q.Roots = []string{"e.bin"} }, "binary file matches (found \"\\0\" byte around offset 3)\n"},
		{"standard input", func(q *search.Query) {
			q.Roots, q.Stdin = []string{"-"}, iotest.OneByteReader(strings.NewReader("two\nx\ntwo"))
		}, "two\ntwo\n"},
		{"standard input among files", func(q *search.Query) {
			q.Roots, q.Stdin = []string{"b", "-", "a.txt"}, strings.NewReader("two\n")
		}, "b/c.txt:two\nb/c.txt:two\nb/d.txt:two\n<stdin>:two\na.txt:two\n"},
	} {
		q := search.Query{Patterns: []string{"two"}}
		tt.set(&q)
		if got, _ := grep(t, q); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
		if q.Order == search.ByDefault && q.Stdin == nil && q.Mode == search.Content {
			q.Order = search.Unordered
			got, _ := grep(t, q)
			if !slices.Equal(sortedLines(got), sortedLines(tt.want)) {
				t.Errorf("%s, unordered: got\n%swant\n%s", tt.name, got, tt.want)
			}
		}
	}
}

// With matches over several lines -m counts matches, as in ripgrep, and none is cut.
func TestMaxCountsMatchesOverLines(t *testing.T) {
	tree(t, map[string]string{"a": "xaxax\nya\nb\nza\nq\n"})
	for _, tt := range []struct {
		pattern     string
		most, after int
		want        string
	}{
		{`a\w?\n?`, 1, 0, "xaxax\n"},
		{`a\w?\n?`, 2, 0, "xaxax\n"},
		{`a\w?\n?`, 3, 0, "xaxax\nya\n"},
		{`a\w?\n?`, 4, 0, "xaxax\nya\nza\n"},
		{`a\w?\n?`, 2, 1, "xaxax\nya\n"},
		{`a\w?\n?`, 3, 1, "xaxax\nya\nb\n"},
		{`a\n.`, 1, 0, "ya\nb\n"},
		{`a\n.`, 1, 2, "ya\nb\nza\nq\n"},
	} {
		q := search.Query{Patterns: []string{tt.pattern}, Max: tt.most, After: tt.after, Names: search.NamesNever}
		q.Match.Multiline = true
		if got, _ := grep(t, q); got != tt.want {
			t.Errorf("%s -m%d -A%d: got\n%swant\n%s", tt.pattern, tt.most, tt.after, got, tt.want)
		}
	}
}

func sortedLines(s string) []string {
	l := strings.SplitAfter(s, "\n")
	slices.Sort(l)
	return l
}

// Every page of a result is the part given by its offset and limit, with the separators
// between its rows.
func TestPages(t *testing.T) {
	tree(t, map[string]string{"a": "x1\n-\nx2\n-\n-\nx3\n", "b": "x4\n-\n-\nx5\nx6\n", "c": "x7\n"})
	for _, set := range []func(q *search.Query){
		func(*search.Query) {},
		func(q *search.Query) { q.Heading = true },
		func(q *search.Query) { q.After = 1 },
		func(q *search.Query) { q.Only = true },
		func(q *search.Query) { q.Mode = search.Files },
		func(q *search.Query) { q.Mode, q.Order = search.Count, search.Unordered },
		func(q *search.Query) { q.Heading, q.Before = true, 1 },
	} {
		q := search.Query{Patterns: []string{"x[0-9]"}, LineNumbers: true}
		set(&q)
		q.Walk.Workers = 1 // so that unordered is the same each time
		whole, all := grep(t, q)
		rows := slices.DeleteFunc(strings.SplitAfter(whole, "\n"), func(l string) bool {
			return l == "--\n" || l == "\n" || l == "" || q.Heading && len(l) == 2
		})
		if all.Rows != len(rows) || all.More || all.Shown != all.Rows {
			t.Errorf("%+v: got %+v for %d rows", q, all, len(rows))
		}
		for offset := range len(rows) + 1 {
			for limit := 1; limit <= len(rows)+1; limit++ {
				q.Offset, q.Limit = offset, limit
				text, s := grep(t, q)
				want := rows[offset:min(offset+limit, len(rows))]
				got := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool {
					return l == "--\n" || l == "\n" || l == "" || q.Heading && len(l) == 2
				})
				if !slices.Equal(got, want) || s.Shown != len(want) || strings.HasPrefix(text, "--") || strings.HasPrefix(text, "\n") {
					t.Fatalf("%d rows from %d: got %q, want %q, %+v", limit, offset, text, want, s)
				}
				if rest := offset+limit < len(rows); q.Mode == search.Content && (s.More != rest || !rest && s.Rows != len(rows)) {
					t.Fatalf("%d rows from %d of %d: got %+v", limit, offset, len(rows), s)
				}
			}
		}
	}
}

// holding is a version that is in memory.
func holding(text string, modified int64) search.Version {
	return search.Version{Size: int64(len(text)), ModTime: modified, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// An overlay takes precedence over the disk.
func TestOverlay(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.txt": "old\n", "b.txt": "old\n", "c/d.txt": "old\n", "c/e.txt": "old\n", ".gitignore": "*.log\n", ".git/HEAD": "", "f/g/h": "old\n", "m/n/o": "old\n",
	})
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	o := search.Overlay{
		at("a.txt"):     holding("new\nold\nnew\n", 2e18),
		at("c/d.txt"):   {Removed: true},
		at("c/n/x.go"):  holding("new\n", 1e18),
		at("y.log"):     holding("new\n", 0),
		at(".z"):        holding("new\n", 0),
		at("f/g"):       {Removed: true},
		at("m"):         {Removed: true},
		at("m/n/p"):     holding("new\n", 0),
		at("../nearby"): holding("new\n", 0),
	}
	for _, tt := range []struct {
		pattern string
		set     func(q *search.Query)
		want    string
	}{
		{"new|old", func(*search.Query) {}, "a.txt:new\na.txt:old\na.txt:new\nb.txt:old\nc/e.txt:old\nc/n/x.go:new\nm/n/p:new\n"},
		{"new", func(q *search.Query) { q.Mode = search.Files }, "a.txt\nc/n/x.go\nm/n/p\n"},
		{"new", func(q *search.Query) { q.Mode, q.Order = search.Count, search.ByModified }, "a.txt:2\nc/n/x.go:1\nm/n/p:1\n"},
		{"old", func(q *search.Query) { q.Mode, q.Roots = search.Files, []string{dir, "c"} }, dir + "/a.txt\n" + dir + "/b.txt\n" + dir + "/c/e.txt\nc/e.txt\n"},
		{"new", func(q *search.Query) { q.Walk.Globs = []string{"*.go"} }, "c/n/x.go:new\n"},
		{"new", func(q *search.Query) { q.Roots = []string{"a.txt", "y.log"} }, "a.txt:new\na.txt:new\ny.log:new\n"},
		{"new", func(q *search.Query) { q.Roots = []string{"c/n"} }, "c/n/x.go:new\n"},
		{"new", func(q *search.Query) { q.Roots = []string{"c/n/x.go"} }, "new\n"},
		{"new|old", func(q *search.Query) { q.Roots = []string{"m/n"} }, "m/n/p:new\n"},
		{"new|old", func(q *search.Query) { q.Roots = []string{"m", "f/g"} }, "m/n/p:new\n"},
		{"new|old", func(q *search.Query) { q.Roots = []string{"m/n/o"} }, ""},
	} {
		q := search.Query{Patterns: []string{tt.pattern}, Overlay: o}
		tt.set(&q)
		if q.Mode == search.Files && len(q.Roots) > 0 {
			q.Order = search.ByPath
		}
		if got, _ := grep(t, q); got != filepath.ToSlash(tt.want) {
			t.Errorf("%s: got\n%swant\n%s", tt.pattern, got, tt.want)
		}
	}
	for _, order := range []search.Order{search.ByDefault, search.ByPath, search.Unordered} {
		got := globbed(t, search.GlobQuery{Pattern: "**", Relative: true, Overlay: o, Order: order})
		slices.Sort(got)
		if want := []string{"a.txt", "b.txt", "c/e.txt", "c/n/x.go", "m/n/p"}; !slices.Equal(got, want) {
			t.Errorf("glob: got %q, want %q", got, want)
		}
	}
}

// Ignore files are read from the overlay: new ones and changed ones apply, removed ones do not.
// That includes directories that do not exist yet, and those above the root of a search.
func TestOverlayOfIgnoreFiles(t *testing.T) {
	dir := tree(t, map[string]string{
		".git/HEAD": "", ".gitignore": "*.log\n", "a.log": "", "a.tmp": "", "a.txt": "",
		"b/.ignore": "*.txt\n", "b/a.txt": "", "b/c/.ignore": "/a.tmp\n", "b/c/a.tmp": "", "b/c/a.txt": "",
	})
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	o := search.Overlay{
		at(".gitignore"):      holding("*.tmp\n", 0),
		at("b/.ignore"):       {Removed: true},
		at("b/c"):             {Removed: true}, // it is moved
		at("d/e/.ignore"):     holding("/a.tmp\n", 0),
		at("d/e/.gitignore"):  holding("!a.tmp\n", 0),
		at("d/e/a.tmp"):       holding("", 0),
		at("d/e/f/a.tmp"):     holding("", 0),
		at("d/e/a.log"):       holding("", 0),
		at(".h/.ignore"):      holding("g/a.txt\n", 0),
		at(".h/g/a.txt"):      holding("", 0),
		at(".h/g/deep/b.txt"): holding("", 0),
	}
	for _, tt := range []struct {
		root, pattern string
		want          []string
	}{
		{"", "**", []string{"a.log", "a.txt", "b/a.txt", "d/e/a.log", "d/e/f/a.tmp"}},
		{"b", "**", []string{"b/a.txt"}},
		{"d/e", "**", []string{"d/e/a.log", "d/e/f/a.tmp"}},
		{"d/e", "f/*", []string{"d/e/f/a.tmp"}},
		{".h/g", "**", []string{".h/g/deep/b.txt"}},
		{".h/g", "deep/*", []string{".h/g/deep/b.txt"}},
	} {
		q := search.GlobQuery{Pattern: tt.pattern, Roots: []string{tt.root}, Relative: true, Overlay: o, Order: search.ByPath}
		if got := globbed(t, q); !slices.Equal(got, tt.want) {
			t.Errorf("%s in %q: got %q, want %q", tt.pattern, tt.root, got, tt.want)
		}
	}
	got, _ := grep(t, search.Query{Patterns: []string{"^"}, Mode: search.FilesWithout, Overlay: o, Order: search.ByPath})
	if want := "a.log\na.txt\nb/a.txt\nd/e/a.log\nd/e/f/a.tmp\n"; got != want {
		t.Errorf("grep: got %q, want %q", got, want)
	}
}

// The error of a version that cannot be opened is reported unchanged, and the file on disk is
// not searched instead. Glob opens no version.
func TestOverlayThatCannotBeOpened(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "old\n", "b.txt": "old\n"})
	bad := errors.New("a.txt is not to be had")
	o := search.Overlay{filepath.Join(dir, "a.txt"): {Size: 4, Open: func() (io.ReadCloser, error) { return nil, bad }}}
	for _, order := range []search.Order{search.ByPath, search.ByRelevance, search.Unordered} {
		var told []error
		got, s := grep(t, search.Query{Patterns: []string{"old"}, Overlay: o, Order: order, Error: func(err error) { told = append(told, err) }})
		if got != "b.txt:old\n" || s.Unreadable != 1 || !slices.Equal(told, []error{bad}) {
			t.Errorf("order %d: got %q, %v, %+v", order, got, told, s)
		}
	}
	if got := globbed(t, search.GlobQuery{Pattern: "*", Relative: true, Overlay: o, Order: search.ByPath}); !slices.Equal(got, []string{"a.txt", "b.txt"}) {
		t.Errorf("glob: got %q", got)
	}
}

// An unexpected end, as of a stream that was cut off, is an error and not the end of the file.
func TestUnexpectedEndIsAnError(t *testing.T) {
	text := io.MultiReader(strings.NewReader("new\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	_, s := grep(t, search.Query{Patterns: []string{"old"}, Roots: []string{"-"}, Stdin: text, Error: func(err error) {
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Error(err)
		}
	}})
	if s.Unreadable != 1 {
		t.Errorf("%d files cannot be read, want 1", s.Unreadable)
	}
}

// In order of relevance a file is searched twice, and its error is reported once, with or
// without a match before it.
func TestErrorsByRelevance(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "old\n"})
	bad := errors.New("the disk is gone")
	failing := func(before string) search.Version {
		return search.Version{Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(before), iotest.ErrReader(bad))), nil
		}}
	}
	o := search.Overlay{
		filepath.Join(dir, "hit"):     failing("old\n" + strings.Repeat("new\n", 400_000)),
		filepath.Join(dir, "nothing"): failing(""),
		filepath.Join(dir, "none"):    failing(strings.Repeat("new\n", 400_000)),
	}
	for _, order := range []search.Order{search.ByPath, search.ByRelevance} {
		var told []string
		got, s := grep(t, search.Query{Patterns: []string{"old"}, Overlay: o, Order: order, Error: func(err error) {
			if !errors.Is(err, bad) {
				t.Error(err)
			}
			told = append(told, strings.TrimSuffix(err.Error(), ": "+bad.Error()))
		}})
		slices.Sort(told)
		if got != "a.txt:old\nhit:old\n" || s.Unreadable != 3 || strings.Join(told, " ") != "read hit read none read nothing" {
			t.Errorf("order %d: got %q, %q, %+v", order, got, told, s)
		}
	}
}

func globbed(t *testing.T, g search.GlobQuery) []string {
	t.Helper()
	g.Error = func(err error) { t.Error(err) }
	files, s, err := search.Glob(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	if s.Shown != len(files) {
		t.Errorf("%+v for %d files", s, len(files))
	}
	return paths
}

func TestGlob(t *testing.T) {
	dir := filepath.ToSlash(tree(t, map[string]string{
		"a.go": "", "b/a.go": "", "b/c.txt": "", "b/c/d.go": "", "e/.f.go": "", "e/x[1].go": "", "e/h.md": "",
	}))
	abs := func(names ...string) []string {
		for i := range names {
			names[i] = dir + "/" + names[i]
		}
		return names
	}
	for _, tt := range []struct {
		name string
		g    search.GlobQuery
		want []string
	}{
		{"newest first, absolute", search.GlobQuery{Pattern: "*.go"}, abs("a.go", "b/a.go", "b/c/d.go", "e/x[1].go")},
		{"relative", search.GlobQuery{Pattern: "*.go", Relative: true}, []string{"a.go", "b/a.go", "b/c/d.go", "e/x[1].go"}},
		{"with a slash", search.GlobQuery{Pattern: "b/*.go", Relative: true}, []string{"b/a.go"}},
		{"absolute, with another root", search.GlobQuery{Pattern: "/*.go", Relative: true, Roots: []string{"b"}}, nil},
		{"below", search.GlobQuery{Pattern: "./b/**", Relative: true}, []string{"b/a.go", "b/c.txt", "b/c/d.go"}},
		{"braces", search.GlobQuery{Pattern: "{a,h}.{go,md}", Relative: true}, []string{"a.go", "b/a.go", "e/h.md"}},
		{"from a root", search.GlobQuery{Pattern: "*.go", Roots: []string{"b/"}, Relative: true}, []string{"b/a.go", "b/c/d.go"}},
		{"absolute", search.GlobQuery{Pattern: dir + "/b/*"}, abs("b/a.go", "b/c.txt")},
		{"absolute file", search.GlobQuery{Pattern: dir + "/b/a.go"}, abs("b/a.go")},
		{"up", search.GlobQuery{Pattern: "../*.go", Roots: []string{"b"}, Relative: true}, []string{"a.go"}},
		{"directories", search.GlobQuery{Pattern: "*", Relative: true, Order: search.ByPath, Walk: walk.Options{Kinds: walk.Dir}}, []string{"b", "b/c", "e"}},
		{"hidden", search.GlobQuery{Pattern: "e/*", Relative: true, Walk: walk.Options{Hidden: true}}, []string{"e/.f.go", "e/h.md", "e/x[1].go"}},
		{"limited", search.GlobQuery{Pattern: "*.go", Relative: true, Limit: 2}, []string{"a.go", "b/a.go"}},
	} {
		if got := globbed(t, tt.g); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	_, s, err := search.Glob(t.Context(), search.GlobQuery{Pattern: "*.go", Limit: 3})
	if err != nil || !s.More || s.Rows != 4 || s.Shown != 3 {
		t.Errorf("a limit of 3 of 4: got %+v, %v", s, err)
	}
	_, _, err = search.Glob(t.Context(), search.GlobQuery{Pattern: "a/[b"})
	var bad *glob.Error
	if !errors.As(err, &bad) || bad.At != 2 {
		t.Errorf("a bad pattern: got %v", err)
	}
}

func TestErrors(t *testing.T) {
	tree(t, small)
	_, err := search.Grep(t.Context(), search.Query{Patterns: []string{"a", "b("}}, io.Discard)
	var bad *pattern.Error
	if !errors.As(err, &bad) || bad.Index != 1 {
		t.Errorf("a bad pattern: got %v", err)
	}
	_, err = search.Grep(t.Context(), search.Query{Patterns: []string{"a"}, Walk: walk.Options{Globs: []string{"{a"}}}, io.Discard)
	var badGlob *glob.Error
	if !errors.As(err, &badGlob) {
		t.Errorf("a bad glob: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = search.Grep(ctx, search.Query{Patterns: []string{"a"}}, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was cancelled: got %v", err)
	}
	for _, mode := range []search.Mode{search.Content, search.Files, search.Count} {
		for _, order := range []search.Order{search.ByPath, search.ByRelevance, search.ByModified, search.Unordered} {
			var named []string
			q := search.Query{Patterns: []string{"two"}, Mode: mode, Order: order, Roots: []string{"b", "missing", "b/c.txt"}}
			q.Error = func(err error) { named = append(named, err.Error()) }
			_, s := grep(t, q)
			if s.Unreadable != 1 || len(named) != 1 || !strings.Contains(named[0], "missing") || s.Matched != 3 {
				t.Errorf("mode %d, order %d: got %+v, %q", mode, order, s, named)
			}
		}
	}
	broken := errors.New("broken")
	q := search.Query{Patterns: []string{"two"}, Stdin: io.MultiReader(strings.NewReader("two\n"), iotest.ErrReader(broken)), Roots: []string{"-"}}
	var got error
	q.Error = func(err error) { got = err }
	if _, s := grep(t, q); !errors.Is(got, broken) || s.Unreadable != 1 {
		t.Errorf("input that breaks off: got %v, %+v", got, s)
	}
}

// A writer that fails ends the search, whatever the order.
func TestWriterFails(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("f%03d", i)] = strings.Repeat("a line to be found\n", 5000)
	}
	tree(t, files)
	for _, order := range []search.Order{search.ByPath, search.Unordered, search.ByModified} {
		r, w := io.Pipe()
		go func() {
			_, _ = io.ReadFull(r, make([]byte, 100))
			_ = r.CloseWithError(io.ErrClosedPipe)
		}()
		s, err := search.Grep(t.Context(), search.Query{Patterns: []string{"line"}, Order: order}, w)
		if !errors.Is(err, io.ErrClosedPipe) || s.Files > 250 {
			t.Errorf("order %d: got %v, %+v", order, err, s)
		}
	}
	var out bytes.Buffer
	s, err := search.Grep(t.Context(), search.Query{Patterns: []string{"line"}, Limit: 3}, &out)
	if err != nil || s.Files > 250 || !s.More || s.Shown != 3 {
		t.Errorf("a page: got %v, %+v", err, s)
	}
}

func TestExplainPointsAtCharacters(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"{", "ä\t{", "\xff\xff\xff\xff{"} {
		_, err := glob.Compile(pattern)
		text, _, _ := search.Explain(err, "")
		lines := strings.Split(text, "\n")
		if at := strings.Index(lines[2], "^"); []rune(lines[1])[at] != '{' {
			t.Errorf("%q: got\n%s", pattern, text)
		}
	}
}
