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
// A parser that takes too long cannot be stopped: it goes on in the background, and its
// answer is dropped. The limits on size and nesting keep that to seconds.
func guarded(parse func(source) Verdict, s source) Verdict {
	answer := make(chan Verdict, 1) // buffered, so that a late parser does not block
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

// Limits on what is given to a parser that recurses for each level, as all third-party parsers
// here do. Go ends a program whose stack grows over a gigabyte, and recover does not help.
// esbuild takes up to 4 KB of stack a level.
const (
	maxNesting = 2000 // brackets that are open at once, counted without regard to strings
	maxPrefix  = 1000 // signs and labels in a row, each of which opens a level: "!!!x", "a:b:c:d"
)

// tooDeep reports whether a text may nest so deep that a parser overflows the stack.
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
