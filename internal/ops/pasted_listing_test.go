package ops_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
)

// A text with the numbers of a listing before every line is refused by every operation. It
// is warned about in files whose lines may begin with numbers.
func TestListingsAreRefused(t *testing.T) {
	t.Parallel()
	const cat, bar = "     1\tx = 1\n     2\ty = 2\n", "12 | x = 1\n13 | y = 2\n"
	const refused = "Line numbers before every line of "
	for _, tt := range []struct {
		name, tag string
		fields    []string
		before    string
		want      string // of the error; of the warning if it begins with "~"; "" for none
	}{
		{"create", "create", []string{"file", "f.py", "content", cat}, "", refused + "<content>"},
		{"create-prose", "create", []string{"file", "f.txt", "content", cat}, "", refused},
		{"write", "write", []string{"file", "f.py", "content", bar}, "x = 1\n", refused},
		{"create-overwrite", "create_overwrite", []string{"file", "f.py", "content", "12: x = 1\n13: y = 2\n"}, "x = 1\n", refused},
		{"append", "append", []string{"file", "f.py", "content", "12\u2192x = 1\n"}, "x = 1\n", refused},
		{"insert-after", "insert_after", []string{"file", "f.py", "pattern", "x = 1", "content", cat}, "x = 1\n", refused},
		{"insert-at", "insert_at", []string{"file", "f.py", "line", "1", "content", bar}, "x = 1\n", refused},
		{"replace-lines", "replace_lines", []string{"file", "f.py", "start_line", "1", "end_line", "1", "new_content", cat}, "x = 1\n", refused + "<new_content>"},
		{"edit", "edit", []string{"file", "f.py", "find", "x = 1\n", "replace", cat}, "x = 1\n", refused + "<replace>"},
		{"file-edit", "file_edit", []string{"path", "f.py", "old_text", "", "new_text", bar}, "x = 1\n", refused},
		{"blank-line-without-a-number", "create", []string{"file", "f.py", "content", "     1\tx = 1\n\n     2\ty = 2\n"}, "", refused},
		{"grep", "create", []string{"file", "f.go", "content", "12:x = 1\n13-y = 2\n"}, "", refused},
		{"one-line", "edit", []string{"file", "f.py", "find", "x = 1", "replace", "12 | x = 2"}, "x = 1\n", refused},
		{"header", "create", []string{"file", "f.ts", "content", "src/f.ts:\n1\tx = 1\n2\ty = 2\n"}, "", refused},
		{"column-in-a-configuration", "create", []string{"file", "f.cfg", "content", cat}, "", refused},
		{"column-in-a-table", "create", []string{"file", "f.bed", "content", cat}, "", refused},
		{"bar-in-a-configuration", "create", []string{"file", "f.yaml", "content", bar}, "", refused},
		{"expression", "edit", []string{"file", "f.py", "find", "x = 1", "replace", "12 | x"}, "x = 1\n", ""},
		{"as-the-hint-says", "create", []string{"file", "f.py", "content", "# numbers\n12 | x = 1\n13 | y = 2\n"}, "", ""},
		{"properties", "create", []string{"file", "f.properties", "content", "1:a\n2:b\n"}, "", "~" + refused},
		{"ini", "create", []string{"file", "f.ini", "content", "1: a\n2: b\n"}, "", "~" + refused},
		{"cfg", "create", []string{"file", "f.cfg", "content", "1:a\n2:b\n"}, "", "~" + refused},
		{"conf", "create", []string{"file", "f.conf", "content", "1\ta\n2\tb\n"}, "", "~" + refused},
		{"names", "create", []string{"file", "f.names", "content", "0: cat\n1: dog\n"}, "", "~" + refused},
		{"edges", "create", []string{"file", "f.edges", "content", "1 | 2\n2 | 3\n"}, "", "~" + refused},
		{"bed", "create", []string{"file", "f.bed", "content", "1\t100\t200\n2\t100\t200\n"}, "", "~" + refused},
		{"expected", "create", []string{"file", "f.expected", "content", cat}, "", "~" + refused},
		{"snap", "create", []string{"file", "f.snap", "content", bar}, "", "~" + refused},
		{"lark", "create", []string{"file", "f.lark", "content", "1: a\n2: b\n"}, "", "~" + refused},
		{"mk", "create", []string{"file", "f.mk", "content", "1: a\n2: b\n"}, "", "~" + refused},
		{"map", "create", []string{"file", "f.map", "content", "1 | a\n2 | b\n"}, "", "~" + refused},
		{"toml", "create", []string{"file", "f.env", "content", "1|a\n2|b\n"}, "", "~" + refused},
		{"data", "create", []string{"file", "f.tsv", "content", "1\ta\n2\tb\n"}, "", "~" + refused},
		{"yaml", "create", []string{"file", "f.yaml", "content", "1: a\n2: b\n"}, "", "~" + refused},
		{"keys", "insert_at", []string{"file", "f.py", "line", "2", "content", "    1: 'a',\n    2: 'b',\n"}, "X = {\n}\n", ""},
		{"as-the-file-has", "append", []string{"file", "f.txt", "content", "3 | c\n4 | d\n"}, "1 | a\n2 | b\n", ""},
		{"a-list", "create", []string{"file", "f.md", "content", "1. a\n2. b\n"}, "", ""},
	} {
		files := map[string]string{}
		if tt.before != "" {
			files["f.py"], files["f.txt"] = tt.before, tt.before
		}
		rep, err := newRunner(tree(t, files)).Run(t.Context(), []ops.Operation{build(t, tt.tag, tt.fields...)})
		must(t, err)
		res, got := rep.Results[0], ""
		switch {
		case res.Err != nil:
			got = res.Err.Error()
			if res.Err.Code != ops.LineNumbers {
				t.Errorf("%s: code %s", tt.name, res.Err.Code)
			}
		case len(res.Warnings) > 0:
			got = "~" + res.Warnings[0]
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
