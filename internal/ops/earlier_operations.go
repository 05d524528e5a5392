package ops

import (
	"fmt"
	"slices"
	"strings"
)

// past indexes what the operations of a pass did so far. To look at all of them for each
// failure would take a time that grows with the square of their number.
type past struct {
	known    int              // how many operations were taken in
	edits    map[any]int      // the first one that put a text at a place, by editKey
	byOrigin map[string][]int // those that changed a file, by its name on disk
	byPath   map[string][]int // and by the path that they wrote
	moved    map[string][]int // those that moved what stood at a name
	deleted  map[string][]int // those that deleted a path
}

func newPast() past {
	return past{edits: map[any]int{}, byOrigin: map[string][]int{}, byPath: map[string][]int{}, moved: map[string][]int{}, deleted: map[string][]int{}}
}

// catchUp takes in the operations before i.
func (x *explainer) catchUp(i int) {
	p := &x.past
	for ; p.known < i; p.known++ {
		r := x.results[p.known]
		if r.Err != nil || !r.Changed {
			continue
		}
		if key, ok := editKey(x.list[p.known].Action); ok {
			if _, before := p.edits[key]; !before {
				p.edits[key] = p.known
			}
		}
		if r.Origin != "" {
			p.byOrigin[r.Origin] = append(p.byOrigin[r.Origin], p.known)
		}
		p.byPath[r.Path] = append(p.byPath[r.Path], p.known)
		if r.From != "" && !r.Copied {
			p.moved[r.From] = append(p.moved[r.From], p.known)
		}
		if r.Action.Kind() == "delete" {
			p.deleted[r.Path] = append(p.deleted[r.Path], p.known)
		}
	}
}

// changed are the operations that changed a file, in their order.
func (p *past) changed(origin, written string) []int {
	byPath := p.byPath[written]
	if origin == "" || slices.Equal(p.byOrigin[origin], byPath) {
		return byPath
	}
	all := slices.Concat(p.byOrigin[origin], byPath)
	slices.Sort(all)
	return slices.Compact(all)
}

// named are operations as a message names them.
func (x *explainer) named(ops []int) string {
	names := make([]string, len(ops)) // some shows the first ones and their number
	for k, j := range ops[:min(len(ops), fewNames)] {
		names[k] = x.list[j].Label()
	}
	return some(names)
}

// maxFollowed is how many moves of a file are followed.
const maxFollowed = 32

// gone says where a file went that operations of this response moved or deleted. It starts at
// the last one that did, and follows the moves after it.
func (x *explainer) gone(i int, path string) string {
	x.catchUp(i)
	at, after, said := path, -1, ""
	for n := range maxFollowed {
		first := n == 0
		by, to := x.past.taker(at, after, first)
		if by < 0 {
			return said
		}
		label := x.list[by].Label() + "."
		switch {
		case to < 0 && first:
			return "It was deleted by " + label
		case to < 0:
			return fmt.Sprintf("It was moved to %s, which was deleted by %s", at, label)
		}
		at, after = x.results[by].Path+at[to:], by
		said = fmt.Sprintf("It was moved to %s by %s", at, label)
	}
	return said + " It may have been moved on from there."
}

// taker is the operation after another one that moved or deleted what stood at a path: the
// last one, or the first. A move took the first to bytes of the path; to is -1 for a deletion,
// and by is -1 if there was neither.
func (p *past) taker(path string, after int, last bool) (by, to int) {
	by, to = -1, -1
	consider := func(ops []int, end int) {
		k, _ := slices.BinarySearch(ops, after+1)
		if last {
			k = max(k, len(ops)-1)
		}
		if k < len(ops) && (by < 0 || (ops[k] > by) == last) {
			by, to = ops[k], end
		}
	}
	consider(p.deleted[path], -1)
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		consider(p.moved[path[:end]], end)
	}
	return by, to
}

// editKey is the same for two operations that put the same text at the same place.
func editKey(a Action) (key any, ok bool) {
	switch a := a.(type) {
	case editText, insertText, insertAtLine, appendLines, fileEdit:
		return a, true
	case FileDiff:
		return editKey(a.edits())
	case multiEdit:
		return [2]string{a.Path, fmt.Sprintf("%#v", a.Edits)}, true
	}
	return nil, false
}
