package document

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"fileops/internal/document/notebook"
)

// notebook shows a notebook as text. One that is broken is shown as the text that it is.
func (f File) notebook(ctx context.Context, want Want) (Shown, error) {
	src, err := f.open(ctx, want.Max)
	if err != nil {
		return Shown{}, err
	}
	data, err := io.ReadAll(src.enc.Reader(src.Reader))
	if err != nil {
		return Shown{}, err
	}
	nb, err := notebook.Text(data)
	if broken := (*notebook.Error)(nil); errors.As(err, &broken) {
		s, err := f.text(ctx, want)
		if errors.Is(err, errBinary) {
			return s, &Error{Unreadable, "Jupyter notebook", broken.Error()}
		}
		s.Warnings = append(s.Warnings, broken.Error()+": shown as text")
		return s, err
	}
	if err != nil {
		return Shown{}, err
	}
	about := fmt.Sprintf("Jupyter notebook, %d cells", nb.Cells)
	if nb.Cells == 1 {
		about = "Jupyter notebook, 1 cell"
	}
	s := Shown{Kind: Notebook, About: about, Warnings: nb.Notes, Rendered: true}
	if nb.Invalid > 0 {
		s.Warnings = append(s.Warnings, invalid(nb.Invalid, "utf-8"))
	}
	return s, s.window(nb.Text, want.Lines)
}

// window takes the lines that are wanted of a text that was made from a file. They have
// no numbers: those would not be the file's.
func (s *Shown) window(text string, rng Range) error {
	rng.Bare, rng.CountRest = true, true
	p, err := readLines(bufio.NewReaderSize(strings.NewReader(text), blockSize), rng, 0)
	s.Text, s.Lines, s.Total = p.text, p.shown, p.total
	return err
}
