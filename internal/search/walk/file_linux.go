//go:build linux && !portable

package walk

import (
	"errors"
	"io"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// OpenFile is an open file. It has no deadlines and no finalizer, so it costs no more than the
// system calls.
type OpenFile struct{ h handle }

// Open opens the entry for reading. It fails if a link has replaced a file.
func (e *Entry) Open() (OpenFile, error) {
	var h handle
	var err error
	if r := e.dir.root; e.whole && r.within != nil {
		h, err = r.open("")
	} else {
		h, err = e.dir.handle.open(e.name, openFlags(e.followed && r.within == nil))
	}
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: e.Path(), Err: err}
	}
	return OpenFile{h}, nil
}

// openFlags gives the flags to open a file. If it was found in a listing and is not followed,
// a link or a pipe may have replaced it since: neither is opened or waited for.
func openFlags(followed bool) int {
	flags := syscall.O_RDONLY | syscall.O_CLOEXEC | syscall.O_NOCTTY
	if !followed {
		flags |= syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	}
	return flags
}

// Read reads up to len(p) bytes; at the end of the file it returns io.EOF.
func (f OpenFile) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := f.h.call(unix.SYS_READ, p, nil, uintptr(len(p)))
	if n == 0 {
		return 0, io.EOF
	}
	return max(0, n), err
}

// ReadAt reads at an offset; less than len(p) bytes come with an error.
func (f OpenFile) ReadAt(p []byte, off int64) (int, error) {
	for done := 0; ; {
		n, err := unix.Pread(f.h.fd, p[done:], off+int64(done))
		done += max(0, n)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return done, err
		case done == len(p):
			return done, nil
		case n == 0:
			return done, io.EOF
		}
	}
}

// Info gives the size, kind and time of the open file.
func (f OpenFile) Info() (Info, error) {
	info, _, err := f.h.stat(terminated(""), false)
	return info, err
}

// Close closes the file.
func (f OpenFile) Close() error {
	f.h.close()
	return nil
}

// Map maps n bytes from an offset on, which is a multiple of 4096. They must lie within the
// file. Reading them after the file was cut is a fault.
func (f OpenFile) Map(off int64, n int) ([]byte, error) {
	return unix.Mmap(f.h.fd, off, n, unix.PROT_READ, unix.MAP_SHARED)
}

// Unmap frees the result of Map.
func Unmap(b []byte) { _ = unix.Munmap(b) } // it fails only for what Map did not give
