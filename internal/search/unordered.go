package search

import (
	"context"

	"fileops/internal/search/walk"
)

// visitor is a worker of a walk that searches each file that the walk visits.
type visitor struct {
	*searcher
	turn    turn // its window is nil if hits are kept
	hits    []hit
	current [1]item
}

// walkAndSearch searches files as they are found. It writes results to o at once, in no
// order. If o is nil, it returns the hits instead.
func (s *search) walkAndSearch(ctx context.Context, o *pager) ([]hit, error) {
	defer context.AfterFunc(ctx, func() { s.stopped.Store(true) })()
	t := turn{free: true}
	if o != nil {
		t.w = newWindow(o, s.stop)
	}
	var visitors []*visitor
	newVisitor := func() *visitor {
		v := &visitor{searcher: s.searcher(), turn: t}
		visitors = append(visitors, v)
		return v
	}
	var err error
	if others := s.others(); len(others) > 0 {
		v := newVisitor()
		for i := 0; i < len(others) && err == nil; i++ {
			err = v.search(others[i])
		}
	}
	if err == nil && len(s.walked) > 0 {
		err = walk.Walk(ctx, s.walked, s.Walk, func() walk.Visit { return newVisitor().visit })
	}
	if o != nil && o.err != nil {
		err = o.err
	}
	var all []hit
	for _, v := range visitors {
		all = append(all, v.hits...)
	}
	return all, err
}

// visit searches a file that the walk visits.
func (v *visitor) visit(e *walk.Entry) error {
	root := v.numbers[e.Root()]
	it := item{entry: e, root: root, explicit: v.files[root], other: e.Kind() == walk.Other}
	if len(v.overlay.gone) > 0 && v.overlay.replaces(it.name()) {
		return nil
	}
	return v.search(it)
}

// search searches a file, and writes or keeps the result.
func (v *visitor) search(it item) error {
	if v.stopped.Load() {
		return errStopped
	}
	v.current[0] = it
	switch {
	case v.countingPass && (it.stdin || it.other):
		it.path = it.name()
		it.entry = nil
		v.hits = append(v.hits, hit{item: it})
	case v.turn.w != nil:
		v.several(&v.turn, v.current[:])
	default:
		if h, ok := v.count(&v.current[0]); ok {
			v.hits = append(v.hits, h)
		}
	}
	return nil
}

// count counts the matches in a file, and reports whether Mode looks for such a file. As in
// ripgrep, Files lists a binary file if a line matches before its first NUL.
func (s *searcher) count(it *item) (h hit, ok bool) {
	s.tally.lines, s.tally.matches, s.tally.part = 0, 0, false
	v, ok := s.each(it, &s.tally)
	binary := v.binary >= 0 && !it.explicit && !s.AsText
	if !ok || binary && s.Mode != Files || (s.tally.lines > 0) == (s.Mode == FilesWithout) {
		return hit{}, false
	}
	s.matched.Add(1)
	h = hit{lines: s.tally.lines, total: s.tally.lines}
	if s.Only && s.Mode == Count && !s.Invert {
		h.lines = s.tally.matches
	}
	h.item = item{path: it.name(), root: it.root, version: it.version, explicit: it.explicit, other: it.other, stdin: it.stdin, told: it.told}
	if s.Order == ByRelevance || s.Order == ByModified {
		h.ModTime = it.modified()
	}
	return h, true
}

// listFiles writes files or counts in their order.
func (s *search) listFiles(found []hit, o *pager) error {
	var out output
	for i := range found {
		s.appendHit(&out, &found[i])
		if len(out.text) < spillSize {
			continue
		}
		if !o.put(&out) {
			break
		}
		out.clear()
	}
	o.put(&out)
	return o.err
}

// appendHit appends the row for a file.
func (s *search) appendHit(o *output, h *hit) {
	o.row(s, markRow, h.path)
	if s.Mode != Count || s.named {
		o.text = appendPath(o.text, s, h.path)
		switch {
		case s.Null:
			o.text = append(o.text, 0)
		case s.Mode == Count:
			o.text = append(o.text, ':')
		}
	}
	if s.Mode == Count {
		o.text = appendInt(o.text, int64(h.lines))
	}
	if s.Mode == Count || !s.Null {
		o.text = append(o.text, '\n')
	}
}
