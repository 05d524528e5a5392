package ops_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/text/anchor"
)

func TestBuildErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tag    string
		fields []string
		want   string
	}{
		{"edit", []string{"file", "a", "find", "b"}, "Missing required tag: <replace>"},
		{"edit", nil, "Missing required tags: <file>, <find>, <replace>"},
		{"edit", []string{"file", "a", "file", "b"}, "Missing required tags: <find>, <replace>; <file> stands twice in <edit>\nSend one block for each change."},
		{"edit", []string{"file", "", "find", "", "find", "x"}, "Missing required tag: <replace>; empty file path; <find> stands twice in <edit>\nWrite the path into <file>."},
		{"edit", []string{"file", "a", "search", "b"}, "unknown tag <search> in <edit>: did you mean <find>? Missing required tag: <replace>"},
		{"edit", []string{"file", "a", "xyzzyxyzzy", "b"}, "unknown tag <xyzzyxyzzy> in <edit>; missing required tags: <find>, <replace>\nThere are <file>, <find>, <replace>."},
		{"edit", []string{"path", "a", "old", "b", "new", "c"}, "unknown tags in <edit>: <path> (did you mean <file>?), <old> (did you mean <find>?), <new> (did you mean <replace>?)"},
		{"edit", []string{"file", "a", "old", "b", "search", "b", "old", "c", "replace", ""}, "unknown tags in <edit>: <old> (did you mean <find>?), <search>\nThere are <file>, <find>, <replace>."},
		{"delete", []string{"a1", "", "a2", "", "a3", "", "a4", "", "a5", "", "a6", "", "a7", "", "a8", "", "a9", "", "a10", "", "a11", "", "file", "a"}, "unknown tags in <delete>: <a1>, <a2>, <a3>, <a4>, <a5>, <a6>, <a7>, <a8>, <a9>, <a10>\nThere is only <file>."},
		{"edit", []string{"file", " ", "find", "a", "replace", "b"}, "Empty file path\nWrite the path into <file>."},
		{"edit", []string{"file", "a", "find", "", "replace", "b"}, "<find> content cannot be empty"},
		{"file_edit", []string{"path", "a", "old_text", "\n", "new_text", "b"}, "<old_text> is one blank line, which may stand in many places\nInclude the line before or after it; leave <old_text> empty to insert or append."},
		{"file_edit", []string{"path", "a", "old_text", "\n", "new_text", "b", "insert_line", "1"}, "<old_text> is one blank line, which may stand in many places\nInclude the line before or after it; leave <old_text> empty to insert or append."},
		{"edit", []string{"file", "a", "find", "\n", "replace", "b"}, "<find> content cannot be empty"},
		{"create", []string{"file", "a", "content", ""}, "<content> cannot be empty\nFor an empty file, write <content><![CDATA[]]></content>."},
		{"create_overwrite", []string{"file", "a", "content", ""}, "<content> cannot be empty\nFor an empty file, write <content><![CDATA[]]></content>."},
		{"append", []string{"file", "a", "content", ""}, "<content> cannot be empty\nThere is nothing to add. To make an empty file, send <create> with <content><![CDATA[]]></content>."},
		{"insert_after", []string{"file", "a", "pattern", "x", "content", ""}, "<content> cannot be empty"},
		{"insert_at", []string{"file", "a", "line", "", "content", "x"}, "<line> cannot be empty"},
		{"insert_at", []string{"file", "a", "line", "1.5", "content", "x"}, `<line> must be a whole number, not "1.5"`},
		{"insert_at", []string{"file", "a", "line", "99999999999999999999", "content", "x"}, `<line> must be a whole number, not "99999999999999999999"`},
		{"insert_at", []string{"file", "a", "line", "1", "content", "x", "position", "above"}, `<position> must be before or after, not "above"`},
		{"replace_lines", []string{"file", "a", "start_line", "x", "end_line", "1", "new_content", ""}, `<start_line> must be a whole number, not "x"`},
		{"replace_lines", []string{"file", "a", "start_line", "1", "end_line", "x", "new_content", ""}, `<end_line> must be a whole number, not "x"`},
		{"read", []string{"file", "a", "offset", "x"}, `<offset> must be a whole number, not "x"`},
		{"read", []string{"file", "a", "offset", "12#k3f"}, `<offset> takes no anchors: send 12, not "12#k3f"`},
		{"read", []string{"file", "a", "offset", "-1"}, "<offset> must be at least 1, not -1"},
		{"read", []string{"file", "a", "limit", "0"}, "<limit> must be from 1 to 10000, not 0"},
		{"read", []string{"file", "a", "lines", "1-2", "limit", "1"}, "<lines> and <limit> stand for the same: give one of them"},
	} {
		spec, _ := ops.Lookup(tt.tag)
		_, err := spec.Build(wording.Tags, arguments(tt.fields...))
		var e *ops.Error
		if !errors.As(err, &e) || e.Code != ops.Malformed || e.Text() != tt.want {
			t.Errorf("Build(<%s>, %q) = %v, want %q", tt.tag, tt.fields, err, tt.want)
		}
	}
}

func TestBuildValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tag    string
		fields []string
		want   ops.Action
	}{
		{"read", []string{"file", " a \n", "lines", "10-20"}, ops.Read{Path: "a", First: 10, Last: 20}},
		{"read", []string{"file", "a", "lines", "10 - 20"}, ops.Read{Path: "a", First: 10, Last: 20}},
		{"read", []string{"file", "a", "lines", "10-"}, ops.Read{Path: "a", First: 10}},
		{"read", []string{"file", "a", "lines", "-20"}, ops.Read{Path: "a", First: 1, Last: 20}},
		{"read", []string{"file", "a", "lines", " 7 "}, ops.Read{Path: "a", First: 7, Last: 7}},
		{"read", []string{"file", "a", "offset", "3", "limit", "4"}, ops.Read{Path: "a", First: 3, Limit: 4}},
		{"read", []string{"file", "a"}, ops.Read{Path: "a"}},
		{"delete", []string{"file", "a b"}, ops.Delete{Path: "a b"}},
		{"move", []string{"from", "a", "to", "b"}, ops.Move{From: "a", To: "b"}},
		{"copy", []string{"from", "a", "to", "b"}, ops.Copy{From: "a", To: "b"}},
		{"copy_overwrite", []string{"to", "b", "from", "a"}, ops.Copy{From: "a", To: "b", Overwrite: true}},
		{"mkdir", []string{"path", "a/"}, ops.MakeDir{Path: "a/"}},
		{"rmdir", []string{"path", "a"}, ops.RemoveDir{Path: "a"}},
		{"insert_at", []string{"file", "a", "line", "-3", "content", "x", "position", " after "}, ops.InsertAt{Path: "a", Line: anchor.Anchor{Line: -3}, After: true, Content: ops.Value{Text: "x"}}},
		{"replace_lines", []string{"file", "a", "start_line", "1", "end_line", "2", "new_content", ""}, ops.ReplaceLines{Path: "a", First: anchor.Anchor{Line: 1}, Last: anchor.Anchor{Line: 2}}},
		{"insert_before", []string{"file", "a", "pattern", "p", "content", "x\n"}, ops.Insert{Path: "a", Pattern: ops.Value{Text: "p"}, Content: ops.Value{Text: "x\n", Block: true}}},
	} {
		spec, _ := ops.Lookup(tt.tag)
		got, err := spec.Build(wording.Tags, arguments(tt.fields...))
		if err != nil || got != tt.want {
			t.Errorf("Build(<%s>, %q) = %#v, %v; want %#v", tt.tag, tt.fields, got, err, tt.want)
			continue
		}
		if got.Kind() != tt.tag {
			t.Errorf("Kind() = %q, want %q", got.Kind(), tt.tag)
		}
	}
}

func TestLineRanges(t *testing.T) {
	t.Parallel()
	spec, _ := ops.Lookup("read")
	for _, written := range []string{"20-10", "0-3", "0", "x", "-", "1-x", "x-2", "--2", "1-2-3", "-0", "", "1,2", "99999999999999999999"} {
		if a, err := spec.Build(wording.Tags, arguments("file", "a", "lines", written)); err == nil {
			t.Errorf("<lines>%s</lines> was taken for %+v", written, a)
		}
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ tag, written, want string }{
		{"edit", "search", "find"},
		{"edit", "old_str", "find"},
		{"edit", "content", "replace"},
		{"str_replace", "find", "old_str"},
		{"insert_after", "find", "pattern"},
		{"insert_after", "old", "pattern"},
		{"replace_lines", "new_str", "new_content"},
		{"create", "path", "file"},
		{"mkdir", "file", "path"},
		{"move", "source", "from"},
		{"edit", "fnd", "find"},
		{"edit", "repalce", "replace"},
		{"replace_lines", "startline", "start_line"},
		{"edit", "description", ""},
		{"edit", "", ""},
		{"grep", "-l", "output_mode"},
		{"grep", "-p", ""},
		{"grep", "limit", "head_limit"},
	} {
		spec, _ := ops.Lookup(tt.tag)
		if got := spec.Suggest(tt.written); got != tt.want {
			t.Errorf("Suggest(%q) in <%s> = %q, want %q", tt.written, tt.tag, got, tt.want)
		}
	}
}

// Models read these sentences: they are short, and Doc is imperative ("Delete", not "Deletes").
func TestCatalogueSentences(t *testing.T) {
	t.Parallel()
	const most = 25 // words
	for _, spec := range ops.Functions() {
		for _, s := range []string{spec.Doc, spec.When, spec.Fails} {
			if n := len(strings.Fields(s)); !strings.HasSuffix(s, ".") || n > most {
				t.Errorf("%s: no sentence, or %d words: %q", spec.Tag, n, s)
			}
		}
		if verb, _, _ := strings.Cut(spec.Doc, " "); strings.HasSuffix(verb, "s") {
			t.Errorf("%s: Doc %q is not imperative", spec.Tag, spec.Doc)
		}
		for _, f := range spec.Fields {
			if n := len(strings.Fields(f.Doc)); n == 0 || n > most {
				t.Errorf("%s of %s: %d words: %q", f.Name, spec.Tag, n, f.Doc)
			}
		}
	}
}

// The groups are blocks of the catalogue, in this order. An operation that the prompt leaves
// out for another is in the group of that one.
func TestCatalogueGroups(t *testing.T) {
	t.Parallel()
	var groups []string
	for _, spec := range ops.Catalogue() {
		if len(groups) == 0 || groups[len(groups)-1] != spec.Group {
			groups = append(groups, spec.Group)
		}
		if spec.SameAs != "" {
			if same, ok := ops.Lookup(spec.SameAs); !ok || same.SameAs != "" || same.Group != spec.Group {
				t.Errorf("<%s> is the same as %q", spec.Tag, spec.SameAs)
			}
		}
	}
	want := []string{"Change files", "Create files and directories", "Delete, move and copy", "Read and search"}
	if !slices.Equal(groups, want) {
		t.Errorf("groups %q, want %q", groups, want)
	}
}

// The catalogue is what help, hints and schemas are made of.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, spec := range ops.Catalogue() {
		if seen[spec.Tag] {
			t.Errorf("<%s> is there twice", spec.Tag)
		}
		seen[spec.Tag] = true
		if found, ok := ops.Lookup(spec.Tag); !ok || found.Tag != spec.Tag {
			t.Errorf("Lookup(%q) = %v, %v", spec.Tag, found, ok)
		}
		if !strings.HasPrefix(spec.Example, "<"+spec.Tag+">\n") {
			t.Errorf("<%s>: Example %q", spec.Tag, spec.Example)
		}
		for _, f := range spec.Fields {
			tag := "<" + f.Name + ">"
			if inFormat := strings.Contains(spec.Format(), tag); inFormat == f.Optional {
				t.Errorf("%s in the format of <%s>: %v; optional: %v", tag, spec.Tag, inFormat, f.Optional)
			}
			if !f.Optional && !strings.Contains(spec.Example, tag) {
				t.Errorf("the example of <%s> has no %s", spec.Tag, tag)
			}
		}
	}
	if _, ok := ops.Lookup("rm"); ok {
		t.Error("Lookup(rm) found something")
	}
	replaceLines, _ := ops.Lookup("replace_lines")
	want := "<replace_lines>\n<file>path/to/file</file>\n<start_line>10</start_line>\n<end_line>10</end_line>\n<new_content>\nthe new lines\n</new_content>\n</replace_lines>"
	equal(t, "format", replaceLines.Format(), want)
}
