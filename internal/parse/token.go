package parse

import (
	"slices"
	"sort"
	"strings"

	"fileops/internal/ops"
)

// id is the number of a name in a grammar.
type id int16

// Names that are no operation and no field.
const (
	nameThink    = "think"
	nameThinking = "thinking"
	nameCode     = "code"
	namePre      = "pre"
	nameTerminal = "terminal"
)

// grammar is the table of names, made from the catalogue.
type grammar struct {
	names   map[string]id
	text    []string
	specs   []*ops.Spec  // by id; nil if it is no operation
	fields  []map[id]int // by id of an operation: its fields, by id, to their index
	long    []bool       // by id: a field that holds text, not one short value
	isField []bool       // by id: a field of some operation
	isPath  []bool       // by id: a field that holds the path of a file
}

func newGrammar() *grammar {
	g := &grammar{names: map[string]id{}}
	catalogue := ops.Catalogue()
	for i := range catalogue {
		spec := &catalogue[i]
		op := g.add(spec.Tag)
		g.specs[op] = spec
		g.fields[op] = map[id]int{}
		for j, f := range spec.Fields {
			n := g.add(f.Name)
			g.fields[op][n] = j
			g.long[n] = g.long[n] || !f.Scalar()
			g.isField[n] = true
			g.isPath[n] = g.isPath[n] || f.Kind == ops.Path
		}
	}
	for _, name := range []string{nameThink, nameThinking, nameCode, namePre, nameTerminal} {
		g.add(name)
	}
	return g
}

func (g *grammar) add(name string) id {
	if n, ok := g.names[name]; ok {
		return n
	}
	n := id(len(g.text))
	g.names[name] = n
	g.text = append(g.text, name)
	g.specs = append(g.specs, nil)
	g.fields = append(g.fields, nil)
	g.long = append(g.long, false)
	g.isField = append(g.isField, false)
	g.isPath = append(g.isPath, false)
	return n
}

// field reports whether name is a field of the operation op.
func (g *grammar) field(op, name id) bool {
	_, ok := g.fields[op][name]
	return ok
}

// token is a tag with a known name. Offsets fit 32 bits: a response of 4 GiB is
// refused long before.
type token struct {
	start, end uint32 // of the "<", and after the ">"
	name       id
	form       form
}

// form is what kind of tag a token is.
type form uint8

const (
	opening form = iota
	closing
	attributed // an opening tag with attributes
	selfClosed // <name/>, with or without attributes
)

func (t token) opens() bool { return t.form == opening || t.form == attributed }

// maxName is the length of the longest name looked up.
const maxName = 32

// tokenize finds every tag with a known name.
func (g *grammar) tokenize(src string) []token {
	var tokens []token
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			return slices.Clip(tokens)
		}
		at += i
		if t, ok := g.tag(src, at); ok {
			tokens = append(tokens, t)
			at = int(t.end)
			continue
		}
		at++
	}
}

// tag reads the tag that begins at src[at], a "<".
func (g *grammar) tag(src string, at int) (token, bool) {
	p := at + 1
	t := token{start: uint32(at)}
	if p < len(src) && src[p] == '/' {
		t.form = closing
		p++
	}
	var lower [maxName]byte
	n := 0
	for ; p < len(src) && n < maxName && nameByte(src[p]); p++ {
		lower[n] = src[p]
		if 'A' <= src[p] && src[p] <= 'Z' {
			lower[n] += 'a' - 'A'
		}
		n++
	}
	name, ok := g.names[string(lower[:n])]
	if !ok {
		return t, false
	}
	t.name = name
	end, f, ok := tagEnd(src, p, t.form)
	t.end, t.form = uint32(end), f
	return t, ok
}

func nameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || '0' <= c && c <= '9'
}

// maxAttributes is how far the ">" of a tag with attributes may be.
const maxAttributes = 1024

// tagEnd finds the end of a tag after its name, and its form.
func tagEnd(src string, p int, f form) (int, form, bool) {
	if p < len(src) && src[p] == '>' {
		return p + 1, f, true
	}
	q := p
	for q < len(src) && q < p+maxAttributes && blank(src[q]) {
		q++
	}
	switch {
	case q >= len(src):
		return 0, f, false
	case src[q] == '>':
		return q + 1, f, true
	case f == closing:
		return 0, f, false
	case src[q] == '/' && q+1 < len(src) && src[q+1] == '>':
		return q + 2, selfClosed, true
	case q == p || !attribute(src[q:min(len(src), q+maxAttributes)]):
		return 0, f, false
	}
	end := quotedEnd(src[q:min(len(src), q+maxAttributes)])
	if end < 0 {
		return 0, f, false
	}
	if strings.HasSuffix(src[q:q+end], "/>") {
		return q + end, selfClosed, true
	}
	return q + end, attributed, true
}

// attribute reports whether b begins like one: name, "=".
func attribute(b string) bool {
	i := 0
	for i < len(b) && (nameByte(b[i]) || i > 0 && (b[i] == '-' || b[i] == ':' || b[i] == '.')) {
		i++
	}
	if i == 0 {
		return false
	}
	for i < len(b) && blank(b[i]) {
		i++
	}
	return i < len(b) && b[i] == '='
}

// quotedEnd is the offset after the ">" that is not inside quotes, or -1. A "<" ends
// the tag wherever it stands: no attribute may hide the tag that ends a value.
func quotedEnd(b string) int {
	var quote byte
	for i := range len(b) {
		switch c := b[i]; {
		case c == '<':
			return i
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return -1
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// at returns the index of the token that starts at offset p, or -1.
func (s *scanner) at(p int) int {
	i := s.from(p)
	if i < len(s.tokens) && int(s.tokens[i].start) == p {
		return i
	}
	return -1
}

// behind is at for an offset behind the token at index i, where mostly the token after it
// starts if one does.
func (s *scanner) behind(i, p int) int {
	switch i++; {
	case i == len(s.tokens) || int(s.tokens[i].start) > p:
		return -1
	case int(s.tokens[i].start) == p:
		return i
	}
	return s.at(p)
}

// from returns the index of the first token that starts at offset p or later.
func (s *scanner) from(p int) int {
	return sort.Search(len(s.tokens), func(i int) bool { return int(s.tokens[i].start) >= p })
}

// gap passes over blanks and comments from p on. Where a run of comments ends is
// remembered for each of them, so that text made of comments costs no more than
// its length.
func (s *scanner) gap(p int) int {
	var passed []int
	for {
		for p < len(s.src) && blank(s.src[p]) {
			p++
		}
		if !strings.HasPrefix(s.src[p:], "<!--") {
			break
		}
		if end, ok := s.comments[p]; ok {
			p = end
			break
		}
		end := s.commentEnd(p + len("<!--"))
		if end < 0 {
			break
		}
		passed = append(passed, p)
		p = end
	}
	if len(passed) > 0 && s.comments == nil {
		s.comments = map[int]int{}
	}
	for _, start := range passed {
		s.comments[start] = p
	}
	return p
}

// commentEnd is the offset after the first "-->" at p or later, or -1.
func (s *scanner) commentEnd(p int) int { return s.endAfter(&s.ends, "-->", p) }

// sectionEnd is the offset after the first "]]>" at p or later, or -1.
func (s *scanner) sectionEnd(p int) int { return s.endAfter(&s.sectionEnds, "]]>", p) }

// endAfter is the offset after the first mark at p or later, or -1. ends are the offsets
// after every one of them; nil until they were asked for.
func (s *scanner) endAfter(ends *[]uint32, mark string, p int) int {
	if *ends == nil {
		*ends = []uint32{}
		for at := 0; ; {
			i := strings.Index(s.src[at:], mark)
			if i < 0 {
				break
			}
			at += i + len(mark)
			*ends = append(*ends, uint32(at))
		}
	}
	i := sort.Search(len(*ends), func(i int) bool { return int((*ends)[i]) >= p+len(mark) })
	if i == len(*ends) {
		return -1
	}
	return int((*ends)[i])
}
