package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"fileops/internal/lazy"
)

// yamlText is YAML 1.1 and 1.2, in streams of one or more documents. Tags of applications are
// accepted. A repeated key in a mapping is an error (YAML 1.2.2, section 3.2.1.3), even if
// some readers take the last.
var yamlText = language{
	name:       "yaml",
	names:      []string{"*.yaml", "*.yml", "*.sublime-syntax", ".clang-format", ".clang-tidy", ".clangd", ".yamllint", "citation.cff"},
	max:        1 << 20, // a third of a second
	marked:     isYAMLTemplate,
	everywhere: true, // a template may make anything of the lines before the one that is reported
	parse:      parseYAML,
}

// maxSearch is how many bytes the search for the line of an error may parse, which take a
// fifth of a second. It counts bytes and not time: the same text has the same verdict on a
// busy machine.
const maxSearch = 600 << 10

func parseYAML(s source) Verdict {
	if tooDeep(s.text) {
		return Verdict{}
	}
	text := s.text
	v, err := documents(text)
	if err != nil {
		older := asOlderYAML(text)
		again, failed := documents(older)
		if failed == nil || !strings.Contains(failed.Error(), "unknown anchor") {
			text, v, err = older, again, failed
		}
	}
	if err != nil {
		return yamlError(text, err)
	}
	return v
}

// documents parses all documents. An error is the parser's.
func documents(src []byte) (Verdict, error) {
	d := yaml.NewDecoder(bytes.NewReader(src))
	for {
		var document yaml.Node
		err := d.Decode(&document)
		if errors.Is(err, io.EOF) {
			return Verdict{State: Valid}, nil
		}
		if err != nil {
			return Verdict{}, err
		}
		if v := sameKeys(&document); v.State == Broken {
			return v, nil
		}
	}
}

// yamlError makes a verdict of the parser's error. Its line is often that of the block around
// the error, and sometimes one too low.
func yamlError(src []byte, err error) Verdict {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		number, words, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, msg = n, words
		}
	}
	switch {
	case strings.Contains(msg, "incompatible YAML document"), strings.Contains(msg, "exceeded max depth"):
		return Verdict{}
	case strings.Contains(msg, "<document start>") && bytes.Contains(src, []byte("\n...")): // after which YAML 1.2 needs none
		return Verdict{}
	}
	if n := failingLine(src, err); n > 0 {
		line = n
	}
	if above := bareWordAbove(src, line); above > 0 && strings.HasPrefix(msg, "mapping values are not allowed") {
		return Verdict{State: Broken, Line: above, Msg: "could not find expected ':'"}
	}
	return Verdict{State: Broken, Line: line, Msg: msg}
}

// bareWord is a line that would be a key, had it a colon.
var bareWord = lazy.Regexp{Source: `^( *)(?:- +)*\w[\w.-]* *\r?$`}

// bareWordAbove returns the line above another one if it is a bare word and not deeper, or 0.
func bareWordAbove(src []byte, line int) int {
	lines := bytes.Split(src, []byte("\n"))
	if line < 2 || line > len(lines) {
		return 0
	}
	m := bareWord.Get().FindSubmatch(lines[line-2])
	if m == nil || len(lines[line-1])-len(bytes.TrimLeft(lines[line-1], " ")) < len(m[1]) {
		return 0
	}
	return line - 1
}

// failingLine is the line at which the text stops parsing; 0 if finding it would need more than
// maxSearch. The parser reads from top to bottom, so the first lines of a text have the error
// of the whole from some line on. A string or list that never ends begins above that line: the
// text parses up to the line before it, and not again.
func failingLine(src []byte, failure error) int {
	ends := []int{0}
	for line := range bytes.Lines(src) {
		ends = append(ends, ends[len(ends)-1]+len(line))
	}
	left := maxSearch
	firstLines := func(n int) error {
		if left -= ends[n]; left < 0 {
			return failure
		}
		_, err := documents(src[:ends[n]])
		return err
	}
	found := sort.Search(len(ends)-1, func(n int) bool {
		err := firstLines(n)
		return err != nil && err.Error() == failure.Error()
	})
	// Go back line by line as long as that is cheap, then in larger and larger steps.
	single := left / 2 / max(1, ends[found])
	parses, fails, step := found, found, 1
	for parses == found || firstLines(parses) != nil && left > 0 {
		fails, parses = parses, max(0, parses-step)
		if single--; single < 0 {
			step *= 2
		}
	}
	line := parses + 1 + sort.Search(fails-parses-1, func(i int) bool { return firstLines(parses+1+i) != nil })
	if left < 0 {
		return 0
	}
	return line
}

// sameKeys finds the first mapping with a key twice. Merge keys ("<<") may be there
// more than once.
func sameKeys(n *yaml.Node) Verdict {
	if n.Kind == yaml.MappingNode && len(n.Content) > 2 {
		lines := make(map[string]int, len(n.Content)/2)
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" || key.Value == "<<" {
				continue
			}
			id := key.Tag + " " + key.Value
			if line, ok := lines[id]; ok {
				return Verdict{State: Broken, Line: key.Line, Column: key.Column, Msg: fmt.Sprintf("key %.60q is there already (line %d)", key.Value, line)}
			}
			lines[id] = key.Line
		}
	}
	for _, child := range n.Content {
		if v := sameKeys(child); v.State == Broken {
			return v
		}
	}
	return Verdict{}
}

// quoted is a string, or the start of an expression of a workflow. Neither is a template's.
var quoted = lazy.Regexp{Source: `"(\\.|[^"\\])*"|'[^']*'|\$\{\{`}

// yamlMark is what templates put outside of strings.
var yamlMark = lazy.Regexp{Source: `\{\{|\{%|<%|<\?php`}

// isYAMLTemplate reports whether a line belongs to a template that makes the file.
func isYAMLTemplate(line []byte) bool {
	return yamlMark.Get().Match(line) && yamlMark.Get().Match(quoted.Get().ReplaceAll(line, nil))
}
