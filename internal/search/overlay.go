package search

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/search/ignore"
	"fileops/internal/search/walk"
)

// Overlay says what differs from the disk: the paths, absolute and clean, that are to be
// searched as if they held something else, or nothing.
type Overlay map[string]Version

// Version is a file as it is to be.
type Version struct {
	// Open opens what it holds; several goroutines may do so at once. An error is
	// reported as it is.
	Open    func() (io.ReadCloser, error)
	Size    int64 // bytes
	ModTime int64 // nanoseconds since 1970, UTC
	Removed bool  // there is nothing; if it is a directory on disk, nothing below it either
}

// file is what a file holds, nil if there is none; not ok where the disk tells.
func (o Overlay) file(path string) (text []byte, ok bool) {
	if v, ok := o[path]; ok {
		return v.read(), true
	}
	return nil, liesBelow(o, filepath.Clean(path), filepath.Separator)
}

// liesBelow says whether a clean path lies below one of some. To look up every directory
// above a deep path reads the path again and again, so few paths are compared instead.
func liesBelow[V any](some map[string]V, path string, separator byte) bool {
	if len(some) <= strings.Count(path, string(rune(separator))) {
		for dir := range some {
			if dir != "" && len(dir) < len(path) && path[len(dir)] == separator && path[:len(dir)] == dir {
				return true
			}
		}
		return false
	}
	for end := strings.LastIndexByte(path, separator); end > 0; end = strings.LastIndexByte(path[:end], separator) {
		if _, ok := some[path[:end]]; ok {
			return true
		}
	}
	return false
}

// holds says whether a file is to be below a directory.
func (o Overlay) holds(dir string) bool {
	abs, err := filepath.Abs(dir)
	for path, v := range o {
		if rel, ok := within(abs, path); err == nil && ok && rel != "" && !v.Removed {
			return true
		}
	}
	return false
}

// read is the content of an ignore file, nil if it holds no rules that count.
func (v Version) read() []byte {
	if v.Removed || v.Size > ignore.MaxFile {
		return nil
	}
	f, err := v.Open()
	if err != nil {
		return nil // who searches it is told
	}
	defer f.Close() //nolint:errcheck // it is only read
	text, err := io.ReadAll(f)
	if err != nil {
		return nil
	}
	return text
}

// overlay is an Overlay in terms of the paths of a search. A nil one changes nothing.
type overlay struct {
	gone map[string]bool // paths in results: what is on disk there, and below, is not searched
	new  []item          // searched instead, in the order of roots and paths
}

// onDisk is the roots that are walked, and their numbers: not those that are only to
// come, or gone.
func (v *overlay) onDisk(roots []string) (walked []string, numbers []int) {
	for i, r := range roots {
		if r == stdinRoot || v != nil && (v.gone[r] || v.alone(r, i)) {
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

// newOverlay makes ready what of o lies below the roots, and lets a walk read the ignore
// files as they are in it.
func newOverlay(o Overlay, roots []string, options *walk.Options) (*overlay, error) {
	if len(o) == 0 {
		return nil, nil
	}
	options.Ignore.Instead = o.file
	v := &overlay{gone: map[string]bool{}}
	for number, root := range roots {
		if root == stdinRoot {
			continue
		}
		if err := v.below(root, number, o, options); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(v.new, byRoot)
	return v, nil
}

// place is a root as paths of an Overlay may name it: as it is written, and without
// links, if it is there and stays.
type place []string

func newPlace(root string, o Overlay) (place, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	for dir := abs; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if o[dir].Removed {
			return place{abs}, nil
		}
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil && real != abs {
		return place{abs, real}, nil
	}
	return place{abs}, nil
}

// way gives the way from a root to a path, "" for the same. Below says that the root
// lies below the path.
func (p place) way(path string) (rel string, ok, below bool) {
	for _, root := range p {
		if rel, ok := within(root, path); ok {
			return rel, true, false
		}
		if _, ok := within(path, root); ok {
			return "", false, true
		}
	}
	return "", false, false
}

// within gives the way from a directory to a path below it, "" for the same.
func within(dir, path string) (rel string, ok bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	if rel == "." {
		rel = ""
	}
	return filepath.ToSlash(rel), true
}

// below notes the paths of o that lie below a root, or are it, or above it.
func (v *overlay) below(root string, number int, o Overlay, options *walk.Options) error {
	where, err := newPlace(root, o)
	if err != nil {
		return err
	}
	var filter *walk.Filter
	for path := range o {
		version := o[path]
		rel, ok, below := where.way(path)
		if below {
			v.gone[root] = true
		}
		if !ok {
			continue
		}
		shown := root
		if rel != "" {
			shown = prefix(root) + rel
		}
		v.gone[shown] = true
		if version.Removed {
			continue
		}
		if filter == nil && rel != "" {
			if filter, err = walk.NewFilter(root, *options); err != nil {
				return err
			}
		}
		if rel == "" || filter.Visits(rel, walk.File) {
			v.new = append(v.new, item{path: shown, root: number, explicit: rel == "", version: &version})
		}
	}
	return nil
}

// prefix is what stands before the paths below a root.
func prefix(root string) string {
	if root == "" || strings.HasSuffix(root, "/") || strings.HasSuffix(root, string(filepath.Separator)) {
		return root
	}
	return root + "/"
}

// is says that a root is a file of the overlay.
func (v *overlay) is(root string) bool {
	return slices.ContainsFunc(v.added(), func(it item) bool { return it.explicit && it.path == root })
}

// replaces says whether what is on disk at a path is not what is searched. What is
// searched instead is among the added.
func (v *overlay) replaces(path string) bool {
	if v == nil {
		return false
	}
	return v.gone[path] || liesBelow(v.gone, path, '/')
}

// added is what is searched that is not on disk.
func (v *overlay) added() []item {
	if v == nil {
		return nil
	}
	return v.new
}

// apply puts what is to come in the place of what is on disk, in a list by root and
// path.
func (v *overlay) apply(all []located) []located {
	if v == nil {
		return all
	}
	all = slices.DeleteFunc(all, func(l located) bool { return v.replaces(l.path) })
	for _, it := range v.new {
		all = append(all, located{it, it.info()})
	}
	slices.SortStableFunc(all, func(a, b located) int { return byRoot(a.item, b.item) })
	return all
}
