package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fileops/internal/config"
	"fileops/internal/ops"
)

// The README's tables are what the program does: every operation with its fields and
// sentence, every setting, every command.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(data)
	for _, spec := range ops.Catalogue() {
		fields := make([]string, len(spec.Fields))
		for i, f := range spec.Fields {
			fields[i] = f.Name
			if f.Optional {
				fields[i] = "[" + f.Name + "]"
			}
		}
		row := fmt.Sprintf("| `<%s>` | %s | %s |\n", spec.Tag, strings.Join(fields, ", "), spec.Doc)
		if !strings.Contains(readme, row) {
			t.Errorf("the README lacks the row %s", row)
		}
	}
	loaded, err := config.Load(config.Request{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range loaded.Entries {
		if !strings.Contains(readme, "`"+e.Key+"`") {
			t.Errorf("the README lacks the setting %s", e.Key)
		}
	}
	for _, cmd := range (&app{}).command(nil).Commands() {
		if name := cmd.Name(); name != "help" && name != "completion" && !strings.Contains(readme, "fileops "+name) {
			t.Errorf("the README lacks the command %s", name)
		}
	}
	for name, sub := range subcommands {
		if got := sub(&app{}).Name(); got != name {
			t.Errorf("got the subcommand %s where %s is asked for", got, name)
		}
	}
}
