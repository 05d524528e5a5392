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
	name           string
	n              *node            // what was there; nil: nothing
	allowedEntries map[string]*node // a directory to be removed: all that may be in it
}

// preconditions lists what must be unchanged for the transaction to be committed. Entries that
// it changes must be the same, and so must the directories above them. Files that it copies
// must be the same. New names must be free. Entries that it only read may have changed.
func (tx *Tx) preconditions(nodes []*node) []precondition {
	var list []precondition
	seen := map[*node]bool{tx.top: true}
	unchanged := func(n *node) { // with the directories above it
		for ; !seen[n]; n = n.curParent {
			seen[n] = true
			p := precondition{name: n.diskPath, n: n}
			if n.kind == Directory && n.finalPath == "" {
				p.allowedEntries = n.diskEntries
			}
			list = append(list, p)
		}
	}
	for _, n := range nodes {
		switch {
		case n.onDisk() && (n.finalPath == "" || n.written || n.movedItself()):
			unchanged(n)
		case n.copied && n.diskPath != "" && !n.backup: // a file with a backup changes, so it is listed already
			list = append(list, precondition{name: n.diskPath, n: n})
		}
		if n.finalPath != "" && n.finalParent.onDisk() && n.finalParent.diskEntries[tx.w.rules.key(n.name)] == nil {
			unchanged(n.finalParent)
			list = append(list, precondition{name: path.Join(n.finalParent.diskPath, n.name)})
		}
	}
	return list
}

// timestampGranularity is how far apart two changes of a file must be to give it different
// times. Of the file systems in use today, only FAT needs more.
const timestampGranularity = 100 * time.Millisecond

// checkPreconditions fails with Stale if a precondition is not met. An entry must have the same
// size, mode, time and inode. There are two exceptions for a file whose content was read. If
// only its time or inode differ, it is enough that the content is the same. If its time is not
// clearly before the run began, the content must be the same too.
func (w *Workspace) checkPreconditions(ctx context.Context, preconditions []precondition, began time.Time) error {
	return parallel(ctx, cpuWorkers, len(preconditions), func(i int) error {
		return w.check(preconditions[i], began)
	})
}

func (w *Workspace) check(p precondition, began time.Time) error {
	now, err := w.root.Lstat(p.name)
	switch {
	case p.n == nil:
		if !errors.Is(err, fs.ErrNotExist) && !notDirectory(err) {
			return stale(p.name, err)
		}
		return nil
	case err != nil || !w.unchanged(p.n, now, began):
		return stale(p.name, err)
	case p.allowedEntries == nil:
		return nil
	}
	return w.checkEntries(p.name, p.name, p.allowedEntries)
}

// unchanged reports whether a node is on disk as it was loaded, and updates its info.
func (w *Workspace) unchanged(n *node, now fs.FileInfo, began time.Time) bool {
	alike := same(n.info, now)
	if alike && (n.sum == nil || now.ModTime().Before(began.Add(-timestampGranularity))) {
		return true
	}
	if n.sum == nil || now.Mode() != n.info.Mode() || now.Size() != n.info.Size() {
		return false
	}
	sum, info, err := w.sum(n.diskPath)
	if err != nil || !bytes.Equal(sum, n.sum) {
		return false
	}
	n.info = info
	return true
}

// checkEntries fails with Stale if the directory at name holds an entry that is not in known. In
// the error, the directory is called shown: its name before the run, if a step has renamed it.
func (w *Workspace) checkEntries(name, shown string, known map[string]*node) error {
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
		Msg:  name + " changed on disk during the run",
		Hint: "Read it again and send the operations again.",
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
