//go:build linux && !portable

package walk

import (
	"bytes"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"unsafe"

	"fileops/internal/search/ignore"

	"golang.org/x/sys/unix"
)

// handle is an open directory.
type handle int

// noDir stands for the current directory.
const noDir handle = unix.AT_FDCWD

// maxPath is how long a path may be that is given to the system in one piece.
const maxPath = 4000

// openDir opens a directory whose path may be longer than the system takes.
func openDir(path string, linked bool) (handle, error) {
	flags := syscall.O_RDONLY | syscall.O_DIRECTORY | syscall.O_CLOEXEC
	if !linked {
		flags |= syscall.O_NOFOLLOW
	}
	at := noDir
	for len(path) > maxPath {
		cut := strings.LastIndexByte(path[:maxPath], '/')
		if cut <= 0 {
			break
		}
		next, err := at.open(terminated(path[:cut]), unix.O_PATH|syscall.O_DIRECTORY|syscall.O_CLOEXEC)
		at.close()
		if err != nil {
			return 0, err
		}
		at, path = next, path[cut+1:]
	}
	h, err := at.open(terminated(path), flags)
	at.close()
	return h, err
}

// terminated is a name as the system takes it: a NUL follows.
func terminated(name string) []byte {
	b := make([]byte, len(name)+1)
	copy(b, name)
	return b[:len(name)]
}

// open opens a terminated name. What is raw about the call is that the scheduler does
// not hear of it: that saves a tenth of the time of a walk, and a call that is slow
// for once holds up one processor.
func (h handle) open(name []byte, flags int) (handle, error) {
	for {
		fd, _, errno := syscall.RawSyscall6(syscall.SYS_OPENAT, uintptr(h), uintptr(unsafe.Pointer(unsafe.SliceData(name))), uintptr(flags|unix.O_LARGEFILE), 0, 0, 0)
		if errno == 0 {
			return handle(fd), nil
		}
		if errno != syscall.EINTR {
			return 0, errno
		}
	}
}

func (h handle) close() {
	if h >= 0 {
		_, _, _ = syscall.RawSyscall(syscall.SYS_CLOSE, uintptr(h), 0, 0)
	}
}

// has says whether a directory has an entry.
func (h handle) has(name string) bool {
	_, _, err := h.stat(terminated(name), false)
	return err == nil
}

// identity tells directories apart.
type identity struct{ device, inode uint64 }

func (i identity) same(j identity) bool { return i == j }

func (h handle) identity() (identity, error) {
	_, id, err := h.stat(terminated(""), false)
	return id, err
}

// stat asks about a terminated name, "" for what is open itself.
func (h handle) stat(name []byte, follow bool) (Info, identity, error) {
	flags := unix.AT_SYMLINK_NOFOLLOW | unix.AT_NO_AUTOMOUNT
	if follow {
		flags = unix.AT_NO_AUTOMOUNT
	}
	if len(name) == 0 {
		flags |= unix.AT_EMPTY_PATH
	}
	var st unix.Statx_t
	const mask = unix.STATX_TYPE | unix.STATX_SIZE | unix.STATX_MTIME | unix.STATX_INO
	for {
		_, _, errno := syscall.RawSyscall6(unix.SYS_STATX, uintptr(h), uintptr(unsafe.Pointer(unsafe.SliceData(name))), uintptr(flags), mask, uintptr(unsafe.Pointer(&st)), 0)
		switch errno {
		case 0:
			info := Info{Kind: kindOfMode(uint32(st.Mode)), Size: int64(st.Size), ModTime: st.Mtime.Sec*1e9 + int64(st.Mtime.Nsec)}
			return info, identity{uint64(st.Dev_major)<<32 | uint64(st.Dev_minor), st.Ino}, nil
		case syscall.EINTR:
		case syscall.ENOSYS, syscall.EPERM: // an old system, or a sandbox that does not know the call
			return h.oldStat(name, flags)
		default:
			return Info{}, identity{}, errno
		}
	}
}

func (h handle) oldStat(name []byte, flags int) (Info, identity, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(int(h), string(name), &st, flags); err != nil {
		return Info{}, identity{}, err
	}
	info := Info{Kind: kindOfMode(st.Mode), Size: st.Size, ModTime: st.Mtim.Nano()}
	return info, identity{st.Dev, st.Ino}, nil
}

func kindOfMode(mode uint32) Kind {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return File
	case unix.S_IFDIR:
		return Dir
	case unix.S_IFLNK:
		return Link
	}
	return Other
}

// statPath asks about a root, through links.
func statPath(path string) (Info, error) {
	info, _, err := noDir.stat(terminated(path), true)
	return info, err
}

// Info asks the system about the entry.
func (e *Entry) Info() (Info, error) {
	info, _, err := e.dir.handle.stat(e.name, e.followed)
	if err != nil {
		return info, &fs.PathError{Op: "stat", Path: e.Path(), Err: err}
	}
	return info, nil
}

// listing is entries of a directory as getdents64(2) returns them.
type listing struct {
	buf  []byte
	end  int // of what was read
	at   int // the next entry
	name []byte
	kind Kind
}

const (
	listingSize = 64 << 10
	// One call more is made as long as this much is free: enough for any entry.
	listingRest = 4 << 10
	entryType   = 18 // offsets in an entry
	entryName   = 19
)

// read reads all entries, or as many as there is room for: then there may be more.
func (l *listing) read(h handle) (more bool, err error) {
	if l.buf == nil {
		l.buf = make([]byte, listingSize)
	}
	l.at, l.end = 0, 0
	for len(l.buf)-l.end >= listingRest {
		n, _, errno := syscall.RawSyscall(unix.SYS_GETDENTS64, uintptr(h), uintptr(unsafe.Pointer(&l.buf[l.end])), uintptr(len(l.buf)-l.end))
		switch {
		case errno == syscall.EINTR:
		case errno != 0:
			return false, errno
		case n == 0:
			return false, nil
		default:
			l.end += int(n)
		}
	}
	return true, nil
}

// next moves to the next entry, false at the end. The name is terminated.
func (l *listing) next() bool {
	for l.at < l.end {
		b := l.buf[l.at:]
		size := int(*(*uint16)(unsafe.Pointer(&b[16])))
		l.at += size
		name := b[entryName:size]
		// Entries are filled up to a multiple of eight with NULs.
		tail := max(0, len(name)-8)
		name = name[:tail+bytes.IndexByte(name[tail:], 0)]
		if name[0] == '.' && (len(name) == 1 || len(name) == 2 && name[1] == '.') {
			continue
		}
		l.name, l.kind = name, kindOf(b[entryType])
		return true
	}
	return false
}

func kindOf(t byte) Kind {
	switch t {
	case syscall.DT_REG:
		return File
	case syscall.DT_DIR:
		return Dir
	case syscall.DT_LNK:
		return Link
	case syscall.DT_UNKNOWN:
		return unknown
	}
	return Other
}

// special is the set of entries that bear on rules.
func (l *listing) special() ignore.Files {
	var have ignore.Files
	for l.next() {
		if l.name[0] == '.' {
			have |= ignore.Special(l.name)
		}
	}
	l.at = 0
	return have
}

// maxRules is the size in bytes from which on a file of rules is not read, as in git.
const maxRules = 100 << 20

// readRules reads a file of rules, nil if there is none. A .gitignore is not read
// through a link, as in git.
func readRules(d *dir, name string) []byte {
	flags := syscall.O_RDONLY | syscall.O_CLOEXEC | syscall.O_NONBLOCK // of a pipe nothing is expected
	if name == ".gitignore" {
		flags |= syscall.O_NOFOLLOW
	}
	h, err := d.handle.open(terminated(name), flags)
	if err != nil {
		return nil
	}
	f := OpenFile{fd: int(h)}
	defer f.Close()
	if info, err := f.Info(); err != nil || info.Kind != File || info.Size > maxRules {
		return nil
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil
	}
	return text
}
