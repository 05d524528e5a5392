package notebook

import (
	"encoding/json"
	"fmt"
	"strings"

	"fileops/internal/document/kind"
)

// cellKeys are the keys of a cell that are read.
var cellKeys = []string{
	"cell_type", "source", "input", "language", "level", "id", "execution_count", "prompt_number", "attachments", "outputs",
}

// cell renders one cell: heading, source, attachments, outputs.
func (r *renderer) cell(c map[string]json.RawMessage) {
	typ := label(text(c["cell_type"]))
	if typ == "" {
		typ = "unknown kind"
	}
	source := text(c["source"])
	head := []string{typ}
	switch typ {
	case "code":
		if source == "" {
			source = text(c["input"]) // nbformat 3
		}
		head = append(head, run(c))
		if lang := strings.ToLower(label(text(c["language"]))); lang != "" && lang != r.language {
			if r.language == "" { // nbformat 3 has it here only
				r.language = lang
			} else {
				head = append(head, lang)
			}
		}
	case "heading":
		if level, ok := number(c["level"]); ok {
			head = append(head, fmt.Sprintf("level %d", level))
		}
	}
	if id := label(text(c["id"])); id != "" {
		head = append(head, "id "+id)
	}
	if source == "" {
		head = append(head, "empty")
	}
	fmt.Fprintf(&r.b, "\n--- cell %d: %s ---\n", r.count, strings.Join(head, ", "))
	r.block(source)
	r.attachments(c["attachments"])
	if typ == "code" {
		r.outputs(c["outputs"])
	}
}

// run returns the execution count of a cell, as "In [3]".
func run(c map[string]json.RawMessage) string {
	for _, key := range []string{"execution_count", "prompt_number"} {
		if n, ok := number(c[key]); ok {
			return fmt.Sprintf("In [%d]", n)
		}
	}
	return "not run"
}

// block writes s and ends its last line.
func (r *renderer) block(s string) {
	r.b.WriteString(s)
	if s != "" && !strings.HasSuffix(s, "\n") {
		r.b.WriteByte('\n')
	}
}

// maxAttachments bounds the named attachments of a cell and types of an output.
const maxAttachments = 100

// attachments names the files that are attached to a cell.
func (r *renderer) attachments(value json.RawMessage) {
	files := members(value)
	for i, name := range sortedKeys(files) {
		if i == maxAttachments {
			fmt.Fprintf(&r.b, "[%s]\n", kind.Counted(len(files)-i, "more attachment"))
			return
		}
		data := members(files[name])
		for _, mime := range sortedKeys(data) {
			fmt.Fprintf(&r.b, "[attachment %s: %s]\n", label(name), named(mime, data[mime]))
		}
	}
}
