//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// nonblock keeps the opening of a FIFO from waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// reserved reports whether the system takes a part of the path for a device.
func reserved(string) bool { return false }

// links is how many names a file has.
func links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}

func sameOwner(a, b fs.FileInfo) bool {
	x, okX := a.Sys().(*syscall.Stat_t)
	y, okY := b.Sys().(*syscall.Stat_t)
	return !okX || !okY || x.Uid == y.Uid && x.Gid == y.Gid
}

// chown gives f the owner that info has. Only a privileged user may give a file
// away; to others its group may be all they can keep. Where that is refused too
// the file stays the user's own.
func chown(f *os.File, info fs.FileInfo) error {
	own, err := f.Stat()
	if err != nil || sameOwner(own, info) {
		return err
	}
	st := info.Sys().(*syscall.Stat_t) // sameOwner has looked
	for _, uid := range []int{int(st.Uid), -1} {
		err = f.Chown(uid, int(st.Gid))
		if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EINVAL) {
			return err
		}
	}
	return nil
}

// syncDir makes the names in a directory durable. Some file systems have no such
// call for directories and say EINVAL.
func (w *Workspace) syncDir(name string) error {
	dir, err := w.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, dir.Close())
}
