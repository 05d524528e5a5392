package workspace

import (
	"os"
	"path/filepath"
)

// Dir is the root of the transaction, absolute, with links resolved.
func (tx *Tx) Dir() string { return tx.w.real }

// Hidden lists the absolute paths that no search may see: the program's own state, if it
// lies in the root.
func (tx *Tx) Hidden() (paths []string) {
	for _, name := range tx.w.rules.hidden {
		paths = append(paths, filepath.Join(tx.w.real, filepath.FromSlash(name)))
	}
	return paths
}

// OnDisk opens the file or directory that stands at a name on disk, whatever the
// transaction does to it. It follows links, but never out of the root.
func (tx *Tx) OnDisk(name string) (*os.File, error) {
	return tx.w.root.beneath(name)
}
