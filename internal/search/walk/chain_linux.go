//go:build linux && !portable

package walk

import (
	"errors"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// chainStep is the number of levels between two directories of a chain. A directory no
	// deeper than this is opened by its whole path.
	chainStep = 32
	// maxKept is how many directories a chain keeps open.
	maxKept = 8
)

// chain opens directories one after another. The system looks up every component of a
// path. If each directory of a deep tree were opened by its whole path, the time would grow
// with the square of the depth. So a chain keeps some directories above the last one open, and
// opens the next one relative to the nearest of them. It is for one goroutine at a time.
//
// If the options have an Open, a kept directory was opened by it, or beneath such a
// directory without following a link. So nothing is opened that Open would not reach.
type chain struct {
	root   *root
	kept   []kept // each below the one before it
	unable bool   // the system cannot open relative to a kept directory
}

// kept is a directory that is kept open.
type kept struct {
	handle
	rel string // from the root
}

// open opens a directory. If that fails relative to a kept one, it opens the whole path, so
// errors are the same at all depths.
func (c *chain) open(d *dir) (handle, error) {
	if c.unable || d.rel == "" || d.root.depth+d.depth <= chainStep {
		return openDir(d)
	}
	var h handle
	from, err := c.approach(d)
	if err == nil {
		h, err = from.open(d, from.rest(d.rel), d.flags())
	}
	if err != nil {
		// The kernel, or a seccomp filter, may not know the call.
		c.unable = errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EPERM)
		c.close() // the process may be short of descriptors
		return openDir(d)
	}
	return h, nil
}

// approach opens and keeps directories above d, and returns the nearest.
func (c *chain) approach(d *dir) (*kept, error) {
	if c.root != d.root {
		c.close()
		c.root = d.root
	}
	for n := len(c.kept) - 1; n >= 0 && !c.kept[n].above(d.rel); n-- {
		c.kept[n].close()
		c.kept = c.kept[:n]
	}
	if len(c.kept) == 0 {
		h, err := openDir(&dir{root: d.root, linked: true})
		if err != nil {
			return nil, err
		}
		c.kept = append(c.kept, kept{h, ""})
	}
	for {
		last := &c.kept[len(c.kept)-1]
		rest := last.rest(d.rel)
		n := step(rest)
		if n == 0 {
			return last, nil
		}
		h, err := last.open(d, rest[:n], unix.O_PATH|syscall.O_DIRECTORY|syscall.O_CLOEXEC)
		if err != nil {
			return nil, err
		}
		if len(c.kept) == maxKept {
			c.kept[0].close()
			c.kept = slices.Delete(c.kept, 0, 1)
		}
		c.kept = append(c.kept, kept{h, d.rel[:len(d.rel)-len(rest)+n]})
	}
}

// step gives the length of the part of a path that leads to the next directory to keep. It is 0
// if the path is short enough to be opened at once.
func step(way string) (n int) {
	for levels := 0; ; levels++ {
		if levels == chainStep {
			return n
		}
		next := strings.IndexByte(way[n+1:], '/')
		switch {
		case next < 0 && len(way) <= maxPath:
			return 0
		case next < 0 || n+1+next > maxPath:
			return n
		}
		n += 1 + next
	}
}

// above reports whether the directory rel lies below this one.
func (k *kept) above(rel string) bool {
	return k.rel == "" || len(rel) > len(k.rel) && rel[len(k.rel)] == '/' && rel[:len(k.rel)] == k.rel
}

// rest gives the path of a directory below, relative to this one.
func (k *kept) rest(rel string) string {
	if k.rel == "" {
		return rel
	}
	return rel[len(k.rel)+1:]
}

// open opens a directory above d, or d. If the options have an Open, it follows no link: a
// directory may have been replaced by a link that leads elsewhere.
func (k *kept) open(d *dir, way string, flags int) (handle, error) {
	if d.root.within == nil {
		return k.handle.open(terminated(way), flags)
	}
	return k.openBeneath(terminated(way), flags)
}

// openBeneath opens a terminated name, through no link and no "..".
func (h handle) openBeneath(name []byte, flags int) (handle, error) {
	how := unix.OpenHow{
		Flags:   uint64(flags), //nolint:gosec // they are not negative
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS,
	}
	fd, err := h.call(unix.SYS_OPENAT2, name, unsafe.Pointer(&how), unsafe.Sizeof(how))
	return handle{fd, h.slow}, err
}

// close closes the kept directories.
func (c *chain) close() {
	for i := range c.kept {
		c.kept[i].close()
	}
	c.kept = c.kept[:0]
}
