package conflict

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// maxAbove is how many lines above a block, or above the fence that it stands in, may hold its
// path.
const maxAbove = 3

// maxMention is how far above the first block the name of a file is looked for that its message
// can show, in bytes.
const maxMention = 300

// pathOf returns the path of a block that begins at an offset: the nearest above it, else that of
// the block before. It does not go back to that one if anything else stands between them: a
// quoted block, an operation of another form, or the name of another file. fence is the offset
// of the line that opens the fence that the block stands in, -1 for none.
func (r *Reader) pathOf(at, fence int) (path, problem, hint string) {
	if path = r.pathAbove(at, fence); path != "" {
		return path, "", ""
	}
	const alone = "Write the path of the file, relative to the root, alone on the line above the block."
	between := r.s.Text[r.floor:at]
	if r.path == "" { // what stands far above is about something else
		between = between[max(0, len(between)-maxMention):]
	}
	switch other := otherFile(between, r.path); {
	case other != "":
		return "", "its file is in doubt: no path stands alone on a line above it",
			"Write the path alone on the line above the block, without other words: " + other
	case r.path == "":
		return "", "it does not say which file", alone
	case r.s.Starts.Next(r.floor, at) < at:
		return "", "its file is in doubt: something else stands between it and the block before", alone
	}
	return r.path, "", ""
}

// pathAbove returns the path on the nearest line above a block, or in the line that opens its
// fence; "" if there is none.
func (r *Reader) pathAbove(at, fence int) string {
	floor := r.floor
	if fence >= floor {
		opening, _, _ := strings.Cut(r.s.Text[fence:], "\n")
		if path := r.pathIn(at, fence+len(opening)); path != "" {
			return path
		}
		if path := pathInInfo(strings.TrimLeft(strings.TrimSpace(opening), "`~>- ")); path != "" {
			return path
		}
		at = fence
	}
	return r.pathIn(at, floor)
}

// pathIn is the path on the nearest of a few lines before an offset, and after floor. It does not
// look into fences or comments that end there.
func (r *Reader) pathIn(at, floor int) string {
	for n := 0; n < maxAbove && at > floor; n++ {
		start := max(floor, strings.LastIndexByte(r.s.Text[:at-1], '\n')+1)
		line := strings.TrimSpace(r.s.Text[start:at])
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Contains(line, "-->") || strings.Contains(line, "<!--") {
			return ""
		}
		if path := pathOn(line); path != "" {
			return path
		}
		at = start
	}
	return ""
}

var (
	listMark  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:#{1,6}|[-*+]|\d{1,4}[.)])\s+`) })
	pathLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(?:file ?name|file ?path|file|path)\s*:\s*`) })
	infoLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(?:title|file|filename|path)=`) })
	extension = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[^/.]\.[A-Za-z][A-Za-z0-9_+-]{0,15}$|^\.[A-Za-z][\w.-]*$|/\.[A-Za-z][\w.-]*$`)
	})
)

// pathOn returns the path that a line consists of, but for what Markdown puts around it, a
// label before it and a colon behind it; "" if it is something else.
func pathOn(line string) string {
	text := strings.TrimSpace(line)
	if strings.ContainsAny(text[:min(len(text), 1)], "#-*+0123456789") {
		text = listMark().ReplaceAllString(text, "")
	}
	marked := false // it cannot be a word of a sentence
	for before := ""; before != text; {
		before = text
		if label := pathLabel().FindString(text); label != "" {
			text, marked = text[len(label):], true
		}
		text = strings.TrimSpace(strings.TrimSuffix(text, ":"))
		for _, around := range []string{"**", "__", "`", "*"} {
			if inner, ok := strings.CutPrefix(text, around); ok && len(inner) > len(around) && strings.HasSuffix(inner, around) {
				text = strings.TrimSuffix(inner, around)
				marked = marked || around == "`"
			}
		}
	}
	if isPath(text) || marked && isMarkedPath(text) {
		return text
	}
	return ""
}

// pathInInfo returns the path that the info string of a fence ends in: a word of its own, behind
// the language and a colon, or behind title=.
func pathInInfo(info string) string {
	fields := strings.Fields(info)
	if len(fields) == 0 {
		return ""
	}
	last := fields[len(fields)-1]
	label := infoLabel().FindString(last)
	last = strings.Trim(last[len(label):], `"'`)
	if language, after, ok := strings.Cut(last, ":"); ok && !strings.ContainsAny(language, "/.") {
		last, label = after, ":"
	}
	if isPath(last) && (label != "" || len(fields) > 1 || isFile(last)) {
		return last
	}
	return ""
}

// noPath are characters that stand in no path without marks around it.
const noPath = " \t`\"'<>|*?,;:#@()\\="

// isPath reports whether a text without blanks is a path: it ends as the names of files do, or
// is a well-known name.
func isPath(text string) bool {
	if text == "" || strings.ContainsAny(strings.NewReplacer("/(", "/", ")/", "/", "[", "", "]", "", "/@", "/").Replace(text), noPath) ||
		strings.HasSuffix(text, "/") || strings.HasSuffix(text, ".") {
		return false
	}
	return extension().MatchString(text) || slices.Contains(bareNames, path.Base(text))
}

// isMarkedPath reports whether a text in backticks or behind a label is a path.
func isMarkedPath(text string) bool {
	if text == "" || strings.ContainsAny(text, "`\"<>|*?:#@\\") || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "/") {
		return false
	}
	return !strings.ContainsAny(text, " \t") || strings.Contains(path.Base(text), ".")
}

// bareNames are files whose names have no ending.
var bareNames = []string{
	"Makefile", "makefile", "GNUmakefile", "Dockerfile", "Containerfile", "LICENSE", "LICENCE", "README", "CHANGELOG", "AUTHORS", "NOTICE",
	"COPYING", "VERSION", "Gemfile", "Rakefile", "Procfile", "Vagrantfile", "Jenkinsfile", "Justfile", "justfile", "Brewfile", "Podfile",
	"Caddyfile", "Tiltfile", "Pipfile", "CODEOWNERS", "BUILD", "WORKSPACE",
}

// otherFile returns a name in a text that seems to be that of a file other than path; "" if there
// is none. A name may have quotes, brackets and the like around it.
func otherFile(text, path string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n\"'`<>()[]{},;=|*", r) }) {
		word, _, _ = strings.Cut(word, "#")
		word = strings.Trim(strings.TrimPrefix(strings.ReplaceAll(word, `\`, "/"), "./"), ":.!?@_~")
		if i := strings.LastIndexByte(word, ':'); i >= 0 && !strings.Contains(word, "://") {
			if before, after := word[:i], word[i+1:]; strings.Trim(after, "0123456789") == "" {
				word = before // the line
			} else {
				word = after // the language before it
			}
		}
		if isFile(word) && word != path && !strings.HasSuffix("/"+path, "/"+word) {
			return word
		}
	}
	return ""
}

// isFile reports whether a word of a sentence seems to be the name of a file.
func isFile(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	if dot <= 0 || strings.Contains(word, "://") {
		return false
	}
	ending := strings.ToLower(word[dot+1:])
	return slices.Contains(endings(), ending) || strings.Contains(word, "/") && isPath(word)
}

// endings are those by which a word of a sentence is known for the name of a file.
var endings = sync.OnceValue(func() []string {
	return strings.Fields("py pyi ipynb go mod sum js mjs cjs jsx ts mts cts tsx java kt kts scala groovy c h cc cpp cxx hpp hh cs fs vb rs swift m mm dart zig " +
		"rb erb php pl pm lua r jl ex exs erl hs ml clj sh bash zsh fish ps1 bat sql html htm css scss sass less vue svelte astro json jsonc json5 jsonl yaml yml " +
		"toml ini cfg conf env properties xml svg csv tsv md mdx rst txt adoc tex proto graphql tf tfvars hcl gradle cmake mk lock patch diff log")
})
