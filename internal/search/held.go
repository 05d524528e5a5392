package search

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// tellHeld reports the kept errors when a page in order of path is done. If the page is full,
// it reports only errors before its end. How far workers read beyond that is chance.
func (s *search) tellHeld(o *pager) {
	end := s.place(o.path)
	slices.SortStableFunc(s.held, func(a, b error) int { return byRoot(s.placeOf(a), s.placeOf(b)) })
	for _, err := range s.held {
		if !o.more || byRoot(s.placeOf(err), end) <= 0 {
			s.tellOf(err)
		}
	}
	s.held = nil
}

// placeOf gives the place of the file that an error names. An error without a file is first.
func (s *search) placeOf(err error) item {
	var e *fs.PathError
	if !errors.As(err, &e) {
		return item{root: -1}
	}
	return s.place(filepath.ToSlash(e.Path))
}

// place gives a path of the result with the number of its root.
func (s *search) place(path string) item {
	n := slices.IndexFunc(s.Roots, func(r string) bool {
		return path == r || r == stdinRoot && path == stdinName || strings.HasPrefix(path, prefix(r))
	})
	return item{path: path, root: n}
}
