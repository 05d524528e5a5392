package ignore

import (
	"bytes"
	"strings"
)

// Rules are the rules of one file, compiled. They are numbered by line: of those that
// match an entry the last one wins.
type Rules struct {
	fold  bool
	rules []rule

	// Rules that match at any depth, by the name alone. Most name a file or an extension,
	// so one map lookup decides. The first or the last byte often saves even that.
	names       map[string][]int32 // by the whole name
	extensions  map[string][]int32 // by what follows the last dot
	first, last set
	loose       []looseRule

	paths []anchoredRule
}

// looseRule matches at any depth, by more than a name or an extension.
type looseRule struct {
	rule        int32
	first, last int16 // the bytes a name must begin and end with, -1 for any
	seg         segment
}

func newLooseRule(n int32, s segment) looseRule {
	l := looseRule{n, -1, -1, s}
	if len(s.toks) > 0 {
		if t := s.toks[0]; t.kind == literal {
			l.first = int16(t.c)
		}
		if t := s.toks[len(s.toks)-1]; t.kind == literal {
			l.last = int16(t.c)
		}
	}
	return l
}

// anchoredRule matches components from the directory of the file on.
type anchoredRule struct {
	rule int32
	segs []segment
}

// Parse reads the text of a file of rules. Nothing in it is an error: a rule that git
// cannot match is skipped. With fold, case does not matter (core.ignoreCase).
func Parse(text []byte, fold bool) *Rules {
	r := &Rules{fold: fold}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for s := range strings.SplitSeq(string(text), "\n") {
		if l, ok := parseLine(strings.TrimSuffix(s, "\r")); ok {
			r.add(&l)
		}
	}
	return r
}

// Compile makes rules of globs that do not come from a file. They have no comments, and
// blanks at their end count.
func Compile(globs []string, fold bool) *Rules {
	r := &Rules{fold: fold}
	for _, g := range globs {
		if l, ok := parseRule(g); ok {
			r.add(&l)
		}
	}
	return r
}

// add compiles a rule into the structure in which it is found fastest.
func (r *Rules) add(l *line) {
	n := int32(len(r.rules))
	r.rules = append(r.rules, l.rule)
	if l.anchored {
		for _, segs := range l.paths(r.fold) {
			// **/x is x at any depth.
			if len(segs) == 2 && segs[0].kind == deep && segs[1].kind != deep {
				r.addName(n, segs[1])
			} else {
				r.paths = append(r.paths, anchoredRule{n, segs})
			}
		}
		return
	}
	segs, ok := scan(l.pattern, r.fold)
	if !ok {
		return
	}
	if segs[0].kind == deep { // nothing to span: the same as *
		segs[0] = newSegment([]token{{kind: star}})
	}
	r.addName(n, segs[0])
}

func (r *Rules) addName(n int32, s segment) {
	switch {
	case s.kind == exact && len(s.lit) > 0:
		if r.names == nil {
			r.names = map[string][]int32{}
		}
		r.names[string(s.lit)] = append(r.names[string(s.lit)], n)
		r.first[s.lit[0]] = true
	case s.kind == suffix && len(s.lit) > 1 && bytes.LastIndexByte(s.lit, '.') == 0:
		if r.extensions == nil {
			r.extensions = map[string][]int32{}
		}
		ext := string(s.lit[1:])
		r.extensions[ext] = append(r.extensions[ext], n)
		r.last[s.lit[len(s.lit)-1]] = true
	default:
		r.loose = append(r.loose, newLooseRule(n, s))
	}
}

// empty reports whether no entry can match.
func (r *Rules) empty() bool {
	return len(r.names) == 0 && len(r.extensions) == 0 && len(r.loose) == 0 && len(r.paths) == 0
}

// byName returns the number of the last rule that matches a name at any depth, -1 if none.
func (r *Rules) byName(name []byte, dir bool) int32 {
	best := int32(-1)
	if r.first[name[0]] {
		best = r.latest(best, r.names[string(name)], dir)
	}
	if r.last[name[len(name)-1]] {
		if dot := bytes.LastIndexByte(name, '.'); dot >= 0 {
			best = r.latest(best, r.extensions[string(name[dot+1:])], dir)
		}
	}
	first, last := int16(name[0]), int16(name[len(name)-1])
	for i := len(r.loose) - 1; i >= 0; i-- {
		l := &r.loose[i]
		if l.rule <= best {
			break
		}
		if l.first >= 0 && l.first != first || l.last >= 0 && l.last != last {
			continue
		}
		if r.applies(l.rule, dir) && l.seg.matches(name) {
			return l.rule
		}
	}
	return best
}

// latest returns the last of the rules that applies, or best if that is later.
func (r *Rules) latest(best int32, found []int32, dir bool) int32 {
	for i := len(found) - 1; i >= 0 && found[i] > best; i-- {
		if r.applies(found[i], dir) {
			return found[i]
		}
	}
	return best
}

func (r *Rules) applies(n int32, dir bool) bool { return dir || !r.rules[n].dirOnly }
