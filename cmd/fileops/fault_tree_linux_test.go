package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// faultTree is the tree before the run. A name that ends in a slash is a directory;
// what stands in brackets behind a name is its mode, or where the link leads.
const faultTree = `
-- keep.txt [0444] --
nobody touches this one
-- aside/ [0711] --
-- edited.txt --
one
two
three
-- edited.txt.bak --
a backup of the user's own
-- run.sh [0755] --
#!/bin/sh
exec old
-- secret.txt [0600] --
user: me
-- dos.txt --
first
last
-- whole.txt [0640] --
everything here
is replaced
-- gone.txt --
deleted, with a backup
-- gone.txt.deleted --
deleted by an earlier run
-- moved.txt [0664] --
goes to a new place
-- left.txt --
left
-- right.txt --
right
-- source.txt [0755] --
copied twice
-- target.txt [0600] --
overwritten by a copy
-- src/ [0750] --
-- src/main.c --
int main(void) { return 1; }
-- src/deep/more.txt --
moved with the directory above it
-- src/deep/drop.txt --
deleted in the directory that moves
-- old/last.txt --
the last file of a directory that is removed
-- empty/ [0700] --
-- file_to_directory --
was a file
-- directory_to_file/inside.txt --
was in a directory
-- link [-> edited.txt] --
-- dead [-> nowhere] --
-- näme.txt --
not ASCII
`

// faultResponse is one of everything that a run can do to a tree.
const faultResponse = `
<create><file>new.txt</file><content>new</content></create>
<create><file>a/b/c/new.txt</file><content>in new directories</content></create>
<edit><file>edited.txt</file><find>two</find><replace>2</replace></edit>
<str_replace><file>run.sh</file><old_str>old</old_str><new_str>new</new_str></str_replace>
<append><file>secret.txt</file><content>password: none</content></append>
<insert_after><file>dos.txt</file><pattern>first</pattern><content>second</content></insert_after>
<insert_before><file>näme.txt</file><pattern>not</pattern><content>above</content></insert_before>
<create_overwrite><file>whole.txt</file><content>another text</content></create_overwrite>
<delete><file>gone.txt</file></delete>
<move><from>moved.txt</from><to>place/of/its/own.txt</to></move>
<move><from>left.txt</from><to>middle.txt</to></move>
<move><from>right.txt</from><to>left.txt</to></move>
<move><from>middle.txt</from><to>right.txt</to></move>
<copy><from>source.txt</from><to>copies/source.txt</to></copy>
<copy_overwrite><from>source.txt</from><to>target.txt</to></copy_overwrite>
<move><from>src</from><to>lib/src</to></move>
<edit><file>lib/src/main.c</file><find>return 1</find><replace>return 0</replace></edit>
<delete><file>lib/src/deep/drop.txt</file></delete>
<delete><file>old/last.txt</file></delete>
<rmdir><path>old</path></rmdir>
<rmdir><path>empty</path></rmdir>
<mkdir><path>made/for/nothing</path></mkdir>
<delete><file>file_to_directory</file></delete>
<create><file>file_to_directory/inside.txt</file><content>is in a directory</content></create>
<delete><file>directory_to_file/inside.txt</file></delete>
<rmdir><path>directory_to_file</path></rmdir>
<create><file>directory_to_file</file><content>is a file</content></create>
<move><from>link</from><to>links/link</to></move>
<delete><file>dead</file></delete>
`

// smallResponse is the run before, where a run is not the first one.
const smallResponse = `<edit><file>edited.txt</file><find>three</find><replace>3</replace></edit>
<create><file>early.txt</file><content>made by the run before</content></create>
`

// tree is what stands in a directory: type, mode and content by name.
type tree map[string]string

// rig is one directory in which cases are tried, one after another. What a case may
// change is in case/: the tree, and all that the program keeps elsewhere. States of
// case/ can be saved and restored.
type rig struct {
	dir     string
	program string
	env     []string
	killed  int // the call at which the saved state "killed" was made
}

// newRig makes a rig with faultTree in it, saved as the state "start". Its program is
// held to one thread.
func newRig(t *testing.T, dir string) *rig {
	t.Helper()
	r := emptyRig(t, dir, oneThread)
	for _, f := range txtar.Parse([]byte(faultTree)).Files {
		if err := plant(r.path("case", "tree"), f); err != nil {
			t.Fatal(err)
		}
	}
	if err := age(r.path("case", "tree")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"big": faultResponse, "small": smallResponse} {
		if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.save("start"); err != nil {
		t.Fatal(err)
	}
	return r
}

// age makes what is new in a directory a year old. The program looks more closely at
// files that have just been written, so that its calls would depend on the time.
func age(dir string) error {
	then := time.Now().AddDate(-1, 0, 0)
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		if info, err := d.Info(); err != nil || time.Since(info.ModTime()) > 24*time.Hour {
			return err
		}
		return os.Chtimes(path, then, then)
	})
}

// emptyRig makes a rig for one of the programs that TestMain puts on PATH.
func emptyRig(t *testing.T, dir, program string) *rig {
	t.Helper()
	program, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{dir: dir, program: program}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "FILEOPS_") && !strings.HasPrefix(v, "XDG_") {
			r.env = append(r.env, v)
		}
	}
	at := r.path("case")
	r.env = append(r.env, "HOME="+at+"/home", "XDG_STATE_HOME="+at+"/state", "XDG_CONFIG_HOME="+at+"/home/config",
		"TMPDIR="+at+"/tmp", "NO_COLOR=1",
		// Parallel work is then done by the one thread, in one order.
		"GOMAXPROCS=1", "GORACE=atexit_sleep_ms=0")
	for _, name := range []string{"tree", "home", "state", "tmp"} {
		if err := os.MkdirAll(r.path("case", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func newRigs(t *testing.T) []*rig {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the program some hundred times")
	}
	tracer(t)
	var rigs []*rig
	dir := scratch(t)
	for i := range min(max(2, runtime.NumCPU()), 8) {
		rigs = append(rigs, newRig(t, filepath.Join(dir, strconv.Itoa(i))))
	}
	return rigs
}

// plant makes one entry of faultTree.
func plant(dir string, f txtar.File) error {
	name, about, _ := strings.Cut(strings.TrimSuffix(f.Name, "]"), " [")
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if target, ok := strings.CutPrefix(about, "-> "); ok {
		return os.Symlink(target, path)
	}
	mode := fs.FileMode(0o644)
	if about != "" {
		if _, err := fmt.Sscanf(about, "%o", &mode); err != nil {
			return err
		}
	}
	if strings.HasSuffix(name, "/") {
		return errors.Join(os.Mkdir(path, mode), os.Chmod(path, mode))
	}
	text := string(f.Data)
	if name == "dos.txt" {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode))
}

func (r *rig) path(parts ...string) string {
	return filepath.Join(append([]string{r.dir}, parts...)...)
}

// expand puts the paths of this rig into a command line: it is the same one in each.
func (r *rig) expand(args []string) []string {
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "RIG", r.dir)
	}
	return args
}

func (r *rig) save(state string) error {
	return errors.Join(os.RemoveAll(r.path(state)), copyTree(r.path(state), r.path("case")))
}

func (r *rig) restore(state string) error {
	stamp := r.path("case", "state", "fileops", "pruned") // a run prunes if it is a minute old
	return errors.Join(os.RemoveAll(r.path("case")), copyTree(r.path("case"), r.path(state)), os.RemoveAll(stamp))
}

// tree is what stands in the root now.
func (r *rig) tree() (tree, error) { return snapshot(r.path("case", "tree"), false) }

// elsewhere lists the files outside the root, without what differs from run to run: the
// stamp of pruning is missing after a run that was stopped before it pruned. Empty
// directories do no harm.
func (r *rig) elsewhere() ([]string, error) {
	var names []string
	for _, top := range []string{"home", "state", "tmp"} {
		err := filepath.WalkDir(r.path("case", top), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && d.Name() != "pruned" {
				names = append(names, r.plain(path))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	return names, nil
}

// strays are the names of temporary files in a tree.
func (t tree) strays() []string {
	var names []string
	for name := range t {
		if strings.Contains(name, ".fileops-") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// differs shows how got differs from the nearer one of two trees.
func (t tree) differs(before, after tree) string {
	a, b := cmp.Diff(before, t), cmp.Diff(after, t)
	if len(a) <= len(b) {
		return "differs from the tree before (-want, +got):\n" + a
	}
	return "differs from the tree after (-want, +got):\n" + b
}

func (t tree) without(names []string) tree {
	t = maps.Clone(t)
	for _, name := range names {
		delete(t, name)
	}
	return t
}

// TestFaultTree keeps the run of the faults worth its time: it does all that a run can
// do, and without a fault.
func TestFaultTree(t *testing.T) {
	t.Parallel()
	r := newRig(t, scratch(t))
	before, err := r.tree()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.prepare(undoing); err != nil {
		t.Fatal(err)
	}
	after, err := r.tree()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"a/b/c/new.txt", "edited.txt.bak1", "gone.txt.deleted1", "lib/src/deep/more.txt", "lib/src/main.c.bak",
		"place/of/its/own.txt", "links/link", "dead.deleted", "made/for/nothing", "directory_to_file", "old_last.txt.deleted",
	} {
		if after[name] == "" || after[name] == before[name] {
			t.Errorf("%s was not made, or is what it was: %q", name, after[name])
		}
	}
	for name, mode := range map[string]string{
		"keep.txt": "-r--r--r--", "aside": "drwx--x--x", "run.sh": "-rwxr-xr-x", "secret.txt": "-rw-------", "dos.txt": "-rw-r--r--",
		"whole.txt": "-rw-r-----", "lib/src": "drwxr-x---", "place/of/its/own.txt": "-rw-rw-r--", "links/link": "Lrwxrwxrwx",
	} {
		if got, _, _ := strings.Cut(after[name], " "); got != mode {
			t.Errorf("%s has mode %s, want %s", name, got, mode)
		}
	}
	if missing := before.without(slices.Collect(maps.Keys(after))); len(missing) < 8 {
		t.Errorf("only %d names are gone: %v", len(missing), missing)
	}
}
