package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns text as a Writer shows it on a terminal.
func Escape(text string) string {
	if clean(text, whole) == len(text) {
		return text
	}
	var b strings.Builder
	escapeTo(&b, text, whole)
	return b.String()
}

// AppendName appends a name or a line as it is shown on a terminal. Line ends in it are escaped
// as well.
func AppendName(b, text []byte) []byte {
	if clean(text, name) == len(text) {
		return append(b, text...)
	}
	a := appender(b)
	escapeTo(&a, text, name)
	return a
}

type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}

func (a *appender) WriteString(s string) (int, error) {
	*a = append(*a, s...)
	return len(s), nil
}

// extent says what is known of a text beyond its bytes.
type extent uint8

const (
	part  extent = iota // more follows
	whole               // nothing follows
	name                // nothing follows, and it should be one line
)

type textWriter interface {
	io.Writer
	io.StringWriter
}

// escapeTo writes text to w, escaped, and returns how many of its bytes it took. If more
// follows, it leaves a carriage return and an incomplete character at the end: what they mean
// depends on the next byte. The writer keeps its own errors.
func escapeTo[T string | []byte](w textWriter, text T, e extent) (taken int) {
	for at := 0; ; {
		n := clean(text[at:], e)
		writeTo(w, text[at:at+n])
		at += n
		if at == len(text) {
			return at
		}
		next := string(text[at:min(len(text), at+utf8.UTFMax)])
		r, size := utf8.DecodeRuneInString(next)
		switch {
		case e == part && (next == "\r" || !utf8.FullRuneInString(next)):
			return at
		case e != name && strings.HasPrefix(next, "\r\n"):
			writeTo(w, next[:2])
			size = 2
		case r == utf8.RuneError && size == 1:
			writeTo(w, fmt.Sprintf(`\x%02x`, next[0]))
		default:
			writeTo(w, escaped(r))
		}
		at += size
	}
}

func writeTo[T string | []byte](w textWriter, text T) {
	switch text := any(text).(type) {
	case string:
		w.WriteString(text) //nolint:errcheck // the writer keeps its errors
	case []byte:
		w.Write(text) //nolint:errcheck // the writer keeps its errors
	}
}

// escaped returns what stands for a character that is not shown, in the notation of Go, C and git.
func escaped(r rune) string {
	switch {
	case r >= '\a' && r <= '\r':
		return `\` + string("abtnvfr"[r-'\a'])
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// clean returns the length of the longest prefix of text that needs no escape.
func clean[T string | []byte](text T, e extent) int {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\t' || c == '\n' && e != name {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			return i
		}
		r, size := utf8.DecodeRuneInString(string(text[i:min(len(text), i+utf8.UTFMax)]))
		if size == 1 || hidden(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// hidden reports whether a character beyond ASCII acts on a terminal, changes the order in
// which text is shown, or is not seen. The joiners and the variation selectors of emoji and
// of scripts that need them are not among them.
func hidden(r rune) bool {
	switch {
	case r < 0xa0: // C1
		return true
	// Most text is in these two ranges, for which no table has to be searched.
	case r < 0x34f:
		return r == 0xad // soft hyphen
	case r > 0x3000 && r < 0xfe00:
		return r == 0x3164 // Hangul filler
	case r == 0x200c, r == 0x200d: // joiners
		return false
	case r == 0x2028, r == 0x2029: // separators of lines and paragraphs
		return true
	case r >= 0xe0000 && r < 0xe1000: // tags and variation selectors, in which text can be hidden
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
