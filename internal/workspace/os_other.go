//go:build !linux

package workspace

import "os"

// reach opens a directory through the one above it.
func (t *tree) reach(dir string) (*os.Root, error) { return t.descend(dir) }

// beneath opens what stands at a name of the disk.
func (t *tree) beneath(name string) (*os.File, error) {
	return t.top.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
}

// preallocate does nothing: no system but Linux needs it.
func preallocate(*os.File, int64) {}
