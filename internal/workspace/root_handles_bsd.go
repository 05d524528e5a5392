//go:build unix && !linux

package workspace

import "os"

// reach opens a directory through the one above it.
func (t *tree) reach(dir string) (*os.Root, error) { return t.descend(dir) }
