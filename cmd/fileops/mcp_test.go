//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/ops"
)

// mcpClient is a client of the Go SDK that started a server of its own.
type mcpClient struct {
	*mcp.ClientSession
	client *mcp.Client
	server *exec.Cmd
	stderr *syncBuffer
}

// syncBuffer can be written and read at the same time.
type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// connectMCP starts a server in a directory, with these flags.
func connectMCP(t *testing.T, p processes, dir string, o *mcp.ClientOptions, flags ...string) mcpClient {
	t.Helper()
	if o == nil {
		o = &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
	}
	c := mcpClient{client: mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o), stderr: &syncBuffer{}}
	c.server = exec.CommandContext(t.Context(), p.program, append([]string{"mcp"}, flags...)...)
	c.server.Dir, c.server.Env, c.server.Stderr = dir, p.env, c.stderr
	var err error
	c.ClientSession, err = c.client.Connect(t.Context(), &mcp.CommandTransport{Command: c.server}, nil)
	must(t, err)
	t.Cleanup(func() { c.Close() }) //nolint:errcheck // the server ends
	return c
}

// call calls a tool.
func (c mcpClient) call(t *testing.T, tool string, arguments any) *mcp.CallToolResult {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", tool, arguments, err, c.stderr)
	}
	return r
}

// textOf joins the texts of a result.
func textOf(r *mcp.CallToolResult) string {
	var texts []string
	for _, c := range r.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// member is one member of the structured form of a result.
func member(t *testing.T, r *mcp.CallToolResult, name string) any {
	t.Helper()
	object, ok := r.StructuredContent.(map[string]any)
	if !ok {
		t.Fatalf("the structured content is %T", r.StructuredContent)
	}
	return object[name]
}

type object = map[string]any

// exampleTree is a tree in which the examples of the catalogue succeed, each on its own.
func exampleTree(t *testing.T, tool string) string {
	t.Helper()
	root := t.TempDir()
	var service strings.Builder
	service.WriteString("import logging\n\nclass Service:\n    pass\n\ndef load():\n    return old_name # TODO\n")
	for i := range 20 {
		fmt.Fprintf(&service, "# %d\n", i)
	}
	files := map[string]string{
		"core/service.py": service.String(), "old/name.py": "x = 1\n", "old/unused.py": "y = 1\n", "README.md": "# R\n",
		"config/default.json": "{}\n", "notes/todo.txt": "first\n", "x_test.go": "package x\n",
	}
	if strings.HasPrefix(tool, "create") {
		delete(files, "notes/todo.txt")
	}
	for name, text := range files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	must(t, os.MkdirAll(filepath.Join(root, "plugins/old"), 0o755))
	return root
}

// TestMCPTools: a client lists every tool, and calls it with success and with failures. Results
// fit the output schema, and the text of a failure is that of --format anthropic.
func TestMCPTools(t *testing.T) {
	t.Parallel()
	p := newProcesses(t)
	names := []string{"apply", "undo", "history"}
	for _, s := range ops.Functions() {
		names = append(names, s.Tag)
	}
	all := connectMCP(t, p, t.TempDir(), nil, "--only", strings.Join(names, ","))
	list, err := all.ListTools(t.Context(), nil)
	must(t, err)
	if len(list.Tools) != len(names) {
		t.Fatalf("%d tools are listed, not %d", len(list.Tools), len(names))
	}
	for _, tool := range list.Tools {
		t.Run(tool.Name, func(t *testing.T) {
			t.Parallel()
			if strings.HasPrefix(tool.Name, "undo") || tool.Name == "anchor_edit" {
				t.Skip("its example names what is not there: TestMCPRuns and the scripts call it")
			}
			_, text, _ := strings.Cut(tool.Description, "\nExample: ")
			var example object
			must(t, json.Unmarshal([]byte(text), &example))
			root := exampleTree(t, tool.Name)
			c := connectMCP(t, p, root, nil, "--only", tool.Name)
			good := c.call(t, tool.Name, example)
			if good.IsError {
				t.Errorf("the example failed: %s", textOf(good))
			}
			fits(t, tool, good)
			before := treeOf(t, root)
			wrong := object{"nonsense": 1}
			for name, value := range example {
				wrong[name] = value
			}
			bad := c.call(t, tool.Name, wrong)
			if !bad.IsError || !strings.Contains(textOf(bad), "nonsense") {
				t.Errorf("an unknown argument: %s", textOf(bad))
			}
			if _, operation := ops.Function(tool.Name); operation {
				fits(t, tool, bad)
				if told := toldToAnthropic(t, p, root, tool.Name, wrong); told != textOf(bad) {
					t.Errorf("told:\n%s\nto anthropic:\n%s", textOf(bad), told)
				}
			}
			if after := treeOf(t, root); after != before {
				t.Errorf("the failed call changed the tree:\n%s\n%s", before, after)
			}
		})
	}
}

// fits checks the structured form of a result against the schema of its tool.
func fits(t *testing.T, tool *mcp.Tool, r *mcp.CallToolResult) {
	t.Helper()
	text, err := json.Marshal(tool.OutputSchema)
	must(t, err)
	var s jsonschema.Schema
	must(t, json.Unmarshal(text, &s))
	resolved, err := s.Resolve(nil)
	must(t, err)
	if err := resolved.Validate(r.StructuredContent); err != nil {
		t.Errorf("%v\n%v", err, r.StructuredContent)
	}
}

// treeOf is all that a tree holds, backups aside.
func treeOf(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasSuffix(path, ".bak") || strings.HasSuffix(path, ".deleted") {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s: %q\n", path, text)
		return err
	}))
	return b.String()
}

// toldToAnthropic is the text that answers a call in a message of Anthropic's API.
func toldToAnthropic(t *testing.T, p processes, root, tool string, arguments object) string {
	t.Helper()
	message, err := json.Marshal(object{"type": "tool_use", "id": tool, "name": tool, "input": arguments})
	must(t, err)
	_, out, said := p.run(t, string(message), "apply", "--root", root, "--format", "anthropic")
	var answer struct {
		Content []struct {
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || len(answer.Content) == 0 {
		t.Fatalf("%v: %s%s", err, out, said)
	}
	return answer.Content[0].Content[0].Text
}

// TestMCPFailuresSayWhatToSend: each kind of failure has the text that --format anthropic has.
func TestMCPFailuresSayWhatToSend(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	must(t, os.WriteFile(filepath.Join(root, "a.py"), []byte("def f():\n    return 1\n\ndef g():\n    return 1\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(root, "bin"), []byte("a\x00b"), 0o644))
	c := connectMCP(t, p, root, nil)
	for _, call := range []struct {
		tool      string
		arguments object
	}{
		{"edit", object{"file": "a.py", "find": "return 2", "replace": "return 3"}},
		{"str_replace", object{"file": "a.py", "old_str": "return 1", "new_str": "return 2"}},
		{"str_replace", object{"file": "a.py", "old_str": "def f():", "new_str": "def f(:"}},
		{"edit", object{"file": "../a.py", "find": "x", "replace": "y"}},
		{"edit", object{"file": "/etc/passwd", "find": "root", "replace": "y"}},
		{"edit", object{"file": ".git/config", "find": "root", "replace": "y"}},
		{"read", object{"file": "none.py"}},
		{"read", object{"file": "bin"}},
		{"read", object{"file": "a.py", "lines": "90-"}},
		{"create", object{"file": "a.py", "content": "x\n"}},
		{"create", object{"file": "b.py", "content": ""}},
		{"create_overwrite", object{"file": "a.py", "content": "x = 1\n# ... rest of code ...\n"}},
		{"delete", object{"file": "none"}},
		{"move", object{"from": "a.py", "to": "bin"}},
		{"replace_lines", object{"file": "a.py", "start_line": 90, "end_line": 95, "new_content": "x"}},
		{"insert_at", object{"file": "a.py", "line": "many", "content": "x"}},
		{"grep", object{"pattern": "(("}},
		{"glob", object{"pattern": "[["}},
		{"rmdir", object{"path": "none"}},
	} {
		r := c.call(t, call.tool, call.arguments)
		if told := toldToAnthropic(t, p, root, call.tool, call.arguments); !r.IsError || textOf(r) != told {
			t.Errorf("%s %v:\n%s\nto anthropic:\n%s", call.tool, call.arguments, textOf(r), told)
		}
	}
}

// TestMCPRuns: each call is a run that can be undone, and apply makes one run of many operations.
func TestMCPRuns(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	c := connectMCP(t, p, root, nil)
	log := filepath.Join(root, "log")
	r := c.call(t, "append", object{"file": "log", "content": "second\n"})
	id, _ := member(t, r, "run").(string)
	if id == "" || member(t, r, "committed") != true {
		t.Fatalf("%v", r.StructuredContent)
	}
	diff, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history/" + id})
	must(t, err)
	if text := diff.Contents[0].Text; !strings.Contains(text, "+second\n") || diff.Contents[0].MIMEType != "text/x-diff" {
		t.Errorf("the diff of the run: %s", text)
	}
	response := "<append>\n<file>log</file>\n<content>\nthird\n</content>\n</append>\n<create>\n<file>new</file>\n<content>\nx\n</content>\n</create>"
	dry := c.call(t, "apply", object{"response": response, "dry_run": true})
	if dry.IsError || !strings.Contains(textOf(dry), "Dry run: nothing was written.") || onDisk(t, log) != "first\nsecond\n" {
		t.Errorf("dry run: %s", textOf(dry))
	}
	r = c.call(t, "apply", object{"response": response})
	if r.IsError || onDisk(t, log) != "first\nsecond\nthird\n" {
		t.Errorf("apply: %s", textOf(r))
	}
	// The content after the first run is what the second one saved.
	again, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history/" + id})
	must(t, err)
	if again.Contents[0].Text != diff.Contents[0].Text {
		t.Errorf("the diff of the first run after the second: %s", again.Contents[0].Text)
	}
	if r := c.call(t, "undo", object{"run": id}); !r.IsError || !strings.Contains(textOf(r), "was changed") || !strings.Contains(textOf(r), "Undo that one first: call undo with run ") {
		t.Errorf("undo of the first run: %s", textOf(r))
	}
	for range 2 {
		if r := c.call(t, "undo", object{}); r.IsError || !strings.HasPrefix(textOf(r), "✅ Undid run ") {
			t.Errorf("undo: %s", textOf(r))
		}
	}
	if _, err := os.Stat(filepath.Join(root, "new")); onDisk(t, log) != "first\n" || !os.IsNotExist(err) {
		t.Errorf("after both undos: %s", treeOf(t, root))
	}
	list, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history"})
	must(t, err)
	h := c.call(t, "history", nil)
	if n := strings.Count(list.Contents[0].Text, `"status": "undone"`); n != 2 || !strings.Contains(textOf(h), id) {
		t.Errorf("%d undone runs in %s\n%s", n, list.Contents[0].Text, textOf(h))
	}
	if r := c.call(t, "apply", object{"response": response, "dryRun": true}); r.IsError || onDisk(t, log) != "first\n" {
		t.Errorf("a dry run by another spelling: %s", textOf(r))
	}
	if r := c.call(t, "undo", object{"Run": "20200101T000000-0000"}); !r.IsError || !strings.Contains(textOf(r), "No such run") {
		t.Errorf("an unknown run by another spelling: %s", textOf(r))
	}
	for _, arguments := range []object{{"response": "nothing to do"}, {"response": ""}, {"response": "{\"choices\": 1}"}, {}, {"response": 1}} {
		if r := c.call(t, "apply", arguments); !r.IsError {
			t.Errorf("apply %v: %s", arguments, textOf(r))
		}
	}
	if _, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history/nope"}); err == nil {
		t.Error("a run that is not there has a diff")
	}
}

func onDisk(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	return string(text)
}

// TestMCPDiffs: the diff of a run says what it did to directories, and why a content is not shown.
func TestMCPDiffs(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	c := connectMCP(t, p, root, nil, "--root", root)
	diff := func(tool string, arguments object) string {
		t.Helper()
		id, _ := member(t, c.call(t, tool, arguments), "run").(string)
		r, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history/" + id})
		must(t, err)
		return r.Contents[0].Text
	}
	for _, tt := range []struct {
		tool      string
		arguments object
		want      string
	}{
		{"mkdir", object{"path": "d/e"}, "# directory made: d\n# directory made: d/e\n"},
		{"create", object{"file": "d/f", "content": "one\n"}, "--- /dev/null\n+++ b/d/f\n@@ -0,0 +1,1 @@\n+one\n"},
		{"move", object{"from": "d/f", "to": "g"}, "rename from d/f\nrename to g\n"},
		{"copy", object{"from": "g", "to": "h"}, "new file mode 100644\n--- /dev/null\n+++ b/h\n@@ -0,0 +1,1 @@\n+one\n"},
		{"move", object{"from": "d", "to": "x"}, "# directory moved: d to x\n"},
		{"delete", object{"file": "g"}, "--- a/g\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one\n"},
		{"rmdir", object{"path": "x/e"}, "# directory removed: x/e\n"},
	} {
		if got := diff(tt.tool, tt.arguments); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s %v: %q", tt.tool, tt.arguments, got)
		}
	}
	id, _ := member(t, c.call(t, "append", object{"file": "log", "content": "second\n"}), "run").(string)
	must(t, os.WriteFile(filepath.Join(root, "log"), []byte("by hand\n"), 0o644))
	r, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history/" + id})
	must(t, err)
	if got := r.Contents[0].Text; !strings.HasSuffix(got, "# log: not shown, since its content before or after the run is not kept\n") {
		t.Errorf("after a change by hand: %q", got)
	}
}

// TestMCPAnswers: an image is an image, and a long text arrives.
func TestMCPAnswers(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	png, err := os.ReadFile("../../internal/document/image/testdata/tiny.png")
	if err != nil {
		png = tinyPNG(t)
	}
	must(t, os.WriteFile(filepath.Join(root, "a.png"), png, 0o644))
	line := strings.Repeat("word ", 199) + "\n"
	must(t, os.WriteFile(filepath.Join(root, "long.txt"), []byte(strings.Repeat(line, 10000)), 0o644))
	c := connectMCP(t, p, root, nil)
	r := c.call(t, "read", object{"file": "a.png"})
	image, ok := r.Content[len(r.Content)-1].(*mcp.ImageContent)
	if !ok || image.MIMEType != "image/png" || !bytes.Equal(image.Data, png) {
		t.Errorf("the image is %v", r.Content)
	}
	r = c.call(t, "read", object{"file": "long.txt", "limit": 10000})
	if n := strings.Count(textOf(r), strings.TrimSpace(line)); r.IsError || n != 10000 || len(textOf(r)) < 9<<20 {
		t.Errorf("%d lines, %d bytes: %.200s", n, len(textOf(r)), textOf(r))
	}
	if warnings := fmt.Sprint(member(t, r, "warnings")); member(t, r, "output") != "" || !strings.Contains(warnings, "longer than 4 MB") {
		t.Errorf("the output is twice in the answer: %s", warnings)
	}
}

// TestMCPPrompt: the prompt is what fileops prompt prints.
func TestMCPPrompt(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	c := connectMCP(t, p, root, nil)
	list, err := c.ListPrompts(t.Context(), nil)
	must(t, err)
	got, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: list.Prompts[0].Name})
	must(t, err)
	_, want, _ := p.run(t, "", "prompt", "--root", root)
	if text := got.Messages[0].Content.(*mcp.TextContent).Text; text != want || !strings.Contains(want, "<edit>") {
		t.Errorf("the prompt is:\n%s", text)
	}
}

// TestMCPSelection: --read-only offers what changes nothing, and --only what it names.
func TestMCPSelection(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	for flags, want := range map[string][]string{
		"--read-only":                           {"glob", "grep", "history", "read"},
		"--only=edit,undo":                      {"edit", "undo"},
		"--read-only --only=edit,Read,apply":    {"Read"},
		"--only=read_file,edit_file,write_file": {"edit_file", "read_file", "write_file"},
	} {
		c := connectMCP(t, p, root, nil, strings.Fields(flags)...)
		list, err := c.ListTools(t.Context(), nil)
		must(t, err)
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
			if a := tool.Annotations; strings.Contains(flags, "read-only") && !a.ReadOnlyHint || *a.OpenWorldHint {
				t.Errorf("%s: %s: %+v", flags, tool.Name, a)
			}
		}
		if slices.Sort(names); !slices.Equal(names, want) {
			t.Errorf("%s offers %v, not %v", flags, names, want)
		}
		if _, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete", Arguments: object{"file": "log"}}); err == nil {
			t.Errorf("%s: a tool that is not offered was called", flags)
		}
	}
	status, _, said := p.run(t, "", "mcp", "--root", root, "--only", "edti")
	if status != 2 || !strings.Contains(said, `did you mean "edit"?`) {
		t.Errorf("--only edti: %d %s", status, said)
	}
}

// TestMCPRoots: the roots of the client are followed when they change. With several, an absolute
// path says which is meant; what is outside of all is refused.
func TestMCPRoots(t *testing.T) {
	t.Parallel()
	p := newProcesses(t)
	one, two, outside := side(t), side(t), side(t)
	for _, version := range []string{"2025-11-25", ""} { // with a handshake, and without
		c := mcpClient{client: mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil), stderr: &syncBuffer{}}
		c.client.AddRoots(&mcp.Root{URI: "file://" + one})
		c.server = exec.CommandContext(t.Context(), p.program, "mcp")
		c.server.Dir, c.server.Env, c.server.Stderr = outside, p.env, c.stderr
		var err error
		c.ClientSession, err = c.client.Connect(t.Context(), &mcp.CommandTransport{Command: c.server}, &mcp.ClientSessionOptions{ProtocolVersion: version})
		must(t, err)
		defer c.Close() //nolint:errcheck // the server ends
		if list, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "fileops://history"}); err != nil || !strings.Contains(list.Contents[0].Text, one) {
			t.Errorf("the history of the root: %v %v", err, list)
		}
		if prompt, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "fileops"}); err != nil || len(prompt.Messages) != 1 {
			t.Errorf("the prompt: %v", err)
		}
		if r := c.call(t, "append", object{"file": "log", "content": "1\n"}); r.IsError || !strings.HasSuffix(onDisk(t, filepath.Join(one, "log")), "1\n") {
			t.Fatalf("one root: %s", textOf(r))
		}
		c.client.AddRoots(&mcp.Root{URI: "file://" + two})
		waitFor(t, func() bool {
			return c.call(t, "read", object{"file": "log"}).IsError
		})
		for _, refused := range []struct {
			tool string
			args object
			say  string
		}{
			{"append", object{"file": "log", "content": "2\n"}, "There are several roots: "},
			{"append", object{"file": filepath.Join(outside, "log"), "content": "2\n"}, "outside of the roots"},
			{"move", object{"from": filepath.Join(one, "log"), "to": filepath.Join(two, "x")}, "One call works on one root"},
			{"grep", object{"pattern": "x"}, "Send an absolute path"},
			{"undo", object{}, "Send the one that is meant as root"},
			{"undo", object{"root": outside}, "is none of the roots"},
		} {
			if r := c.call(t, refused.tool, refused.args); !r.IsError || !strings.Contains(textOf(r), refused.say) {
				t.Errorf("%s %v: %s", refused.tool, refused.args, textOf(r))
			}
		}
		if r := c.call(t, "append", object{"file": filepath.Join(two, "log"), "content": "2\n"}); r.IsError {
			t.Errorf("the second root: %s", textOf(r))
		}
		if r := c.call(t, "undo", object{"root": two}); r.IsError || onDisk(t, filepath.Join(two, "log")) != "first\n" {
			t.Errorf("undo in the second root: %s", textOf(r))
		}
		if onDisk(t, filepath.Join(outside, "log")) != "first\n" {
			t.Error("a file outside of the roots was changed")
		}
	}
}

// TestMCPLinkedRoot: a root that is reached through a link goes by both of its names.
func TestMCPLinkedRoot(t *testing.T) {
	t.Parallel()
	p, root, other := newProcesses(t), side(t), side(t)
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(root, link))
	for _, flags := range [][]string{{"--root", link}, {"--root", link, "--root", other}} {
		c := connectMCP(t, p, root, nil, flags...)
		for _, dir := range []string{link, root} {
			if r := c.call(t, "read", object{"file": filepath.Join(dir, "log")}); r.IsError {
				t.Errorf("%v: %s", flags, textOf(r))
			}
			if r := c.call(t, "history", object{"root": dir}); r.IsError {
				t.Errorf("%v: %s", flags, textOf(r))
			}
		}
	}
	must(t, os.WriteFile(filepath.Join(root, ".fileops.yaml"), []byte("file_operations:\n  path_style: relative\n"), 0o644))
	c := connectMCP(t, p, root, nil, "--root", root, "--root", other)
	if r := c.call(t, "read", object{"file": filepath.Join(root, "log")}); r.IsError {
		t.Errorf("with several roots, paths are absolute: %s", textOf(r))
	}
	if r := c.call(t, "read", object{}); !r.IsError || strings.Contains(textOf(r), "several roots") {
		t.Errorf("a call without its argument: %s", textOf(r))
	}
	if r := c.call(t, "glob", object{"pattern": filepath.Join(other, "*")}); r.IsError || !strings.Contains(textOf(r), "log") {
		t.Errorf("an absolute pattern: %s", textOf(r))
	}
}

// waitFor waits until something is so.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for range 1000 {
		if so() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it did not become so")
}

// TestMCPCancel: a grep that takes long ends when the client cancels it, reports how far it is
// until then, and the server goes on.
func TestMCPCancel(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	big := filepath.Join(root, "big.txt")
	must(t, os.WriteFile(big, []byte(strings.Repeat("some words that an expression has to look at\n", 1<<20)), 0o644))
	for i := range 500 { // 20 GB to search
		must(t, os.Link(big, filepath.Join(root, fmt.Sprintf("big%d.txt", i))))
	}
	heard := make(chan string, 100)
	c := connectMCP(t, p, root, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		heard <- r.Params.Message
	}}, "--root", root)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	params := &mcp.CallToolParams{Name: "grep", Arguments: object{"pattern": `(?:[a-y]+ ){9}[a-z]{30,}`}}
	params.SetProgressToken("token")
	go func() {
		_, err := c.CallTool(ctx, params)
		done <- err
	}()
	select {
	case msg := <-heard:
		if !strings.Contains(msg, "operation 1 of 1, searched ") {
			t.Errorf("progress: %q", msg)
		}
	case err := <-done:
		t.Fatalf("the grep ended before it could be cancelled: %v", err)
	}
	began := time.Now()
	cancel()
	if err := <-done; err == nil {
		t.Error("the cancelled call succeeded")
	}
	if r := c.call(t, "append", object{"file": "log", "content": "second\n"}); r.IsError { // waits for the turn of the grep
		t.Errorf("after it: %s", textOf(r))
	}
	t.Logf("the next call was answered %v after the grep was cancelled", time.Since(began))
}
