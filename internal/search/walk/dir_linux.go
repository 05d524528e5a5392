//go:build linux && !portable

package walk

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"unsafe"

	"fileops/internal/search/ignore"

	"golang.org/x/sys/unix"
)

// handle is an open directory.
type handle struct {
	fd int
	// If not slow, calls bypass the scheduler, which saves a tenth of the time of a walk. A
	// call that may block must not: it would stop other goroutines, such as the handler of
	// an interrupt.
	slow bool
}

// noDir stands for the current directory.
func noDir(slow bool) handle { return handle{unix.AT_FDCWD, slow} }

// isSlow reports whether calls to a file system may block. Only known local file systems do
// not. Mounts below path are not checked.
func isSlow(path string) bool {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return true
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.RAMFS_MAGIC,
		unix.OVERLAYFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.SQUASHFS_MAGIC, zfsMagic:
		return false
	}
	return true
}

const zfsMagic = 0x2fc12fc1

// maxPath is the length of the longest path that is passed to the system in one piece.
const maxPath = 4000

// openDir opens a directory. Its path may be longer than the system takes.
func openDir(d *dir) (handle, error) {
	if d.root.within != nil {
		return d.root.open(d.rel)
	}
	path, at := d.path(), noDir(d.root.slow)
	for len(path) > maxPath {
		cut := strings.LastIndexByte(path[:maxPath], '/')
		if cut <= 0 {
			break
		}
		next, err := at.open(terminated(path[:cut]), unix.O_PATH|syscall.O_DIRECTORY|syscall.O_CLOEXEC)
		at.close()
		if err != nil {
			return handle{}, err
		}
		at, path = next, path[cut+1:]
	}
	h, err := at.open(terminated(path), d.flags())
	at.close()
	return h, err
}

// flags are those to open a directory with.
func (d *dir) flags() int {
	flags := syscall.O_RDONLY | syscall.O_DIRECTORY | syscall.O_CLOEXEC
	if !d.linked {
		flags |= syscall.O_NOFOLLOW
	}
	return flags
}

// open opens a path relative to the root through Options.Open.
func (r *root) open(rel string) (handle, error) {
	f, err := r.within(rel)
	if err != nil {
		return handle{}, err
	}
	defer f.Close() //nolint:errcheck // the descriptor is duplicated
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	return handle{fd, r.slow}, err
}

// terminated gives a name that is followed by a NUL, as the system takes it.
func terminated(name string) []byte {
	b := make([]byte, len(name)+1)
	copy(b, name)
	return b[:len(name)]
}

// open opens a terminated name.
func (h handle) open(name []byte, flags int) (handle, error) {
	fd, err := h.call(unix.SYS_OPENAT, name, nil, uintptr(flags|unix.O_LARGEFILE))
	return handle{fd, h.slow}, err
}

// call makes a system call whose arguments are h, b, p and n, or h, b and n if p is nil. It
// repeats a call that was interrupted. An error comes with -1.
func (h handle) call(number uintptr, b []byte, p unsafe.Pointer, n uintptr) (int, error) {
	at := unsafe.Pointer(unsafe.SliceData(b))
	for {
		var r uintptr
		var errno syscall.Errno
		switch {
		case h.slow && p == nil:
			r, _, errno = syscall.Syscall(number, uintptr(h.fd), uintptr(at), n)
		case h.slow:
			r, _, errno = syscall.Syscall6(number, uintptr(h.fd), uintptr(at), uintptr(p), n, 0, 0)
		case p == nil:
			r, _, errno = syscall.RawSyscall(number, uintptr(h.fd), uintptr(at), n)
		default:
			r, _, errno = syscall.RawSyscall6(number, uintptr(h.fd), uintptr(at), uintptr(p), n, 0, 0)
		}
		if errno == 0 {
			return int(r), nil
		}
		if errno != syscall.EINTR {
			return -1, errno
		}
	}
}

func (h handle) close() {
	switch {
	case h.fd < 0:
	case h.slow:
		_ = syscall.Close(h.fd) // it was only read
	default:
		_, _, _ = syscall.RawSyscall(syscall.SYS_CLOSE, uintptr(h.fd), 0, 0)
	}
}

// has reports whether a directory has an entry.
func (h handle) has(name string) bool {
	_, _, err := h.stat(terminated(name), false)
	return err == nil
}

// identity identifies a directory.
type identity struct{ device, inode uint64 }

func (i identity) same(j identity) bool { return i == j }

func (h handle) identity() (identity, error) {
	_, id, err := h.stat(terminated(""), false)
	return id, err
}

// stat gives the Info of a terminated name in the directory, "" for the open file itself.
func (h handle) stat(name []byte, follow bool) (Info, identity, error) {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
	if len(name) == 0 {
		flags |= unix.AT_EMPTY_PATH
	}
	var st unix.Stat_t
	if err := fstatat(h, name, &st, flags); err != nil {
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

// stat gives the Info of a root. It follows links.
func (r *root) stat() (Info, error) {
	if r.within == nil {
		info, _, err := noDir(true).stat(terminated(r.dir), true)
		return info, err
	}
	h, err := r.open("")
	if err != nil {
		return Info{}, err
	}
	defer h.close()
	info, _, err := h.stat(terminated(""), false)
	return info, err
}

// Info gives the size, kind and time of the entry.
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
	entrySize   = 16 // offsets in an entry
	entryType   = 18
	entryName   = 19
)

// read reads all entries, or as many as there is room for. Then more is true.
func (l *listing) read(h handle) (more bool, err error) {
	if l.buf == nil {
		l.buf = make([]byte, listingSize)
	}
	l.at, l.end = 0, 0
	for len(l.buf)-l.end >= listingRest {
		free := l.buf[l.end:]
		n, err := h.call(unix.SYS_GETDENTS64, free, nil, uintptr(len(free)))
		if n <= 0 {
			return false, err
		}
		l.end += n
	}
	return true, nil
}

// next moves to the next entry, false at the end. The name is terminated.
func (l *listing) next() bool {
	for l.at < l.end {
		b := l.buf[l.at:]
		size := int(*(*uint16)(unsafe.Pointer(&b[entrySize])))
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

// special gives the set of entries that affect the rules.
func (l *listing) special() ignore.Files {
	var have ignore.Files
	for l.at < l.end {
		if l.buf[l.at+entryName] != '.' {
			l.at += int(*(*uint16)(unsafe.Pointer(&l.buf[l.at+entrySize])))
		} else if l.next() {
			have |= ignore.Special(l.name)
		}
	}
	l.at = 0
	return have
}

// readRules reads a file of rules, nil if there is none. It follows no link without follow or,
// as in git, if the file is a .gitignore. link reports a link that was not followed.
func readRules(d *dir, name string, follow bool) (text []byte, link bool) {
	flags := syscall.O_RDONLY | syscall.O_CLOEXEC | syscall.O_NONBLOCK // do not wait at a pipe
	if !follow || name == ".gitignore" {
		flags |= syscall.O_NOFOLLOW
	}
	h, err := d.handle.open(terminated(name), flags)
	if err != nil {
		return nil, errors.Is(err, syscall.ELOOP)
	}
	f := OpenFile{h}
	defer f.Close()
	if info, err := f.Info(); err != nil || info.Kind != File || info.Size > ignore.MaxFile {
		return nil, false
	}
	if text, err = io.ReadAll(f); err != nil {
		return nil, false
	}
	return text, false
}
