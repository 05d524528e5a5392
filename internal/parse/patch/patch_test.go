package patch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/parse/patch"
)

const patch0 = "*** Begin Patch\n*** Add File: a\n+x\n+\n+ y\n*** Update File: b\n*** Move to: c\n@@ class A:\n@@ def f():\n one\n-two\n+2\n\n*** End of File\n*** Delete File: d\n*** End Patch"

// patchForm is the hint for those who sent something else.
const patchForm = " | Send it in this form:\n*** Begin Patch\n*** Update File: path/to/file\n@@\n a line that stays\n-a line that goes\n+a line that comes\n*** End Patch"

// read shows the operations of a patch, a line each, or why it is refused.
func read(text string) string {
	list, err := patch.Read(text)
	if e := (*ops.Error)(nil); errors.As(err, &e) {
		return strings.TrimSuffix("refused: "+e.Msg+" | "+e.Hint, " | ") + "\n"
	}
	var b strings.Builder
	for _, op := range list {
		b.WriteString("operation")
		for _, arg := range op.Args {
			form := "="
			if arg.Value.Block {
				form = ":="
			}
			fmt.Fprintf(&b, " %s%s%q", arg.Name, form, arg.Value.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestPatches(t *testing.T) {
	t.Parallel()
	const id = "operation"
	for _, tt := range []struct{ name, patch, want string }{
		{"all-kinds", patch0, id + ` file="a" content:="x\n\n y\n"` + "\n" +
			id + ` file="b" diff:="@@ class A:\n@@ def f():\n one\n-two\n+2\n\n*** End of File\n"` + "\n" +
			id + ` from="b" to="c"` + "\n" + id + ` file="d"` + "\n"},
		{"crlf", "*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch\r\n", id + ` file="a" content:="x\r\n"` + "\n"},
		{"crlf-in-lines-of-files-alone", "*** Add File: a\n+x\r\n+y\r\n*** Add File: b\n+x\n+y\r", id + ` file="a" content:="x\r\ny\r\n"` + "\n" + id + ` file="b" content:="x\ny\r\n"` + "\n"},
		{"crlf-in-markers-alone", "*** Add File: a\r\n+x\n*** Update File: b\r\n@@ y\r\n-z\n*** End of File\r", id + ` file="a" content:="x\n"` + "\n" + id + ` file="b" diff:="@@ y\n-z\n*** End of File\n"` + "\n"},
		{"carriage-return-that-is-text", "*** Add File: a\n+x\r\r\n+y", id + ` file="a" content:="x\r\r\ny\n"` + "\n"},
		{"header-behind-blanks", "*** Update File: b\n  @@ y\n-z\n+w", id + ` file="b" diff:="  @@ y\n-z\n+w\n"` + "\n"},
		{"text-like-a-header-behind-a-blank", "*** Update File: b\n@@\n-z\n @@ y\n+w", id + ` file="b" diff:="@@\n-z\n @@ y\n+w\n"` + "\n"},
		{"text-like-a-header-behind-a-blank-after-headers", "*** Update File: b\n@@ a\n @@ y\n+w", id + ` file="b" diff:="@@ a\n @@ y\n+w\n"` + "\n"},
		{"move-alone", "*** Update File: b\n*** Move to: c", id + ` from="b" to="c"` + "\n"},
		{"append", "*** Update File: b\n@@\n+x\n*** End of File", id + ` file="b" content:="x\n"` + "\n"},
		{"hunk-then-append", "*** Update File: b\n-x\n+y\n@@\n+x\n*** End of File", id + ` file="b" diff:="-x\n+y\n@@\n+x\n*** End of File\n"` + "\n" + id + ` file="b" content:="x\n"` + "\n"},
		{"blank-lines-between", "\n*** Delete File: a\n\n*** Delete File: b\n", id + ` file="a"` + "\n" + id + ` file="b"` + "\n"},

		{"nothing", "\n", "the patch changes nothing" + patchForm},
		{"no-path", "*** Delete File:", "line 2 of the patch: there is no path"},
		{"no-path-to-move-to", "*** Update File: a\n*** Move to: \n-x", "line 3 of the patch: there is no path"},
		{"no-path-before-a-good-section", "*** Delete File: a\n*** Add File: \n+x", "line 3 of the patch: there is no path"},
		{"line-without-plus", "*** Add File: a\n+x\ny", `line 4 of the patch: each line of a new file must begin with + | "y" does not: put a + before it, and before an empty line.`},
		{"line-without-prefix", "*** Update File: a\n@@\n-x\ny", `line 5 of the patch: a line of a hunk must begin with a space, - or + | "y" does not: put a space before a line that stays, - before one that goes, + before one that comes.`},
		{"no-newline-at-the-end", "*** Update File: a\n@@\n-x\n\\ No newline at end of file", `line 5 of the patch: a line of a hunk must begin with a space, - or + | Leave "\\ No newline at end of file" out: it belongs to unified diffs.`},
		{"unknown-marker", "*** Rename File: a", `line 2 of the patch: "*** Rename File: a" is not known here | A section begins with *** Add File:, *** Update File: or *** Delete File: and the path.`},
		{"unknown-marker-in-a-hunk", "*** Update File: a\n@@\n-x\n*** Oops", `line 5 of the patch: "*** Oops" is not known here | A section begins with *** Add File:, *** Update File: or *** Delete File: and the path.`},
		{"move-after-hunks", "*** Update File: a\n@@\n-x\n*** Move to: b", `line 5 of the patch: "*** Move to: b" is not known here | A section begins with *** Add File:, *** Update File: or *** Delete File: and the path.`},
		{"begin-twice", "*** Begin Patch", `line 2 of the patch: "*** Begin Patch" is not known here | Send each patch in a call of its own, or all sections between one *** Begin Patch and one *** End Patch.`},
		{"end-in-the-middle", "*** Delete File: a\n*** End Patch\n*** Delete File: b", `line 3 of the patch: "*** End Patch" is not known here | Send one patch with nothing behind its *** End Patch.`},
		{"text-outside", "Here:\n*** Delete File: a", `line 2 of the patch: "Here:" is not known here | A section begins with *** Add File:, *** Update File: or *** Delete File: and the path.`},
		{"new-file-without-lines", "*** Add File: a", id + ` file="a" content:=""` + "\n"},
		{"new-file-without-lines-before-another", "*** Add File: a\n*** Add File: b\n+x", id + ` file="a" content:=""` + "\n" + id + ` file="b" content:="x\n"` + "\n"},
		{"new-file-without-lines-before-blank-ones", "*** Add File: a\n\n*** Delete File: b", id + ` file="a" content:=""` + "\n" + id + ` file="b"` + "\n"},
		{"new-file-of-a-blank-line", "*** Add File: a\n+", id + ` file="a" content:="\n"` + "\n"},
		{"text-after-a-new-file-without-lines", "*** Add File: a\n\nx", `line 3 of the patch: each line of a new file must begin with + | "" does not: put a + before it, and before an empty line.`},
		{"no-hunk", "*** Update File: a", "line 3 of the patch: the update of a has no hunk | Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +."},
		{"hunk-without-lines", "*** Update File: a\n@@ x\n@@ y", "line 3 of the patch: a hunk has no lines | Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +."},
		{"hunk-of-the-end-alone", "*** Update File: a\n@@\n*** End of File", "line 3 of the patch: a hunk has no lines | Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +."},
		{"context-alone", "*** Update File: a\n@@\n x", "line 3 of the patch: the hunk changes nothing: none of its lines begins with - or + | Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +. Leave out what changes nothing."},
		{"no-place", "*** Update File: a\n@@ def f():\n+x", "line 3 of the patch: the hunk does not say where its lines go: give the lines around them, or *** End of File after them"},
		{"blank-context", "*** Update File: a\n@@\n\n+x", "line 3 of the patch: the lines that the hunk looks for are all blank: give more of those around them"},
		{"hunk-after-the-end", "*** Update File: a\n-x\n*** End of File\n@@\n-y", `line 5 of the patch: "@@" is not known here | A section begins with *** Add File:, *** Update File: or *** Delete File: and the path.`},
		{"no-begin", "*** End Patch", `line 1 of the patch: the patch must begin with *** Begin Patch, not with "*** End Patch"` + patchForm},
		{"cut-off", "*** Begin Patch\n*** Delete File: a\n*** Delete File: b", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole."},
		{"begin-alone", "*** Begin Patch", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole."},
	} {
		text := tt.patch
		switch tt.name {
		case "all-kinds", "crlf", "no-begin", "cut-off", "begin-alone":
		default:
			text = "*** Begin Patch\n" + text + "\n*** End Patch"
		}
		want := tt.want
		if !strings.HasPrefix(want, id) {
			want = "refused: " + want + "\n"
		}
		if tt.name == "begin-alone" {
			text = "*** Begin Patch"
		}
		if got := read(text); got != want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, want)
		}
	}
}
