//go:build linux && !portable

package walk

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
	"unsafe"

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
	for {
		var n uintptr
		var errno syscall.Errno
		if f.h.slow {
			n, _, errno = syscall.Syscall(syscall.SYS_READ, uintptr(f.h.fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
		} else {
			n, _, errno = syscall.RawSyscall(syscall.SYS_READ, uintptr(f.h.fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
		}
		switch {
		case errno == syscall.EINTR:
		case errno != 0:
			return 0, errno
		case n == 0:
			return 0, io.EOF
		default:
			return int(n), nil
		}
	}
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
