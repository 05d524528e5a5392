package document

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/document/kind"
	"fileops/internal/document/notebook"
	"fileops/internal/text/encoding"
)

const notebookName = "Jupyter notebook"

// notebook renders a notebook. One that is broken, or too large to be read as a whole, is
// shown as plain text.
func (f File) notebook(ctx context.Context, want Want) (Shown, error) {
	if f.Size > want.Max {
		return f.json(ctx, want, "too large for its cells to be told, over "+kind.Size(want.Max))
	}
	src, err := f.open(ctx, want.Max)
	if err != nil {
		return Shown{}, err
	}
	enc, warnings := jsonEncoding(src)
	data, err := io.ReadAll(enc.Reader(src.Reader))
	if err != nil {
		return Shown{}, err
	}
	nb, err := notebook.Text(data)
	if broken := (*notebook.Error)(nil); errors.As(err, &broken) {
		return f.json(ctx, want, broken.Error())
	}
	if err != nil {
		return Shown{}, err
	}
	s := Shown{Kind: Notebook, About: notebookName + ", " + kind.Counted(nb.Cells, "cell"), Warnings: slices.Concat(warnings, nb.Notes), Rendered: true}
	if nb.Invalid > 0 {
		s.Warnings = append(s.Warnings, invalid(nb.Invalid, "utf-8"))
	}
	return s, s.window(nb.Text, want.Lines)
}

// json shows a notebook as plain text, and warns why.
func (f File) json(ctx context.Context, want Want, why string) (Shown, error) {
	s, err := f.text(ctx, want)
	switch large := (*Error)(nil); {
	case errors.Is(err, errBinary):
		return s, &Error{Unreadable, notebookName, why}
	case errors.As(err, &large):
		large.What = notebookName
	}
	s.Warnings = append(s.Warnings, why+": shown as text")
	return s, err
}

// damaged is the number of bytes that are not UTF-8 from which on a text counts as one in
// another encoding. A guess from fewer would be unreliable, so they count as damage.
const damaged = 16

// jsonEncoding returns the encoding of JSON, which must be UTF-8 (RFC 8259, section 8.1).
// Other encodings are read too, with a warning.
func jsonEncoding(src source) (enc encoding.Encoding, warnings []string) {
	if src.enc.Binary() || strings.HasPrefix(src.enc.Name(), "utf-") {
		return src.enc, nil
	}
	if n := utf8.RuneCount(src.start) - utf8.RuneCount(bytes.ToValidUTF8(src.start, nil)); 0 < n && n < damaged {
		return encoding.Encoding{}, nil // the reader counts the bytes
	}
	return src.enc, []string{"not UTF-8, as JSON has to be: read as " + src.enc.Name()}
}

// window takes the wanted lines of a rendered text. They have no numbers, since those
// would not be the file's.
func (s *Shown) window(text string, rng Range) error {
	rng.Bare, rng.CountRest = true, true
	p, err := readLines(bufio.NewReaderSize(strings.NewReader(text), blockSize), rng, 0)
	s.Text, s.Lines, s.Total = p.text, p.shown, p.total
	return err
}
