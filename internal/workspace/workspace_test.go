package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/workspace/journal"
)

// plant makes a tree: "dir/" is a directory, "name -> target" a link, anything
// else a file that holds its own name.
func plant(tb testing.TB, root string, entries ...string) {
	tb.Helper()
	for _, e := range entries {
		name, target, link := strings.Cut(e, " -> ")
		full := filepath.Join(root, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(full), 0o755)
		switch {
		case err != nil:
		case link:
			err = os.Symlink(strings.ReplaceAll(target, "$ROOT", root), full)
		case strings.HasSuffix(e, "/"):
			err = os.MkdirAll(full, 0o755)
		default:
			err = os.WriteFile(full, []byte(name), 0o644)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// open plants a tree in a new root and opens it.
func open(tb testing.TB, o Options, entries ...string) *Workspace {
	tb.Helper()
	root := tb.TempDir()
	plant(tb, root, entries...)
	w, err := Open(tb.Context(), root, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = w.Close() })
	return w
}

func find(tb testing.TB, tx *Tx, name string, intent Intent) *Target {
	tb.Helper()
	target, err := tx.Find(name, intent, Relative)
	if err != nil {
		tb.Fatal(err)
	}
	return target
}

// do runs a small script on a transaction: "write F text", "move A B", "copy A B",
// "rm F", "rmdir D", "mkdir D".
func do(tb testing.TB, tx *Tx, script ...string) {
	tb.Helper()
	for _, line := range script {
		f := append(strings.SplitN(line, " ", 3), "")
		var err error
		switch f[0] {
		case "write":
			err = tx.Write(find(tb, tx, f[1], ToOverwrite), []byte(f[2]))
		case "move":
			err = tx.Move(find(tb, tx, f[1], ToMove), find(tb, tx, f[2], ToCreate))
		case "copy":
			err = tx.Copy(find(tb, tx, f[1], ToRead), find(tb, tx, f[2], ToOverwrite))
		case "rm":
			err = tx.Remove(find(tb, tx, f[1], ToDelete))
		case "rmdir":
			err = tx.RemoveDir(find(tb, tx, f[1], ToRemoveDir))
		case "mkdir":
			err = tx.MakeDir(find(tb, tx, f[1], ToMakeDir))
		default:
			tb.Fatalf("unknown: %s", line)
		}
		if err != nil {
			tb.Fatalf("%s: %v", line, err)
		}
	}
}

func reason(err error) Reason {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

func wantReason(tb testing.TB, what string, err error, want Reason) {
	tb.Helper()
	if reason(err) != want {
		tb.Errorf("%s: %v (%s), want %q", what, err, reason(err), want)
	}
}

func TestOpenSaysWhatIsWrongWithARoot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plant(t, dir, "file")
	for _, tt := range []struct {
		dir  string
		o    Options
		want Reason
	}{
		{dir, Options{}, ""},
		{filepath.Join(dir, "none"), Options{}, NotFound},
		{filepath.Join(dir, "file"), Options{}, NotDirectory},
		{filepath.Join(dir, "file", "x"), Options{}, NotDirectory},
		{dir, Options{DeniedPatterns: []string{"["}}, BadPattern},
		{dir, Options{ProtectedPatterns: []string{"a{"}}, BadPattern},
	} {
		w, err := Open(t.Context(), tt.dir, tt.o)
		wantReason(t, tt.dir, err, tt.want)
		if err == nil {
			if real, _ := filepath.EvalSymlinks(dir); w.Dir() != real {
				t.Errorf("Dir() = %q, want %q", w.Dir(), real)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 255)
	for _, tt := range []struct{ written, want, msg string }{
		{"a/b.go", "a/b.go", ""},
		{"./a//b.go", "a/b.go", ""},
		{"a/b/", "a/b", ""},
		{"a/./b", "a/b", ""},
		{".", ".", ""},
		{"./", ".", ""},
		{"...", "...", ""},
		{"foo..bar", "foo..bar", ""},
		{"..foo/x", "..foo/x", ""},
		{" a b ", " a b ", ""},
		{"~x/a", "~x/a", ""},
		{"ab:c", "ab:c", ""},
		{long, long, ""},
		{"", "", "Empty file path"},
		{"/etc/x", "", "Absolute paths not allowed: /etc/x"},
		{"//a", "", "Absolute paths not allowed: //a"},
		{"~/a", "", "Absolute paths not allowed: ~/a"},
		{`C:\a`, "", `Absolute paths not allowed: C:\a`},
		{"c:/a", "", "Absolute paths not allowed: c:/a"},
		{"c:", "", "Absolute paths not allowed: c:"},
		{`\\host\a`, "", `Absolute paths not allowed: \\host\a`},
		{"..", "", "Path traversal detected: .."},
		{"../b", "", "Path traversal detected: ../b"},
		{"a/../../x", "", "Path traversal detected: a/../../x"},
		{"a/..", "", "Path traversal detected: a/.."},
		{"a\x00b", "", "Null byte in file path"},
		{"a\nb", "", `Line break in file path: "a\nb"`},
		{"a\rb", "", `Line break in file path: "a\rb"`},
		{long + "x", "", "Path too long: 256 chars (max 255)"},
		{"a/" + long + "x/b", "", "Path too long: 256 chars (max 255)"},
		{"a/" + strings.Repeat("x", 300), "", "Path too long: 300 chars (max 255)"},
		{strings.Repeat("x", 255) + "/" + strings.Repeat("y", 255) + ".", "", "Path too long: 256 chars (max 255)"},
		{strings.Repeat("abcd/", 60) + "x", strings.Repeat("abcd/", 60) + "x", ""},
		{strings.Repeat("a/", 2047) + "bc", strings.Repeat("a/", 2047) + "bc", ""},
		{strings.Repeat("a/", 2048) + "b", "", "Path too long: 4097 bytes (max 4096)"},
		{strings.Repeat(long[:200]+"/", 21), "", "Path too long: 4221 bytes (max 4096)"},
		{"./a/./b", "a/b", ""},
		{"a///b//", "a/b", ""},
	} {
		got, err := cleanPath(tt.written)
		if got != tt.want || (err == nil) != (tt.msg == "") {
			t.Errorf("cleanPath(%q) = %q, %v; want %q, %q", tt.written, got, err, tt.want, tt.msg)
			continue
		}
		if err != nil && (err.Error() != tt.msg || reason(err) != BadPath) {
			t.Errorf("cleanPath(%q): %v (%s), want %q", tt.written, err, reason(err), tt.msg)
		}
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	tree := []string{"a", "b", "c/", "d/x", "d/y", "e/", "l -> a"}
	for _, tt := range []struct {
		name   string
		script []string
		want   []string // kind name [from F] [before>after]
	}{
		{"nothing", nil, nil},
		{"created", []string{"write n new"}, []string{"created n >new"}},
		{"created-with-parents", []string{"write p/q/n new"}, []string{"made_directory p", "made_directory p/q", "created p/q/n >new"}},
		{"modified", []string{"write a new"}, []string{"modified a a>new"}},
		{"modified-through-a-link", []string{"write l new"}, []string{"modified a a>new"}},
		{"same-content", []string{"write a a"}, nil},
		{"changed-and-changed-back", []string{"write a new", "write a a"}, nil},
		{"same-length", []string{"write a A"}, []string{"modified a a>A"}},
		{"deleted", []string{"rm a"}, []string{"deleted a a>"}},
		{"deleted-link", []string{"rm l"}, []string{"deleted l"}},
		{"moved", []string{"move a z"}, []string{"moved z from a a>a"}},
		{"moved-link", []string{"move l z"}, []string{"moved z from l"}},
		{"moved-and-modified", []string{"move a z", "write z new"}, []string{"moved z from a a>new"}},
		{"modified-and-moved", []string{"write a new", "move a z"}, []string{"moved z from a a>new"}},
		{"moved-there-and-back", []string{"move a z", "move z a"}, nil},
		{"copied", []string{"copy a z"}, []string{"copied z from a a>a"}},
		{"copied-and-modified", []string{"copy a z", "write z new"}, []string{"created z a>new"}},
		{"copied-over", []string{"copy a b"}, []string{"modified b b>a"}},
		{"copy-of-a-new-file", []string{"write n new", "copy n z"}, []string{"created n >new", "created z >new"}},
		{"copied-then-source-modified", []string{"copy a z", "write a new"}, []string{"modified a a>new", "copied z from a a>a"}},
		{"made-directory", []string{"mkdir m"}, []string{"made_directory m"}},
		{"removed-directory", []string{"rmdir e"}, []string{"removed_directory e"}},
		{"made-and-removed", []string{"mkdir m", "rmdir m", "write n new", "rm n"}, nil},
		{"deleted-then-created", []string{"rm a", "write a new"}, []string{"modified a a>new"}},
		{"moved-then-created", []string{"move a z", "write a new"}, []string{"created a >new", "moved z from a a>a"}},
		{"moved-over-a-deleted-one", []string{"rm b", "move a b"}, []string{"deleted b b>", "moved b from a a>a"}},
		{"link-replaced-by-a-file", []string{"rm l", "write l new"}, []string{"created l >new", "deleted l"}},
		{"file-replaced-by-a-directory", []string{"rm a", "mkdir a"}, []string{"deleted a a>", "made_directory a"}},
		{"directory-replaced-by-a-file", []string{"rmdir e", "write e new"}, []string{"created e >new", "removed_directory e"}},
		{"moved-directory", []string{"move d g"}, []string{"moved g from d"}},
		{"edited-in-a-moved-directory", []string{"move d g", "write g/x new"}, []string{"moved g from d", "modified g/x d/x>new"}},
		{"moved-out-of-a-removed-directory", []string{"write e/n new", "move d/x a2", "write a2 new", "rm d/y", "rmdir d"},
			[]string{"moved a2 from d/x d/x>new", "removed_directory d", "deleted d/y d/y>", "created e/n >new"}},
		{"moved-edited-and-its-directory-removed", []string{"move d/x c/x", "write c/x new", "rm d/y", "rmdir d"},
			[]string{"moved c/x from d/x d/x>new", "removed_directory d", "deleted d/y d/y>"}},
		{"directory-emptied-by-moves-becomes-a-file", []string{"move d/x z1", "move d/y z2", "rmdir d", "write d new"},
			[]string{"created d >new", "removed_directory d", "moved z1 from d/x d/x>d/x", "moved z2 from d/y d/y>d/y"}},
		{"directory-moved-into-its-own-name", []string{"move d t", "move t d/t"}, []string{"made_directory d", "moved d/t from d"}},
		{"parent-and-child-trade-places", []string{"move d/x t", "mkdir in", "move in d/in", "move d/in o", "move d o/d", "move o d", "move t d/x"},
			[]string{"made_directory d", "moved d/d from d", "moved d/x from d/x d/x>d/x"}},
		{"swapped", []string{"move a t", "move b a", "move t b"}, []string{"moved a from b b>b", "moved b from a a>a"}},
	} {
		for _, backups := range []bool{false, true} {
			name := tt.name
			if backups {
				name += "-with-backups"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := open(t, Options{CreateParents: true, Backups: backups}, tree...)
				tx := w.Begin()
				do(t, tx, tt.script...)
				if _, warnings, err := tx.Backup(); err != nil || len(warnings) > 0 {
					t.Fatal(warnings, err)
				}
				if got := told(t, tx); !slices.Equal(got, tt.want) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
				}
				if err := tx.Commit(t.Context(), "r", time.Now()); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

func told(t *testing.T, tx *Tx) []string {
	t.Helper()
	var list []string
	for _, c := range tx.Changes() {
		line := string(c.Kind) + " " + c.Name
		if c.From != "" {
			line += " from " + c.From
		}
		before, err := c.Before(100)
		if err != nil {
			t.Fatal(err)
		}
		after, err := c.After(100)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil || after != nil {
			line += " " + string(before) + ">" + string(after)
		}
		if (c.Origin() != "") != (before != nil || c.before != nil) || c.Dir != (strings.Contains(string(c.Kind), "directory") || c.From == "d") {
			t.Errorf("%s: origin %q, directory: %t", line, c.Origin(), c.Dir)
		}
		list = append(list, line)
	}
	return list
}

func TestContentsHaveALimit(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "abcd")
	tx := w.Begin()
	do(t, tx, "write n 12345", "copy abcd c")
	for _, name := range []string{"abcd", "n", "c"} {
		_, err := tx.Read(find(t, tx, name, ToRead), 3)
		wantReason(t, name, err, TooLarge)
	}
	for _, limit := range []int64{4, 1<<63 - 1} {
		if data, err := tx.Read(find(t, tx, "abcd", ToRead), limit); string(data) != "abcd" || err != nil {
			t.Errorf("limit %d: %q, %v", limit, data, err)
		}
	}
	// It grew after it was looked at.
	target := find(t, tx, "abcd", ToRead)
	if err := os.WriteFile(filepath.Join(w.Dir(), "abcd"), []byte("abcdefgh"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := tx.Read(target, 5)
	wantReason(t, "grown", err, TooLarge)
	for _, tt := range []struct{ name, want string }{{"abcd", "abcdefgh"}, {"n", "12345"}} {
		f, err := tx.Open(find(t, tx, tt.name, ToRead))
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(io.NewSectionReader(f, 0, 100)); string(data) != tt.want || err != nil {
			t.Errorf("%s: %q, %v", tt.name, data, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := os.Remove(filepath.Join(w.Dir(), "abcd")); err != nil {
		t.Fatal(err)
	}
	_, err = tx.Open(target)
	wantReason(t, "removed", err, NotFound)
	_, err = tx.Read(target, 100)
	wantReason(t, "removed", err, NotFound)
}

func TestTargets(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "d/x", "l -> a")
	tx := w.Begin()
	a := find(t, tx, "a", ToRead)
	if a.Origin() != "a" || a.Links != 1 || !a.Same(find(t, tx, "l", ToRead)) || a.Same(find(t, tx, "d/x", ToRead)) {
		t.Errorf("a: %+v", a)
	}
	if none := find(t, tx, "none", ToRead); none.Kind != Absent || none.Origin() != "" || none.Same(none) {
		t.Errorf("none: %+v", none)
	}
	do(t, tx, "copy a c", "move a m")
	if got := find(t, tx, "c", ToRead).Origin(); got != "" {
		t.Errorf("origin of a copy: %q", got)
	}
	if got := find(t, tx, "m", ToRead).Origin(); got != "a" {
		t.Errorf("origin of a moved file: %q", got)
	}
	missing, err := tx.MissingParents(find(t, tx, "d/p/q/n", ToCreate))
	if err != nil || !slices.Equal(missing, []string{"d/p", "d/p/q"}) {
		t.Errorf("missing parents: %q, %v", missing, err)
	}
	wantReason(t, "no parent", tx.Write(find(t, tx, "p/n", ToCreate), nil), NoParent)
	wantReason(t, "no parent", tx.Move(find(t, tx, "m", ToMove), find(t, tx, "p/n", ToCreate)), NoParent)
	wantReason(t, "no parent", tx.Copy(find(t, tx, "m", ToRead), find(t, tx, "p/n", ToCreate)), NoParent)
	do(t, tx, "mkdir p/q") // mkdir makes its parents whatever the options say
}

func TestATargetIsGoodForWhatItWasCheckedFor(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a")
	tx := w.Begin()
	defer func() {
		if recover() == nil {
			t.Error("a target for reading could be written to")
		}
	}()
	_ = tx.Write(find(t, tx, "a", ToRead), nil)
}

func TestCommitIsStale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		script  string
		meddle  func(root string) error
		culprit string
	}{
		{"edited-file-changed", "write a new", overwrite("a"), "a"},
		{"edited-file-removed", "write a new", remove("a"), "a"},
		{"edited-file-removed-same-size", "write a b", remove("a"), "a"},
		{"edited-file-replaced", "write a new", func(root string) error {
			return errors.Join(remove("a")(root), os.WriteFile(filepath.Join(root, "a"), []byte("a"), 0o644))
		}, "a"},
		{"edited-file-became-a-link", "write a new", func(root string) error {
			return errors.Join(remove("a")(root), os.Symlink("b", filepath.Join(root, "a")))
		}, "a"},
		{"edited-file-became-a-directory", "write a new", func(root string) error {
			return errors.Join(remove("a")(root), os.Mkdir(filepath.Join(root, "a"), 0o755))
		}, "a"},
		{"new-file-is-there", "write n new", overwrite("n"), "n"},
		{"new-directory-is-there", "write p/n new", overwrite("p"), "p"},
		{"made-directory-is-there", "mkdir m", overwrite("m"), "m"},
		{"move-target-is-there", "move a n", overwrite("n"), "n"},
		{"moved-file-changed", "move a n", overwrite("a"), "a"},
		{"moved-directory-is-gone", "move d g", func(root string) error { return os.RemoveAll(filepath.Join(root, "d")) }, "d"},
		{"copy-source-changed", "copy a n", overwrite("a"), "a"},
		{"copy-source-removed", "copy a n", remove("a"), "a"},
		{"copy-target-is-there", "copy a n", overwrite("n"), "n"},
		{"deleted-file-changed", "rm a", overwrite("a"), "a"},
		{"deleted-file-is-gone", "rm a", remove("a"), "a"},
		{"removed-directory-is-not-empty", "rmdir e", overwrite("e/n"), "e/n"},
		{"directory-became-a-link", "write d/n new", func(root string) error {
			return errors.Join(os.Rename(filepath.Join(root, "d"), filepath.Join(root, "dd")), os.Symlink("e", filepath.Join(root, "d")))
		}, "d"},
		{"backup-is-there", "write a new", overwrite("a.bak"), "a.bak"},
		{"old-backup-changed", "write b new", overwrite("b.bak"), "b.bak"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := open(t, Options{CreateParents: true, Backups: true}, "a", "b", "b.bak", "d/x", "e/")
			adopt(t, w, "b.bak")
			tx := w.Begin()
			do(t, tx, tt.script, "write z new")
			if _, _, err := tx.Backup(); err != nil {
				t.Fatal(err)
			}
			if err := tt.meddle(w.Dir()); err != nil {
				t.Fatal(err)
			}
			before := listing(t, w.Dir())
			err := tx.Commit(t.Context(), "r", time.Now())
			wantReason(t, "commit", err, Stale)
			if e := (*Error)(nil); errors.As(err, &e) && e.Path != tt.culprit {
				t.Errorf("%s is said to have changed, want %s", e.Path, tt.culprit)
			}
			if after := listing(t, w.Dir()); !slices.Equal(after, before) {
				t.Errorf("after:  %q\nbefore: %q", after, before)
			}
		})
	}
}

func overwrite(name string) func(string) error {
	return func(root string) error { return os.WriteFile(filepath.Join(root, name), []byte("meddled"), 0o644) }
}

func remove(name string) func(string) error {
	return func(root string) error { return os.Remove(filepath.Join(root, name)) }
}

// listing is what a tree holds: names, and what is in the files.
func listing(tb testing.TB, root string) []string {
	tb.Helper()
	var list []string
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		line := filepath.ToSlash(name[len(root):])
		if d.Type().IsRegular() {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			line += "=" + string(data)
		}
		list = append(list, line)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

func TestWhatWasOnlyReadMayChange(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "b", "d/x")
	tx := w.Begin()
	find(t, tx, "a", ToRead)
	find(t, tx, "d/x", ToRead)
	do(t, tx, "write b new")
	if err := errors.Join(overwrite("a")(w.Dir()), remove("d/x")(w.Dir())); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(t.Context(), "r", time.Now()); err != nil {
		t.Error(err)
	}
}

func TestCommitStopsWhenItIsCancelled(t *testing.T) {
	t.Parallel()
	w := open(t, Options{CreateParents: true}, "a", "b")
	tx := w.Begin()
	do(t, tx, "write a new", "write p/n new", "rm b")
	before := listing(t, w.Dir())
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("interrupt")) // as signal.NotifyContext does
	if err := tx.Commit(ctx, "r", time.Now()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if after := listing(t, w.Dir()); !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
}

// TestEveryStepIsReverted puts something in the way of each step, or takes away
// what it needs, after everything was checked.
func TestEveryStepIsReverted(t *testing.T) {
	t.Parallel()
	_, p := manySteps(t)
	for i, s := range p.steps {
		for _, what := range []string{"file", "directory", "gone"} {
			if what == "gone" && s.Kind == journal.MakeDir {
				continue
			}
			t.Run(fmt.Sprint(i, what), func(t *testing.T) {
				t.Parallel()
				rollBackAt(t, i, what)
			})
		}
	}
}

func manySteps(t *testing.T) (*Workspace, *plan) {
	t.Helper()
	w := open(t, Options{CreateParents: true}, "a", "b", "c", "d/x", "e/y", "f", "g", "l -> a")
	tx := w.Begin()
	do(t, tx, "write a new", "write p/n new", "move d d2", "move b t", "move c b", "move t c", "rm e/y", "rmdir e",
		"rm f", "mkdir f", "move g f/g", "write d2/z new", "write d2/x new", "rm l", "write l new")
	p := newPlan(tx, tx.computeFinal(), "r")
	if err := p.writeTemps(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, p
}

func rollBackAt(t *testing.T, i int, what string) {
	t.Helper()
	w, p := manySteps(t)
	before := slices.DeleteFunc(listing(t, w.Dir()), func(line string) bool { return strings.Contains(line, ".fileops-") })
	vacated := false // an earlier step left the name free for this one, or made its directory
	for _, s := range p.steps[:i] {
		vacated = vacated || s.From == p.steps[i].To || s.Kind == journal.MakeDir && strings.HasPrefix(p.steps[i].To, s.To+"/")
		if err := w.step(s); err != nil {
			t.Fatal(err)
		}
	}
	s := p.steps[i]
	from, to := filepath.Join(w.Dir(), s.From), filepath.Join(w.Dir(), s.To)
	if s.Kind == journal.Replace {
		to = filepath.Join(w.Dir(), s.Kept)
	}
	var err error
	switch what {
	case "gone":
		vacated = true // nobody can bring it back
		err = os.Rename(from, from+"-meddled")
	case "file":
		err = os.WriteFile(to, []byte("meddled"), 0o644)
	default:
		err = os.Mkdir(to, 0o755)
		plant(t, to, "meddled")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err = w.step(s); err == nil {
		t.Fatalf("%+v was taken", s)
	}
	failed := stepFailed(s, err)
	wantReason(t, "the step", failed, Stale)
	err = w.rollBackAfter(p.journal(), i, failed)
	after := listing(t, w.Dir())
	if !vacated {
		wantReason(t, "roll back", err, Stale)
	}
	// Nothing is lost: every content is somewhere, and what was put there as well.
	for _, line := range append(before, "=meddled") {
		_, data, ok := strings.Cut(line, "=")
		if what == "gone" && data == "meddled" {
			continue
		}
		if ok && !slices.ContainsFunc(after, func(l string) bool {
			return strings.HasSuffix(l, "="+data) || strings.HasSuffix(l, "/meddled") && data == "meddled"
		}) {
			t.Errorf("%q is lost: %q", data, after)
		}
	}
	after = slices.DeleteFunc(after, func(line string) bool {
		return strings.Contains(line, "meddled") || what == "directory" && strings.HasSuffix(line, "/"+filepath.Base(to))
	})
	if !vacated && !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
}

func TestTemporaryFilesAreNotWrittenOverOthers(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", ".fileops-r-0.tmp")
	tx := w.Begin()
	do(t, tx, "write a new", "write b new")
	before := listing(t, w.Dir())
	if err := tx.Commit(t.Context(), "r", time.Now()); err == nil {
		t.Error("committed over a file with the name of a temporary one")
	}
	if after := listing(t, w.Dir()); !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
}

func TestAFileThatComesIntoARemovedDirectoryIsNotLost(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "e/y", "a")
	tx := w.Begin()
	do(t, tx, "rm e/y", "rmdir e", "write a new")
	nodes := tx.computeFinal()
	preconditions := tx.preconditions(nodes)
	p := newPlan(tx, nodes, "r")
	j := p.journal()
	mustDo(t, p.writeTemps(t.Context()))
	mustDo(t, w.checkPreconditions(t.Context(), preconditions, time.Now()))
	plant(t, w.Dir(), "e/late") // after everything was checked
	before := slices.DeleteFunc(listing(t, w.Dir()), func(line string) bool { return strings.Contains(line, ".fileops-") })
	for _, s := range p.steps {
		mustDo(t, w.step(s))
	}
	err := p.checkDropped()
	wantReason(t, "check", err, Stale)
	wantReason(t, "give up", w.rollBackAfter(j, len(p.steps), err), Stale)
	if after := listing(t, w.Dir()); !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
}

// TestACleanupErrorNamesItsFile: it also names a directory that was not synced, and a journal.
func TestACleanupErrorNamesItsFile(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"d/.fileops-r-s1.tmp": errors.New("no luck"),
		"d":                   classify("d", errors.New("no luck")),
		"/state/committed":    &journal.Error{Path: "/state/committed", Err: errors.New("no luck")},
	} {
		got := cleanupFailed("d/.fileops-r-s1.tmp", err)
		wantReason(t, name, got, Leftover)
		if want := "the changes are written, but the cleanup failed: " + name + ": no luck"; got.Error() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}

func TestACommitThatCannotBeRolledBackSaysSo(t *testing.T) {
	t.Parallel()
	for said, cause := range map[string]error{"no luck": errors.New("no luck"), "b changed on disk during the run": stale("b", nil)} {
		w := open(t, Options{}, "a", "b")
		tx := w.Begin()
		do(t, tx, "move a n")
		p := newPlan(tx, tx.computeFinal(), "r")
		mustDo(t, w.step(p.steps[0]))
		mustDo(t, remove("n")(w.Dir()))
		err := w.rollBackAfter(p.journal(), 1, cause)
		wantReason(t, "roll back", err, Failed)
		if want := said + "; the commit was rolled back, but a is gone: somebody removed it when it was n"; !errors.Is(err, cause) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestACommitThatStaysOnTheDiskIsInDoubt: the mark of a committed run cannot be taken away, since a
// directory has the name that the journal would get.
func TestACommitThatStaysOnTheDiskIsInDoubt(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a")
	tx := w.Begin()
	do(t, tx, "move a n")
	p := newPlan(tx, tx.computeFinal(), "r")
	dir := w.state.journals().Path
	mustDo(t, os.WriteFile(filepath.Join(dir, "committed"), nil, 0o600), os.MkdirAll(filepath.Join(dir, "pending-0", "x"), 0o700))
	var e *Error
	if err := w.rollBackAfter(p.journal(), 0, errors.New("no luck")); !errors.As(err, &e) || !e.NotRolledBack || !strings.HasPrefix(e.Msg, "no luck; rolling the commit back failed: ") {
		t.Errorf("got %+v", err)
	}
}

func TestAnEntryThatIsGoneBeforeItsStepIsStale(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "b")
	tx := w.Begin()
	do(t, tx, "move a n")
	p := newPlan(tx, tx.computeFinal(), "r")
	j := p.journal()
	mustDo(t, remove("a")(w.Dir()))
	applied, err := p.applySteps(j, len(p.steps))
	wantReason(t, "apply", err, Stale)
	wantReason(t, "roll back", w.rollBackAfter(j, applied, err), Stale)
}

// TestOnlyAFileThatMayBeTheSameIsCompared: another size, or no new content, needs no look at
// the disk.
func TestOnlyAFileThatMayBeTheSameIsCompared(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "same", "other", "longer", "read")
	tx := w.Begin()
	do(t, tx, "write same same", "write other OTHER", "write longer longer than before")
	find(t, tx, "read", ToRead)
	var got []string
	for _, n := range tx.computeFinal() {
		got = append(got, fmt.Sprintf("%s written %t, compared %t", n.name, n.written, n.differs || n.name == "same"))
	}
	want := []string{"longer written true, compared false", "other written true, compared true", "read written false, compared false", "same written false, compared true"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestBackupNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 253)
	for _, tt := range []struct {
		name    string
		script  []string
		want    map[string]string
		warning string
	}{
		{"edited", []string{"write b new"}, map[string]string{"b": "b.bak"}, ""},
		{"deleted", []string{"rm a"}, map[string]string{"a": "a.deleted"}, ""},
		{"edited-then-deleted", []string{"write a new", "rm a"}, map[string]string{"a": "a.deleted"}, ""},
		{"replaced-by-a-directory", []string{"rm b", "mkdir b"}, map[string]string{"b": "b.bak"}, ""},
		{"overwritten-by-a-copy", []string{"copy a b"}, map[string]string{"b": "b.bak"}, ""},
		{"moved", []string{"move a z"}, map[string]string{}, ""},
		{"moved-and-edited", []string{"move a z", "write z new"}, map[string]string{"a": "z.bak"}, ""},
		{"moved-away-from-its-backups-name", []string{"move v.bak v", "write v new"}, map[string]string{"v.bak": "v.bak"}, ""},
		{"deleted-with-its-directory", []string{"rm d/s/x", "rmdir d/s"}, map[string]string{"d/s/x": "d/s_x.deleted"}, ""},
		{"deleted-with-all-above", []string{"rm d/s/x", "rmdir d/s", "rmdir d"}, map[string]string{"d/s/x": "d_s_x.deleted"}, ""},
		{"deleted-in-a-moved-directory", []string{"rm d/s/x", "move d g"}, map[string]string{"d/s/x": "g/s/x.deleted"}, ""},
		{"deleted-link", []string{"rm l"}, map[string]string{"l": "l.deleted"}, ""},
		{"directory-in-the-way", []string{"write w new"}, map[string]string{"w": "w.bak1"}, "w.bak is in the way: the backup is w.bak1"},
		{"written-by-the-run", []string{"write b.bak mine", "write b new"}, map[string]string{"b": "b.bak1"}, "b.bak was written by this run: the backup is b.bak1"},
		{"users-own-edited-with-its-file", []string{"write a.bak mine", "write a new"}, map[string]string{"a": "a.bak1", "a.bak": "a.bak.bak"}, "a.bak was written by this run: the backup is a.bak1"},
		{"protected", []string{"write q new"}, map[string]string{"q": "q.bak1"}, "q.bak is protected: the backup is q.bak1"},
		{"users-own", []string{"write a new"}, map[string]string{"a": "a.bak1"}, "a.bak is not a backup that fileops wrote, and stays: the backup is a.bak1"},
		{"users-own-and-the-next", []string{"write m new"}, map[string]string{"m": "m.bak2"}, "m.bak is not a backup that fileops wrote, and stays: the backup is m.bak2"},
		{"users-own-link", []string{"write k new"}, map[string]string{"k": "k.bak1"}, "k.bak is not a backup that fileops wrote, and stays: the backup is k.bak1"},
		{"users-own-of-a-deleted-one", []string{"rm x"}, map[string]string{"x": "x.deleted1"}, "x.deleted is not a backup that fileops wrote, and stays: the backup is x.deleted1"},
		{"no-room-beside-the-users-own", []string{"write " + long[:251] + " new"}, map[string]string{}, "no backup of " + long[:251] + ": " + long[:251] + ".bak is not a backup that fileops wrote, and stays, and its name would be too long"},
		{"two-of-one-name", []string{"rm u/v/w_x", "rm u/v_w/x", "rmdir u/v", "rmdir u/v_w"}, map[string]string{"u/v/w_x": "u/v_w_x.deleted", "u/v_w/x": "u/v_w_x.deleted1"}, "u/v_w_x.deleted was written by this run: the backup is u/v_w_x.deleted1"},
		{"name-too-long", []string{"write " + long + " new"}, map[string]string{}, "no backup of " + long + ": its name would be too long"},
		{"deleted-backup", []string{"rm a.bak", "write a new"}, map[string]string{"a": "a.bak", "a.bak": "a.bak.bak"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := Options{Backups: true, CreateParents: true, ProtectedFiles: []string{"q.bak"}}
			w := open(t, o, "a", "a.bak", "b", "d/s/x", "l -> a", "w", "w.bak/", "q", "v.bak", long, long[:251], long[:251]+".bak",
				"m", "m.bak", "m.bak1", "k", "k.bak -> b", "x", "x.deleted", "u/v/w_x", "u/v_w/x")
			tx := w.Begin()
			do(t, tx, tt.script...)
			kept, warnings, err := tx.Backup()
			names := backupNames(kept)
			for _, b := range kept {
				if b.Note != "" {
					warnings = append(warnings, b.Note)
				}
			}
			if err != nil || !equal(names, tt.want) || strings.Join(warnings, "; ") != tt.warning {
				t.Fatalf("%v, %q, %v; want %v, %q", names, warnings, err, tt.want, tt.warning)
			}
			if err := tx.Commit(t.Context(), "r", time.Now()); err != nil {
				t.Fatal(err)
			}
			for old, name := range names {
				data, err := os.ReadFile(filepath.Join(w.Dir(), name))
				if err == nil && string(data) != old && old != "l" {
					t.Errorf("%s holds %q, want %q", name, data, old)
				}
			}
		})
	}
}

func backupNames(kept map[string]Backup) map[string]string {
	names := map[string]string{}
	for old, b := range kept {
		names[old] = b.Name
	}
	return names
}

func equal(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}
