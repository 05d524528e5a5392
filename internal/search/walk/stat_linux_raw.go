//go:build linux && !portable && (amd64 || arm64)

package walk

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fstatat is the raw call: statx(2) tells the same and takes a fifth longer.
func fstatat(dir int, name []byte, st *unix.Stat_t, flags int) error {
	for {
		_, _, errno := syscall.RawSyscall6(sysFstatat, uintptr(dir), uintptr(unsafe.Pointer(unsafe.SliceData(name))), uintptr(unsafe.Pointer(st)), uintptr(flags), 0, 0)
		switch errno {
		case 0:
			return nil
		case syscall.EINTR:
		default:
			return errno
		}
	}
}
