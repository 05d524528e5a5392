//go:build linux && !portable && (amd64 || arm64)

package walk

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// fstatat makes the call without a copy of the name. That of statx(2) tells the same
// and takes a fifth longer.
func fstatat(dir handle, name []byte, st *unix.Stat_t, flags int) error {
	_, err := dir.call(sysFstatat, name, unsafe.Pointer(st), uintptr(flags))
	return err
}
