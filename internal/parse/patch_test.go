package parse_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fileops/internal/ops"
)

const patch0 = "*** Begin Patch\n*** Add File: a\n+x\n+\n+ y\n*** Update File: b\n*** Move to: c\n@@ class A:\n@@ def f():\n one\n-two\n+2\n\n*** End of File\n*** Delete File: d\n*** End Patch"

// patchForm is the hint for those who sent something else.
const patchForm = " | Send it in this form:\n*** Begin Patch\n*** Update File: path/to/file\n@@\n a line that stays\n-a line that goes\n+a line that comes\n*** End Patch"

// patchOf is a call that applies a patch.
func patchOf(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return `{"name": "apply_patch", "input": ` + string(quoted) + `}`
}

func TestPatches(t *testing.T) {
	t.Parallel()
	const id = "apply_patch_0:1 apply_patch()"
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
			want = "malformed_apply_patch_0:1 apply_patch() " + want + "\n"
		}
		if tt.name == "begin-alone" {
			text = "*** Begin Patch"
		}
		if got := dump(one(patchOf(text))); got != want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, want)
		}
	}
}

// TestCallsOfPatches reads the shapes in which a patch comes.
func TestCallsOfPatches(t *testing.T) {
	t.Parallel()
	const text = `*** Begin Patch\n*** Delete File: a\n*** End Patch`
	for _, tt := range []parseCase{
		{"text", `{"name": "apply_patch", "input": "` + text + `"}`, "apply_patch_0:1 apply_patch() file=\"a\"\n"},
		{"input", `{"name": "functions.apply_patch", "input": {"input": "` + text + `", "patch": null}}`, "apply_patch_0:1 functions.apply_patch() file=\"a\"\n"},
		{"patch", `{"name": "mcp__x__apply_patch", "id": "1", "arguments": "{\"patch\": \"` + strings.ReplaceAll(text, `\`, `\\`) + `\"}"}`, "1:1 mcp__x__apply_patch() file=\"a\"\n"},
		{"both", `{"name": "apply_patch", "input": {"input": "x", "patch": "x"}}`, `malformed_apply_patch_0:1 apply_patch() line 1 of the patch: the patch must begin with *** Begin Patch, not with "x"` + patchForm + "\n"},
		{"both-with-different-values", `{"name": "apply_patch", "input": {"input": "x", "patch": "y"}}`, "malformed_apply_patch_0:1 apply_patch() input and patch stand for the same, with different values: give one of them\n"},
		{"patch-text", `{"name": "apply_patch", "input": {"patchText": "` + text + `", "patch": "` + text + `"}}`, "apply_patch_0:1 apply_patch() file=\"a\"\n"},
		{"other-name-of-the-path", item(`{"type": "delete_file", "filePath": "a"}`), "c:1 apply_patch(openai-responses) file=\"a\"\n"},
		{"two-names-of-the-path", item(`{"type": "delete_file", "file": "a", "path": "b"}`), "c:1 apply_patch(openai-responses) file and path stand for the same, with different values: give one of them\n"},
		{"neither", `{"name": "apply_patch", "input": {}}`, "malformed_apply_patch_0:1 apply_patch() input is missing: the text of a patch\n"},
		{"unknown-field", `{"name": "apply_patch", "input": {"input": "x", "text": "x"}}`, "malformed_apply_patch_0:1 apply_patch() unknown field \"text\": there is input, with the text of a patch\n"},
		{"no-text", `{"name": "apply_patch", "input": {"input": ["x"]}}`, "malformed_apply_patch_0:1 apply_patch() input must be a string, not an array\n"},
		{"twice", `{"name": "apply_patch", "input": {"input": "x", "input": "x"}}`, "malformed_apply_patch_0:1 apply_patch() \"input\" stands twice\n"},
		{"damaged", `{"name": "apply_patch", "input": "*** Begin Patch\n\ud800"}`, "malformed_apply_patch_0:1 apply_patch() the patch holds half of a character (\\ud800)\n"},
		{"damaged-field", `{"name": "apply_patch", "input": {"patch": "\ud800"}}`, "malformed_apply_patch_0:1 apply_patch() patch holds half of a character (\\ud800)\n"},
		{"prose", `{"name": "apply_patch", "input": "Delete a."}`, `malformed_apply_patch_0:1 apply_patch() line 1 of the patch: the patch must begin with *** Begin Patch, not with "Delete a."` + patchForm + "\n"},
		{"same-id", `{"name": "delete", "id": "1", "input": {"file": "a"}}{"name": "apply_patch", "id": "1", "input": "` + text + `"}`, "1:1 delete() file=\"a\"\nmalformed_apply_patch_0:1 apply_patch() duplicate call id \"1\": no result could be told from the other's\n"},
		{"create", item(`{"type": "create_file", "path": "a", "diff": "+x\n+y"}`), `c:1 apply_patch(openai-responses) file="a" content:="x\ny\n"` + "\n"},
		{"create-empty", item(`{"type": "create_file", "path": "a", "diff": ""}`), `c:1 apply_patch(openai-responses) file="a" content:=""` + "\n"},
		{"create-without-diff", item(`{"type": "create_file", "path": "a"}`), "c:1 apply_patch(openai-responses) diff is missing: for an empty file, send an empty one\n"},
		{"update", item(`{"type": "update_file", "path": "a", "diff": "@@\n-x\n+y\n"}`), `c:1 apply_patch(openai-responses) file="a" diff:="@@\n-x\n+y\n"` + "\n"},
		{"update-in-a-fence", item("{\"type\": \"update_file\", \"path\": \"a\", \"diff\": \"```diff\\n@@\\n-x\\n+y\\n```\\n\"}"), `c:1 apply_patch(openai-responses) file="a" diff:="@@\n-x\n+y\n"` + "\n"},
		{"delete", item(`{"type": "delete_file", "path": "a"}`), `c:1 apply_patch(openai-responses) file="a"` + "\n"},
		{"delete-with-a-diff", item(`{"type": "delete_file", "path": "a", "diff": "-x"}`), "c:1 apply_patch(openai-responses) delete_file takes no diff\n"},
		{"no-path", item(`{"type": "delete_file"}`), "c:1 apply_patch(openai-responses) path is missing\n"},
		{"no-diff", item(`{"type": "update_file", "path": "a"}`), "c:1 apply_patch(openai-responses) line 1 of the patch: the update of a has no hunk | Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +.\n"},
		{"other-type", item(`{"type": "move_file", "path": "a"}`), "c:1 apply_patch(openai-responses) type must be create_file, update_file or delete_file, not \"move_file\"\n"},
		{"section-in-a-diff", item(`{"type": "update_file", "path": "a", "diff": "-x\n*** Delete File: b"}`), "c:1 apply_patch(openai-responses) line 2 of the patch: \"*** Delete File: b\" is not known here\n"},
		{"no-operation", item(`null`), "c:1 apply_patch(openai-responses) input is missing: the text of a patch\n"},
	} {
		if got := dump(one(tt.in)); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

// item is OpenAI's own call of a patch.
func item(operation string) string {
	return `{"type": "apply_patch_call", "id": "apc", "call_id": "c", "status": "completed", "operation": ` + operation + `}`
}

// A message that was cut off takes all operations of its last call with it.
func TestCutOffTakesTheWholePatch(t *testing.T) {
	t.Parallel()
	r := one(`{"role": "assistant", "stop_reason": "max_tokens", "content": [{"type": "tool_use", "id": "1", ` + patchOf(patch0)[1:] + `, {"type": "text", "text": "` + del + `"}]}`)
	if len(r.Operations) != 2 || r.Operations[1].ID != "file_delete_0" {
		t.Fatalf("got %s", dump(r))
	}
	if _, refused := r.Operations[0].Action.(ops.Invalid); !refused {
		t.Errorf("got %s", dump(r))
	}
}
