//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// resolution is far above that of the kernel, so that short work does not decide a test.
const resolution = time.Millisecond

// used returns the processor time that this process has used.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument fails
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
