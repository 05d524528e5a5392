package files

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// doubt says why a fence may end elsewhere than in CommonMark; "" if it may not. Models put
// Markdown that has fences into a fence of no more marks, and mean its last line.
func (r *Reader) doubt(f quote.Fence, file string) (problem, hint string) {
	const longer = "Put a text that has fences into one with more marks, such as ````markdown, and send again what stands after it."
	line := r.s.Line(f.At)
	if f.Broken {
		return fmt.Sprintf("the fence at line %d has no end in its list item or quote", line), "Send the fence again, with nothing before its marks and its lines."
	}
	marks := r.s.Text[f.At : f.At+f.Length]
	text := r.s.Text[f.After:f.Closer]
	if strings.Contains(text, marks) {
		if inner, ok := r.inner(f); ok {
			return fmt.Sprintf("the fence at line %d may go on behind line %d: another one seems to begin in it at line %d", line, r.s.Line(f.Closer), r.s.Line(inner)), longer
		}
	}
	language, _, _ := strings.Cut(strings.ToLower(f.Info), " ")
	next, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(r.s.Text[f.End:], "\r"), "\n"), "\n")
	if isMarkdown(language, file) && strings.TrimSpace(next) != "" && r.Next(f.End) < len(r.s.Text) {
		return fmt.Sprintf("the fence at line %d may go on behind line %d: text and another fence follow it", line, r.s.Line(f.Closer)), longer
	}
	return "", ""
}

// inner is the offset of a line in a fence that would open one itself.
func (r *Reader) inner(f quote.Fence) (at int, found bool) {
	for at = f.After; at < f.Closer; {
		inner, ok := r.s.NextFence(at, f.Closer)
		if !ok {
			break
		}
		if inner.Mark == f.Mark && inner.Length >= f.Length && inner.Indent <= f.Indent+3 {
			return inner.At, true
		}
		at = inner.After
	}
	return 0, false
}

// dedent takes off the lines of a fence the blanks that the fence has before it.
func (r *Reader) dedent(f quote.Fence, text string) (dedented, problem, hint string) {
	if f.Indent == 0 {
		return text, "", ""
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		rest := line
		for n := 0; n < f.Indent && strings.HasPrefix(rest, " "); n++ {
			rest = rest[1:]
		}
		if strings.HasPrefix(rest, "\t") && len(line)-len(rest) < f.Indent {
			return "", "its lines are indented in other ways than its first", "Send the fence again, with nothing before its marks and its lines."
		}
		b.WriteString(rest)
	}
	return b.String(), "", ""
}

// otherForm says what a fence holds if that is no file, but changes of one in another form.
func otherForm(text, info, file string) (problem, hint string) {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	ending := strings.ToLower(path.Ext(file))
	if slices.Contains([]string{".diff", ".patch", ".rej"}, ending) {
		return "", ""
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	second, _, _ := strings.Cut(strings.TrimLeft(rest, " \t\r\n"), "\n")
	label := strings.TrimLeft(first, "<-")
	var form, input string
	switch {
	case len(first)-len(label) >= 4 && strings.HasPrefix(strings.TrimSpace(label), "SEARCH"):
		form, input = "a SEARCH/REPLACE block", "search-replace"
	case strings.HasPrefix(first, "*** Begin Patch"), strings.HasPrefix(first, "*** Update File:"), strings.HasPrefix(first, "*** Add File:"):
		form, input = "a patch", "patch"
	case slices.Contains([]string{"diff", "patch", "udiff"}, language), strings.HasPrefix(first, "diff --git "),
		strings.HasPrefix(first, "--- ") && strings.HasPrefix(second, "+++ "), strings.HasPrefix(first, "@@ "):
		form, input = "a diff", "diff"
	case isOperation(first) && (second == "" || strings.HasPrefix(second, "<file>") || strings.HasPrefix(second, "<from>") || strings.HasPrefix(second, "<path>")):
		form, input = "an operation block", "tags"
	default:
		return "", ""
	}
	if strings.HasPrefix(first, "--- ") {
		file = "a file" // its name may be the one in this line, read as a comment
	}
	return "it holds " + form + ", not the text of " + file + ": " + response.Head(strings.TrimSpace(first), 60),
		"Put the whole text of the file in the fence. --input " + input + " runs " + form + "."
}

// isOperation reports whether a line begins with the tag of an operation.
func isOperation(line string) bool {
	name, isTag := strings.CutPrefix(line, "<")
	name, _, closed := strings.Cut(name, ">")
	if !isTag || !closed {
		return false
	}
	_, known := ops.Lookup(strings.ToLower(name))
	return known
}
