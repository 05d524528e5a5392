package ops_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// asked is an operation of the table, as a block or a call has it.
type asked struct {
	name string
	args []string // name, value, …
}

// TestTwice runs a response twice, as blocks and as calls with absolute paths. The second run
// must not change the tree, and must report the first operation as already applied.
func TestTwice(t *testing.T) {
	t.Parallel()
	const src = "import os\n\ndef load():\n    return read()\n\nlast line here\n"
	block := func(s string) string { return "BLOCK" + s }
	for _, tt := range []struct {
		name    string
		changes []asked
	}{
		{"edit-behind", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport re"}}}},
		{"edit-before", []asked{{"edit", []string{"file", "a", "find", "def load():", "replace", "@memoized\ndef load():"}}}},
		{"edit-around", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import io\nimport os\nimport re"}}}},
		{"edit-that-adds-a-comment", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import os  # noqa"}}}},
		{"edit-of-blocks", []asked{{"edit", []string{"file", "a", "find", block("import os\n"), "replace", block("import os\nimport re\n")}}}},
		{"edit-of-indented-lines", []asked{{"edit", []string{"file", "a", "find", block("    return read()\n"), "replace", block("    log()\n    return read()\n")}}}},
		{"edit-of-a-part-of-indented-lines", []asked{{"edit", []string{"file", "a", "find", "return read()", "replace", "return read()\n    # checked"}}}},
		{"edit-that-holds-its-find-twice", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport os.path"}}}},
		{"Edit-behind-from-the-line-end-before-it", []asked{{"Edit", []string{"file_path", "a", "old_string", "\nlast line here", "new_string", "\nlast line here\nand one more"}}}},
		{"Edit-behind-from-line-end-to-line-end", []asked{{"Edit", []string{"file_path", "a", "old_string", "\nlast line here\n", "new_string", "\nlast line here\nand one more\n"}}}},
		{"Edit-before-from-the-line-end-before-it", []asked{{"Edit", []string{"file_path", "a", "old_string", "\ndef load():", "new_string", "\n@memoized\ndef load():"}}}},
		{"Edit-behind-from-a-blank-line", []asked{{"Edit", []string{"file_path", "a", "old_string", "\n\nlast line here", "new_string", "\n\nlast line here\nand one more"}}}},
		{"Edit-behind-from-the-end-of-a-line", []asked{{"Edit", []string{"file_path", "a", "old_string", "load():\n", "new_string", "load():\n    # checked\n"}}}},
		{"Edit-behind-a-part-of-two-lines", []asked{{"Edit", []string{"file_path", "a", "old_string", "os\n\ndef load():", "new_string", "os\n\ndef load():\n    # checked"}}}},
		{"Edit-before-a-part-of-a-line", []asked{{"Edit", []string{"file_path", "a", "old_string", "\nlast line", "new_string", "\nand one before\nlast line"}}}},
		{"Edit-before-the-start-of-a-line", []asked{{"Edit", []string{"file_path", "a", "old_string", "def lo", "new_string", "@memoized\ndef lo"}}}},
		{"Edit-all-from-the-line-end-before-it", []asked{{"Edit", []string{"file_path", "a", "old_string", "\nlast line here", "new_string", "\nlast line here\nand one more", "replace_all", "true"}}}},
		{"edit-of-a-line-with-blanks-behind-it", []asked{{"edit", []string{"file", "b", "find", block("one here\n"), "replace", block("one here\nand another\n")}}}},
		{"str_replace", []asked{{"str_replace", []string{"file", "a", "old_str", "import os\n", "new_str", "import os\nimport re\n"}}}},
		{"str_replace-that-holds-its-find-twice", []asked{{"str_replace", []string{"file", "a", "old_str", "import os", "new_str", "import os\nimport os.path"}}}},
		{"str_replace_all", []asked{{"str_replace_all", []string{"file", "a", "old_str", "    return read()", "new_str", "    log()\n    return read()"}}}},
		{"Edit", []asked{{"Edit", []string{"file_path", "a", "old_string", "def load():\n", "new_string", "# Loads.\ndef load():\n"}}}},
		{"Edit-all", []asked{{"Edit", []string{"file_path", "a", "old_string", "def load():\n", "new_string", "# Loads.\ndef load():\n", "replace_all", "true"}}}},
		{"MultiEdit", []asked{{"MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "import os", "new_string": "import os\nimport re"}, {"old_string": "last line here", "new_string": "last line here\nand one more"}]`}}}},
		{"MultiEdit-at-one-place", []asked{{"MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "import os", "new_string": "import os\nimport re"}, {"old_string": "import os", "new_string": "import os\nimport io"}]`}}}},
		{"file_edit", []asked{{"file_edit", []string{"path", "a", "old_text", "import os", "new_text", "import os\nimport re"}}}},
		{"file_edit-insert", []asked{{"file_edit", []string{"path", "a", "old_text", "", "new_text", "import re\n", "insert_line", "1"}}}},
		{"file_edit-append", []asked{{"file_edit", []string{"path", "a", "old_text", "", "new_text", "one more line\n"}}}},
		{"text-editor", []asked{{"str_replace_editor", []string{"command", "str_replace", "path", "a", "old_str", "import os", "new_str", "import os\nimport re"}}}},
		{"text-editor-insert", []asked{{"str_replace_editor", []string{"command", "insert", "path", "a", "insert_line", "1", "insert_text", "import re\n"}}}},
		{"insert_after", []asked{{"insert_after", []string{"file", "a", "pattern", "import os", "content", block("import re\n")}}}},
		{"insert_before", []asked{{"insert_before", []string{"file", "a", "pattern", "def load", "content", block("@cached\n@again\n")}}}},
		{"insert_after-the-last-line", []asked{{"insert_after", []string{"file", "a", "pattern", "last line", "content", "one more line"}}}},
		{"insert_at", []asked{{"insert_at", []string{"file", "a", "line", "2", "content", block("import re\n")}}}},
		{"insert_at-after", []asked{{"insert_at", []string{"file", "a", "line", "1", "position", "after", "content", block("import re\n")}}}},
		{"insert_at-past-the-end", []asked{{"insert_at", []string{"file", "a", "line", "99", "content", block("one more line\n")}}}},
		{"append", []asked{{"append", []string{"file", "a", "content", block("one more line\n")}}}},
		{"append-of-several-lines", []asked{{"append", []string{"file", "a", "content", block("\n\ndef more():\n    pass\n")}}}},
		{"replace_lines-by-more", []asked{{"replace_lines", []string{"file", "a", "start_line", "1", "end_line", "1", "new_content", block("import os\nimport re\n")}}}},
		{"two-appends", []asked{{"append", []string{"file", "a", "content", block("first of them\n")}}, {"append", []string{"file", "a", "content", block("second of them\n")}}}},
		{"three-appends-two-alike", []asked{{"append", []string{"file", "a", "content", block("first of them\n")}}, {"append", []string{"file", "a", "content", block("between the two\n")}}, {"append", []string{"file", "a", "content", block("first of them\n")}}}},
		{"two-inserts-at-one-place", []asked{{"insert_after", []string{"file", "a", "pattern", "import os", "content", block("import re\n")}}, {"insert_after", []string{"file", "a", "pattern", "import os", "content", block("import io\n")}}}},
		{"two-inserts-before-one-place", []asked{{"insert_before", []string{"file", "a", "pattern", "def load", "content", block("@memoized\n")}}, {"insert_before", []string{"file", "a", "pattern", "def load", "content", block("@checked\n")}}}},
		{"two-edits-at-one-place", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport re"}}, {"edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport io"}}}},
		{"two-edits-before-one-place", []asked{{"edit", []string{"file", "a", "find", block("def load():\n"), "replace", block("@memoized\ndef load():\n")}}, {"edit", []string{"file", "a", "find", block("def load():\n"), "replace", block("@checked\ndef load():\n")}}}},
		{"an-insert-and-an-edit-at-one-place", []asked{{"insert_after", []string{"file", "a", "pattern", "import os", "content", block("import re\n")}}, {"edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport io"}}}},
		{"two-inserts-at-one-line", []asked{{"insert_at", []string{"file", "a", "line", "1", "content", block("# a comment\n")}}, {"insert_at", []string{"file", "a", "line", "1", "content", block("# another one\n")}}}},
		{"an-insert-that-is-edited", []asked{{"insert_after", []string{"file", "a", "pattern", "import os", "content", block("import re\nimport xyz\n")}}, {"edit", []string{"file", "a", "find", "import xyz", "replace", "import abc"}}}},
		{"an-edit-that-is-edited", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport xyz"}}, {"edit", []string{"file", "a", "find", "import xyz", "replace", "import abc"}}}},
		{"a-line-that-is-changed-twice", []asked{{"edit", []string{"file", "a", "find", "return read()", "replace", "return cached()"}}, {"edit", []string{"file", "a", "find", "return cached()", "replace", "return stored(now)"}}}},
		{"a-line-that-is-changed-three-times", []asked{{"edit", []string{"file", "a", "find", "import os", "replace", "import posix"}}, {"str_replace", []string{"file", "a", "old_str", "import posix", "new_str", "import pathlib"}}, {"edit", []string{"file", "a", "find", "pathlib", "replace", "importlib"}}}},
		{"a-line-that-is-changed-twice-by-a-call", []asked{{"MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "return read()", "new_string": "return cached()"}, {"old_string": "return cached()", "new_string": "return stored(now)"}]`}}}},
		{"an-append-that-is-edited", []asked{{"append", []string{"file", "a", "content", block("value = nothing\n")}}, {"edit", []string{"file", "a", "find", "value = nothing", "replace", "value = compute()"}}}},
	} {
		for _, form := range []struct {
			ends   string
			called bool
		}{{"\n", false}, {"\r\n", false}, {"\n", true}} {
			ends := form.ends
			text := strings.ReplaceAll(src, "\n", ends)
			w := tree(t, map[string]string{"a": text, "b": "one here  " + ends + "more" + ends})
			var list []ops.Operation
			for i, c := range tt.changes {
				spec, _ := ops.Function(c.name)
				op := ops.Operation{Line: i + 1}
				for j := 0; j < len(c.args); j += 2 {
					value, isBlock := strings.CutPrefix(c.args[j+1], "BLOCK")
					if f, _ := spec.Field(c.args[j]); form.called && f.Kind == ops.Path {
						op.Call.Name, value = c.name, w.Dir()+"/"+value
					}
					op.Args = append(op.Args, ops.Arg{Name: c.args[j], Value: ops.Value{Text: value, Block: isBlock}})
				}
				var err error
				op.Action, err = spec.Build(wording.Tags, op.Args)
				must(t, err)
				list = append(list, op)
			}
			first, err := newRunner(w).Run(t.Context(), list)
			must(t, err)
			for i, r := range first.Results {
				if r.Err != nil || !r.Changed {
					t.Errorf("%s: operation %d of the first run: %v", tt.name, i, r.Err)
				}
			}
			once := files(t, w)
			second, err := newRunner(w).Run(t.Context(), list)
			must(t, err)
			if got := files(t, w); !maps.Equal(got, once) {
				t.Errorf("%s, %v: the second run changed\n%q\nto\n%q", tt.name, form, once["a"], got["a"])
			}
			if text := second.Results[0].Err; text == nil || !strings.Contains(text.Error(), "already applied: ") {
				t.Errorf("%s, %v: the second run says %v", tt.name, form, text)
			}
		}
	}
}

// TestNotTakenForApplied: what stands elsewhere, or is too short to mean anything, keeps no
// change from being made; and the way that the hint names makes it once more.
func TestNotTakenForApplied(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, tag string
		fields    []string
		src, want string // the file, or what the error says
	}{
		{"brace", "insert_after", []string{"file", "a", "pattern", "call()", "content", "}"}, "{{\ncall()\n}\n", "{{\ncall()\n}\n}\n"},
		{"equal-braces-at-the-end", "append", []string{"file", "a", "content", "  }\n}\n"}, "{{{{\n  }\n}\n", "{{{{\n  }\n}\n  }\n}\n"},
		{"seven-characters", "edit", []string{"file", "a", "find", "abc", "replace", "abc\nd ef g"}, "abc\nd ef g\n", "abc\nd ef g\nd ef g\n"},
		{"eight-characters", "edit", []string{"file", "a", "find", "abc", "replace", "abc\nd ef gh"}, "abc\nd ef gh\n", "already applied: the replacement stands at line 1\n"},
		{"eight-characters-of-other-scripts", "edit", []string{"file", "a", "find", "сло", "replace", "сло\nво ещё"}, "сло\nво ещё\n", "already applied: the replacement stands at line 1\n"},
		{"seven-of-them", "edit", []string{"file", "a", "find", "сло", "replace", "сло\nвоещ"}, "сло\nвоещ\n", "сло\nвоещ\nвоещ\n"},
		{"blanks-before-the-line", "edit", []string{"file", "a", "find", "value = 1234", "replace", "    value = 1234"}, "    value = 1234\n", "already applied: the replacement stands at line 1\n"},
		{"after-blanks-of-the-line", "edit", []string{"file", "a", "find", "foo(a)", "replace", "foo(a)\n  bar(b)"}, "  foo(a)\n  bar(b)\n", "already applied: the replacement stands at line 1\n"},
		{"inside-a-line", "edit", []string{"file", "a", "find", "load", "replace", "load_everything"}, "x = load_everything()\n", "x = load_everything_everything()\n"},
		{"the-line-goes-on", "edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport re"}, "import os\nimport re.x\n", "import os\nimport re\nimport re.x\n"},
		{"the-line-begins-before", "edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport re"}, "x; import os\nimport re\n", "x; import os\nimport re\nimport re\n"},
		{"deeper-than-it-is", "edit", []string{"file", "a", "find", "import os", "replace", "  import io\n  import os"}, "    import io\n    import os\n", "    import io\n      import io\n  import os\n"},
		{"content-elsewhere", "insert_after", []string{"file", "a", "pattern", "two", "content", "a line of text"}, "one\na line of text\ntwo\n", "one\na line of text\ntwo\na line of text\n"},
		{"content-on-the-other-side", "insert_before", []string{"file", "a", "pattern", "one", "content", "a line of text"}, "one\na line of text\n", "a line of text\none\na line of text\n"},
		{"content-not-at-the-end", "append", []string{"file", "a", "content", "a line of text\n"}, "a line of text\none\n", "a line of text\none\na line of text\n"},
		{"content-within-the-last-line", "append", []string{"file", "a", "content", "line of text\n"}, "a line of text\n", "a line of text\nline of text\n"},
		{"content-with-other-blanks", "append", []string{"file", "a", "content", "a line of text\n"}, "  a line of text\n", "  a line of text\na line of text\n"},
		{"line-above-is-equal", "insert_at", []string{"file", "a", "line", "2", "content", "a line of text"}, "a line of text\ntwo\n", "a line of text\na line of text\ntwo\n"},
		{"fewer-lines", "replace_lines", []string{"file", "a", "start_line", "1", "end_line", "3", "new_content", "a line of text\n"}, "a line of text\ntwo\nthree\nfour\n", "a line of text\nfour\n"},
		{"find-is-all-of-it", "edit", []string{"file", "a", "find", "one line\none line", "replace", "one line"}, "one line\none line\n", "one line\n"},
		{"once-more", "edit", []string{"file", "a", "find", "import os\nimport re", "replace", "import os\nimport re\nimport re"}, "import os\nimport re\n", "import os\nimport re\nimport re\n"},
		{"appended-once-more", "edit", []string{"file", "a", "find", "a line of text", "replace", "a line of text\na line of text"}, "one\na line of text\n", "one\na line of text\na line of text\n"},
		{"some-places-are-changed", "edit", []string{"file", "a", "find", "import os", "replace", "import os\nimport re"}, "import os\nimport re\n\nimport os\n", "already applied: the replacement stands at line 1\nnot yet: line 4\n"},
		{"the-other-place-is-changed", "str_replace", []string{"file", "a", "old_str", "import os", "new_str", "import os\nimport re"}, "import os\nimport re\n\nimport os\n", "Ambiguous pattern"},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{build(t, tt.tag, tt.fields...)})
		must(t, err)
		got := files(t, w)["a"]
		if failed := rep.Results[0].Err; failed != nil {
			if got != tt.src || !strings.Contains(failed.Error(), tt.want) {
				t.Errorf("%s: %q, and the file is %q", tt.name, failed.Error(), got)
			}
		} else if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestLinesOfManyLaterChanges: an insertion is found behind lines that later changes add, but
// only behind a bounded number of them, and for a bounded number of changes.
func TestLinesOfManyLaterChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines, edits int
		want         string
	}{{200, 1, "already_applied"}, {300, 1, "ok"}, {1, 255, "already_applied"}, {1, 256, "ok"}} {
		w := tree(t, map[string]string{"a": "first line\n" + strings.Repeat("x\n", tt.lines) + "a line of text\n"})
		edits := "[" + strings.Repeat(`{"old_string": "none", "new_string": "no"},`, tt.edits-1) + `{"old_string": "none", "new_string": "no"}]`
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{
			build(t, "insert_after", "file", "a", "pattern", "first line", "content", "a line of text\n"),
			build(t, "MultiEdit", "file_path", "a", "edits", edits),
			build(t, "append", "file", "a", "content", "x\n"),
		})
		must(t, err)
		equal(t, fmt.Sprintf("%d lines, %d edits", tt.lines, tt.edits), codes(rep)[0], tt.want)
	}
}
