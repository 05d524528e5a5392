package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
	"fileops/internal/parse"
)

func TestDirectory(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///home/me/src": "/home/me/src", "file://localhost/srv": "/srv", "file:///a%20b/%C3%A9": "/a b/é", "file:///x/../y/": "/y",
		"file:///": "/", "http://host/x": "", "file:///a#b": "", "file:///a?b": "", "file:///a%23b": "/a#b", "file:relative": "", "": "", "%zz": "", "file://": "",
	} {
		if runtime.GOOS == "windows" {
			want = "" // paths without a drive are not absolute there
			if uri == "file:///c%3A/src" {
				want = `c:\src`
			}
		}
		if got := directory(uri); got != want {
			t.Errorf("directory(%q) = %q, want %q", uri, got, want)
		}
	}
}

func TestChoose(t *testing.T) {
	top := t.TempDir()
	a, b, inner := filepath.Join(top, "a"), filepath.Join(top, "b"), filepath.Join(top, "a", "inner")
	edit := func(path string) []ops.Operation {
		text := `{"name": "delete", "input": {"file": ` + quoted(path) + `}}`
		return parse.Parse([]parse.Input{{Text: text}}, parse.Options{Input: "tools"}).Operations
	}
	many := parse.Parse([]parse.Input{{Text: `{"name": "read_many_files", "input": {"paths": [` + quoted(filepath.Join(a, "x")) + `, ` + quoted(filepath.Join(b, "y")) + `]}}`}}, parse.Options{Input: "tools"}).Operations
	for _, tt := range []struct {
		roots        []string
		list         []ops.Operation
		root, refuse string
	}{
		{[]string{a}, edit("x"), a, ""},
		{[]string{a}, edit(filepath.Join(b, "x")), a, ""}, // which the workspace refuses
		{[]string{a, b}, edit(filepath.Join(b, "x")), b, ""},
		{[]string{a, b}, edit(b), b, ""},
		{[]string{a, inner}, edit(filepath.Join(inner, "x")), inner, ""},
		{[]string{inner, a}, edit(filepath.Join(a, "inner2")), a, ""},
		{[]string{a, b}, edit("x"), "", "may be in each of them"},
		{[]string{a, b}, edit(b + "2"), "", "outside of the roots"},
		{[]string{a, b}, edit(filepath.Join(a, "..", "c")), "", "outside of the roots"},
		{[]string{a, b}, many, "", "One call works on one root"},
		{[]string{top, a, b}, many, top, ""},
		{[]string{a, b}, nil, "", "Send an absolute path"},
	} {
		root, problem := choose(tt.roots, tt.list)
		if root != tt.root || !strings.Contains(problem, tt.refuse) || (problem == "") != (tt.refuse == "") {
			t.Errorf("choose(%v) = %q, %q", tt.roots, root, problem)
		}
	}
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `\`, `\\`) + `"` }

// TestTurns: those that only read go together, others alone, and all in the order in which they
// come; who waits no more holds nobody up.
func TestTurns(t *testing.T) {
	turns := newTurns()
	runs := func(one *turn) bool {
		select {
		case <-one.ready:
			return true
		default:
			return false
		}
	}
	add := func(reads bool) *turn { return turns.add(reads, "r")[0] }
	read1, read2 := add(true), add(true)
	write1, read3, write2, read4 := add(false), add(true), add(false), add(true)
	check := func(step string, want ...*turn) {
		t.Helper()
		for i, one := range []*turn{read1, read2, write1, read3, write2, read4} {
			wanted := false
			for _, w := range want {
				wanted = wanted || w == one
			}
			if runs(one) != wanted {
				t.Errorf("%s: turn %d runs: %v", step, i, runs(one))
			}
		}
	}
	if other := turns.add(false, "other"); !runs(other[0]) {
		t.Error("another root waits")
	}
	check("at first", read1, read2)
	turns.remove([]*turn{read1})
	check("one has read", read1, read2)
	turns.remove([]*turn{read2})
	check("both have read", read1, read2, write1)
	turns.remove([]*turn{write2}) // which waits no more
	check("one is gone", read1, read2, write1)
	turns.remove([]*turn{write1})
	check("it was written", read1, read2, write1, read3, read4)
}

func TestReadLine(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader("one\n"+strings.Repeat("x", maxMessage+1)+"\ntwo\n\n"+strings.Repeat("y", maxMessage-1)+"\nlast"), 64<<10)
	for i, want := range []struct {
		size int
		err  bool
	}{{4, false}, {0, true}, {4, false}, {1, false}, {maxMessage, false}, {4, true}} {
		line, err := readLine(in)
		if len(line) != want.size || (err != nil) != want.err || i == 1 && !errors.Is(err, errTooLong) {
			t.Errorf("line %d: %d bytes, %v", i, len(line), err)
		}
	}
	if want := fmt.Sprintf("%d MB", maxMessage>>20); !strings.HasSuffix(errTooLong.Error(), want) {
		t.Errorf("a message may have %s, but the error says: %v", want, errTooLong)
	}
	if line, err := readLine(bufio.NewReaderSize(bytes.NewReader(bytes.Repeat([]byte("x"), maxMessage+100)), 64<<10)); len(line) != 0 || err == nil {
		t.Errorf("a line without end: %d bytes, %v", len(line), err)
	}
}

// TestAnnotations: only what reads and searches says that it changes nothing, as the kinds of
// its operations have it, and what replaces or removes something says so.
func TestAnnotations(t *testing.T) {
	var names []string
	for _, spec := range ops.Functions() {
		names = append(names, spec.Tag)
	}
	list, err := schema.MCPTools(schema.Options{Only: names})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list {
		spec, _ := ops.Function(tool.Name)
		_, text, _ := strings.Cut(tool.Description, "\nExample: ")
		response := parse.Parse([]parse.Input{{Text: `{"name": "` + tool.Name + `", "input": ` + text + `}`}}, parse.Options{Input: "tools"})
		kind := response.Operations[0].Action.Kind()
		reads := slices.Contains([]string{"read", "grep", "glob"}, kind)
		adds := slices.Contains([]string{"insert_after", "insert_before", "insert_at", "append", "create", "mkdir", "copy"}, kind)
		a := tool.Annotations
		if a.ReadOnly != reads || a.Destructive != (!reads && !adds) || a.OpenWorld || spec.ReadOnly && !a.Idempotent {
			t.Errorf("%s, which is %s: %+v", tool.Name, kind, a)
		}
		if strings.Contains(tool.Title, "_") || strings.ToUpper(tool.Title[:1]) != tool.Title[:1] {
			t.Errorf("%s: title %q", tool.Name, tool.Title)
		}
	}
}

// TestPlaces: who gives way early does not let others pass those ahead.
func TestPlaces(t *testing.T) {
	open := make(chan struct{})
	first := newPlace(open)
	second := newPlace(first.taken)
	third := newPlace(second.taken)
	taken := func(p *place) bool {
		select {
		case <-p.taken:
			return true
		case <-time.After(20 * time.Millisecond):
			return false
		}
	}
	second.take() // it was cancelled, say
	if taken(second) || taken(third) {
		t.Error("the second gave way before the first had its place")
	}
	close(open)
	first.take()
	if !taken(first) || !taken(second) || taken(third) {
		t.Error("the order is lost")
	}
}
