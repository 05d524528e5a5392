package ops

import (
	"bytes"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// Hunk is one change of a patch: whole lines, and what takes their place. Each line is
// ended by \n.
type Hunk struct {
	Find, Replace string
	Headers       []string // lines that the change stands after or in: a class, a function in it
}

// Patch returns the change that the hunks of a patch make in a file, one after another:
// all or none. Their lines must stand in one place only, or in one of what the headers
// name.
func Patch(path string, hunks []Hunk) Action {
	m := multiEdit{Path: path, hunks: true}
	for _, h := range hunks {
		m.Edits = append(m.Edits, Edit{
			Path: path, Find: Value{Text: h.Find, Block: true}, Replace: Value{Text: h.Replace, Block: true},
			Count: Once, tag: "str_replace", field: "the hunk", other: "the hunk", reader: "read",
			hunk: true, headers: strings.Join(h.Headers, "\n"),
		})
	}
	return m
}

// narrowed is the one place that a hunk means where its lines stand in several: the only
// one in what its headers name. A header must stand once, as a whole line but for the
// blanks around it, in what the headers before it name; so nothing is chosen.
func (e Edit) narrowed(src source, found match.Tolerated) match.Tolerated {
	if e.headers == "" || len(found.Spans) < 2 || found.Level != "" {
		return found
	}
	within := text.Span{End: len(src.data)}
	for _, header := range strings.Split(e.headers, "\n") {
		var ok bool
		if within, ok = headed(src.data, within, header); !ok {
			return found
		}
	}
	first, ok := firstIn(src.data, within, e.Find)
	if !ok {
		return found
	}
	after := text.Span{Start: text.NextLine(src.data, first.Start), End: within.End}
	if _, another := firstIn(src.data, after, e.Find); another {
		return found
	}
	found.Spans, found.Overlap = []text.Span{first}, false
	return found
}

// firstIn is the first place where whole lines stand that begins in a span.
func firstIn(src []byte, within text.Span, find Value) (text.Span, bool) {
	m := match.Find(src[within.Start:], find)
	if !m.Whole || m.Spans[0].Start+within.Start >= within.End {
		return text.Span{}, false
	}
	return text.Span{Start: m.Spans[0].Start + within.Start, End: m.Spans[0].End + within.Start}, true
}

// headed is what a header names within a span: the lines after it that are indented
// more than it is, with the brackets around them; where there is none, all after it. It
// reports false if the header does not stand there exactly once.
func headed(src []byte, within text.Span, header string) (text.Span, bool) {
	var body text.Span
	times, open := 0, false
	indent := 0
	for at := within.Start; at < within.End; {
		next := min(text.NextLine(src, at), within.End)
		line := bytes.TrimRight(src[at:next], " \t\r\n")
		trimmed := bytes.TrimLeft(line, " \t")
		depth := len(line) - len(trimmed)
		if string(trimmed) == header {
			if times++; times > 1 {
				return body, false
			}
			body, open, indent = text.Span{Start: next, End: next}, true, depth
		} else if open && len(trimmed) > 0 {
			if depth > indent || depth == indent && bytes.IndexByte([]byte("{})]"), trimmed[0]) >= 0 {
				body.End = next
			} else {
				open = false
			}
		}
		at = next
	}
	if body.End == body.Start {
		body.End = within.End
	}
	return body, times == 1
}
