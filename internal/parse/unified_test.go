package parse_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	udiff   = "--- a/b\n+++ b/b\n@@ -1,3 +1,3 @@\n one\n-old\n+new\n three\n"
	gitDiff = "diff --git a/b b/b\nindex 1234567..89abcde 100644\n" + udiff
	// udiff0 is what it asks for, with the number of the operation and its line.
	udiff0 = "file_edit_%d:%d file=\"b\" diff:=\"-one\\n-old\\n-three\\n+one\\n+new\\n+three\\n\"\n"
)

func malformedDiff(line int, what string) string {
	return fmt.Sprintf("malformed_edit_0:%d %s\n", line, what)
}

const (
	linesHint  = "Each line of a hunk begins with a space if it stays, with - if it goes, with + if it comes."
	namesHint  = "Put the lines --- a/path and +++ b/path before the hunks of a file."
	fenceHint  = " If the diff ends before that line, put it in a fence."
	cutOffHint = "Nothing of what it says of this file was done. Send it again, whole: in a fence that is closed behind it."
)

// diffCases are responses with unified diffs.
var diffCases = []parseCase{
	{"diff_in_a_fence", "Here:\n\n```diff\n" + udiff + "```\nDone.\n", fmt.Sprintf(udiff0, 0, 4)},
	{"diff_of_git", "```diff\n" + gitDiff + "```\n", fmt.Sprintf(udiff0, 0, 2)},
	{"diff_bare", "Here:\n\n" + udiff + "\nDone.\n", fmt.Sprintf(udiff0, 0, 3)},
	{"diff_bare_at_the_end", udiff, fmt.Sprintf(udiff0, 0, 1)},
	{"diff_bare_and_signed", gitDiff + "-- \n2.39.5\n", fmt.Sprintf(udiff0, 0, 1)},
	{"diff_without_the_last_line_end", strings.TrimSuffix(udiff, "\n"), fmt.Sprintf(udiff0, 0, 1)},
	{"diff_in_a_fence_without_a_language", "```\n" + udiff + "```\n", fmt.Sprintf(udiff0, 0, 2)},
	{"two_files_of_a_diff", "```diff\n" + udiff + gitDiff + "```\n", fmt.Sprintf(udiff0, 0, 2) + fmt.Sprintf(udiff0, 1, 9)},
	{"two_diffs_with_blank_lines_between", "```diff\n" + udiff + "\n\n" + udiff + "\n```\n", fmt.Sprintf(udiff0, 0, 2) + fmt.Sprintf(udiff0, 1, 11)},
	{"names_without_prefixes", strings.NewReplacer("a/b", "b", "b/b", "b").Replace(udiff), fmt.Sprintf(udiff0, 0, 1)},
	{"names_with_times", strings.NewReplacer("a/b", "b\t2026-01-02 03:04:05.0 +0000", "b/b", "b\t2026-01-02").Replace(udiff), fmt.Sprintf(udiff0, 0, 1)},
	{"names_in_quotation_marks", strings.NewReplacer("a/b", `"a/\303\274 \"x\".txt"`, "b/b", `"b/\303\274 \"x\".txt"`).Replace(udiff), strings.Replace(fmt.Sprintf(udiff0, 0, 1), `"b"`, `"ü \"x\".txt"`, 1)},
	{"names_that_differ", strings.Replace(udiff, "b/b", "b/c", 1), malformedDiff(1, "it names two files: b and c | Write the same path behind --- and +++. To give a file another name, put git's lines diff --git, rename from and rename to before them.")},
	{"no_names", "@@ -1,3 +1,3 @@\n one\n-old\n+new\n three\n", malformedDiff(1, "the hunk does not say of which file it is | "+namesHint)},
	{"counts_that_are_wrong", "```diff\n" + strings.Replace(udiff, "-1,3 +1,3", "-7,9 +1,99", 1) + "```\n", fmt.Sprintf(udiff0, 0, 2)},
	{"counts_that_are_wrong_and_text_behind", strings.Replace(udiff, "-1,3", "-1,9", 1) + "\nDone.\n", malformedDiff(1, `line 9 is no line of a diff: "Done." | `+linesHint+fenceHint)},
	{"counts_that_are_wrong_and_nothing_behind", strings.Replace(udiff, "-1,3", "-1,9", 1), malformedDiff(1, "the diff at line 1 may be cut off: its last hunk has other lines than its header counts, or the last of them has no line end | "+cutOffHint)},
	{"counts_that_are_missing", "```diff\n" + strings.Replace(udiff, "-1,3 +1,3 @@", "-1 +1 @@", 1) + "```\n", fmt.Sprintf(udiff0, 0, 2)},
	{"a_line_without_its_space", "```diff\n" + strings.Replace(udiff, " three", "three\n-4", 1) + "```\n", malformedDiff(2, `line 8 is no line of a diff: "three" | `+linesHint)},
	{"a_line_without_its_space_behind_an_empty_one", "```diff\n" + strings.Replace(udiff, " three", "\nthree\n-4", 1) + "```\n", malformedDiff(2, `line 9 is no line of a diff: "three" | `+linesHint)},
	{"an_empty_line_is_context", "```diff\n--- a/b\n+++ b/b\n@@ -1,3 +1,3 @@\n one\n\n-old\n+new\n```\n", `file_edit_0:2 file="b" diff:="-one\n-\n-old\n+one\n+\n+new\n"` + "\n"},
	{"fence_that_is_not_closed", "```diff\n" + udiff, malformedDiff(2, "the diff at line 2 may be cut off: its fence is never closed | "+cutOffHint)},
	{"second_file_cut_off", "```diff\n" + udiff + gitDiff, fmt.Sprintf(udiff0, 0, 2) + malformedDiff(9, "the diff at line 9 may be cut off: its fence is never closed | "+cutOffHint)},
	{"a_hunk_that_changes_nothing", "--- a/b\n+++ b/b\n@@ -1,2 +1,2 @@\n one\n two\n", malformedDiff(1, "the hunk at line 3 changes nothing: none of its lines begins with - or + | Leave it out.")},
	{"no_hunk", "--- a/b\n+++ b/b\n\ntext\n", malformedDiff(1, `line 4 is no line of a diff: "text" | `+linesHint+fenceHint)},
	{"created", "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n", `file_create_0:1 file="new.txt" content:="one\ntwo\n"` + "\n"},
	{"created_with_context", "--- /dev/null\n+++ b/b\n@@ -1,1 +1,2 @@\n one\n+two\n", malformedDiff(1, "the hunk at line 3 has lines of the file before, and the diff makes a new file | Give the lines of a new file behind + alone.")},
	{"created_by_git", "diff --git a/x.sh b/x.sh\nnew file mode 100755\nindex 0000000..1234567\n--- /dev/null\n+++ b/x.sh\n@@ -0,0 +1 @@\n+one\n", `file_create_0:1 file="x.sh" diff:="+one\n"` + "\n" + `file_create_0:1 file="x.sh"` + "\n"},
	{"created_empty", "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n", `file_create_0:1 file="x" diff:=""` + "\n"},
	{"deleted", "--- a/b\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n", `file_delete_0:1 file="b" diff:="-one\n-two\n"` + "\n"},
	{"renamed", "diff --git a/b b/c d\nsimilarity index 100%\nrename from b\nrename to c d\n", `file_move_0:1 from="b" to="c d"` + "\n"},
	{"renamed_and_changed", "diff --git a/b b/c\nsimilarity index 90%\nrename from b\nrename to c\n" + strings.Replace(udiff, "b/b", "b/c", 1), strings.Replace(fmt.Sprintf(udiff0, 0, 1), ":1", ":1", 1) + `file_edit_0:1 from="b" to="c"` + "\n"},
	{"mode", "diff --git a/b b/b\nold mode 100644\nnew mode 100755\n", `file_edit_0:1 file="b"` + "\n"},
	{"binary", "diff --git a/b.png b/b.png\nindex 1234567..89abcde 100644\nBinary files a/b.png and b/b.png differ\n", malformedDiff(1, "it is a binary patch of b.png | Only texts can be changed by a diff.")},
	{"link", "diff --git a/b b/b\nnew file mode 120000\nindex 0000000..1234567\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+../x\n\\ No newline at end of file\n", malformedDiff(1, "it changes a link or a submodule: b | Only files can be changed by a diff.")},
	{"no_line_end", "```diff\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n```\n", `file_edit_0:2 file="b" diff:="-old\n+new\n"` + "\n"},
	{"no_line_end_in_the_middle", "```diff\n--- a/b\n+++ b/b\n@@ -1,2 +1,2 @@\n-old\n\\ No newline at end of file\n-older\n+new\n```\n", malformedDiff(2, "the hunk at line 4 has lines behind the last line of the file | The line \\ No newline at end of file stands behind the last line of the file alone.")},
	{"lines_that_look_like_names", "```diff\n--- a/b\n+++ b/b\n@@ -1,3 +1,3 @@\n one\n--- a\n+++ b\n three\n```\n", `file_edit_0:2 file="b" diff:="-one\n--- a\n-three\n+one\n+++ b\n+three\n"` + "\n"},
	{"a_diff_in_a_diff", "```diff\n--- a/x.diff\n+++ b/x.diff\n@@ -1,3 +1,4 @@\n --- a/b\n +++ b/b\n+@@ -1 +1 @@\n \n```\n", `file_edit_0:2 file="x.diff" diff:="---- a/b\n-+++ b/b\n-\n+--- a/b\n++++ b/b\n+@@ -1 +1 @@\n+\n"` + "\n"},
	{"copied_before_it_is_changed", "```diff\n" + gitDiff + "diff --git a/b b/c\nsimilarity index 100%\ncopy from b\ncopy to c\n```\n", `file_copy_0:11 from="b" to="c"` + "\n" + fmt.Sprintf(udiff0, 0, 2)},
	{"indented", "- Do this:\n\n  " + strings.ReplaceAll(strings.TrimSuffix(udiff, "\n"), "\n", "\n  ") + "\n", malformedDiff(3, "its lines are indented | Send it again with nothing before its lines: --- and @@ begin theirs.")},
	{"diff_in_text", "```text\n" + udiff + "```\n", "quoted edit:2 in fence\n"},
	{"diff_in_commands", "```bash\npatch -p1 <<'EOF'\n" + udiff + "EOF\n```\n", "quoted edit:3 in fence\n"},
	{"diff_in_thinking", "<think>\n" + udiff + "</think>\n", "quoted edit:2 in think\nthinking " + fmt.Sprintf("%q", strings.TrimSpace(udiff)) + "\n"},
	{"diff_in_a_comment", "<!--\n" + udiff + "-->\n", "quoted edit:2 in comment\n"},
	{"diff_beside_tags", udiff + "\n" + edit, strings.Replace(edit0, ":1", ":9", 1) + "quoted edit:1 in a response with operation blocks\n"},
	{"diff_and_search_replace", udiff + "\na.py\n" + pair, fmt.Sprintf(udiff0, 0, 1) + strings.Replace(fmt.Sprintf(pair0, 10, "a.py"), "_0", "_1", 1)},
	{"diff_in_a_value", "<create>\n<file>x.diff</file>\n<content>\n" + udiff + "</content>\n</create>\n", fmt.Sprintf("file_create_0:1 file=\"x.diff\" content:=%q\n", udiff)},
	{"hunks_without_numbers", "```diff\n--- a/b\n+++ b/b\n@@ ... @@\n one\n-old\n+new\n three\n```\n", fmt.Sprintf(udiff0, 0, 2)},
	{"two_files_with_wrong_counts", "```diff\n" + strings.Repeat(strings.Replace(udiff, ",3", ",9", 1), 2) + "```\n", fmt.Sprintf(udiff0, 0, 2) + fmt.Sprintf(udiff0, 1, 9)},
	{"counts_that_end_too_soon", "--- a/b\n+++ b/b\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\n-c\n+C\n d\n\nDone.\n", malformedDiff(1, `line 12 is no line of a diff: "Done." | `+linesHint+fenceHint)},
	{"created_with_counts_that_end_too_soon", "--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n\n+c\n\nDone.\n", malformedDiff(1, `line 9 is no line of a diff: "Done." | `+linesHint+fenceHint)},
	{"a_fence_in_a_diff_that_lacks_its_space", "```diff\n--- a/b\n+++ b/b\n@@ -1,5 +1,5 @@\n-# Old\n+# New\n\n```python\n-print(1)\n+print(2)\n```\n```\n", malformedDiff(2, "line 8 is no line of a diff: \"```python\" | "+linesHint)},
	{"a_shorter_fence_in_a_diff", "````diff\n" + udiff + "```\n````\n", malformedDiff(2, "line 9 is no line of a diff: \"```\" | "+linesHint)},
	{"a_fence_that_closes_too_soon", "```diff\n--- a/b\n+++ b/b\n@@ -1,5 +1,5 @@\n-a\n+b\n```\n-c\n+d\n```\n", malformedDiff(2, "line 7 closes the fence, but the diff seems to go on behind it | Put the diff in a fence with more signs, such as ````diff, if that line is one of the file.")},
	{"hunks_without_names_beside_a_diff", "```diff\n" + udiff + "```\nand\n```diff\n@@ @@\n-a\n+b\n```\n", malformedDiff(2, "the hunk at line 12 does not say whether it is of the same file | Put the hunks of a file directly behind each other, and the lines --- a/path and +++ b/path before the first.") +
		"malformed_edit_1:12 the hunk does not say of which file it is | " + namesHint + "\n"},
	{"a_blank_line_between_hunks", "--- a/b\n+++ b/b\n@@ -1,1 +1,1 @@\n-a\n+A\n\n@@ -7,1 +7,1 @@\n-j\n+J\n", `file_edit_0:1 file="b" diff:="-a\n+A\n-j\n+J\n"` + "\n"},
	{"a_blank_line_in_the_header_of_git", "diff --git a/b b/c\nrename from b\n\nrename to c\n\n" + strings.Replace(udiff, "b/b", "b/c", 1), fmt.Sprintf(udiff0, 0, 1) + `file_edit_0:1 from="b" to="c"` + "\n"},
	{"a_link_in_the_place_of_a_file", "diff --git a/b b/b\ndeleted file mode 100644\nindex 1234567..0000000\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\ndiff --git a/b b/b\nnew file mode 120000\nindex 0000000..1234567\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+y\n",
		malformedDiff(1, "it changes a link or a submodule: b | Only files can be changed by a diff.") + "malformed_edit_1:8 it changes a link or a submodule: b | Only files can be changed by a diff.\n"},
	{"a_copy_behind_a_blank_line", "```diff\n" + gitDiff + "\ndiff --git a/b b/c\nsimilarity index 100%\ncopy from b\ncopy to c\n```\n", `file_copy_0:12 from="b" to="c"` + "\n" + fmt.Sprintf(udiff0, 0, 2)},
	{"a_header_cut_off", "diff --git a/b b/c\nrename from b\nrename to c", malformedDiff(1, "the diff at line 1 may be cut off: its last hunk has other lines than its header counts, or the last of them has no line end | "+cutOffHint)},
	{"a_mode_cut_off", "```diff\ndiff --git a/b b/b\nold mode 100644\nnew mode 10\n```\n", malformedDiff(2, "a mode has six digits | Write 100644, or 100755 for a program.")},
	{"a_rename_without_its_hunks", "```diff\ndiff --git a/b b/c\nsimilarity index 90%\nrename from b\nrename to c\n```\n", malformedDiff(2, "its hunks are missing: the files are not the same | Send the whole diff of the file, with its hunks.")},
	{"names_that_disagree", "```diff\ndiff --git a/b b/c\nrename from b\nrename to c\n" + udiff + "```\n", malformedDiff(2, "its lines name different files | Write the same paths behind diff --git, rename from, rename to, --- and +++.")},
	{"a_hunk_cut_off_at_its_sign", gitDiff + "@", malformedDiff(1, "the diff at line 1 may be cut off: its last hunk has other lines than its header counts, or the last of them has no line end | "+cutOffHint)},
	{"a_combined_diff", "```diff\ndiff --cc b\n--- a/b\n+++ b/b\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n++new\n  b\n```\n", malformedDiff(3, `line 5 is no line of a diff: "@@@ -1,2 -1,2 +1,3 @@@" | `+linesHint)},
	{"lines_that_may_be_names", "```diff\n--- a/b\n+++ b/b\n@@ -1,1 +1,1 @@\n--- x\n+++ x\n@@ -9,1 +9,1 @@\n-i\n+I\n```\n", malformedDiff(2, "the hunk at line 4 is so long by its @@ line that the --- and +++ lines behind it may be lines of this file, or begin another one | If they begin another file, nothing of that one was changed either: send both again, each in a code fence of its own. If they are lines of this file, count the lines of the hunk again.")},
	{"a_binary_file_behind_a_diff", "```diff\n" + udiff + "Binary files a/y and b/y differ\n```\n", fmt.Sprintf(udiff0, 0, 2) + "malformed_edit_0:9 it is a binary patch | Only texts can be changed by a diff.\n"},
	{"diffs_of_directories", "```diff\ndiff -ru a/b b/b\n" + udiff + "diff -ru a/b b/b\n" + udiff + "Only in b: x\n```\n", fmt.Sprintf(udiff0, 0, 3) + fmt.Sprintf(udiff0, 1, 11)},
	{"a_mail", "```diff\n" + gitDiff + "-- \n2.39.5\n\n```\n", fmt.Sprintf(udiff0, 0, 2)},
	{"a_rule_is_none", "--- one\ntext\n\n+++ two\n", ""},
}

func TestDiffsInProse(t *testing.T) {
	t.Parallel()
	read(t, diffCases)
}

// TestDiffsCutAtEveryByte: a diff of which something is missing does not run, and what stands
// before it does. Only the last line of a hunk may be cut, if it is one that stays: it is then no
// line of the file, where the hunk does not fit.
func TestDiffsCutAtEveryByte(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"```diff\n" + udiff + gitDiff + "```\n", udiff + gitDiff, gitDiff + "\nDone.\n", "--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+one\n+two\n"} {
		wanted, most := map[string]bool{}, 0
		for _, op := range running(text, "") {
			wanted[ran(op)] = true
		}
		for n := range len(text) {
			list := running(text[:n], "")
			most = max(most, len(list))
			last := text[strings.LastIndexByte(text[:n], '\n')+1 : n]
			for _, op := range list {
				if !wanted[ran(op)] && (last == "" || !strings.HasPrefix(" three", last)) {
					t.Errorf("cut off at byte %d, behind %q, it runs %s, of the response\n%s", n, last, ran(op), text)
				}
			}
			if len(list) < most && len(list) < len(wanted)-1 {
				t.Errorf("cut off at byte %d, it runs %d operations; shorter, it ran %d, of the response\n%s", n, len(list), most, text)
			}
		}
	}
}
