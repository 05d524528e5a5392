package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/parse"
)

const (
	patch   = "*** Begin Patch\n*** Update File: b\n@@\n-old\n+new\n*** End Patch\n"
	oneHunk = "apply_patch_%d:%d apply_patch() file=\"b\" diff:=\"@@\\n-old\\n+new\\n\"\n"
)

// patchCases are responses with patches in prose.
var patchCases = []parseCase{
	{"patch_bare", "Here:\n\n" + patch, fmt.Sprintf(oneHunk, 0, 3)},
	{"patch_in_a_fence", "```diff\n" + patch + "```\n", fmt.Sprintf(oneHunk, 0, 2)},
	{"patch_in_a_heredoc", "```bash\napply_patch <<'EOF'\n" + patch + "EOF\n```\n", fmt.Sprintf(oneHunk, 0, 3)},
	{"patch_in_a_pipe", "```sh\ncat <<EOF | apply_patch\n" + patch + "EOF\n```\n", fmt.Sprintf(oneHunk, 0, 3)},
	{"patch_that_is_written_to_a_file", "```bash\ncat > x.patch <<'EOF'\n" + patch + "EOF\n```\n", "quoted apply_patch:3 in fence\n"},
	{"patch_written_to_a_file_without_a_fence", "cat > x.patch <<EOF\n" + patch + "EOF\n", "quoted apply_patch:2 in commands of a shell\n"},
	{"patch_shown_by_cat", "```sh\ncat <<EOF\n" + patch + "EOF\n```\n", "quoted apply_patch:3 in fence\n"},
	{"patch_after_cd", "```bash\ncd src\napply_patch <<'EOF'\n" + patch + "EOF\n```\n", "quoted apply_patch:4 in fence\n"},
	{"patch_after_cd_without_a_fence", "cd src && apply_patch <<'EOF'\n" + patch + "EOF\n", "quoted apply_patch:2 in commands of a shell\n"},
	{"two_patches_in_a_fence", "```\n" + patch + "\n" + patch + "```\n", fmt.Sprintf(oneHunk, 0, 2) + fmt.Sprintf(oneHunk, 1, 9)},
	{"two_heredocs_in_a_fence", "```bash\napply_patch <<'EOF'\n" + patch + "EOF\napply_patch <<'EOF'\n" + patch + "EOF\n```\n", fmt.Sprintf(oneHunk, 0, 3) + fmt.Sprintf(oneHunk, 1, 11)},
	{"two_heredocs_and_cd", "```bash\napply_patch <<'EOF'\n" + patch + "EOF\ncd src\napply_patch <<'EOF'\n" + patch + "EOF\n```\n", fmt.Sprintf(oneHunk, 0, 3) + "quoted apply_patch:12 in fence\n"},
	{"patch_in_a_string", "```python\npatch = \"\"\"\\\n" + patch + "\"\"\"\n```\n", "quoted apply_patch:3 in fence\n"},
	{"patch_as_an_argument", "```bash\napply_patch '*** Begin Patch\n*** Delete File: b\n*** End Patch'\n```\n", "quoted apply_patch:2 in fence\n"},
	{"patch_as_an_argument_without_a_fence", "apply_patch '*** Begin Patch\n*** Delete File: b\n*** End Patch'\n", "apply_patch_0:1 apply_patch() the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole.\n"},
	{"patch_without_its_first_line", "*** Update File: b\n@@\n-old\n+new\n", "apply_patch_0:1 apply_patch() the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole, between *** Begin Patch and *** End Patch.\n"},
	{"patch_that_is_mentioned", "Write `*** Begin Patch` first.\n", ""},
	{"patch_with_stars_and_blanks", "*** Begin Patch ***\n*** Update File: b\n@@\n-old\n+new\n*** End Patch ***  \n", fmt.Sprintf(oneHunk, 0, 1)},
	{"patch_indented", "  *** Begin Patch\n  *** Update File: b\n  @@\n  -old\n  +new\n  *** End Patch\n", fmt.Sprintf(oneHunk, 0, 1)},
	{"patch_of_several_files", "*** Begin Patch\n*** Delete File: a\n*** Add File: c\n+x\n*** End Patch\n",
		"apply_patch_0:1 apply_patch() file=\"a\"\napply_patch_0:1 apply_patch() file=\"c\" content:=\"x\\n\"\n"},
	{"two_patches", patch + "\nThen:\n" + patch, fmt.Sprintf(oneHunk, 0, 1) + fmt.Sprintf(oneHunk, 1, 9)},
	{"patch_with_a_patch_in_it", "*** Begin Patch\n*** Add File: b\n+*** Begin Patch\n+*** End Patch\n*** End Patch\n",
		"apply_patch_0:1 apply_patch() file=\"b\" content:=\"*** Begin Patch\\n*** End Patch\\n\"\n"},
	{"patch_with_markers_as_context", "*** Begin Patch\n*** Update File: b\n@@\n *** Begin Patch\n-old\n+new\n *** End Patch\n*** End Patch\n",
		"apply_patch_0:1 apply_patch() file=\"b\" diff:=\"@@\\n *** Begin Patch\\n-old\\n+new\\n *** End Patch\\n\"\n"},
	{"patch_with_a_fence_and_tags_in_it", "*** Begin Patch\n*** Add File: b\n+```\n+" + del + "\n*** End Patch\n",
		"apply_patch_0:1 apply_patch() file=\"b\" content:=\"```\\n" + del + "\\n\"\n"},
	{"patch_that_is_malformed", "*** Begin Patch\n*** Update File: b\n*** End Patch\n", "apply_patch_0:1 apply_patch() line 3 of the patch: the update of b has no hunk | Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +.\n"},
	{"patch_cut_off", "*** Begin Patch\n*** Update File: b\n@@\n-old\n" + del, "apply_patch_0:1 apply_patch() unclosed patch at line 1: the response may be cut off, or its *** End Patch is missing\n" +
		"file_delete_0:5 Skipped: it stands after the unclosed patch at line 1\n"},
	{"patch_in_text", "```text\n" + patch + "```\n", "quoted apply_patch:2 in fence\n"},
	{"patch_in_thinking", "<think>\n" + patch + "</think>\n", "quoted apply_patch:2 in think\nthinking \"*** Begin Patch\\n*** Update File: b\\n@@\\n-old\\n+new\\n*** End Patch\"\n"},
	{"patch_in_indented_code", "Like this:\n\n    *** Begin Patch\n    *** Delete File: b\n    *** End Patch\n", "quoted apply_patch:3 in indented code\n"},
	{"patch_in_a_quote", "> *** Begin Patch\n> *** Delete File: b\n> *** End Patch\n", "quoted apply_patch:1 in block quote\n"},
	{"patch_beside_tags", patch + edit, strings.Replace(edit0, ":1", ":7", 1) +
		"quoted apply_patch:1 in a response with operation blocks\n"},
	{"patch_beside_search_replace", "a.py\n" + pair + patch, fmt.Sprintf(pair0, 2, "a.py") + fmt.Sprintf(oneHunk, 0, 7)},
	{"patch_and_search_replace_of_one_file", "b\n" + strings.Replace(pair, "b\n", "", 1) + patch, "malformed_edit_0:2 Skipped: the response has two forms, which may change the same files: SEARCH/REPLACE blocks from line 2 on, and patches from line 7 on\n" +
		"apply_patch_0:7 apply_patch() Skipped: the response has two forms, which may change the same files: SEARCH/REPLACE blocks from line 2 on, and patches from line 7 on\n"},
	{"patch_and_search_replace_of_the_same_file", "`b`\n" + pair + patch,
		"file_edit_0:2 Skipped: the response changes b in two forms, which may say the same: SEARCH/REPLACE blocks from line 2 on, and patches from line 7 on\n" +
			"apply_patch_0:7 apply_patch() Skipped: the response changes b in two forms, which may say the same: SEARCH/REPLACE blocks from line 2 on, and patches from line 7 on\n"},
	{"patch_in_search_replace", "a.md\n<<<<<<< SEARCH\nold\n=======\n" + patch + ">>>>>>> REPLACE\n",
		"file_edit_0:2 file=\"a.md\" find:=\"old\\n\" replace:=\"*** Begin Patch\\n*** Update File: b\\n@@\\n-old\\n+new\\n*** End Patch\\n\"\n"},
	{"search_replace_in_patch", "*** Begin Patch\n*** Add File: b\n+<<<<<<< SEARCH\n+x\n*** End Patch\n",
		"apply_patch_0:1 apply_patch() file=\"b\" content:=\"<<<<<<< SEARCH\\nx\\n\"\n"},
}

func TestPatchesInProse(t *testing.T) {
	t.Parallel()
	read(t, patchCases)
}

// TestPatchAfterCdIsNotRunWithFenced: what a shell does before a patch is not done.
func TestPatchAfterCdIsNotRunWithFenced(t *testing.T) {
	t.Parallel()
	in := []parse.Input{{Text: "```bash\ncd src\napply_patch <<'EOF'\n" + patch + "EOF\n```\n"}}
	if got, want := dump(parse.Parse(in, parse.Options{Fenced: true})), "quoted apply_patch:4 in commands of a shell\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	in[0].Text = "```text\n" + patch + "```\n"
	if got, want := dump(parse.Parse(in, parse.Options{Fenced: true})), fmt.Sprintf(oneHunk, 0, 2); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestPatchesCutAnywhere cuts a response with patches off at every byte: the patches that end
// before the cut run, and nothing else.
func TestPatchesCutAnywhere(t *testing.T) {
	t.Parallel()
	text := "First:\n\n" + patch + "```bash\napply_patch <<'EOF'\n" + patch + "EOF\n```\nAnd\n*** Begin Patch\n*** Add File: c\n+*** End Patch\n+x\n*** End Patch\n"
	var ends []int
	for at := 0; ; {
		i := strings.Index(text[at:], "\n*** End Patch")
		if i < 0 {
			break
		}
		at += i + len("\n*** End Patch")
		ends = append(ends, at)
	}
	for cut := range len(text) + 1 {
		want := 0
		for _, end := range ends {
			if end <= cut {
				want++
			}
		}
		if got := len(running(text[:cut], "")); got != want {
			t.Errorf("cut off at byte %d: %d patches run, want %d, of %q", cut, got, want, text[:cut])
		}
	}
}
