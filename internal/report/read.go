package report

import (
	"io"
	"strings"

	"github.com/fatih/color"

	"fileops/internal/ops"
)

// Read writes what one read shows, and nothing else; with named under a heading as head
// and tail have it, and with apart a blank line before that.
func (h Human) Read(w io.Writer, res ops.Result, named, apart bool) error {
	if named {
		heading := h.paint(color.Bold, "==> "+res.Path+" <==") + "\n"
		if apart {
			heading = "\n" + heading
		}
		if _, err := io.WriteString(w, heading); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, h.numbers(res.Content))
	return err
}

// numbers dims the numbers of lines.
func (h Human) numbers(text string) string {
	if !h.Color {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		number, rest, numbered := strings.Cut(line, "\t")
		if numbered && number != "" && strings.Trim(number, " 0123456789") == "" {
			number = h.paint(color.Faint, number) + "\t"
		} else {
			number, rest = "", line
		}
		b.WriteString(number + rest)
	}
	return b.String()
}

// readJSON is what there is to say of a file that was read.
type readJSON struct {
	Kind     string `json:"kind"`
	Encoding string `json:"encoding,omitempty"`
	LineEnd  string `json:"line_end,omitempty"`
	Ended    *bool  `json:"ends_with_line_end,omitempty"`
	Lines    int    `json:"lines"`
	Total    int    `json:"total_lines,omitempty"` // unknown if it is not there
}

func toReadJSON(d ops.Done) *readJSON {
	if d.Shown == nil {
		return nil
	}
	s := d.Shown
	r := &readJSON{Kind: string(s.Kind), Encoding: s.Encoding, LineEnd: s.LineEnd, Lines: s.Lines, Total: max(0, s.Total)}
	if s.Encoding != "" {
		r.Ended = &s.Ended
	}
	return r
}
