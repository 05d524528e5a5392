package syntax

import (
	"bytes"

	"fileops/internal/lazy"
)

// Templates are files from which another program makes source files. They do not parse, so they
// are not judged. Their names do not tell them apart. Only the lines around an error are
// searched for marks of templates, since a source file may hold templates in strings.

// statement is a line that begins with a statement of Jinja, Twig, Liquid or Django.
var statement = lazy.Regexp{Source: `(?m)^[ \t]*\{%.*%\}`}

// action is code of a template that no language of the table has outside of strings: of Go's
// templates (Helm, chezmoi, …), Handlebars, ERB, EJS, PHP and Jinja.
var action = lazy.Regexp{Source: `\{\{[-~]?\s*(/\*|[.$][A-Za-z_]|[#/>^][A-Za-z_]|(if|range|end|else|with|define|template|block|include|toYaml)\b)` +
	`|<%|%>|<\?(php|=)|\{%[-+~]?\s*[a-z]+\b.*%\}`}

// mark is an expression of Jinja, Mustache and their like where it stands for a value:
// after a blank, a separator or at the start of a line.
var mark = lazy.Regexp{Source: `(^|[\s:,(\[/.-])\{\{[-~{]?\s*[A-Za-z_][\w.| ()'"\[\]-]*[-~]?\}\}`}

// isTemplate reports whether a text that did not parse is the source of a template.
func (l language) isTemplate(src []byte, v Verdict) bool {
	switch {
	case hasStatement(src):
		return true
	case l.marked == nil:
		return false
	case l.everywhere:
		return len(l.marks(src)) > 0
	}
	return near(src, v, l.marked)
}

// wasPlain reports whether a file was no template before a change, and is none after it: the
// old text parses, and it has each marked line of the new one.
func (l language) wasPlain(s source, old []byte) bool {
	if old == nil || !l.takes(old) {
		return false
	}
	before := l.marks(old)
	for line := range l.marks(s.text) {
		if !before[line] {
			return false
		}
	}
	s.text = old
	return guarded(l.parse, s).State == Valid
}

// marks are the lines that look as if they belonged to a template.
func (l language) marks(src []byte) map[string]bool {
	lines := map[string]bool{}
	for line := range bytes.Lines(src) {
		if hasStatement(line) || l.marked != nil && l.marked(line) {
			lines[string(bytes.TrimSpace(line))] = true
		}
	}
	return lines
}

// hasStatement reports whether a line of src is a statement of a template language.
func hasStatement(src []byte) bool {
	return bytes.Contains(src, []byte("{%")) && statement.Get().Match(src)
}

// hasAction reports whether a line of code belongs to a template.
func hasAction(line []byte) bool { return action.Get().Match(line) }

// hasMark reports whether a line of data belongs to a template. "${{ … }}" is no
// template: workflows hold it as text.
func hasMark(line []byte) bool { return action.Get().Match(line) || mark.Get().Match(line) }

// nearby is how many bytes of a long line are looked at on either side of a place.
const nearby = 200

// near reports whether the line that a verdict names, or one of its neighbours, is marked. A
// parser may report an error one line late.
func near(src []byte, v Verdict, marked func(line []byte) bool) bool {
	for n := max(v.Line-1, 1); n <= v.Line+1; n++ {
		line := lineAt(src, n)
		from, to := 0, len(line)
		switch {
		case n < v.Line:
			from = max(to-2*nearby, 0)
		case n > v.Line || v.Column == 0:
			to = min(2*nearby, to)
		default:
			from, to = min(max(v.Column-nearby, 0), to), min(v.Column+nearby, to)
		}
		if marked(line[from:to]) {
			return true
		}
	}
	return false
}

// conflict finds the first of git's conflict markers, if there is one of each kind
// in their order.
func conflict(src []byte) (offset int, ok bool) {
	markers := [...]string{"<<<<<<< ", "=======", ">>>>>>> "}
	found, first, pos := 0, 0, 0
	for line := range bytes.Lines(src) {
		if bytes.HasPrefix(line, []byte(markers[found])) {
			if found == 0 {
				first = pos
			}
			if found++; found == len(markers) {
				return first, true
			}
		}
		pos += len(line)
	}
	return 0, false
}
