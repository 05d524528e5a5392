package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// odd is text that JSON and lines have trouble with: bytes that are no UTF-8, a byte
// order mark, every line end of Unicode, controls and half of a character in WTF-8.
const odd = "\xff\ufeff\u0085\u2028\u2029\v\f\x1c\x7f\x80\xed\xa0\x80\xf0\x9f%:,<&>\"\\"

// lineEnds are where some programs that read lines end one.
var lineEnds = regexp.MustCompile("\r\n|[\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029]")

// TestJSONIsTextAndItsLinesAreLines: whatever stands in paths and contents, each command
// prints valid UTF-8, and JSON that readers of lines read as well.
func TestJSONIsTextAndItsLinesAreLines(t *testing.T) {
	dir := t.TempDir()
	conf := filepath.Join(dir, "conf.yaml")
	must(t, os.WriteFile(conf, fmt.Appendf(nil, "file_operations:\n  state_dir: %q\n", filepath.Join(dir, "state")), 0o644))
	t.Setenv("FILEOPS_PROTECTED_FILES", odd)
	plant := func(root string) {
		must(t, os.RemoveAll(root))
		must(t, os.MkdirAll(filepath.Join(root, "d"+odd), 0o755))
		for _, name := range []string{"a" + odd + ".txt", "a.txt", "d" + odd + "/b" + odd} {
			must(t, os.WriteFile(filepath.Join(root, name), []byte("one "+odd+"\ntwo\n"), 0o644))
		}
		must(t, os.WriteFile(filepath.Join(root, "u.txt"), []byte("one \u0085 \u2028 \u2029\ntwo\n"), 0o644))
	}
	block := func(name, fields string) string { return "<" + name + ">" + fields + "</" + name + ">\n" }
	file := "<file>a" + odd + ".txt</file>"
	responses := map[string]string{
		"delete": block("delete", file),
		"edit":   block("edit", file+"<find>two</find><replace>2</replace>"),
		"change": block("str_replace", "<file>u.txt</file><old_str>two</old_str><new_str>"+odd+"</new_str>"),
		"create": block("create", "<file>new"+odd+"</file><content>"+odd+"</content>"),
		"move":   block("move", "<from>d"+odd+"</from><to>e"+odd+"</to>"),
		"copy":   block("copy", "<from>a"+odd+".txt</from><to>c"+odd+"</to>"),
		"read":   block("read", file) + block("read", "<file>u.txt</file>"),
		"search": block("glob", "<pattern>**</pattern>") + block("grep", "<pattern>one</pattern><output_mode>content</output_mode>"),
		"miss":   block("edit", file+"<find>"+odd+"!</find><replace>2</replace>") + block("delete", "<file>no"+odd+"</file>"),
		"broken": block("edit", odd) + "`" + block("delete", file) + "` <think>" + odd + "</think><terminal>" + odd + "</terminal><zz" + odd + "><file>a</file>",
		"none":   odd,
		"calls": `[{"type": "tool_use", "id": "i\u0085\u2028", "name": "read", "input": {"file": "a\ud800"}},
			{"type": "tool_use", "id": "` + odd[:9] + `", "name": "x` + odd[:9] + `\ud800", "input": {"\udfff": "` + "\xff" + `"}},
			{"type": "tool_use", "id": "j", "name": "write", "input": {"file": "w\u0085", "content": "\u2029\u0000"}}]`,
	}
	root := filepath.Join(dir, "r"+odd)
	run := func(t *testing.T, in string, args ...string) {
		t.Helper()
		var out, said strings.Builder
		args = append(args, "--root", root, "--config", conf)
		execute(t.Context(), streams{in: strings.NewReader(in), out: &out, err: &said}, args)
		checkJSON(t, out.String(), strings.Contains(strings.Join(args, " "), "jsonl") || args[0] == "grep")
		if out.Len() == 0 && !strings.Contains(said.String(), "the response is binary") && in != odd {
			t.Errorf("%q prints nothing but %s", args, said.String())
		}
	}
	for name, response := range responses {
		for _, format := range []string{"json", "jsonl", "anthropic", "openai"} {
			t.Run("apply/"+name+"/"+format, func(t *testing.T) {
				plant(root)
				run(t, response, "apply", "--diff", "--format", format)
			})
		}
		t.Run("parse/"+name, func(t *testing.T) { run(t, response, "parse", "--format", "json") })
	}
	plant(root)
	for _, args := range [][]string{
		{"grep", "one", "--json"}, {"grep", "-a", "o.*", "-o", "--format", "json"}, {"grep", "-C2", "two", "--json", "--decode"},
		{"glob", "**", "--format", "json"}, {"read", "a" + odd + ".txt", "u.txt", "no" + odd, "--format", "json"},
		{"history", "--format", "json"}, {"undo", odd, "--format", "json"}, {"undo", "--force", "--diff", "--format", "json"},
		{"config", "--format", "json"}, {"schema"}, {"schema", "--for", "openai"}, {"schema", "--for", "mcp"}, {"schema", "--for", "results"},
	} {
		t.Run(fmt.Sprintf("%.40q", args), func(t *testing.T) { run(t, "", args...) })
	}
}

// checkJSON holds output to be JSON in UTF-8, of which none but the encoder's own line
// breaks ends a line; of lines each is a value.
func checkJSON(t *testing.T, out string, lines bool) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("not UTF-8: %q", out)
	}
	if strings.ContainsAny(strings.ReplaceAll(out, "\n", ""), "\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029") {
		t.Errorf("a line end in a line: %q", out)
	}
	if lines {
		for _, line := range lineEnds.Split(strings.TrimSuffix(out, "\n"), -1) {
			if out != "" && !json.Valid([]byte(line)) {
				t.Errorf("a line that is no JSON: %q", line)
			}
		}
		return
	}
	if out != "" && !json.Valid([]byte(out)) {
		t.Errorf("no JSON: %q", out)
	}
}

// TestPathsThatAreNoTextAreTold: which file is meant can be told from JSON.
func TestPathsThatAreNoTextAreTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root, conf := filepath.Join(dir, "root"), filepath.Join(dir, "conf.yaml")
	must(t, os.Mkdir(root, 0o755))
	must(t, os.WriteFile(conf, fmt.Appendf(nil, "file_operations:\n  state_dir: %q\n  automatic_backups: false\n", filepath.Join(dir, "state")), 0o644))
	must(t, os.WriteFile(filepath.Join(root, "a\xff"), []byte("x"), 0o644))
	type file struct {
		Path      string
		PathBytes []byte `json:"path_bytes"`
		FromBytes []byte `json:"from_bytes"`
	}
	var out struct {
		Results, Files []file
		Runs           []struct{ Files []file }
	}
	print := func(in string, args ...string) {
		t.Helper()
		var b, said strings.Builder
		execute(t.Context(), streams{in: strings.NewReader(in), out: &b, err: &said}, append(args, "--format", "json", "--root", root, "--config", conf))
		if err := json.Unmarshal([]byte(b.String()), &out); err != nil {
			t.Fatalf("%v in %s%s", err, b.String(), said.String())
		}
	}
	print("<move><from>a\xff</from><to>b\xfe</to></move>\n<delete><file>c\xfd</file></delete>", "apply")
	if got := fmt.Sprintf("%q %q", out.Results, out.Files); got != `[{"b�" "b\xfe" ""} {"c�" "c\xfd" ""}] [{"b�" "b\xfe" "a\xff"}]` {
		t.Errorf("apply: %s", got)
	}
	print("", "history")
	if got := fmt.Sprintf("%q", out.Runs); got != `[{[{"b�" "b\xfe" "a\xff"}]}]` {
		t.Errorf("history: %s", got)
	}
	print("", "read", "b\xfe")
	if got := fmt.Sprintf("%q", out.Results); got != `[{"b�" "b\xfe" ""}]` {
		t.Errorf("read: %s", got)
	}
}
