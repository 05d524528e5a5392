package workspace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// nearCase is a miss in a tree, after some operations of the same transaction.
type nearCase struct {
	name    string
	tree    []string
	script  []string
	written string
	want    string
}

func (c nearCase) run(t *testing.T, o Options, kind Kind) {
	t.Helper()
	o.CreateParents = true
	tx := open(t, o, c.tree...).Begin()
	do(t, tx, c.script...)
	for range 2 { // the second time from what is known
		wantNear(t, c.name, tx, c.written, kind, c.want)
	}
}

// wantNear wants nothing where case folds and so the path is there.
func wantNear(t *testing.T, what string, tx *Tx, written string, kind Kind, want string) {
	t.Helper()
	if tx.w.rules.fold && strings.EqualFold(written, want) {
		want = ""
	}
	if got := tx.Near(written, kind); got != want {
		t.Errorf("%s: Near(%q) = %q, want %q", what, written, got, want)
	}
}

func TestNearTakesPathsAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []nearCase{
		{"dot-and-slash", []string{"src/a.py"}, nil, "./project//src/a.py", "src/a.py"},
		{"backslashes", []string{"src/a.py", "x/a.py"}, nil, `src\a.py`, "src/a.py"},
	} {
		c.run(t, Options{}, Regular)
	}
}

func TestNearSeesTheTreeAsItWillBe(t *testing.T) {
	t.Parallel()
	tree := []string{"src/a.py", "src/deep/b.py", "src/deep/c.py", "lib/"}
	for _, c := range []nearCase{
		{"created", tree, []string{"write new/n.py x"}, "n.py", "new/n.py"},
		{"created-is-one-more", tree, []string{"write lib/a.py x"}, "x/a.py", ""},
		{"created-and-mistyped", tree, []string{"write src/config.py x"}, "src/confg.py", "src/config.py"},
		{"created-below-new-directories", tree, []string{"write p/q/config.py x"}, "p/q/confg.py", "p/q/config.py"},
		{"edited", tree, []string{"write src/a.py x"}, "a.py", "src/a.py"},
		{"deleted", tree, []string{"rm src/a.py"}, "a.py", ""},
		{"deleted-is-one-less", append(tree, "lib/a.py"), []string{"rm src/a.py"}, "a.py", "lib/a.py"},
		{"deleted-and-made-again", tree, []string{"rm src/a.py", "write src/a.py x"}, "a.py", "src/a.py"},
		{"moved", tree, []string{"move src/a.py lib/z.py"}, "z.py", "lib/z.py"},
		{"moved-away", tree, []string{"move src/a.py lib/z.py"}, "a.py", ""},
		{"moved-keeping-its-name", tree, []string{"move src/a.py lib/a.py"}, "x/a.py", "lib/a.py"},
		{"moved-and-back", tree, []string{"move src/a.py lib/z.py", "move lib/z.py src/a.py"}, "a.py", "src/a.py"},
		{"replaced-by-another", tree, []string{"rm src/a.py", "move src/deep/b.py src/a.py"}, "b.py", ""},
		{"in-the-place-of-a-removed-directory", tree, []string{"rm src/deep/b.py", "rm src/deep/c.py", "rmdir src/deep", "write lib/b.py x", "move lib src/deep"}, "b.py", "src/deep/b.py"},
		{"copied", tree, []string{"copy src/a.py lib/z.py"}, "z.py", "lib/z.py"},
		{"below-a-moved-directory", tree, []string{"move src other"}, "src/deep/b.py", "other/deep/b.py"},
		{"below-one-moved-twice", tree, []string{"move src/deep lib/d", "move lib other"}, "b.py", "other/d/b.py"},
		{"mistyped-below-a-moved-directory", tree, []string{"move src/deep lib/depth"}, "lib/dpth/b.py", "lib/depth/b.py"},
		{"changed-below-a-moved-directory", tree, []string{"move src other", "move other/deep/b.py lib/b.py"}, "x/b.py", "lib/b.py"},
		{"deleted-below-a-moved-directory", tree, []string{"move src other", "rm other/deep/b.py"}, "x/b.py", ""},
		{"rescued-from-a-removed-directory", tree, []string{"move src/deep lib/deep", "rm src/a.py", "rmdir src"}, "x/c.py", "lib/deep/c.py"},
		{"removed-directory", tree, []string{"rm src/deep/b.py", "rm src/deep/c.py", "rmdir src/deep"}, "b.py", ""},
	} {
		c.run(t, Options{}, Regular)
	}
	for _, c := range []nearCase{
		{"directory", tree, nil, "deep", "src/deep"},
		{"directory-mistyped", tree, nil, "scr", "src"},
		{"directory-not-a-file", append(tree, "x/dep"), nil, "src/dep", "src/deep"},
		{"directory-made", tree, []string{"mkdir lib/fresh"}, "fresh", "lib/fresh"},
		{"directory-moved", tree, []string{"move src/deep lib/depth"}, "x/depth", "lib/depth"},
		{"directory-moved-away", tree, []string{"move src/deep lib/depth"}, "deep", ""},
		{"directory-removed", tree, []string{"rmdir lib"}, "x/lib", ""},
		{"not-the-root", tree, nil, "x", ""},
	} {
		c.run(t, Options{}, Directory)
	}
}

// TestNearFollowsTheTransaction changes names between two misses: the second one knows them.
func TestNearFollowsTheTransaction(t *testing.T) {
	t.Parallel()
	tx := open(t, Options{CreateParents: true}, "src/a.py", "src/b.py").Begin()
	for _, step := range []struct{ do, written, want string }{
		{"", "a.py", "src/a.py"},
		{"write lib/a.py x", "a.py", ""},
		{"rm src/a.py", "a.py", "lib/a.py"},
		{"move lib pkg", "a.py", "pkg/a.py"},
		{"move pkg/a.py pkg/c.py", "a.py", ""},
		{"move src lib", "x/b.py", "lib/b.py"},
	} {
		if step.do != "" {
			do(t, tx, step.do)
		}
		wantNear(t, "after "+step.do, tx, step.written, Regular, step.want)
	}
}

func TestNearNamesNothingThatIsNobodysBusiness(t *testing.T) {
	t.Parallel()
	o := Options{DeniedPatterns: []string{"*.pem", "secret/"}, DeniedFiles: []string{".fileops.yaml"}, ProtectedFiles: []string{"src/main.py"}}
	for _, c := range []nearCase{
		{"denied-pattern", []string{"x/key.pem"}, nil, "key.pem", ""},
		{"denied-directory", []string{"secret/a.py"}, nil, "a.py", ""},
		{"denied-is-no-second-one", []string{"secret/a.py", "src/a.py"}, nil, "a.py", "src/a.py"},
		{"denied-file", []string{".fileops.yaml"}, nil, "x/.fileops.yaml", ""},
		{"denied-mistyped", []string{"secret/a.py"}, nil, "secrt/a.py", ""},
		{"protected-may-be-edited", []string{"src/main.py"}, nil, "main.py", "src/main.py"},
		{"git", []string{".git/config"}, nil, "config", ""},
		{"git-surplus", []string{".git/config"}, nil, "x/.git/config", ""},
		{"git-mistyped", []string{".git/config"}, nil, ".gti/config", ""},
		{"git-below", []string{"sub/.git/config"}, nil, "config", ""},
		{"temporary", []string{"src/.fileops-1-s1.tmp"}, nil, ".fileops-1-s1.tmp", ""},
		{"temporary-surplus", []string{".fileops-1-s1.tmp"}, nil, "x/.fileops-1-s1.tmp", ""},
		{"temporary-directory", []string{".fileops-1-s1.tmp/a.py"}, nil, "a.py", ""},
		{"dependencies", []string{"node_modules/x/a.js", "venv/lib/b.py", "__pycache__/c.py"}, nil, "a.js", ""},
		{"dependencies-with-surplus", []string{"node_modules/x/a.js"}, nil, "p/node_modules/x/a.js", "node_modules/x/a.js"},
		{"cache", []string{"target/CACHEDIR.TAG", "target/debug/a.rs"}, nil, "a.rs", ""},
		{"no-cache", []string{"target/debug/a.rs"}, nil, "a.rs", "target/debug/a.rs"},
		{"environment", []string{"env3/pyvenv.cfg", "env3/lib/a.py", "src/a.py"}, nil, "a.py", "src/a.py"},
		{"backup-beside-something-else", []string{"x.bat", "x.bak"}, nil, "x.bax", ""},
		{"backup-asked-for", []string{"src/x.py.bak"}, nil, "x.py.bak", "src/x.py.bak"},
		{"backup-mistyped", []string{"notes.bak"}, nil, "nots.bak", "notes.bak"},
		{"backup-and-another", []string{"notes.deleteds", "notes.deleted"}, nil, "notes.delete", "notes.deleted"},
		{"there", []string{"a.py", "x/a.py"}, nil, "a.py", ""},
		{"a-directory-of-that-name", []string{"a.py/x", "y/a.py"}, nil, "a.py", "y/a.py"},
	} {
		c.run(t, o, Regular)
	}
}

func TestNearNamesNothingOfTheState(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	w, err := Open(t.Context(), root, Options{State: filepath.Join(root, "state")})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test
	plant(t, root, "state/notes.txt")
	for _, written := range []string{"notes.txt", "x/state/notes.txt", "stat/notes.txt"} {
		wantNear(t, "state", w.Begin(), written, Regular, "")
	}
}

func TestNearAndLinks(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	plant(t, outside, "a.py", "d/deep.py")
	o := Options{DeniedPatterns: []string{"*.pem"}}
	for _, c := range []nearCase{
		{"to-a-file", []string{"src/a.py -> ../b", "b"}, nil, "a.py", "src/a.py"},
		{"to-a-file-of-the-name", []string{"lib/a.py -> ../src/a.py", "src/a.py"}, nil, "x/a.py", "src/a.py"},
		{"to-a-file-of-the-name-that-comes-first", []string{"lib/a.py", "src/a.py -> ../lib/a.py"}, nil, "x/a.py", "lib/a.py"},
		{"there", []string{"a.py -> b", "b", "x/a.py"}, nil, "a.py", ""},
		{"to-a-directory", []string{"src/a.py -> ../d", "d/"}, nil, "a.py", ""},
		{"dangling", []string{"src/a.py -> ../b"}, nil, "a.py", ""},
		{"dangling-is-no-second-one", []string{"src/a.py -> ../b", "lib/a.py"}, nil, "a.py", "lib/a.py"},
		{"to-itself", []string{"a.py -> a.py"}, nil, "x/a.py", ""},
		{"dangling-as-written", []string{"a.py -> none", "x/a.py"}, nil, "a.py", "x/a.py"},
		{"out", []string{"src/a.py -> " + outside + "/a.py"}, nil, "a.py", ""},
		{"out-directory", []string{"d -> " + outside}, nil, "deep.py", ""},
		{"in-is-not-followed", []string{"d -> src", "src/a.py"}, nil, "x/a.py", "src/a.py"},
		{"round-and-round", []string{"src/up -> ..", "src/a.py"}, nil, "x/a.py", "src/a.py"},
		{"absolute-within", []string{"src/a.py -> $ROOT/b", "b"}, nil, "a.py", "src/a.py"},
		{"to-what-is-denied", []string{"src/a.py -> ../k.pem", "k.pem"}, nil, "a.py", ""},
		{"to-git", []string{"src/a.py -> ../.git/config", ".git/config"}, nil, "a.py", ""},
		{"target-deleted", []string{"src/a.py -> ../b", "b"}, []string{"rm b"}, "a.py", ""},
		{"target-made", []string{"src/a.py -> ../b"}, []string{"write b x"}, "a.py", "src/a.py"},
	} {
		c.run(t, o, Regular)
	}
	nearCase{"directory", []string{"x/docs -> ../d", "d/"}, nil, "docs", "x/docs"}.run(t, o, Directory)
}

func TestNearTakesOddPaths(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "src/a.py", "main.go", "we ird/x.txt")
	if runtime.GOOS == "linux" { // others have no such names
		plant(t, w.Dir(), "x/new\nline.py", "x/es\x1bc.py", "x/rtl\u202eyp.py", "x/bad\xff.py", "x/back\\slash.py", "x/c:d/drive.py", "c:/own.py")
	}
	tx := w.Begin()
	for _, written := range []string{
		"", ".", "..", "../a.py", "/a.py", "x/../../a.py", "~/a.py", "c:/a.py", "/", "//", "a\x00b", "a\nb", strings.Repeat("a/", 2100) + "a.py",
		`..\a.py`, `x\..\..\a.py`, "newline.py", "new\nline.py", "line.py", "esc.py", "es\x1bc.py", "y/es\x1bc.py", "rtlyp.py", "bad.py",
		"y/bad\xff.py", "\xff", "own.py", "\xff\xfe/main", "...", "-", "_",
	} {
		wantNear(t, "odd", tx, written, Regular, "")
	}
	for _, kind := range []Kind{Absent, Link, Special, 99} {
		if got := tx.Near("a.py", kind); got != "" {
			t.Errorf("Near of kind %d: %q", kind, got)
		}
	}
	wantNear(t, "a blank", tx, "weird/x.txt", Regular, "we ird/x.txt")
}

func TestNearBeyondTheBoundSeesTheTreeAsItWillBe(t *testing.T) {
	t.Parallel()
	tree := []string{"Top.txt", "src/a.py", "src/config.py", "src/deep/b.py", "deep/er/c.py"}
	tx := open(t, Options{}, tree...).Begin()
	tx.names = tx.index(0)
	do(t, tx, "move src/a.py deep/z.py", "rm Top.txt")
	for written, want := range map[string]string{"x/deep/z.py": "deep/z.py", "x/src/a.py": "", "x/Top.txt": "", "DEEP/z.py": "deep/z.py"} {
		wantNear(t, "staged", tx, written, Regular, want)
	}
}

// A thousand misses cost one walk, and nothing is loaded that takes part in a commit.
func TestNearLoadsNothing(t *testing.T) {
	t.Parallel()
	tx := open(t, Options{}, "src/a.py", "src/deep/b.py", "lib/config.py").Begin()
	for range 3 {
		for _, written := range []string{"a.py", "x/b.py", "lib/confg.py", "x/src/a.py", "none"} {
			tx.Near(written, Regular)
		}
	}
	if got := tx.allNodes(); len(got) != 0 {
		t.Errorf("%d nodes were loaded", len(got))
	}
	x := tx.names
	if tx.Near("b.py", Regular); tx.names != x {
		t.Error("the disk was walked again")
	}
}

func TestNearWhereCaseFolds(t *testing.T) {
	t.Parallel()
	w := open(t, Options{CreateParents: true}, "Src/Config.py", "Lib/a.py")
	w.rules.fold = true
	tx := w.Begin()
	do(t, tx, "write Lib/Notes.md x")
	for written, want := range map[string]string{"src/confg.py": "Src/Config.py", "lib/nots.md": "Lib/Notes.md", "x/src/config.py": "Src/Config.py"} {
		wantNear(t, "folding", tx, written, Regular, want)
	}
}

// TestNearOfStagedAndCommittedTreesIsTheSame compares the suggestions before and after a commit.
func TestNearOfStagedAndCommittedTreesIsTheSame(t *testing.T) {
	t.Parallel()
	dirs := []string{"src", "lib", "src/deep", "lib/deep", "src/dep", "lib-x", "lib_x", "new/one"}
	files := []string{"main.go", "mian.go", "config.yml", "config.yaml", "a_name.py", "aname.py"}
	seeds := uint64(20)
	if os.Getenv("TEST_ALL") != "" {
		seeds = 60
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 7))
		dir := func() string { return dirs[r.IntN(len(dirs))] }
		file := func() string { return path.Join(dir(), files[r.IntN(len(files))]) }
		var tree, log []string
		for range 8 {
			tree = append(tree, file())
		}
		w := open(t, Options{CreateParents: true}, tree...)
		tx := w.Begin()
		queries := func() (answers []string) {
			r := rand.New(rand.NewPCG(seed, 8))
			for range 20 {
				f := path.Join(dirs[r.IntN(len(dirs))], files[r.IntN(len(files))])
				for _, written := range []string{f, "x/" + f, path.Base(f), f[1:], f + "x", strings.Replace(f, "e", "", 1)} {
					answers = append(answers, fmt.Sprintf("%s: %q, %q", written, tx.Near(written, Regular), tx.Near(written, Directory)))
				}
			}
			return answers
		}
		for range 12 {
			line := []string{
				"write " + file() + " x", "rm " + file(), "move " + file() + " " + file(), "move " + dir() + " " + dir(), "copy " + file() + " " + file(),
			}[r.IntN(5)]
			if attempt(tx, line) {
				log = append(log, line)
			}
			tx.Near(file(), Regular)
		}
		staged := queries()
		mustDo(t, tx.Commit(t.Context(), "r", time.Now()))
		tx = w.Begin()
		for i, answer := range queries() {
			if staged[i] != answer {
				t.Fatalf("seed %d, %v, %v: staged %s; committed %s", seed, tree, log, staged[i], answer)
			}
		}
	}
}

// attempt does one line of what do does, if it can be done to a tree.
func attempt(tx *Tx, line string) bool {
	f := strings.Fields(line)
	intents := map[string][]Intent{"write": {ToOverwrite}, "rm": {ToDelete}, "move": {ToMove, ToCreate}, "copy": {ToRead, ToOverwrite}}[f[0]]
	var targets []*Target
	for i, intent := range intents {
		target, err := tx.Find(f[i+1], intent, Relative)
		if err != nil || (target.Kind == Absent) == (i == 0 && f[0] != "write") || i == 1 && target.Kind != Absent {
			return false
		}
		targets = append(targets, target)
	}
	var err error
	switch f[0] {
	case "write":
		if targets[0].Kind == Directory {
			return false
		}
		err = tx.Write(targets[0], []byte("x"))
	case "rm":
		err = tx.Remove(targets[0])
	case "move":
		if strings.HasPrefix(targets[1].Name+"/", targets[0].Name+"/") {
			return false
		}
		err = tx.Move(targets[0], targets[1])
	case "copy":
		err = tx.Copy(targets[0], targets[1])
	}
	return err == nil
}

// BenchmarkNear is what 1,000 misses cost among 100,000 files, and the walk before
// them. The hard cases are one directory that holds all files, and one name for all.
func BenchmarkNear(b *testing.B) {
	for shape, format := range map[string]string{
		"directories":   "src/mod%[2]d/pkg%[1]d/file_%[3]d.go",
		"one-directory": "src/file_%[3]d.go",
		"one-name":      "src/mod%[2]d/file_%[3]d/index.js",
	} {
		b.Run(shape, func(b *testing.B) {
			benchmarkNear(b, func(i int) string { return fmt.Sprintf(format, i/50, i/5000, i) })
		})
	}
}

func benchmarkNear(b *testing.B, name func(i int) string) {
	b.Helper()
	const files = 100_000
	root, last := b.TempDir(), ""
	for i := range files {
		full := filepath.Join(root, name(i))
		if dir := filepath.Dir(full); dir != last {
			last = dir
			mustDo(b, os.MkdirAll(dir, 0o755))
		}
		mustDo(b, os.WriteFile(full, nil, 0o644))
	}
	w, err := Open(b.Context(), root, Options{DeniedPatterns: []string{"*.pem"}})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test
	b.Run("walk", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w.Begin().index(10 * files)
		}
	})
	for _, miss := range []struct {
		what    string
		written func(i int) string
	}{
		{"surplus", func(i int) string { return "project/" + name(i) }},
		{"elsewhere", func(i int) string { return "other/" + path.Base(name(i)) }},
		{"mistyped", func(i int) string { return strings.Replace(name(i), "e_", "ee_", 1) }},
		{"mistyped-above", func(i int) string { return strings.Replace(name(i), "rc/", "cr/", 1) }},
		{"nothing", func(i int) string { return fmt.Sprintf("src/mod1/none%d.go", i) }},
	} {
		b.Run("1000-"+miss.what, func(b *testing.B) {
			tx := w.Begin()
			tx.names = tx.index(10 * files)
			for b.Loop() {
				for i := range 1000 {
					tx.Near(miss.written(i*97), Regular)
				}
			}
		})
	}
}
