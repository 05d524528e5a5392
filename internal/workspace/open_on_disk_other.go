//go:build !linux

package workspace

import "os"

// beneath opens what stands at a name of the disk.
func (t *tree) beneath(name string) (*os.File, error) {
	return t.top.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
}
