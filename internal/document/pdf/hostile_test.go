package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// document writes a PDF of objects, of which the first is the catalog. There is no
// table: it is made anew.
func document(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R>>\n")
	return b.Bytes()
}

func stream(dict, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data)
}

// onePage is a document of one page with that content and font, and more objects, the
// first of which is number 6.
func onePage(content, font string, more ...string) []byte {
	return document(append([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>",
		stream("", content),
		font,
	}, more...)...)
}

const helveticaFont = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

func deflated(data []byte) string {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestSpeed) // a level that there is
	_, _ = w.Write(data)                            // into memory
	_ = w.Close()
	return b.String()
}

// loopingForms draws forms that each draw the next one many times.
func loopingForms(deep, wide int) []byte {
	var forms []string
	for i := range deep {
		content := strings.Repeat(fmt.Sprintf("/X%d Do ", i+1), wide)
		if i == deep-1 {
			content = "BT /F 9 Tf (x) Tj ET"
		}
		forms = append(forms, stream(fmt.Sprintf("/Subtype/Form/Resources<</Font<</F 5 0 R>>/XObject<</X%d %d 0 R>>>>", i+1, 7+i), content))
	}
	return onePage("/X Do", helveticaFont, forms...)
}

// plainTable is a file with a table of its own making.
func plainTable(table, trailer string) []byte {
	head := "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
	return fmt.Appendf(nil, "%s%strailer\n%s\nstartxref\n%d\n%%%%EOF\n", head, table, trailer, len(head))
}

// streamTable is a file whose table is a stream with these fields and rows.
func streamTable(dict string, rows []byte) []byte {
	head := "%PDF-1.5\n"
	return fmt.Appendf(nil, "%s1 0 obj\n<</Type/XRef/Root 1 0 R%s/Length %d>>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n", head, dict, len(rows), rows, len(head))
}

// pages is a document with a page for each of the contents, which are 4 or 6.
func pages(content, other, font string, contents ...int) []byte {
	kids := ""
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", "null", stream("", content), font, other}
	for i, n := range contents {
		kids += fmt.Sprintf("%d 0 R ", 7+i)
		objects = append(objects, fmt.Sprintf("<</Type/Page/Contents %d 0 R/Resources<</Font<</F 5 0 R>>>>>>", n))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(contents))
	return document(objects...)
}

// What is too much on one page costs the rest of that page: its text up to there and the
// other pages are read.
func TestAPageWithTooManyGlyphs(t *testing.T) {
	t.Parallel()
	line := "(" + strings.Repeat("x", 99) + " ) Tj 0 -9 Td "
	many := "BT /F 9 Tf 1 0 0 1 9 790 Tm " + strings.Repeat(line, maxGlyphs/100+1) + "ET"
	doc, err := read(pages("BT /F 9 Tf 9 700 Td (hello) Tj ET", stream("", many), helveticaFont, 4, 6, 4), Range{})
	if err != nil || len(doc.Shown) != 3 {
		t.Fatalf("got %d pages, %v", len(doc.Shown), err)
	}
	for i, want := range []Page{{Text: "hello\n"}, {Text: strings.Repeat("x", 99) + "\n", Cut: true}, {Text: "hello\n"}} {
		got := doc.Shown[i]
		if got.Number != i+1 || !strings.HasPrefix(got.Text, want.Text) || got.Cut != want.Cut {
			t.Errorf("page %d: got %d, cut %v, %.100q", i+1, got.Number, got.Cut, got.Text)
		}
	}
}

// A page that is not laid out in time ends where it is.
func TestWritingEndsWithTheTime(t *testing.T) {
	t.Parallel()
	w := writer{budget: newBudget(t.Context(), time.Now().Add(-time.Hour))}
	w.write([]row{{words: []word{{text: "one", x1: 9, size: 9}}}})
	if got := strings.TrimSpace(w.b.String()); got != "" {
		t.Errorf("got %q after the time", got)
	}
}

// Every one of these makes a reader that believes it loop, recurse or allocate.
func TestHostileFilesEndSoonAndSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector some take longer than a document may; they are read by one goroutine")
	}
	bomb := deflated(bytes.Repeat([]byte("0 "), 33<<20))
	manyNodes := "<</Type/Pages/Kids[" + strings.Repeat("2 0 R ", 300) + "]>>"
	kids := ""
	for i := range 2000 {
		kids += fmt.Sprintf("%d 0 R ", 4+i)
	}
	for _, tt := range []struct {
		name string
		data []byte
		kind Kind // of the error; 0 for any or none
	}{
		{"huge-size", plainTable("xref\n0 1\n0000000000 65535 f \n", "<</Size 999999999999/Root 1 0 R>>"), Damaged},
		{"huge-subsection", plainTable("xref\n4000000000 1\n0000000009 00000 n \n", "<</Size 2/Root 1 0 R>>"), Damaged},
		{"huge-count", plainTable("xref\n0 4000000000\n0000000009 00000 n \n", "<</Size 2/Root 1 0 R>>"), Damaged},
		{"tables-in-a-ring", plainTable("xref\n1 1\n0000000009 00000 n \n", "<</Size 2/Root 1 0 R/Prev 59>>"), Damaged},
		{"huge-stream-table", streamTable("/Size 99999999999/W[8 8 8]", nil), Damaged},
		{"wide-fields", streamTable("/Size 9/W[999999999999 1 1]", []byte("123")), Damaged},
		{"packed-in-itself", streamTable("/Size 2/W[1 1 1]/Index[1 1]", []byte("\x02\x01\x00")), Damaged},
		{"wide-rows", streamTable("/Size 2/W[1 1 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 99999999999>>", []byte(deflated([]byte("\x02\x01\x01\x00")))), Damaged},
		{"pages-in-a-ring", document("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R]/Count 9>>"), Damaged},
		{"pages-in-many-rings", document("<</Type/Catalog/Pages 2 0 R>>", manyNodes), Damaged},
		{"large-page-many-times", document("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids["+strings.Repeat("3 0 R ", 9999)+"]>>",
			"<</Type/Page/Contents 3 0 R/Resources<</A["+strings.Repeat("0 ", 30_000)+"]>>>>"), NoText},
		{"large-resources-of-many-pages", document(slices.Concat([]string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Resources 3 0 R/Kids[" + kids + "]>>",
			"<</A[" + strings.Repeat("0 ", 30_000) + "]>>"}, slices.Repeat([]string{"<</Type/Page/Resources 3 0 R>>"}, 2000))...), NoText},
		{"forms-in-a-ring", onePage("/X Do", helveticaFont, stream("/Subtype/Form/Resources<</XObject<</X 6 0 R>>>>", "/X Do /X Do")), NoText},
		{"forms-of-forms", loopingForms(8, 40), TooLarge},
		{"length-in-itself", document("<</Type/Catalog/Pages 2 0 R>>", "<</Length 2 0 R>>\nstream\nendstream"), Damaged},
		{"no-content", onePage("", helveticaFont), NoText},
		{"nested-arrays", onePage(strings.Repeat("[", 1<<20), helveticaFont), NoText},
		{"nested-objects", document("<</Type/Catalog/Pages 2 0 R>>", strings.Repeat("<</A", 1<<20)), Damaged},
		{"many-glyphs", onePage("BT /F 9 Tf "+strings.Repeat("1 0 0 1 9 9 Tm (xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx) Tj ", 20_000)+"ET", helveticaFont), 0},
		{"scattered-glyphs", onePage("BT /F 9 Tf "+strings.Repeat("17 3 Td (x) Tj -16.7 -3.01 Td (y) Tj ", 60_000)+"ET", helveticaFont), 0},
		{"long-glyphs", pages("BT /F 9 Tf ("+strings.Repeat("x", 299_000)+") Tj ET", stream("", "1 beginbfchar <78> <"+strings.Repeat("4e2d", 32)+"> endbfchar"),
			"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>", slices.Repeat([]int{4}, 20)...), TooLarge},
		{"long-actual-text", onePage("BT /F 9 Tf "+strings.Repeat("/Span <</ActualText("+strings.Repeat("x", 9000)+")>> BDC (x) Tj EMC ", 9_000)+" ET", helveticaFont), TooLarge},
		{"long-actual-text-unsaid", onePage(strings.Repeat("/Span <</ActualText("+strings.Repeat("\xe9", 9000)+")>> BDC EMC ", 9_000), helveticaFont), TooLarge},
		{"endless-word", onePage("BT /F .01 Tf 9 790 Td "+strings.Repeat("0 -.012 Td (x) Tj ", 60_000)+"ET", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
			stream("", "1 beginbfchar <78> <"+strings.Repeat("0061", 31)+"002d> endbfchar")), 0},
		{"deflate-bomb", document("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
			"<</Type/Page/Contents 4 0 R>>", stream("/Filter/FlateDecode", bomb)), TooLarge},
		{"deflated-thrice", document("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
			"<</Type/Page/Contents 4 0 R>>", stream("/Filter[/FlateDecode/FlateDecode]", deflated([]byte(bomb)))), TooLarge},
		{"contents-many-times", document("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
			"<</Type/Page/Contents["+strings.Repeat("4 0 R ", 9999)+"]>>", stream("/Filter/FlateDecode", deflated(bytes.Repeat([]byte("0 "), 1<<20)))), TooLarge},
		{"huge-map", onePage("BT /F 9 Tf <0001> Tj ET", "<</Subtype/Type0/Encoding/Identity-H/ToUnicode 6 0 R>>",
			stream("", strings.Repeat("<00000000> <ffffffff> <0041> endbfrange ", 9999))), 0},
		{"huge-widths", onePage("BT /F 9 Tf <0001> Tj ET", "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[0 99999999999 7]>>]>>"), 0},
		{"widths-from-far-below", onePage("BT /F 9 Tf <0001> Tj ET", "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[-999999999999 0 7]>>]>>"), 0},
		{"names-of-glyphs", onePage("BT /F 9 Tf (a) Tj ET", "<</Subtype/Type1/Encoding<</Differences[0"+strings.Repeat("/"+strings.Repeat("a_", 500), 256)+"]>>>>"), 0},
		{"long-name-of-a-glyph", onePage("BT /F 9 Tf (\x01) Tj ET", "<</Subtype/Type1/Encoding<</Differences[1/"+strings.Repeat("a_", 500_000)+"]>>>>"), 0},
		{"infinite-numbers", onePage("1e300 0 0 1e300 0 0 cm "+strings.Repeat("9", 400)+" 0 0 9 0 0 Tm BT /F 9 Tf (a) Tj "+strings.Repeat("9", 99)+" Td (b) Tj ET", helveticaFont), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var err error
			start := time.Now()
			grown := peak(func() { _, err = read(tt.data, Range{}) })
			took := time.Since(start)
			t.Logf("%v, %d MB, %v", took.Round(time.Millisecond), grown>>20, err)
			if tt.kind != 0 && kindOf(err) != tt.kind {
				t.Errorf("got %v, want one of kind %d", err, tt.kind)
			}
			if took > MaxTime || grown > 600<<20 {
				t.Errorf("took %v and %d MB", took, grown>>20)
			}
		})
	}
}
