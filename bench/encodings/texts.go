package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fileops/internal/text"
	"fileops/internal/text/encoding"
)

// language is some texts, each a line, and the encodings that hold all of them.
type language struct {
	name      string
	encodings []string
	texts     []string
}

// load reads a file of texts: a line that names a language and its encodings, then its
// texts, indented. `unicode` stands for all encodings of Unicode.
func load(path string) ([]language, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []language
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if t, ok := strings.CutPrefix(line, "  "); ok {
			l := &all[len(all)-1]
			l.texts = append(l.texts, t)
			continue
		}
		name, encodings, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("%s: no language: %q", path, line)
		}
		all = append(all, language{name: name, encodings: strings.Fields(encodings)})
	}
	return all, nil
}

// written is a way to write text: an encoding, with a byte order mark or without.
type written struct {
	encoding.Encoding
	marked bool
}

func (w written) unicode() bool {
	return strings.HasPrefix(w.Name(), "utf-")
}

func (w written) label() string {
	if w.marked {
		return w.Name() + ", marked"
	}
	return w.Name()
}

// holds reports whether a language can be written so.
func (w written) holds(l language) bool {
	if w.unicode() {
		return slices.Contains(l.encodings, "unicode")
	}
	return slices.Contains(l.encodings, w.Name())
}

// bytes is content as it is on disk.
func (w written) bytes(content string) ([]byte, error) {
	if w.marked {
		content = text.BOM + content
	}
	return w.Encode([]byte(content))
}

// everyWay is all ways to write text.
func everyWay() ([]written, error) {
	var all []written
	for _, name := range encoding.Names() {
		e, ok := encoding.Named(name)
		if !ok {
			return nil, fmt.Errorf("%s has no encoding", name)
		}
		w := written{Encoding: e}
		all = append(all, w)
		if w.unicode() {
			all = append(all, written{e, true})
		}
	}
	return all, nil
}

// document is a file: lines that differ from each other, one of which is edited.
type document struct {
	lines []string // without their ends
	end   string   // of each line
	last  string   // the end of the last line
	edit  int      // the index of the line that is edited
	text  string   // which is in that line, once, and takes up its end
	fresh string   // which takes its place: of the same language
}

func (d document) content() string {
	return strings.Join(d.lines, d.end) + d.last
}

// with is d with another line in the place of the one that is edited.
func (d document) with(line string) document {
	d.lines = slices.Clone(d.lines)
	d.lines[d.edit] = line
	return d
}

// ends are the line ends of a file, and of its last line.
var ends = []struct{ end, last string }{{"\n", "\n"}, {"\r\n", "\r\n"}, {"\n", ""}}

// oneLiners are files of one line: each text as it is, and as a comment in a program.
func (l language) oneLiners() []document {
	var all []document
	for i, t := range l.texts {
		for j, before := range []string{"", "total = 1  # "} {
			e := ends[(2*i+j)%len(ends)]
			all = append(all, document{lines: []string{before + t}, end: e.end, last: e.last, text: t, fresh: l.after(i)})
		}
	}
	return all
}

// declaredLiners are files of one line that declares their encoding.
func (l language) declaredLiners(name string) []document {
	var all []document
	for i, t := range l.texts {
		e := ends[i%len(ends)]
		all = append(all, document{lines: []string{"# coding: " + name + " " + t}, end: e.end, last: e.last, text: t, fresh: l.after(i)})
	}
	return all
}

const manyLines = 1000

// long are files of a thousand lines, no two alike: one of text, and a program in
// which every tenth line is a comment.
func (l language) long() []document {
	prose := make([]string, manyLines)
	program := make([]string, manyLines)
	for i := range manyLines {
		t := l.texts[i%len(l.texts)]
		prose[i] = fmt.Sprintf("%d. %s", i+1, t)
		program[i] = fmt.Sprintf("value_%d = compute(%d)", i+1, 7*i)
		if i%10 == 3 {
			program[i] = fmt.Sprintf("    # %d: %s", i+1, l.texts[i/10%len(l.texts)])
		}
	}
	var all []document
	for _, e := range ends[:2] {
		const at, comment = 614, 613
		all = append(all,
			document{lines: prose, end: e.end, last: e.last, edit: at, text: l.texts[at%len(l.texts)], fresh: l.after(at)},
			document{lines: program, end: e.end, last: e.last, edit: comment, text: l.texts[comment/10%len(l.texts)], fresh: l.after(comment / 10)},
		)
	}
	return all
}

// declaredLong are such files with a declaration in their second line.
func (l language) declaredLong(name string) []document {
	all := l.long()
	for i := range all {
		all[i].lines = slices.Clone(all[i].lines)
		all[i].lines[1] = "# vim: set fileencoding=" + name + " :"
	}
	return all
}

// after is the text after the one at i, around the corner.
func (l language) after(i int) string {
	return l.texts[(i+1)%len(l.texts)]
}

// word is the longest word of a text that has a letter outside of ASCII; where there
// is none, the first character outside of ASCII.
func word(s string) string {
	best := ""
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) }) {
		if len(w) != utf8.RuneCountInString(w) && len(w) > len(best) {
			best = w
		}
	}
	if best == "" {
		if i := strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			_, n := utf8.DecodeRuneInString(s[i:])
			best = s[i : i+n]
		}
	}
	return best
}
