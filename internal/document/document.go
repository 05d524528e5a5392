// Package document shows files for a model: the lines of a text, numbered and in UTF-8
// whatever its encoding; PDFs and notebooks as text; images with their type and size, and
// with their bytes if wanted. The content of a file decides its kind.
//
// It reads no more than needed, holds no more of a large file than it shows, and changes
// nothing.
package document

import (
	"context"
	"errors"
	"fmt"
	"io"

	"fileops/internal/document/image"
	"fileops/internal/document/kind"
	"fileops/internal/document/pdf"
)

// File is a file to show.
type File struct {
	Name    string      // decides the kind where the content leaves it open
	Size    int64       // bytes; the content may have more or fewer
	Content io.ReaderAt // of a regular file, so that reading ends
}

// Want says what to show of a file, and how.
type Want struct {
	Lines  Range
	Pages  Pages // of a PDF
	Whole  int64 // bytes: of a text up to this size, all of it decides the encoding
	Max    int64 // bytes: the largest file that is shown as a whole
	Pixels bool  // with the bytes of an image, if models accept it
	Bytes  bool  // with the bytes of any image
}

// Pages is a range of pages.
type Pages = pdf.Range

// Shown is a file as shown.
type Shown struct {
	Kind     Kind
	Text     string
	About    string   // a description: "PDF document, 3 pages"
	Lines    int      // number of lines that are shown
	Total    int      // number of lines of the text; -1 if it was not read to its end
	Encoding string   // of a text: utf-8, utf-16le, windows-1252, …
	LineEnd  string   // of a text: lf, crlf, mixed, none; cr for carriage returns alone, which count as text
	Ended    bool     // the last line of a text has an end
	Pages    int      // of a PDF, all of them
	Part     string   // of a PDF, the pages that were read if not all: "pages 1-50"
	Rendered bool     // the text is made from the file, which does not hold it like that
	Picture  *Picture // of an image
	Warnings []string // parts that are not shown as they are
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

// Picture describes an image.
type Picture struct {
	image.Info
	Data []byte // the whole file, if wanted and accepted by models
}

// Reason says why a file cannot be shown.
type Reason int

// The reasons.
const (
	Binary     Reason = iota // it is not text and contains none
	Unreadable               // its kind can be shown, but it is damaged, locked or without text
	TooLarge                 // it is too large to be read as a whole
	TooMuch                  // the wanted part takes too much time or memory
	OutOfRange               // it has no such pages
)

// Error reports that a file cannot be shown, and why.
type Error struct {
	Reason Reason
	What   string // the kind of the file, for people: "PDF document"
	Msg    string // the cause; for Binary the size, "" if that is not known
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

// binary returns the error for a file that is not text. The size of one that has content
// and size 0, as in /proc, is not known.
func (f File) binary(k kind.Kind) *Error {
	if f.Size == 0 {
		return &Error{Binary, k.Name, ""}
	}
	return &Error{Binary, k.Name, kind.Size(f.Size)}
}

// image describes an image.
func (f File) image(k kind.Kind, want Want) (Shown, error) {
	info, err := image.Inspect(f.Content, f.Size)
	if damaged := (*image.Damaged)(nil); errors.As(err, &damaged) {
		return Shown{}, &Error{Unreadable, k.Name, damaged.Cause}
	}
	if err != nil {
		return Shown{}, err
	}
	p := &Picture{Info: info}
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
		s.Picture = &Picture{Info: info}
		s.About += ", " + s.Picture.size()
	}
	return s, nil
}

// size describes the size of a picture: "640x480, 3 frames, 12.3KB".
func (p *Picture) size() string {
	s := kind.Size(p.Bytes)
	if p.Frames > 1 {
		s = fmt.Sprintf("%d frames, %s", p.Frames, s)
	}
	if p.Width > 0 {
		s = fmt.Sprintf("%dx%d, %s", p.Width, p.Height, s)
	}
	return s
}
