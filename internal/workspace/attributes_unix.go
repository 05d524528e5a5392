//go:build linux || darwin

package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// extended are the extended attributes of a file, access control lists among them.
// It skips those that may not be read, as cp does.
func extended(f *os.File) map[string][]byte {
	size, err := unix.Flistxattr(int(f.Fd()), nil)
	if err != nil || size == 0 {
		return nil // a file system without them
	}
	list := make([]byte, size)
	if size, err = unix.Flistxattr(int(f.Fd()), list); err != nil {
		return nil // they changed meanwhile; the file itself is checked later
	}
	attributes := map[string][]byte{}
	for name := range strings.SplitSeq(strings.TrimRight(string(list[:size]), "\x00"), "\x00") {
		size, err := unix.Fgetxattr(int(f.Fd()), name, nil)
		if err != nil {
			continue
		}
		value := make([]byte, size)
		if size, err = unix.Fgetxattr(int(f.Fd()), name, value); err != nil {
			continue
		}
		attributes[name] = value[:size]
	}
	return attributes
}

// setExtended gives a file extended attributes, as far as they may be set.
func setExtended(f *os.File, attributes map[string][]byte) error {
	for _, name := range sortedKeys(attributes) {
		err := unix.Fsetxattr(int(f.Fd()), name, attributes[name], 0)
		if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EIO) {
			return err
		}
	}
	return nil
}

// access asks whether the program may change names in a directory. It changes
// nothing, so a directory swapped meanwhile makes the answer wrong, not dangerous. Of a
// path that is too long for one call it knows nothing: the commit finds out.
func (w *Workspace) access(dir string) error {
	err := unix.Faccessat(unix.AT_FDCWD, filepath.Join(w.real, filepath.FromSlash(dir)), unix.W_OK|unix.X_OK, unix.AT_EACCESS)
	if errors.Is(err, unix.ENAMETOOLONG) {
		return nil
	}
	return err
}
