//go:build !linux && !darwin

package workspace

// access knows nothing here: the commit finds out.
func (w *Workspace) access(string) error { return nil }
