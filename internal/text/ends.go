package text

import (
	"bytes"
	"sort"
	"strings"
)

// Ends counts the line ends of a text by kind. A lone carriage return is none.
type Ends struct{ LF, CRLF int }

// Only reports whether there are line ends, and all are of one kind.
func (n Ends) Only(kind LineEnd) bool {
	if kind == CRLF {
		return n.CRLF > 0 && n.LF == 0
	}
	return n.LF > 0 && n.CRLF == 0
}

// String names the kinds: "LF", "CRLF", "LF and CRLF"; "" if there is no line end.
func (n Ends) String() string {
	switch {
	case n.Only(LF):
		return "LF"
	case n.Only(CRLF):
		return "CRLF"
	case n.LF > 0:
		return "LF and CRLF"
	}
	return ""
}

// LineEnds are the line ends of a text, for what is put into it: where both kinds
// occur, a new line ends as its neighbours do.
type LineEnds struct {
	all  Ends
	most LineEnd // of all lines
	at   []int   // where the line feeds are; nil where all lines end alike
	crlf []int   // how many of those up to each, itself included, follow a carriage return
}

// countEnds counts the line ends of src.
func countEnds(src []byte) Ends {
	crlf := bytes.Count(src, []byte(CRLF))
	return Ends{LF: bytes.Count(src, []byte(LF)) - crlf, CRLF: crlf}
}

// LineEndsOf looks at the line ends of src.
func LineEndsOf(src []byte) LineEnds {
	l := LineEnds{all: countEnds(src), most: LF}
	if l.all.CRLF > l.all.LF {
		l.most = CRLF
	}
	if l.all.CRLF == 0 || l.all.LF == 0 {
		return l
	}
	all := l.all.CRLF + l.all.LF
	l.at, l.crlf = make([]int, 0, all), make([]int, 0, all)
	n := 0
	for from := 0; ; {
		i := bytes.IndexByte(src[from:], '\n')
		if i < 0 {
			return l
		}
		at := from + i
		if at > 0 && src[at-1] == '\r' {
			n++
		}
		l.at, l.crlf = append(l.at, at), append(l.crlf, n)
		from = at + 1
	}
}

// Count is how many there are of each kind.
func (l LineEnds) Count() Ends { return l.all }

// Or are these line ends, or for a text that has none those of one kind.
func (l LineEnds) Or(kind LineEnd) LineEnds {
	if l.all == (Ends{}) {
		l.most = kind
	}
	return l
}

// Fit is a text as it takes the place of a span of src, of which these are the line
// ends: its lines end as most lines of the span do, or where that has no whole line as
// the line that it is in, or that it comes after. Lines at the beginning and the end of
// the span that stay the same keep their own ends, and so does the line before the latter.
func (l LineEnds) Fit(src []byte, s Span, newText string) string {
	if l.at == nil {
		return l.most.In(newText)
	}
	first, end := sort.SearchInts(l.at, s.Start), sort.SearchInts(l.at, s.End)
	lines := end - first
	crlf := l.upTo(end) - l.upTo(first)
	switch {
	case lines == 0:
		return l.near(first, s).In(newText)
	case crlf == lines:
		return CRLF.In(newText)
	case crlf == 0:
		return LF.In(newText)
	}
	e := l.is(first)
	if crlf*2 != lines {
		e = LF
		if crlf*2 > lines {
			e = CRLF
		}
	}
	head, tail, middle := commonLines(string(src[s.Start:s.End]), Unix(newText))
	return head + e.inUnix(middle) + tail
}

// upTo is how many of the first n lines end in CRLF.
func (l LineEnds) upTo(n int) int {
	if n == 0 {
		return 0
	}
	return l.crlf[n-1]
}

// is the line end of line n, counted from 0.
func (l LineEnds) is(n int) LineEnd {
	if l.upTo(n+1) > l.upTo(n) {
		return CRLF
	}
	return LF
}

// near is the line end for a span without one, before which there are n.
func (l LineEnds) near(n int, s Span) LineEnd {
	if n > 0 && (n == len(l.at) || s.Start == s.End && l.at[n-1] == s.Start-1) {
		return l.is(n - 1)
	}
	return l.is(n)
}

// commonLines cuts off the lines at both ends in which two texts are the same, but for
// line ends, as old has them; what is left of the new one is middle. new is in LF.
func commonLines(old, new string) (head, tail, middle string) {
	for rest := old; ; {
		line, more, ok := strings.Cut(rest, "\n")
		plain := strings.TrimSuffix(line, "\r")
		if !ok || !strings.HasPrefix(new, plain+"\n") {
			old = rest
			break
		}
		head += line + "\n"
		rest, new = more, new[len(plain)+1:]
	}
	for {
		i, j := strings.LastIndexByte(old, '\n'), strings.LastIndexByte(new, '\n')
		if i < 0 || j < 0 || old[i+1:] != new[j+1:] {
			return head, tail, new
		}
		cut := i
		if i > 0 && old[i-1] == '\r' {
			cut--
		}
		tail = old[cut:] + tail
		old, new = old[:cut], new[:j]
	}
}
