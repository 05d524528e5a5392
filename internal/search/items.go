package search

import (
	"context"
	"os"
	"slices"

	"fileops/internal/search/walk"
)

// item is a file to be searched.
type item struct {
	path     string
	root     int         // the number of the root that it was found below
	entry    *walk.Entry // while a walk is at it; then path may be empty
	explicit bool        // named as a root
	stdin    bool
	other    bool     // a pipe or a device
	told     bool     // an error about it has been reported
	version  *Version // searched instead of the file on disk
}

// name is the path as results show it.
func (it *item) name() string {
	if it.path == "" && it.entry != nil {
		it.path = it.entry.Path()
	}
	return it.path
}

// modified gives the modification time in nanoseconds since 1970, 0 if it is unknown.
func (it *item) modified() int64 {
	switch {
	case it.version != nil:
		return it.version.ModTime
	case it.entry != nil:
		if info, err := it.entry.Info(); err == nil {
			return info.ModTime
		}
	case !it.stdin:
		if info, err := os.Stat(it.path); err == nil {
			return info.ModTime().UnixNano()
		}
	}
	return 0
}

// hit is a file that a search for files or counts found, or a file to be sorted.
type hit struct {
	item
	ModTime int64 // only if the order needs it
	lines   int   // that match; with Only, matches
	total   int   // lines that match, for relevance
}

// source gives the files whose content is searched, in the order of the result.
func (s *search) source(ctx context.Context) (source, error) {
	var found []hit
	var err error
	switch s.Order {
	case ByModified:
		found, err = s.modified(ctx)
	case ByRelevance:
		found, err = s.counted(ctx)
	default:
		return s.tree, nil
	}
	s.sort(found)
	items := make([]item, len(found))
	for i := range found {
		items[i] = found[i].item
	}
	return s.listed(items), err
}

// modified asks for the times of all files.
func (s *search) modified(ctx context.Context) ([]hit, error) {
	found, err := walk.Collect(ctx, s.walked, s.Walk, true)
	all := make([]hit, 0, len(found))
	for i := range found {
		if it := s.found(&found[i]); !s.overlay.replaces(it.path) {
			all = append(all, hit{item: it, ModTime: found[i].ModTime})
		}
	}
	for _, it := range s.others() {
		all = append(all, hit{item: it, ModTime: it.modified()})
	}
	return all, err
}

// counted counts the matching lines of all files, so each is searched twice. Files that can
// be read only once are not counted, and come last.
func (s *search) counted(ctx context.Context) ([]hit, error) {
	q := *s.Query
	q.Mode, q.Only, q.Max = Count, false, 0
	counter := &search{
		Query: &q, matcher: s.matcher, files: s.files, walked: s.walked, numbers: s.numbers, openers: s.openers,
		overlay: s.overlay, sizes: s.sizes, progress: &Progress{}, cancel: func() {}, countingPass: true,
	}
	q.Error, q.Walk.Error = s.report, s.report
	return counter.walkAndSearch(ctx, nil)
}

// found makes an item of a file that a walk found.
func (s *search) found(f *walk.Found) item {
	root := s.numbers[f.Root]
	return item{path: f.Path, root: root, explicit: s.files[root], other: f.Kind == walk.Other}
}

// others gives the files that no walk finds, by root and path.
func (s *search) others() []item {
	others := slices.Clone(s.overlay.new)
	for i, r := range s.Roots {
		if r == stdinRoot {
			others = append(others, item{path: stdinName, root: i, explicit: true, stdin: true})
		}
	}
	slices.SortFunc(others, byRoot)
	return others
}
