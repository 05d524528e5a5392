package tags

import (
	"slices"
	"sort"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/parse/quote"
)

// id is the number of a name in a grammar.
type id = int16

// grammar is the table of names, made from the catalogue.
type grammar struct {
	ids   map[string]id
	names []name // by id
}

// name is the meaning of a name of tags.
type name struct {
	text    string
	spec    *ops.Spec // nil if it is no operation
	fields  []id      // of the operation, in the order of its spec
	long    bool      // a field that holds text, not one short value
	isField bool      // a field of some operation
	isPath  bool      // a field that holds the path of a file
}

var grammarOf = lazy.Value[*grammar]{Make: func() *grammar {
	g := &grammar{ids: map[string]id{}}
	for _, name := range quote.TagNames { // they stand between a field's tags as others do
		g.add(name)
	}
	catalogue := ops.Catalogue()
	for i := range catalogue {
		spec := &catalogue[i]
		var fields []id
		for _, f := range spec.Fields {
			n := g.add(f.Name)
			fields = append(fields, n)
			field := &g.names[n]
			field.isField, field.long, field.isPath = true, field.long || !f.Scalar(), field.isPath || f.Kind == ops.Path
		}
		op := &g.names[g.add(spec.Tag)]
		op.spec, op.fields = spec, fields
	}
	return g
}}

func (g *grammar) add(text string) id {
	if _, ok := g.ids[text]; !ok {
		g.ids[text] = id(len(g.names))
		g.names = append(g.names, name{text: text})
	}
	return g.ids[text]
}

// field reports whether name is a field of the operation op.
func (g *grammar) field(op, name id) bool {
	return slices.Contains(g.names[op].fields, name)
}

const blanks = " \t\r\n"

// at returns the index of the token that starts at offset p, or -1.
func (s *scanner) at(p int) int {
	i := s.from(p)
	if i < len(s.Tags) && int(s.Tags[i].Start) == p {
		return i
	}
	return -1
}

// from returns the index of the first token that starts at offset p or later. It looks
// around its last answer before it searches all.
func (s *scanner) from(p int) int {
	first, last := max(0, s.near-4), min(s.near+4, len(s.Tags)-1)
	if first <= last && (first == 0 || int(s.Tags[first-1].Start) < p) && int(s.Tags[last].Start) >= p {
		for s.near = first; int(s.Tags[s.near].Start) < p; {
			s.near++
		}
	} else {
		s.near = sort.Search(len(s.Tags), func(i int) bool { return int(s.Tags[i].Start) >= p })
	}
	return s.near
}

// gap is the offset after the blanks and comments from p on. It keeps the end of a run of
// comments for each of them, so that the time is linear in their length.
func (s *scanner) gap(p int) int {
	var passed []int
	for {
		for p < len(s.Text) && quote.Blank(s.Text[p]) {
			p++
		}
		if !strings.HasPrefix(s.Text[p:], "<!--") {
			break
		}
		if end, ok := s.comments[p]; ok {
			p = end
			break
		}
		end := s.CommentEnd(p+len("<!--"), len(s.Text))
		if end < 0 {
			break
		}
		passed = append(passed, p)
		p = end
	}
	for _, start := range passed {
		s.comments[start] = p
	}
	return p
}
