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
	"strings"
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
	paged   bool // rows are marked in outputs
	places  bool // the positions of matches in their lines are needed
	started time.Time
	cancel  context.CancelFunc
	stopped atomic.Bool // the page is full, the writer failed, or the context is done

	countingPass bool // the files will be searched again

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
	if q.Walk.Workers <= 0 {
		q.Walk.Workers = runtime.GOMAXPROCS(0)
	}
	if q.Stdin == nil {
		q.Stdin = strings.NewReader("")
	}
	if q.Mode != Content {
		q.Before, q.After = 0, 0
	}
	q.Heading = q.Heading && q.Mode == Content && !q.JSON
	q.Walk.Kinds, q.Walk.Pattern, q.Walk.Error = walk.File, nil, s.report
	if err := s.setRoots(); err != nil {
		return nil, err
	}
	s.resolveOrder()
	s.named = q.Names == NamesAlways || q.Names == NamesAuto && (len(s.files) > 1 || !s.files[0])
	s.context = q.Before > 0 || q.After > 0
	s.paged = q.Offset > 0 || q.Limit > 0 || q.MaxBytes > 0 || q.JSON || q.Quiet
	s.places = !q.Invert && (q.Only || q.Column || q.Color || q.JSON)
	return s, nil
}

// resolveOrder replaces ByDefault, and an order that makes no difference by a cheaper one.
func (s *search) resolveOrder() {
	switch {
	case s.Quiet:
		s.Order = Unordered
	case len(s.files) == 1 && s.files[0]: // a pipe is read once, and no further than needed
		s.Order = ByPath
	case s.Order == ByDefault && s.Mode != Content:
		s.Order = ByRelevance
	}
}

// setRoots finds out which roots are files, and which are walked.
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

// report passes on an error about a file that cannot be read. For a page in order of path
// it keeps the error: see tellHeld.
func (s *search) report(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Order <= ByPath && s.Limit > 0 {
		s.held = append(s.held, err)
		return
	}
	s.tellOf(err)
}

// tellOf counts an error and calls Error. s.mu is held, or all workers have ended.
func (s *search) tellOf(err error) {
	s.unreadable++
	if s.Error != nil {
		s.Error(err)
	}
}

// run chooses how to search by the order of the result. In order of path, results are
// written file by file, so the first are shown before the last are searched or found. For
// files and counts in other orders, the workers of the walk search, and keep one hit for
// each file. The hits are sorted at the end.
func (s *search) run(ctx context.Context, o *pager) error {
	switch {
	case s.Order == Unordered:
		_, err := s.walkAndSearch(ctx, o)
		return err
	case s.Mode != Content && s.Order != ByPath:
		found, err := s.walkAndSearch(ctx, nil)
		if err != nil {
			return err
		}
		s.sort(found)
		return s.listFiles(found, o)
	}
	files, err := s.source(ctx)
	if err != nil {
		return err
	}
	return s.searchInOrder(ctx, files, o)
}

// errStopped ends a search whose page is full.
var errStopped = errors.New("the page is full")

// sort sorts files or counts by Order.
func (s *search) sort(found []hit) {
	slices.SortFunc(found, func(a, b hit) int {
		lines := 0
		if s.Order == ByRelevance {
			lines = cmp.Compare(b.total, a.total)
		}
		return cmp.Or(lines, cmp.Compare(b.ModTime, a.ModTime), walk.Compare(a.path, b.path), a.root-b.root)
	})
}

// unreadable gives err, wrapped so that it names a file.
func unreadable(op, path string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return err
	}
	return &fs.PathError{Op: op, Path: filepath.FromSlash(path), Err: err}
}
