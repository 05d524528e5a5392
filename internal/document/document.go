// Package document shows files as a model should see them: the lines of a text,
// numbered and in UTF-8 whatever its encoding; PDFs and notebooks as text; images with
// their type and size, and their bytes for whoever can pass them on. What a file is, its
// content says.
//
// It reads no more than it shows needs, holds no more of a large file than it shows, and
// changes nothing.
package document

import (
	"context"
	"errors"
	"io"

	"fileops/internal/document/image"
	"fileops/internal/document/kind"
)

// File is a file that is to be shown.
type File struct {
	Name    string      // where the content leaves open what it is, this may tell
	Size    int64       // bytes, as far as known: what is read counts
	Content io.ReaderAt // of a regular file: reading ends
}

// Want is what of a file to show, and how.
type Want struct {
	Lines  Range
	Pages  Pages // of a PDF
	Whole  int64 // bytes: the encoding of a text up to this size is told by all of it
	Max    int64 // bytes: the largest file that is shown as a whole
	Pixels bool  // the bytes of an image are wanted as well, if models take it
	Bytes  bool  // those of any image
}

// Pages is a range of pages, counted from 1, both ends included. A First of 0 is the
// first page, a Last of 0 the last one.
type Pages struct{ First, Last int }

// Shown is what there is to see of a file.
type Shown struct {
	Kind     Kind
	Text     string
	About    string   // what it is, for one who does not see it: "PDF document, 3 pages"
	Lines    int      // how many lines of the text are shown
	Total    int      // how many it has; -1 if it was not read to its end
	Encoding string   // of a text: utf-8, utf-16le, windows-1252, …
	LineEnd  string   // of a text: lf, crlf, mixed; none where there is no line end, cr where there are carriage returns alone, which are text
	Ended    bool     // the last line of a text has an end
	Pages    int      // of a PDF, all of them
	Part     string   // of a PDF of which not all was read, what the lines are those of: "pages 1-50"
	Rendered bool     // the text is made from the file, which does not hold it like this
	Picture  *Picture // of an image
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

// Reason says why a file cannot be shown.
type Reason int

// The reasons.
const (
	Binary     Reason = iota // it is no text, and nothing that has any
	Unreadable               // it is of a kind that can be shown, but damaged, locked or without text
	TooLarge                 // to be read as a whole
	TooMuch                  // is asked for, to be read in time, or to be held in memory
	OutOfRange               // it has no such pages
)

// Error says that a file cannot be shown, and why.
type Error struct {
	Reason Reason
	What   string // the file is, for people: "PDF document"
	Msg    string // what is the matter; of a Binary its size, "" if that is not known
}

func (e *Error) Error() string {
	if e.Msg == "" {
		return e.What
	}
	return e.What + ", " + e.Msg
}

// Show shows a file. Its errors are *Error, those of the context, and those of reading
// the file.
func Show(ctx context.Context, f File, want Want) (Shown, error) {
	k, err := kind.Of(f.Content, f.Size, f.Name)
	if err != nil {
		return Shown{}, err
	}
	switch k.Class {
	case kind.Image:
		return f.image(k, want)
	case kind.SVG:
		if !want.Bytes {
			return f.drawing(ctx, k, want)
		}
		return f.image(k, want)
	case kind.Notebook:
		if !want.Lines.Plain {
			return f.notebook(ctx, want)
		}
	case kind.PDF:
		return f.pdf(ctx, want)
	case kind.Binary:
		return Shown{}, f.binary(k)
	}
	s, err := f.text(ctx, want)
	if errors.Is(err, errBinary) {
		err = f.binary(k)
	}
	return s, err
}

// binary is the error for a file that is no text. Where there is something in a file
// whose size is 0, as in /proc, the size is not known.
func (f File) binary(k kind.Kind) *Error {
	if f.Size == 0 {
		return &Error{Binary, k.Name, ""}
	}
	return &Error{Binary, k.Name, kind.Size(f.Size)}
}

// image says what an image is.
func (f File) image(k kind.Kind, want Want) (Shown, error) {
	info, err := image.Inspect(f.Content, f.Size)
	if damaged := (*image.Damaged)(nil); errors.As(err, &damaged) {
		return Shown{}, &Error{Unreadable, k.Name, damaged.Cause}
	}
	if err != nil {
		return Shown{}, err
	}
	p := newPicture(info)
	s := Shown{Kind: Image, Picture: p, About: k.Name + ", " + p.size()}
	sendable, why := info.Sendable()
	switch {
	case want.Bytes && f.Size > want.Max:
		return Shown{}, &Error{TooLarge, k.Name, kind.Size(f.Size)}
	case want.Bytes:
	case !want.Pixels:
		return s, nil
	case !sendable:
		s.Warnings = []string{"the image itself is not shown: " + why}
		return s, nil
	}
	p.Data, err = io.ReadAll(io.NewSectionReader(f.Content, 0, f.Size))
	return s, err
}

// drawing shows an image that is text.
func (f File) drawing(ctx context.Context, k kind.Kind, want Want) (Shown, error) {
	s, err := f.text(ctx, want)
	if err != nil {
		return s, err
	}
	s.About = k.Name
	if info, err := image.Inspect(f.Content, f.Size); err == nil { // else it is a text all the same
		s.Picture = newPicture(info)
		s.About += ", " + s.Picture.size()
	}
	return s, nil
}
