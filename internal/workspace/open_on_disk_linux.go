package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

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
