package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/cputime"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
	"fileops/internal/text/diff"
)

// coloured is a diff as a terminal gets it, with «» around the words that are marked.
func coloured(t *testing.T, diff string) string {
	t.Helper()
	files := []run.File{{Name: "d", Dir: true}, {Name: "a", Diff: diff}}
	got := shown(t, terminal.Options{Terminal: true, Color: true}, func(w *terminal.Writer) error { return report.Human{}.Diffs(w, files) })
	return strings.NewReplacer(
		"\x1b[31;7m", "«", "\x1b[32;7m", "«", "\x1b[0;27m", "»", "\x1b[31m", "<r>", "\x1b[32m", "<g>", "\x1b[36m", "<c>", "\x1b[1m", "<b>",
		"\x1b[2m", "<d>", "\x1b[0m", "</>", "\x1b[22m", "</>",
	).Replace(got)
}

func diffOf(from, to string) string {
	unified, _ := diff.Unified(diff.Version{Name: "a/a", Content: []byte(from)}, diff.Version{Name: "b/a", Content: []byte(to)})
	return "diff --git a/a b/a\n" + unified
}

func TestDiffsMarkWords(t *testing.T) {
	t.Parallel()
	const header = "<b>diff --git a/a b/a</>\n<b>--- a/a</>\n<b>+++ b/a</>\n"
	for _, tt := range []struct{ name, from, to, want string }{
		{"one_word", "x = one(a)\n", "x = two(a)\n", "<c>@@ -1,1 +1,1 @@</>\n<r>-</><r>x = </>«one»<r>(a)</>\n<g>+</><g>x = </>«two»<g>(a)</>\n"},
		{"put_in", "def f(a):\n", "def f(a, b):\n", "<c>@@ -1,1 +1,1 @@</>\n<r>-</><r>def f(a):</>\n<g>+</><g>def f(a</>«, b»<g>):</>\n"},
		{"blanks_between", "return os.name\n", "name = sys.name\n", "<c>@@ -1,1 +1,1 @@</>\n<r>-</>«return os»<r>.name</>\n<g>+</>«name = sys»<g>.name</>\n"},
		{"other_text", "alpha beta\n", "1 2 3\n", "<c>@@ -1,1 +1,1 @@</>\n<r>-alpha beta</>\n<g>+1 2 3</>\n"},
		{"only_new", "a\n", "a\nb\n", "<c>@@ -1,1 +1,2 @@</>\n a\n<g>+b</>\n"},
		{"signs", "-- old text\n", "++ old text\n", "<c>@@ -1,1 +1,1 @@</>\n<r>-</>«--»<r> old text</>\n<g>+</>«++»<g> old text</>\n"},
		{"lines", "a b c\nd e f\n", "a b x\nd e f g\n", "<c>@@ -1,2 +1,2 @@</>\n<r>-</><r>a b </>«c»\n<r>-</><r>d e f</>\n<g>+</><g>a b </>«x»\n<g>+</><g>d e f</>« g»\n"},
		{"no_line_end", "a b", "a c", "<c>@@ -1,1 +1,1 @@</>\n<r>-a b</>\n<d>\\ No newline at end of file</>\n<g>+a c</>\n<d>\\ No newline at end of file</>\n"},
		{"escape", "a \x1b[m b\n", "a \x1b[m c\n", "<c>@@ -1,1 +1,1 @@</>\n<r>-</><r>a \\x1b[m </>«b»\n<g>+</><g>a \\x1b[m </>«c»\n"},
	} {
		if d := cmp.Diff(header+tt.want, coloured(t, diffOf(tt.from, tt.to))); d != "" {
			t.Errorf("%s (-want, +got):\n%s", tt.name, d)
		}
	}
}

func TestDiffsWithoutColorAreVerbatim(t *testing.T) {
	t.Parallel()
	diff := diffOf("a\x1b\nb\n", "a\x1b\nc\n")
	got := shown(t, terminal.Options{}, func(w *terminal.Writer) error { return report.Human{}.Diffs(w, []run.File{{Diff: diff}}) })
	if got != diff {
		t.Errorf("got %q, want %q", got, diff)
	}
}

// TestMarksOfLongLinesTakeLinearTime: a long line has no marks.
func TestMarksOfLongLinesTakeLinearTime(t *testing.T) {
	cputime.CheckGrowth(t, 2000, 8, 24, func(n int) func() {
		diff := diffOf(strings.Repeat("a b, c; ", n)+"x\n", strings.Repeat("a b, c; ", n)+"y\n")
		return func() {
			w := terminal.NewWriter(&strings.Builder{}, terminal.Options{Terminal: true, Color: true})
			if err := (report.Human{}).Diffs(w, []run.File{{Diff: diff}}); err != nil {
				t.Error(err)
			}
		}
	})
}
