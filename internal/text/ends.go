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
	at   []int   // offsets of the line feeds; nil where all lines end alike
}

// LineEndsOf finds the line ends of src.
func LineEndsOf(src []byte) LineEnds {
	crlf := bytes.Count(src, []byte(CRLF))
	l := LineEnds{all: Ends{LF: bytes.Count(src, []byte(LF)) - crlf, CRLF: crlf}, most: LF}
	if l.all.CRLF > l.all.LF {
		l.most = CRLF
	}
	if l.all.CRLF == 0 || l.all.LF == 0 {
		return l
	}
	for at, c := range src {
		if c == '\n' {
			l.at = append(l.at, at)
		}
	}
	return l
}

// Count is how many there are of each kind.
func (l LineEnds) Count() Ends { return l.all }

// Or returns l; for a text without line ends, one whose lines all end as kind.
func (l LineEnds) Or(kind LineEnd) LineEnds {
	if l.all == (Ends{}) {
		l.most = kind
	}
	return l
}

// Fit returns newText with the line ends for the place s of src, whose line ends l are. Its lines
// end as most lines of the span do. If the span has no line end, they end as the line around it
// does, or as the one before it. Lines at the beginning and the end of the span that stay the
// same keep their line ends. The line before those at the end keeps its line end too.
func (l LineEnds) Fit(src []byte, s Span, newText string) string {
	if l.at == nil {
		return l.most.In(newText)
	}
	first, end := sort.SearchInts(l.at, s.Start), sort.SearchInts(l.at, s.End)
	crlf, lf := 0, 0
	for _, at := range l.at[first:end] {
		if endAt(src, at) == CRLF {
			crlf++
		} else {
			lf++
		}
	}
	switch {
	case crlf == 0 && lf == 0:
		return l.near(src, first, s).In(newText)
	case lf == 0:
		return CRLF.In(newText)
	case crlf == 0:
		return LF.In(newText)
	}
	e := LF
	if crlf > lf || crlf == lf && endAt(src, l.at[first]) == CRLF {
		e = CRLF
	}
	head, tail, middle := commonLines(string(src[s.Start:s.End]), Unix(newText))
	return head + e.inUnix(middle) + tail
}

// endAt is the line end whose line feed is at an offset.
func endAt(src []byte, at int) LineEnd {
	if at > 0 && src[at-1] == '\r' {
		return CRLF
	}
	return LF
}

// near is the line end for a span without one, which n line ends precede.
func (l LineEnds) near(src []byte, n int, s Span) LineEnd {
	if n > 0 && (n == len(l.at) || s.Start == s.End && l.at[n-1] == s.Start-1) {
		n--
	}
	return endAt(src, l.at[n])
}

// commonLines splits new, which is in LF: head and tail are the lines that it shares with old,
// with the line ends of old, and middle is the rest.
func commonLines(old, new string) (head, tail, middle string) {
	rest := old
	for {
		line, more, ok := strings.Cut(rest, "\n")
		plain := strings.TrimSuffix(line, "\r")
		if !ok || !strings.HasPrefix(new, plain+"\n") {
			break
		}
		rest, new = more, new[len(plain)+1:]
	}
	head, tail = old[:len(old)-len(rest)], rest
	for {
		i, j := strings.LastIndexByte(rest, '\n'), strings.LastIndexByte(new, '\n')
		if i < 0 || j < 0 || rest[i+1:] != new[j+1:] {
			return head, tail[len(rest):], new
		}
		if i > 0 && rest[i-1] == '\r' {
			i--
		}
		rest, new = rest[:i], new[:j]
	}
}
