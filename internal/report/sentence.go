package report

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/terminal"
)

// span is a part of a line in one style.
type span struct {
	text  string
	style terminal.Style
	url   string // of what a path names; "" for no link
	fixed string // after the text of a path, in the same style, and never cut: ":14"
}

// plain is a text without a style.
func plain(text string) span { return span{text: text} }

// columns returns the width of a span.
func (s span) columns() int { return terminal.Columns(terminal.Escape(s.text + s.fixed)) }

// minPath is the number of columns to which a path is cut at most.
const minPath = 12

// writeLine writes a line. On a narrow terminal it cuts the paths, and nothing else.
func writeLine(w *terminal.Writer, spans ...span) {
	writeSpans(w, fitted(spans, w.Options().Width, minPath))
}

func writeSpans(w *terminal.Writer, spans []span) {
	for _, s := range spans {
		if s.url != "" {
			w.Link(s.url, s.text+s.fixed, s.style)
		} else {
			w.Styled(s.style, s.text+s.fixed)
		}
	}
	w.Styled(terminal.Plain, "\n")
}

// fitted cuts the paths of a line that is too long for the width of a terminal. It leaves a
// number of columns of each.
func fitted(spans []span, width, least int) []span {
	if width == 0 {
		return spans
	}
	var paths []int // their columns
	room := width
	for _, s := range spans {
		if s.style == terminal.Path {
			paths = append(paths, terminal.Columns(terminal.Escape(s.text)))
			room -= len(s.fixed)
		} else {
			room -= s.columns()
		}
	}
	limit := pathLimit(paths, room)
	if limit < 0 {
		return spans
	}
	spans = slices.Clone(spans)
	for i, s := range spans {
		if s.style == terminal.Path {
			spans[i].text = terminal.Shorten(terminal.Escape(s.text), max(least, limit))
		}
	}
	return spans
}

// pathLimit is the width to which paths are cut so that they fit into a number of columns; -1
// if they fit as they are. Short paths leave room for long ones.
func pathLimit(paths []int, room int) int {
	slices.Sort(paths)
	for i, columns := range paths {
		if limit := max(0, room) / (len(paths) - i); columns > limit {
			return limit
		}
		room -= columns
	}
	return -1
}

// fileURL is the URL of a file below the root.
func fileURL(root, name string) string {
	dir := strings.ReplaceAll(root, `\`, "/")
	if !strings.HasPrefix(dir, "/") {
		dir = "/" + dir // of Windows
	}
	u := url.URL{Scheme: "file", Path: path.Join(dir, name)}
	return u.String()
}

// infinitives are the verbs of sentences on what was done, as a dry run says them.
var infinitives = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"Replaced": "replace", "Created": "create", "Overwrote": "overwrite", "Deleted": "delete", "Moved": "move",
		"Copied": "copy", "Appended": "append", "Inserted": "insert", "Removed": "remove", "Made": "make",
		"Changed": "change", "Undid": "undo", "Applied": "apply",
	}
}}

// lineCounts are the lines that a change adds and removes, as text: (+3 -1).
func lineCounts(added, removed int) string {
	var parts []string
	if added > 0 {
		parts = append(parts, "+"+strconv.Itoa(added))
	}
	if removed > 0 {
		parts = append(parts, "-"+strconv.Itoa(removed))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, " ") + ")"
}
