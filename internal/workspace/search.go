package workspace

import "slices"

// Dir is the root of the transaction, absolute, with links resolved.
func (tx *Tx) Dir() string { return tx.w.real }

// Hidden names what no operation may see, relative to the root: the program's own state,
// where that lies inside of it.
func (tx *Tx) Hidden() []string { return slices.Clone(tx.w.rules.hidden) }
