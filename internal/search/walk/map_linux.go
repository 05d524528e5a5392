//go:build linux && !portable

package walk

import "golang.org/x/sys/unix"

// Map gives n bytes from an offset on, which is a multiple of 4096, without copying
// them. They must lie within the file: to touch what is cut off later is a fault.
func (f OpenFile) Map(off int64, n int) ([]byte, error) {
	return unix.Mmap(f.h.fd, off, n, unix.PROT_READ, unix.MAP_SHARED)
}

// Unmap gives back what Map gave.
func Unmap(b []byte) { _ = unix.Munmap(b) } // it fails only for what Map did not give
