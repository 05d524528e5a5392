package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// source is a file that edits are made of, as lines without ends.
type source struct {
	name  string
	lines []string
}

// maxGoFiles is how many files of the Go tree are used, spread over all of it.
const maxGoFiles = 400

// load reads the corpus and a part of the Go tree. Every file ends in a line break.
func load(corpus string) ([]source, error) {
	own, err := files(corpus)
	if err != nil {
		return nil, err
	}
	tree, err := files(filepath.Join(runtime.GOROOT(), "src")) //nolint:staticcheck // the tree of the go command that runs this
	if err != nil {
		return nil, err
	}
	tree = slices.DeleteFunc(tree, func(name string) bool {
		return filepath.Ext(name) != ".go" || strings.Contains(name, "testdata") || strings.Contains(name, "vendor")
	})
	var sources []source
	add := func(name string) error {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s := source{filepath.Base(name), strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")}
		if n := len(s.lines); utf8.Valid(b) && 30 <= n && n <= 3000 && !strings.Contains(string(b), "\r") {
			sources = append(sources, s)
		}
		return nil
	}
	for _, name := range own {
		// The few files of the corpus have the weight of half of the Go tree.
		for range max(1, maxGoFiles/2/len(own)) {
			if err := add(name); err != nil {
				return nil, err
			}
		}
	}
	for i := 0; i < len(tree); i += max(1, len(tree)/maxGoFiles) {
		if err := add(tree[i]); err != nil {
			return nil, err
		}
	}
	return sources, nil
}

func files(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// edit is one edit of a file and what the file should hold then; nil where nothing
// may be changed.
type edit struct {
	name          string
	src           []byte
	find, replace text.Value
	want          []byte
	other         []byte // another file that the response names, if not nil
	patch         bool   // it is a hunk of a patch

	// How it was made, for whatever damages it.
	before, after []string // the lines around the region
	region        []string
	changes       []change
	block         bool
}

// change makes a line of the replacement: from a line of the region with one word put
// in the place of another, or a new one.
type change struct {
	line int // of the region; -1 for a new line
	word int // which word is replaced; -1 for none
	text string
}

var word = regexp.MustCompile(`[\pL_][\pL\d_]*`)

// newEdit chooses a region of a source and how it is changed.
func newEdit(r *rand.Rand, sources []source) (edit, bool) {
	s := sources[r.IntN(len(sources))]
	n := 1 + r.IntN(min(12, len(s.lines)))
	at := r.IntN(len(s.lines) - n + 1)
	e := edit{
		name:   s.name,
		before: s.lines[:at], region: s.lines[at : at+n], after: s.lines[at+n:],
		block: r.IntN(5) > 0,
	}
	if strings.TrimSpace(e.region[0]) == "" || strings.TrimSpace(e.region[n-1]) == "" || len(word.FindAllString(strings.Join(e.region, " "), 2)) < 2 {
		return e, false
	}
	for i := range e.region {
		e.changes = append(e.changes, change{line: i, word: -1})
	}
	for range 1 + r.IntN(2) {
		e.change(r)
	}
	e.build()
	m := match.Find(e.src, e.find)
	return e, len(m.Spans) == 1 && !m.Overlap && string(e.src) != string(e.want)
}

// change makes one change: another word, a line more, a line less.
func (e *edit) change(r *rand.Rand) {
	i := r.IntN(len(e.changes))
	switch kind := r.IntN(4); {
	case kind == 0:
		line := e.region[r.IntN(len(e.region))]
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		e.changes = slices.Insert(e.changes, i, change{line: -1, text: indent + fmt.Sprintf("added_%d(value)", r.IntN(1000))})
	case kind == 1 && len(e.changes) > 2:
		e.changes = slices.Delete(e.changes, i, i+1)
	default:
		if c := &e.changes[i]; c.line >= 0 {
			if words := word.FindAllString(e.region[c.line], -1); len(words) > 0 {
				c.word, c.text = r.IntN(len(words)), fmt.Sprintf("changed_%d", r.IntN(1000))
			}
		}
	}
}

// replacement is the region with the changes made.
func (e *edit) replacement(region []string) []string {
	var out []string
	for _, c := range e.changes {
		switch {
		case c.line < 0:
			out = append(out, c.text)
		case c.word < 0:
			out = append(out, region[c.line])
		default:
			n := -1
			out = append(out, word.ReplaceAllStringFunc(region[c.line], func(s string) string {
				if n++; n == c.word {
					return c.text
				}
				return s
			}))
		}
	}
	return out
}

// value is lines as a response gives them.
func (e *edit) value(lines []string) text.Value {
	s := strings.Join(lines, "\n")
	if e.block {
		return text.Value{Text: s + "\n", Block: true}
	}
	return text.Value{Text: s}
}

func (e *edit) file(region []string) []byte {
	return []byte(strings.Join(slices.Concat(e.before, region, e.after), "\n") + "\n")
}

// build makes source, find, replacement and result from the parts.
func (e *edit) build() {
	replacement := e.replacement(e.region)
	e.src, e.want = e.file(e.region), e.file(replacement)
	e.find, e.replace = e.value(e.region), e.value(replacement)
}
