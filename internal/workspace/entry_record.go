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
	n    *node  // what stood at Before
	made *node  // what stands at After
	lost string // why the content could not be saved
}

// entryRecords lists what the transaction makes of the entries of the disk, and what it adds.
func (tx *Tx) entryRecords(nodes []*node) []entryRecord {
	// On several cores, since checksums take time. It cannot fail.
	_ = parallel(context.Background(), cpuWorkers, len(nodes), func(i int) error {
		if n := nodes[i]; n.final != "" && n.written && n.saved == nil && n.kind == Regular {
			n.outcome()
		}
		return nil
	})
	var list []entryRecord
	for _, n := range nodes {
		switch {
		case n.own() && (n.final == "" || n.backup && n.movedItself()):
			list = append(list, entryRecord{journal.Entry{Before: n.base, Was: n.found(), Backup: n.backup && n.final == ""}, n, nil, ""})
			if n.final != "" { // it became its own backup
				list = append(list, entryRecord{journal.Entry{After: n.final, Is: n.outcome(), Backup: true}, nil, n, ""})
			}
		case n.own() && (n.written || n.movedItself()):
			list = append(list, entryRecord{journal.Entry{Before: n.base, After: n.final, Was: n.found(), Is: n.outcome(), Moved: n.movedItself()}, n, n, ""})
		case !n.own() && n.final != "":
			list = append(list, entryRecord{journal.Entry{After: n.final, Is: n.outcome(), Backup: n.backup}, nil, n, ""})
		}
	}
	return list
}

// found is the state of an entry on disk before the run.
func (n *node) found() journal.State {
	c := journal.State{Kind: n.kind, Mode: n.info.Mode() & modeBits, Link: n.link}
	c.SetTime(n.info.ModTime())
	if n.kind == Regular {
		c.Size = n.info.Size()
	}
	c.User, c.Group, c.Owned = owner(n.info)
	return c
}

// outcome is the state in which the run leaves an entry. It is computed once.
func (n *node) outcome() journal.State {
	if n.will != nil {
		return *n.will
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
	n.will = &c
	return c
}

// holds reports whether the entry at a name has a state: a link the same target, a file the
// same content. If no checksum is known, size and time have to be the same.
func (w *Workspace) holds(name string, c journal.State) bool {
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

// hasSum reports whether a file on disk has a content.
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

// maxIdentified is the size, in bytes, up to which identify reads a file. A larger one is
// known by its size and time.
const maxIdentified = 64 << 20

// identify adds the checksums of what was moved, copied or became a backup. The time of a file
// is not enough to recognise it: an undo gives it another one.
func (p *plan) identify(j *journal.Journal) {
	known := map[string][]byte{}
	for _, r := range p.records {
		if r.n != nil && r.n.sum != nil {
			known[r.Before] = r.n.sum
		}
	}
	for i := range p.records {
		r := &p.records[i]
		if r.made == nil || r.Is.Kind != Regular || r.Is.Sum != nil {
			continue
		}
		sum := known[r.made.base]
		if sum == nil && r.Is.Size <= maxIdentified {
			sum, _, _ = p.w.sum(r.made.base) // if it cannot be read, its time has to do
			known[r.made.base] = sum
		}
		r.Is.Sum, r.made.will.Sum = sum, sum
	}
	for i, c := range p.contents {
		j.Temps[i].Holds = c.n.outcome()
	}
}

// replaced reports whether the content that an entry had is nowhere else after the run.
func (r entryRecord) replaced() bool {
	return r.n != nil && r.Was.Kind == Regular && (r.After == "" || r.n.written)
}

// replacedBytes counts the bytes of all contents that are nowhere else after the run.
func replacedBytes(list []entryRecord) int64 {
	total := int64(0)
	for _, r := range list {
		if r.replaced() {
			total += r.Was.Size
		}
	}
	return total
}
