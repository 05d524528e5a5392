// Package filename finds the name of a file in what a model writes above and around the text of
// one: on a line of its own with Markdown around it, in the info string of a fence, in a sentence.
// It knows no form of changes, and touches no file.
package filename

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"fileops/internal/lazy"
)

var (
	listMark  = lazy.Regexp{Source: `^(?:#{1,6}|[-*+]|\d{1,4}[.)])\s+`}
	pathLabel = lazy.Regexp{Source: `(?i)^(?:file ?name|file ?path|file|path)\s*:\s*`}
	infoLabel = lazy.Regexp{Source: `(?i)(?:^|[\s{,])(title|file|filename|path)=("[^"]*"|'[^']*'|[^\s},]+)`}
	dotName   = lazy.Regexp{Source: `^\.(?:env(?:\..+)?|envrc|git\w+|\w+ignore|\w+rc|editorconfig|htaccess|htpasswd|profile|bash_\w+|flake8|[\w-]+-versions?|clang-\w+|mailmap|rspec)$`}
)

// Name is the name of a file as it was found; its Path is "" if there was none.
type Name struct {
	Path string
	// Certain says that it is a name even if there is no such file yet: what stands before it says
	// so, as in file:, or its ending is a known one. os.path is the name of a file only if there
	// is one.
	Certain bool
}

// On returns the path that a line consists of, but for what Markdown puts around it, a
// label before it and a colon behind it.
func On(line string) Name {
	text := strings.TrimSpace(line)
	if strings.ContainsAny(text[:min(len(text), 1)], "#-*+0123456789") {
		text = listMark.Get().ReplaceAllString(text, "")
	}
	marked, labelled := false, false // marked: it cannot be a word of a sentence
	for before := ""; before != text; {
		before = text
		if strings.Contains(text, ":") && strings.ContainsAny(text[:1], "fFpP") {
			if label := pathLabel.Get().FindString(text); label != "" {
				text, marked, labelled = text[len(label):], true, true
			}
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
		return Name{Path: text, Certain: labelled || certain(text)}
	}
	return Name{}
}

// InInfo returns the path in the info string of a fence: behind title= or the like, else in its
// last word, of its own or behind the language and a colon.
func InInfo(info string) Name {
	if strings.Contains(info, "=") {
		if name := labelled(info); name.Path != "" {
			return name
		}
	}
	info = strings.TrimSpace(info)
	before := max(0, strings.LastIndexFunc(info, unicode.IsSpace))
	last, coloned := strings.TrimSpace(info[before:]), false
	if language, after, ok := strings.Cut(last, ":"); ok && !strings.ContainsAny(language, "/.") {
		last, coloned = after, true
	}
	if (coloned || before > 0 || IsFile(last)) && isPath(last) {
		return Name{Path: last, Certain: certain(last)}
	}
	return Name{}
}

// labelled returns the path behind title= or the like in an info string.
func labelled(info string) Name {
	m := infoLabel.Get().FindStringSubmatch(info)
	if m == nil {
		return Name{}
	}
	value := strings.Trim(m[2], `"'`)
	titled := strings.EqualFold(m[1], "title") // then it may be any text
	if isPath(value) || isMarkedPath(value) && (!titled || IsFile(value)) {
		return Name{Path: value, Certain: !titled || certain(value)}
	}
	return Name{}
}

// certain reports whether a path that nothing marks as one can be nothing else.
func certain(name string) bool {
	if slices.Contains(noFiles, name) || strings.ContainsAny(name, " \t") {
		return false
	}
	return IsFile(name) || isPath(name) && (slices.Contains(bareNames, path.Base(name)) || dotName.Get().MatchString(path.Base(name)))
}

// noFiles are names of programs and functions that look like those of files.
var noFiles = []string{
	"console.log", "Math.log", "math.log", "np.log", "torch.log", "process.env", "import.meta.env", "np.diff", "git.diff", "res.json", "response.json",
	"Node.js", "node.js", "Vue.js", "vue.js", "Next.js", "next.js", "Nuxt.js", "React.js", "Express.js", "Three.js", "three.js", "D3.js", "d3.js",
	"Chart.js", "Angular.js", "Ember.js", "Backbone.js", "Discord.js", "discord.js", "Alpine.js", "Moment.js", "Nest.js", "p5.js", "Electron.js", "Solid.js",
}

// noPath are characters that stand in no path without marks around it.
const noPath = " \t`\"'<>|*?,;:#@()\\="

// routes takes off what names of directories have in projects for the web, as in app/(shop)/[id].
var routes = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("/(", "/", ")/", "/", "[", "", "]", "", "/@", "/")
}}

// isPath reports whether a text without blanks is a path: it ends as the names of files do, or
// is a well-known name.
func isPath(text string) bool {
	if text == "" || strings.HasSuffix(text, "/") || strings.HasSuffix(text, ".") ||
		strings.ContainsAny(text, noPath) && strings.ContainsAny(routes.Get().Replace(text), noPath) {
		return false
	}
	return hasEnding(text) || slices.Contains(bareNames, path.Base(text))
}

// hasEnding reports whether a text ends as the names of files do: in a name with a dot before its
// ending, or in one that begins with a dot.
func hasEnding(text string) bool {
	name := text[strings.LastIndexByte(text, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || name[0] == '.' && len(name) > 1 && letter(name[1]) && named(name, '.') {
		return dot >= 0
	}
	ending := name[dot+1:]
	return dot > 0 && name[dot-1] != '.' && ending != "" && len(ending) <= 16 && letter(ending[0]) && named(ending, '+')
}

// named reports whether a text has only characters that stand in most names, and another one.
func named(text string, other byte) bool {
	for i := range len(text) {
		if c := text[i]; !letter(c) && (c < '0' || c > '9') && c != '_' && c != '-' && c != other {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

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

// separators part the words of a sentence that may be names of files.
const separators = " \t\r\n\"'`<>()[]{},;=|*"

// Other returns a name in a text that seems to be that of a file other than path; "" if there
// is none. A name may have quotes, brackets and the like around it.
func Other(text, path string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if word = bare(word); IsFile(word) && !isEndOf(word, path) {
			return word
		}
	}
	return ""
}

// bare is a word of a sentence without what stands around a name: a line, a language, dots.
func bare(word string) string {
	word, _, _ = strings.Cut(word, "#")
	word = strings.Trim(strings.TrimPrefix(strings.ReplaceAll(word, `\`, "/"), "./"), ":.!?@_~")
	if i := strings.LastIndexByte(word, ':'); i >= 0 && !strings.Contains(word, "://") {
		if before, after := word[:i], word[i+1:]; strings.Trim(after, "0123456789") == "" {
			word = before // the line
		} else {
			word = after // the language before it
		}
	}
	return word
}

// isEndOf reports whether a word is a path, or the end of it.
func isEndOf(word, path string) bool { return word == path || strings.HasSuffix("/"+path, "/"+word) }

// IsFile reports whether a word of a sentence seems to be the name of a file.
func IsFile(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	if dot <= 0 || strings.Contains(word, "://") {
		return false
	}
	ending := strings.ToLower(word[dot+1:])
	return slices.Contains(endings.Get(), ending) || strings.Contains(word, "/") && isPath(word)
}

// endings are those by which a word of a sentence is known for the name of a file.
var endings = lazy.Value[[]string]{Make: func() []string {
	return strings.Fields("py pyi ipynb go mod sum js mjs cjs jsx ts mts cts tsx java kt kts scala groovy c h cc cpp cxx hpp hh cs fs vb rs swift m mm dart zig " +
		"rb erb php pl pm lua r jl ex exs erl hs ml clj sh bash zsh fish ps1 bat sql html htm css scss sass less vue svelte astro json jsonc json5 jsonl yaml yml " +
		"toml ini cfg conf env properties xml svg csv tsv md mdx rst txt adoc tex proto graphql tf tfvars hcl gradle cmake mk lock patch diff log")
}}
