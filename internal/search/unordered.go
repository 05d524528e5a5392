package search

import (
	"context"

	"fileops/internal/search/walk"
)

// visitor is a worker of a walk that searches what it comes to.
type visitor struct {
	*searcher
	window  *window // where results go at once, nil if they are kept
	hits    []hit
	current item
}

// walkAndSearch searches files as they are found. Results go to o at once, in no order,
// or are kept if it is nil.
func (s *search) walkAndSearch(ctx context.Context, o *pager) ([]hit, error) {
	defer context.AfterFunc(ctx, func() { s.stopped.Store(true) })()
	var w *window
	if o != nil {
		w = newWindow(o, s.stop)
	}
	var visitors []*visitor
	visit := func() *visitor {
		v := &visitor{searcher: s.searcher(), window: w}
		visitors = append(visitors, v)
		return v
	}
	err := s.searchOthers(visit)
	if err == nil && len(s.walked) > 0 {
		err = walk.Walk(ctx, s.walked, s.Walk, func() walk.Visit { return visit().visit })
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

// searchOthers searches what a walk does not come to.
func (s *search) searchOthers(visit func() *visitor) error {
	others := s.others()
	if len(others) == 0 {
		return nil
	}
	v := visit()
	for _, it := range others {
		if err := v.search(it); err != nil {
			return err
		}
	}
	return nil
}

// visit searches a file that the walk has come to.
func (v *visitor) visit(e *walk.Entry) error {
	root := v.numbers[e.Root()]
	it := item{entry: e, root: root, explicit: v.files[root], other: e.Kind() == walk.Other}
	if v.overlay != nil && v.overlay.replaces(it.name()) {
		return nil
	}
	return v.search(it)
}

// search searches a file and sees to what is found.
func (v *visitor) search(it item) error {
	if v.stopped.Load() {
		return errStopped
	}
	if v.countingPass && (it.stdin || it.other) {
		it.path = it.name()
		it.entry = nil
		v.hits = append(v.hits, hit{item: it})
		return nil
	}
	v.current = it
	if v.Mode == Content {
		t := turn{w: v.window, free: true}
		v.printer.output.out = &t
		v.show(&v.current)
		v.printer.output = t.finish(v.printer.output)
		return nil
	}
	h, ok := v.count(&v.current)
	if !ok {
		return nil
	}
	if v.window == nil {
		v.hits = append(v.hits, h)
		return nil
	}
	t := turn{w: v.window, free: true}
	v.appendHit(v.printer.output, &h)
	v.printer.output = t.finish(v.printer.output)
	return nil
}

// count counts what matches in a file; false if that is not what Mode looks for. Of a file
// that shows to be binary later, what matched before is enough for its name, as in ripgrep.
func (s *searcher) count(it *item) (h hit, ok bool) {
	s.tally.reset()
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

// listFiles puts out files or counts in their order.
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
