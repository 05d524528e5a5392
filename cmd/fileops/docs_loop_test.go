package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsLoopRuns runs the Python program of docs/tool-calls.md as it stands there. A module in
// testdata/python stands in for the client of the API.
func TestDocsLoopRuns(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing")
	}
	_, program, _ := strings.Cut(pages(t)["docs/tool-calls.md"], "```python\n")
	program, _, found := strings.Cut(program, "```\n")
	if !found {
		t.Fatal("the page has no program in Python")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "greet.py"), []byte("def greet():\n    print(1)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	client, err := filepath.Abs("../../testdata/python")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-B", "-c", program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PYTHONPATH="+client, "HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := os.ReadFile(filepath.Join(dir, "greet.py"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "def greet(name):\n    print(1)\n"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
