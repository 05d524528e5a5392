//go:build !linux

package workspace

import "os"

// reserve does nothing: no system but Linux needs it.
func reserve(*os.File, int64) {}
