package document

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fileops/internal/document/kind"
	"fileops/internal/document/pdf"
)

// pagesAtOnce is the number of pages of a PDF that are read by default.
const pagesAtOnce = 50

// maxNamed is the largest number of pages that a warning names.
const maxNamed = 10

// pdf shows the text of a PDF, page by page.
func (f File) pdf(ctx context.Context, want Want) (Shown, error) {
	pages := want.Pages
	open := pages == Pages{}
	if open && f.Size > want.Max {
		return Shown{}, &Error{TooLarge, "PDF document", kind.Size(f.Size)}
	}
	if open && !want.Lines.Plain {
		pages.Last = pagesAtOnce
	}
	doc, err := pdf.Read(ctx, f.Content, f.Size, pages)
	s := Shown{Kind: PDF, Pages: doc.Pages, About: "PDF document, " + kind.Counted(doc.Pages, "page"), Rendered: true}
	if doc.Rebuilt {
		s.Warnings = append(s.Warnings, "damaged PDF: its table of objects is missing or wrong; it was read from what is there, and pages may be missing")
	}
	var wrong *pdf.Error
	switch {
	case errors.As(err, &wrong) && (wrong.Kind == pdf.TooLarge || wrong.Kind == pdf.TooSlow) && len(doc.Shown) > 0:
		s.Warnings = append(s.Warnings, fmt.Sprintf("shown up to page %d: %s", doc.Shown[len(doc.Shown)-1].Number, wrong.Msg))
	case wrong != nil:
		return s, &Error{reasons[wrong.Kind], "PDF document", wrong.Msg}
	case err != nil:
		return s, err
	}
	text, last := s.pages(doc, want.Lines.Plain)
	asked := doc.Pages
	if !open && pages.Last > 0 {
		asked = min(asked, pages.Last)
	}
	lines := want.Lines
	if !open {
		lines.Also = " of the same pages"
	}
	var more string
	if left := asked - last; left > 0 && !want.Lines.Plain {
		next := "with " + fromTo(last+1, min(last+pagesAtOnce, asked))
		more = fmt.Sprintf("… %s: go on %s\n", kind.Counted(left, "more page"), next)
		lines.Also = " of these pages, or " + next
	}
	if first := max(1, pages.First); first > 1 || last < doc.Pages {
		s.Part = fromTo(first, last)
	}
	err = s.window(text, lines)
	if s.Lines > 0 && s.Total == lines.first()-1+s.Lines && (!lines.Exact || s.Lines < lines.limit()) {
		s.Text += more
	}
	return s, err
}

// pages returns the text of the pages that were read, and the number of the last one. It
// warns about pages with missing text.
func (s *Shown) pages(doc pdf.Document, plain bool) (text string, last int) {
	var b strings.Builder
	var blank, cut []string
	for _, page := range doc.Shown {
		last = page.Number
		if !plain {
			fmt.Fprintf(&b, "--- page %d of %d ---\n", last, doc.Pages)
		}
		b.WriteString(page.Text)
		if strings.TrimSpace(page.Text) == "" {
			blank = append(blank, strconv.Itoa(last))
		}
		if page.Cut {
			cut = append(cut, strconv.Itoa(last))
		}
	}
	if len(blank) > 0 {
		s.Warnings = append(s.Warnings, "no text on "+named(blank))
	}
	if len(cut) > 0 {
		s.Warnings = append(s.Warnings, "more text than is shown on "+named(cut))
	}
	return b.String(), last
}

// named lists the numbers of pages, or some of them.
func named(numbers []string) string {
	if len(numbers) == 1 {
		return "page " + numbers[0]
	}
	if n := len(numbers); n > maxNamed {
		numbers = append(numbers[:maxNamed], fmt.Sprintf("and %d more", n-maxNamed))
	}
	return "pages " + strings.Join(numbers, ", ")
}

// reasons maps the errors of package pdf.
var reasons = [...]Reason{
	pdf.Damaged: Unreadable, pdf.Encrypted: Unreadable, pdf.NoText: Unreadable,
	pdf.TooLarge: TooMuch, pdf.TooSlow: TooMuch, pdf.OutOfRange: OutOfRange,
}

// fromTo names a range of pages.
func fromTo(first, last int) string {
	if first == last {
		return fmt.Sprintf("page %d", first)
	}
	return fmt.Sprintf("pages %d-%d", first, last)
}
