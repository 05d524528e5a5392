package encoding

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"fileops/internal/lazy"
)

// form is a way to declare an encoding. Patterns match the first bytes of a file in lower case;
// their group is the name.
type form struct {
	pattern *regexp.Regexp
	endings []string // extensions of the files with this form, "" for none; nil for all but prose
	html    bool     // comments of HTML are ignored
}

// proseEndings are those of prose. Only the declaration of Emacs counts there: others may be
// examples in a text about encodings.
var proseEndings = []string{
	".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd", ".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".tex", ".textile", ".log",
}

// statements are declarations that programs look for in one place: a comment of Python or Ruby
// in the first two lines (PEP 263); the XML declaration and @charset of CSS, both at the very
// start; the -*- line of Emacs; and the <meta> of an HTML document.
var statements = lazy.Value[[]form]{Make: func() []form {
	return []form{
		{
			pattern: regexp.MustCompile(`\A(?:[ \t\f\r]*(?:#[^\n]*)?\n)??[ \t\f]*#+[ \t]*` +
				`(?:(?:file)?(?:en)?coding[:=][ \t]*([-\w.]+)[ \t\r]*(?:\n|\z)|(?:-\*-|vim?:)[^\n]*?coding[:=][ \t]*([-\w.]+))`),
			endings: []string{"", ".py", ".pyw", ".pyi", ".pyx", ".pxd", ".pxi", ".rb", ".rbw", ".rake", ".gemspec", ".ru", ".rbi", ".sage", ".pl", ".pm", ".tcl", ".r"},
		},
		{pattern: regexp.MustCompile(`\A<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']([-\w.]+)["']`)},
		{pattern: regexp.MustCompile(`\A@charset "([-\w.]+)";`), endings: []string{"", ".css", ".scss", ".sass", ".less"}},
		emacs.Get(),
		{
			pattern: regexp.MustCompile(`(?s)\A\s*<(?:!doctype html|html|head)\b.*?<meta\s[^>]*?\bcharset\s*=\s*["']?([-\w.]+)`),
			endings: []string{"", ".html", ".htm", ".xhtml", ".xht", ".shtml", ".hta"}, html: true,
		},
	}
}}

// emacs is the -*- line. After a quotation mark or a backquote it is an example.
var emacs = lazy.Value[form]{Make: func() form {
	return form{pattern: regexp.MustCompile("\\A(?:[^\\n]*\\n)??[^\\n\"`]*?-\\*-[^\\n]*?\\bcoding:[ \\t]*([-\\w.]+)[^\\n]*?-\\*-")}
}}

// mentions are declarations that some programs obey, but that may also be plain text: those of
// Vim, gettext, mail, parts of HTML pages, and in comments.
var mentions = lazy.Value[[]form]{Make: func() []form {
	const mark = `[ \t\f]*(?:#|//|;|--|%|/\*|\*)`
	return []form{
		{pattern: regexp.MustCompile("\\A(?:[ \\t\\f\\r]*(?:" + mark + "[^\\n]*)?\\n)??" + mark + "[^\\n`\"']*?coding[:=][ \\t]*([-\\w.]+)")},
		{pattern: regexp.MustCompile(`\bvim?:[^\n]*?fileencoding=([-\w.]+)`)},
		{
			pattern: regexp.MustCompile(`content-type:[^\n]*?\bcharset=([-\w.]+)`),
			endings: []string{"", ".po", ".pot", ".eml", ".mbox", ".mht", ".mhtml"},
		},
		{
			pattern: regexp.MustCompile(`<meta\s[^>]*?\bcharset\s*=\s*["']?([-\w.]+)`),
			endings: []string{
				"", ".html", ".htm", ".xhtml", ".xht", ".shtml", ".hta", ".php", ".phtml", ".jsp", ".asp", ".aspx", ".cshtml", ".erb", ".ejs",
				".tmpl", ".tpl", ".gohtml", ".j2", ".jinja", ".jinja2", ".twig", ".hbs", ".mustache", ".liquid", ".njk", ".vue", ".svelte", ".astro",
			},
			html: true,
		},
	}
}}

// statement is the name of the encoding that a file certainly declares, in lower case; or "".
func statement(file string, src []byte) string {
	if isProse(file) {
		return firstOf([]form{emacs.Get()}, file, src)
	}
	return firstOf(statements.Get(), file, src)
}

// mention is the name of an encoding that a file may declare, in lower case; or "".
func mention(file string, src []byte) string {
	if isProse(file) {
		return ""
	}
	return firstOf(mentions.Get(), file, src)
}

// ending is the extension of a file, in lower case. A hidden file like .profile has none.
func ending(file string) string {
	base := strings.TrimLeft(strings.ToLower(path.Base(file)), ".")
	return path.Ext(base)
}

// isProse reports whether a file of that name holds prose.
func isProse(file string) bool {
	if ext := ending(file); ext != "" {
		return slices.Contains(proseEndings, ext)
	}
	return slices.Contains([]string{"readme", "license", "licence", "copying", "notice", "authors", "changelog", "changes", "news", "todo", "install"}, strings.ToLower(path.Base(file)))
}

// mayDeclare reports whether a text has one of the words that every form has, in upper or lower
// case. Most files have none, and are done with at once.
func mayDeclare(start []byte) bool {
	for i, c := range start[:max(0, len(start)-len("coding")+1)] {
		if c|0x20 != 'c' {
			continue
		}
		rest := start[i:]
		if bytes.EqualFold(rest[:len("coding")], []byte("coding")) || bytes.EqualFold(rest[:min(len(rest), len("charset"))], []byte("charset")) {
			return true
		}
	}
	return false
}

// firstOf is the name in the first form that matches near the start of a file, in lower case.
func firstOf(forms []form, file string, src []byte) string {
	src = src[:min(len(src), declLen)]
	if !mayDeclare(src) {
		return ""
	}
	start := bytes.ToLower(src)
	for _, f := range forms {
		if f.endings != nil && !slices.Contains(f.endings, ending(file)) {
			continue
		}
		text := start
		if f.html {
			text = htmlComment.Get().ReplaceAllLiteral(start, nil)
		}
		if found := f.pattern.FindSubmatch(text); found != nil {
			return string(bytes.Join(found[1:], nil))
		}
	}
	return ""
}

// htmlComment is a comment, even without an end.
var htmlComment = lazy.Regexp{Source: `(?s)<!--.*?(?:-->|\z)`}
