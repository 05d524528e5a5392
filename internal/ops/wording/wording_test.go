package wording_test

import (
	"slices"
	"testing"

	"fileops/internal/ops/wording"
)

// TestEachSenderIsAnsweredInItsForm names an operation, a field, a setting, a range of lines
// and of pages, and an operation on a path, for senders of each form.
func TestEachSenderIsAnsweredInItsForm(t *testing.T) {
	t.Parallel()
	call := func(function string, fields ...string) wording.Style {
		return wording.Style{Form: wording.Call, Function: function, HasField: func(f string) bool { return slices.Contains(fields, f) }}
	}
	camel := call("Read", "limit", "pages")
	camel.FieldName = func(field string) string { return "my" + field }
	for name, tt := range map[string]struct {
		style wording.Style
		want  []string
	}{
		"tags": {wording.Style{}, []string{
			"<create_overwrite>", "<lines>", "<multiline>true</multiline>", "<lines>1-200</lines>", "<pages>1-5</pages>", "<read><file>a</file></read>", "Did you mean <read>?",
		}},
		"command": {wording.Style{Form: wording.Command}, []string{
			"create_overwrite", "--lines", "--multiline true", "--lines 1-200", "--pages 1-5", "call read on a", "Did you mean read?",
		}},
		"read": {call("read", "lines", "limit", "pages"), []string{
			"create_overwrite", "lines", "multiline=true", `lines="1-200"`, `pages="1-5"`, "call read on a", "Did you mean read?",
		}},
		"other_names": {camel, []string{
			"Write", "mylines", "mymultiline=true", "mylimit=200", `mypages="1-5"`, "call Read on a", "Did you mean read?",
		}},
		"editor": {call("str_replace_editor", "view_range"), []string{
			"the command create", "lines", "multiline=true", "view_range=[1, 200]", "pages 1-5", "call the command view on a", "Did you mean read?",
		}},
		"patch": {wording.Style{Form: wording.Call, Function: "apply_patch"}, []string{
			`*** Update File with every old line marked "-" and every new line marked "+"`, "lines", "multiline=true", "lines 1-200", "pages 1-5", "call read on a", "Did you mean read?",
		}},
	} {
		s := tt.style
		got := []string{
			s.Operation("create_overwrite"), s.Field("lines"), s.FieldValue("multiline", "true"), s.FirstLines(200), s.FirstPages(5), s.OperationOn("read", "file", "a"), s.DidYouMean("read"),
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
	}
}
