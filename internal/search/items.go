package search

import (
	"cmp"
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
	told     bool     // what is wrong with it has been reported
	version  *Version // what is searched instead of what is on disk
}

// name is the path as results show it.
func (it *item) name() string {
	if it.path == "" && it.entry != nil {
		it.path = it.entry.Path()
	}
	return it.path
}

// modified says when a file was modified, in nanoseconds since 1970; 0 if that cannot
// be told.
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

// info is what the system would say of a version that is not on disk.
func (it *item) info() walk.Info {
	return walk.Info{Kind: walk.File, Size: it.version.Size, ModTime: it.version.ModTime}
}

// located is an item and what the system says of it.
type located struct {
	item
	walk.Info
}

// hit is a file that a search for files or counts found.
type hit struct {
	item
	ModTime int64 // only if the order needs it
	lines   int   // that match; with Only, matches
	total   int   // lines that match, for relevance
}

// source is what content is searched in, in the order of the result.
func (s *search) source(ctx context.Context) (source, error) {
	if s.Order != ByRelevance && s.Order != ByModified {
		return s.tree, nil
	}
	list := s.byModified
	if s.Order == ByRelevance {
		list = s.byRelevance
	}
	items, err := list(ctx)
	return s.listed(items), err
}

// byModified asks for the times of all files.
func (s *search) byModified(ctx context.Context) ([]item, error) {
	found, err := walk.Collect(ctx, s.walked, s.Walk, true)
	if err != nil {
		return nil, err
	}
	all := make([]located, 0, len(found))
	for i := range found {
		if it := s.found(&found[i]); !s.overlay.replaces(it.path) {
			all = append(all, located{it, found[i].Info})
		}
	}
	for _, it := range s.others() {
		all = append(all, located{it, walk.Info{ModTime: it.modified()}})
	}
	slices.SortFunc(all, func(a, b located) int {
		return cmp.Or(cmp.Compare(b.ModTime, a.ModTime), walk.Compare(a.path, b.path), a.root-b.root)
	})
	items := make([]item, len(all))
	for i := range all {
		items[i] = all[i].item
	}
	return items, nil
}

// byRelevance counts first, so that files are searched twice. What can be read once only
// comes last.
func (s *search) byRelevance(ctx context.Context) ([]item, error) {
	q := *s.Query
	q.Mode, q.Only, q.Max = Count, false, 0
	counter := &search{
		Query: &q, matcher: s.matcher, files: s.files, walked: s.walked, numbers: s.numbers, openers: s.openers,
		overlay: s.overlay, sizes: s.sizes, progress: &Progress{}, cancel: func() {}, countingPass: true,
	}
	q.Error, q.Walk.Error = s.report, s.report
	found, err := counter.walkAndSearch(ctx, nil)
	if err != nil {
		return nil, err
	}
	counter.sort(found)
	items := make([]item, len(found))
	for i := range found {
		items[i] = found[i].item
	}
	return items, nil
}

// found is a file that a walk came to.
func (s *search) found(f *walk.Found) item {
	root := s.numbers[f.Root]
	return item{path: f.Path, root: root, explicit: s.files[root], other: f.Kind == walk.Other}
}

// others is what is searched that no walk comes to, by root and path.
func (s *search) others() []item {
	others := slices.Clone(s.overlay.added())
	for i, r := range s.Roots {
		if r == stdinRoot {
			others = append(others, item{path: stdinName, root: i, explicit: true, stdin: true})
		}
	}
	slices.SortFunc(others, byRoot)
	return others
}
