package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"syscall"

	"fileops/internal/workspace/journal"
)

// Kind is what stands at a name.
type Kind = journal.Kind

// The kinds.
const (
	Absent    = journal.Absent
	Regular   = journal.Regular
	Directory = journal.Directory
	Link      = journal.Link
	Special   = journal.Special // a FIFO, socket or device
)

// node is one entry of the tree as it will be. An entry is loaded from disk when it is first
// needed. From then on, a Tx sees it as it was at that time.
//
// Invariant: a node with a diskPath that is no copy stands for the entry of the disk at that
// path. It is at one place of the tree at most. All other nodes are new.
type node struct {
	kind     Kind
	mode     fs.FileMode // permission bits, with setuid, setgid and sticky
	diskPath string      // path on disk before the run, of a copy that of its source; "" if new
	copied   bool        // content and attributes are those of the file at diskPath, the entry is new
	backup   bool        // a backup that the program makes, or an older one that it replaces
	link     string      // target of a link, as the link holds it
	outside  string      // a file outside of the root, which is only read
	info     fs.FileInfo // of diskPath, when it was loaded

	data        []byte // staged content, if written and not saved
	counted     int64  // bytes that it counts for in Tx.staged
	written     bool
	differs     bool              // compared with the file at diskPath, and found to differ
	saved       *journal.Content  // staged content that the journal of an earlier run saved
	restoreAs   *journal.State    // what an entry was that is made again
	sum         []byte            // SHA-256 of the content at diskPath, once it was read
	extended    map[string][]byte // attributes of the file at diskPath, once it was saved
	lost        bool              // a content of a past run that is not kept
	known       bool              // the sender of the operations knows the content
	cachedAfter *journal.State    // result of stateAfter, once it was computed

	children    map[string]*node  // Directory: what was looked up or changed, by key; Absent ones too
	diskEntries map[string]*node  // Directory: what was loaded from diskPath, by key
	spellings   map[string]string // Directory, where case folds: the names at diskPath, by key

	git     gitKind // Directory: what it is to git, once that was looked up
	probed  bool    // Directory: refused is known
	refused error   // Directory: why its names may not change

	name        string // spelling of its last component
	finalParent *node  // the directory that holds it in the final tree; set by computeFinal
	finalPath   string // its place in the final tree, "" if it has none; set by computeFinal

	// Where it is on disk: first as loaded; a plan sets these anew with each step.
	curParent  *node
	curName    string
	curEntries map[string]*node // Directory: what it holds, by key

	walk       int // the last call of allNodes that found it, counted in Tx.walks
	tempNumber int // of a temporary file, as in journal.Step; 0 for any other entry
}

// modeBits are the bits of a mode that a file keeps.
const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// onDisk reports whether n is an entry that the disk has, not a copy or a new one.
func (n *node) onDisk() bool { return n.diskPath != "" && !n.copied }

// child returns the node of a name in the directory d, which it loads from disk if need be.
// The node is Absent if there is nothing of that name.
func (w *Workspace) child(d *node, name string) (*node, error) {
	key := w.rules.key(name)
	if n, ok := d.children[key]; ok {
		return n, nil
	}
	n := &node{name: name}
	if d.onDisk() {
		if w.rules.fold {
			var err error
			if name, err = w.spelling(d, name); err != nil {
				return nil, err
			}
			if spelled, ok := d.children[w.rules.key(name)]; ok {
				return spelled, nil
			}
			key, n.name = w.rules.key(name), name
		}
		if err := w.load(n, path.Join(d.diskPath, name)); err != nil {
			return nil, err
		}
	} else if longName(name) { // a new directory cannot be asked
		return nil, syscall.ENAMETOOLONG
	}
	if d.children == nil {
		d.children, d.diskEntries = map[string]*node{}, map[string]*node{}
	}
	d.children[key] = n
	if n.kind != Absent {
		d.diskEntries[key] = n
		n.curParent, n.curName = d, name
	}
	return n, nil
}

// load fills n from the entry at a path on disk. n stays Absent if there is none.
func (w *Workspace) load(n *node, diskPath string) error {
	info, err := w.root.Lstat(diskPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return classify(diskPath, err)
	}
	n.diskPath, n.info = diskPath, info
	n.mode = info.Mode() & modeBits
	switch n.kind = kindOf(info.Mode()); n.kind {
	case Directory:
		w.root.expect(diskPath, info)
	case Link:
		if n.link, err = w.root.Readlink(diskPath); err != nil {
			return classify(diskPath, err)
		}
	}
	return nil
}

func kindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return Regular
	case mode.IsDir():
		return Directory
	case mode&fs.ModeSymlink != 0:
		return Link
	}
	return Special
}

// spelling returns a name in d as the disk spells it. It may be written in another case, as a
// short name (Windows) or with composed accents (macOS). Rules are checked on the spelling of
// the disk, so no other one gets around them.
func (w *Workspace) spelling(d *node, name string) (string, error) {
	if d.spellings == nil {
		names, err := w.names(d.diskPath)
		if err != nil {
			return "", err
		}
		d.spellings = make(map[string]string, len(names))
		for _, entry := range names {
			d.spellings[w.rules.key(entry)] = entry
		}
	}
	if spelled, ok := d.spellings[w.rules.key(name)]; ok {
		return spelled, nil
	}
	info, err := w.root.Lstat(path.Join(d.diskPath, name))
	if err != nil {
		return name, nil //nolint:nilerr // nothing there, or load will say why
	}
	for _, spelled := range d.spellings {
		if other, err := w.root.Lstat(path.Join(d.diskPath, spelled)); err == nil && os.SameFile(info, other) {
			return spelled, nil
		}
	}
	return name, nil
}

// names lists a directory on disk.
func (w *Workspace) names(dir string) ([]string, error) {
	f, err := w.root.OpenDir(dir)
	if err != nil {
		return nil, classify(dir, err)
	}
	names, err := f.Readdirnames(-1)
	return names, classify(dir, errors.Join(err, f.Close()))
}

// list loads everything in the directory d.
func (w *Workspace) list(d *node) error {
	if !d.onDisk() {
		return nil
	}
	names, err := w.names(d.diskPath)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := w.child(d, name); err != nil {
			return err
		}
	}
	return nil
}

// set puts n into d under name. If n is nil, nothing stands there from then on.
func (tx *Tx) set(d *node, name string, n *node) {
	tx.renamed = true
	if n == nil {
		n = &node{}
	}
	n.name = name
	if d.children == nil {
		d.children, d.diskEntries = map[string]*node{}, map[string]*node{}
	}
	d.children[tx.w.rules.key(name)] = n
}

// count makes n count for size bytes of what the transaction stages.
func (tx *Tx) count(n *node, size int64) {
	tx.staged += size - n.counted
	n.counted = size
}

// room fails with TooLarge if the transaction would stage too much with another file of
// size bytes. old is what stands in its place, nil for nothing.
func (tx *Tx) room(t *Target, size int64, old *node) error {
	total, limit := tx.staged+size, tx.w.opt.MaxStaged
	if old != nil {
		total -= old.counted
	}
	if limit <= 0 || total <= limit {
		return nil
	}
	return &Error{
		Reason: TooLarge, Path: t.Written,
		Msg: fmt.Sprintf("Run too large: with %s (%d bytes) the new files of this run would have %d bytes. Maximum: %d MB (max_run_size_mb).",
			t.Written, size, total, limit>>20),
		Hint: "Send it, and the operations after it, in another response.",
	}
}
