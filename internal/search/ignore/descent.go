package ignore

import (
	"os"
	"path/filepath"
)

// descent opens the directories on the way to a directory, one after another, and finds the
// files in each. The system looks up every component of a path. If each file were looked up
// by its whole path, the time would grow with the square of the depth.
type descent struct {
	at *os.Root // nil after a directory that cannot be opened
}

// newDescent begins at a directory.
func newDescent(dir string) *descent {
	at, _ := os.OpenRoot(dir)
	return &descent{at}
}

// enter goes to a child of the current directory.
func (d *descent) enter(name string) {
	if d.at == nil {
		return
	}
	next, _ := d.at.OpenRoot(name)
	d.close()
	d.at = next
}

// has gives the wanted files of the current directory. Its path is dir.
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
