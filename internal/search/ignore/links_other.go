//go:build !linux

package ignore

import "path/filepath"

// withoutLinks is an absolute path without links.
func withoutLinks(path string) (string, error) { return filepath.EvalSymlinks(path) }
