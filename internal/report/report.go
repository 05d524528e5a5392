// Package report shows what a run did and what a response holds: to people as
// text, to programs as JSON, to models as the messages of their APIs. It decides
// nothing and writes to the writer it is given only.
package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

	"fileops/internal/ops"
)

// version is the major version of the JSON; it changes only when a program that
// reads it could break.
const version = 1

// output is the text of a result that succeeded, as a model gets it.
func output(d ops.Done) string {
	lines := []string{}
	if said := cmp.Or(d.Answer, d.Summary.String()); said != "" {
		lines = append(lines, said)
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

// JSON writes v as indented JSON, in valid UTF-8; "<" stays as it is, and U+FFFD stands
// for bytes that are no UTF-8. Its errors are those of w.
func JSON(w io.Writer, v any) error {
	enc := newEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// newEncoder makes an encoder of which each value without indents is one line, for
// everyone.
func newEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(lineWriter{w})
	enc.SetEscapeHTML(false)
	return enc
}

// lineWriter escapes U+0085, at which some programs that read lines end one. The encoder
// does it for U+2028 and U+2029, and writes each value at once.
type lineWriter struct{ io.Writer }

func (w lineWriter) Write(text []byte) (int, error) {
	if _, err := w.Writer.Write(bytes.ReplaceAll(text, []byte("\u0085"), []byte(`\u0085`))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// pathBytes is a path that is no UTF-8, which text cannot show, and nothing for others.
func pathBytes(path string) []byte {
	if utf8.ValidString(path) {
		return nil
	}
	return []byte(path)
}

// orEmpty is list, or a list without elements in place of nil: JSON shows [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
