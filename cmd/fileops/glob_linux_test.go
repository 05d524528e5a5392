package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestGlobNamesThatAreNotUTF8 holds the JSON of glob to paths that exist.
func TestGlobNamesThatAreNotUTF8(t *testing.T) {
	ownHome(t)
	dir := t.TempDir()
	for _, name := range []string{"caf\xe9", "<é>"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	args := []string{"glob", "*", "--root", dir, "--sort", "path", "--format", "json"}
	if status := execute(t.Context(), streams{out: &out, err: &errs}, args); status != exitOK || errs.Len() > 0 {
		t.Fatalf("status %d: %s", status, errs.Bytes())
	}
	var plain struct{ Path string }
	var odd struct {
		Path struct{ Bytes []byte }
		Size int64
	}
	if err := json.Unmarshal(out.Bytes(), &[]any{&plain, &odd}); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	if want := filepath.Join(dir, "<é>"); plain.Path != want || !bytes.Contains(out.Bytes(), []byte("<é>")) {
		t.Errorf("got %s, want %s", out.Bytes(), want)
	}
	if got := string(odd.Path.Bytes); got != filepath.Join(dir, "caf\xe9") || odd.Size != 4 {
		t.Errorf("got %q in %s", got, out.Bytes())
	}
}
