//go:build unix

// Package peak tells how much memory a process had.
package peak

import (
	"os"
	"runtime"
	"syscall"
)

// Of is the most memory that a process had, or one of its children, in bytes.
func Of(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	n := int64(u.Maxrss)                                   //nolint:unconvert // it has 32 bits on some systems
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" { // in bytes, elsewhere in KiB
		return n
	}
	return n << 10
}
