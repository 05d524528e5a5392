package document

import "bytes"

// lineEnds counts the line ends of the beginning of a text and of the part that was read.
// Some are counted twice, which does not matter.
type lineEnds struct {
	lf, crlf int
	cr       bool // there is a carriage return
	half     bool // the last byte written is a carriage return
}

// Write counts the line ends of the next part.
func (l *lineEnds) Write(part []byte) (int, error) {
	if l.half && part[0] == '\n' {
		l.crlf++
	}
	l.half = part[len(part)-1] == '\r'
	l.add(part)
	return len(part), nil
}

func (l *lineEnds) add(src []byte) {
	l.lf += bytes.Count(src, []byte("\n"))
	l.crlf += bytes.Count(src, []byte("\r\n"))
	l.cr = l.cr || bytes.IndexByte(src, '\r') >= 0
}

// name returns the value of Shown.LineEnd.
func (l *lineEnds) name() string {
	switch {
	case l.lf == 0 && l.cr:
		return "cr"
	case l.lf == 0:
		return "none"
	case l.crlf == 0:
		return "lf"
	case l.crlf == l.lf:
		return "crlf"
	}
	return "mixed"
}
