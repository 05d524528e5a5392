package workspace

import (
	"io"
	"io/fs"
	"os"

	"fileops/internal/workspace/journal"
)

// inherit gives f the attributes of the file at the node's diskPath. If the node is a copy
// that was not written to, f also gets its content.
func (w *Workspace) inherit(f *os.File, c *tempFile) error {
	if c.n.onDisk() && c.n.sum != nil { // it was read for the journal
		return giveAttributes(f, c, c.n.info, c.n.extended)
	}
	src, info, err := w.open(c.n.diskPath)
	if err != nil {
		return err
	}
	defer src.Close() //nolint:errcheck // read only
	if !c.n.written {
		if !os.SameFile(info, c.n.info) {
			return stale(c.n.diskPath, nil)
		}
		if _, err := io.Copy(f, src); err != nil {
			return err
		}
	}
	return giveAttributes(f, c, info, extended(src))
}

// giveAttributes gives f the attributes of another file: extended ones and mode, and if f
// replaces that file, or is its backup, the owner. The time is set when f is closed.
func giveAttributes(f *os.File, c *tempFile, info fs.FileInfo, attributes map[string][]byte) error {
	s := &journal.State{Mode: c.n.mode, Extended: attributes}
	s.User, s.Group, s.Owned = owner(info)
	if c.n.onDisk() || c.n.backup {
		return restoreAttributes(f, s)
	}
	return setExtendedAndMode(f, s)
}

// restoreAttributes gives a file the owner, the extended attributes and the mode of a state.
func restoreAttributes(f *os.File, s *journal.State) error {
	if err := chown(f, s.User, s.Group, s.Owned); err != nil {
		return err
	}
	// The mode comes after the owner, whose change clears setuid.
	return setExtendedAndMode(f, s)
}

// setExtendedAndMode leaves out setuid and setgid if f has another owner than the state. A
// copied program must not run as somebody else.
func setExtendedAndMode(f *os.File, s *journal.State) error {
	if err := setExtended(f, s.Extended); err != nil {
		return err
	}
	now, err := f.Stat()
	if err != nil {
		return err
	}
	mode := s.Mode
	if uid, gid, known := owner(now); known && s.Owned && (uid != s.User || gid != s.Group) {
		mode &^= fs.ModeSetuid | fs.ModeSetgid
	}
	return f.Chmod(mode)
}
