package parse_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

// TestCutsRunNothingElse cuts responses off at every byte: a part runs no operation that
// the whole does not run. TEST_CUTS is how many responses are cut.
func TestCutsRunNothingElse(t *testing.T) {
	t.Parallel()
	count := 30
	if n, err := strconv.Atoi(os.Getenv("TEST_CUTS")); err == nil {
		count = n
	}
	texts := writtenResponses(t)
	random := rand.New(rand.NewPCG(15, 1))
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	texts = texts[:min(len(texts), count/3)]
	for i := range count - len(texts) {
		texts = append(texts, composer{rand.New(rand.NewPCG(15, uint64(2+i)))}.response())
	}
	cuts, runs := 0, 0
	for _, text := range texts {
		cuts += len(text)
		runs += len(running(text, ""))
		if problem := cutEverywhere(text); problem != "" {
			t.Errorf("%s\nof the response\n%s\n", problem, text)
		}
	}
	t.Logf("%d responses with %d operations that run, cut at %d bytes", len(texts), runs, cuts)
}

// cutEverywhere says what a part of a response runs that the whole does not.
func cutEverywhere(text string) string {
	whole := one(text)
	wanted := map[string]bool{}
	for _, op := range running(text, "") {
		wanted[ran(op)] = true
	}
	for n := range len(text) {
		for _, op := range running(text[:n], "") {
			if !wanted[ran(op)] && !takenBack(whole, op) && !lacksContext(whole, op, text[:n]) {
				return fmt.Sprintf("cut off at byte %d, it runs %s, which the whole does not:\n%s", n, ran(op), dump(whole))
			}
		}
	}
	return ""
}

func ran(op ops.Operation) string {
	return fmt.Sprintf("%d %s %v", op.Line, op.Action.Kind(), op.Args)
}

// lacksContext reports whether an operation is a diff that only lacks the end of its last line, one
// that stays: see TestDiffsCutAtEveryByte.
func lacksContext(whole parse.Response, op ops.Operation, head string) bool {
	last := head[strings.LastIndexByte(head, '\n')+1:]
	cut, isDiff := op.Action.(ops.FileDiff)
	return isDiff && strings.HasPrefix(last, " ") && slices.ContainsFunc(whole.Operations, func(o ops.Operation) bool {
		d, isDiff := o.Action.(ops.FileDiff)
		n := len(cut.Hunks) - 1
		return isDiff && d.Path == cut.Path && len(d.Hunks) == n+1 && slices.Equal(d.Hunks[:n], cut.Hunks[:n]) &&
			beforeLast(d.Hunks[n].Old) == beforeLast(cut.Hunks[n].Old) && beforeLast(d.Hunks[n].New) == beforeLast(cut.Hunks[n].New)
	})
}

// beforeLast is a text without its last line.
func beforeLast(text string) string {
	text = strings.TrimSuffix(text, "\n")
	return text[:strings.LastIndexByte(text, '\n')+1]
}

// takenBack reports whether only the text after an operation tells that it is not meant.
// That is one of these: a closing tag of thinking that began before the response; an operation
// block behind one of another form; the same file in a second form; a second place at which a
// value could end.
func takenBack(whole parse.Response, op ops.Operation) bool {
	alone := slices.ContainsFunc(whole.Warnings, func(w string) bool { return strings.Contains(w, "has no opening tag") })
	if alone && slices.ContainsFunc(whole.Quoted, func(q parse.Quoted) bool { return q.In == "think" && q.Line == op.Line }) {
		return true
	}
	if slices.ContainsFunc(whole.Quoted, func(q parse.Quoted) bool { return q.In == "a response with operation blocks" && q.Line == op.Line }) {
		return true
	}
	return slices.ContainsFunc(whole.Operations, func(o ops.Operation) bool {
		v, ok := o.Action.(ops.Invalid)
		return ok && (o.Line <= op.Line && strings.HasPrefix(v.Msg, "ambiguous end") || o.Line == op.Line && strings.Contains(v.Msg, " two forms, which may "))
	})
}

// writtenResponses are the texts of the repository's test data that hold operations.
func writtenResponses(t *testing.T) (texts []string) {
	t.Helper()
	demo, err := os.ReadFile("../../testdata/demo/response.md")
	if err != nil {
		t.Fatal(err)
	}
	texts = append(texts, string(demo))
	for _, folder := range []string{"script", "dialect"} {
		files, err := filepath.Glob(filepath.Join("../../testdata", folder, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				if text := string(f.Data); len(text) < 4000 && len(one(text).Operations)+len(one(text).Quoted) > 0 {
					texts = append(texts, text)
				}
			}
		}
	}
	return texts
}

// composer makes responses of prose, blocks and quotes of every kind, within one another.
type composer struct{ *rand.Rand }

func (c composer) pick(list ...string) string { return list[c.IntN(len(list))] }

func (c composer) response() string {
	var b strings.Builder
	for range 2 + c.IntN(5) {
		b.WriteString(c.part(2))
		b.WriteString(c.pick("\n\n", "\n\n", "\n", " ", ""))
	}
	return b.String()
}

func (c composer) part(depth int) string {
	switch n := c.IntN(10); {
	case n < 3:
		return c.prose()
	case n < 6 || depth == 0:
		return c.block(depth)
	}
	return c.quote(depth)
}

func (c composer) prose() string {
	return c.pick(
		"Now it is done.", "Use `x` and ``y ` z`` for that.", "The ` key is on the left.", "If a < b <!-- c then.", "Say <code> for code.",
		"# A heading with a ` in it", "- one\n- two `item`\n- <code>three</code>", "| a | `b |\n|---|---|", "> as he said `so`", "1. first\n2. second",
		"e.g. ", "See ", "I will <edit> this.", "Close it with </edit>.", "\\`not code\\`", "<details>\n<summary>More</summary>\n\ntext\n</details>",
		"Line one\nline two", "```sh\nls\n```", "The tag <delete> removes.", "[1] and {x}", "<p><b>bold</b></p>", "**", "`", "```", "~~~", "<!--", "-->", "<code>", "</code>",
		"Use <think> to think.", "<![CDATA[ text ]]>", "INFO {\"msg\": \"x", "{\"a\": 1}", "{b: [", "level=info msg=\"", "key: 'y", "}", "<terminal>ls `pwd`</terminal>",
	)
}

// block is an operation, of which a value may hold anything that is closed.
func (c composer) block(depth int) string {
	file := c.pick("a", "b/c.md", "d.py")
	value := c.pick("x", "x = 1", "a `b` c", "```sh\nls\n```", "<!-- note -->", "<code>y</code>", "one\n\ntwo", "```\n"+del+"\n```", "`", "\n"+del+"\n", "-->", "</code>", "~~~\n\nz\n\n~~~")
	if depth > 0 && c.IntN(4) == 0 {
		value = c.part(depth - 1)
	}
	if c.IntN(4) > 0 {
		value = "\n" + value + "\n"
	}
	if c.IntN(8) == 0 {
		value = "<![CDATA[" + value + "]]>"
	}
	switch c.IntN(6) {
	case 0, 1:
		return "<delete><file>" + file + "</file></delete>"
	case 2:
		return "<create>\n<file>" + file + "</file>\n<content>" + value + "</content>\n</create>"
	case 3:
		return "<edit>\n<file>" + file + "</file>\n<find>x</find>\n<replace>" + value + "</replace>\n</edit>"
	case 4:
		return "<move><from>" + file + "</from><to>z</to></move>"
	}
	catalogue := ops.Catalogue()
	return catalogue[c.IntN(len(catalogue))].Example
}

// quote is parts in a quote of some kind; it may not be closed.
func (c composer) quote(depth int) string {
	inner := c.part(depth - 1)
	for c.IntN(3) == 0 {
		inner += c.pick("\n", "\n\n", " ") + c.part(depth-1)
	}
	ticks := strings.Repeat("`", 1+c.IntN(3))
	marks := c.pick("```", "~~~", "````", "~~~~~")
	pair := [][2]string{
		{ticks, ticks},
		{"Say " + ticks, ticks + " then"},
		{marks + "\n", "\n" + marks + "\n"},
		{marks + "xml\n", "\n" + marks + "\n"},
		{"- " + marks + "\n  ", "\n  " + marks + "\n"},
		{"> " + marks + "\n> ", "\n> " + marks + "\n"},
		{"<code>", "</code>"},
		{"e.g. <code>", "</code> and so on"},
		{"<pre><code>\n", "\n</code></pre>"},
		{"<!-- ", " -->"},
		{"See <!-- ", " --> there"},
		{"<think>", "</think>"},
		{"<thinking>\n", "\n</thinking>\n"},
		{"Hm. <think>", "</think>"},
		{"<terminal>", "</terminal>"},
		{"<details>\n", "\n</details>"},
		{"<foo><file>a</file>", "</foo>"},
		{"<![CDATA[", "]]>"},
		{"See <![CDATA[ ", " ]]> there"},
		{"<pre>\n", "\n</pre>"},
		{"So <pre>", "</pre> it is"},
		{"<code>`", "</code>"},
		{"<code>`</code>", "`"},
		{"> ", "\n"},
		{"Text.\n\n    ", "\n"},
	}[c.IntN(25)]
	if c.IntN(6) == 0 {
		return pair[0] + inner
	}
	return pair[0] + inner + pair[1]
}
