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
	moved    map[string]int   // the last one that moved what stood at a name
	deleted  map[string]int   // the last one that deleted a path
}

func newPast() past {
	return past{edits: map[any]int{}, byOrigin: map[string][]int{}, byPath: map[string][]int{}, moved: map[string]int{}, deleted: map[string]int{}}
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
			p.moved[r.From] = p.known
		}
		if r.Action.Kind() == "delete" {
			p.deleted[r.Path] = p.known
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

// gone says that a file that is not there was moved or deleted by an operation of this
// response: by the last one that did.
func (x *explainer) gone(i int, path string) string {
	x.catchUp(i)
	last, by := -1, ""
	if j, deleted := x.past.deleted[path]; deleted {
		last, by = j, "It was deleted by "+x.list[j].Label()+"."
	}
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		if j, moved := x.past.moved[path[:end]]; moved && j > last {
			last, by = j, fmt.Sprintf("It was moved to %s by %s.", x.results[j].Path+path[end:], x.list[j].Label())
		}
	}
	return by
}

// editKey is the same for two operations that put the same text at the same place.
func editKey(a Action) (key any, ok bool) {
	switch a := a.(type) {
	case editText, insertText, insertAtLine, appendLines, fileEdit:
		return a, true
	case multiEdit:
		return [2]string{a.Path, fmt.Sprintf("%#v", a.Edits)}, true
	}
	return nil, false
}
