package ignore

import (
	"os"
	"path/filepath"
)

// descent goes down to a directory, step by step, and says which files each directory on the
// way has. The system looks up every component of a path. If each file were asked for by its
// whole path, the time would grow with the square of the depth.
type descent struct {
	at *os.Root // nil from a directory on that cannot be opened, such as one that may not be listed
}

// newDescent begins at a directory.
func newDescent(dir string) *descent {
	at, _ := os.OpenRoot(dir)
	return &descent{at}
}

// enter goes to a directory in the one where it is.
func (d *descent) enter(name string) {
	if d.at == nil {
		return
	}
	next, _ := d.at.OpenRoot(name)
	d.close()
	d.at = next
}

// has says which of some files the directory where it is has. Its path is dir.
func (d *descent) has(dir string, wanted Files) Files {
	have := Files(0)
	for _, f := range namedFiles {
		if wanted&f.source == 0 {
			continue
		}
		lstat, name := os.Lstat, filepath.Join(dir, f.name)
		if d.at != nil {
			lstat, name = d.at.Lstat, f.name
		}
		if _, err := lstat(name); err == nil {
			have |= f.source
		}
	}
	return have
}

func (d *descent) close() {
	if d.at != nil {
		_ = d.at.Close() // nothing was written
	}
}
