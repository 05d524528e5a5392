// Package syntax answers whether a source file parses, and if not, where.
//
// It promises never to call a valid file broken, never to panic, and to answer
// within a second; where it cannot keep that, a file is not judged. It reads bytes
// and nothing else: no imports, no settings of the tree around the file.
package syntax

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
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
func (s State) String() string {
	switch s {
	case Valid:
		return "valid"
	case Broken:
		return "broken"
	}
	return "not judged"
}

// Verdict is what a parser said of one file.
type Verdict struct {
	State    State
	Language string // "python", "go", "json"; "" when no language is known
	Line     int    // 1-based, Broken only
	Column   int    // 1-based byte column, 0 when the parser does not say
	Msg      string // the parser's words, no position in them, Broken only
}

// maxSize bounds what is judged, in bytes. The slowest parser takes about a tenth
// of a second for as much.
const maxSize = 2 << 20

// language is one entry of the table of languages.
type language struct {
	name string
	// named reports whether a file is in the language by its name, which is given
	// clean and with slashes, and by its base in lower case.
	named func(name, base string) bool
	// interpreter reports whether a script's interpreter reads the language; nil if
	// no interpreter does.
	interpreter func(program string) bool
	// parse judges a text of at most maxSize bytes in time linear in its length.
	// The verdict's Language is filled in by the caller.
	parse func(src []byte) Verdict
}

// builtin is the table of languages, sorted by name. To add one, write its file and
// put it here.
var builtin = []language{golang, jsonText, pythonText}

// Checker judges files in a chosen set of languages. The zero value judges none.
type Checker struct {
	languages []language
}

// NewChecker makes a Checker for the named languages; nil means every language
// built in. An unknown name is an error that lists the known ones.
func NewChecker(languages []string) (Checker, error) {
	if languages == nil {
		return Checker{languages: builtin}, nil
	}
	var c Checker
	for _, name := range languages {
		i := slices.IndexFunc(builtin, func(l language) bool { return l.name == name })
		if i < 0 {
			return Checker{}, fmt.Errorf("unknown language %q: the known ones are %s", name, strings.Join(Languages(), ", "))
		}
		c.languages = append(c.languages, builtin[i])
	}
	return c, nil
}

// Languages returns the names of the languages built in, sorted.
func Languages() []string {
	names := make([]string, 0, len(builtin))
	for _, l := range builtin {
		names = append(names, l.name)
	}
	return names
}

// Language returns the name of the language of a file, or "" if it is in none of the
// chosen ones. It goes by the file's name, which has slashes; a name without an
// extension that says nothing leaves it to a "#!" line at the start of src.
func (c Checker) Language(name string, src []byte) string {
	l, _ := c.find(name, src)
	return l.name
}

func (c Checker) find(name string, src []byte) (language, bool) {
	name = path.Clean(name)
	base := strings.ToLower(path.Base(name))
	for _, l := range c.languages {
		if l.named(name, base) {
			return l, true
		}
	}
	if path.Ext(base) != "" {
		return language{}, false
	}
	program := interpreter(src)
	for _, l := range c.languages {
		if l.interpreter != nil && program != "" && l.interpreter(program) {
			return l, true
		}
	}
	return language{}, false
}

// Check judges the file name whose content is src. It never panics. A file over
// 2 MiB is NotJudged, and so is one whose parser fails.
func (c Checker) Check(name string, src []byte) Verdict {
	l, ok := c.find(name, src)
	if !ok {
		return Verdict{}
	}
	v := Verdict{}
	if len(src) <= maxSize {
		v = guarded(l.parse, src)
	}
	v.Language = l.name
	return v
}

// guarded runs a parser; if it panics, the text is not judged.
func guarded(parse func([]byte) Verdict, src []byte) (v Verdict) {
	defer func() {
		if recover() != nil {
			v = Verdict{}
		}
	}()
	return parse(src)
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

// isTemplate reports whether a line of src begins with a statement of a template
// language such as Jinja: "{%" and, on the same line, "%}".
func isTemplate(src []byte) bool {
	for line := range bytes.Lines(src) {
		if line = bytes.TrimSpace(line); bytes.HasPrefix(line, []byte("{%")) && bytes.Contains(line, []byte("%}")) {
			return true
		}
	}
	return false
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
