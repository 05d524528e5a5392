package workspace

import (
	"io"
	"io/fs"
	"os"

	"fileops/internal/workspace/journal"
)

// inherit gives f the attributes of the file at the node's base and, for a copy
// that was not written to, its content.
func (w *Workspace) inherit(f *os.File, c *content) error {
	if c.n.own() { // it was read when its content was saved
		return giveAttributes(f, c, c.n.info, c.n.extended)
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
	return giveAttributes(f, c, info, extended(src))
}

// giveAttributes gives f the attributes of another file: extended ones and mode, and if f
// replaces that file, or is its backup, the owner. The time is set when f is closed.
func giveAttributes(f *os.File, c *content, info fs.FileInfo, attributes map[string][]byte) error {
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

// modeFor is the mode for f, which gets its attributes from the file of info. If their owners
// differ, f gets no setuid and setgid: a program must not run as somebody else because it
// was copied.
func modeFor(f *os.File, info fs.FileInfo, mode fs.FileMode) fs.FileMode {
	if own, err := f.Stat(); err != nil || !sameOwner(own, info) {
		mode &^= fs.ModeSetuid | fs.ModeSetgid
	}
	return mode
}

// restoreAttributes gives a file the attributes that it had before it was removed.
func restoreAttributes(f *os.File, c *journal.State) error {
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
