package ignore

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// withoutLinks is filepath.EvalSymlinks for an absolute, clean path. That asks for every
// directory on the way by its whole path; the kernel says in one call that none is a link.
func withoutLinks(path string) (string, error) {
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	if err != nil { // also of a kernel that does not know the call
		return filepath.EvalSymlinks(path)
	}
	return path, unix.Close(fd)
}
