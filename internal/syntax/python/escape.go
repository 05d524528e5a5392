package python

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// badEscape returns CPython's words for the first malformed escape of a string
// body, or "".
func badEscape(body string, bytes bool) string {
	for i, width := 0, 0; i < len(body); i++ {
		// CPython decodes a text in which a character over 127 is "\UXXXXXXXX".
		if c := body[i]; c != '\\' {
			if c < utf8.RuneSelf {
				width++
			} else if utf8.RuneStart(c) {
				width += 10
			}
			continue
		}
		n, what := escapeAt(body[i:], bytes)
		if what != "" && bytes {
			return fmt.Sprintf("(value error) invalid \\x escape at position %d", width)
		}
		if what != "" {
			return fmt.Sprintf("(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s", width, width+n-1, what)
		}
		i, width = i+n-1, width+n
	}
	return ""
}

// escapeAt returns the length in bytes of the escape at the start of s, and what is
// wrong with it. The length never reaches into a character over 127.
func escapeAt(s string, bytes bool) (n int, what string) {
	if len(s) < 2 || s[1] >= utf8.RuneSelf {
		return 1, ""
	}
	switch {
	case s[1] == 'x':
		return hexEscape(s, 2, "truncated \\xXX escape")
	case bytes:
		return 2, ""
	case s[1] == 'u':
		return hexEscape(s, 4, "truncated \\uXXXX escape")
	case s[1] == 'U':
		n, what = hexEscape(s, 8, "truncated \\UXXXXXXXX escape")
		if what == "" && (s[2:4] != "00" || s[4:6] > "10") {
			what = "illegal Unicode character"
		}
		return n, what
	case s[1] == 'N':
		return namedEscape(s)
	}
	return 2, ""
}

func hexEscape(s string, digits int, what string) (int, string) {
	for i := range digits {
		if 2+i >= len(s) || !isHexDigit(s[2+i]) {
			return 2 + i, what
		}
	}
	return 2 + digits, ""
}

// namedEscape reads \N{...}. Names are not looked up.
func namedEscape(s string) (int, string) {
	const malformed = "malformed \\N character escape"
	if !strings.HasPrefix(s, `\N{`) {
		return 2, malformed
	}
	end := strings.IndexByte(s, '}')
	if end < 0 {
		return len(s), malformed
	}
	if end == 3 {
		return 3, malformed
	}
	return end + 1, ""
}
