package config

import (
	"strings"
	"unicode"
)

// Error is a broken configuration: which source, which key, what is allowed.
type Error struct {
	// Source is the path of a file, the name of a variable, or "flag".
	Source string
	// Key is the setting in question; "" where the source as a whole is broken.
	Key string
	// Msg is what is wrong and what is allowed, with the cause in it.
	Msg string
	// Err is the cause, where there is one.
	Err error
}

// Error is `SOURCE: KEY: MSG` in one line, or `SOURCE: MSG` without a key. What
// a terminal would not print is shown as a space: keys and values of a file are
// whatever somebody wrote there.
func (e *Error) Error() string {
	parts := []string{e.Source, head(e.Key, 60), e.Msg}
	if e.Key == "" {
		parts = []string{e.Source, e.Msg}
	}
	return strings.Map(printable, strings.Join(parts, ": "))
}

// Unwrap gives the cause, so that errors.Is finds fs.ErrNotExist.
func (e *Error) Unwrap() error { return e.Err }

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}

// head is the beginning, in runes, of a text that may be long.
func head(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "…"
}
