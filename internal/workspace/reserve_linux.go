package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// reserve takes the room for size bytes at once. ext4 would otherwise begin to write
// a file out as soon as it is renamed over another one (auto_da_alloc), one after the
// other: a millisecond for each. Where it cannot be done, writing will say why.
func reserve(f *os.File, size int64) {
	if size > 0 {
		_ = unix.Fallocate(int(f.Fd()), 0, 0, size)
	}
}
