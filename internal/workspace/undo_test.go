//go:build unix

package workspace

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestUndoBringsTheTreeBack: names, contents, modes, links, directories; and the undo
// of the undo brings all of the run again.
func TestUndoBringsTheTreeBack(t *testing.T) {
	t.Parallel()
	tree := []string{"a", "b", "d/x", "d/y", "d/s/z", "e/", "l -> a", "dead -> nowhere", "ld -> d", "a.bak", "b.deleted", "sealed"}
	modes := map[string]fs.FileMode{
		"a": 0o600, "b": 0o755, "d/x": 0o644 | fs.ModeSetuid, "d/y": 0o400, "e": 0o700, "d": 0o750, "d/s": 0o755 | fs.ModeSetgid, "a.bak": 0o640,
	}
	for _, tt := range []struct{ name, script string }{
		{"edited", "write a new;write b new;write d/x new"},
		{"edited-to-nothing", "write a "},
		{"edited-through-a-link", "write l new;write ld/x new"},
		{"created", "write n new;write p/q/n new"},
		{"deleted", "rm a;rm b;rm d/y"},
		{"deleted-links", "rm l;rm dead;rm ld"},
		{"deleted-backups", "rm a.bak;rm b.deleted"},
		{"deleted-and-made-anew", "rm a;write a new"},
		{"deleted-and-made-a-directory", "rm a;mkdir a;write a/n new"},
		{"moved", "move a z;move d/x x"},
		{"moved-links", "move l z;move ld d/ld"},
		{"moved-and-edited", "move b z;write z new"},
		{"moved-to-a-new-directory", "move b p/q/z;write p/q/z new"},
		{"moved-there-and-back-and-edited", "move a z;move z a;write a new"},
		{"moved-directory", "move d g"},
		{"moved-directory-with-edits-inside", "move d g;write g/x new;rm g/y;write g/n new;move g/s s;write s/z new"},
		{"moved-directory-into-another", "move d e/d;write e/d/s/z new"},
		{"moved-directory-into-its-old-name", "move d t;move t d/t"},
		{"moved-out-of-a-removed-directory", "move d/s/z z;rmdir d/s;write z new"},
		{"copied", "copy a z;copy d/x d/w"},
		{"copied-and-edited", "copy a z;write z new"},
		{"copied-over", "copy a b"},
		{"copied-over-a-link", "copy b l"},
		{"copied-then-deleted", "copy a z;rm a"},
		{"two-files-swapped", "move a t;move b a;move t b"},
		{"two-files-swapped-and-edited", "move a t;move b a;move t b;write a new;write b newer"},
		{"file-and-directory-swapped", "move a t;move d a;move t d;write a/x new"},
		{"three-names-in-a-ring", "move a t;move b a;move d/x b;move t d/x"},
		{"parent-and-child-swapped", "move d/s t;move d t/s;move t d"},
		{"made-directories", "mkdir m;mkdir m/n/o;mkdir d/m"},
		{"removed-directory", "rmdir e"},
		{"removed-tree", "rm d/x;rm d/y;rm d/s/z;rmdir d/s;rmdir d"},
		{"removed-tree-became-a-file", "rm d/x;rm d/y;rm d/s/z;rmdir d/s;rmdir d;write d new"},
		{"removed-directory-made-anew", "rmdir e;mkdir e;write e/n new"},
		{"link-became-a-file", "rm l;write l new"},
		{"link-became-a-directory", "rm l;mkdir l;write l/n new"},
		{"file-written-at-the-name-of-its-backup", "write a.bak new;write a newer"},
		{"file-without-rights", "write sealed new;move sealed z"},
		{"everything", "write a new;rm b;move d g;rm g/y;rmdir e;rm l;mkdir q;copy a z;move dead q/dead"},
	} {
		for _, backups := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,backups=%t", tt.name, backups), func(t *testing.T) {
				t.Parallel()
				s := newSite(t, Options{CreateParents: true, Backups: backups}, tree...)
				for _, name := range []string{"a", "b", "d/x", "d/y", "e", "d/s", "d", "a.bak"} {
					mustDo(t, os.Chmod(filepath.Join(s.root, name), modes[name]))
				}
				before := snapshot(t, s.root)
				s.run(t, "r", strings.Split(tt.script, ";")...)
				after := snapshot(t, s.root)
				if cmp.Equal(before, after) {
					t.Fatal("the run changed nothing")
				}
				mustDo(t, s.undo(t, "r", "u", false))
				compare(t, "after the undo", snapshot(t, s.root), before)
				mustDo(t, s.undo(t, "u", "uu", false))
				compare(t, "after the undo of the undo", snapshot(t, s.root), after)
				if said := s.said.all(); len(said) > 0 {
					t.Errorf("said %q", said)
				}
			})
		}
	}
}

// TestADirectoryWithoutRightsComesBackWithoutThem has a mode of its own: 0 also stands
// for the usual one.
func TestADirectoryWithoutRightsComesBackWithoutThem(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("nobody else can look into it")
	}
	s := newSite(t, Options{}, "e/")
	mustDo(t, os.Chmod(filepath.Join(s.root, "e"), 0))
	before := snapshot(t, s.root)
	s.run(t, "r", "rmdir e")
	mustDo(t, s.undo(t, "r", "u", false))
	compare(t, "after the undo", snapshot(t, s.root), before)
}

// TestRunsAreUndoneOneAfterTheOther: what one undo brings back the next one has to know
// again, though its time is another one.
func TestRunsAreUndoneOneAfterTheOther(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		runs []string
	}{
		{"edited-again", []string{"write a 1", "write a 2", "write a 3"}},
		{"created-then-edited", []string{"write n 1", "write n 2", "rm n"}},
		{"moved-then-edited", []string{"move a z", "write z new"}},
		{"moved-then-deleted", []string{"move a z", "rm z"}},
		{"copied-then-edited", []string{"copy a z", "write z new"}},
		{"copied-then-deleted", []string{"copy a z", "rm z"}},
		{"copied-over-then-edited", []string{"copy a b", "write b new", "copy d/x b"}},
		{"deleted-then-made-anew", []string{"rm a", "write a new", "write a newer"}},
		{"moved-directory-then-edited", []string{"move d g", "write g/x new", "rm g/x", "move g d"}},
		{"made-directory-then-filled", []string{"mkdir m", "write m/n new", "move m k"}},
		{"link-moved-then-deleted", []string{"move l k", "rm k", "write k new"}},
		{"swapped-twice", []string{"move a t;move b a;move t b", "write a new", "move a t;move b a;move t b"}},
	} {
		for _, backups := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,backups=%t", tt.name, backups), func(t *testing.T) {
				t.Parallel()
				s := newSite(t, Options{CreateParents: true, Backups: backups}, "a", "b", "d/x", "l -> a")
				trees := []map[string]string{snapshot(t, s.root)}
				for i, script := range tt.runs {
					s.run(t, fmt.Sprint("r", i), strings.Split(script, ";")...)
					trees = append(trees, snapshot(t, s.root))
				}
				for i := range slices.Backward(tt.runs) {
					mustDo(t, s.undo(t, "", fmt.Sprint("u", i), false))
					compare(t, fmt.Sprint("after the undo of run ", i), snapshot(t, s.root), trees[i])
				}
				for i := range tt.runs {
					mustDo(t, s.undo(t, fmt.Sprint("u", i), fmt.Sprint("v", i), false))
					compare(t, fmt.Sprint("after run ", i, " came again"), snapshot(t, s.root), trees[i+1])
				}
			})
		}
	}
}

// TestWhatChangedSinceIsRefused names all of it; force goes over it, as far as it is
// files, and what it went over comes back with the undo of the undo.
func TestWhatChangedSinceIsRefused(t *testing.T) {
	t.Parallel()
	const no = "no" // in place of a tree: not even with force
	type tree map[string]string
	for _, tt := range []struct {
		name, script string
		then         []string
		refused      []string
		forced       any
	}{
		{"edited", "write a new", []string{"write a mine"}, []string{"a was changed"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"edited-same-size", "write a new", []string{"write a our"}, []string{"a was changed"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"edited-then-deleted", "write a new", []string{"rm a"}, []string{"a was deleted"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"edited-then-moved", "write a new", []string{"mv a z"}, []string{"a was deleted"}, tree{"a": "a", "z": "new", "b": "b", "d/": "", "d/x": "d/x"}},
		{"created-then-edited", "write n new", []string{"write n mine"}, []string{"n was changed"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"deleted-then-made", "rm a", []string{"write a mine"}, []string{"a is new, in the way of what stood there"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"moved-then-edited", "move a z", []string{"write z mine"}, []string{"z was changed"}, tree{"a": "mine", "b": "b", "d/": "", "d/x": "d/x"}},
		{"moved-then-old-name-taken", "move a z", []string{"write a mine"}, []string{"a is new, in the way of what stood there"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"moved-and-edited-then-deleted", "move a z;write z new", []string{"rm z"}, []string{"z was deleted"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"became-a-directory", "write a new", []string{"rm a", "mkdir a", "write a/in mine"}, []string{"a is a directory now"}, no},
		{"created-became-a-directory", "write n new", []string{"rm n", "mkdir n"}, []string{"n is a directory now"}, no},
		{"directory-in-the-way", "rm a", []string{"mkdir a"}, []string{"a is a directory now, in the way of what stood there"}, no},
		{"directory-of-a-deleted-file-became-a-file", "rm d/x", []string{"rmrf d", "write d mine"}, []string{"d, which held x, is no directory any more"}, no},
		{"directory-of-a-deleted-file-removed", "rm d/x", []string{"rmrf d"}, []string{"d, which held x, was deleted"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"directory-of-an-edited-file-removed", "write d/x new", []string{"rmrf d"}, []string{"d, which held x, was deleted", "d/x was deleted"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"directories-of-a-moved-file-removed", "move d/x z;mkdir m/o;move z m/o/z", []string{"rm d"}, []string{"d, which held x, was deleted"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"directory-of-a-deleted-file-became-a-link", "rm d/x", []string{"rmrf d", "ln . d"}, []string{"d, which held x, is no directory any more"}, no},
		{"made-directory-filled", "mkdir m", []string{"write m/mine mine"}, []string{"m/mine is new, in a directory that the run made"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x", "m/": "", "m/mine": "mine"}},
		{"made-directories-filled", "write m/o/n new", []string{"write m/o/mine mine"}, []string{"m/o/mine is new, in a directory that the run made"},
			tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x", "m/": "", "m/o/": "", "m/o/mine": "mine"}},
		{"made-directory-became-a-file", "mkdir m", []string{"rm m", "write m mine"}, []string{"m is a file now"}, no},
		{"several", "write a new;rm b;write n new", []string{"write a mine", "write b mine", "write n mine"},
			[]string{"a was changed", "b is new, in the way of what stood there", "n was changed"}, tree{"a": "a", "b": "b", "d/": "", "d/x": "d/x"}},
		{"several-of-which-one-is-a-directory", "write a new;write b new", []string{"write a mine", "rm b", "mkdir b"},
			[]string{"a was changed", "b is a directory now"}, no},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{CreateParents: true}, "a", "b", "d/x")
			s.run(t, "r", strings.Split(tt.script, ";")...)
			then(t, s.root, tt.then...)
			before := snapshot(t, s.root)
			err := s.undo(t, "r", "u", false)
			want := "Cannot undo run r: since then\n  " + strings.Join(tt.refused, "\n  ") + "\nNothing was changed."
			if reason(err) != Changed || message(err) != want || !strings.Contains(problem(err).Hint, "--force") {
				t.Errorf("got %v (%s), hint %q; want\n%s", err, reason(err), problem(err).Hint, want)
			}
			compare(t, "after the refusal", snapshot(t, s.root), before)
			err = s.undo(t, "r", "u", true)
			if tt.forced == no {
				wantReason(t, "forced", err, Changed)
				if !strings.Contains(problem(err).Hint, "Not even --force") {
					t.Errorf("hint %q", problem(err).Hint)
				}
				compare(t, "after the refusal", snapshot(t, s.root), before)
				return
			}
			mustDo(t, err)
			if d := cmp.Diff(map[string]string(tt.forced.(tree)), contents(t, s.root)); d != "" {
				t.Errorf("forced (- want, + got):\n%s", d)
			}
			if cmp.Equal(before, snapshot(t, s.root)) {
				return // there was nothing to do, so there was no run
			}
			mustDo(t, s.undo(t, "u", "uu", false))
			compare(t, "after the undo of the undo", snapshot(t, s.root), before)
		})
	}
}

// TestWhatForceCannotBringBackIsSaid: a run keeps what it replaced, not what it only
// moved.
func TestWhatForceCannotBringBackIsSaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, gone string }{
		{"moved-file", "move a z;write b new", "z"},
		{"moved-directory", "move d g;write b new", "g"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{}, "a", "b", "d/x")
			s.run(t, "r", strings.Split(tt.script, ";")...)
			then(t, s.root, "rmrf "+tt.gone)
			run, err := s.open(t).Begin().Undo("r", true)
			mustDo(t, err)
			if want := []string{tt.gone + " is gone and cannot be had back"}; !slices.Equal(run.Warnings, want) {
				t.Errorf("warnings %q, want %q", run.Warnings, want)
			}
		})
	}
}

// TestAMovedLinkThatIsGoneComesBack: where it led is known.
func TestAMovedLinkThatIsGoneComesBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a", "l -> a")
	before := snapshot(t, s.root)
	s.run(t, "r", "move l k")
	then(t, s.root, "rm k")
	mustDo(t, s.undo(t, "r", "u", true))
	compare(t, "forced", snapshot(t, s.root), before)
}

// TestWhatDoesNotStandInTheWayOfAnUndo: backups are the program's own, the rights are
// whoever changed them, and what is gone anyway need not be removed.
func TestWhatDoesNotStandInTheWayOfAnUndo(t *testing.T) {
	t.Parallel()
	chmod := func(name string) func(root string) error {
		return func(root string) error { return os.Chmod(filepath.Join(root, name), 0o640) }
	}
	script := func(lines ...string) func(root string) error {
		return func(root string) error { then(t, root, lines...); return nil }
	}
	for _, tt := range []struct {
		name, script string
		then         func(root string) error
		want         map[string]string
	}{
		{"backup-deleted", "write a new", script("rm a.bak"), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"backup-edited", "write a new", script("write a.bak mine"), map[string]string{"a": `file 644 "a"`, "a.bak": `file 644 "mine"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"backup-is-a-directory", "write a new", script("rm a.bak", "mkdir a.bak"), map[string]string{"a": `file 644 "a"`, "a.bak": "dir 755", "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"backup-of-before-comes-back", "write b new", script(), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"backup-of-before-comes-back-though-the-new-one-is-gone", "write b new", script("rm b.bak"), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"edited-backup-stays-instead-of-the-one-before", "write b new", script("write b.bak mine"), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "mine"`}},
		{"deleted-file-is-in-no-trash", "rm a", script("rm a.deleted"), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"new-file-is-gone", "write a new;write n new", script("rm n"), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"new-directory-is-gone", "write a new;mkdir m/o", script("rmrf m"), map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"other-rights", "write a new", chmod("a"), map[string]string{"a": `file 640 "a"`, "b": `file 644 "b"`, "b.bak": `file 644 "b.bak"`}},
		{"other-files", "write a new", script("write c mine", "rm b", "mkdir m"), map[string]string{"a": `file 644 "a"`, "b.bak": `file 644 "b.bak"`, "c": `file 644 "mine"`, "m": "dir 755"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{Backups: true, CreateParents: true}, "a", "b", "b.bak")
			s.adopt(t, "b.bak")
			s.run(t, "r", strings.Split(tt.script, ";")...)
			mustDo(t, tt.then(s.root))
			mustDo(t, s.undo(t, "r", "u", false))
			compare(t, "after the undo", snapshot(t, s.root), tt.want)
		})
	}
}

func TestABackupThatStaysIsNotSaidToBeDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true}, "a")
	s.run(t, "r", "write a new")
	then(t, s.root, "write a.bak mine")
	tx := s.open(t).Begin()
	_, err := tx.Undo("r", false)
	mustDo(t, err)
	compare(t, "the changes", changesOf(tx), []string{"modified a"})
}

func TestAnOlderRunIsUndoneAmongOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true, CreateParents: true}, "a", "b", "c", "d/x")
	s.run(t, "r1", "write a 1", "write n new", "move c z")
	s.run(t, "r2", "write b 2", "write d/x 2")
	s.run(t, "r3", "write a 3", "write z 3")
	before := snapshot(t, s.root)
	err := s.undo(t, "r1", "u", false)
	want := "Cannot undo run r1: since then\n  a was changed\n  z was changed\nNothing was changed."
	if reason(err) != Changed || message(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	compare(t, "after the refusal", snapshot(t, s.root), before)
	mustDo(t, s.undo(t, "r2", "u2", false))
	s.wantFile(t, "b", "b")
	s.wantFile(t, "d/x", "d/x")
	s.wantFile(t, "a", "3")
	mustDo(t, s.undo(t, "r1", "u1", true))
	for name, want := range map[string]string{"a": "a", "b": "b", "n": "", "z": "", "c": "3"} {
		s.wantFile(t, name, want)
	}
}

func TestARefusedUndoLeavesTheTransactionAsItWas(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a", "b")
	s.run(t, "r", "write a new", "rm b")
	then(t, s.root, "write a mine")
	w := s.open(t)
	tx := w.Begin()
	_, err := tx.Undo("r", false)
	wantReason(t, "undo", err, Changed)
	if changes := tx.Changes(); len(changes) != 0 {
		t.Errorf("staged: %v", changes)
	}
	mustDo(t, tx.Commit(t.Context(), "u", time.Now()))
	if runs, err := w.History(); len(runs) != 1 || err != nil {
		t.Errorf("history %v, %v", runs, err)
	}
}

// modelOf is the model of a tree on disk.
func modelOf(tb testing.TB, root string) *model {
	tb.Helper()
	m := &model{top: &entry{kind: Directory, kids: map[string]*entry{}}, before: map[string]entry{}, origin: map[string]*entry{}}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == root {
			return err
		}
		e, err := look(name, d)
		if e.kind == Directory {
			e.kids = map[string]*entry{}
		}
		m.put(filepath.ToSlash(name[len(root)+1:]), e)
		return err
	})
	mustDo(tb, err)
	return m
}

// undoChain plays several random runs, undoes them and has them again.
func undoChain(tb testing.TB, seed uint64) {
	tb.Helper()
	d := &dice{rest: sequence(seed)}
	s := newSite(tb, Options{CreateParents: true, Backups: d.throw(2) == 1})
	grow(tb, d, s.root)
	trees := []map[string]string{snapshot(tb, s.root)}
	runs := 0
	for range 4 {
		w := s.open(tb)
		p := pair{tb, w.Begin(), modelOf(tb, s.root)}
		for i := range 1 + d.throw(6) {
			p.act(d, 100*runs+i)
		}
		_, _, err := p.tx.Backup()
		mustDo(tb, err, p.tx.Commit(tb.Context(), fmt.Sprint("r", runs), time.Now()))
		list, err := w.History()
		mustDo(tb, err, w.Close())
		if len(list) > runs { // it changed something
			runs++
			trees = append(trees, snapshot(tb, s.root))
		}
	}
	for i := runs - 1; i >= 0; i-- {
		if err := s.undo(tb, "", fmt.Sprint("u", i), false); err != nil {
			tb.Fatalf("the undo of run %d of %d: %v", i, runs, err)
		}
		compare(tb, fmt.Sprint("after the undo of run ", i, " of ", runs), snapshot(tb, s.root), trees[i])
	}
	for i := range runs {
		mustDo(tb, s.undo(tb, fmt.Sprint("u", i), fmt.Sprint("v", i), false))
		compare(tb, fmt.Sprint("after run ", i, " of ", runs, " came again"), snapshot(tb, s.root), trees[i+1])
	}
}

// undoAmongChanges plays a random run and changes of somebody else, and undoes the
// run: not at all, or so that it can be undone; nothing of the changes is lost.
func undoAmongChanges(tb testing.TB, seed uint64) {
	tb.Helper()
	d := &dice{rest: sequence(seed)}
	s := newSite(tb, Options{CreateParents: true, Backups: d.throw(2) == 1})
	m := grow(tb, d, s.root)
	w := s.open(tb)
	p := pair{tb, w.Begin(), m}
	for i := range 1 + d.throw(20) {
		p.act(d, i)
	}
	_, _, err := p.tx.Backup()
	mustDo(tb, err, p.tx.Commit(tb.Context(), "r", time.Now()), w.Close())
	r := rand.New(rand.NewPCG(seed, 1))
	for range r.IntN(4) {
		meddle(tb, d, s.root)
	}
	before := snapshot(tb, s.root)
	force := r.IntN(2) == 0
	if err := s.undo(tb, "r", "u", force); err != nil {
		if r := reason(err); r != Changed && r != NoRun {
			tb.Fatalf("undo: %v (%s)", err, r)
		}
		compare(tb, "after the refusal", snapshot(tb, s.root), before)
		return
	}
	after := snapshot(tb, s.root)
	for name, e := range before {
		if !force && strings.Contains(e, `"meddled"`) && after[name] == "" && !slices.Contains(sortedValues(after), e) {
			tb.Errorf("%s is lost", name)
		}
	}
	if cmp.Equal(before, after) {
		return // there was nothing to change, so there was no run
	}
	mustDo(tb, s.undo(tb, "u", "uu", false))
	compare(tb, "after the undo of the undo", snapshot(tb, s.root), before)
}

func sortedValues(m map[string]string) []string {
	var list []string
	for _, v := range m {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// TestRandomUndos plays random runs. TEST_SEQUENCES says how many, if not the usual
// number.
func TestRandomUndos(t *testing.T) {
	t.Parallel()
	count := 60
	if _, err := fmt.Sscan(os.Getenv("TEST_SEQUENCES"), &count); err != nil && testing.Short() {
		count = 30
	}
	for name, play := range map[string]func(testing.TB, uint64){"chain": undoChain, "among-changes": undoAmongChanges} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range count {
				if !t.Run(fmt.Sprint(seed), func(t *testing.T) { play(t, uint64(seed)) }) {
					break
				}
			}
		})
	}
}
