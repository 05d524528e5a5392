package workspace

import (
	"os"
	"slices"
)

// Dir is the root of the transaction, absolute, with links resolved.
func (tx *Tx) Dir() string { return tx.w.real }

// Hidden names what no operation may see, relative to the root: the program's own state,
// where that lies inside of it.
func (tx *Tx) Hidden() []string { return slices.Clone(tx.w.rules.hidden) }

// OnDisk opens the file or directory that stands at a name on disk, whatever the
// transaction makes of it. Links are followed, but never out of the root.
func (tx *Tx) OnDisk(name string) (*os.File, error) {
	return tx.w.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
}
