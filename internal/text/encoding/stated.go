package encoding

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// form is a way in which a file says what encoding it is in. The patterns are for the
// first bytes of a file in lower case; what they group is the name.
type form struct {
	pattern *regexp.Regexp
	endings []string // of the files that programs read so; "" for none. No list: all but prose
	html    bool     // comments of HTML are no part of it
}

// proseEndings are those of texts, in which only Emacs looks: the rest is about encodings.
var proseEndings = []string{
	".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd", ".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".tex", ".textile", ".log",
}

// statements are the declarations that a program looks for in one place: a comment of
// Python or Ruby in the first two lines (PEP 263), the XML declaration, and @charset of
// CSS, both the very first bytes; Emacs' -*- line in a comment of any language, and the
// <meta> of an HTML document.
var statements = sync.OnceValue(func() []form {
	return []form{
		{
			pattern: regexp.MustCompile(`\A(?:[ \t\f\r]*(?:#[^\n]*)?\n)??[ \t\f]*#+[ \t]*` +
				`(?:(?:file)?(?:en)?coding[:=][ \t]*([-\w.]+)[ \t\r]*(?:\n|\z)|(?:-\*-|vim?:)[^\n]*?coding[:=][ \t]*([-\w.]+))`),
			endings: []string{"", ".py", ".pyw", ".pyi", ".pyx", ".pxd", ".pxi", ".rb", ".rbw", ".rake", ".gemspec", ".ru", ".rbi", ".sage", ".pl", ".pm", ".tcl", ".r"},
		},
		{pattern: regexp.MustCompile(`\A<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']([-\w.]+)["']`)},
		{pattern: regexp.MustCompile(`\A@charset "([-\w.]+)";`), endings: []string{"", ".css", ".scss", ".sass", ".less"}},
		emacs(),
		{
			pattern: regexp.MustCompile(`(?s)\A\s*<(?:!doctype html|html|head)\b.*?<meta\s[^>]*?\bcharset\s*=\s*["']?([-\w.]+)`),
			endings: []string{"", ".html", ".htm", ".xhtml", ".xht", ".shtml", ".hta"}, html: true,
		},
	}
})

// emacs has no quotation mark or backquote before it: behind one it is an example.
var emacs = sync.OnceValue(func() form {
	return form{pattern: regexp.MustCompile("\\A(?:[^\\n]*\\n)??[^\\n\"`]*?-\\*-[^\\n]*?\\bcoding:[ \\t]*([-\\w.]+)[^\\n]*?-\\*-")}
})

// mentions are declarations that some programs go by, but that may be text as well: those
// of Vim, in comments, gettext, mail, and parts of HTML pages.
var mentions = sync.OnceValue(func() []form {
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
})

// statement is the name that a file states for certain, in lower case; "" if it states
// none.
func statement(file string, src []byte) string {
	if isProse(file) {
		return firstOf([]form{emacs()}, file, src)
	}
	return firstOf(statements(), file, src)
}

// mention is the name that a file may state, in lower case; "" if it states none.
func mention(file string, src []byte) string {
	if isProse(file) {
		return ""
	}
	return firstOf(mentions(), file, src)
}

// ending is the last ending of a file's name, in lower case; "" for a hidden one without.
func ending(file string) string {
	base := strings.TrimLeft(strings.ToLower(path.Base(file)), ".")
	return path.Ext(base)
}

// isProse reports whether a file of that name is text for readers.
func isProse(file string) bool {
	if ext := ending(file); ext != "" {
		return slices.Contains(proseEndings, ext)
	}
	return slices.Contains([]string{"readme", "license", "licence", "copying", "notice", "authors", "changelog", "changes", "news", "todo", "install"}, strings.ToLower(path.Base(file)))
}

// firstOf is the name that the first of the forms finds near the start of a file, in
// lower case.
func firstOf(forms []form, file string, src []byte) string {
	start := bytes.ToLower(src[:min(len(src), declLen)])
	for _, f := range forms {
		if f.endings != nil && !slices.Contains(f.endings, ending(file)) {
			continue
		}
		text := start
		if f.html {
			text = htmlComment().ReplaceAllLiteral(start, nil)
		}
		if found := f.pattern.FindSubmatch(text); found != nil {
			return string(bytes.Join(found[1:], nil))
		}
	}
	return ""
}

// htmlComment is a comment, one without an end too.
var htmlComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)<!--.*?(?:-->|\z)`) })
