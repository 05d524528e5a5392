package ops

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

// The codes of this package: each says why an operation failed, for a program to branch on. The
// reasons of package workspace are codes as well. Codes are never renamed.
const (
	Malformed   workspace.Reason = "malformed"    // the block or call could not be read
	Skipped     workspace.Reason = "skipped"      // not run: it is in or after what never ends, its text is damaged, two forms change its file, or it is no operation
	NoMatch     workspace.Reason = "no_match"     // the text looked for is not there
	Ambiguous   workspace.Reason = "ambiguous"    // it is there more than once
	Exists      workspace.Reason = "exists"       // the file or destination is there already
	SamePath    workspace.Reason = "same_path"    // source and destination are one
	IsDirectory workspace.Reason = "is_directory" // a directory where a file should be
	NotEmpty    workspace.Reason = "not_empty"    // a directory that holds something
	Binary      workspace.Reason = "binary"       // not a text file
	StaleAnchor workspace.Reason = "stale_anchor" // a line that has changed or moved since its anchor was shown
	BadRange    workspace.Reason = "bad_range"    // lines or pages that the file does not have, or that have other numbers since an operation was rolled back
	Unreadable  workspace.Reason = "unreadable"   // a PDF or image that is damaged, locked or without text
	BadSyntax   workspace.Reason = "bad_syntax"   // the file would no longer parse
	Encoding    workspace.Reason = "encoding"     // text that the file's encoding cannot hold
	Placeholder workspace.Reason = "placeholder"  // a line that stands for code which is left out
	LineNumbers workspace.Reason = "line_numbers" // every line begins with the number of a listing
	Withheld    workspace.Reason = "withheld"     // right by itself, but another operation of the call, or of an atomic run, failed
	Interrupted workspace.Reason = "interrupted"  // the run was stopped before its commit

	Declined workspace.Reason = "declined" // a person left it out of the run

	// AlreadyApplied is for a change that the file has already, but that could be made once
	// more. If its text is gone, the code is NoMatch.
	AlreadyApplied workspace.Reason = "already_applied"
)

// Error is a failed operation, as data for whoever sent it.
type Error struct {
	Code workspace.Reason // one of those above, or of package workspace
	Path string           // what it is about: a path as the response wrote it, or a name on disk
	Line int              // the line of that file that is shown, as the operation found it; 0 for none
	Msg  string           // what is wrong; it may have several lines
	Hint string           // what to send next
	Err  error            // the cause, if there is one

	Short     string           // what is wrong, for a line that begins with the path; "" if Msg says it
	Details   []wording.Detail // what shows why, in the order of the message
	Unwritten bool             // the operation is right by itself; Msg says why it was not written
	InDoubt   bool             // Unwritten is set, but the change may be on the disk until the next command rolls it back

	marked, untouched bool  // the message begins with ❌, and says at its end that the file was not modified
	miss              *miss // of a text that is not there
	stale             *stale
}

// Error returns the whole message without the hint.
func (e *Error) Error() string {
	var b strings.Builder
	if e.marked {
		b.WriteString("❌ ")
	}
	switch {
	case e.InDoubt:
		b.WriteString("Not committed: ")
	case e.Unwritten:
		b.WriteString("Not written: ")
	}
	b.WriteString(e.Msg)
	for _, d := range e.Details {
		lines := d.Lines
		// The text of the file is to be copied, and compared with that of the response. So the
		// two have the same margin, none.
		if d.TextOf == "matches" || d.TextOf == "response" && !e.showsFile() {
			lines = indented(lines)
		}
		if d.Heading != "" {
			lines = append([]string{d.Heading}, lines...)
		}
		b.WriteString("\n\n" + strings.Join(lines, "\n"))
	}
	if e.untouched {
		b.WriteString("\n\nFile not modified.")
	}
	return b.String()
}

// showsFile reports whether the message shows a text of the file.
func (e *Error) showsFile() bool {
	return slices.ContainsFunc(e.Details, func(d wording.Detail) bool { return d.TextOf == "file" })
}

// indented returns lines with two blanks before them.
func indented(lines []string) []string {
	moved := make([]string, len(lines))
	for i, line := range lines {
		moved[i] = "  " + line
	}
	return moved
}

// detail adds a part without a heading to the message.
func (e *Error) detail(lines ...string) { e.Details = append(e.Details, wording.Detail{Lines: lines}) }

// because adds the reasons, if there are any.
func (e *Error) because(reasons ...string) {
	if len(reasons) == 0 {
		return
	}
	why := wording.Detail{Heading: "Why:"}
	for _, reason := range reasons {
		why.Lines = append(why.Lines, "  - "+reason)
	}
	e.Details = append(e.Details, why)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Text is the whole message: what is wrong, then what to send next.
func (e *Error) Text() string {
	switch {
	case e.Hint == "":
		return e.Error()
	case len(e.Details) > 0 && !e.untouched:
		return e.Error() + "\n\n" + e.Hint
	}
	return e.Error() + "\n" + e.Hint
}

// AsError makes any error an *Error.
func AsError(err error) *Error {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e
	}
	if w := (*workspace.Error)(nil); errors.As(err, &w) {
		return &Error{Code: w.Reason, Path: w.Path, Msg: w.Msg, Hint: w.Hint, Err: err}
	}
	if errors.Is(err, context.Canceled) {
		return &Error{Code: Interrupted, Msg: "the run was interrupted", Err: err}
	}
	return &Error{Code: workspace.Failed, Msg: err.Error(), Err: err}
}

func notFound(path string) *Error {
	return &Error{Code: workspace.NotFound, Path: path, Msg: "File not found: " + path}
}

func directoryNotFound(path string) *Error {
	return &Error{Code: workspace.NotFound, Path: path, Msg: "Directory not found: " + path}
}

func isDirectory(verb, path, hint string) *Error {
	return &Error{Code: IsDirectory, Path: path, Hint: hint, Msg: fmt.Sprintf("Cannot %s directory: %s", verb, path)}
}

func tooLarge(path string, size, limit int64, instead string) *Error {
	return &Error{
		Code: workspace.TooLarge, Path: path, Hint: instead,
		Msg: fmt.Sprintf("File too large: %s (%s). Maximum: %s.", path, megabytes(size), strings.Replace(megabytes(limit), ".0MB", "MB", 1)),
	}
}

func megabytes(size int64) string {
	if size >= 1<<30 {
		return strings.Replace(fmt.Sprintf("%.1fGB", float64(size)/(1<<30)), ".0GB", "GB", 1)
	}
	return fmt.Sprintf("%.1fMB", float64(size)/(1<<20))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
