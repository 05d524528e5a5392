package document

import "bytes"

// lineEnds are the line ends of what is known of a text: its beginning, and what was
// read to show lines of it. It does not matter that some are counted twice.
type lineEnds struct {
	lf, crlf int
	cr       bool // there is a carriage return
	half     bool // the last byte written is one
}

// Write counts those of a part of what is read.
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

// name names them for a program.
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
