//go:build linux && !portable && (amd64 || arm64)

package walk

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fstatat makes the call without a copy of the name. That of statx(2) tells the same
// and takes a fifth longer.
func fstatat(dir handle, name []byte, st *unix.Stat_t, flags int) error {
	p := unsafe.Pointer(unsafe.SliceData(name))
	for {
		var errno syscall.Errno
		if dir.slow {
			_, _, errno = syscall.Syscall6(sysFstatat, uintptr(dir.fd), uintptr(p), uintptr(unsafe.Pointer(st)), uintptr(flags), 0, 0)
		} else {
			_, _, errno = syscall.RawSyscall6(sysFstatat, uintptr(dir.fd), uintptr(p), uintptr(unsafe.Pointer(st)), uintptr(flags), 0, 0)
		}
		switch errno {
		case 0:
			return nil
		case syscall.EINTR:
		default:
			return errno
		}
	}
}
