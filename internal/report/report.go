// Package report shows what a run did and what a response holds: to people as
// text, to programs as JSON, to models as the messages of their APIs. It decides
// nothing and writes to the writer it is given only.
package report

import (
	"encoding/json"
	"io"
	"strings"

	"fileops/internal/ops"
)

// version is the major version of the JSON; it changes only when a program that
// reads it could break.
const version = 1

// output is the text of a result that succeeded, as a model gets it.
func output(d ops.Done) string {
	lines := []string{}
	if d.Summary != "" {
		lines = append(lines, d.Summary)
	}
	lines = append(lines, d.Notes...)
	if d.Backup != "" {
		lines = append(lines, "Backup: "+d.Backup)
	}
	if d.Content != "" {
		lines = append(lines, strings.TrimSuffix(d.Content, "\n"))
	}
	return strings.Join(lines, "\n")
}

// writeJSON writes v as one indented object; "<" stays as it is.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// orEmpty is list, or a list without elements in place of nil: JSON shows [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
