package search

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/search/walk"
)

// Overlay says what differs from the disk: the paths, absolute and clean, that are to be
// searched as if they held something else, or nothing.
type Overlay map[string]Version

// Version is a file as it is to be.
type Version struct {
	Content []byte
	ModTime int64 // nanoseconds since 1970, UTC
	Removed bool  // there is nothing; if it is a directory on disk, nothing below it either
}

// overlay is an Overlay in terms of the paths of a search. A nil one changes nothing.
type overlay struct {
	changed map[string]*Version // by path in results
	removed []string            // paths in results, with what is below them
	new     []item              // searched from memory, in the order of roots and paths
}

// onDisk is the roots that are walked, and their numbers: not those that are only to
// come.
func (v *overlay) onDisk(roots []string) (walked []string, numbers []int) {
	for i, r := range roots {
		if r == stdinRoot || v != nil && v.alone(r, i) {
			continue
		}
		walked, numbers = append(walked, r), append(numbers, i)
	}
	return walked, numbers
}

// alone says that all there is of a root is in the overlay.
func (v *overlay) alone(root string, number int) bool {
	if _, err := os.Stat(root); root == "" || err == nil {
		return false
	}
	return slices.ContainsFunc(v.new, func(it item) bool { return it.root == number })
}

// newOverlay makes ready what of o lies below the roots.
func newOverlay(o Overlay, roots []string, options walk.Options) (*overlay, error) {
	if len(o) == 0 {
		return nil, nil
	}
	v := &overlay{changed: map[string]*Version{}}
	for number, root := range roots {
		if root == stdinRoot {
			continue
		}
		if err := v.below(root, number, o, options); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(v.new, func(a, b item) int {
		if a.root != b.root {
			return a.root - b.root
		}
		return walk.Compare(a.path, b.path)
	})
	return v, nil
}

// within gives the way from a directory to a path below it, "" for the same.
func within(dir, path string) (rel string, ok bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
			return within(real, path)
		}
		return "", false
	}
	if rel == "." {
		rel = ""
	}
	return filepath.ToSlash(rel), true
}

// below notes the paths of o that lie below a root, or are it.
func (v *overlay) below(root string, number int, o Overlay, options walk.Options) error {
	abs, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	var filter *walk.Filter
	var way string
	for path := range o {
		version := o[path]
		rel, ok := within(abs, path)
		if !ok {
			continue
		}
		shown := root
		if rel != "" {
			shown = prefix(root) + rel
		}
		if version.Removed {
			v.removed = append(v.removed, shown)
			continue
		}
		v.changed[shown] = &version
		if filter == nil && rel != "" {
			if filter, way, err = nearestFilter(root, options); err != nil {
				return err
			}
		}
		if rel == "" || filter.Visits(way+rel, walk.File) {
			v.new = append(v.new, item{path: shown, root: number, explicit: rel == "", content: &version})
		}
	}
	return nil
}

// nearestFilter is the filter for a root, or for the nearest directory above it that is
// on disk: then paths go the rest of the way first.
func nearestFilter(root string, o walk.Options) (f *walk.Filter, way string, err error) {
	for {
		f, err = walk.NewFilter(root, o)
		if root == "" || root == "." || !errors.Is(err, fs.ErrNotExist) {
			return f, way, err
		}
		if way = filepath.Base(root) + "/" + way; root == filepath.Base(root) {
			root = ""
		} else {
			root = filepath.Dir(root)
		}
	}
}

// prefix is what stands before the paths below a root.
func prefix(root string) string {
	if root == "" || strings.HasSuffix(root, "/") || strings.HasSuffix(root, string(filepath.Separator)) {
		return root
	}
	return root + "/"
}

// is says that a path is a file of the overlay.
func (v *overlay) is(path string) bool {
	if v == nil {
		return false
	}
	_, ok := v.changed[path]
	return ok
}

// replaces says whether what is on disk at a path is not what is searched. What is
// searched instead is among the added.
func (v *overlay) replaces(path string) bool {
	if v == nil {
		return false
	}
	if _, ok := v.changed[path]; ok {
		return true
	}
	for _, r := range v.removed {
		if path == r || strings.HasPrefix(path, r) && path[len(r)] == '/' {
			return true
		}
	}
	return false
}

// added is what is searched from memory.
func (v *overlay) added() []item {
	if v == nil {
		return nil
	}
	return v.new
}

// apply puts what is searched from memory in the place of what is on disk, in a list by
// root and path.
func (v *overlay) apply(all []located) []located {
	if v == nil {
		return all
	}
	all = slices.DeleteFunc(all, func(l located) bool { return !l.stdin && v.replaces(l.path) })
	for _, it := range v.new {
		l := located{it, it.info()}
		at, _ := slices.BinarySearchFunc(all, l, func(a, b located) int {
			if a.root != b.root {
				return a.root - b.root
			}
			return walk.Compare(a.path, b.path)
		})
		all = slices.Insert(all, at, l)
	}
	return all
}
