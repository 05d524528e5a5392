package report

import (
	"net/url"
	"path"
	"strconv"
	"strings"

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
func writeLine(w *terminal.Writer, spans ...span) { writeFitted(w, minPath, spans) }

// writeFitted is writeLine that leaves so many columns of each path.
func writeFitted(w *terminal.Writer, least int, spans []span) {
	paths, others := 0, 0
	for _, s := range spans {
		if s.style == terminal.Path {
			paths++
			others += len(s.fixed)
		} else {
			others += s.columns()
		}
	}
	room := 0 // for each path; 0 for no limit
	if width := w.Options().Width; width > 0 && paths > 0 {
		room = max(least, (width-others)/paths)
	}
	for _, s := range spans {
		text := s.text
		if s.style == terminal.Path && room > 0 && terminal.Columns(terminal.Escape(text)) > room {
			text = terminal.Shorten(terminal.Escape(text), room)
		}
		if text += s.fixed; s.url != "" {
			w.Link(s.url, text, s.style)
		} else {
			w.Styled(s.style, text)
		}
	}
	w.Styled(terminal.Plain, "\n")
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

// verbs are the words with which the sentences of operations begin, and what a dry run says.
var verbs = map[string]string{
	"Replaced": "replace", "Created": "create", "Overwrote": "overwrite", "Deleted": "delete", "Moved": "move",
	"Copied": "copy", "Appended": "append", "Inserted": "insert", "Removed": "remove", "Made": "make",
	"Changed": "change", "Undid": "undo",
}

// wouldDo turns a sentence on what was done into one on what a run would do.
func wouldDo(sentence string) string {
	text := strings.TrimPrefix(sentence, "Successfully ")
	verb, rest, _ := strings.Cut(text, " ")
	if verb != "" && text != sentence {
		verb = strings.ToUpper(verb[:1]) + verb[1:]
	}
	if verbs[verb] == "" {
		return sentence
	}
	return "Would " + verbs[verb] + " " + rest
}

// beforePath are the words after which the sentences of operations name their path.
var beforePath = []string{
	" in ", " to ", " edits of ", "Changed ", "Created parent directories and file: ", "Created directory ", "Directory already exists: ",
	"Created ", "Overwrote ", "Deleted ", "Removed directory ", "Read ", "Listed ", "No change: ",
}

// cutPath cuts a sentence before and after the path that it names. ok is false if it names none.
func cutPath(sentence, path string) (before, after string, ok bool) {
	if path == "" {
		return sentence, "", false
	}
	for _, words := range beforePath {
		rest := sentence
		for at := 0; ; {
			i := strings.Index(rest, words+path)
			if i < 0 {
				break
			}
			end := at + i + len(words) + len(path)
			if end == len(sentence) || strings.HasPrefix(sentence[end:], " ") || strings.HasPrefix(sentence[end:], ",") {
				return sentence[:end-len(path)], sentence[end:], true
			}
			at += i + len(words)
			rest = sentence[at:]
		}
	}
	return sentence, "", false
}

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
