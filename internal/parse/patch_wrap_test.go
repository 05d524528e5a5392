package parse_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestPatchesInOtherDress reads patches with what models put around them and their markers.
func TestPatchesInOtherDress(t *testing.T) {
	t.Parallel()
	const (
		id     = "apply_patch_0:1 apply_patch()"
		body   = "*** Update File: b\n@@\n-x\n+y"
		patch  = "*** Begin Patch\n" + body + "\n*** End Patch"
		edited = id + ` file="b" diff:="@@\n-x\n+y\n"` + "\n"
		// Lines of the file keep their carriage returns: what they mean depends on the file.
		editedCRLF = id + ` file="b" diff:="@@\n-x\r\n+y\r\n"` + "\n"
	)
	for _, tt := range []struct{ name, patch, want string }{
		{"blanks-before-begin", " " + patch, edited},
		{"blanks-behind-begin", strings.Replace(patch, "Begin Patch", "Begin Patch \t", 1), edited},
		{"blanks-before-end", strings.Replace(patch, "*** End", "  *** End", 1), edited},
		{"blanks-behind-end", patch + "  \n\n", edited},
		{"blanks-before-a-section", strings.Replace(patch, "*** Up", "  *** Up", 1), edited},
		{"blanks-behind-a-path", strings.Replace(patch, "File: b", "File:  b \t", 1), edited},
		{"blanks-before-an-at-line", strings.Replace(patch, "@@", " @@", 1), id + ` file="b" diff:=" @@\n-x\n+y\n"` + "\n"},
		{"blanks-behind-an-at-line", strings.Replace(patch, "@@", "@@ ", 1), id + ` file="b" diff:="@@ \n-x\n+y\n"` + "\n"},
		{"blanks-before-a-second-section", "*** Begin Patch\n*** Delete File: a\n *** Delete File: c\n\t*** End Patch", id + ` file="a"` + "\n" + id + ` file="c"` + "\n"},
		{"blanks-before-a-section-behind-a-new-file", "*** Begin Patch\n*** Add File: a\n+x\n  *** Delete File: c\n*** End Patch", id + ` file="a" content:="x\n"` + "\n" + id + ` file="c"` + "\n"},
		{"blanks-around-move-to", "*** Begin Patch\n*** Update File: a\n *** Move to:  c \n*** End Patch", id + ` from="a" to="c"` + "\n"},
		{"blanks-behind-end-of-file", strings.Replace(patch, "+y", "+y\n*** End of File \t", 1), id + ` file="b" diff:="@@\n-x\n+y\n*** End of File \t\n"` + "\n"},
		{"every-line-behind-blanks", "  " + strings.ReplaceAll(patch, "\n", "\n  "), edited},
		{"every-line-behind-a-tab", "\t" + strings.ReplaceAll(patch, "\n", "\n\t"), edited},
		{"every-marker-behind-a-blank", " *** Begin Patch\n *** Update File: b\n@@\n-x\n+y\n *** Delete File: c\n *** End Patch", edited + id + ` file="c"` + "\n"},
		{"marker-behind-a-blank-is-a-line-of-the-file", strings.Replace(patch, "-x", " *** Delete File: c\n-x", 1), id + ` file="b" diff:="@@\n *** Delete File: c\n-x\n+y\n"` + "\n"},
		{"ruby-variable-behind-a-blank", strings.Replace(patch, "@@", " @@x = 1", 1), id + ` file="b" diff:=" @@x = 1\n-x\n+y\n"` + "\n"},
		{"stars-behind-begin-and-end", strings.NewReplacer("Begin Patch", "Begin Patch ***", "End Patch", "End Patch ***").Replace(patch), edited},
		{"stars-behind-a-section", strings.Replace(patch, "File: b", "File: b ***", 1), edited},
		{"other-case", strings.NewReplacer("Begin Patch", "begin patch", "Update File", "update file", "End Patch", "END PATCH").Replace(patch), edited},
		{"no-blank-behind-the-stars", strings.ReplaceAll(patch, "*** ", "***"), edited},
		{"byte-order-mark", "\ufeff" + patch, edited},
		{"heredoc", "apply_patch <<'EOF'\n" + patch + "\nEOF", edited},
		{"heredoc-without-quotes", "apply_patch <<EOF\n" + patch + "\nEOF\n", edited},
		{"heredoc-of-another-word", "apply_patch << \"PATCH\"\n" + patch + "\nPATCH\n", edited},
		{"heredoc-of-cat", "cat <<'EOF' | apply_patch\n" + patch + "\nEOF\n", edited},
		{"heredoc-of-cat-to-its-input", "cat <<EOF | apply_patch -\n" + patch + "\nEOF\n", edited},
		{"heredoc-alone", "<<'EOF'\n" + patch + "\nEOF\n", edited},
		{"heredoc-of-the-other-name", "applypatch <<-EOF\n" + patch + "\nEOF\n", edited},
		{"heredoc-behind-a-prompt", "$ apply_patch <<'EOF'\n" + patch + "\nEOF\n", edited},
		{"heredoc-that-never-ends", "apply_patch <<'EOF'\n" + patch, edited},
		{"heredoc-in-a-fence", "```bash\napply_patch <<'EOF'\n" + patch + "\nEOF\n```", edited},
		{"heredoc-without-end-of-the-patch", "apply_patch <<'EOF'\n*** Begin Patch\n" + body + "\nEOF\n", edited},
		{"end-of-a-heredoc-alone", patch + "\nEOF\n", edited},
		{"end-of-a-heredoc-after-a-blank-line", patch + "\n\nEOF\n", edited},
		{"fence", "```\n" + patch + "\n```", edited},
		{"fence-of-a-diff", "```diff\n" + patch + "\n```\n", edited},
		{"fence-of-a-patch", "~~~~patch\n\n" + patch + "\n\n~~~~", edited},
		{"fence-that-never-ends", "```patch\n" + patch, edited},
		{"end-of-a-fence-alone", patch + "\n```", edited},
		{"fence-without-end-of-the-patch", "```\n*** Begin Patch\n" + body + "\n```", edited},
		{"fence-around-sections", "```\n" + body + "\n```", edited},
		{"no-begin", body + "\n*** End Patch", edited},
		{"crlf", strings.ReplaceAll(patch, "\n", "\r\n"), editedCRLF},
		{"crlf-in-a-heredoc", strings.ReplaceAll("apply_patch <<'EOF'\n"+patch+"\nEOF\n", "\n", "\r\n"), editedCRLF},
		{"crlf-in-a-fence", strings.ReplaceAll("```diff\n"+patch+"\n```\n", "\n", "\r\n"), editedCRLF},
		{"blank-line-behind-a-section", strings.Replace(patch, "@@", "\n@@", 1), edited},
		{"blank-line-behind-a-new-file", "*** Begin Patch\n*** Add File: a\n+x\n\n*** End Patch", id + ` file="a" content:="x\n"` + "\n"},
		{"stars-and-more-in-a-new-file", "*** Begin Patch\n*** Add File: a\n+*** End Patch\n+ x\n*** End Patch", id + ` file="a" content:="*** End Patch\n x\n"` + "\n"},
		{"new-lines-alone", strings.Replace(patch, "-x\n", "", 1), id + ` file="b" diff:="@@\n+y\n"` + "\n"},
		{"new-lines-without-an-at-line", strings.Replace(patch, "@@\n-x\n", "", 1), id + ` file="b" diff:="+y\n"` + "\n"},
	} {
		if got := dump(one(patchOf(tt.patch))); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
		field := strings.Replace(patchOf(tt.patch), `"input": `, `"input": {"input": `, 1) + "}"
		if got := dump(one(field)); got != tt.want {
			t.Errorf("%s, in a field:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

// TestWhatIsNoPatch reports the form of what was sent, and the one to send instead.
func TestWhatIsNoPatch(t *testing.T) {
	t.Parallel()
	of := func(path string) string { return strings.Replace(patchForm, "path/to/file", path, 1) }
	const another = ", and apply_patch takes patches of another form"
	for _, tt := range []struct{ name, patch, want string }{
		{"empty", "\n", "input is missing: the text of a patch"},
		{"empty-fence", "```\n```", "the patch is empty"},
		{"empty-patch", "*** Begin Patch\n*** End Patch", "the patch changes nothing" + patchForm},
		{"empty-heredoc", "<<EOF\nEOF\n", "the patch is empty"},
		{"unified-diff", "--- a/src/x.py\n+++ b/src/x.py\n@@ -1 +1 @@\n-x\n+y\n", "line 1 of the patch: this is a unified diff" + another + of("src/x.py")},
		{"unified-diff-with-times", "--- x.py\t2026-01-01\n+++ x.py\t2026-01-02\n@@ -1 +1 @@\n-x\n+y\n", "line 1 of the patch: this is a unified diff" + another + of("x.py")},
		{"unified-diff-in-a-fence", "```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n```", "line 2 of the patch: this is a unified diff" + another + of("x")},
		{"unified-diff-in-a-patch", "*** Begin Patch\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n*** End Patch", "line 2 of the patch: this is a unified diff" + another + of("x")},
		{"git-diff", "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n", "line 1 of the patch: this is a unified diff, as git writes it" + another + of("x")},
		{"git-diff-of-a-removed-file", "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", "line 1 of the patch: this is a unified diff, as git writes it" + another + patchForm},
		{"hunk-alone", "@@ -1 +1 @@\n-x\n+y\n", "line 1 of the patch: this is a unified diff" + another + patchForm},
		{"names-of-a-unified-diff-in-a-section", "*** Begin Patch\n*** Update File: x\n--- a/x\n+++ b/x\n@@\n-x\n+y\n*** End Patch", "line 3 of the patch: these are the file names of a unified diff: *** Update File: names the file already | Send the section without the lines that begin with --- and +++."},
		{"search-replace", "x.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n", "line 1 of the patch: this is a SEARCH/REPLACE block" + another + patchForm},
		{"block", "<edit><file>a</file><find>x</find><replace>y</replace></edit>", "line 1 of the patch: this is an operation block, <edit>, and apply_patch takes patches" + patchForm},
		{"escaped-line-breaks", `*** Begin Patch\n*** Delete File: a\n*** End Patch`, `line 1 of the patch: the line breaks of the patch are written as \n, in two letters | Send it with real line breaks: in JSON, \n and not \\n.`},
		{"another-command", "cd src && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", `line 1 of the patch: "cd src && apply_patch <<'EOF'" is a command line, and no command is run | Send the lines from *** Begin Patch to *** End Patch alone, with paths from the root.`},
		{"command-in-a-shell", "bash -lc \"apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\"", `line 1 of the patch: "bash -lc \"apply_patch <<'EOF'" is a command line, and no command is run | Send the lines from *** Begin Patch to *** End Patch alone, with paths from the root.`},
		{"command-behind-the-heredoc", "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\nrm b", `line 5 of the patch: "EOF" stands behind *** End Patch | Send the patch alone, with nothing behind its *** End Patch.`},
		{"cut-off-in-a-line", "*** Begin Patch\n*** Delete File: a\n*** Add File: b\n+x", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole."},
		{"cut-off-in-a-heredoc", "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole."},
		{"cut-off-in-a-fence", "```\n*** Begin Patch\n*** Delete File: a\n", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole."},
		{"neither-begin-nor-end", "*** Delete File: a", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole, between *** Begin Patch and *** End Patch."},
		{"neither-begin-nor-end-in-a-heredoc", "apply_patch <<'EOF'\n*** Delete File: a", "the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole, between *** Begin Patch and *** End Patch."},
		{"sixty-letters-behind-the-end", "*** Begin Patch\n*** Delete File: a\n*** End Patch\n" + strings.Repeat("🙂", 60), `line 4 of the patch: "` + strings.Repeat("🙂", 60) + `" stands behind *** End Patch | Send the patch alone, with nothing behind its *** End Patch.`},
		{"more-than-sixty-letters-behind-the-end", "*** Begin Patch\n*** Delete File: a\n*** End Patch\n" + strings.Repeat("🙂", 61), `line 4 of the patch: "` + strings.Repeat("🙂", 60) + `…" stands behind *** End Patch | Send the patch alone, with nothing behind its *** End Patch.`},
		{"no-newline-in-a-new-file", "*** Begin Patch\n*** Add File: a\n+x\n\\ No newline at end of file\n*** End Patch", `line 4 of the patch: each line of a new file must begin with + | Leave "\\ No newline at end of file" out: it belongs to unified diffs.`},
		{"numbers-in-a-new-file", "*** Begin Patch\n*** Add File: a\n@@ -0,0 +1 @@\n+x\n*** End Patch", `line 3 of the patch: each line of a new file must begin with + | Leave out "@@ -0,0 +1 @@" and all others that begin with @@, ---, +++, diff or index: a new file is its lines alone, each behind a +.`},
		{"line-that-goes-in-a-new-file", "*** Begin Patch\n*** Add File: a\n-x\n+y\n*** End Patch", `line 3 of the patch: each line of a new file must begin with + | "-x" does not. A new file has no lines that stay or go; to change one that exists, send *** Update File: with the path.`},
		{"tab-before-a-line", "*** Begin Patch\n*** Update File: a\n@@\n-x\n\ty\n*** End Patch", `line 5 of the patch: a line of a hunk must begin with a space, - or + | "\ty" begins with a tab: put a space before the blanks of a line that stays.`},
	} {
		want := "malformed_apply_patch_0:1 apply_patch() " + tt.want + "\n"
		if got := dump(one(patchOf(tt.patch))); got != want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, want)
		}
	}
}

// TestDiffsOfOneFile: the diff of a call on one file has no markers and no names.
func TestDiffsOfOneFile(t *testing.T) {
	t.Parallel()
	const bare = "type and path name the file already"
	for _, tt := range []struct{ name, kind, diff, want string }{
		{"at-line-in-a-new-file", "create_file", "@@\n+x\n", `line 1 of the patch: each line of a new file must begin with + | Leave out "@@" and all others that begin with @@, ---, +++, diff or index: a new file is its lines alone, each behind a +.`},
		{"numbers-in-a-new-file", "create_file", "@@ -0,0 +1,2 @@\n+x\n", `line 1 of the patch: each line of a new file must begin with + | Leave out "@@ -0,0 +1,2 @@" and all others that begin with @@, ---, +++, diff or index: a new file is its lines alone, each behind a +.`},
		{"no-newline-in-a-new-file", "create_file", "+x\n\\ No newline at end of file\n", `line 2 of the patch: each line of a new file must begin with + | Leave "\\ No newline at end of file" out: it belongs to unified diffs.`},
		{"names-in-a-new-file", "create_file", "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n", "line 1 of the patch: these are the file names of a unified diff: " + bare + " | Send in diff the lines of the new file alone, each behind a +."},
		{"patch-in-a-new-file", "create_file", "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n", `line 1 of the patch: "*** Begin Patch" belongs to a patch: ` + bare + " | Send in diff the lines of the new file alone, each behind a +, or the whole patch as input and no type, path and diff."},
		{"line-that-goes-in-a-new-file", "create_file", "-x\n+y\n", `line 1 of the patch: each line of a new file must begin with + | "-x" does not. A new file has no lines that stay or go; to change one that exists, send type update_file.`},
		{"patch-in-an-update", "update_file", "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n", `line 1 of the patch: "*** Begin Patch" belongs to a patch: ` + bare + " | Send in diff the lines from the first @@ on alone, or the whole patch as input and no type, path and diff."},
		{"section-in-an-update", "update_file", "*** Update File: a\n@@\n-x\n+y\n", `line 1 of the patch: "*** Update File: a" belongs to a patch: ` + bare + " | Send in diff the lines from the first @@ on alone, or the whole patch as input and no type, path and diff."},
		{"names-in-an-update", "update_file", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n", "line 1 of the patch: these are the file names of a unified diff: " + bare + " | Send in diff the lines from the first @@ on alone."},
		{"git-diff-in-an-update", "update_file", "diff --git a/a b/a\nindex 1..2\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n", "line 1 of the patch: these are the file names of a unified diff: " + bare + " | Send in diff the lines from the first @@ on alone."},
	} {
		in := fmt.Sprintf(`{"name": "apply_patch", "input": {"type": %q, "path": "a", "diff": %q}}`, tt.kind, tt.diff)
		want := "malformed_apply_patch_0:1 apply_patch() " + tt.want + "\n"
		if got := dump(one(in)); got != want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, want)
		}
	}
}
