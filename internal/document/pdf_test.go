package document_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/document"
)

// pdfOf is a PDF with a page for each of the contents. In its font, a w is 32 wide signs.
func pdfOf(contents ...string) string {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 4 0 R>>",
		stream("1 beginbfchar <77> <" + strings.Repeat("4e2d", 32) + "> endbfchar"),
	}
	kids, placed := "", map[string]int{}
	for _, content := range contents {
		if placed[content] == 0 {
			objects = append(objects, stream("BT /F 9 Tf 9 700 Td "+content+" ET"))
			placed[content] = len(objects)
		}
		objects = append(objects, fmt.Sprintf("<</Type/Page/Contents %d 0 R/Resources<</Font<</F 3 0 R>>>>>>", placed[content]))
		kids += fmt.Sprintf("%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(contents))
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	table := fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	return b.String() + table + fmt.Sprintf("trailer\n<</Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", b.Len())
}

func stream(data string) string {
	return fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(data), data)
}

// TestShowSaysWhichPagesFollow: those after the last one that is shown, whatever was
// asked for and why it ended. One at a time: the long ones have ten seconds, as any PDF.
func TestShowSaysWhichPagesFollow(t *testing.T) {
	const word = "(hello) Tj"
	full := "(" + strings.Repeat("x", 1000) + ") Tj " + strings.Repeat("("+strings.Repeat("x", 1000)+") Tj ", 300)
	long := "(" + strings.Repeat("w", 290_000) + ") Tj" // 27 MB
	many := func(n int, content string) []string {
		return strings.Split(strings.Repeat(content+"\n", n)[:n*(len(content)+1)-1], "\n")
	}
	for _, tt := range []struct {
		name     string
		contents []string
		pages    document.Pages
		end      string
		warnings []string
	}{
		{"all", many(50, word), document.Pages{}, "--- page 50 of 50 ---\nhello\n", nil},
		{"one_more", many(51, word), document.Pages{}, "hello\n… 1 more page: go on with page 51\n", nil},
		{"some_more", many(120, word), document.Pages{}, "hello\n… 70 more pages: go on with pages 51-100\n", nil},
		{"all_that_were_asked_for", many(120, word), document.Pages{First: 2, Last: 3}, "--- page 3 of 120 ---\nhello\n", nil},
		{"without_text", []string{"", word, ""}, document.Pages{}, "--- page 3 of 3 ---\n", []string{"no text on pages 1, 3"}},
		{
			"a_page_is_cut", append([]string{word, full}, many(58, word)...), document.Pages{},
			"hello\n… 10 more pages: go on with pages 51-60\n", []string{"more text than is shown on page 2"},
		},
		{
			"ended_early", append([]string{long, long, long}, many(57, word)...), document.Pages{},
			"characters]\n… 58 more pages: go on with pages 3-52\n", []string{"shown up to page 2: too large to read: its text is very long"},
		},
		{
			"what_was_asked_for_ended_early", append([]string{word, long, long, long}, many(57, word)...), document.Pages{First: 2, Last: 5},
			"characters]\n… 2 more pages: go on with pages 4-5\n", []string{"shown up to page 3: too large to read: its text is very long"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && slices.Contains(tt.contents, long) {
				t.Skip("under the race detector these pages take longer than a document may")
			}
			data := pdfOf(tt.contents...)
			f := document.File{Name: "a.pdf", Size: int64(len(data)), Content: strings.NewReader(data)}
			got, err := document.Show(t.Context(), f, document.Want{Pages: tt.pages, Max: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(got.Text, tt.end) {
				t.Errorf("ends in %q, want %q", got.Text[max(0, len(got.Text)-100):], tt.end)
			}
			if d := cmp.Diff(tt.warnings, got.Warnings); d != "" {
				t.Errorf("warnings: want -, got +\n%s", d)
			}
		})
	}
}

// TestShowSaysThatAPDFIsCut: what is left of one looks like a shorter one.
func TestShowSaysThatAPDFIsCut(t *testing.T) {
	t.Parallel()
	data := pdfOf("(one) Tj", "(two) Tj", "(three) Tj")
	for cut, want := range map[int]int{len(data): 3, strings.Index(data, "xref"): 3, strings.Index(data, "10 0 obj"): 2} {
		f := document.File{Name: "a.pdf", Size: int64(cut), Content: strings.NewReader(data[:cut])}
		got, err := document.Show(t.Context(), f, document.Want{Max: 1 << 20})
		if err != nil || got.Pages != want {
			t.Errorf("%d bytes: got %d pages, %v; want %d", cut, got.Pages, err, want)
		}
		if said := strings.HasPrefix(strings.Join(got.Warnings, ""), "damaged PDF: its table of objects is missing or wrong"); said != (cut < len(data)) {
			t.Errorf("%d of %d bytes: warnings %q", cut, len(data), got.Warnings)
		}
	}
}

// Lines are those of the pages that were read: who asks for others is told which.
func TestLinesOfPages(t *testing.T) {
	t.Parallel()
	word := "BT /F1 12 Tf 72 700 Td (hello) Tj ET"
	pages := make([]string, 60)
	for i := range pages {
		pages[i] = word
	}
	data := pdfOf(pages...)
	f := document.File{Name: "a.pdf", Size: int64(len(data)), Content: strings.NewReader(data)}
	for _, tt := range []struct {
		name, end, part string
		want            document.Want
	}{
		{"first", "offset 2 of these pages, or with pages 51-60\n", "pages 1-50", document.Want{Lines: document.Range{Limit: 1, CountRest: true}, Max: 1 << 30}},
		{"some", "offset 2 of the same pages\n", "pages 51-60", document.Want{Lines: document.Range{Limit: 1, CountRest: true}, Pages: document.Pages{First: 51}, Max: 1 << 30}},
		{"last", "hello\n… 10 more pages: go on with pages 51-60\n", "pages 1-50", document.Want{Lines: document.Range{First: 100}, Max: 1 << 30}},
		{"more", "… 1 more line: go on with offset 100 of these pages, or with pages 51-60\n", "pages 1-50", document.Want{Lines: document.Range{Limit: 99, CountRest: true}, Max: 1 << 30}},
		{"to_the_last", "--- page 50 of 60 ---\nhello\n", "pages 1-50", document.Want{Lines: document.Range{First: 99, Limit: 2, Exact: true}, Max: 1 << 30}},
		{"one_page", "--- page 60 of 60 ---\nhello\n", "page 60", document.Want{Pages: document.Pages{First: 60}, Max: 1 << 30}},
		{"after_the_last", "", "pages 1-50", document.Want{Lines: document.Range{First: 101}, Max: 1 << 30}},
		{"none", "", "pages 1-50", document.Want{Lines: document.Range{First: 101 + 50}, Max: 1 << 30}},
		{"all", "hello\n", "", document.Want{Lines: document.Range{Plain: true}, Max: 1 << 30}},
	} {
		got, err := document.Show(t.Context(), f, tt.want)
		if err != nil || !strings.HasSuffix(got.Text, tt.end) || got.Part != tt.part {
			t.Errorf("%s: got %q of %q, %v; want %q of %q", tt.name, got.Text[max(0, len(got.Text)-100):], got.Part, err, tt.end, tt.part)
		}
	}
}
