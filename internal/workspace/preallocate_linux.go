package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// preallocate allocates size bytes for a file. Otherwise ext4 writes a file out when it is
// renamed over another one (auto_da_alloc), which takes a millisecond for each file. If it
// fails, the write that follows says why.
func preallocate(f *os.File, size int64) {
	if size > 0 {
		_ = unix.Fallocate(int(f.Fd()), 0, 0, size)
	}
}
