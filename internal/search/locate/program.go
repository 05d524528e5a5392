// Package locate finds where the matches in a text are, in time in proportion to the
// text, whatever the expression and however many matches there are.
//
// Package regexp takes time in proportion to the text for one match: of a[^b]*b|a it
// has to look for a b up to the end of the text before it may say that a is the match.
// To find all matches so takes time in proportion to the square. A [Finder] first goes
// through the text from its end to its start and notes what may still come to a match
// at each place. A second pass, from the start on, then never goes a way in vain.
//
// The matches are those of package regexp: each is the leftmost, and of those the one
// that the expression prefers.
package locate

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Program is an expression made ready. It is read-only.
type Program struct {
	insts   []syntax.Inst
	start   uint32
	end     uint32     // the one instruction that is a match
	group   int        // the match is this one
	empties [][]uint32 // by instruction: those that lead to it without a rune
	eaters  [][]uint32 // and those that lead to it over one
	asks    syntax.EmptyOp

	// Runes that no instruction tells apart share a class.
	sets    []int32  // by instruction: which set of runes it takes
	holds   [][]bool // by set and class
	samples []rune   // by class: one of it; the last, -1, stands for the start of the text
	cuts    []rune   // where classes begin, from 0 on
	classes []uint16 // by cut
	ascii   [utf8.RuneSelf]uint16
	shift   uint // a row of the table of states has 1<<shift entries
}

// Compile makes a Program for re. A match is what its group of that number took, or
// all of it for 0. Each match must come to the group once, and not more often.
func Compile(re *syntax.Regexp, group int) (*Program, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	n := len(prog.Inst)
	p := &Program{
		insts: prog.Inst, start: uint32(prog.Start), group: group,
		empties: make([][]uint32, n), eaters: make([][]uint32, n), sets: make([]int32, n),
	}
	for i := range prog.Inst {
		in, pc := &prog.Inst[i], uint32(i)
		switch in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			p.empties[in.Out] = append(p.empties[in.Out], pc)
			p.empties[in.Arg] = append(p.empties[in.Arg], pc)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			p.empties[in.Out] = append(p.empties[in.Out], pc)
			if in.Op == syntax.InstEmptyWidth {
				p.asks |= syntax.EmptyOp(in.Arg)
			}
		case syntax.InstMatch:
			p.end = pc
		case syntax.InstFail:
		default:
			p.eaters[in.Out] = append(p.eaters[in.Out], pc)
		}
	}
	p.classify()
	return p, nil
}

// classify numbers the sets of runes and the classes.
func (p *Program) classify() {
	numbers := map[string]int32{}
	var sets []*syntax.Inst
	p.cuts = []rune{0}
	for i := range p.insts {
		in := &p.insts[i]
		if !eats(in) {
			continue
		}
		key := binary.AppendUvarint([]byte{byte(in.Op)}, uint64(in.Arg)) // whether case is folded
		for _, r := range in.Rune {
			key = binary.AppendVarint(key, int64(r))
		}
		number, known := numbers[string(key)]
		if !known {
			number = int32(len(sets))
			numbers[string(key)] = number
			sets = append(sets, in)
			p.cut(in)
		}
		p.sets[i] = number
	}
	for _, r := range []rune{'\n', '0', 'A', '_', 'a'} {
		p.cuts = append(p.cuts, r, r+1)
	}
	p.cuts = append(p.cuts, '9'+1, 'Z'+1, 'z'+1)
	slices.Sort(p.cuts)
	p.cuts = slices.Compact(p.cuts)
	p.holds = make([][]bool, len(sets))
	p.number(sets)
	for r := range rune(utf8.RuneSelf) {
		p.ascii[r] = p.search(r)
	}
	p.samples = append(p.samples, -1)
	for 1<<p.shift < len(p.samples) {
		p.shift++
	}
}

// cut notes where the runes of an instruction begin and end.
func (p *Program) cut(in *syntax.Inst) {
	switch in.Op {
	case syntax.InstRuneAny:
		return
	case syntax.InstRuneAnyNotNL:
		return // the classes tell a line end apart
	}
	for i := 0; i+1 < len(in.Rune); i += 2 {
		p.cuts = append(p.cuts, in.Rune[i], in.Rune[i+1]+1)
	}
	if len(in.Rune) != 1 {
		return
	}
	r := in.Rune[0]
	p.cuts = append(p.cuts, r, r+1)
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		p.cuts = append(p.cuts, f, f+1)
	}
}

// number gives the ranges between the cuts their classes.
func (p *Program) number(sets []*syntax.Inst) {
	numbers := map[string]uint16{}
	key := make([]byte, len(sets)+1)
	for _, r := range p.cuts {
		key[len(sets)] = byte(p.kind(r)) // what \b and $ tell apart
		for i, in := range sets {
			key[i] = 0
			if in.MatchRune(r) {
				key[i] = 1
			}
		}
		class, known := numbers[string(key)]
		if !known {
			class = uint16(len(p.samples))
			numbers[string(key)] = class
			p.samples = append(p.samples, r)
			for i := range sets {
				p.holds[i] = append(p.holds[i], key[i] == 1)
			}
		}
		p.classes = append(p.classes, class)
	}
}

// kind stands for r where only conditions ask: a word character, a line end or neither.
func (p *Program) kind(r rune) rune {
	const word = syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	switch {
	case r < 0 || r == '\n':
		return r
	case p.asks&word != 0 && syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

// search gives the class of r.
func (p *Program) search(r rune) uint16 {
	i, found := slices.BinarySearch(p.cuts, r)
	if !found {
		i--
	}
	return p.classes[i]
}

// eats says whether an instruction takes a rune.
func eats(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}
