package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// reach opens a directory by its name from the nearest one above it that is open. It does so
// in one system call, which follows no link and waits for no FIFO. If that call is missing
// or forbidden, it opens the directory through the one above it.
func (t *tree) reach(dir string) (*os.Root, error) {
	from, rest := t.nearest(dir)
	above, err := from.descriptor()
	if err != nil {
		return nil, err
	}
	fd, err := unix.Openat2(above, rest, &unix.OpenHow{
		Flags:   unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS,
	})
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EXDEV), errors.Is(err, unix.EAGAIN):
		// It is a link by now, or it was moved away while the kernel went there. Do not try
		// descend, which would wait for a FIFO that takes its place.
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errSwapped}
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	case err != nil:
		return t.descend(dir)
	}
	defer unix.Close(fd) //nolint:errcheck // it has nothing to write
	root, err := os.OpenRoot("/proc/self/fd/" + strconv.Itoa(fd))
	if errors.Is(err, fs.ErrNotExist) { // /proc is not mounted
		return t.descend(dir)
	}
	return root, err
}

// nearest is the nearest directory above dir that is open, and the way from there.
func (t *tree) nearest(dir string) (f *folder, rest string) {
	for up := parent(dir); up != ""; up = parent(up) {
		if f := t.folders[up]; f != nil {
			return f, dir[len(up)+1:]
		}
	}
	return t.top, dir
}

// maxCall is how long a name may be that is given to the kernel in one call.
const maxCall = 4000

// beneath opens what stands at a name on disk, as os.Root does, but in one system call.
// os.Root makes several for each component, so that the time for a walk would grow with the
// square of the depth. If that call is missing, forbidden or fails, beneath uses os.Root.
func (t *tree) beneath(name string) (*os.File, error) {
	t.mu.Lock()
	top, err := t.top.descriptor()
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	fd, err := openBeneath(top, name)
	switch {
	case err == nil:
		return os.NewFile(uintptr(fd), filepath.Join(t.top.root.Name(), filepath.FromSlash(name))), nil
	case errors.Is(err, unix.ENOENT):
		return nil, &fs.PathError{Op: "openat", Path: name, Err: err}
	}
	return t.top.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
}

// openBeneath opens a name that may be longer than the kernel takes at once.
func openBeneath(dir int, name string) (int, error) {
	how := unix.OpenHow{Flags: unix.O_RDONLY | nonblock | unix.O_CLOEXEC, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS}
	cut := -1
	if len(name) > maxCall {
		cut = strings.LastIndexByte(name[:maxCall], '/')
	}
	if cut <= 0 {
		return unix.Openat2(dir, name, &how)
	}
	how.Flags = unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC
	next, err := unix.Openat2(dir, name[:cut], &how)
	if err != nil {
		return -1, err
	}
	defer unix.Close(next) //nolint:errcheck // it has nothing to write
	return openBeneath(next, name[cut+1:])
}

// preallocate allocates size bytes for a file. Otherwise ext4 writes a file out when it is
// renamed over another one (auto_da_alloc), which takes a millisecond for each file. If it
// fails, the write that follows says why.
func preallocate(f *os.File, size int64) {
	if size > 0 {
		_ = unix.Fallocate(int(f.Fd()), 0, 0, size)
	}
}
