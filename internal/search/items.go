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

func stdinItem(root int) item {
	return item{path: stdinName, root: root, explicit: true, stdin: true}
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

// items is what content is searched in, in the order of the result.
func (s *search) items(ctx context.Context) ([]item, error) {
	if s.Order == ByRelevance {
		return s.byRelevance(ctx)
	}
	found, err := s.collect(ctx, s.Order == ByModified)
	if err != nil {
		return nil, err
	}
	if s.Order == ByModified {
		slices.SortStableFunc(found, func(a, b located) int {
			return cmp.Or(cmp.Compare(b.ModTime, a.ModTime), walk.Compare(a.path, b.path))
		})
	}
	items := make([]item, len(found))
	for i := range found {
		items[i] = found[i].item
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
		overlay: s.overlay, sizes: s.sizes, progress: &Progress{}, cancel: func() {}, rehearsal: true,
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

// collect finds the files to be searched, by root and path.
func (s *search) collect(ctx context.Context, info bool) ([]located, error) {
	var all []located
	found, err := walk.Collect(ctx, s.walked, s.Walk, info)
	if err != nil {
		return nil, err
	}
	all = slices.Grow(all, len(found)+1)
	for i := range s.Roots {
		if s.Roots[i] == stdinRoot {
			all = append(all, located{item: stdinItem(i)})
		}
		for ; len(found) > 0 && s.numbers[found[0].Root] == i; found = found[1:] {
			f := &found[0]
			it := item{path: f.Path, root: i, explicit: s.files[i], other: f.Kind == walk.Other}
			all = append(all, located{it, f.Info})
		}
	}
	return s.overlay.apply(all), nil
}
