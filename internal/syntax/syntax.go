// Package syntax answers whether a source file parses, and if not, where.
//
// It promises never to call a valid file broken, never to panic, and to answer
// within about a second; where it cannot keep that, a file is not judged. It reads
// bytes and nothing else: no imports, no settings of the tree around the file.
//
// What is not judged: languages without an entry in the table; templates, whatever
// they make; files in other encodings than UTF-8 or over a size; what stands inside of
// a file in another language (code in notebooks, scripts in HTML).
package syntax

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/lazy"
)

// State is what is known of a file.
type State int

// The states of a file.
const (
	NotJudged State = iota // no parser for this file, or a template, or too large, or the parser gave up
	Valid
	Broken
)

// String returns the name of the state in lower case.
func (s State) String() string { return [...]string{"not judged", "valid", "broken"}[s] }

// Verdict is what a parser said of one file.
type Verdict struct {
	State    State
	Language string // "python", "go", "json", or the name of a validator; "" when no language is known
	Line     int    // 1-based, Broken only; 0 when the parser does not say
	Column   int    // 1-based byte column, 0 when the parser does not say
	Msg      string // the parser's words, no position in them, Broken only
	Trouble  string // why a parser or validator gave up on a file that it should have judged
}

// maxSize bounds what is judged, in bytes, where a language sets no other bound.
const maxSize = 2 << 20

// source is one file to judge.
type source struct {
	name string // clean, with slashes
	base string // its last element, in lower case
	text []byte // UTF-8
}

// language is one entry of the table of languages.
type language struct {
	name string
	// names are patterns for the last element of a file's name, in lower case. A file that
	// matches one of except too is in a dialect that has no parser.
	names, except []string
	// interpreter reports whether a script's interpreter reads the language; nil if
	// no interpreter does.
	interpreter func(program string) bool
	// max is the size of the largest file that is judged, in bytes; 0 for maxSize.
	max int
	// marked reports whether a line that a parser stumbled over, or one beside it,
	// belongs to a template that makes the file; nil where that cannot be told.
	marked func(line []byte) bool
	// everywhere asks that of every line, wherever the parser stumbled.
	everywhere bool
	// parse judges a text. The verdict's Language is filled in by the caller, which
	// also looks for templates and conflict markers in what is broken.
	parse func(s source) Verdict
}

// builtin is the table of languages, sorted by name. To add one, write its file and
// put it here.
var builtin = lazy.Value[[]language]{Make: func() []language {
	return []language{cssText, golang, javaScript, jsonText(), pythonText, shellScript, tomlText, typeScript, xmlText, yamlText}
}}

// Parsers judge files in a chosen set of languages. The zero value judges none.
type Parsers struct {
	languages []language
}

// NewParsers returns the parsers of the named languages; nil means every language
// built in. An unknown name is an error that lists the known ones.
func NewParsers(languages []string) (Parsers, error) {
	if languages == nil {
		return Parsers{languages: builtin.Get()}, nil
	}
	var p Parsers
	for _, name := range languages {
		i := slices.IndexFunc(builtin.Get(), func(l language) bool { return l.name == name })
		if i < 0 {
			return Parsers{}, fmt.Errorf("unknown language %q: the known ones are %s", name, strings.Join(Languages(), ", "))
		}
		p.languages = append(p.languages, builtin.Get()[i])
	}
	return p, nil
}

// Languages returns the names of the languages built in, sorted.
func Languages() []string {
	names := make([]string, 0, len(builtin.Get()))
	for _, l := range builtin.Get() {
		names = append(names, l.name)
	}
	return names
}

// Language returns the name of the language of a file, or "" if it is in none of the
// chosen ones. The file's name, which has slashes, decides. For an unknown name without an
// extension, a "#!" line at the start of src does.
func (p Parsers) Language(name string, src []byte) string {
	l, _ := p.find(name, src)
	return l.name
}

func (p Parsers) find(name string, src []byte) (language, bool) {
	base := strings.ToLower(path.Base(path.Clean(name)))
	for _, l := range p.languages {
		if matches(l.names, base) && !matches(l.except, base) {
			return l, true
		}
	}
	if path.Ext(base) != "" {
		return language{}, false
	}
	program := interpreter(src)
	for _, l := range p.languages {
		if l.interpreter != nil && program != "" && l.interpreter(program) {
			return l, true
		}
	}
	return language{}, false
}

// matches reports whether one of the patterns matches the last element of a name. A pattern
// has one * at the most. It is asked for each file of a run, and path.Match takes long.
func matches(patterns []string, base string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		head, tail, star := strings.Cut(p, "*")
		if !star {
			return p == base
		}
		return len(base) >= len(head)+len(tail) && strings.HasPrefix(base, head) && strings.HasSuffix(base, tail)
	})
}

// Check judges the file name whose content is src. It never panics. A file is NotJudged if it
// is over the size that its language allows, is not UTF-8, or is the source of a template. It
// is NotJudged, too, if the parser fails.
func (p Parsers) Check(name string, src []byte) Verdict { return p.CheckChange(name, nil, src) }

// CheckChange is Check for a file whose content was old before, nil for none. If old has lines
// that look like a template but parsed, it was no template. The same lines in src do not make
// it one: it is Broken if it does not parse.
func (p Parsers) CheckChange(name string, old, src []byte) Verdict {
	l, ok := p.find(name, src)
	if !ok {
		return Verdict{}
	}
	v := Verdict{}
	if l.takes(src) {
		s := source{name: path.Clean(name), base: strings.ToLower(path.Base(name)), text: src}
		v = l.judge(s, old)
	}
	v.Language = l.name
	return v
}

// takes reports whether the parser is given a text: UTF-8 of no more than the largest size.
func (l language) takes(src []byte) bool {
	return len(src) <= cmp.Or(l.max, maxSize) && utf8.Valid(src)
}

// judge runs the parser and ignores its errors in a template. Conflict markers are reported
// as such, not as the parser's error.
func (l language) judge(s source, old []byte) Verdict {
	v := guarded(l.parse, s)
	if v.State != Broken {
		return v
	}
	if l.isTemplate(s.text, v) && !l.wasPlain(s, old) {
		return Verdict{}
	}
	if offset, ok := conflict(s.text); ok {
		return brokenAt(s.text, offset, "conflict markers")
	}
	return v
}

// brokenAt makes a verdict from a byte offset.
func brokenAt(src []byte, offset int, msg string) Verdict {
	offset = min(max(offset, 0), max(len(src)-1, 0))
	before := src[:offset]
	return Verdict{
		State:  Broken,
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: offset - bytes.LastIndexByte(before, '\n'),
		Msg:    msg,
	}
}

// interpreter returns the base name of the program on a "#!" line, or "".
func interpreter(src []byte) string {
	rest, ok := bytes.CutPrefix(src, []byte("#!"))
	if !ok {
		return ""
	}
	line, _, _ := bytes.Cut(rest[:min(len(rest), 256)], []byte("\n"))
	words := strings.Fields(string(line))
	for i, word := range words {
		word = path.Base(word)
		if i == 0 && word == "env" || i > 0 && (strings.HasPrefix(word, "-") || strings.Contains(word, "=")) {
			continue
		}
		return word
	}
	return ""
}
