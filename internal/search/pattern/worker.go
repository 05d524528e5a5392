package pattern

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"fileops/internal/search/dfa"
	"fileops/internal/search/locate"
)

// Worker searches with a Matcher. It keeps the states of the automaton and is for one
// goroutine at a time.
type Worker struct {
	*Matcher
	machine *dfa.Machine // made when needed; nil if the pattern is too large
	asked   bool

	// A scan that finds candidates nearly everywhere costs more than it saves. Then
	// the Worker pauses it for a while, each time longer.
	candidates int // that did not match, since scanned was 0
	scanned    int // bytes
	pause      int // bytes to search without the scan
	lastPause  int

	// Stopped, if not nil, is called now and then in a long text. If it reports true, Matches
	// end.
	Stopped func() bool
	nearest []int // scratch of Matches
	finder  *locate.Finder
	placed  bool // finder was reset to the text of Matches
}

const (
	candidatesJudged = 64 // at a time
	bytesPerReject   = 40 // at least, for a scan to pay
	firstPause       = 64 << 10
	longestPause     = 16 << 20
)

// Worker makes a Worker for m.
func (m *Matcher) Worker() *Worker { return &Worker{Matcher: m} }

// dfa gives the automaton, or nil if the pattern is too large for one.
func (w *Worker) dfa() *dfa.Machine {
	if !w.asked {
		w.asked = true
		if p := w.program(); p != nil {
			w.machine = p.Machine()
		}
	}
	return w.machine
}

// places gives the Finder for text, which is the text of the current Matches.
func (w *Worker) places(text []byte) *locate.Finder {
	if !w.placed {
		w.placed = true
		w.locator().Reset(text)
	}
	return w.finder
}

func (w *Worker) locator() *locate.Finder {
	if w.finder == nil {
		w.finder = w.located().Finder()
		w.finder.Stopped = w.Stopped
	}
	return w.finder
}

// NextLine finds the next matching line of block, from the line that begins at from on. block
// holds whole lines; the last may lack its line end. The line is block[start:end], without
// its line end.
func (w *Worker) NextLine(block []byte, from int) (start, end int, ok bool) {
	i := w.next(block, from)
	if i < 0 {
		return 0, 0, false
	}
	return lineStart(block, from, i), lineEnd(block, i), true
}

// Count gives how many lines of block match.
func (w *Worker) Count(block []byte) int {
	n := 0
	for from := 0; ; n++ {
		i := w.next(block, from)
		if i < 0 {
			return n
		}
		from = lineEnd(block, i) + 1
	}
}

// next gives a place in the next matching line, or its line end, or -1.
func (w *Worker) next(block []byte, from int) int {
	switch {
	case from >= len(block):
		return -1
	case w.plan.all:
		return from
	case w.plan.scan == nil:
		return w.everyLine(block, from)
	case w.plan.sure:
		return w.findSure(block, from)
	}
	return w.likelyLines(block, from)
}

// Match reports whether a line, given without its line end, matches.
func (w *Worker) Match(line []byte) bool {
	switch {
	case w.plan.all:
		return true
	case w.plan.scan == nil:
		return w.decide(line)
	case w.plan.sure:
		return w.findSure(line, 0) >= 0
	}
	return w.plan.scan.Find(line, 0) >= 0 && w.decide(line)
}

// lineStart gives the start of the line that holds the place i; it is from or after.
func lineStart(block []byte, from, i int) int {
	return from + bytes.LastIndexByte(block[from:i], '\n') + 1
}

// lineEnd gives the end of the line that holds the place i.
func lineEnd(block []byte, i int) int {
	if n := bytes.IndexByte(block[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(block)
}

// findSure gives a place at or after from in the first line that matches, or -1, if the scan
// alone decides.
func (w *Worker) findSure(b []byte, from int) int {
	word := w.plan.word
	if word == nil {
		return w.plan.scan.Find(b, from)
	}
	for {
		i := word.Find(b, from)
		if i < 0 || standsAlone(b, i, i+word.Len()) {
			return i
		}
		from = i + 1
	}
}

// standsAlone reports whether no word character stands beside b[i:j].
func standsAlone(b []byte, i, j int) bool {
	before, _ := utf8.DecodeLastRune(b[:i])
	after, _ := utf8.DecodeRune(b[j:])
	return !(i > 0 && isWord(before)) && !(j < len(b) && isWord(after))
}

// isWord reports whether notWord does not match r.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.Nl, unicode.Nd, unicode.Pc) || r == 0x200c || r == 0x200d ||
		0x24b6 <= r && r <= 0x24e9 || 0x1f130 <= r && r <= 0x1f149 || 0x1f150 <= r && r <= 0x1f169 || 0x1f170 <= r && r <= 0x1f189
}

// everyLine is next without a scan.
func (w *Worker) everyLine(block []byte, from int) int {
	m := w.dfa()
	for from < len(block) {
		i, v := from, dfa.Unknown
		if m != nil {
			i, v = m.Find(block, from)
		}
		switch v {
		case dfa.None:
			return -1
		case dfa.Match:
			return i
		}
		end := lineEnd(block, i)
		if w.regexp().Match(block[lineStart(block, from, i):end]) {
			return i
		}
		from = end + 1
	}
	return -1
}

// likelyLines is next with a scan: the automaton decides the lines that the scan finds.
func (w *Worker) likelyLines(block []byte, from int) int {
	for from < len(block) {
		if w.pause > 0 {
			stop := len(block)
			if len(block)-from > w.pause {
				stop = min(lineEnd(block, from+w.pause)+1, len(block))
			}
			i := w.everyLine(block[:stop], from)
			if i >= 0 {
				w.pause -= i - from
				return i
			}
			w.pause -= stop - from
			from = stop
			continue
		}
		i := w.plan.scan.Find(block, from)
		if i < 0 {
			w.scanned += len(block) - from
			return -1
		}
		end := lineEnd(block, i)
		w.scanned += end - from
		if w.likely(block, from, i, end) {
			return i
		}
		w.reject()
		from = end + 1
	}
	return -1
}

// likely reports whether the line that ends at end matches. It begins at from or later, and
// its first candidate is at i.
func (w *Worker) likely(block []byte, from, i, end int) bool {
	m := w.dfa()
	if m == nil || !w.plan.prefix || !utf8.RuneStart(block[i]) {
		return w.decide(block[lineStart(block, from, i):end])
	}
	// No match begins before the candidate. So only the byte before it is read, which
	// decides whether a word begins there.
	before := i
	if i > from && block[i-1] != '\n' {
		before--
	}
	if v := m.FindAfter(block[before:end], i-before); v != dfa.Unknown {
		return v == dfa.Match
	}
	return w.regexp().Match(block[lineStart(block, from, i):end])
}

// decide reports whether the line matches.
func (w *Worker) decide(line []byte) bool {
	if m := w.dfa(); m != nil {
		if v := m.FindAfter(line, 0); v != dfa.Unknown {
			return v == dfa.Match
		}
	}
	return w.regexp().Match(line)
}

// reject counts a candidate that did not match.
func (w *Worker) reject() {
	w.candidates++
	if w.candidates < candidatesJudged {
		return
	}
	if w.scanned < w.candidates*bytesPerReject && w.dfa() != nil {
		w.lastPause = min(max(2*w.lastPause, firstPause), longestPause)
		w.pause = w.lastPause
	}
	w.candidates, w.scanned = 0, 0
}
