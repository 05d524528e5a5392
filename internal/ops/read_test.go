package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// drawing is a PDF of one page that draws the same form again and again, and so large.
func drawing(times, size int) string {
	form := "<</Subtype/Form/Length 0>>\nstream\n\nendstream"
	content := strings.Repeat("/X Do ", times)
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	for i, o := range []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content), form,
	} {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R>>\n")
	return b.String() + strings.Repeat("%", max(0, size-b.Len()))
}

// TestReadsThatAreRefused says what is wrong with what was asked for, and what to send
// instead.
func TestReadsThatAreRefused(t *testing.T) {
	t.Parallel()
	const large = 1<<20 + 1
	w := tree(t, map[string]string{
		"large.pdf": drawing(25_000, large), "busy.pdf": drawing(25_000, 0), "large.txt": strings.Repeat("x\n", large/2+1),
	})
	const tooMuch = "too large to read: a page draws very many forms"
	for _, tt := range []struct {
		name      string
		op        ops.Operation
		code      ops.Code
		msg, hint string
	}{
		{
			"a_large_text", build(t, "read", "file", "large.txt"), ops.Code(workspace.TooLarge),
			"File too large: large.txt (1.0MB). Maximum: 1MB.", "Read a range of it: <lines>1-200</lines>",
		},
		{
			"a_large_pdf", build(t, "read", "file", "large.pdf"), ops.Code(workspace.TooLarge),
			"File too large: large.pdf (1.0MB). Maximum: 1MB.", "Read some pages of it: <pages>1-5</pages>",
		},
		{
			"pages_of_a_large_pdf", build(t, "read", "file", "large.pdf", "pages", "1"), ops.Code(workspace.TooLarge),
			"Cannot read large.pdf (PDF document): " + tooMuch, "",
		},
		{
			"a_pdf_with_very_much", build(t, "read", "file", "busy.pdf"), ops.Code(workspace.TooLarge),
			"Cannot read busy.pdf (PDF document): " + tooMuch, "Read some pages of it: <pages>1-5</pages>",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rep, err := newRunner(w).Run(t.Context(), []ops.Operation{tt.op})
			must(t, err)
			got := rep.Results[0].Err
			if got == nil || got.Code != tt.code || got.Msg != tt.msg || got.Hint != tt.hint {
				t.Errorf("got %+v, want %s, %q, %q", got, tt.code, tt.msg, tt.hint)
			}
		})
	}
}

func TestPlainReadsThatAreTooLong(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"large.txt": strings.Repeat("x\n", 1<<20)})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: ops.Read{Path: "large.txt", First: 2, Last: 1 << 20, Plain: true}}})
	must(t, err)
	want := "Cannot read large.txt (text): the lines asked for have more than 1MB"
	if got := rep.Results[0].Err; got == nil || got.Code != ops.Code(workspace.TooLarge) || got.Msg != want || !strings.HasPrefix(got.Hint, "Read fewer lines at once") {
		t.Errorf("got %+v, want %q", got, want)
	}
}
