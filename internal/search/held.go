package search

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// tellHeld passes on what cannot be read, once a page by path is done. Of one that is
// full it is what comes before its end: what lies behind that was looked at or not, as
// workers ran ahead.
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

// placeOf is the place of what an error names; what names nothing comes before all.
func (s *search) placeOf(err error) item {
	var e *fs.PathError
	if !errors.As(err, &e) {
		return item{root: -1}
	}
	return s.place(filepath.ToSlash(e.Path))
}

// place is a path of the result with the number of its root.
func (s *search) place(path string) item {
	n := slices.IndexFunc(s.Roots, func(r string) bool {
		return path == r || r == stdinRoot && path == stdinName || strings.HasPrefix(path, prefix(r))
	})
	return item{path: path, root: n}
}
