package document

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fileops/internal/document/kind"
	"fileops/internal/document/pdf"
)

// pagesAtOnce is how many pages of a PDF are read where nobody says which.
const pagesAtOnce = 50

// maxNamed is how many pages without text are named.
const maxNamed = 10

// pdf shows the text of a PDF, page by page.
func (f File) pdf(ctx context.Context, want Want) (Shown, error) {
	pages := pdf.Range(want.Pages)
	open := pages == pdf.Range{}
	if open && f.Size > want.Max {
		return Shown{}, &Error{TooLarge, "PDF document", kind.Size(f.Size)}
	}
	if open && !want.Lines.Plain {
		pages.Last = pagesAtOnce
	}
	doc, err := pdf.Read(ctx, f.Content, f.Size, pages)
	s := Shown{Kind: PDF, Pages: doc.Pages, About: "PDF document, " + pagesOf(doc.Pages), Rendered: true}
	var wrong *pdf.Error
	switch {
	case errors.As(err, &wrong) && (wrong.Kind == pdf.TooLarge || wrong.Kind == pdf.TooSlow) && len(doc.Shown) > 0:
		s.Warnings = append(s.Warnings, fmt.Sprintf("shown up to page %d: %s", doc.Shown[len(doc.Shown)-1].Number, wrong.Msg))
	case wrong != nil:
		return s, &Error{reasons[wrong.Kind], "PDF document", wrong.Msg}
	case err != nil:
		return s, err
	}
	var b strings.Builder
	var blank []string
	for _, page := range doc.Shown {
		if !want.Lines.Plain {
			fmt.Fprintf(&b, "--- page %d of %d ---\n", page.Number, doc.Pages)
		}
		b.WriteString(page.Text)
		if strings.TrimSpace(page.Text) == "" {
			blank = append(blank, fmt.Sprint(page.Number))
		}
	}
	if n := len(blank); n > maxNamed {
		blank = append(blank[:maxNamed], fmt.Sprintf("and %d more", n-maxNamed))
	}
	if len(blank) > 0 {
		s.Warnings = append(s.Warnings, "no text on page "+strings.Join(blank, ", "))
	}
	if last := pagesAtOnce; open && !want.Lines.Plain && doc.Pages > last {
		fmt.Fprintf(&b, "… %d more pages: go on with pages %d-%d\n", doc.Pages-last, last+1, min(2*last, doc.Pages))
	}
	lines := want.Lines
	if !open {
		lines.Also = " of the same pages"
	}
	return s, s.window(b.String(), lines)
}

// reasons are those of a PDF that cannot be shown.
var reasons = map[pdf.Kind]Reason{
	pdf.Damaged: Unreadable, pdf.Encrypted: Unreadable, pdf.NoText: Unreadable,
	pdf.TooLarge: TooLarge, pdf.TooSlow: TooLarge, pdf.OutOfRange: OutOfRange,
}

func pagesOf(n int) string {
	if n == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", n)
}
