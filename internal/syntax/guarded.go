package syntax

import (
	"bytes"
	"fmt"
	"time"
)

// maxTime is how long a parser may take.
const maxTime = time.Second

// guarded runs a parser. If it panics or takes over maxTime, the text is not judged,
// and the verdict says why.
//
// Nothing can stop a parser that does not look around: one that takes too long is
// left to itself, and its answer thrown away. The bounds on sizes and on nesting keep
// that to seconds, and the end of the program ends it in any case.
func guarded(parse func(source) Verdict, s source) Verdict {
	answer := make(chan Verdict, 1) // so that who comes too late can go
	go func() {
		defer func() {
			if r := recover(); r != nil {
				answer <- Verdict{Trouble: fmt.Sprintf("its parser failed (%.100v)", r)}
			}
		}()
		answer <- parse(s)
	}()
	timer := time.NewTimer(maxTime)
	defer timer.Stop()
	select {
	case v := <-answer:
		return v
	case <-timer.C:
		return Verdict{Trouble: "its parser took over a second"}
	}
}

// Bounds on what is given to a parser that calls itself for each level, as all do that
// we did not write. Go ends a program whose stack grows over a gigabyte, and no recover
// keeps it from that; esbuild takes up to 4 KB a level.
const (
	maxNesting = 2000 // brackets that are open at once, counted without regard to strings
	maxPrefix  = 1000 // signs and labels in a row, each of which opens a level: "!!!x", "a:b:c:d"
)

// tooDeep reports whether a text may nest deeper than a parser can bear. No text that
// a person wrote does.
func tooDeep(src []byte) bool {
	open, signs, labels := 0, 0, 0
	for _, c := range src {
		switch c {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open = max(open-1, 0)
		case '!', '~', '+', '-':
			if signs++; signs > maxPrefix {
				return true
			}
			continue
		case ':':
			if labels++; labels > maxPrefix {
				return true
			}
			continue
		case ' ', '\t', '\r', '\n':
			continue
		}
		signs = 0
		if !isLetter(c) {
			labels = 0
		}
		if open > maxNesting {
			return true
		}
	}
	return false
}

// isLetter reports whether c may begin a name in any of the languages.
func isLetter(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// lineAt returns line n of src, counted from 1, without its end; nil if there is none.
func lineAt(src []byte, n int) []byte {
	for line := range bytes.Lines(src) {
		if n--; n == 0 {
			return bytes.TrimRight(line, "\r\n")
		}
	}
	return nil
}
