// Package document shows files as a model should see them: the lines of a text,
// numbered and in UTF-8 whatever its encoding; PDFs and notebooks as text; images with
// their type and size, and their bytes for whoever can pass them on. What a file is, its
// content says.
//
// It reads no more than it shows needs, holds no more of a large file than it shows, and
// changes nothing.
package document

import "io"

// File is a file that is to be shown.
type File struct {
	Name    string      // where the content leaves open what it is, this may tell
	Size    int64       // bytes, as far as known: what is read counts
	Content io.ReaderAt // of regular files: reading ends
}

// Want is what of a file to show, and how.
type Want struct {
	Lines Range
	Whole int64 // bytes: the encoding of a file up to this size is told by all of it
}

// Shown is what there is to see of a file.
type Shown struct {
	Kind     Kind
	Text     string
	Lines    int      // how many lines of a text are shown
	Total    int      // how many it has; -1 if it was not read to its end
	Encoding string   // of a text: utf-8, utf-16le, windows-1252, …
	LineEnd  string   // of a text: lf, crlf, cr, mixed; none where there is no line end
	Ended    bool     // the last line of a text has an end
	Warnings []string // what is not shown as it is
}

// Kind is how a file is shown.
type Kind string

// The kinds.
const (
	Text     Kind = "text"
	Image    Kind = "image"
	PDF      Kind = "pdf"
	Notebook Kind = "notebook"
)

// Show shows a file. It returns ErrBinary for one that cannot be shown.
func Show(f File, want Want) (Shown, error) {
	return f.text(want)
}
