package workspace

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"fileops/internal/workspace/suggest"
)

// Tx is a transaction: the tree as it will be. Each call checks everything before it stages
// anything, so a call that fails changes nothing. A Tx is not safe for use by several
// goroutines.
type Tx struct {
	w      *Workspace
	top    *node
	undoes Run   // the run that this one undoes, if it has an ID
	staged int64 // bytes of all new files
	git    gitGuard
	totals Totals // for the history

	walks int // calls of allNodes
	found int // the nodes that the last one found

	notUndoable string // see NotUndoable

	names   *suggest.Index // of the disk, once a path was missed
	renamed bool           // a name was given or taken since names was updated
}

// Intent is what an operation is about to do with a path; rules depend on it.
type Intent int

// The intents.
const (
	ToRead Intent = iota
	ToEdit
	ToCreate    // a new file
	ToOverwrite // a file, new or not
	ToDelete
	ToMove // away from here
	ToMakeDir
	ToRemoveDir
)

// Target is a path that was resolved and passed the rules for one intent. Only a
// Target can be written to.
type Target struct {
	Written string // as the response wrote it, cleaned
	Name    string // resolved: only its last component can be a link, if the intent is for the link itself
	Kind    Kind
	Mode    fs.FileMode // permission bits
	Size    int64       // bytes, Regular only
	ModTime time.Time   // when it was modified; zero if this transaction did
	Links   int         // how many names the file has on disk
	n       *node
	intent  Intent
}

// Origin is the name on disk of the file that the target is, "" for a new one.
func (t *Target) Origin() string {
	if t.n.copied {
		return ""
	}
	return t.n.diskPath
}

// Find resolves a path, which is written in a style, and checks it against the rules for an
// intent. A missing file is no error: the Target is Absent. Its *Error has the reason BadPath,
// Outside, Denied, Protected, NotRegular, NotDirectory, NotRead or one of the system.
func (tx *Tx) Find(written string, intent Intent, style PathStyle) (*Target, error) {
	clean, err := tx.w.local(written, style)
	if err != nil {
		return nil, err
	}
	follow := intent != ToDelete && intent != ToMove && intent != ToRemoveDir && intent != ToCreate
	name, n, err := tx.resolve(clean, clean, follow)
	if err != nil {
		return nil, err
	}
	if n.kind == Absent {
		if err := tx.rejectMarkup(written); err != nil {
			return nil, err
		}
	}
	if intent == ToCreate && n.kind != Absent && name != "." {
		name = path.Join(path.Dir(name), path.Base(clean)) // a new spelling, where case folds
	}
	if n.kind == Special {
		return nil, &Error{
			Reason: NotRegular, Path: clean, Msg: "Not a regular file: " + clean,
			Hint: "Operations work on regular files, directories and links only.",
		}
	}
	t := &Target{Written: clean, Name: name, Kind: n.kind, Mode: n.mode, Size: n.size(), ModTime: n.modified(), Links: 1, n: n, intent: intent}
	if n.info != nil && !n.copied {
		t.Links = links(n.info)
	}
	if err := tx.checkRules(t); err != nil {
		return t, err
	}
	return t, tx.mustBeKnown(t)
}

func (n *node) size() int64 {
	switch {
	case n.saved != nil:
		return n.saved.Size
	case n.written:
		return int64(len(n.data))
	case n.info != nil:
		return n.info.Size()
	}
	return 0
}

// modified is the modification time that n will have, zero if that is the time of the
// commit.
func (n *node) modified() time.Time {
	if n.written || n.info == nil {
		return time.Time{}
	}
	return n.info.ModTime()
}

// Entries names what a directory holds, sorted.
func (tx *Tx) Entries(t *Target) ([]string, error) {
	if err := tx.w.list(t.n); err != nil {
		return nil, err
	}
	var names []string
	for _, c := range t.n.children {
		if c.kind != Absent {
			names = append(names, c.name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// inMemory is a file that is not on disk yet.
type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// Open opens a regular file for reading, as it will be. If a FIFO took its place
// meanwhile, Open fails instead of waiting. Several goroutines may open and read files
// while none changes the Tx.
func (tx *Tx) Open(t *Target) (Content, error) {
	if t.n.written {
		return inMemory{bytes.NewReader(t.n.data)}, nil
	}
	f, _, err := tx.w.openNode(t.n)
	if err != nil {
		return nil, classify(t.Written, err)
	}
	return f, nil
}

// open opens a regular file on disk and returns what it is.
func (w *Workspace) open(name string) (*os.File, fs.FileInfo, error) {
	f, err := w.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	return regular(f, name)
}

// Read returns the content of a regular file as it will be. One of more than
// limit bytes is an *Error with the reason TooLarge. The caller must not change it.
func (tx *Tx) Read(t *Target, limit int64) ([]byte, error) {
	b, err := tx.w.content(t.n, t.Written, limit)
	if err == nil && !t.n.written && t.n.sum == nil {
		sum := sha256.Sum256(b)
		t.n.sum = sum[:]
	}
	return b, err
}

func (w *Workspace) content(n *node, shown string, limit int64) ([]byte, error) {
	if n.size() > limit {
		return nil, &Error{Reason: TooLarge, Path: shown, Msg: fmt.Sprintf("File too large: %s (%d bytes)", shown, n.size())}
	}
	if n.saved != nil {
		var b bytes.Buffer
		err := journalError(n.saved.CopyTo(&b))
		return b.Bytes(), err
	}
	if n.written {
		return n.data, nil
	}
	f, info, err := w.openNode(n)
	if err != nil {
		return nil, classify(shown, err)
	}
	defer f.Close() //nolint:errcheck // read only
	var b bytes.Buffer
	b.Grow(int(min(info.Size(), limit)) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(f, max(limit, limit+1))); err != nil {
		return nil, classify(shown, err)
	}
	if int64(b.Len()) > limit {
		return nil, &Error{Reason: TooLarge, Path: shown, Msg: fmt.Sprintf("File too large: %s (over %d bytes)", shown, limit)}
	}
	return b.Bytes(), nil
}

// Before returns the content that the file at t had before this transaction, under whatever
// name. For a new file it returns an *Error with the reason NotFound.
func (tx *Tx) Before(t *Target, limit int64) ([]byte, error) {
	if t.Origin() == "" || t.n.info == nil {
		return nil, &Error{Reason: NotFound, Path: t.Written, Msg: "File not found: " + t.Written}
	}
	return tx.w.content(&node{kind: Regular, diskPath: t.n.diskPath, info: t.n.info}, t.Written, limit)
}

// Write stages data as the whole content of the file at t. If there is none, it makes one,
// with its directories. The Tx keeps data: the caller must not change it.
func (tx *Tx) Write(t *Target, data []byte) error {
	t.must(ToEdit, ToCreate, ToOverwrite)
	if err := tx.room(t, int64(len(data)), t.n); err != nil {
		return err
	}
	n := &node{kind: Regular, mode: 0o644, data: data, written: true}
	if err := tx.permitPut(t, n); err != nil {
		return err
	}
	if t.Kind == Absent {
		if err := tx.put(t, n); err != nil {
			return err
		}
		t.Mode = t.n.mode
	}
	t.n.data, t.n.written, t.n.differs, t.n.cachedAfter, t.n.known = data, true, false, nil, true
	tx.count(t.n, int64(len(data)))
	t.Size = int64(len(data))
	return nil
}

// SetExecutable stages that whoever may read the regular file at t may run it as well, or that
// nobody may. It reports whether the file's mode is another one then. A file of more than limit
// bytes is an *Error with the reason TooLarge: it is written anew with its mode.
func (tx *Tx) SetExecutable(t *Target, executable bool, limit int64) (changed bool, err error) {
	t.must(ToEdit, ToCreate, ToOverwrite)
	mode := t.n.mode &^ 0o111
	if executable {
		mode = t.n.mode | t.n.mode&0o444>>2
	}
	if mode == t.n.mode {
		return false, nil
	}
	if !t.n.written {
		data, err := tx.Read(t, limit)
		if err != nil {
			return false, err
		}
		if err := tx.Write(t, data); err != nil {
			return false, err
		}
	}
	t.n.mode, t.Mode, t.n.cachedAfter = mode, mode, nil
	return true, nil
}

// Remove stages the removal of the file or link at t.
func (tx *Tx) Remove(t *Target) error {
	t.must(ToDelete)
	tx.count(t.n, 0)
	return tx.detach(t.Name)
}

// RemoveDir stages the removal of the directory at t, which must be empty.
func (tx *Tx) RemoveDir(t *Target) error {
	t.must(ToRemoveDir)
	return tx.detach(t.Name)
}

// MakeDir stages a directory at t, with its parents.
func (tx *Tx) MakeDir(t *Target) error {
	t.must(ToMakeDir)
	return tx.put(t, &node{kind: Directory, mode: 0o755})
}

// put stages n as what stands at t, with its directories.
func (tx *Tx) put(t *Target, n *node) error {
	d, err := tx.parents(t)
	if err != nil {
		return err
	}
	tx.set(d, path.Base(t.Name), n)
	t.n, t.Kind = n, n.kind
	return nil
}

// Move stages the move of the entry at from to the name of to.
func (tx *Tx) Move(from, to *Target) error {
	from.must(ToMove)
	to.must(ToCreate)
	if err := tx.permitPut(to, from.n); err != nil {
		return err
	}
	if err := tx.permitBelow(from, to); err != nil {
		return err
	}
	d, err := tx.parents(to)
	if err != nil {
		return err
	}
	if err := tx.detach(from.Name); err != nil {
		return err
	}
	tx.set(d, path.Base(to.Name), from.n)
	return nil
}

// Copy stages a copy of the regular file at from, with its mode and times, under
// the name of to. It replaces a file of that name.
func (tx *Tx) Copy(from, to *Target) error {
	from.must(ToRead)
	to.must(ToCreate, ToOverwrite)
	if err := tx.room(to, from.Size, to.n); err != nil {
		return err
	}
	c := &node{
		kind: Regular, mode: from.n.mode, diskPath: from.n.diskPath, copied: from.n.diskPath != "", info: from.n.info,
		data: from.n.data, written: from.n.written, known: from.n.known,
	}
	if err := tx.permitPut(to, c); err != nil {
		return err
	}
	replaced := to.n
	if err := tx.put(to, c); err != nil {
		return err
	}
	tx.count(replaced, 0)
	tx.count(c, from.Size)
	return nil
}

// must panics if a target is used for something that it was not checked for.
func (t *Target) must(allowed ...Intent) {
	if !slices.Contains(allowed, t.intent) {
		panic(fmt.Sprintf("workspace: target %q was checked for intent %d, used for %v", t.Name, t.intent, allowed))
	}
}

// MissingParents lists the directories above t that do not exist, the topmost first.
func (tx *Tx) MissingParents(t *Target) ([]string, error) {
	dirs, err := tx.way(path.Dir(t.Name))
	if err != nil {
		return nil, err
	}
	missing := above(t.Name)[len(dirs)-1:]
	if len(missing) == 0 {
		return nil, nil
	}
	_, n, err := tx.at(missing[0])
	if err != nil {
		return nil, err
	}
	if n != nil {
		return nil, &Error{Reason: NotDirectory, Path: t.Written, Msg: "Not a directory: " + missing[0]}
	}
	return missing, nil
}

// parents returns the directory that holds t, and makes it if it is missing.
func (tx *Tx) parents(t *Target) (*node, error) {
	missing, err := tx.MissingParents(t)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 && !tx.w.opt.CreateParents && t.intent != ToMakeDir {
		return nil, &Error{Reason: NoParent, Path: t.Written, Msg: "Parent directory does not exist: " + path.Dir(t.Written) + "/"}
	}
	dirs, err := tx.way(path.Dir(t.Name))
	if err != nil {
		return nil, err
	}
	d := dirs[len(dirs)-1]
	for _, name := range missing {
		made := &node{kind: Directory, mode: 0o755}
		tx.set(d, path.Base(name), made)
		d = made
	}
	return d, nil
}

// detach takes the entry at a resolved name out of the tree.
func (tx *Tx) detach(name string) error {
	dirs, err := tx.way(path.Dir(name))
	if err != nil {
		return err
	}
	tx.set(dirs[len(dirs)-1], path.Base(name), nil)
	return nil
}

// Same reports whether two targets are one entry under two spellings, as they can
// be where the file system folds case.
func (t *Target) Same(o *Target) bool { return t.n == o.n && t.Kind != Absent }
