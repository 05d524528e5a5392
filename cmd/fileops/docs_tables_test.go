package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/config"
	"fileops/internal/ops"
)

// TestDocsListWhatThereIs compares the docs with the program: every operation with its fields
// and sentence, every setting, every command. -update writes the tables of operations.
func TestDocsListWhatThereIs(t *testing.T) {
	t.Parallel()
	texts := pages(t)
	blocks := texts["docs/blocks.md"]
	before, _, _ := strings.Cut(blocks, "<!-- operations -->\n")
	_, after, found := strings.Cut(blocks, "<!-- end of operations -->\n")
	if !found {
		t.Fatal("docs/blocks.md has no place for the operations")
	}
	want := before + "<!-- operations -->\n" + operationTables() + "<!-- end of operations -->\n" + after
	switch {
	case blocks == want:
	case *update:
		if err := os.WriteFile("../../docs/blocks.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("docs/blocks.md differs from the catalogue (-page +catalogue):\n%s", cmp.Diff(strings.Split(blocks, "\n"), strings.Split(want, "\n")))
	}
	loaded, err := config.Load(config.Request{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range loaded.Entries {
		if !strings.Contains(texts["docs/configuration.md"], "`"+e.Key+"`") {
			t.Errorf("docs/configuration.md lacks the setting %s", e.Key)
		}
	}
	for _, cmd := range (&app{}).command(nil).Commands() {
		if name := cmd.Name(); !cmd.Hidden && name != "help" && !strings.Contains(texts["README.md"], "fileops "+name) {
			t.Errorf("the README lacks the command %s", name)
		}
	}
	for _, sub := range subcommands {
		if got := sub.make(&app{}).Name(); got != sub.name {
			t.Errorf("got the subcommand %s where %s is asked for", got, sub.name)
		}
	}
}

// operationTables returns a table of operations for each group of the catalogue.
func operationTables() string {
	var b strings.Builder
	group := ""
	for _, spec := range ops.Catalogue() {
		if spec.Group != group {
			group = spec.Group
			fmt.Fprintf(&b, "\n**%s**\n\n| block | fields | does |\n|---|---|---|\n", group)
		}
		fields := make([]string, len(spec.Fields))
		for i, f := range spec.Fields {
			fields[i] = f.Name
			if f.Optional {
				fields[i] = "[" + f.Name + "]"
			}
		}
		fmt.Fprintf(&b, "| `<%s>` | %s | %s |\n", spec.Tag, strings.Join(fields, ", "), spec.Doc)
	}
	return b.String() + "\n"
}
