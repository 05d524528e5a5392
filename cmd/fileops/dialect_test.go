package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"fileops/internal/ops"
)

// dialects are what one change can be written in: the sections of a case, beside its
// tree before and after.
var dialects = []string{"tags", "search-replace", "patch", "diff", "files", "anthropic", "openai", "openai-responses", "gemini", "bedrock", "ollama", "mcp", "plain", "apply_patch"}

// TestDialects runs each case of testdata/dialect in every dialect that it is written
// in: all leave the tree that is wanted, and where two call the same functions, they ask
// for the same operations.
func TestDialects(t *testing.T) {
	files, err := filepath.Glob("../../testdata/dialect/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	ownHome(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			asked := map[string][]map[string]any{}
			for _, f := range archive.Files {
				if !slices.Contains(dialects, f.Name) {
					continue
				}
				read := []string{"auto", "tools"}
				switch f.Name {
				case "tags", "search-replace", "patch", "diff":
					read[1] = f.Name
				case "files":
					read = []string{"files"} // nobody finds them out
				}
				for _, input := range read {
					if d := cmp.Diff(filesBelow(archive, "after/"), applied(t, archive, f.Data, input)); d != "" {
						t.Errorf("%s, --input %s, leaves another tree (-want, +got):\n%s", f.Name, input, d)
					}
				}
				if f.Name == "diff" || f.Name == "files" {
					continue // the fields of the one are its own, the other is not found out
				}
				functions, list := operations(t, f.Data)
				if before, same := asked[functions]; same {
					if d := cmp.Diff(before, list); d != "" {
						t.Errorf("%s asks for something else by %s (-another, +this):\n%s", f.Name, functions, d)
					}
				}
				asked[functions] = list
			}
		})
	}
}

// filesBelow are the files of a case with that prefix, by name.
func filesBelow(archive *txtar.Archive, prefix string) map[string]string {
	tree := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, prefix); ok {
			tree[name] = string(f.Data)
		}
	}
	return tree
}

// applied is the tree after a response was run on the one before.
func applied(t *testing.T, archive *txtar.Archive, response []byte, input string) map[string]string {
	t.Helper()
	root := t.TempDir()
	for name, text := range filesBelow(archive, "before/") {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	s := streams{in: bytes.NewReader(response), out: &out, err: &out}
	if status := execute(t.Context(), s, []string{"apply", "--root", root, "--input", input, "--no-backup"}); status != exitOK {
		t.Errorf("status %d:\n%s", status, out.String())
	}
	tree := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		tree[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// operations are the functions that a response calls, and its operations without what
// differs from dialect to dialect.
func operations(t *testing.T, response []byte) (functions string, list []map[string]any) {
	t.Helper()
	var out, trouble bytes.Buffer
	s := streams{in: bytes.NewReader(response), out: &out, err: &trouble}
	if status := execute(t.Context(), s, []string{"parse", "--format", "json", "--root", t.TempDir()}); status != exitOK {
		t.Fatalf("status %d:\n%s%s", status, out.String(), trouble.String())
	}
	var parsed struct {
		Components struct {
			Operations []map[string]any `json:"file_operations"`
		} `json:"components"`
	}
	if err := json.Unmarshal(out.Bytes(), &parsed); err != nil {
		t.Fatal(err)
	}
	for _, op := range parsed.Components.Operations {
		name, called := op["tool_name"].(string)
		if spec, ok := ops.Function(name); ok {
			name = spec.Tag
		}
		if !called { // file_edit_0 is an <edit>, but for the one that is called so
			name = strings.TrimPrefix(strings.Replace(op["type"].(string), "file_unified_edit", "file_file_edit", 1), "file_")
		}
		functions += name + " "
		for _, key := range []string{"id", "line", "tool_name", "api"} {
			delete(op, key)
		}
	}
	return functions, parsed.Components.Operations
}
