package locate

import (
	"regexp/syntax"
	"unicode/utf8"

	"fileops/internal/search/automaton"
)

// Finder finds the matches in one text after another. It is for one goroutine at a time. Its
// memory is a small part of the text.
type Finder struct {
	*Program
	Stopped func() bool // called now and then; if it is true, there are no more matches
	stopped bool

	cache  automaton.Cache // see states.go
	text   []byte          // must not change
	blocks []block         // of the text; the last one comes first
	loaded int             // the block of marks, -1 for none
	marks  []mark          // by place, counted back from the end of the block

	ends  [2]int        // of the group
	set   automaton.Set // scratch, as are the others
	key   []byte
	stack []uint32
}

// A block has the places after the end of the block before it, up to and including its own
// end. The first one also has the start of the text. Only the state at its end is kept:
// load computes the marks of the other places again.
type block struct {
	end int
	key string // of the state there
	any bool   // a match begins in it
}

const blockSize = 4 << 10 // bytes, about

// Finder makes a Finder for p.
func (p *Program) Finder() *Finder {
	n := len(p.insts)
	return &Finder{Program: p, cache: automaton.NewCache(len(p.samples)), set: automaton.NewSet(n), key: make([]byte, n/8+2)}
}

// Reset starts the search in a text.
func (f *Finder) Reset(text []byte) {
	f.text, f.blocks, f.loaded, f.stopped = text, f.blocks[:0], -1, false
	row := f.startAt(len(text))
	for i := len(text); !f.halted(); {
		b := block{end: i, key: f.cache.Key(row)}
		i, row, b.any = f.back(i, row)
		f.blocks = append(f.blocks, b)
		if i == 0 {
			f.loaded = len(f.blocks) - 1
			return
		}
		if f.cache.Full() {
			row = f.cache.Reset(row)
		}
	}
}

func (f *Finder) halted() bool {
	f.stopped = f.stopped || f.Stopped != nil && f.Stopped()
	return f.stopped
}

// back reads a block backwards from its end, where the state is at row, and sets its marks. It
// gives the end of the block before, the state there, and whether a match begins in the
// block.
func (f *Finder) back(end int, row uint32) (i int, _ uint32, any bool) {
	i = end
	stop := max(0, i-blockSize)
	if size := i - stop + utf8.UTFMax; size > len(f.marks) {
		f.marks = make([]mark, size)
	} else {
		clear(f.marks[:size])
	}
	text, table, ascii, marks := f.text, f.cache.Table, &f.ascii, f.marks
	begun := mark(0)
	for i > stop {
		var class uint32
		size := 1
		if c := text[i-1]; c < utf8.RuneSelf {
			class = ascii[c]
		} else {
			class, size = f.before(i)
		}
		next := mark(table[row+class])
		if next == 0 {
			next = f.step(row, class)
			table = f.cache.Table
		}
		begun |= next
		marks[end-i] = newMark(row) | next&1
		row = next.row()
		i -= size
	}
	if i == 0 {
		class, _ := f.before(0)
		next := f.next(row, class)
		begun |= next
		marks[end] = newMark(row) | next&1
	}
	return i, row, begun.begins()
}

// MayBegin reports whether a match may begin at a place of a text, which is the start of a
// rune. It reads the text only up to end, and assumes that anything may follow. The next call
// of Next needs a Reset.
func (f *Finder) MayBegin(text []byte, place, end int) bool {
	if f.cache.Full() {
		f.cache.Reset(0)
	}
	f.text = text
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	row := f.startAt(end)
	i := end
	for i > place {
		class, size := f.before(i)
		row = f.next(row, class).row()
		i -= size
	}
	class, _ := f.before(i)
	return i < place || f.next(row, class).begins()
}

// before gives the class of the rune before a place, and its size in bytes: 0 at the start
// of the text.
func (f *Finder) before(place int) (class uint32, size int) {
	if place == 0 {
		return uint32(len(f.samples) - 1), 0
	}
	if c := f.text[place-1]; c < utf8.RuneSelf {
		return f.ascii[c], 1
	}
	r, size := utf8.DecodeLastRune(f.text[:place])
	return f.search(r), size
}

// load computes the marks of a block.
func (f *Finder) load(n int) {
	if f.loaded == n {
		return
	}
	f.loaded = n
	if f.cache.Full() {
		f.cache.Reset(0)
	}
	b := &f.blocks[n]
	f.back(b.end, f.cache.Row([]byte(b.key)))
}

// blockOf gives the block of a place.
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

// Next finds the leftmost match that begins at or after from, which is the start of a rune.
// The text before from counts for ^ and \b.
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
			f.load(n)
		}
		pc = f.choose(pc, place, f.cache.Key(f.marks[f.blocks[n].end-place].row()))
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

// choose returns the preferred instruction among those in the state at the place that pc
// reaches without a rune. key is the key of that state.
func (f *Finder) choose(pc uint32, place int, key string) uint32 {
	if in := &f.insts[pc]; takesRune(in) {
		return pc
	}
	f.set.Clear()
	stack := append(f.stack[:0], pc)
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !f.set.Mark(pc) {
			continue
		}
		switch in := &f.insts[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			stack = append(stack, in.Arg, in.Out)
		case syntax.InstCapture:
			if in.Arg>>1 == uint32(f.group) {
				f.ends[in.Arg&1] = place // a path that fails is overwritten by the next
			}
			stack = append(stack, in.Out)
		case syntax.InstNop:
			stack = append(stack, in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^f.conditions(place) == 0 {
				stack = append(stack, in.Out)
			}
		case syntax.InstFail:
		default:
			if key[pc>>3]>>(pc&7)&1 != 0 {
				f.stack = stack
				return pc
			}
		}
	}
	panic("no path to a match that the backward pass found")
}

// conditions gives the conditions that are true at a place.
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
