//go:build unix

package workspace

import (
	"os"
	"syscall"
)

// onOtherDevice reports whether two names are on different devices. One that cannot be
// looked at is on none.
func onOtherDevice(path, parent string) bool {
	a, errA := os.Lstat(path)
	b, errB := os.Lstat(parent)
	if errA != nil || errB != nil {
		return false
	}
	x, okX := a.Sys().(*syscall.Stat_t)
	y, okY := b.Sys().(*syscall.Stat_t)
	return okX && okY && x.Dev != y.Dev
}
