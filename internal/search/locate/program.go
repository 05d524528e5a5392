// Package locate finds all matches in a text, in time linear in the text, whatever the
// expression and the number of matches.
//
// Package regexp takes linear time for each match: for a[^b]*b|a it has to search for a b up
// to the end of the text before it can give the match a. So finding all matches takes
// quadratic time. A [Finder] first reads the text backwards and keeps, for each place, the
// instructions from which a match can be reached. A second pass, forwards, follows only
// these.
//
// The matches are those of package regexp: each is the leftmost, and of those the one
// that the expression prefers.
package locate

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"fileops/internal/search/automaton"
)

// Program is a compiled expression. It is read-only.
type Program struct {
	insts      []syntax.Inst
	start      uint32
	end        uint32     // the match instruction
	group      int        // the group that is the match
	emptyPreds [][]uint32 // by instruction: its predecessors that take no rune
	runePreds  [][]uint32 // and those that take one
	words      bool       // some instruction tests for a word boundary

	// Runes share a class if all instructions and conditions treat them alike.
	samples []rune   // by class: one of it; the last, -1, stands for the start of the text
	cuts    []rune   // where classes begin, from 0 on
	classes []uint32 // by cut
	ascii   [utf8.RuneSelf]uint32
}

// Compile makes a Program for re. A match is the text of the group with that number, the whole
// for 0. Each match must enter the group exactly once.
func Compile(re *syntax.Regexp, group int) (*Program, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	n := len(prog.Inst)
	p := &Program{
		insts: prog.Inst, start: uint32(prog.Start), group: group,
		emptyPreds: make([][]uint32, n), runePreds: make([][]uint32, n),
	}
	for i := range prog.Inst {
		in, pc := &prog.Inst[i], uint32(i)
		switch in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			p.emptyPreds[in.Out] = append(p.emptyPreds[in.Out], pc)
			p.emptyPreds[in.Arg] = append(p.emptyPreds[in.Arg], pc)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			p.emptyPreds[in.Out] = append(p.emptyPreds[in.Out], pc)
			p.words = p.words || in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg)&automaton.AtWord != 0
		case syntax.InstMatch:
			p.end = pc
		case syntax.InstFail:
		default:
			p.runePreds[in.Out] = append(p.runePreds[in.Out], pc)
		}
	}
	p.classify()
	return p, nil
}

// classify finds the distinct sets of runes, and numbers the classes.
func (p *Program) classify() {
	known := map[string]bool{}
	var sets [][]rune
	p.cuts = []rune{0, '\n', '\n' + 1, '0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1}
	for i := range p.insts {
		in := &p.insts[i]
		if !takesRune(in) {
			continue
		}
		set := automaton.Runes(in)
		var key []byte
		var cuts []rune // where the runes begin and end
		for k, r := range set {
			key = binary.AppendVarint(key, int64(r))
			cuts = append(cuts, r+rune(k%2))
		}
		if !known[string(key)] {
			known[string(key)] = true
			sets = append(sets, set)
			p.cuts = append(p.cuts, cuts...)
		}
	}
	slices.Sort(p.cuts)
	p.cuts = slices.Compact(p.cuts)
	p.number(sets)
	for r := range rune(utf8.RuneSelf) {
		p.ascii[r] = p.search(r)
	}
	p.samples = append(p.samples, -1)
}

// number gives the ranges between the cuts their classes.
func (p *Program) number(sets [][]rune) {
	keys := make([][]byte, len(p.cuts))
	for i, r := range p.cuts {
		keys[i] = []byte{p.kind(r)} // \b and $ depend on it
	}
	for n, set := range sets {
		for k := 0; k < len(set); k += 2 {
			i, _ := slices.BinarySearch(p.cuts, set[k])
			for ; p.cuts[i] <= set[k+1]; i++ {
				keys[i] = binary.AppendUvarint(keys[i], uint64(n))
			}
		}
	}
	numbers := map[string]uint32{}
	for i, key := range keys {
		class, known := numbers[string(key)]
		if !known {
			class = uint32(len(p.samples))
			numbers[string(key)] = class
			p.samples = append(p.samples, p.cuts[i])
		}
		p.classes = append(p.classes, class)
	}
}

// kind is automaton.Beside, but without word characters if no condition depends on them.
func (p *Program) kind(r rune) byte {
	kind := automaton.Beside(r)
	if kind == 'a' && !p.words {
		return ' '
	}
	return kind
}

// search gives the class of r.
func (p *Program) search(r rune) uint32 {
	i, found := slices.BinarySearch(p.cuts, r)
	if !found {
		i--
	}
	return p.classes[i]
}

// takesRune reports whether an instruction takes a rune.
func takesRune(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}
