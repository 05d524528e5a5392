//go:build !linux

package realpath

import "path/filepath"

// Resolve is filepath.EvalSymlinks for an absolute, clean path.
func Resolve(path string) (string, error) { return filepath.EvalSymlinks(path) }
