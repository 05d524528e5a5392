//go:build linux || darwin

package workspace

import (
	"errors"
	"path/filepath"

	"golang.org/x/sys/unix"
)

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
