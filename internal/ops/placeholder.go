package ops

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/omission"
)

// prose are the endings of files in which a line such as `...` is part of the text.
var prose = lazy.Value[[]string]{Make: func() []string {
	return slices.Concat(markdown, []string{".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".tex", ".textile", ".log"})
}}

var markdown = []string{".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"}

// dotted are the endings of sources in which a line of dots alone is no code. It is in
// Python, Perl, R, Lua and YAML.
var dotted = []string{
	".go", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".java", ".kt", ".kts", ".scala", ".groovy", ".cs", ".fs",
	".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".m", ".mm", ".rs", ".swift", ".dart", ".zig", ".php", ".rb", ".ex", ".exs",
	".hs", ".ml", ".clj", ".sql", ".css", ".scss", ".sass", ".less", ".json", ".jsonc", ".json5", ".toml", ".sh", ".bash", ".zsh",
	".ps1", ".vue", ".svelte", ".proto", ".tf", ".gradle", ".graphql", ".cmake",
}

// titles are names of prose that have no ending.
var titles = []string{"readme", "license", "licence", "copying", "notice", "authors", "contributors", "changelog", "changes", "news", "todo", "install"}

func isProse(name string) bool {
	base := strings.ToLower(path.Base(name))
	if ext := path.Ext(base); ext != "" {
		return slices.Contains(prose.Get(), ext)
	}
	return slices.Contains(titles, base)
}

// isMarkdown reports whether a file of that name is Markdown, so that code fences belong to it.
func isMarkdown(name string) bool {
	name = strings.ToLower(path.Base(name))
	return name == "readme" || strings.Contains(name, ".md.") || // a template of a Markdown file
		slices.Contains(markdown, path.Ext(name))
}

// guard checks a text that is to be put into a file that holds old, or nothing. It refuses
// a placeholder for code that is left out, and the line numbers of a listing, or warns.
func (p Policy) guard(file, field, newText string, old []byte) (warnings []string, err error) {
	if p.OmissionCheck == "off" {
		return nil, nil
	}
	warnings, err = p.numbers(file, field, newText, old)
	if err != nil {
		return nil, err
	}
	dotsAreNoCode := p.style.Form == wording.SearchReplace || slices.Contains(dotted, strings.ToLower(path.Ext(file)))
	line, shown, found := omission.Find([]byte(newText), old, dotsAreNoCode)
	if !found {
		return warnings, nil
	}
	msg := fmt.Sprintf("Placeholder instead of code at line %d: '%s'", line, text.Cut(shown, maxShownChars))
	if p.OmissionCheck == "warn" || isProse(file) {
		return append(warnings, msg+" (line of "+field+", written as it is)"), nil
	}
	return nil, &Error{
		Code: Placeholder, Path: file, Msg: msg,
		Hint: fmt.Sprintf("Send %s with the code itself in place of its line %d: nothing fills in what it leaves out. If the line itself belongs to the file, say on it what it is: '%s'.", field, line, text.Cut(omission.Meant(shown), maxShownChars)),
	}
}

// admit is content as it goes into a file, checked by guard. If code fences are wrapped around
// all of it, they are taken off, but not in Markdown. A fragment of a file that is prose, or
// that has fences itself, keeps them too.
func (p Policy) admit(file, field string, v Value, old []byte, whole bool) (Value, []string, error) {
	var warnings []string
	if inner, fenced := text.Unfence(v.Text); fenced && !isMarkdown(file) && !(old != nil && !whole && (isProse(file) || hasFence(old))) {
		if inner == "" {
			return v, nil, malformed(field+" holds nothing but code fences", "Write the text itself.")
		}
		v.Text = inner
		warnings = append(warnings, "the code fences around "+field+" were taken off")
	}
	more, err := p.guard(file, field, v.Text, old)
	return v, append(warnings, more...), err
}

// hasFence reports whether a line of a text begins with a code fence.
func hasFence(src []byte) bool {
	for line := range bytes.Lines(src) {
		if s := bytes.TrimLeft(line, " \t"); bytes.HasPrefix(s, []byte("```")) || bytes.HasPrefix(s, []byte("~~~")) {
			return true
		}
	}
	return false
}
