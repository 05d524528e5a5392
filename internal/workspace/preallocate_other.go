//go:build !linux

package workspace

import "os"

// preallocate does nothing: no system but Linux needs it.
func preallocate(*os.File, int64) {}
