package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

func kindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	plain := corpusFile(t, "enscript.pdf")
	for _, tt := range []struct {
		name  string
		data  []byte
		pages Range
		kind  Kind
		msg   string // the error starts with it
	}{
		{"empty", nil, Range{}, Damaged, "no PDF: it does not start with %PDF-"},
		{"text", []byte("hello, world"), Range{}, Damaged, "no PDF"},
		{"header-alone", []byte("%PDF-1.7\n"), Range{}, Damaged, "damaged PDF: no objects are found in it"},
		{"garbage", append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte("\x93garbage\x00("), 999)...), Range{}, Damaged, "damaged PDF: no objects"},
		{"truncated-early", plain[:600], Range{}, Damaged, "damaged PDF: no "},
		{"no-pages", []byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n"), Range{}, Damaged, "damaged PDF: it has no pages"},
		{"password", corpusFile(t, "password.pdf"), Range{}, Encrypted, "encrypted PDF: it needs a password"},
		{"handler", []byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Encrypt<</Filter/Acme>>/Root 1 0 R>>"), Range{}, Encrypted, `encrypted PDF: by "Acme"`},
		{"version", []byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Encrypt<</Filter/Standard/V 9>>/Root 1 0 R>>"), Range{}, Encrypted, "encrypted PDF: version 9"},
		{"images", corpusFile(t, "img2pdf.pdf"), Range{}, NoText, "no text on 3 of 3 pages: scanned images?"},
		{"one-image", corpusFile(t, "img2pdf.pdf"), Range{2, 2}, NoText, "no text on page 2 of 3: scanned images?"},
		{"some-images", corpusFile(t, "img2pdf.pdf"), Range{2, 0}, NoText, "no text on pages 2-3 of 3: scanned images?"},
		{"after-the-end", plain, Range{2, 0}, OutOfRange, "page 2 is outside the document: it has 1 page"},
		{"backwards", plain, Range{2, 1}, OutOfRange, "pages 2-1 are no range"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := read(tt.data, tt.pages)
			if kindOf(err) != tt.kind || !strings.HasPrefix(fmt.Sprint(err), tt.msg) {
				t.Errorf("got kind %d, %v; want %d, %s", kindOf(err), err, tt.kind, tt.msg)
			}
		})
	}
}

func TestRangesOfPages(t *testing.T) {
	t.Parallel()
	data := corpusFile(t, "groff.pdf")
	for _, tt := range []struct {
		pages Range
		want  string
	}{
		{Range{}, "[1 2 3]"}, {Range{2, 0}, "[2 3]"}, {Range{0, 1}, "[1]"}, {Range{2, 2}, "[2]"}, {Range{3, 99}, "[3]"},
	} {
		doc, err := read(data, tt.pages)
		var got []int
		for _, p := range doc.Shown {
			got = append(got, p.Number)
		}
		if err != nil || doc.Pages != 3 || fmt.Sprint(got) != tt.want {
			t.Errorf("%v: got pages %v of %d, %v; want %s of 3", tt.pages, got, doc.Pages, err, tt.want)
		}
	}
}

// What other readers can still read is read: a wrong offset, a cut end, a header that
// does not come first.
func TestDamageThatCanBeMended(t *testing.T) {
	t.Parallel()
	plain := corpusFile(t, "enscript.pdf")
	packed := corpusFile(t, "qpdf-objstm.pdf")
	end := bytes.LastIndex(plain, []byte("startxref"))
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"wrong-startxref", append(bytes.Clone(plain[:end]), "startxref\n77\n%%EOF\n"...), "The office keeps"},
		{"no-end", plain[:end], "The office keeps"},
		{"shifted", append([]byte("\n\nHTTP/1.1 200 OK\n\n"), plain...), "The office keeps"},
		{"crlf-in-front-of-objects", bytes.Replace(plain, []byte("\n1 0 obj"), []byte("\n\n\n1 0 obj"), 1), "The office keeps"},
		{"text-after-the-end", append(bytes.Clone(plain), strings.Repeat("<!-- more -->\n", 99)...), "The office keeps"},
		{"version-2", bytes.Replace(plain, []byte("%PDF-1.4"), []byte("%PDF-2.0"), 1), "The office keeps"},
		{"packed-without-table", bytes.ReplaceAll(packed, []byte("startxref"), []byte("startxxxx")), "The office keeps"},
		{"encrypted-without-table", bytes.ReplaceAll(corpusFile(t, "encrypted-aes-256.pdf"), []byte("startxref"), []byte("startxxxx")), "The office keeps"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc, err := read(tt.data, Range{})
			if err != nil || !strings.Contains(textOf(doc), tt.want) {
				t.Errorf("got %v, %.200q", err, textOf(doc))
			}
		})
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := loopingForms(8, 40)
	var took time.Duration
	for range 3 { // others may be at work on the machine
		start := time.Now()
		_, err := Read(ctx, bytes.NewReader(data), int64(len(data)), Range{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		if took = time.Since(start); took <= time.Second {
			return
		}
	}
	t.Errorf("it took %v", took)
}

func TestFailingReaderAndHugeFile(t *testing.T) {
	t.Parallel()
	if _, err := Read(t.Context(), io.NewSectionReader(failing{}, 0, 99), 99, Range{}); !errors.Is(err, errFailing) {
		t.Errorf("got %v, want %v", err, errFailing)
	}
	if _, err := Read(t.Context(), failing{}, MaxSize+1, Range{}); kindOf(err) != TooLarge {
		t.Errorf("got %v, want one of kind TooLarge", err)
	}
}

type failing struct{}

var errFailing = errors.New("the disk is gone")

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errFailing }

// peak is by how much the heap grows while f runs, as far as a look at it every few
// milliseconds can tell.
func peak(f func()) uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, top := m.HeapAlloc, uint64(0)
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			runtime.ReadMemStats(&m)
			top = max(top, m.HeapAlloc)
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	f()
	close(stop)
	<-done
	return top - min(before, top)
}

// A file that takes too long ends with what was read, and with the kind that says so.
func TestTimeRunsOut(t *testing.T) {
	t.Parallel()
	b := newBudget(t.Context(), time.Now().Add(-time.Hour))
	f, err := openFile(loopingForms(8, 40), b)
	if err != nil { // small enough to be opened before anyone looks at the clock
		t.Fatal(err)
	}
	tree, err := readTree(f, b)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := readPages(f, b, tree, 1, 1)
	if kindOf(err) != TooSlow || doc.Pages != 1 {
		t.Errorf("got %d pages, %v", doc.Pages, err)
	}
}

// Each of these trailers is read to the end of the file, so the clock is looked at after
// each of them.
func TestTimeRunsOutInTrailersWithoutAnEnd(t *testing.T) {
	t.Parallel()
	data := append(document("<</Type/Catalog/Pages 2 0 R>>"), strings.Repeat("trailer<<", 1<<17)...)
	start := time.Now()
	_, err := openFile(data, newBudget(t.Context(), start.Add(-MaxTime-time.Second)))
	if took := time.Since(start); kindOf(err) != TooSlow || took > 5*time.Second {
		t.Errorf("got %v after %v", err, took)
	}
}
