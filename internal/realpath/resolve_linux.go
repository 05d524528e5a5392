package realpath

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxCall is how many bytes of a path the kernel takes at once.
const maxCall = 4095

// Resolve is filepath.EvalSymlinks for an absolute, clean path of any length. EvalSymlinks looks
// up every directory by its whole path. Here the kernel checks in one call that none is a link.
func Resolve(path string) (string, error) {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	at := unix.AT_FDCWD
	for rest := path; rest != ""; {
		part := rest
		if len(part) > maxCall {
			part = part[:strings.LastIndexByte(part[:maxCall], '/')+1]
		}
		rest = rest[len(part):]
		fd, err := unix.Openat2(at, part, &how)
		if at != unix.AT_FDCWD {
			_ = unix.Close(at) // nothing was written
		}
		if err != nil { // also of a kernel that does not know the call
			return filepath.EvalSymlinks(path)
		}
		at = fd
	}
	return path, unix.Close(at)
}
