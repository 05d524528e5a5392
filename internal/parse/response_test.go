package parse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

func one(text string) parse.Response {
	return parse.Parse([]parse.Input{{Text: text}}, parse.Options{})
}

// Every example of the catalogue is exactly one operation of its own kind, and so is
// its format, which hints show.
func TestExamplesOfTheCatalogue(t *testing.T) {
	for _, spec := range ops.Catalogue() {
		r := one("Some prose.\n\n" + spec.Example + "\n")
		if len(r.Operations) != 1 || r.Operations[0].Action.Kind() != spec.Tag || len(r.Warnings) > 0 {
			t.Errorf("%s: its example gives %s", spec.Tag, dump(r))
			continue
		}
		want := "file_" + spec.Tag
		if spec.Tag == "file_edit" {
			want = "file_unified_edit" // file_edit is the type of <edit>
		}
		if got := r.Operations[0].Type(); got != want {
			t.Errorf("%s: type %s, want %s", spec.Tag, got, want)
		}
		if r := one(spec.Format()); len(r.Operations) != 1 || strings.Contains(dump(r), "unknown") {
			t.Errorf("%s: its format gives %s", spec.Tag, dump(r))
		}
	}
}

// Without its closing tag every example is cut off, and nothing else.
func TestExamplesCutOff(t *testing.T) {
	for _, spec := range ops.Catalogue() {
		tag := "</" + spec.Tag + ">"
		for _, text := range []string{
			strings.TrimSuffix(spec.Example, tag),
			strings.TrimSuffix(spec.Example, tag) + tag[:3],
		} {
			r := one(text)
			if len(r.Operations) != 1 || !strings.Contains(dump(r), "unclosed <"+spec.Tag+"> at line 1") {
				t.Errorf("%q gives %s", text, dump(r))
			}
		}
	}
}

func TestSeveralResponses(t *testing.T) {
	r := parse.Parse([]parse.Input{
		{Name: "a.md", Text: "first\n<create><file>a</file><content>x"},
		{Name: "b.md", Text: "second\n" + del + "\n</edit>"},
		{Name: "c.md", Text: del},
	}, parse.Options{})
	want := "malformed_create_0:2 unclosed <create> at line 2: the response may be cut off\n" +
		"file_delete_0:2 file=\"a\"\nfile_delete_1:1 file=\"a\"\n" +
		"warning b.md: closing tag </edit> without an opening one at line 3\n"
	if got := dump(r); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var sources []string
	for _, op := range r.Operations {
		sources = append(sources, op.Source)
	}
	if !slices.Equal(sources, []string{"a.md", "b.md", "c.md"}) {
		t.Errorf("sources %q", sources)
	}
	if got, want := r.Content, "first\nsecond\n\n</edit>"; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
}

func TestFenced(t *testing.T) {
	fenced := func(text string) string {
		return dump(parse.Parse([]parse.Input{{Text: text}}, parse.Options{Fenced: true}))
	}
	for _, tt := range []parseCase{
		{"runs", "```\n" + del + "\n" + del + "\n```\n" + del, "file_delete_0:2 file=\"a\"\nfile_delete_1:3 file=\"a\"\nfile_delete_2:5 file=\"a\"\n"},
		{"holds_fences", "```\n" + fmt.Sprintf(create, "```sh\nls\n```") + "```\n" + del, "file_create_0:2 file=\"a.md\" content:=\"```sh\\nls\\n```\\n\"\nfile_delete_0:11 file=\"a\"\n"},
		{"ends_where_it_ends", "```\n" + del + "\n```\nSee `" + del + "`.", "file_delete_0:2 file=\"a\"\nquoted delete:4 in code span\n"},
		{"never_closed", "```\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"cut_off", "```\n<edit><file>a</file><find>x\n```\n" + del, "malformed_edit_0:2 unclosed <edit> at line 2: the response may be cut off, or its </edit> is missing\nfile_delete_0:4 Skipped: it stands after the unclosed <edit> at line 2\n"},
		{"spans_stay_quoted", "`" + del + "`", "quoted delete:1 in code span\n"},
	} {
		if got := fenced(tt.in); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Twenty closing tags without an opening one are told one by one.
func TestStrays(t *testing.T) {
	for _, tag := range []string{"</think>", "</find>"} {
		for n, more := range map[int]string{20: "", 21: "1 more closing tags without an opening one"} {
			warnings := one(strings.Repeat(tag+"\n", n)).Warnings
			if len(warnings) != n || strings.Contains(warnings[n-1], "more") != (more != "") || more != "" && warnings[n-1] != more {
				t.Errorf("%d times %s: %q", n, tag, warnings)
			}
		}
	}
}

func TestContent(t *testing.T) {
	for _, tt := range []parseCase{
		{"block", "Before.\n" + edit + "After.", "Before.\n\nAfter."},
		{"thinking_and_commands", "A<think>x</think>B<terminal>ls</terminal>C", "ABC"},
		{"quoted_stays", "See `" + del + "`.", "See `" + del + "`."},
		{"cut_off", "A\n<edit><file>a</file><find>x", "A"},
		{"malformed", "A <delete></delete> B", "A  B"},
		{"not_utf8", "A \xff " + del, "A \ufffd"},
	} {
		if got := one(tt.in).Content; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTurnCompleted(t *testing.T) {
	for text, want := range map[string]bool{
		"done": true, "": true, "`" + del + "`": true, del: false, "<terminal>ls</terminal>": false, "<delete></delete>": false,
	} {
		r := one(text)
		if got := r.TurnCompleted(); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

// A malformed block shows how it begins and how it should look.
func TestMalformedBlock(t *testing.T) {
	r := one("<edit>\n<file>a</file>\n<find>" + strings.Repeat("ä", 300) + "</find>\n</edit>")
	v, ok := r.Operations[0].Action.(ops.Invalid)
	if !ok {
		t.Fatalf("got %s", dump(r))
	}
	if got, want := v.Preview, "<edit>\n<file>a</file>\n<find>"+strings.Repeat("ä", 172)+"…"; got != want {
		t.Errorf("preview %q, want %q", got, want)
	}
	want := "<edit>\n<file>path/to/file</file>\n<find>\nthe text to replace, exactly as in the file\n</find>\n<replace>\nthe new text\n</replace>\n</edit>"
	if v.Expected != want {
		t.Errorf("expected format %q, want %q", v.Expected, want)
	}
}

func TestTagsThatAreNone(t *testing.T) {
	for _, text := range []string{
		"a < b", "<", "</", "<>", "<edit", "<edit\n", "<editor>", "<edits>", "< edit>", "<copy the file>",
		"</edit x>", "<edit a='", "<edit a=\"" + strings.Repeat("x", 2000) + "\">", "<edit =>", "<" + strings.Repeat("e", 100) + ">",
	} {
		if got := dump(one(text)); got != "" {
			t.Errorf("%q gives %s", text, got)
		}
	}
}

func TestManyStrays(t *testing.T) {
	r := one(strings.Repeat("</edit>\n", 25))
	if n := len(r.Warnings); n != 21 {
		t.Fatalf("%d warnings, want 20 and the rest counted", n)
	}
	if got, want := r.Warnings[20], "5 more closing tags without an opening one"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
