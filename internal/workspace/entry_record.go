package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
)

// entryRecord is what became of one entry in a run. Both names are resolved: Before in the
// tree as it was, After in the tree as it is since.
type entryRecord struct {
	Before string    `json:"before,omitzero"` // "" for a new entry
	After  string    `json:"after,omitzero"`  // "" for one that is gone
	Was    fileState `json:"was,omitzero"`
	Is     fileState `json:"is,omitzero"`
	Moved  bool      `json:"moved,omitzero"`  // to another directory or name, not with a directory above it
	Backup bool      `json:"backup,omitzero"` // made or given up by the program itself

	n    *node  // what stood at Before
	made *node  // what stands at After
	lost string // why the content could not be kept
}

// fileState is what is needed to recognise an entry of the disk, or to make it again.
type fileState struct {
	Kind Kind        `json:"kind,omitzero"`
	Mode fs.FileMode `json:"mode,omitzero"`
	Size int64       `json:"size,omitzero"` // bytes, Regular only
	Time instant     `json:"time,omitzero"` // of the last change, where Sum is not known
	Sum  []byte      `json:"sum,omitzero"`  // SHA-256 of the content
	Link string      `json:"link,omitzero"` // where a link leads
	At   int64       `json:"at,omitzero"`   // where in the journal file its content is kept; 0 where it is not

	Owned    bool              `json:"owned,omitzero"` // User and Group are known
	User     int               `json:"user,omitzero"`
	Group    int               `json:"group,omitzero"`
	Extended map[string][]byte `json:"extended,omitzero"` // extended attributes, of what is gone
}

// entryRecords lists what the transaction makes of the entries of the disk, and what it adds.
func (tx *Tx) entryRecords(nodes []*node) []entryRecord {
	var list []entryRecord
	for _, n := range nodes {
		switch {
		case n.own() && (n.final == "" || n.backup && n.movedItself()):
			list = append(list, entryRecord{Before: n.base, Was: n.found(), Backup: n.backup && n.final == "", n: n})
			if n.final != "" { // it became its own backup
				list = append(list, entryRecord{After: n.final, Is: n.outcome(), Backup: true, made: n})
			}
		case n.own() && (n.written || n.movedItself()):
			list = append(list, entryRecord{Before: n.base, After: n.final, Was: n.found(), Is: n.outcome(), Moved: n.movedItself(), n: n, made: n})
		case !n.own() && n.final != "":
			list = append(list, entryRecord{After: n.final, Is: n.outcome(), Backup: n.backup, made: n})
		}
	}
	return list
}

// found is the state of an entry on disk, before the run.
func (n *node) found() fileState {
	c := fileState{Kind: n.kind, Mode: n.info.Mode() & modeBits, Link: n.link, Time: instant(n.info.ModTime())}
	if n.kind == Regular {
		c.Size = n.info.Size()
	}
	c.User, c.Group, c.Owned = owner(n.info)
	return c
}

// outcomes finds out the conditions in which the run leaves what is written: the
// checksums take time, on one core.
func outcomes(nodes []*node) {
	_ = parallel(context.Background(), cores, len(nodes), func(i int) error { // which cannot fail
		if n := nodes[i]; n.final != "" && n.written && n.kept == nil && n.kind == Regular {
			n.outcome()
		}
		return nil
	})
}

// outcome is the state in which the run leaves an entry.
func (n *node) outcome() fileState {
	if n.will != nil {
		return *n.will
	}
	c := fileState{Kind: n.kind, Mode: n.mode, Link: n.link}
	switch {
	case n.kind != Regular:
	case n.kept != nil:
		c.Size, c.Sum = n.kept.size, n.kept.sum
	case n.written:
		sum := sha256.Sum256(n.data)
		c.Size, c.Sum = int64(len(n.data)), sum[:]
	default:
		c.Size, c.Time = n.info.Size(), instant(n.info.ModTime())
	}
	n.will = &c
	return c
}

// holds reports whether what stands at a name is in a state: a link leads to the
// same place, a file has the same content, as far as that is known.
func (w *Workspace) holds(name string, c fileState) bool {
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
		return c.Time.Equal(instant(info.ModTime()))
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

// maxIdentified is how large a file may be, in bytes, that was moved or copied and is
// read to know it by its content; a larger one is known by its size and time.
const maxIdentified = 64 << 20

// identify adds the checksum of what was moved, copied or became a backup: the time of
// a file does not tell, since an undo gives it a new one.
func (w *Workspace) identify(j *journal) {
	known := map[string][]byte{}
	for _, p := range j.Entries {
		if p.n != nil && p.n.sum != nil {
			known[p.Before] = p.n.sum
		}
	}
	for i := range j.Entries {
		p := &j.Entries[i]
		if p.made == nil || p.Is.Kind != Regular || p.Is.Sum != nil {
			continue
		}
		sum := known[p.made.base]
		if sum == nil && p.Is.Size <= maxIdentified {
			sum, _, _ = w.sum(p.made.base) // not to be read: its time has to do
			known[p.made.base] = sum
		}
		p.Is.Sum, p.made.will.Sum = sum, sum
	}
	for i, t := range j.Temps {
		j.Temps[i].Holds = t.n.outcome()
	}
}

// replaced reports whether the content that an entry had is nowhere else after the run.
func (p entryRecord) replaced() bool {
	return p.n != nil && p.Was.Kind == Regular && (p.After == "" || p.n.written)
}

func replaced(list []entryRecord) int64 {
	total := int64(0)
	for _, p := range list {
		if p.replaced() {
			total += p.Was.Size
		}
	}
	return total
}
