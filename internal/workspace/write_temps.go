package workspace

import (
	"io/fs"
	"os"
	"time"
)

// writeTemp makes the file of a node, complete, under its temporary name. It syncs what it
// writes, unless Options.Fast is set.
func (w *Workspace) writeTemp(c *tempFile) (err error) {
	switch {
	case c.n.kind == Link:
		err = w.root.Symlink(c.n.link, c.name)
		c.created = err == nil
	case c.n.backup && c.n.restoreAs == nil && w.linkBackup(c):
		c.created = true
	default:
		err = w.writeFile(c)
	}
	return err
}

// linkBackup makes a backup by giving the old file a second name, and reports whether it
// could. That keeps all attributes and copies nothing: the commit replaces the file by a
// new one and does not write to it. A file that has other names is copied instead, since
// a write to one of those would change the backup.
func (w *Workspace) linkBackup(c *tempFile) bool {
	return links(c.n.info) == 1 && w.root.Link(c.n.diskPath, c.name) == nil
}

// writeFile makes a file from the staged content or, for a copy, from its source. It gets the
// attributes of the file that it replaces. A copy gets those of its source, without the owner
// unless it is a backup (see giveAttributes). A file that an undo makes again gets those of restoreAs.
func (w *Workspace) writeFile(c *tempFile) error {
	perm := fs.FileMode(0o600) // nobody else reads it before it has its own mode
	if c.n.diskPath == "" && c.n.restoreAs == nil {
		perm = c.n.mode
	}
	f, err := w.root.OpenFile(c.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|nonblock, perm)
	if err != nil {
		return err
	}
	c.created = true
	err = w.fill(f, c)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil || c.n.written {
		return err
	}
	// Last: some file systems set the time when a file that was written is closed.
	return w.root.Chtimes(c.name, time.Time{}, c.n.info.ModTime())
}

// fill gives f its content and attributes, and syncs it.
func (w *Workspace) fill(f *os.File, c *tempFile) error {
	preallocate(f, c.n.size())
	var err error
	if c.n.saved != nil {
		err = journalError(c.n.saved.CopyTo(f))
	} else if c.n.written {
		_, err = f.Write(c.n.data)
	}
	if err == nil && c.n.restoreAs != nil {
		err = restoreAttributes(f, c.n.restoreAs)
	} else if err == nil && c.n.diskPath != "" {
		err = w.inherit(f, c)
	}
	if err != nil || w.opt.Fast {
		return err
	}
	// Sync before the rename: without it some file systems may keep the rename and
	// lose the bytes, which leaves an empty file where the user's file was.
	return f.Sync()
}
