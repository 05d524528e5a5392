package pdf

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/document/pdf/recall"
)

const corpus = "../../../testdata/corpus/pdf"

// corpusFile is a file of the corpus, by name.
func corpusFile(tb testing.TB, name string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(corpus, name))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func read(data []byte, pages Range) (Document, error) {
	return Read(context.Background(), bytes.NewReader(data), int64(len(data)), pages)
}

func textOf(doc Document) string {
	var b strings.Builder
	for _, p := range doc.Shown {
		b.WriteString(p.Text)
	}
	return b.String()
}

// mustRead reads a file of the corpus.
func mustRead(t *testing.T, name string) string {
	t.Helper()
	doc, err := read(corpusFile(t, name), Range{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return textOf(doc)
}

// The words are those that pdftotext finds. It cuts slanted lines into pieces, so that
// TestSlantedText has its own reference.
func TestWordsOfTheCorpusAreFound(t *testing.T) {
	references, err := filepath.Glob(filepath.Join(corpus, "*.txt"))
	if err != nil || len(references) < 20 {
		t.Fatalf("%d references, %v", len(references), err)
	}
	for _, reference := range references {
		name := strings.TrimSuffix(filepath.Base(reference), ".txt")
		if name == "gs-slanted" || name == "img2pdf" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(reference)
			if err != nil {
				t.Fatal(err)
			}
			got := recall.Compare(string(want), mustRead(t, name+".pdf"))
			least := 0.97
			if strings.HasSuffix(name, "-rtl") {
				least = 0.7 // pdftotext sets full stops apart, of twenty words
			}
			if got.Recall < least || got.Precision < least {
				t.Errorf("recall %.3f, precision %.3f of %d words; want %.2f", got.Recall, got.Precision, got.Words, least)
			}
		})
	}
}

func inOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, p := range parts {
		_, after, ok := strings.Cut(rest, p)
		if !ok {
			t.Fatalf("%q is not where it should be in\n%s", p, text)
		}
		rest = after
	}
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	inOrder(t, mustRead(t, "pdftex-twocolumn.pdf"),
		"Two columns below a heading that runs across both of them", "1 Beginning", "2 Middle",
		"conscientious documentation.\n\nInterdepartmental", "3 End", "afternoon tide.\n\n1\n", "Nobody affords")
	inOrder(t, mustRead(t, "groff.pdf"),
		"The gauge on the river", "first trip of the day. Five\n", "Thirteen")
	inOrder(t, mustRead(t, "chromium.pdf"),
		"A heading across the page", "writes their heights on a drum of paper. A shuffle of cogs, filed by hand, offsets the flow\n",
		"Thirteen", "so that the ferry can plan\n", "infrastructure deteriorated unexpectedly.", "so that the ferry can plan\n")
}

func TestTablesAreReadRowByRow(t *testing.T) {
	for _, name := range []string{"chromium", "groff", "libreoffice", "reportlab", "weasyprint"} {
		text := strings.Join(strings.Fields(mustRead(t, name+".pdf")), " ")
		if !strings.Contains(text, "Week Level Flow Twelve 0.75 310 Thirteen 0.81 325") {
			t.Errorf("%s: no table in\n%s", name, text)
		}
	}
}

func TestWordsAreWhole(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"xetex.pdf", "an efficient but difficult mechanism"},        // ligatures
		{"weasyprint.pdf", "inconspicuously."},                       // soft hyphens
		{"weasyprint.pdf", "Characterisation of hydrographic"},       // hyphens at the ends of lines
		{"pdftex.pdf", "The naïve café"},                             // accents set over letters
		{"cairo-svg.pdf", "Weight changes within a word"},            // a change of font
		{"gs.pdf", "Kerned: AVAST"},                                  // each letter placed
		{"gs.pdf", "Upside down at the bottom"},                      // rotated by 180 degrees
		{"cairo-svg.pdf", "Level of the river in metres"},            // and by 90
		{"reportlab.pdf", "Stamped by a form\n"},                     // form
		{"reportlab.pdf", "Text after an inline image\ncafé “quot"},  // inline image
		{"reportlab-ocr.pdf", "The office keeps a gauge"},            // invisible
		{"reportlab-cid.pdf", "川の水位計 0.75\n"},                        // Unicode CMap, font not embedded
		{"chromium-cjk.pdf", "河边有一个水文站"},                             // CID font
		{"libreoffice.pdf", "Управление держит на реке водомер."},    // Cyrillic
		{"chromium-rtl.pdf", "המשרד מחזיק מד גובה על הנהר"},          // logical order
		{"chromium-rtl.pdf", "הגובה 0.75 מטר."},                      // a number in it
		{"chromium-rtl.pdf", "The word שלום stands in an English"},   // the other way round
		{"pango-rtl.pdf", "يقيس المكتب مستوى النهر كل صباح."},        // joined letters
		{"dvips-type3.pdf", "The office keeps a gauge on the river"}, // bitmap fonts
	} {
		if got := mustRead(t, tt.name); !strings.Contains(got, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.name, tt.want, got)
		}
	}
}

func TestSlantedText(t *testing.T) {
	text := mustRead(t, "gs-slanted.pdf")
	inOrder(t, text, "Rotated by forty-five degrees\n")
	inOrder(t, text, "and downhill by thirty\n")
}

func TestImagesAreNoted(t *testing.T) {
	for name, want := range map[string]bool{"reportlab-ocr.pdf": true, "reportlab.pdf": false, "enscript.pdf": false} {
		doc, err := read(corpusFile(t, name), Range{Last: 1})
		if err != nil || doc.Shown[0].Images != want {
			t.Errorf("%s: images %v, want %v (%v)", name, doc.Shown[0].Images, want, err)
		}
	}
}
