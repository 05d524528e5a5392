package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestShippedSchema: docs/fileops.schema.json, which editors may be pointed to, is what
// `fileops config --schema` prints.
func TestShippedSchema(t *testing.T) {
	t.Parallel()
	const file = "../../docs/fileops.schema.json"
	var out, errs bytes.Buffer
	if status := execute(t.Context(), streams{out: &out, err: &errs}, []string{"config", "--schema", "--root", "/nowhere"}); status != exitOK {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shipped, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(bytes.ReplaceAll(shipped, []byte("\r\n"), []byte("\n"))), out.String()); d != "" {
		t.Errorf("run go test ./cmd/fileops -run TestShippedSchema -update (-shipped, +printed):\n%s", d)
	}
}
