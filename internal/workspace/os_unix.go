//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// nonblock keeps the opening of a FIFO from waiting for its other end. For other files it saves the
// four calls of the system by which os finds out that they cannot be waited for.
const nonblock = syscall.O_NONBLOCK

// reserved reports whether the system takes a part of the path for a device.
func reserved(string) bool { return false }

// longName reports whether a name has more bytes than Unix file systems take (NAME_MAX).
func longName(name string) bool { return len(name) > 255 }

// links is how many names a file has.
func links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}

// running reports whether there is a process of that number.
func running(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// inode is the number by which a file system knows an entry, whatever its name.
func inode(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino) //nolint:unconvert // another type on other systems
	}
	return 0
}

// onOtherDevice reports whether two names are on different devices. One that cannot be
// looked at is on none.
func onOtherDevice(path, parent string) bool {
	a, errA := os.Lstat(path)
	b, errB := os.Lstat(parent)
	if errA != nil || errB != nil {
		return false
	}
	x, okX := a.Sys().(*syscall.Stat_t)
	y, okY := b.Sys().(*syscall.Stat_t)
	return okX && okY && x.Dev != y.Dev
}

// owner is who a file belongs to.
func owner(info fs.FileInfo) (uid, gid int, known bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(st.Uid), int(st.Gid), true
}

// chown gives f an owner, if one is known. Only a privileged user may change the user of a
// file; other users may still change its group. If that is refused too, the file keeps its
// owner.
func chown(f *os.File, uid, gid int, known bool) error {
	own, err := f.Stat()
	if err != nil || !known {
		return err
	}
	if u, g, ok := owner(own); !ok || u == uid && g == gid {
		return nil
	}
	for _, u := range []int{uid, -1} {
		err = f.Chown(u, gid)
		if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EINVAL) {
			return err
		}
	}
	return nil
}

// syncDir makes the names in a directory durable. Some file systems have no such
// call for directories and say EINVAL.
func (w *Workspace) syncDir(name string) error {
	dir, err := w.root.OpenDir(name)
	if err != nil {
		return err
	}
	return errors.Join(syncNames(dir), dir.Close())
}

// syncDirectory does the same for a directory outside the root.
func syncDirectory(path string) error {
	dir, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return err
	}
	return errors.Join(syncNames(dir), dir.Close())
}

func syncNames(dir *os.File) error {
	err := dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
