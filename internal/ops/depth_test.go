package ops_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// action builds an operation of a function, or of a tag, from its fields.
func action(t *testing.T, name string, fields ...ops.Arg) ops.Action {
	t.Helper()
	spec, known := ops.Function(name)
	if !known {
		spec, known = ops.Lookup(name)
	}
	if !known {
		t.Fatalf("no function %s", name)
	}
	a, err := spec.Build(wording.Tags, fields)
	must(t, err)
	return a
}

func arg(name, value string) ops.Arg { return ops.Arg{Name: name, Value: ops.Value{Text: value}} }

func blockArg(name, value string) ops.Arg { return ops.Arg{Name: name, Value: block(value)} }

// replacements are all operations that put one text in the place of another in the file f.
func replacements(t *testing.T, find, replace string) map[string]ops.Action {
	t.Helper()
	edits, err := json.Marshal([]map[string]string{{"old_string": strings.TrimSuffix(find, "\n"), "new_string": strings.TrimSuffix(replace, "\n")}})
	must(t, err)
	old, fresh := strings.TrimSuffix(find, "\n"), strings.TrimSuffix(replace, "\n")
	return map[string]ops.Action{
		"edit":            action(t, "edit", arg("file", "f"), blockArg("find", find), blockArg("replace", replace)),
		"str_replace":     action(t, "str_replace", arg("file", "f"), blockArg("old_str", find), blockArg("new_str", replace)),
		"str_replace_all": action(t, "str_replace_all", arg("file", "f"), blockArg("old_str", find), blockArg("new_str", replace)),
		"file_edit":       action(t, "file_edit", arg("path", "f"), blockArg("old_text", find), blockArg("new_text", replace)),
		"edit-inline":     action(t, "edit", arg("file", "f"), arg("find", old), arg("replace", fresh)),
		"Edit":            action(t, "Edit", arg("file_path", "f"), arg("old_string", old), arg("new_string", fresh)),
		"Edit-all":        action(t, "Edit", arg("file_path", "f"), arg("old_string", find), arg("new_string", replace), arg("replace_all", "true")),
		"MultiEdit":       action(t, "MultiEdit", arg("file_path", "f"), ops.Arg{Name: "edits", Value: ops.Value{Text: string(edits)}}),
		"file_edit-call":  action(t, "file_edit", arg("path", "f"), arg("old_text", old), arg("new_text", fresh)),
		"patch":           ops.Patch("f", []ops.Hunk{{Find: find, Replace: replace}}),
	}
}

// TestTheDepthThatIsMeantInEveryForm makes the same edits, whose find is at another depth
// than the file, with every operation that replaces text.
func TestTheDepthThatIsMeantInEveryForm(t *testing.T) {
	t.Parallel()
	const (
		services = "services:\n  web:\n    image: a\n  db:\n    image: b\n"
		made     = "services:\n  web:\n    image: a\n  db:\n    image: c\n"
	)
	for _, tt := range []struct{ name, find, replace, want string }{
		{"both-at-the-find's-depth", "db:\n  image: b\n", "db:\n  image: c\n", made},
		{"the-replacement-at-the-file's", "db:\n  image: b\n", "  db:\n    image: c\n", made},
		{"the-find-too-deep", "      db:\n        image: b\n", "  db:\n    image: c\n", made},
		{"a-new-line-at-the-file's", "db:\n  image: b\n", "db:\n    image: c\n", ""},
		{"one-blank-less", " db:\n   image: b\n", " db:\n    image: c\n", ""},
		{"deeper-than-both", "db:\n  image: b\n", "    db:\n      image: c\n", ""},
	} {
		for form, a := range replacements(t, tt.find, tt.replace) {
			w := tree(t, map[string]string{"f": services})
			r := newRunner(w)
			r.Policy.Tolerant = true
			rep, err := r.Run(t.Context(), []ops.Operation{{Action: a}})
			must(t, err)
			want := tt.want
			if want == "" {
				want = services
			}
			failed := rep.Results[0].Err
			if got := files(t, w)["f"]; got != want || (failed == nil) != (tt.want != "") {
				t.Errorf("%s, %s: got %q, %v; want %q", tt.name, form, got, failed, tt.want)
			}
			if failed != nil && (!strings.Contains(failed.Error(), "is not certain") || strings.Count(failed.Error(), "image: c\n") != 2) {
				t.Errorf("%s, %s: the message shows no two readings:\n%s", tt.name, form, failed.Error())
			}
		}
	}
}

// TestTheDepthOfWhatIsInserted puts content next to lines that the file has at another depth
// than the pattern.
func TestTheDepthOfWhatIsInserted(t *testing.T) {
	t.Parallel()
	const class = "class A:\n    def f(self):\n        return 1\n"
	for _, tt := range []struct {
		name, pattern, content string
		tolerant               bool
		after, before          string // "" where it must refuse
	}{
		{"both-at-one-depth", "def f(self):\n    return 1\n", "def g(self):\n    return 2\n", true, class + "    def g(self):\n        return 2\n", "class A:\n    def g(self):\n        return 2\n    def f(self):\n        return 1\n"},
		{"the-content-at-the-file's", "def f(self):\n    return 1\n", "    def g(self):\n        return 2\n", true, "", ""},
		{"the-content-deeper", "def f(self):\n    return 1\n", "        x = 1\n", true, "", ""},
		{"a-line-without-its-blanks-and-content-like-it", "def f(self):\n", "def g(self): pass\n", true, "", ""},
		{"exactly-a-line-without-its-blanks", "def f(self):\n", "def g(self): pass\n", false, "", ""},
		{"exactly-content-inside-it", "def f(self):\n", "        x = 1\n", false, "class A:\n    def f(self):\n        x = 1\n        return 1\n", "class A:\n        x = 1\n    def f(self):\n        return 1\n"},
	} {
		for name, want := range map[string]string{"insert_after": tt.after, "insert_before": tt.before} {
			w := tree(t, map[string]string{"f": class})
			r := newRunner(w)
			r.Policy.Tolerant = tt.tolerant
			a := action(t, name, arg("file", "f"), blockArg("pattern", tt.pattern), blockArg("content", tt.content))
			rep, err := r.Run(t.Context(), []ops.Operation{{Action: a}})
			must(t, err)
			if want == "" {
				want = class
			}
			failed := rep.Results[0].Err
			if got := files(t, w)["f"]; got != want || (failed == nil) != (want != class) {
				t.Errorf("%s, %s: got %q, %v; want %q", tt.name, name, got, failed, want)
			}
			if failed != nil && !strings.Contains(failed.Error(), "the content is either this:\n") {
				t.Errorf("%s, %s: the message shows no readings:\n%s", tt.name, name, failed.Error())
			}
		}
	}
}

// TestABlockIsNoPartOfALine looks for blocks in lines that hold more, with every operation.
func TestABlockIsNoPartOfALine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, says, hint string }{
		{"the-line-goes-on", "    return x + 1\n", "    return x\n", `goes on with " + 1" behind it`, ">    return x</"},
		{"the-line-begins-before", "y = call(x)\n", "call(x)\n", `has "y = " before it`, ">call(x)</"},
		{"both", "if (a) call(); // why\n", "call();\n", `has "if (a) " before it, and line 1 of the file goes on with " // why" behind it`, ">call();</"},
		{"the-last-line-of-several", "if a:\n    return x + 1\n", "if a:\n    return x\n", `line 2 of the file goes on with " + 1" behind it`, ">if a:\n    return x</"},
		{"the-first-line-of-several", "} else {\n  call()\n", "else {\n  call()\n", `line 1 of the file has "} " before it`, ">else {\n  call()</"},
		{"a-longer-word", "callback()\n", "call\n", `goes on with "back()" behind it`, ">call</"},
		{"crlf", "a\r\ncall(x);\r\nb\r\n", "call(x)\n", `line 2 of the file goes on with ";" behind it`, ">call(x)</"},
		{"twice", "call(1)\ncall(2)\n", "call\n", "(and 1 place more)", ">call</"},
		{"a-comma", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "  \"a\": 1\n", `goes on with "," behind it`, ">  \"a\": 1</"},
	} {
		actions := map[string]ops.Action{
			"insert_after":  action(t, "insert_after", arg("file", "f"), blockArg("pattern", tt.find), blockArg("content", "new\n")),
			"insert_before": action(t, "insert_before", arg("file", "f"), blockArg("pattern", tt.find), blockArg("content", "new\n")),
		}
		for name, a := range replacements(t, tt.find, "new\n") {
			if _, inline := map[string]bool{"edit-inline": true, "Edit": true, "Edit-all": true, "MultiEdit": true, "file_edit-call": true}[name]; !inline {
				actions[name] = a
			}
		}
		for name, a := range actions {
			for _, tolerant := range []bool{false, true} {
				w := tree(t, map[string]string{"f": tt.src})
				r := newRunner(w)
				r.Policy.Tolerant = tolerant
				rep, err := r.Run(t.Context(), []ops.Operation{{Action: a}})
				must(t, err)
				failed := rep.Results[0].Err
				if got := files(t, w)["f"]; got != tt.src || failed == nil {
					t.Errorf("%s, %s: got %q, %v", tt.name, name, got, failed)
					continue
				}
				if !strings.Contains(failed.Error(), tt.says) || name != "patch" && !strings.Contains(failed.Hint, tt.hint) {
					t.Errorf("%s, %s: %s\n%s", tt.name, name, failed.Error(), failed.Hint)
				}
			}
		}
	}
}

// TestATextInACallMayBeAPartOfALine takes texts in calls to the letter.
func TestATextInACallMayBeAPartOfALine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, want string }{
		{"the-line-goes-on", "    return x + 1\n", "return x", "    new + 1\n"},
		{"the-line-begins-before", "y = call(x)\n", "call(x)", "y = new\n"},
		{"several-lines", "x if a:\n  b + 1\n", "if a:\n  b", "x new + 1\n"},
	} {
		for name, a := range replacements(t, tt.find, "new") {
			if name != "edit-inline" && name != "Edit" && name != "MultiEdit" && name != "file_edit-call" {
				continue
			}
			w := tree(t, map[string]string{"f": tt.src})
			_, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: a}})
			must(t, err)
			if got := files(t, w)["f"]; got != tt.want {
				t.Errorf("%s, %s: got %q, want %q", tt.name, name, got, tt.want)
			}
		}
	}
}

// TestWhatAnEditOfAllLeaves warns about places that an edit of every occurrence does not take.
func TestWhatAnEditOfAllLeaves(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, want, warning string }{
		{"longer-lines", "total\nx = total + 1\ntotal\n", "total\n", "sum\nx = total + 1\nsum\n", "The text also stands in line 2, which holds more than it or is indented otherwise, and was left as it is."},
		{"other-indentation", "total\n  total\n\ttotal\n", "total\n", "sum\n  total\n\ttotal\n", "The text also stands in lines 2, 3, which hold more than it or are indented otherwise, and were left as they are."},
		{"longer-words-alone", "total\nsubtotal\n", "total\n", "sum\nsubtotal\n", ""},
		{"several-lines", "a\nb\nc\na\nb c\n", "a\nb\n", "sum\nc\na\nb c\n", "in line 4, which"},
		{"between-blanks-all", "  total\n  total\n", "total\n", "  sum\n  sum\n", ""},
	} {
		for _, name := range []string{"edit", "str_replace_all"} {
			w := tree(t, map[string]string{"f": tt.src})
			rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: replacements(t, tt.find, "sum\n")[name]}})
			must(t, err)
			said := strings.Join(rep.Results[0].Warnings, "\n")
			if got := files(t, w)["f"]; got != tt.want || !strings.Contains(said, tt.warning) || (said == "") != (tt.warning == "") {
				t.Errorf("%s, %s: got %q, warning %q; want %q, %q", tt.name, name, got, said, tt.want, tt.warning)
			}
		}
	}
}
