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
