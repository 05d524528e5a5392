package locate

import (
	"regexp/syntax"
	"unicode/utf8"
)

// Finder looks for the matches in one text after another. It is for one goroutine at a
// time. What it keeps of a text is a small part of it.
type Finder struct {
	*Program
	Stopped func() bool // asked now and then; if it says so, there are no more matches
	stopped bool

	states
	text   []byte  // must not change
	blocks []block // of the text; the last one comes first
	loaded int     // the block that marks are of, -1 for none
	marks  []mark  // by place, counted back from the end of the block

	stack []uint32 // scratch of choose
	ends  [2]int   // of the group
}

// A block is the places behind the end of the one before, up to its own; the first has
// the start of the text, too. What is known of each place in a block is not kept, but
// worked out again when it is needed.
type block struct {
	end   int
	bits  string // of the state there
	after rune
	any   bool // a match begins in it
}

const blockSize = 4 << 10 // bytes, about

// mark is the state at a place, and whether a match begins there.
type mark uint32

func (m mark) row() uint32  { return uint32(m) >> 1 }
func (m mark) begins() bool { return m&1 != 0 }

// Finder makes a Finder for p.
func (p *Program) Finder() *Finder {
	f := &Finder{Program: p, states: states{seen: make([]uint32, len(p.insts)), bits: make([]byte, len(p.insts)/8+1)}}
	f.forget()
	return f
}

// Reset begins the search in a text.
func (f *Finder) Reset(text []byte) {
	f.text, f.blocks, f.loaded, f.stopped = text, f.blocks[:0], -1, false
	row := f.atEnd()
	for i := len(text); !f.halted(); {
		s := &f.made[row>>f.shift]
		b := block{end: i, bits: s.bits, after: s.after}
		i, row, b.any = f.back(i, row)
		f.blocks = append(f.blocks, b)
		if i == 0 {
			f.loaded = len(f.blocks) - 1
			return
		}
		row = f.bounded(row)
	}
}

func (f *Finder) halted() bool {
	f.stopped = f.stopped || f.Stopped != nil && f.Stopped()
	return f.stopped
}

// back goes from the end of a block, where the state is at row, to the end of the one
// before, and enters the marks on the way.
func (f *Finder) back(end int, row uint32) (i int, _ uint32, any bool) {
	i = end
	stop := max(0, i-blockSize)
	if size := i - stop + utf8.UTFMax; size > len(f.marks) {
		f.marks = make([]mark, size)
	} else {
		clear(f.marks[:size])
	}
	text, table, ascii, marks := f.text, f.table, &f.ascii, f.marks
	begun := mark(0)
	for i > stop {
		var class uint32
		size := 1
		if c := text[i-1]; c < utf8.RuneSelf {
			class = uint32(ascii[c])
		} else {
			var r rune
			r, size = utf8.DecodeLastRune(text[:i])
			class = uint32(f.search(r))
		}
		next := table[row+class]
		if next == 0 {
			next = f.step(row, class)
			table = f.table
		}
		begun |= next
		marks[end-i] = mark(row<<1) | next&1
		row = next.row()
		i -= size
	}
	if i == 0 {
		next := f.step(row, uint32(len(f.samples)-1))
		begun |= next
		marks[end] = mark(row<<1) | next&1
	}
	return i, row, begun.begins()
}

// MayBegin reports whether a match may begin at a place of a text, where a rune does, as
// far as that can be told without what comes after end. It is for before Reset.
func (f *Finder) MayBegin(text []byte, place, end int) bool {
	f.bounded(0)
	f.text = text
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	row := f.anyAt(end)
	i := end
	for i > place {
		class, size := f.before(i)
		next := f.table[row+class]
		if next == 0 {
			next = f.step(row, class)
		}
		row = next.row()
		i -= size
	}
	class, _ := f.before(i)
	return i < place || f.step(row, class)&1 != 0
}

// anyAt gives the state at a place after which anything may come.
func (f *Finder) anyAt(place int) uint32 {
	if place == len(f.text) {
		return f.atEnd()
	}
	r, _ := utf8.DecodeRune(f.text[place:])
	after := f.kind(r)
	if row, ok := f.anything[after]; ok {
		return row
	}
	f.clear()
	for pc := range f.insts {
		if eats(&f.insts[pc]) {
			f.bits[pc/8] |= 1 << (pc % 8)
		}
	}
	row := f.intern(string(f.bits), after)
	f.anything[after] = row
	return row
}

// before gives the class of the rune before a place, and its size in bytes: 0 at the start
// of the text.
func (f *Finder) before(place int) (class uint32, size int) {
	if place == 0 {
		return uint32(len(f.samples) - 1), 0
	}
	if c := f.text[place-1]; c < utf8.RuneSelf {
		return uint32(f.ascii[c]), 1
	}
	r, size := utf8.DecodeLastRune(f.text[:place])
	return uint32(f.search(r)), size
}

// load works out the marks of a block.
func (f *Finder) load(n int) {
	if f.loaded == n {
		return
	}
	f.loaded = n
	f.bounded(0)
	b := &f.blocks[n]
	f.back(b.end, f.intern(b.bits, b.after))
}

// blockOf gives the block that a place is in.
func (f *Finder) blockOf(place int) int {
	n := max(f.loaded, 0)
	for n+1 < len(f.blocks) && f.blocks[n+1].end >= place {
		n++
	}
	for n > 0 && f.blocks[n].end < place {
		n--
	}
	return n
}

// Next finds the leftmost match that begins at or after from, where a rune does. Places
// before from count for what ^ and \b say.
func (f *Finder) Next(from int) (start, end int, ok bool) {
	if f.stopped {
		return 0, 0, false
	}
	for n := f.blockOf(from); n >= 0; n-- {
		if f.halted() {
			return 0, 0, false
		}
		if !f.blocks[n].any {
			continue
		}
		f.load(n)
		end, first := f.blocks[n].end, 0
		if n+1 < len(f.blocks) {
			first = f.blocks[n+1].end + 1
		}
		for place := max(from, first); place <= end; place++ {
			if f.marks[end-place].begins() {
				return f.match(place)
			}
		}
	}
	return 0, 0, false
}

// match gives the match that begins at a place.
func (f *Finder) match(start int) (_, _ int, ok bool) {
	place, pc, n := start, f.start, f.loaded
	for {
		for f.blocks[n].end < place {
			n--
			if f.halted() {
				return 0, 0, false
			}
		}
		f.load(n)
		pc = f.choose(pc, place, f.made[f.marks[f.blocks[n].end-place].row()>>f.shift].bits)
		in := &f.insts[pc]
		if in.Op == syntax.InstMatch {
			break
		}
		size := 1
		if f.text[place] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(f.text[place:])
		}
		place += size
		pc = in.Out
	}
	if f.group > 0 {
		return f.ends[0], f.ends[1], true
	}
	return start, place, true
}

// choose gives the instruction that the expression prefers, among those that pc leads
// to without a rune, that take one (or none at the end of the match), and from which
// there is a way to a match. bits say of which ones that is so.
func (f *Finder) choose(pc uint32, place int, bits string) uint32 {
	if in := &f.insts[pc]; eats(in) {
		return pc
	}
	f.begin()
	f.stack = append(f.stack[:0], pc)
	for {
		if len(f.stack) == 0 {
			panic("no way to a match that was seen from its end")
		}
		pc := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		if f.seen[pc] == f.generation {
			continue
		}
		f.seen[pc] = f.generation
		switch in := &f.insts[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			f.stack = append(f.stack, in.Arg, in.Out)
		case syntax.InstCapture:
			if in.Arg>>1 == uint32(f.group) {
				f.ends[in.Arg&1] = place // what a way in vain enters is entered again
			}
			f.stack = append(f.stack, in.Out)
		case syntax.InstNop:
			f.stack = append(f.stack, in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^f.conditions(place) == 0 {
				f.stack = append(f.stack, in.Out)
			}
		case syntax.InstFail:
		default:
			if bits[pc>>3]>>(pc&7)&1 != 0 {
				return pc
			}
		}
	}
}

// conditions are those that hold at a place.
func (f *Finder) conditions(place int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if place > 0 {
		before, _ = utf8.DecodeLastRune(f.text[:place])
	}
	if place < len(f.text) {
		after, _ = utf8.DecodeRune(f.text[place:])
	}
	return syntax.EmptyOpContext(before, after)
}
