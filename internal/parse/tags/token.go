package tags

import (
	"sort"
	"strings"
	"sync"

	"fileops/internal/ops"
	"fileops/internal/parse/quote"
)

// id is the number of a name in a grammar.
type id int16

// grammar is the table of names, made from the catalogue.
type grammar struct {
	ids   map[string]id
	names []name // by id
}

// name is what a tag may mean that has it.
type name struct {
	text    string
	spec    *ops.Spec  // nil if it is no operation
	fields  map[id]int // of the operation, by id, to their index
	long    bool       // a field that holds text, not one short value
	isField bool       // a field of some operation
	isPath  bool       // a field that holds the path of a file
}

var grammarOf = sync.OnceValue(func() *grammar {
	g := &grammar{ids: map[string]id{}}
	catalogue := ops.Catalogue()
	for i := range catalogue {
		spec := &catalogue[i]
		fields := map[id]int{}
		for j, f := range spec.Fields {
			n := g.add(f.Name)
			fields[n] = j
			field := &g.names[n]
			field.isField, field.long, field.isPath = true, field.long || !f.Scalar(), field.isPath || f.Kind == ops.Path
		}
		op := &g.names[g.add(spec.Tag)]
		op.spec, op.fields = spec, fields
	}
	for _, name := range quote.TagNames { // they stand between a field's tags as others do
		g.add(name)
	}
	return g
})

func (g *grammar) add(text string) id {
	if _, ok := g.ids[text]; !ok {
		g.ids[text] = id(len(g.names))
		g.names = append(g.names, name{text: text})
	}
	return g.ids[text]
}

// field reports whether name is a field of the operation op.
func (g *grammar) field(op, name id) bool {
	_, ok := g.names[op].fields[name]
	return ok
}

// token is a tag with a known name.
type token struct {
	start, end                 uint32 // of the "<", and after the ">"
	name                       id
	closing, alone, attributes bool // as quote.Tag has them
}

func (t token) opens() bool { return !t.closing && !t.alone }

const blanks = " \t\r\n"

// tokens are tags as this package keeps them.
func tokens(tags []quote.Token) []token {
	list := make([]token, len(tags))
	for i, t := range tags {
		list[i] = token{t.Start, t.End, id(t.ID), t.Closing, t.Alone, t.Attributes}
	}
	return list
}

// at returns the index of the token that starts at offset p, or -1.
func (s *scanner) at(p int) int {
	i := s.from(p)
	if i < len(s.tokens) && int(s.tokens[i].start) == p {
		return i
	}
	return -1
}

// from returns the index of the first token that starts at offset p or later.
func (s *scanner) from(p int) int {
	return sort.Search(len(s.tokens), func(i int) bool { return int(s.tokens[i].start) >= p })
}

// gap passes over blanks and comments from p on. It remembers for each comment where the
// run of comments ends, so that many of them cost no more than their length.
func (s *scanner) gap(p int) int {
	var passed []int
	for {
		p = len(s.Text) - len(strings.TrimLeft(s.Text[p:], blanks))
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
