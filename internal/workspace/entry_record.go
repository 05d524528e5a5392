package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"io/fs"

	"fileops/internal/workspace/journal"
)

// entryRecord is what becomes of one entry in a run.
type entryRecord struct {
	journal.Entry
	beforeNode  *node  // what stood at Before, nil if nothing did
	afterNode   *node  // what stands at After, nil if nothing does
	saveProblem string // why the content could not be saved
}

// entryRecords lists what the transaction makes of the entries of the disk, and what it adds.
func (tx *Tx) entryRecords(nodes []*node) []entryRecord {
	// On several cores, since checksums take time. It cannot fail.
	_ = parallel(context.Background(), cpuWorkers, len(nodes), func(i int) error {
		if n := nodes[i]; n.finalPath != "" && n.written && n.saved == nil && n.kind == Regular {
			n.stateAfter()
		}
		return nil
	})
	list := make([]entryRecord, 0, len(nodes)) // hardly more: a backup has two
	for _, n := range nodes {
		switch {
		case n.onDisk() && (n.finalPath == "" || n.backup && n.movedItself()):
			list = append(list, entryRecord{Entry: journal.Entry{Before: n.diskPath, StateBefore: n.stateBefore(), Backup: n.backup && n.finalPath == ""}, beforeNode: n})
			if n.finalPath != "" { // it became its own backup
				list = append(list, entryRecord{Entry: journal.Entry{After: n.finalPath, StateAfter: n.stateAfter(), Backup: true}, afterNode: n})
			}
		case n.onDisk() && (n.written || n.movedItself()):
			list = append(list, entryRecord{Entry: journal.Entry{Before: n.diskPath, After: n.finalPath, StateBefore: n.stateBefore(), StateAfter: n.stateAfter(), Moved: n.movedItself()}, beforeNode: n, afterNode: n})
		case !n.onDisk() && n.finalPath != "":
			list = append(list, entryRecord{Entry: journal.Entry{After: n.finalPath, StateAfter: n.stateAfter(), Backup: n.backup}, afterNode: n})
		}
	}
	return list
}

// stateBefore is the state of an entry on disk before the run.
func (n *node) stateBefore() journal.State {
	c := journal.State{Kind: n.kind, Mode: n.info.Mode() & modeBits, Link: n.link}
	c.SetTime(n.info.ModTime())
	if n.kind == Regular {
		c.Size = n.info.Size()
	}
	c.User, c.Group, c.Owned = owner(n.info)
	return c
}

// stateAfter is the state in which the run leaves an entry. It is computed once.
func (n *node) stateAfter() journal.State {
	if n.cachedAfter != nil {
		return *n.cachedAfter
	}
	c := journal.State{Kind: n.kind, Mode: n.mode, Link: n.link}
	switch {
	case n.kind != Regular:
	case n.saved != nil:
		c.Size, c.Sum = n.saved.Size, n.saved.Sum
	case n.written:
		sum := sha256.Sum256(n.data)
		c.Size, c.Sum = int64(len(n.data)), sum[:]
	default:
		c.Size = n.info.Size()
		c.SetTime(n.info.ModTime())
	}
	n.cachedAfter = &c
	return c
}

// matchesState reports whether the entry at a name has a state: a link the same target, a
// file the same content. If no checksum is known, size and time have to be the same.
func (w *Workspace) matchesState(name string, c journal.State) bool {
	info, err := w.root.Lstat(name)
	if err != nil {
		return false
	}
	switch c.Kind {
	case Directory:
		return info.IsDir()
	case Link:
		target, err := w.root.Readlink(name)
		return err == nil && target == c.Link
	}
	if !info.Mode().IsRegular() || info.Size() != c.Size {
		return false
	}
	if c.Sum == nil {
		return c.HasTime(info.ModTime())
	}
	sum, _, err := w.sum(name)
	return err == nil && bytes.Equal(sum, c.Sum)
}

func (w *Workspace) hasSum(name string, sum []byte) bool {
	now, _, err := w.sum(name)
	return err == nil && bytes.Equal(now, sum)
}

// sum is the SHA-256 of a file on disk, and what the file is.
func (w *Workspace) sum(name string) ([]byte, fs.FileInfo, error) {
	f, info, err := w.open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), info, err
}

// maxIdentified is the size, in bytes, up to which identify reads a file. A larger file is
// recognised by its size and time.
const maxIdentified = 64 << 20

// identify adds the checksums of files that are moved or copied, or become backups. The time of a
// file is not enough to recognise it, since an undo changes it. It also puts the states of the
// temporary files into the journal.
func (p *plan) identify(j *journal.Journal) {
	known := map[string][]byte{}
	for _, r := range p.records {
		if r.beforeNode != nil && r.beforeNode.sum != nil {
			known[r.Before] = r.beforeNode.sum
		}
	}
	for i := range p.records {
		r := &p.records[i]
		if r.afterNode == nil || r.StateAfter.Kind != Regular || r.StateAfter.Sum != nil {
			continue
		}
		sum := known[r.afterNode.diskPath]
		if sum == nil && r.StateAfter.Size <= maxIdentified {
			sum, _, _ = p.w.sum(r.afterNode.diskPath) // a file that cannot be read is recognised by its time
			known[r.afterNode.diskPath] = sum
		}
		r.StateAfter.Sum, r.afterNode.cachedAfter.Sum = sum, sum
	}
	for i, c := range p.temps {
		j.Temps[i].State = c.n.stateAfter()
	}
}

// losesContent reports whether the content that an entry had is no longer in the tree after the
// run, backups aside.
func (r entryRecord) losesContent() bool {
	return r.beforeNode != nil && r.StateBefore.Kind == Regular && (r.After == "" || r.beforeNode.written)
}

// replacedBytes is the size of the contents that a run replaces or removes.
func replacedBytes(list []entryRecord) int64 {
	total := int64(0)
	for _, r := range list {
		if r.losesContent() {
			total += r.StateBefore.Size
		}
	}
	return total
}
