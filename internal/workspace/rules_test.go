package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestDeniedNames(t *testing.T) {
	t.Parallel()
	o := Options{
		DeniedFiles:    []string{".fileops.yaml", "state/"},
		DeniedNames:    []string{".own.toml", ".other/config"},
		DeniedPatterns: []string{"*.pem", "secrets/", "conf/*.yml", "/top", "./dot/x", "deep/**/key", "old/**"},
	}
	for _, tt := range []struct {
		name        string
		denied      bool
		withFolding bool
	}{
		{".git", true, true}, {".git/config", true, true}, {"a/.git/hooks/x", true, true},
		{".GIT/config", true, true}, {".Git", true, true}, {".git.", true, true}, {".git ", true, true},
		{".git . .", true, true}, {".git::$INDEX_ALLOCATION", true, true}, {".git:x", true, true},
		{"git~1", true, true}, {"GIT~1/config", true, true}, {".g\u200cit", true, true}, {".gi\ufefft/x", true, true},
		{"\u202a.git", true, true}, {".g\u206ait", true, true},
		{".gitignore", false, false}, {".github/x", false, false}, {"git", false, false}, {"x.git", false, false},
		{"git~2", false, false}, {"a.git/x", false, false}, {".gi", false, false},
		{".fileops.yaml", true, true}, {".FileOps.yaml", false, true}, {"sub/.fileops.yaml", false, false},
		{".own.toml", true, true}, {"a/b/.own.toml/c", true, true}, {"a/.OWN.toml", false, true}, {"a/x.own.toml", false, false},
		{".other/config", true, true}, {"a/.other/config", true, true}, {"a/.other", false, false}, {"a.other/config", false, false},
		{"state", true, true}, {"state/run/x", true, true}, {"State/x", false, true}, {"states", false, false},
		{"a.pem", true, true}, {"x/y/a.pem", true, true}, {"a.PEM", false, true}, {"a.pem/x", true, true}, {"apem", false, false},
		{"secrets", true, true}, {"x/secrets/y/z", true, true}, {"secretsx", false, false},
		{"conf/a.yml", true, true}, {"x/conf/a.yml", false, false}, {"conf/a/b.yml", false, false}, {"conf", false, false},
		{"top", true, true}, {"top/x", true, true}, {"x/top", false, false},
		{"dot/x", true, true}, {"x/dot/x", false, false},
		{"deep/key", true, true}, {"deep/a/b/key", true, true}, {"deep/a/key/b", true, true}, {"deep", false, false},
		{"old", true, true}, {"old/x", true, true}, {"OLD/x", false, true},
		{".", false, false},
	} {
		for _, fold := range []bool{false, true} {
			r, err := newRules(o, fold)
			if err != nil {
				t.Fatal(err)
			}
			want := tt.denied
			if fold {
				want = tt.withFolding
			}
			if got := r.denied(tt.name); got != want {
				t.Errorf("denied(%q), folding %t: %t, want %t", tt.name, fold, got, want)
			}
		}
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	o := Options{
		CreateParents:        true,
		ProtectedFiles:       []string{"main.py", "core/app.py", "named"},
		ProtectedPatterns:    []string{"*.lock", "core/llm/*.py"},
		ProtectedDirectories: []string{"core"},
		DeniedPatterns:       []string{"*.pem", "conf/**"},
	}
	tree := []string{
		"main.py", "core/app.py", "core/llm/a.py", "core/x.py", "sub/go.lock", "free", "d/x", "k/a.pem", "g/.git/config", "e/", ".git/config",
		"to-main -> main.py", "to-core -> core", "to-git -> .git", "to-pem -> k/a.pem", "named -> free", "to-root -> .", "w/conf -> ../d",
	}
	all := []Intent{ToRead, ToEdit, ToCreate, ToOverwrite, ToDelete, ToMove, ToMakeDir, ToRemoveDir}
	none := map[Intent]string{}
	access := func(name string) map[Intent]string {
		m := map[Intent]string{}
		for _, i := range all[1:] {
			m[i] = "Access denied: " + name
		}
		return m
	}
	file := func(name string) map[Intent]string {
		return map[Intent]string{
			ToDelete: "Cannot delete protected file: " + name,
			ToMove:   "Cannot move protected file: " + name, ToRemoveDir: "Cannot delete protected file: " + name,
		}
	}
	dir := func(name string) map[Intent]string {
		return map[Intent]string{
			ToDelete: "Cannot delete protected directory: " + name,
			ToMove:   "Cannot move protected directory: " + name, ToRemoveDir: "Cannot delete protected directory: " + name,
		}
	}
	move := func(msg string) map[Intent]string { return map[Intent]string{ToMove: msg} }
	for _, tt := range []struct {
		name string
		want map[Intent]string
	}{
		{"free", none}, {"d/x", none}, {"d", none}, {"e", none}, {"new", none}, {"core/new", none},
		{"main.py", file("main.py")}, {"./core//app.py", file("core/app.py")}, {"core/llm/a.py", file("core/llm/a.py")},
		{"sub/go.lock", file("sub/go.lock")}, {"core/x.py", none}, {"new.lock", none},
		{"core", dir("core")},
		{"core/llm", move("Cannot move protected directory: core/llm")},
		{"sub", move("Cannot move protected directory: sub")},
		{"to-main", none}, {"to-core", none},
		{"to-core/app.py", file("to-core/app.py")},
		{"named", file("named")},
		{"k/a.pem", access("k/a.pem")}, {"k", move("Access denied: k")}, {"conf", access("conf")}, {"conf/new", access("conf/new")},
		{".git/config", access(".git/config")}, {".git", access(".git")}, {".GIT/x", access(".GIT/x")}, {"g", move("Access denied: g")},
		{"to-git/config", access("to-git/config")}, {"to-git/new", access("to-git/new")},
		{"to-git", map[Intent]string{ToEdit: "Access denied: to-git", ToOverwrite: "Access denied: to-git", ToMakeDir: "Access denied: to-git"}},
		{"to-pem", map[Intent]string{ToEdit: "Access denied: to-pem", ToOverwrite: "Access denied: to-pem", ToMakeDir: "Access denied: to-pem"}},
		{".", map[Intent]string{ToMove: "Access denied: .", ToRemoveDir: "Access denied: ."}},
		{"to-root/main.py", file("to-root/main.py")},
		{"w/conf", none},
	} {
		for _, intent := range all {
			w := open(t, o, tree...)
			_, err := w.Begin().Find(tt.name, intent, Relative)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tt.want[intent] {
				t.Errorf("Find(%q, %d): %q, want %q", tt.name, intent, got, tt.want[intent])
			}
		}
	}
}

func TestAMoveMakesNoDeniedNames(t *testing.T) {
	t.Parallel()
	w := open(t, Options{CreateParents: true, DeniedPatterns: []string{"deploy/*.yml"}}, "tmp/x.yml", "deploy/")
	tx := w.Begin()
	do(t, tx, "rmdir deploy")
	err := tx.Move(find(t, tx, "tmp", ToMove), find(t, tx, "deploy", ToCreate))
	wantReason(t, "move", err, Denied)
	do(t, tx, "move tmp other")
	if target := find(t, tx, "other/x.yml", ToRead); target.Kind != Regular {
		t.Error("the refused move left a trace")
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	real := filepath.Join(dir, "real")
	plant(t, dir, "real/", "out/x")
	plant(t, real, "a", "d/x", "d/s/y",
		"file -> a", "chain -> file", "dir -> d", "up -> d/../a", "down -> d/s", "d/s/top -> ../../a", "deep -> dir/s/../x",
		"abs -> "+filepath.Join(real, "d"), "other -> "+filepath.Join(dir, "alias", "d"), "absup -> "+real+"/down/../x",
		"loop -> loop", "l1 -> l2", "l2 -> l1", "dangling -> none/x", "here -> .", "root -> "+real,
		"out -> ../out", "outx -> ../out/x", "climb -> d/../../out/x", "absout -> "+filepath.Join(dir, "out"), "etc -> /etc",
		"through -> a/x", "back -> none/../a", "filedots -> a/../d", "sly -> ../real/a")
	if err := os.Symlink("real", filepath.Join(dir, "alias")); err != nil {
		t.Fatal(err)
	}
	w, err := Open(t.Context(), filepath.Join(dir, "alias"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	for _, tt := range []struct {
		written string
		name    string
		kind    Kind
		why     Reason
	}{
		{"a", "a", Regular, ""}, {"d", "d", Directory, ""}, {".", ".", Directory, ""}, {"none", "none", Absent, ""},
		{"none/x/y", "none/x/y", Absent, ""}, {"d/none", "d/none", Absent, ""},
		{"file", "a", Regular, ""}, {"chain", "a", Regular, ""}, {"dir", "d", Directory, ""}, {"dir/x", "d/x", Regular, ""},
		{"dir/none/z", "d/none/z", Absent, ""}, {"up", "a", Regular, ""}, {"down/top", "a", Regular, ""}, {"deep", "d/x", Regular, ""},
		{"abs/x", "d/x", Regular, ""}, {"other/x", "d/x", Regular, ""}, {"absup", "d/x", Regular, ""},
		{"here/here/a", "a", Regular, ""}, {"root/a", "a", Regular, ""}, {"root", ".", Directory, ""}, {"here", ".", Directory, ""},
		{"dangling", "none/x", Absent, ""}, {"dangling/y", "none/x/y", Absent, ""},
		{"loop", "", 0, NotFound}, {"loop/x", "", 0, NotFound}, {"l1", "", 0, NotFound}, {"back", "", 0, NotFound},
		{"out", "", 0, Outside}, {"out/x", "", 0, Outside}, {"outx", "", 0, Outside}, {"climb", "", 0, Outside},
		{"absout", "", 0, Outside}, {"absout/x", "", 0, Outside}, {"etc/passwd", "", 0, Outside}, {"sly", "", 0, Outside},
		{"a/x", "", 0, NotDirectory}, {"through", "", 0, NotDirectory}, {"file/x", "", 0, NotDirectory}, {"filedots", "", 0, NotDirectory},
		{"d/x/y/z", "", 0, NotDirectory},
	} {
		got, err := w.Begin().Find(tt.written, ToRead, Relative)
		wantReason(t, tt.written, err, tt.why)
		if err == nil && (got.Name != tt.name || got.Kind != tt.kind) {
			t.Errorf("Find(%q) = %q, kind %d; want %q, %d", tt.written, got.Name, got.Kind, tt.name, tt.kind)
		}
	}
	if _, err := w.Begin().Find("out", ToDelete, Relative); err != nil {
		t.Error("a link that leads outside can be deleted itself:", err)
	}

	tx := w.Begin()
	do(t, tx, "move d e")
	for _, tt := range []struct{ written, name string }{{"e/x", "e/x"}, {"dir/x", "d/x"}, {"dir", "d"}, {"e/s/top", "a"}} {
		if got := find(t, tx, tt.written, ToRead); got.Name != tt.name {
			t.Errorf("after the move %s is %s, want %s", tt.written, got.Name, tt.name)
		}
	}
	do(t, tx, "move dir d")
	if _, err := tx.Find("d/x", ToRead, Relative); err == nil {
		t.Error("a link that leads to itself was followed")
	}
}

// TestNamesAreSpelledAsOnDisk plays a file system that folds case on one that may
// not: what is found under another case goes by the name that it has.
func TestNamesAreSpelledAsOnDisk(t *testing.T) {
	t.Parallel()
	w := open(t, Options{ProtectedFiles: []string{"core/Main.py"}, CreateParents: true, Backups: true}, "ReadMe", "Core/main.PY", "Dir/x")
	r, err := newRules(w.opt, true)
	if err != nil {
		t.Fatal(err)
	}
	w.rules = r
	tx := w.Begin()
	for _, tt := range []struct{ written, name string }{
		{"README", "ReadMe"}, {"readme", "ReadMe"}, {"cORE/MAIN.py", "Core/main.PY"}, {"dir/X", "Dir/x"}, {"dir/New", "Dir/New"}, {"none", "none"},
	} {
		if got := find(t, tx, tt.written, ToRead); got.Name != tt.name {
			t.Errorf("%s is %s, want %s", tt.written, got.Name, tt.name)
		}
	}
	_, err = tx.Find("CORE/MAIN.PY", ToDelete, Relative)
	wantReason(t, "delete a protected file", err, Protected)
	if !find(t, tx, "README", ToRead).Same(find(t, tx, "readme", ToRead)) {
		t.Error("two spellings of one file are not the same")
	}
	do(t, tx, "write readme new", "write dir/NEW new", "move DIR/X dir/X")
	if _, _, err := tx.Backup(); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(t.Context(), "r", time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ReadMe", "ReadMe.bak", "Dir/NEW", "Dir/X"} {
		if _, err := os.Lstat(filepath.Join(w.Dir(), name)); err != nil {
			t.Error(err)
		}
	}
	if err := os.Link(filepath.Join(w.Dir(), "ReadMe"), filepath.Join(w.Dir(), "other")); err != nil {
		t.Skip("no hard links:", err)
	}
	// A name that the listing did not show is recognised by its file.
	top := w.Begin().top
	if _, err := w.child(top, "x"); err != nil {
		t.Fatal(err)
	}
	delete(top.spellings, "other")
	if n, err := w.child(top, "other"); err != nil || n.name != "ReadMe" {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestFoldsCase(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{nil, {"1", "2"}, {"1", "a"}, {"B"}, {"a", "A"}} {
		w := open(t, Options{}, names...)
		want := foldsByDefault
		if len(names) > 0 && names[0] != "1" || len(names) > 1 && names[1] == "a" {
			_, err := os.Lstat(filepath.Join(w.Dir(), swapCase(names[len(names)-1])))
			want = err == nil && names[0] != "a"
		}
		if w.rules.fold != want {
			t.Errorf("%q: %t, want %t", names, w.rules.fold, want)
		}
	}
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(root.Name()), root.Close()); err != nil {
		t.Skip(err)
	}
	if got := foldsCase(root); got != foldsByDefault {
		t.Errorf("a closed root: %t", got)
	}
}

// TestHardLinksAreNotFolding has two names of one file that differ in case.
func TestHardLinksAreNotFolding(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "a", "1/b")
	if err := errors.Join(os.Link(filepath.Join(root, "a"), filepath.Join(root, "A")), os.Link(filepath.Join(root, "1", "b"), filepath.Join(root, "1", "B"))); err != nil {
		t.Skip("no hard links here, or case folds:", err)
	}
	w, err := Open(t.Context(), root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test
	tx := w.Begin()
	do(t, tx, "write 1/b new")
	mustDo(t, tx.Commit(t.Context(), "r", time.Now()))
	for name, want := range map[string]string{"b": "new", "B": "1/b"} {
		if got, err := os.ReadFile(filepath.Join(root, "1", name)); err != nil || string(got) != want {
			t.Errorf("1/%s holds %q, %v; want %q", name, got, err, want)
		}
	}
}

// A protection that is written in another way than meant still holds.
func TestProtectedFilesInOtherSpellings(t *testing.T) {
	t.Parallel()
	for _, written := range []string{"main.py", "/main.py", "./main.py", "*.py", "**/main.py"} {
		r, err := newRules(Options{ProtectedFiles: []string{written}}, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := []string{r.guarded("main.py", Regular), r.guarded("main.go", Regular)}; got[0] != "protected_files" || got[1] != "" {
			t.Errorf("%q: main.py is protected by %q, main.go by %q", written, got[0], got[1])
		}
	}
}

// TestAnotherSpellingIsOneStep: the old one is not in the way.
func TestAnotherSpellingIsOneStep(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "d/x")
	w.rules.fold = true
	tx := w.Begin()
	do(t, tx, "move a A", "move d D")
	if p := newPlan(tx, tx.computeFinal(), "r"); len(p.steps) != 2 {
		t.Errorf("the steps are %+v", p.steps)
	}
}
