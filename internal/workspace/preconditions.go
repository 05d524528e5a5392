package workspace

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"time"
)

// precondition is a state of the disk that must be unchanged when the run is committed.
type precondition struct {
	name  string
	n     *node            // what was there; nil: nothing
	holds map[string]*node // a directory to be removed: all that may be in it
}

// preconditions lists what must be unchanged for the transaction to be committed. The entries
// that it changes or copies must be the same, and so must the directories above them. New
// names must be free. Entries that it only read may have changed.
func (tx *Tx) preconditions(nodes []*node) []precondition {
	var list []precondition
	seen := map[*node]bool{tx.top: true}
	see := func(n *node) {
		for ; !seen[n]; n = n.dir {
			seen[n] = true
			s := precondition{name: n.base, n: n}
			if n.kind == Directory && n.final == "" {
				s.holds = n.disk
			}
			list = append(list, s)
		}
	}
	for _, n := range nodes {
		switch {
		case n.own() && (n.final == "" || n.written || n.movedItself()):
			see(n)
		case n.copied && n.base != "" && !n.backup: // the file of a backup is one that changes
			list = append(list, precondition{name: n.base, n: n})
		}
		if n.final != "" && n.up.own() && n.up.disk[tx.w.rules.key(n.name)] == nil {
			see(n.up)
			list = append(list, precondition{name: path.Join(n.up.base, n.name)})
		}
	}
	return list
}

// granule is how far apart two changes of a file must be to give it different times. It holds
// for every file system in use today but FAT.
const granule = 100 * time.Millisecond

// checkPreconditions fails with Stale if the disk is not as it was seen. In most cases size,
// time and inode decide. If they differ, or the file was changed since just before the run
// began, its content decides, provided that it was read.
func (w *Workspace) checkPreconditions(ctx context.Context, seen []precondition, began time.Time) error {
	return parallel(ctx, cpuWorkers, len(seen), func(i int) error {
		return w.check(seen[i], began)
	})
}

func (w *Workspace) check(s precondition, began time.Time) error {
	now, err := w.root.Lstat(s.name)
	switch {
	case s.n == nil:
		if !errors.Is(err, fs.ErrNotExist) && !notDirectory(err) {
			return stale(s.name, err)
		}
		return nil
	case err != nil || !w.unchanged(s.n, now, began):
		return stale(s.name, err)
	case s.holds == nil:
		return nil
	}
	return w.checkHolds(s.name, s.name, s.holds)
}

// unchanged reports whether a node is on disk as it was loaded, and updates its info.
func (w *Workspace) unchanged(n *node, now fs.FileInfo, began time.Time) bool {
	alike := same(n.info, now)
	if alike && (n.sum == nil || now.ModTime().Before(began.Add(-granule))) {
		return true
	}
	if n.sum == nil || now.Mode() != n.info.Mode() || now.Size() != n.info.Size() {
		return false
	}
	sum, info, err := w.sum(n.base)
	if err != nil || !bytes.Equal(sum, n.sum) {
		return false
	}
	n.info = info
	return true
}

// checkHolds fails with Stale if the directory at name holds an entry that is not among
// those known. The error names it as an entry of the directory shown.
func (w *Workspace) checkHolds(name, shown string, known map[string]*node) error {
	names, err := w.names(name)
	if err != nil {
		return stale(shown, err)
	}
	for _, entry := range names {
		if known[w.rules.key(entry)] == nil {
			return stale(path.Join(shown, entry), nil)
		}
	}
	return nil
}

func stale(name string, err error) error {
	return &Error{
		Reason: Stale, Path: name, Err: err,
		Msg:  name + " changed on disk while the response was being applied; nothing was written",
		Hint: "read it again and send the operations again",
	}
}

// same reports whether two infos are of the same entry, unchanged in between. Of a directory
// only its identity counts, since its entries are checked one by one.
func same(a, b fs.FileInfo) bool {
	if !os.SameFile(a, b) || a.Mode().Type() != b.Mode().Type() {
		return false
	}
	return a.IsDir() || a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}
