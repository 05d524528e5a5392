package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// shape is a kind of response that asks for much, made for any size.
type shape struct {
	name string
	// response makes a response of about n bytes.
	response func(n int) string
	// tree makes what the response is about; nil for an empty tree.
	tree func(dir string, n int) error
	args []string // beside those of every run
	// named is why the time grows faster than the size, or is long for what there is
	// to read; "" where neither is so.
	named string
}

// because names a shape.
func (s shape) because(why string) shape {
	s.named = why
	return s
}

// shapes is the table, in groups: text, patterns, paths, trees, patches, JSON, sources,
// documents.
func shapes() []shape {
	var all []shape
	for _, group := range [][]shape{texts(), likeTexts(), wholeFiles(), largeFiles(), markup(), searches(), paths(), patches(), calls(), sources(), documents()} {
		all = append(all, group...)
	}
	return all
}

// sized repeats what unit makes, from 0 on, until there are n bytes.
func sized(n int, unit func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(unit(i))
	}
	return b.String()
}

// run is one unit again and again, about n bytes of it.
func run(unit string, n int) string { return strings.Repeat(unit, max(1, n/len(unit))) }

// block writes an operation block. Fields and values alternate.
func block(tag string, fields ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s>\n", tag)
	for i := 0; i < len(fields); i += 2 {
		fmt.Fprintf(&b, "<%s>%s</%s>\n", fields[i], fields[i+1], fields[i])
	}
	fmt.Fprintf(&b, "</%s>\n", tag)
	return b.String()
}

func edit(file, find, replace string) string {
	return block("edit", "file", file, "find", find, "replace", replace)
}

func create(file, content string) string {
	return block("create", "file", file, "content", content)
}

// file makes a tree of one file; content gets the size of the response.
func file(name string, content func(n int) string) func(string, int) error {
	return func(dir string, n int) error {
		name := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return os.WriteFile(name, []byte(content(n)), 0o644)
	}
}

// fixed is content that does not grow with the response.
func fixed(content string) func(int) string { return func(int) string { return content } }
