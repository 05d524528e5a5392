// Package search is the engine behind grep and glob: which lines match, in which files,
// and how they are shown; and which files there are.
//
// Both walk in parallel (package walk), with ripgrep's filters. What they give comes in
// an order that depends on the tree alone, unless none is asked for. Memory is bounded
// whatever the size of a file and of the result: files are read in pieces, results are
// let out as soon as their turn comes, and workers that are too far ahead wait. Only a
// multiline search holds a whole file, up to a limit.
//
// What cannot be read is reported, and the rest is searched. Nothing is printed here
// but to the writer that the caller gives.
package search

import (
	"context"
	"io"
	"sync/atomic"

	"fileops/internal/search/pattern"
	"fileops/internal/search/walk"
)

// Mode says what is shown of what matches.
type Mode uint8

// The modes. What is a row of the result depends on them.
const (
	Content      Mode = iota // lines that match, and those around them; with Only, matches
	Files                    // paths of files with a line that matches
	FilesWithout             // paths of files without one
	Count                    // paths with the number of lines that match; with Only, of matches
)

// Names says whether paths stand before lines and counts.
type Names uint8

// When paths are shown. By default they are if there may be more than one file.
const (
	NamesAuto Names = iota
	NamesAlways
	NamesNever
)

// Order is the order of files in the result.
type Order uint8

// The orders. By default content comes by path, files and counts by relevance.
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
	Match    pattern.Options  // how they are meant
	Matcher  *pattern.Matcher // Patterns and Match compiled, for who searches with them more than once; else nil
	Invert   bool             // lines that do not match are looked for
	CRLF     bool             // a carriage return before a line feed is no part of the text
	Decode   bool             // files in any encoding are read as text, large ones as they begin; else those with a mark are

	// Roots are files and directories, "-" is Stdin. If there are none, the current
	// directory is searched. Files among them are searched whatever Walk leaves out.
	Roots   []string
	Walk    walk.Options // Kinds, Pattern and Error are set here
	Stdin   io.Reader
	Overlay Overlay

	Mode          Mode
	Only          bool // matches and not the lines that they are in
	Max           int  // matching lines in a file, 0 for any number
	Before, After int  // lines of context
	AsText        bool // binary files, too, as if they were text

	Names       Names
	Heading     bool // paths stand above the lines of a file, not before each
	LineNumbers bool
	Column      bool   // of the first match in a line, in bytes from 1
	Null        bool   // a NUL follows paths, and nothing else
	Strip       string // is taken off the front of paths, but in JSON
	Color       bool
	MaxColumns  int  // of longer lines, in bytes, only that they match is shown; 0 for any length
	Preview     bool // with MaxColumns: a piece of them, around the first match
	JSON        bool // as lines of JSON, the ones that ripgrep writes

	Order         Order
	Offset, Limit int  // rows of the result that are left out before, and shown at most (0: all)
	MaxBytes      int  // a row that goes beyond is not shown any more, but for the first; 0 for any number
	Quiet         bool // nothing is shown: the search ends with the first row

	Error    func(error) // called for what cannot be read, one call at a time
	Progress *Progress
}

// Progress counts what was searched; it may be read at any time.
type Progress struct{ Files, Bytes atomic.Int64 }

// Summary is what a search came to.
type Summary struct {
	Rows       int   // in the whole result; with More, at least so many
	More       bool  // the search ended before all rows were known
	Shown      int   // rows that were written
	Page       Page  // what they are, and the others
	Matched    int   // files that matched: those that Mode looks for
	Files      int64 // files that were searched
	Bytes      int64 // and what was read of them
	Unreadable int   // files and directories
}

// Page is what the rows of content are, where a page of them was asked for.
type Page struct {
	Context      int // rows of the whole result, or with More of those seen, that do not match
	ShownContext int // those of them that were written
	ShownFiles   int // files that the rows written are of
}

// Grep searches and writes what it finds. An error is a *pattern.Error for a bad
// pattern, a *glob.Error or another for an option that makes no sense, that of the
// context, or the writer's: then the search ends early, and the Summary says how far
// it came. What cannot be read is no error, but counted in the Summary.
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
	if e := o.close(); err == nil {
		err = e
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	s.tellHeld(o)
	return s.summary(o), err
}
