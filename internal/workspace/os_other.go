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

// endsWithBoot is not known here, so the state of a root counts as that of one on a disk.
func endsWithBoot(string) bool { return false }

func bootID() string { return "" }
