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

// Overlay replaces files on disk, by absolute and clean paths.
type Overlay map[string]Version

// Version is a file of an Overlay.
type Version struct {
	// Open opens the content. Several goroutines may call it at once. Its error is reported
	// unchanged.
	Open    func() (io.ReadCloser, error)
	Size    int64 // bytes
	ModTime int64 // nanoseconds since 1970, UTC
	Removed bool  // the path does not exist, and nothing below it
}

func (v *Version) info() walk.Info {
	return walk.Info{Kind: walk.File, Size: v.Size, ModTime: v.ModTime}
}

// file gives the content of an ignore file, nil if there is none. Not ok means that the file
// on disk counts.
func (o Overlay) file(path string) (text []byte, ok bool) {
	if v, ok := o[path]; ok {
		return v.read(), true
	}
	return nil, liesBelow(o, filepath.Clean(path), filepath.Separator)
}

// liesBelow reports whether a clean path lies below a path in some. Looking up every parent
// of a deep path is quadratic in its length, so a few paths are compared instead.
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

// holds reports whether the overlay has a file below a directory.
func (o Overlay) holds(dir string) bool {
	abs, err := filepath.Abs(dir)
	for path, v := range o {
		if rel, ok := within(abs, path); err == nil && ok && rel != "" && !v.Removed {
			return true
		}
	}
	return false
}

// read gives the content of an ignore file, nil if it cannot be read or is too large.
func (v Version) read() []byte {
	if v.Removed || v.Size > ignore.MaxFile {
		return nil
	}
	f, err := v.Open()
	if err != nil {
		return nil // a search of the file reports it
	}
	defer f.Close() //nolint:errcheck // it is only read
	text, err := io.ReadAll(f)
	if err != nil {
		return nil
	}
	return text
}

// overlay is an Overlay in terms of the paths of a search.
type overlay struct {
	gone map[string]bool // as in results: files on disk here and below are not searched
	new  []item          // files that are searched instead, by root and path
}

// onDisk gives the roots that are walked, and their numbers. A root that is only in the
// overlay, or removed by it, is not walked.
func (v *overlay) onDisk(roots []string) (walked []string, numbers []int) {
	for i, r := range roots {
		if r == stdinRoot || v.gone[r] || v.alone(r, i) {
			continue
		}
		walked, numbers = append(walked, r), append(numbers, i)
	}
	return walked, numbers
}

// alone reports whether a root exists only in the overlay.
func (v *overlay) alone(root string, number int) bool {
	if root == "" || !slices.ContainsFunc(v.new, func(it item) bool { return it.root == number }) {
		return false
	}
	_, err := os.Stat(root)
	return err != nil
}

// newOverlay prepares the files of o that lie below the roots. It also makes the walk read
// the ignore files of o.
func newOverlay(o Overlay, roots []string, options *walk.Options) (*overlay, error) {
	v := &overlay{gone: map[string]bool{}}
	if len(o) == 0 {
		return v, nil
	}
	options.Ignore.Instead = o.file
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

// place is a root under the names that an Overlay may use: as written, and without links
// if the root exists and o does not remove it.
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

// way gives the relative path from a root to a path, "" for the root itself. Below reports
// whether the root lies below the path.
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

// within gives the relative path from a directory to a path below it, "" for the directory.
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

// below adds the paths of o that lie below a root, are the root or lie above it.
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

// prefix is the start of the paths below a root.
func prefix(root string) string {
	if root == "" || strings.HasSuffix(root, "/") || strings.HasSuffix(root, string(filepath.Separator)) {
		return root
	}
	return root + "/"
}

// is reports whether a root is a file of the overlay.
func (v *overlay) is(root string) bool {
	return slices.ContainsFunc(v.new, func(it item) bool { return it.explicit && it.path == root })
}

// replaces reports whether the file on disk at a path is not searched.
func (v *overlay) replaces(path string) bool {
	return len(v.gone) > 0 && (v.gone[path] || liesBelow(v.gone, path, '/'))
}
