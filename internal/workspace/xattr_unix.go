//go:build linux || darwin

package workspace

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// copyExtended gives to the extended attributes of from, access control lists
// among them. What may not be read or set is left out, as cp does.
func copyExtended(to, from *os.File) error {
	size, err := unix.Flistxattr(int(from.Fd()), nil)
	if err != nil || size == 0 {
		return nil // a file system without them
	}
	list := make([]byte, size)
	if size, err = unix.Flistxattr(int(from.Fd()), list); err != nil {
		return nil // they changed meanwhile; the file itself is checked later
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(list[:size]), "\x00"), "\x00") {
		if err := copyAttribute(to, from, name); err != nil {
			return err
		}
	}
	return nil
}

func copyAttribute(to, from *os.File, name string) error {
	size, err := unix.Fgetxattr(int(from.Fd()), name, nil)
	if err != nil {
		return nil //nolint:nilerr // not for us to read
	}
	value := make([]byte, size)
	if size > 0 {
		if size, err = unix.Fgetxattr(int(from.Fd()), name, value); err != nil {
			return nil //nolint:nilerr // not for us to read
		}
	}
	err = unix.Fsetxattr(int(to.Fd()), name, value[:size], 0)
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EIO) {
		return err
	}
	return nil // not for us to set
}
