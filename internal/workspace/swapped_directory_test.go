//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// swapped is a directory that another program swaps for something else while a run is at
// it, and swaps back when the run has ended.
var swapped = []struct{ name, dir, with string }{
	{"link_to_git", "d", "git"},
	{"link_to_another_directory", "d", "other"},
	{"link_out", "d", "out"},
	{"another_directory", "d", "spare"},
	{"git_itself", "d", ".git"},
	{"file", "d", "file"},
	{"link_above", "p", "git"},
	{"another_directory_above", "p", "spare"},
	{"source_of_a_move", "e", "git"},
}

// TestASwappedDirectoryIsNotUsed swaps at each moment of a commit. The run is refused, or
// it is done in the directory that it saw; nothing else changes, and nothing is left.
func TestASwappedDirectoryIsNotUsed(t *testing.T) {
	t.Parallel()
	for _, s := range swapped {
		for _, moment := range []string{"staging", "commit", "prepared", "checked", "midway"} {
			t.Run(s.name+"/"+moment, func(t *testing.T) {
				t.Parallel()
				testSwapped(t, s.dir, s.with, moment)
			})
		}
	}
}

func testSwapped(t *testing.T, dir, with, moment string) {
	t.Helper()
	w := open(t, Options{CreateParents: true, Backups: true, State: t.TempDir()}, "d/f", "d/old", "d/q/f", "e/x", "p/q/f", "other/f", "other/q/f",
		"spare/f", "spare/q/f", ".git/f", ".git/q/f", ".git/x", "outside/f", "file", "git -> .git", "out -> ../", "last")
	root := w.Dir()
	at := func(name string) string { return filepath.Join(root, name) }
	exchange := func() { // a moment without the name does no harm here
		mustDo(t, os.Rename(at(dir), at("spot")), os.Rename(at(with), at(dir)), os.Rename(at("spot"), at(with)))
	}
	before := listing(t, root)
	tx := w.Begin()
	do(t, tx, "write d/f new", "write d/q/f new", "write d/n/f new", "rm d/old", "move e/x d/x", "copy d/q/f p/copy", "write p/q/f new", "write last new")
	_, _, err := tx.Backup()
	mustDo(t, err)
	if moment == "staging" {
		exchange()
		_, _ = tx.Find(dir+"/new", ToCreate, Relative)
		exchange()
	}
	nodes := tx.computeFinal()
	if moment == "commit" {
		exchange()
		wantReason(t, "commit", tx.Commit(t.Context(), "r", time.Now()), Stale)
		exchange()
		equalTrees(t, root, before)
		return
	}
	preconditions := tx.preconditions(nodes)
	p := newPlan(tx, nodes, "r")
	j := p.journal()
	mustDo(t, p.writeTemps(t.Context()))
	if moment == "prepared" {
		exchange()
		if err := w.checkPreconditions(t.Context(), preconditions, time.Now()); err == nil {
			t.Error("the swap was not seen")
		}
	} else {
		mustDo(t, w.checkPreconditions(t.Context(), preconditions, time.Now()))
	}
	taken := 0
	for ; moment != "prepared" && taken < len(p.steps); taken++ {
		if moment == "checked" && taken == 0 || moment == "midway" && taken == len(p.steps)/2 {
			exchange()
		}
		mustDo(t, w.step(p.steps[taken])) // in the directory that was seen, whatever its name is now
	}
	if err := w.rollBack(j, taken, true); err != nil {
		t.Error(err)
	}
	if moment != "staging" {
		exchange()
	}
	equalTrees(t, root, before)
}

// Both ways to open a directory take the same ones: where the kernel opens a whole name
// without links, and where each directory is opened in the one above it.
func TestDirectoriesAreOpenedWithoutLinks(t *testing.T) {
	t.Parallel()
	w := open(t, Options{State: t.TempDir()}, "d/e/f", "l -> d", "d/up -> ../d", "d/out -> ../../", "file", "loop -> loop")
	for way, call := range map[string]func(*tree, string) (*os.Root, error){"reach": (*tree).reach, "descend": (*tree).descend} {
		for _, tt := range []struct {
			dir  string
			want error
		}{
			{"d", nil},
			{"d/e", nil},
			{"l", errSwapped},
			{"l/e", errSwapped},
			{"d/up", errSwapped},
			{"d/up/e", errSwapped},
			{"d/out", errSwapped},
			{"loop", errSwapped},
			{"loop/e", errSwapped},
			{"file", syscall.ENOTDIR},
			{"file/e", syscall.ENOTDIR},
			{"gone", fs.ErrNotExist},
			{"gone/e", fs.ErrNotExist},
		} {
			r, err := call(w.root, tt.dir)
			if !errors.Is(err, tt.want) {
				t.Errorf("%s(%s): %v, want %v", way, tt.dir, err, tt.want)
			}
			if r != nil {
				mustDo(t, r.Close())
			}
		}
	}
}
