package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Error reports an invalid configuration.
type Error struct {
	Source string // the path of a file, the name of a variable, or "flag"
	Key    string // the setting in question; "" if the whole source is invalid
	Msg    string // what is wrong and what is allowed, with the cause
	Err    error  // the cause; nil for none
}

// Error returns `SOURCE: KEY: MSG` in one line, `SOURCE: MSG` without a key, or `--KEY: MSG` for
// a flag. Characters
// that a terminal would not print become spaces, since keys and values of a file may be
// anything.
func (e *Error) Error() string {
	text := e.Msg
	switch {
	case e.Source == "flag":
		return printable("--" + e.Key + ": " + text)
	case e.Key != "":
		text = head(e.Key, 60) + ": " + text
	}
	return printable(e.Source + ": " + text)
}

// printable returns a text with a space for each character that a terminal would not print.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// Unwrap returns the cause, so that errors.Is finds fs.ErrNotExist.
func (e *Error) Unwrap() error { return e.Err }

// maxFaults is how many faults of one source are named.
const maxFaults = 10

// join returns the faults of one source as one error, with a line for each; nil for none.
func join(faults []error) error {
	if more := len(faults) - maxFaults; more > 0 {
		faults = append(faults[:maxFaults:maxFaults], fmt.Errorf("and %d more", more))
	}
	return errors.Join(faults...)
}

// head cuts a text to limit runes.
func head(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "…"
}
