//go:build unix

package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestChains plays several random runs in a row and undoes them, the newest first:
// each undo brings back exactly the tree before its run. TEST_SEQUENCES says how
// many, if not the usual number.
func TestChains(t *testing.T) {
	t.Parallel()
	count := 40
	if _, err := fmt.Sscan(os.Getenv("TEST_SEQUENCES"), &count); err != nil && testing.Short() {
		count = 20
	}
	dir := filepath.Join(fastDir(t), "world")
	for seed := range count {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { runChain(t, dir, uint64(seed)) }) {
			break
		}
	}
}

func runChain(t *testing.T, dir string, seed uint64) {
	t.Helper()
	d := &dice{rest: append(sequence(2*seed+1<<32), sequence(2*seed+1+1<<32)...)}
	root, w := world(t, dir, Options{CreateParents: true, Backups: d.throw(2) == 1})
	defer w.Close() //nolint:errcheck // a test
	grow(t, d, root)
	var trees []map[string]string
	var ids []string
	for i := range 4 {
		before, id := snapshot(t, root), fmt.Sprint("run", i)
		if playRun(t, w, d, root, id) {
			trees, ids = append(trees, before), append(ids, id)
		}
	}
	for i := len(ids) - 1; i >= 0; i-- {
		tx := w.Begin()
		_, err := tx.Undo(ids[i], false)
		mustDo(t, err)
		mustDo(t, tx.Commit(t.Context(), fmt.Sprint("undo", i), time.Now()))
		compare(t, "the tree after the undo of "+ids[i], snapshot(t, root), trees[i])
	}
}

// playRun commits a few random operations and reports whether that made a run.
func playRun(t *testing.T, w *Workspace, d *dice, root, id string) bool {
	t.Helper()
	m := &model{top: &entry{kind: Directory, kids: map[string]*entry{}}, before: map[string]entry{}, origin: map[string]*entry{}}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == root {
			return err
		}
		found, err := look(name, e)
		if found.kind == Directory {
			found.kids = map[string]*entry{}
		}
		m.put(filepath.ToSlash(name[len(root)+1:]), found)
		return err
	})
	mustDo(t, err)
	p := pair{t, w.Begin(), m}
	for i := range 1 + d.throw(6) {
		p.act(d, i)
	}
	_, _, err = p.tx.Backup()
	mustDo(t, err)
	mustDo(t, p.tx.Commit(t.Context(), id, time.Now()))
	runs, err := w.History()
	mustDo(t, err)
	return len(runs) > 0 && runs[0].ID == id
}
