package search

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fileops/internal/search/pattern"
	"fileops/internal/search/walk"
)

// search is a Query made ready. Workers share it.
type search struct {
	*Query
	matcher *pattern.Matcher
	named   bool // paths are shown
	context bool // lines around matches are shown
	paged   bool // rows are told apart
	places  bool // where in a line the matches are is needed
	started time.Time
	cancel  context.CancelFunc
	stopped atomic.Bool // the page is full, nobody reads it, or the context is done

	countingPass bool // files are searched again

	mu         sync.Mutex // for Error
	unreadable int
	held       []error // of a page by path; see held.go
	progress   *Progress
	matched    atomic.Int64
	large      sync.Mutex // held by the one searcher whose buffer is large
	splitting  sync.Mutex // held while a file is split
	sizes      sizes
	overlay    *overlay

	walked  []string // the roots that are walked: all but standard input
	numbers []int    // of them, among Roots
	files   []bool   // by number: the root is no directory
	openers []walk.Opener
}

func newSearch(q *Query) (*search, error) {
	m := q.Matcher
	if m == nil {
		var err error
		if m, err = pattern.Compile(q.Patterns, q.Match); err != nil {
			return nil, err
		}
	}
	s := &search{Query: q, matcher: m, progress: q.Progress, started: time.Now(), sizes: defaultSizes()}
	if s.progress == nil {
		s.progress = &Progress{}
	}
	if q.Mode != Content {
		q.Before, q.After = 0, 0
	}
	q.Heading = q.Heading && q.Mode == Content && !q.JSON
	q.Walk.Kinds, q.Walk.Pattern, q.Walk.Error = walk.File, nil, s.report
	if err := s.setRoots(); err != nil {
		return nil, err
	}
	s.settleOrder()
	s.named = q.Names == NamesAlways || q.Names == NamesAuto && (len(s.files) > 1 || !s.files[0])
	s.context = q.Before > 0 || q.After > 0
	s.paged = q.Offset > 0 || q.Limit > 0 || q.MaxBytes > 0 || q.JSON || q.Quiet
	s.places = !q.Invert && (q.Only || q.Column || q.Color || q.JSON)
	return s, nil
}

// settleOrder sets the order where it is open, and a simpler one that comes to the same.
func (s *search) settleOrder() {
	switch {
	case s.Quiet:
		s.Order = Unordered
	case len(s.files) == 1 && s.files[0]: // so a pipe is read once, and no further than needed
		s.Order = ByPath
	case s.Order == ByDefault && s.Mode != Content:
		s.Order = ByRelevance
	}
}

// setRoots looks at the roots.
func (s *search) setRoots() error {
	if len(s.Roots) == 0 {
		s.Roots = []string{""}
	}
	var err error
	if s.overlay, err = newOverlay(s.Overlay, s.Roots, &s.Walk); err != nil {
		return err
	}
	s.walked, s.numbers = s.overlay.onDisk(s.Roots)
	s.files, s.openers = make([]bool, len(s.Roots)), make([]walk.Opener, len(s.Roots))
	for i, r := range s.Roots {
		if r == stdinRoot || s.overlay.is(r) {
			s.files[i] = true
			continue
		}
		info, err := os.Stat(r)
		s.files[i] = r != "" && err == nil && !info.IsDir()
		s.openers[i] = walk.NewOpener(r, &s.Walk, s.Walk.Follow || s.files[i])
	}
	return nil
}

// stdinRoot is the root that means standard input, stdinName its path in results.
const (
	stdinRoot = "-"
	stdinName = "<stdin>"
)

// report passes on what cannot be read.
func (s *search) report(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Order <= ByPath && s.Limit > 0 {
		s.held = append(s.held, err)
		return
	}
	s.tellOf(err)
}

// tellOf passes on an error for good. s.mu is held, or nobody works any more.
func (s *search) tellOf(err error) {
	s.unreadable++
	if s.Error != nil {
		s.Error(err)
	}
}

func (s *search) summary(o *pager) Summary {
	return Summary{
		Rows: o.rows, More: o.more, Shown: o.shown, Page: o.page,
		Matched: int(s.matched.Load()),
		Files:   s.progress.Files.Load(), Bytes: s.progress.Bytes.Load(),
		Unreadable: s.unreadable,
	}
}

// run searches in the way that the order allows. By path results come file by file: so
// the first ones can be shown before the last ones are searched, or even found. Where
// files or counts come by something else, little is kept of each, so the worker that
// walks searches, and the order is made at the end.
func (s *search) run(ctx context.Context, o *pager) error {
	switch {
	case s.Order == Unordered:
		_, err := s.walkAndSearch(ctx, o)
		return s.ended(err)
	case s.Mode != Content && s.Order != ByPath:
		found, err := s.walkAndSearch(ctx, nil)
		if err != nil {
			return err
		}
		s.sort(found)
		return s.ended(s.listFiles(found, o))
	}
	files, err := s.source(ctx)
	if err != nil {
		return err
	}
	return s.ended(s.searchInOrder(ctx, files, o))
}

// errStopped ends a search whose page is full.
var errStopped = errors.New("the page is full")

// ended is the error of a search that may have been ended on purpose.
func (s *search) ended(err error) error {
	if errors.Is(err, errStopped) || s.stopped.Load() && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// sort brings files or counts into their order.
func (s *search) sort(found []hit) {
	slices.SortFunc(found, func(a, b hit) int {
		lines := 0
		if s.Order == ByRelevance {
			lines = cmp.Compare(b.total, a.total)
		}
		return cmp.Or(lines, cmp.Compare(b.ModTime, a.ModTime), walk.Compare(a.path, b.path))
	})
}

func (s *search) workers() int {
	if s.Walk.Workers > 0 {
		return s.Walk.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// unreadable is an error that names a file.
func unreadable(op, path string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return err
	}
	return &fs.PathError{Op: op, Path: filepath.FromSlash(path), Err: err}
}
