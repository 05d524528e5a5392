//go:build linux && !portable

package walk

import (
	"errors"
	"io"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// OpenFile is an open file. It has no deadlines and no finalizer, and so costs no more
// than the calls.
type OpenFile struct{ h handle }

// Open opens the entry for reading. What is a link by now, and was none, is not opened.
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

// openFlags are those for a file. One that was found, and not led to by a link or named,
// may have become a link that leads elsewhere, or a pipe that nobody writes to.
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

// Info asks the system about the open file.
func (f OpenFile) Info() (Info, error) {
	info, _, err := f.h.stat(terminated(""), false)
	return info, err
}

// Close closes the file.
func (f OpenFile) Close() error {
	f.h.close()
	return nil
}

// Map gives n bytes from an offset on, which is a multiple of 4096, without copying
// them. They must lie within the file: to touch what is cut off later is a fault.
func (f OpenFile) Map(off int64, n int) ([]byte, error) {
	return unix.Mmap(f.h.fd, off, n, unix.PROT_READ, unix.MAP_SHARED)
}

// Unmap gives back what Map gave.
func Unmap(b []byte) { _ = unix.Munmap(b) } // it fails only for what Map did not give
