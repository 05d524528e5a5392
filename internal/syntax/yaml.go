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
	if n := failingLine(src); n > 0 {
		line = n
	}
	return Verdict{State: Broken, Line: line, Msg: msg}
}

// failingLine is the first line at which the text stops parsing; 0 if finding it would need
// more than maxSearch. A string or list of several lines does not parse before its end
// either: where the text parses again a few lines later, the search goes on from there.
func failingLine(src []byte) int {
	ends := []int{0}
	for line := range bytes.Lines(src) {
		ends = append(ends, ends[len(ends)-1]+len(line))
	}
	left := maxSearch
	fails := func(n int) bool {
		if left -= ends[n]; left < 0 {
			return true
		}
		_, err := documents(src[:ends[n]])
		return err != nil
	}
	for from := 0; ; {
		n := from + sort.Search(len(ends)-1-from, func(i int) bool { return fails(from + i) })
		again := 0
		for step := 1; step <= 16 && n+step < len(ends) && again == 0; step *= 2 {
			if !fails(n + step) {
				again = n + step
			}
		}
		if left < 0 {
			return 0
		}
		if again == 0 {
			return n
		}
		from = again
	}
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
var quoted = lazily(`"(\\.|[^"\\])*"|'[^']*'|\$\{\{`)

// yamlMark is what templates put outside of strings.
var yamlMark = lazily(`\{\{|\{%|<%|<\?php`)

// isYAMLTemplate reports whether a line belongs to a template that makes the file.
func isYAMLTemplate(line []byte) bool {
	return yamlMark().Match(line) && yamlMark().Match(quoted().ReplaceAll(line, nil))
}
