package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/text/diff"
)

const names = "--- a/f\n+++ b/f\n"

func TestUnified(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, from, to, want string }{
		{"equal", "a\n", "a\n", ""},
		{"one_line", "a\nb\n", "a\nc\n", names + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"no_line_end", "a", "b", names + "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		{"line_end_added", "x\na", "x\na\n", names + "@@ -1,2 +1,2 @@\n x\n-a\n\\ No newline at end of file\n+a\n"},
		{"same_end_without_line_end", "a\nx", "b\nx", names + "@@ -1,2 +1,2 @@\n-a\n+b\n x\n\\ No newline at end of file\n"},
		{"new", "", "a\n", names + "@@ -0,0 +1,1 @@\n+a\n"},
		{"emptied", "a\nb\n", "", names + "@@ -1,2 +0,0 @@\n-a\n-b\n"},
		{"binary", "a\x00", "b", "Binary files a/f and b/f differ\n"},
		{"crlf", "a\r\nb\r\n", "a\r\nb\n", names + "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n"},
		{
			"three_lines_around", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
			names + "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n",
		},
		{
			"six_lines_between", "a\n1\n2\n3\n4\n5\n6\nb\n", "1\n2\n3\n4\n5\n6\n",
			names + "@@ -1,8 +1,6 @@\n-a\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n",
		},
		{
			"seven_lines_between", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "1\n2\n3\n4\n5\n6\n7\n",
			names + "@@ -1,4 +1,3 @@\n-a\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-b\n",
		},
		{
			"inserted_after_the_end_of_its_like", "f\n{\n\ta\n}\n", "f\n{\n\ta\n}\nf\n{\n\tb\n}\n",
			names + "@@ -2,3 +2,7 @@\n {\n \ta\n }\n+f\n+{\n+\tb\n+}\n",
		},
		{
			"a_block_and_the_blank_line_before_it", "func a() {\n\tx()\n}\n\nfunc c() {\n\tx()\n}\n", "func a() {\n\tx()\n}\n\nfunc b() {\n\tx()\n}\n\nfunc c() {\n\tx()\n}\n",
			names + "@@ -2,6 +2,10 @@\n \tx()\n }\n \n+func b() {\n+\tx()\n+}\n+\n func c() {\n \tx()\n }\n",
		},
		{
			"beside_the_change_of_the_other_text", "a\nx\nc\nc\n", "b\nb\nx\nc\n",
			names + "@@ -1,4 +1,4 @@\n-a\n+b\n+b\n x\n c\n-c\n",
		},
		{
			"a_line_between_two_of_its_kind", "if a {\n\tb\n\tb\n}\n", "if a {\n\tb\n\tb\n\tb\n}\n",
			names + "@@ -1,4 +1,5 @@\n if a {\n \tb\n \tb\n+\tb\n }\n",
		},
	} {
		got, _ := diff.Unified(versions(tt.from, tt.to))
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want, +got):\n%s", tt.name, d)
		}
	}
}

// TestLinesTurnOneTextIntoTheOther: the changes are in order, with equal lines between them.
func TestLinesTurnOneTextIntoTheOther(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 3000 {
		from := someLines(r)
		to := someLines(r)
		if i%2 == 0 {
			to = rewrite(r, from, to)
		}
		check(t, strings.Join(from, ""), strings.Join(to, ""))
	}
}

// someLines are lines of which there are few kinds or many; the last may have no line end.
func someLines(r *rand.Rand) []string {
	var list []string
	kinds := []int{2, 3, 10, 100, 1 << 30}[r.IntN(5)]
	for range r.IntN(80) {
		indent := strings.Repeat([]string{" ", "\t"}[r.IntN(2)], r.IntN(3))
		word := fmt.Sprint(r.IntN(kinds))
		if r.IntN(4) == 0 {
			word = ""
		}
		list = append(list, indent+word+[]string{"\n", "\n", "\n", "\r\n"}[r.IntN(4)])
	}
	if len(list) > 0 && r.IntN(4) == 0 {
		list[len(list)-1] = "end"
	}
	return list
}

// check applies the changes from one text to another.
func check(t *testing.T, from, to string) {
	t.Helper()
	a, b := lines(from), lines(to)
	var made []string
	at := 0
	for _, c := range diff.Lines([]byte(from), []byte(to)) {
		if c.Old.Start < at || c.Old.Start == at && at > 0 || c.Old.End-c.Old.Start+c.New.End-c.New.Start == 0 {
			t.Fatalf("the change %+v after line %d, from %q to %q", c, at, from, to)
		}
		made = append(made, a[at:c.Old.Start]...)
		if len(made) != c.New.Start {
			t.Fatalf("the change %+v goes to line %d, from %q to %q", c, len(made), from, to)
		}
		made = append(made, b[c.New.Start:c.New.End]...)
		at = c.Old.End
	}
	if made = append(made, a[at:]...); !slices.Equal(made, b) {
		t.Fatalf("got %q from %q, want %q", made, from, to)
	}
}
