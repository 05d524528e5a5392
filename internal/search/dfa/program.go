package dfa

import (
	"errors"
	"regexp/syntax"
	"unicode/utf8"

	"fileops/internal/search/automaton"
)

// Program is a regular expression as a graph over bytes. It is read-only: any number
// of Machines may run it at once.
type Program struct {
	nodes []node
	edges []edge
	start uint32
	// If unicode is false, the program treats all bytes of 0x80 and above alike, and a match
	// may begin at any byte. Otherwise it may begin only at a rune, and text that is not
	// UTF-8 makes a Machine quit. The nodes from track on follow the runes, and the node at
	// track is the place between two runes.
	unicode bool
	track   uint32
	// The targets of nodes whose runes include U+FFFD, which also stands for an invalid byte.
	replaced map[uint32]uint32
	class    [256]uint8 // bytes share a class if all edges and conditions treat them alike
	classes  int
}

type nodeOp uint8

const (
	opFail  nodeOp = iota
	opBytes        // to the targets of the edges from out to alt
	opSplit        // to out and alt
	opEmpty        // to out, where cond holds
	opMatch
)

type node struct {
	op       nodeOp
	cond     syntax.EmptyOp
	out, alt uint32
}

type edge struct {
	lo, hi byte
	to     uint32
}

// ErrTooLarge is the error for an expression with too many states for a DFA.
var ErrTooLarge = errors.New("regular expression too large for a DFA")

// maxEdges bounds a program: \pL{1000} would have a million.
const maxEdges = 1 << 17

// Compile translates re, which need not be simplified. The error is ErrTooLarge or
// one of the syntax package.
func Compile(re *syntax.Regexp) (*Program, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	c := compiler{Program: &Program{nodes: make([]node, len(prog.Inst)), start: uint32(prog.Start), replaced: map[uint32]uint32{}}}
	for i := range prog.Inst {
		if err := c.inst(i, &prog.Inst[i]); err != nil {
			return nil, err
		}
	}
	c.track = uint32(len(c.nodes))
	if c.unicode {
		c.nodes = append(c.nodes, node{})
		c.nodes[c.track] = c.nodes[c.runes([]rune{0, utf8.MaxRune}, c.track)]
	}
	c.classify()
	return c.Program, nil
}

type compiler struct {
	*Program
	shared   map[string]uint32 // nodes of bytes by their edges, for one target
	words    bool              // some node asks for a word boundary
	sequence [][]byteRange
}

// inst makes node i for an instruction, and more nodes for its runes.
func (c *compiler) inst(i int, in *syntax.Inst) error {
	n := node{out: in.Out}
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		n.op, n.alt = opSplit, in.Arg
	case syntax.InstCapture, syntax.InstNop:
		n.op, n.alt = opSplit, n.out
	case syntax.InstEmptyWidth:
		n.op, n.cond = opEmpty, syntax.EmptyOp(in.Arg)
		c.words = c.words || n.cond&automaton.AtWord != 0
		// \B must not match between the bytes of a rune, so the program has to follow
		// the runes.
		c.unicode = c.unicode || n.cond&syntax.EmptyNoWordBoundary != 0
	case syntax.InstMatch:
		n.op = opMatch
	case syntax.InstFail:
		n.op = opFail
	default:
		pairs := automaton.Runes(in)
		first := c.runes(pairs, n.out)
		for k := 0; k < len(pairs); k += 2 {
			if pairs[k] <= utf8.RuneError && utf8.RuneError <= pairs[k+1] {
				c.replaced[first] = n.out
			}
		}
		n = node{op: opSplit, out: first, alt: first}
	}
	c.nodes[i] = n
	if len(c.edges) > maxEdges {
		return ErrTooLarge
	}
	return nil
}

// classify numbers the classes of bytes.
func (c *compiler) classify() {
	var cut [257]bool // a class begins here
	mark := func(lo, hi byte) { cut[lo], cut[int(hi)+1] = true, true }
	for _, e := range c.edges {
		mark(e.lo, e.hi)
	}
	mark('\n', '\n')
	if c.words {
		mark('a', 'z')
		mark('A', 'Z')
		mark('0', '9')
		mark('_', '_')
	}
	for b := range 256 {
		if cut[b] || b == 0 {
			c.classes++
		}
		c.class[b] = uint8(c.classes - 1)
	}
}
