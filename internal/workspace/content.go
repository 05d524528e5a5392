package workspace

import (
	"io"
	"io/fs"
	"os"
	"time"

	"fileops/internal/workspace/journal"
)

// prepare makes the file that a node will be, complete and synced, under its
// temporary name.
func (w *Workspace) prepare(c *content) (err error) {
	switch {
	case c.n.kind == Link:
		err = w.root.Symlink(c.n.link, c.temp)
		c.made = err == nil
	case c.n.backup && c.n.restoreAs == nil && w.linkBackup(c):
		c.made = true
	default:
		err = w.write(c)
	}
	return err
}

// linkBackup gives the old content a second name instead of copying it: the file
// itself gets a new entry in this commit, so the old one stays as it was, with its
// attributes. Not for a file with more names: whoever writes to one of those
// would write to the backup.
func (w *Workspace) linkBackup(c *content) bool {
	return links(c.n.info) == 1 && w.root.Link(c.n.base, c.temp) == nil
}

// write makes a file from the staged content or, for a copy, from its source, with
// the attributes of what it takes the place of.
func (w *Workspace) write(c *content) error {
	perm := fs.FileMode(0o600) // nobody else reads it before it has its own mode
	if c.n.base == "" && c.n.restoreAs == nil {
		perm = c.n.mode
	}
	f, err := w.root.OpenFile(c.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL|nonblock, perm) // saves calls that make it so
	if err != nil {
		return err
	}
	c.made = true
	err = w.fill(f, c)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil || c.n.written {
		return err
	}
	// Last: some file systems set the time when a file that was written is closed.
	return w.root.Chtimes(c.temp, time.Time{}, c.n.info.ModTime())
}

// fill gives f its content and attributes, and syncs it.
func (w *Workspace) fill(f *os.File, c *content) error {
	reserve(f, c.n.size())
	var err error
	if c.n.saved != nil {
		err = journalError(c.n.saved.CopyTo(f))
	} else if c.n.written {
		_, err = f.Write(c.n.data)
	}
	if err == nil && c.n.restoreAs != nil {
		err = restore(f, c.n.restoreAs)
	} else if err == nil && c.n.base != "" {
		err = w.inherit(f, c)
	}
	if err != nil || w.opt.Fast {
		return err
	}
	// Sync before the rename: without it some file systems may keep the rename and
	// lose the bytes, which leaves an empty file where the user's file was.
	return f.Sync()
}

// inherit gives f the attributes of the file at the node's base and, for a copy
// that was not written to, its content.
func (w *Workspace) inherit(f *os.File, c *content) error {
	if c.n.own() { // it was kept, and its attributes with it
		return w.assume(f, c, c.n.info, c.n.extended)
	}
	src, info, err := w.open(c.n.base)
	if err != nil {
		return err
	}
	defer src.Close() //nolint:errcheck // read only
	if !c.n.written {
		if !os.SameFile(info, c.n.info) {
			return stale(c.n.base, nil)
		}
		if _, err := io.Copy(f, src); err != nil {
			return err
		}
	}
	return w.assume(f, c, info, extended(src))
}

// assume gives f the attributes of another file.
func (w *Workspace) assume(f *os.File, c *content, info fs.FileInfo, attributes map[string][]byte) error {
	if c.n.own() || c.n.backup {
		uid, gid, known := owner(info)
		if err := chown(f, uid, gid, known); err != nil {
			return err
		}
	}
	if err := setExtended(f, attributes); err != nil {
		return err
	}
	// The mode comes after the owner, whose change clears setuid.
	return f.Chmod(modeFor(f, info, c.n.mode))
}

// modeFor is the mode for f, which was made after the file that info describes. A
// program that ran as its owner must not run as somebody else by being copied.
func modeFor(f *os.File, info fs.FileInfo, mode fs.FileMode) fs.FileMode {
	if own, err := f.Stat(); err != nil || !sameOwner(own, info) {
		mode &^= fs.ModeSetuid | fs.ModeSetgid
	}
	return mode
}

// restore gives a file the attributes that it had before it was removed.
func restore(f *os.File, c *journal.State) error {
	if err := chown(f, c.User, c.Group, c.Owned); err != nil {
		return err
	}
	if err := setExtended(f, c.Extended); err != nil {
		return err
	}
	mode := c.Mode
	if now, err := f.Stat(); err == nil {
		if uid, gid, known := owner(now); known && (uid != c.User || gid != c.Group) {
			mode &^= fs.ModeSetuid | fs.ModeSetgid
		}
	}
	return f.Chmod(mode)
}
