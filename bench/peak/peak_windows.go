// Package peak tells how much memory a process had.
package peak

import "os"

// Of is not known: a finished process does not tell.
func Of(*os.ProcessState) int64 { return 0 }
