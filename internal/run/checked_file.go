package run

import (
	"bytes"
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/syntax"
	"fileops/internal/text"
)

// checkedFile is a version of a file, and what the checkers say of it.
type checkedFile struct {
	finding
	src []byte
	// unconfirmed is set if the last check of the file was inconclusive. The finding and src are
	// then those of an earlier check, which found the file broken.
	unconfirmed bool
	// previous is the version before the run if this one is broken and that one was broken too
	// or could not be checked; else nil.
	previous *checkedFile
}

// message is the checker's message, with the line if it named one.
func (f checkedFile) message() string {
	if f.Line == 0 {
		return f.Msg
	}
	if strings.HasSuffix(f.Msg, "?") {
		return fmt.Sprintf("line %d: %s", f.Line, f.Msg)
	}
	return fmt.Sprintf("%s at line %d", f.Msg, f.Line)
}

// messageIn is the message, with the name of the file.
func (f checkedFile) messageIn(name string) string {
	switch {
	case strings.HasSuffix(f.Msg, "?"):
		return fmt.Sprintf("%s, %s", name, f.message())
	case f.Line == 0:
		return fmt.Sprintf("%s in %s", f.message(), name)
	}
	return fmt.Sprintf("%s of %s", f.message(), name)
}

// operationError is the error of the operation that broke the file of that name.
func (f checkedFile) operationError(name string, op ops.Operation) *ops.Error {
	e := &ops.Error{Code: ops.BadSyntax, Path: name, Hint: "Correct the text and send the operation again."}
	end := "Edit rolled back."
	if from := op.SourcePath(); from != "" {
		end = "Operation rolled back."
		e.Hint = "It only moves or copies " + from + ": correct that first, or choose a name that is not checked as " + f.Language + "."
	}
	e.Msg = fmt.Sprintf("Syntax validation failed: %s. %s", f.message(), end)
	if f.Line == 0 || f.src == nil {
		return e
	}
	place := fmt.Sprintf("line %d", f.Line)
	if f.Column > 0 {
		place += fmt.Sprintf(", column %d", f.Column)
	}
	line := min(f.Line, text.Count(f.src))
	e.Msg += fmt.Sprintf("\n%s would have been broken by %s, around %s:\n%s", name, op.Label(), place,
		strings.TrimSuffix(text.Excerpt(f.src, []text.Span{text.Lines(f.src, line, line)}), "\n"))
	return e
}

// warning returns the warning for a broken file that is kept, since it was broken before the run
// or could not be checked then.
func (f checkedFile) warning(name string) string {
	if f.previous.State == syntax.NotJudged {
		return fmt.Sprintf("The new text of %s has an error: %s. It is not known whether the file was valid before, so it was not rolled back", name, f.message())
	}
	if f.sameAsBefore() {
		return fmt.Sprintf("%s was broken before and still is: %s", name, f.message())
	}
	return fmt.Sprintf("The new text of %s has an error: %s. The file was broken before as well (%s), so it was not rolled back", name, f.message(), f.previous.message())
}

// withoutDigits returns a checker's message without digits, which may be line numbers.
func withoutDigits(msg string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, msg)
}

// sameAsBefore reports whether a file has the error that it had before the run: the same
// message, at the corresponding line.
func (f checkedFile) sameAsBefore() bool {
	if withoutDigits(f.Msg) != withoutDigits(f.previous.Msg) {
		return false
	}
	old, now := bytes.Split(f.previous.src, []byte("\n")), bytes.Split(f.src, []byte("\n"))
	head, tail := common(old, now)
	before, after := f.previous.Line, f.Line
	switch {
	case before <= head: // also if the checker named no line
		// Text was only added at the end, and the parser expected more at the end of both texts.
		atEnd := before >= text.Count(f.previous.src) && after >= text.Count(f.src)
		return after == before || atEnd
	case before > len(old)-tail:
		return len(now)-after == len(old)-before
	case after <= head || after > len(now)-tail:
		return false
	}
	// Both lines are in the changed region. The error counts as the same if the two lines are
	// equal and occur equally often in both texts.
	line := now[after-1]
	return bytes.Equal(line, old[before-1]) && count(old, line) == count(now, line)
}

// common returns how many lines two texts share at their beginnings and at their ends.
func common(a, b [][]byte) (head, tail int) {
	n := min(len(a), len(b))
	for head < n && bytes.Equal(a[head], b[head]) {
		head++
	}
	for tail < n-head && bytes.Equal(a[len(a)-1-tail], b[len(b)-1-tail]) {
		tail++
	}
	return head, tail
}

func count(lines [][]byte, line []byte) int {
	n := 0
	for _, l := range lines {
		if bytes.Equal(l, line) {
			n++
		}
	}
	return n
}
