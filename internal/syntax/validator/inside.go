package validator

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxHops bounds how many links are followed from a program, as systems do.
const maxHops = 40

// inRoot reports whether a path is in the root, or passes through it by links. A link in the
// root counts because the tree decides where it leads.
func (s *Set) inRoot(name string) bool {
	if s.root == "" {
		return false
	}
	root, err := filepath.EvalSymlinks(s.root)
	if err != nil {
		root = s.root
	}
	for range maxHops {
		name, err = filepath.Abs(name)
		if err != nil || contains(s.root, name) {
			return true
		}
		dir, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err != nil {
			return !errors.Is(err, fs.ErrNotExist)
		}
		name = filepath.Join(dir, filepath.Base(name))
		if contains(root, name) {
			return true
		}
		to, err := os.Readlink(name)
		if err != nil {
			return false
		}
		if name = to; !filepath.IsAbs(to) {
			name = filepath.Join(dir, to)
		}
	}
	return true
}

// contains reports whether name is dir or below it.
func contains(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
