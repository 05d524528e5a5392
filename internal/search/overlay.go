package search

import (
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
	new     []item              // not on disk, in the order of roots and paths
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
		abs, err := filepath.Abs(root)
		if err != nil {
			return nil, err
		}
		for path := range o {
			version := o[path]
			rel, below := within(abs, path)
			if !below {
				continue
			}
			if err := v.add(root, rel, number, &version, options); err != nil {
				return nil, err
			}
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

// add notes a path that lies below a root, or is it.
func (v *overlay) add(root, rel string, number int, version *Version, options walk.Options) error {
	shown := root
	if rel != "" {
		shown = walk.Join(root, rel)
	}
	if version.Removed {
		v.removed = append(v.removed, shown)
		return nil
	}
	v.changed[shown] = version
	found, err := walk.Would(root, rel, options)
	if err != nil || !found {
		return err
	}
	v.new = append(v.new, item{path: shown, root: number, explicit: rel == "", content: version})
	return nil
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
		l := located{it, walk.Info{Kind: walk.File, Size: int64(len(it.content.Content)), ModTime: it.content.ModTime}}
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
