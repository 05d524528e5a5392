package walk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fileops/internal/search/glob"
	"fileops/internal/search/walk"
)

// plant makes a tree: names that end with a slash are directories, a -> b is a link.
func plant(t *testing.T, root string, names ...string) {
	t.Helper()
	for _, name := range names {
		link, to, isLink := strings.Cut(name, " -> ")
		path := filepath.Join(root, link)
		var err error
		switch {
		case isLink:
			if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
				err = os.Symlink(to, path)
			}
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o700)
		default:
			write(t, path, "text of "+name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// collect returns the paths and the errors of a walk.
func collect(t *testing.T, roots []string, o walk.Options) (paths, errs []string) {
	t.Helper()
	o.Error = func(err error) { errs = append(errs, err.Error()) }
	o.Ignore.Getenv = func(string) string { return "" }
	all, err := walk.Collect(t.Context(), roots, o, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		paths = append(paths, f.Path)
	}
	return paths, errs
}

func TestOptions(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "a/b/c.go", "a/b.go", "a.go", ".hidden/x.go", "a/link -> b", "z/", "a/b/deep/er/x.txt", "out/.git/HEAD", "out/.gitignore", "out/x.go")
	pattern := func(s string) *glob.Pattern {
		p, err := glob.Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, tt := range []struct {
		name string
		o    walk.Options
		want string
	}{
		{
			"never", walk.Options{Hidden: true, Globs: []string{"*.go", "a/b/**"}, Never: []string{filepath.Join(root, "a", "b"), filepath.Join(root, "out", "x.go"), "/elsewhere"}},
			".hidden/x.go a/b.go a.go",
		},
		{"plain", walk.Options{}, "a/b/c.go a/b/deep/er/x.txt a/b.go a.go out/x.go"},
		{"directories", walk.Options{Kinds: walk.Dir}, "a a/b a/b/deep a/b/deep/er out z"},
		{"all_kinds", walk.Options{Kinds: walk.Dir | walk.Link | walk.File, MaxDepth: 2}, "a a/b a/b.go a/link a.go out out/x.go z"},
		{"links", walk.Options{Kinds: walk.Link}, "a/link"},
		{"follow", walk.Options{Follow: true, Pattern: pattern("*.txt")}, "a/b/deep/er/x.txt a/link/deep/er/x.txt"},
		{"pattern", walk.Options{Pattern: pattern("a/*.go")}, "a/b.go"},
		{"pattern_below", walk.Options{Pattern: pattern("a/**/*.go")}, "a/b/c.go a/b.go"},
		{"exclude", walk.Options{Exclude: []string{"*.{go,x}", "!c.go"}, Base: root}, "a/b/c.go a/b/deep/er/x.txt"},
		{"globs_win_over_exclude", walk.Options{Exclude: []string{"a/"}, Globs: []string{"a/", "a/**"}, Base: root}, "a/b/c.go a/b/deep/er/x.txt a/b.go"},
		{"globs_start_from_the_base", walk.Options{Globs: []string{"/a.go"}, Base: filepath.Dir(root)}, ""},
		{"a_glob_that_begins_with_a_mark", walk.Options{Globs: []string{`!!x`}, Base: root}, "a/b/c.go a/b/deep/er/x.txt a/b.go a.go out/x.go"},
		{"types", walk.Options{Types: []string{"txt"}}, "a/b/deep/er/x.txt"},
		{"globs_before_types", walk.Options{Types: []string{"txt"}, Globs: []string{"a.go"}}, "a.go"},
		{"globs_and_types", walk.Options{Types: []string{"txt"}, Typed: true, Globs: []string{"a.go", "x.*"}}, "a/b/deep/er/x.txt"},
		{"globs_and_other_types", walk.Options{Types: []string{"!txt"}, Typed: true, Globs: []string{"a.go", "x.*"}}, "a.go out/x.go"},
		{"one_worker", walk.Options{Workers: 1, MaxDepth: 1}, "a.go"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, errs := collect(t, []string{root}, tt.o)
			for i := range got {
				got[i] = strings.TrimPrefix(got[i], root+"/")
			}
			if s := strings.Join(got, " "); s != tt.want || errs != nil {
				t.Errorf("got  %s\nwant %s\nerrors %q", s, tt.want, errs)
			}
		})
	}
}

func TestDirsAreCounted(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "a/b/c/f", "d/", ".hidden/f", "g")
	var dirs atomic.Int64
	collect(t, []string{root}, walk.Options{Dirs: &dirs})
	if n := dirs.Load(); n != 5 { // the root, a, b, c, d
		t.Errorf("%d directories", n)
	}
}

// Paths of Never are compared without links, however the walk reaches them.
func TestNeverThroughLinks(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "a/never/in/x", "a/never/y", "a/z", "it -> a/never", "above -> a", "below -> a/never/in", "file -> a/never/y", "other -> a/z")
	for _, from := range []string{root, filepath.Join(root, "above")} {
		o := walk.Options{Follow: true, Kinds: walk.File | walk.Dir, Never: []string{filepath.Join(root, "a", "never")}}
		got, errs := collect(t, []string{from}, o)
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], from+"/")
		}
		want := map[bool]string{true: "a a/z above above/z other", false: "z"}[from == root]
		if s := strings.Join(got, " "); s != want || errs != nil {
			t.Errorf("got  %s\nwant %s\nerrors %q", s, want, errs)
		}
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	visitor := func() walk.Visit { return func(*walk.Entry) error { return nil } }
	var bad *glob.Error
	for _, o := range []walk.Options{{Globs: []string{"!a["}}, {Exclude: []string{"!a["}}} {
		if err := walk.Walk(t.Context(), nil, o, visitor); !errors.As(err, &bad) || bad.At != 2 || bad.Pattern != "!a[" {
			t.Errorf("%+v: %v, want a bad glob at byte 2", o, err)
		}
	}
	err := walk.Walk(t.Context(), nil, walk.Options{Types: []string{"nosuchtype"}}, visitor)
	if err == nil || !strings.Contains(err.Error(), `"nosuchtype"`) {
		t.Errorf("a type that does not exist: %v", err)
	}
}

// TestRoots: roots, including files, are visited in the given order and shown as given.
func TestRoots(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "b/x", "a/.hidden", "a/.gitignore", "a/y", "link -> b")
	at := func(name string) string { return root + "/" + name }
	got, errs := collect(t, []string{at("b"), at("a/.hidden"), at("a/"), at("none"), at("link")}, walk.Options{Types: []string{"!go"}})
	want := []string{at("b/x"), at("a/.hidden"), at("a/y"), at("link/x")}
	if !slices.Equal(got, want) || len(errs) != 1 || !strings.Contains(errs[0], "none") {
		t.Errorf("got %q, errors %q; want %q and one error", got, errs, want)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	want := []string{"a", "a b", "a-b/x", "a.b", "a.b0", "a0/b", "a0.b", "b/a/x", "b/a-x", "b.a/x", "c"}
	plant(t, root, want...)
	for _, p := range want {
		if strings.Contains(p, "/") {
			plant(t, root, strings.Split(p, "/")[0]+"/")
		}
	}
	got, errs := collect(t, []string{root}, walk.Options{})
	for i := range got {
		got[i] = strings.TrimPrefix(got[i], root+"/")
	}
	if !slices.Equal(got, want) || errs != nil {
		t.Errorf("got %q, errors %q; want %q", got, errs, want)
	}
	if !slices.IsSortedFunc(got, walk.Compare) {
		t.Errorf("%q is not in the order of Compare", got)
	}
}

// TestReadWhileWalking: the worker that walks reads the file, relative to the directory.
func TestReadWhileWalking(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var want []string
	for i := range 200 {
		name := fmt.Sprintf("d%d/f%d", i%7, i)
		plant(t, root, name)
		want = append(want, "text of "+name)
	}
	var mu sync.Mutex
	var got []string
	err := walk.Walk(t.Context(), []string{root}, walk.Options{}, func() walk.Visit {
		return func(e *walk.Entry) error {
			f, err := e.Open()
			if err != nil {
				return err
			}
			defer f.Close()
			info, err := f.Info()
			if err != nil {
				return err
			}
			text, err := io.ReadAll(f)
			if err != nil {
				return err
			}
			at := make([]byte, 4)
			if _, err := f.ReadAt(at, int64(len(text))-4); err != nil || string(at) != string(text[len(text)-4:]) {
				return fmt.Errorf("ReadAt: %q, %w", at, err)
			}
			if byName, err := e.Info(); err != nil || info != byName || info.Size != int64(len(text)) || info.Kind != walk.File {
				return fmt.Errorf("%s: %+v, by name %+v, %w", e.Path(), info, byName, err)
			}
			if !strings.HasSuffix(e.Path(), "/"+string(e.Name())) || e.Kind() != walk.File {
				return fmt.Errorf("%s has the name %s and kind %v", e.Path(), e.Name(), e.Kind())
			}
			mu.Lock()
			got = append(got, string(text))
			mu.Unlock()
			return nil
		}
	})
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v; got %d texts, want %d", err, len(got), len(want))
	}
}

// TestLoops: a link to a directory above is reported once and not walked.
func TestLoops(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "a/b/x", "a/b/up -> ../..", "a/b/self -> .", "a/b/other -> ../../c", "c/back -> ../a", "a/nowhere -> nothing", "a/me -> me")
	got, errs := collect(t, []string{root}, walk.Options{Follow: true, Pattern: nil})
	for i := range got {
		got[i] = strings.TrimPrefix(got[i], root+"/")
	}
	want := []string{"a/b/x", "c/back/b/x"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	loops := 0
	for _, e := range errs {
		if strings.Contains(e, "leads back") {
			loops++
		}
	}
	if loops != 6 || len(errs) != 10 {
		t.Errorf("%d loops reported of %d errors, want 6 of 10: %s", loops, len(errs), strings.Join(errs, "\n"))
	}
}

// TestTreeChangesWhileWalking: files replace directories.
func TestTreeChangesWhileWalking(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for i := range 50 {
		plant(t, root, fmt.Sprintf("gone%d/x", i), fmt.Sprintf("file%d/x", i), fmt.Sprintf("left%d/x", i))
	}
	plant(t, root, "first")
	var once sync.Once
	var left, errs atomic.Int64
	o := walk.Options{Error: func(error) { errs.Add(1) }, Kinds: walk.File | walk.Dir}
	err := walk.Walk(t.Context(), []string{root}, o, func() walk.Visit {
		return func(e *walk.Entry) error {
			once.Do(func() { // while the root is read, before any other directory is
				for i := range 50 {
					if err := os.RemoveAll(filepath.Join(root, fmt.Sprintf("gone%d", i))); err != nil {
						t.Error(err)
					}
					dir := filepath.Join(root, fmt.Sprintf("file%d", i))
					if err := os.RemoveAll(dir); err != nil {
						t.Error(err)
					}
					write(t, dir, "")
				}
			})
			if strings.HasSuffix(e.Path(), "/x") {
				left.Add(1)
			}
			return nil
		}
	})
	if err != nil || left.Load() != 50 || errs.Load() == 0 {
		t.Errorf("%v; %d files left, want 50; %d errors, want some", err, left.Load(), errs.Load())
	}
}

func TestManyFilesInOneDirectory(t *testing.T) {
	t.Parallel()
	files := size(5_000, 100_000) // the system gives a part of them at a time
	root := t.TempDir()
	plant(t, root, ".git/", ".gitignore") // read though the listing comes in parts
	write(t, filepath.Join(root, ".gitignore"), "*7\n")
	want := 0
	dir := t.TempDir()
	for i := range files {
		touch(t, dir, filepath.Join(root, fmt.Sprintf("file-with-a-name-%d", i)))
		if i%10 != 7 {
			want++
		}
	}
	got, errs := collect(t, []string{root}, walk.Options{})
	if len(got) != want || errs != nil || !slices.IsSortedFunc(got, walk.Compare) || len(slices.Compact(got)) != want {
		t.Errorf("%d files, want %d, sorted and each once; errors %q", len(got), want, errs)
	}
}

func TestStops(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	for i := range 300 {
		touch(t, dir, filepath.Join(root, fmt.Sprintf("d%d/e/f", i)))
	}
	t.Run("by_the_context", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		var after atomic.Int64
		err := walk.Walk(ctx, []string{root}, walk.Options{}, func() walk.Visit {
			return func(*walk.Entry) error {
				if ctx.Err() != nil {
					after.Add(1)
				}
				cancel()
				return nil
			}
		})
		if !errors.Is(err, context.Canceled) || after.Load() > 20 {
			t.Errorf("%v; %d entries after the end", err, after.Load())
		}
	})
	t.Run("before_it_begins", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := walk.Collect(ctx, []string{root}, walk.Options{}, false); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("by_a_visitor", func(t *testing.T) {
		t.Parallel()
		enough := errors.New("enough")
		var n atomic.Int64
		err := walk.Walk(t.Context(), []string{root}, walk.Options{}, func() walk.Visit {
			return func(*walk.Entry) error { n.Add(1); return enough }
		})
		if err != enough || n.Load() > int64(runtime.GOMAXPROCS(0)) { //nolint:errorlint // the same value
			t.Errorf("%v after %d visits", err, n.Load())
		}
	})
}

// TestFilter: for each path, a Filter agrees with a walk.
func TestFilter(t *testing.T) {
	t.Parallel()
	root := grow(t, t.TempDir(), 1)
	everything := walk.Options{Hidden: true, Kinds: walk.File | walk.Dir | walk.Link}
	everything.Ignore.NoDot, everything.Ignore.NoVCS = true, true
	all, err := walk.Collect(t.Context(), []string{root}, everything, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range combinations() {
		if c.o.Follow {
			continue
		}
		c.o.Base, c.o.Kinds = root, everything.Kinds
		c.o.Ignore.Getenv = func(string) string { return "" }
		f, err := walk.NewFilter(root, c.o)
		if err != nil {
			t.Fatal(err)
		}
		visited, _ := collect(t, []string{root}, c.o)
		n := 0
		for _, found := range all {
			rel := strings.TrimPrefix(found.Path, root+"/")
			_, want := slices.BinarySearchFunc(visited, found.Path, walk.Compare)
			if got := f.Visits(rel, found.Kind); got != want {
				t.Errorf("combination %d, %v: %s is visited: %v, want %v", i, c.rg, rel, got, want)
			}
			n++
		}
		if n < 50 {
			t.Fatalf("%d paths say little", n)
		}
		if f.Visits("new/dir/x.nothing", walk.File) && c.o.MaxDepth > 0 {
			t.Error("a path below the depth is visited")
		}
	}
	if _, err := walk.NewFilter(root+"/none", walk.Options{}); err == nil {
		t.Error("a root that is not there has no error")
	}
}

// TestInfo: with info Collect gives sizes and times, and leaves out entries that are gone.
func TestInfo(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "a", "dir/bb")
	all, err := walk.Collect(t.Context(), []string{root}, walk.Options{Kinds: walk.File | walk.Dir}, true)
	if err != nil || len(all) != 3 {
		t.Fatalf("%v, %v", all, err)
	}
	for i, want := range []struct {
		kind walk.Kind
		name string
	}{{walk.File, "a"}, {walk.Dir, "dir"}, {walk.File, "dir/bb"}} {
		f := all[i]
		info, err := os.Stat(f.Path)
		if newest := walk.Newest(all); newest[0].ModTime < newest[2].ModTime || len(newest) != 3 {
			t.Errorf("newest first: %+v", newest)
		}
		if err != nil || f.Kind != want.kind || f.Path != root+"/"+want.name || f.ModTime != info.ModTime().UnixNano() ||
			f.Kind == walk.File && f.Size != info.Size() {
			t.Errorf("%+v, want %+v (%v)", f, want, err)
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	root, err := goTree()
	if err != nil {
		b.Skip(err)
	}
	for b.Loop() {
		err := walk.Walk(b.Context(), []string{root}, walk.Options{}, func() walk.Visit { return func(*walk.Entry) error { return nil } })
		if err != nil {
			b.Fatal(err)
		}
	}
}

// A link that replaces a file during a walk is not followed. If Open is given, a link that
// replaces a directory is not followed either.
func TestReplacedEntriesAreNotFollowed(t *testing.T) {
	t.Parallel()
	for _, confined := range []bool{true, false} {
		dir := t.TempDir()
		plant(t, dir, "base/sub/a", "base/b", "base/c", "base/d", "elsewhere/a", "elsewhere/b")
		base := filepath.Join(dir, "base")
		swap := func(name, target string) {
			t.Helper()
			must(t, os.Rename(filepath.Join(base, name), filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".old")))
			must(t, os.Symlink(filepath.Join(dir, "elsewhere", target), filepath.Join(base, name)))
		}
		root, err := os.OpenRoot(base)
		must(t, err)
		t.Cleanup(func() { must(t, root.Close()) })
		o := walk.Options{Base: base}
		if confined {
			o.Open = root.Open
		}
		read := func(f walk.OpenFile, err error) string {
			if err != nil {
				return "refused"
			}
			text, err := io.ReadAll(f)
			must(t, err)
			must(t, f.Close())
			return string(text)
		}
		found, _ := collect(t, []string{base}, o)
		opener := walk.NewOpener(base, &o, false)
		var got []string
		swap("b", "b")
		got = append(got, read(opener.Open(filepath.Join(base, "b"))))
		must(t, walk.Walk(t.Context(), []string{base}, o, func() walk.Visit {
			return func(e *walk.Entry) error {
				if string(e.Name()) == "c" {
					swap("c", "b")
					got = append(got, read(e.Open()))
				}
				return nil
			}
		}))
		must(t, walk.Walk(t.Context(), []string{filepath.Join(base, "d")}, o, func() walk.Visit {
			return func(e *walk.Entry) error {
				swap("d", "b")
				got = append(got, read(e.Open()))
				return nil
			}
		}))
		swap("sub", "")
		got = append(got, read(opener.Open(filepath.Join(base, "sub", "a"))))
		opener.Close()
		inSub, _ := collect(t, []string{filepath.Join(base, "sub")}, o)
		if len(found) != 4 || len(inSub) > 0 == confined {
			t.Errorf("confined %t: found %q, then %q", confined, found, inSub)
		}
		for i, text := range got {
			refused := confined || i < 2 // without Open only what is named, or lies below a directory that was swapped
			if strings.Contains(text, "elsewhere") == refused || refused && text != "refused" {
				t.Errorf("confined %t: %d is %q", confined, i, text)
			}
		}
		if len(got) != 4 {
			t.Errorf("%d files were opened", len(got))
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
