//go:build linux || darwin

package workspace

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// access asks whether the program may change names in a directory. It changes
// nothing, so a directory swapped meanwhile makes the answer wrong, not dangerous.
func (w *Workspace) access(base string) error {
	return unix.Faccessat(unix.AT_FDCWD, filepath.Join(w.real, filepath.FromSlash(base)), unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}
