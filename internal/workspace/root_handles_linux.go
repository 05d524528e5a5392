package workspace

import (
	"errors"
	"io/fs"
	"os"
	"strconv"

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
