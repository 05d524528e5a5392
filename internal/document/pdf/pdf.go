// Package pdf reads the text of a PDF: page by page, words and lines in the order
// in which a person reads them.
//
// Files are not trusted. The package skips malformed objects and rebuilds a wrong table
// of objects. The depth of nesting, the size of what is decoded or kept, the number of
// steps and the time have limits.
//
// Not supported are OCR, forms, annotations and the order of tagged structure. CJK fonts
// need a ToUnicode map or a Unicode encoding.
package pdf

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// Limits of one Read. A file that goes over one of them gets an error of the kind
// TooLarge or TooSlow, and the pages that were read before that. Of a page with too many
// glyphs the first are kept.
const (
	MaxSize     = 256 << 20        // bytes of the file
	MaxTime     = 10 * time.Second // from the call on; the context may set less
	maxStream   = 64 << 20         // bytes of one stream, decoded
	maxDecoded  = 512 << 20        // bytes of all streams, decoded
	maxObjects  = 1 << 20          // objects of the file
	maxCached   = 1 << 20          // bytes of the objects that are kept once read; in memory they take many times as much
	maxNodes    = 100_000          // nodes in the tree of pages
	maxTreeDeep = 64               // levels of that tree
	maxGlyphs   = 300_000          // glyphs of one page
	maxText     = 64 << 20         // bytes of text of all pages
	maxForms    = 16               // forms drawn within forms
	maxDraws    = 20_000           // forms drawn on one page
)

// Range is the pages to read, 1-based and inclusive. A zero First is the first page,
// a zero Last the last one.
type Range struct{ First, Last int }

// Document is what was read.
type Document struct {
	Pages   int    // pages of the document
	Shown   []Page // the pages that were asked for, in order
	Rebuilt bool   // its table of objects is missing or wrong: others may have been lost
}

// Page is one page.
type Page struct {
	Number int    // from 1
	Text   string // lines that end in \n, in reading order; empty if there are none
	Images bool   // there is an image on the page
	Cut    bool   // there is more text on the page, which was not read
}

// Read reads the text of a PDF of size bytes. Its errors are those of ctx, of r, and
// *Error. With NoText, TooLarge and TooSlow the document holds what was read.
func Read(ctx context.Context, r io.ReaderAt, size int64, pages Range) (doc Document, err error) {
	// A mistake of ours that a strange file brings to light is no reason to crash.
	defer func() {
		if p := recover(); p != nil {
			doc, err = Document{}, damaged("damaged PDF: it could not be read: %v", p)
		}
	}()
	return readAll(ctx, r, size, pages)
}

func readAll(ctx context.Context, r io.ReaderAt, size int64, pages Range) (Document, error) {
	if size > MaxSize {
		return Document{}, &Error{TooLarge, fmt.Sprintf("the file has %d MB, more than the %d that are read", size>>20, int64(MaxSize)>>20)}
	}
	b := newBudget(ctx, time.Now())
	data := make([]byte, max(size, 0))
	if n, err := r.ReadAt(data, 0); err != nil && int64(n) < size {
		return Document{}, err
	}
	f, err := openFile(data, b)
	if err != nil {
		return Document{}, err
	}
	tree, err := readTree(f, b)
	if err != nil {
		return Document{}, b.reason(err)
	}
	first, last, err := pages.within(len(tree))
	if err != nil {
		return Document{Pages: len(tree)}, err
	}
	return readPages(f, b, tree, first, last)
}

// readPages reads the pages first to last of the tree. A damaged page loses its own text
// only.
func readPages(f *file, b *budget, tree []leaf, first, last int) (Document, error) {
	doc := Document{Pages: len(tree), Rebuilt: f.rebuilt}
	fonts := map[string]*font{}
	for n := first; n <= last; n++ {
		in := interpreter{file: f, budget: b, fonts: fonts}
		in.page(tree[n-1])
		page := Page{Number: n, Text: in.layout(), Images: in.images, Cut: in.full}
		if err := b.reason(nil); err != nil {
			if page.Text != "" {
				doc.Shown = append(doc.Shown, page)
			}
			return doc, err
		}
		doc.Shown = append(doc.Shown, page)
	}
	return doc, noText(doc)
}

// within turns open ends into page numbers.
func (p Range) within(pages int) (first, last int, err error) {
	first, last = max(p.First, 1), p.Last
	if last <= 0 || last > pages {
		last = pages
	}
	switch {
	case p.Last > 0 && p.First > p.Last:
		err = &Error{OutOfRange, fmt.Sprintf("pages %d-%d are no range", p.First, p.Last)}
	case first > pages:
		err = &Error{OutOfRange, fmt.Sprintf("page %d is outside the document: it has %s", first, count(pages, "page"))}
	}
	return first, last, err
}

// noText says that none of the pages has text, if so.
func noText(doc Document) error {
	images := 0
	for _, p := range doc.Shown {
		if strings.TrimSpace(p.Text) != "" {
			return nil
		}
		if p.Images {
			images++
		}
	}
	msg := fmt.Sprintf("no text on %d of %s", len(doc.Shown), count(doc.Pages, "page"))
	switch first, n := doc.Shown[0].Number, len(doc.Shown); {
	case n == doc.Pages:
	case n == 1:
		msg = fmt.Sprintf("no text on page %d of %d", first, doc.Pages)
	default:
		msg = fmt.Sprintf("no text on pages %d-%d of %d", first, first+n-1, doc.Pages)
	}
	if images > 0 {
		msg += ": scanned images?"
	}
	return &Error{NoText, msg}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
