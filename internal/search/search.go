// Package search is the engine behind grep and glob. It finds files, finds the lines in
// them that match, and writes the result.
//
// Both walk in parallel (package walk), with ripgrep's filters. The order of the result
// depends on the tree alone, unless Unordered is asked for. Memory is bounded whatever the
// size of a file and of the result. Files are read in pieces, results are written as soon
// as their turn comes, and workers that are too far ahead wait. Only a multiline search
// holds a whole file, up to a limit.
//
// Files that cannot be read are reported, and the rest is searched. The package writes
// only to the writer that the caller gives.
package search

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	"fileops/internal/search/pattern"
	"fileops/internal/search/walk"
)

// Mode says what is shown. A row of the result is a line, a match or a file.
type Mode uint8

// The modes.
const (
	Content      Mode = iota // lines that match, and those around them; with Only, matches
	Files                    // paths of files with a line that matches
	FilesWithout             // paths of files without one
	Count                    // paths with the number of lines that match; with Only, of matches
)

// Names says whether paths stand before lines and counts.
type Names uint8

// When paths are shown. NamesAuto shows them if there may be more than one file.
const (
	NamesAuto Names = iota
	NamesAlways
	NamesNever
)

// Order is the order of files in the result.
type Order uint8

// The orders. By default content is in order of path, files and counts of relevance.
const (
	ByDefault   Order = iota
	ByPath            // component by component, as in ripgrep
	ByModified        // the newest first, then by path
	ByRelevance       // those with most matching lines first, then the newest, then by path
	Unordered         // as found
)

// Query is what to look for, where, and how it is shown.
type Query struct {
	Patterns []string         // a line matches if one of them does
	Match    pattern.Options  // how they are read
	Matcher  *pattern.Matcher // Patterns and Match, compiled before; nil compiles them
	Invert   bool             // find lines that do not match
	CRLF     bool             // lines end in CRLF or LF
	Decode   bool             // detect the encoding of each file, of a large one by its beginning; else by a byte order mark alone
	Whole    int64            // with Decode: of a file up to so many bytes, all of it tells the encoding, as for a read or a change

	// Roots are files and directories, "-" is Stdin. If there are none, the current
	// directory is searched. Files among them are searched even if Walk leaves them out.
	Roots   []string
	Walk    walk.Options // Kinds, Pattern and Error are set here
	Stdin   io.Reader
	Overlay Overlay

	Mode          Mode
	Only          bool // show matches, not the lines that they are in
	Max           int  // matching lines in a file, 0 for any number
	Before, After int  // lines of context
	AsText        bool // search binary files as if they were text

	Names       Names
	Heading     bool // paths stand above the lines of a file, not before each
	LineNumbers bool
	Anchors     bool   // with LineNumbers: each number is followed by # and the hash of package anchor
	Column      bool   // of the first match in a line, in bytes from 1
	Null        bool   // end paths with a NUL
	Strip       string // prefix that is cut off paths, except in JSON
	Color       bool
	MaxColumns  int  // bytes; a note replaces the text of longer lines; 0 for any length
	Preview     bool // with MaxColumns: show a piece of longer lines, around the first match
	JSON        bool // write ripgrep's JSON messages, one a line

	// Escape appends a line or a path as it is shown on a terminal; if it is nil, text is
	// written as it is. It is not called for JSON.
	Escape func(b, line []byte) []byte

	Order         Order
	Offset, Limit int  // rows to skip, and to show at most (0: all)
	MaxBytes      int  // of output, but at least one row is shown; 0 for any number
	Quiet         bool // show nothing, and end the search with the first row

	Error    func(error) // called for what cannot be read, one call at a time
	Progress *Progress
}

// Progress counts what was searched; it may be read at any time.
type Progress struct{ Files, Bytes atomic.Int64 }

// Summary counts what a search found.
type Summary struct {
	Rows       int  // in the whole result; with More, at least so many
	More       bool // the search ended before all rows were known
	Shown      int  // rows that were written
	Page       Page
	Matched    int   // files that Mode looks for
	Files      int64 // files that were searched
	Bytes      int64 // bytes that were read
	Unreadable int   // files and directories
}

// Page counts rows of content. It is set if Offset, Limit or MaxBytes is.
type Page struct {
	Context      int // context lines in the whole result, or with More in the rows seen
	ShownContext int // context lines that were written
	ShownFiles   int // files of the rows that were written
}

// Grep searches and writes what it finds. An error is a *pattern.Error for a bad pattern, a
// *glob.Error for a bad glob, another error for a bad option, the context's or the writer's.
// If the context or the writer ends a search, the Summary says how far it came. A file that
// cannot be read is not an error; the Summary counts it.
func Grep(ctx context.Context, q Query, w io.Writer) (Summary, error) {
	s, err := newSearch(&q)
	if err != nil {
		return Summary{}, err
	}
	inner, cancel := context.WithCancel(ctx)
	s.cancel = cancel
	defer cancel()
	o := newPager(s, w)
	err = s.run(inner, o)
	if errors.Is(err, errStopped) || s.stopped.Load() && errors.Is(err, context.Canceled) {
		err = nil // it was ended on purpose
	}
	if e := o.close(); err == nil {
		err = e
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	s.tellHeld(o)
	return Summary{
		Rows: o.rows, More: o.more, Shown: o.shown, Page: o.page,
		Matched: int(s.matched.Load()),
		Files:   s.progress.Files.Load(), Bytes: s.progress.Bytes.Load(),
		Unreadable: s.unreadable,
	}, err
}
