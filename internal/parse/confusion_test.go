package parse_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse"
)

// part is an operation that a mixture holds, and what is known of it from how it was made.
type part struct {
	form   wording.Form
	file   string
	text   string
	offset int    // in the mixture, of its first line
	first  int    // offset of its opening in text
	quoted bool   // something around it only shows it
	cited  bool   // it stands in a block quote, of which the rules say nothing: it may be refused as well
	inner  []part // in its value: they are text of a file
}

// mixer makes responses in which the forms stand beside each other, in each other's values, in
// quotes, and in prose that speaks of them.
type mixer struct {
	*rand.Rand
	count int            // of the files so far
	forms []wording.Form // those of the mixture
}

func (m *mixer) pick(list ...string) string { return list[m.IntN(len(list))] }

// file is the name of a file, mostly a new one.
func (m *mixer) file() string {
	m.count++
	if m.IntN(4) == 0 {
		return "shared.md"
	}
	return fmt.Sprintf("f%d.md", m.count)
}

// value is what an operation puts into a file: plain text, another operation, or text that looks
// like a part of one.
func (m *mixer) value(depth int) (text string, inner []part) {
	switch n := m.IntN(6); {
	case n < 2 && depth > 0:
		p := m.part(depth - 1)
		return p.text, append(p.inner, p)
	case n == 2:
		return "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n", nil
	case n == 3:
		return "```sh\nls\n```\n", nil
	}
	return "one\ntwo\n", nil
}

// part is one operation of any form, in the fence of its form or without one.
func (m *mixer) part(depth int) part {
	p := part{file: m.file(), form: m.forms[m.IntN(len(m.forms))]}
	var text string
	text, p.inner = m.value(depth)
	switch p.form {
	case wording.Tags:
		p.text = "<create>\n<file>" + p.file + "</file>\n<content>\n" + text + "</content>\n</create>\n"
	case wording.SearchReplace:
		p.text = m.own("python", "<<<<<<< SEARCH\nold\n=======\n"+text+">>>>>>> REPLACE\n", text)
		p.text = m.pick("", "`", "**") + "\x00" + p.text
		mark, rest, _ := strings.Cut(p.text, "\x00")
		p.text = mark + p.file + mark + "\n" + rest
		p.first = strings.Index(p.text, "<<<<<<< SEARCH")
	case wording.Patch:
		p.text = m.own("", "*** Begin Patch\n*** Add File: "+p.file+"\n"+prefixed(text)+"*** End Patch\n", "")
		p.first = strings.Index(p.text, "*** Begin Patch")
	default:
		p.text = m.own("diff", fmt.Sprintf("--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%d @@\n", p.file, strings.Count(text, "\n"))+prefixed(text), "")
		p.first = strings.Index(p.text, "--- /dev/null")
	}
	return p
}

// own puts an operation into the fence of its form, sometimes. text is what of it may hold fences.
func (m *mixer) own(language, operation, text string) string {
	if m.IntN(2) == 0 {
		return operation
	}
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + language + "\n" + operation + marks + "\n"
}

func prefixed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("+" + line)
	}
	return b.String()
}

// quotes are what only shows an operation: before it, behind it, and what it may not hold.
var quotes = [][3]string{
	{"<think>\n", "</think>\n", "think>"},
	{"<!--\n", "-->\n", "-->"},
	{"<code>\n", "</code>\n", "code>"},
	{"```text\n", "```\n", "```"},
	{"~~~~console\n", "~~~~\n", "~~~~"},
	{"`````output\n", "`````\n", "`````"},
	{"```````text\n", "```````\n", "```````"},
}

// mixture is a response, with the operations in it.
func (m *mixer) mixture() (text string, parts []part) {
	var b strings.Builder
	m.forms = []wording.Form{wording.Tags, wording.SearchReplace, wording.Patch, wording.Diff}
	m.Shuffle(4, func(i, j int) { m.forms[i], m.forms[j] = m.forms[j], m.forms[i] })
	m.forms = m.forms[:1+m.IntN(4)]
	for range 1 + m.IntN(5) {
		b.WriteString(m.pick(
			"Some prose.\n", "Write `<<<<<<< SEARCH` and `>>>>>>> REPLACE`.\n", "A patch begins with `*** Begin Patch`.\n", "Git says `@@ -1 +1 @@` and `--- a/x`.\n",
			"Merge it:\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n```\n", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n", "So:\n\n```sh\nls\n```\n",
			"x.py\n```python\nx = 1\n```\n", "A tag such as `<edit>` or `</content>`.\n",
		) + "\nIt is so:\n\n")
		p := m.part(1)
		quote := quotes[m.IntN(len(quotes))]
		if p.quoted = m.IntN(3) == 0 && !strings.Contains(p.text, quote[2]); p.quoted {
			b.WriteString(quote[0])
		}
		p.offset = b.Len()
		switch {
		case p.quoted:
			b.WriteString(p.text + quote[1])
		case (p.form == wording.Tags || !strings.Contains(p.text, "<create>")) && m.IntN(8) == 0: // a block in a patch in a block quote has no end, so all behind it is refused
			p.cited = true
			p.first += 2 * (1 + strings.Count(p.text[:p.first], "\n"))
			p.text = "> " + strings.TrimSuffix(strings.ReplaceAll(p.text, "\n", "\n> "), "> ")
			fallthrough
		default:
			b.WriteString(p.text)
		}
		b.WriteString("\n")
		parts = append(parts, p)
	}
	return b.String() + "\nDone.\n", parts
}

// outcome is what becomes of the operations of a mixture: their lines, and those of files that run.
type outcome struct {
	runs            []string
	quoted, skipped map[int]bool
	mayBeQuoted     map[int]bool // they stand in the value of a quoted one
	either          map[int]bool // quoted or refused
	cited           map[int]bool // lines of block quotes
}

// model is what the rules say of a mixture. If form is not nil, the user named it, and nothing else
// is read.
func model(text string, parts []part, form *wording.Form) outcome {
	o := outcome{quoted: map[int]bool{}, skipped: map[int]bool{}, mayBeQuoted: map[int]bool{}, either: map[int]bool{}, cited: map[int]bool{}}
	line := func(p part) int { return 1 + strings.Count(text[:p.offset+p.first], "\n") }
	var free []part
	tagged, forms, by, common := false, map[wording.Form]bool{}, map[string]wording.Form{}, false
	for _, p := range parts {
		switch {
		case form != nil && p.form != *form:
		case p.quoted || p.cited:
			if p.cited {
				o.either[line(p)] = true
			} else {
				o.quoted[line(p)] = true
			}
			for n := range strings.Count(p.text, "\n") {
				at := 1 + strings.Count(text[:p.offset], "\n") + n
				o.mayBeQuoted[at], o.cited[at] = true, p.cited
			}
		default:
			free = append(free, p)
			tagged, forms[p.form] = tagged || p.form == wording.Tags, true
			if f, known := by[p.file]; known && f != p.form {
				common = true
			}
			by[p.file] = p.form
		}
	}
	for _, p := range free {
		switch {
		case tagged && p.form != wording.Tags:
			o.quoted[line(p)] = true
		case !tagged && len(forms) > 1 && common:
			o.skipped[line(p)] = true
		default:
			o.runs = append(o.runs, fmt.Sprintf("%d %s", line(p), p.file))
		}
	}
	return o
}

// found is the same, as it was read.
func found(r parse.Response) outcome {
	o := outcome{quoted: map[int]bool{}, skipped: map[int]bool{}}
	for _, op := range r.Operations {
		if _, invalid := op.Action.(ops.Invalid); invalid {
			o.skipped[op.Line] = true
			continue
		}
		o.runs = append(o.runs, fmt.Sprintf("%d %s", op.Line, op.Args[0].Value.Text))
	}
	for _, q := range r.Quoted {
		o.quoted[q.Line] = true
	}
	return o
}

// differs says in what two outcomes differ; "" for nothing.
func (o outcome) differs(got outcome) string {
	lines := func(m map[int]bool) []int { return slices.SortedFunc(maps.Keys(m), cmp.Compare) }
	for line := range o.either {
		if !got.quoted[line] && !got.skipped[line] {
			return fmt.Sprintf("it says nothing of what stands at line %d", line)
		}
	}
	maps.DeleteFunc(got.skipped, func(line int, _ bool) bool { return o.cited[line] })
	extra := maps.Clone(got.quoted)
	maps.DeleteFunc(extra, func(line int, _ bool) bool { return o.quoted[line] || o.mayBeQuoted[line] })
	missing := maps.Clone(o.quoted)
	maps.DeleteFunc(missing, func(line int, _ bool) bool { return got.quoted[line] })
	switch {
	case !slices.Equal(o.runs, got.runs):
		return fmt.Sprintf("it runs %q, want %q", got.runs, o.runs)
	case !maps.Equal(o.skipped, got.skipped):
		return fmt.Sprintf("it skips what stands at lines %v, want %v", lines(got.skipped), lines(o.skipped))
	case len(extra)+len(missing) > 0:
		return fmt.Sprintf("it quotes what stands at lines %v, want %v", lines(got.quoted), lines(o.quoted))
	}
	return ""
}

// TestFormsAreNotConfused reads random mixtures of the forms: what runs, what is refused and what is
// reported is what the rules say, which the test follows by itself. TEST_ALL tries 2,000.
func TestFormsAreNotConfused(t *testing.T) {
	t.Parallel()
	count := 200
	if os.Getenv("TEST_ALL") != "" {
		count = 2000
	}
	var runs, quoted, skipped int
	for n := range count {
		m := &mixer{Rand: rand.New(rand.NewPCG(77, uint64(n)))}
		text, parts := m.mixture()
		want := model(text, parts, nil)
		runs, quoted, skipped = runs+len(want.runs), quoted+len(want.quoted), skipped+len(want.skipped)
		if diff := want.differs(found(one(text))); diff != "" {
			t.Errorf("mixture %d: %s, of\n%s", n, diff, text)
		}
		for input, form := range map[string]wording.Form{"tags": wording.Tags, "search-replace": wording.SearchReplace, "patch": wording.Patch, "diff": wording.Diff} {
			if slices.ContainsFunc(parts, func(p part) bool {
				return slices.ContainsFunc(p.inner, func(in part) bool { return in.form == form && p.form != form })
			}) {
				continue // what stands in the other form is prose then
			}
			r := parse.Parse([]parse.Input{{Text: text}}, parse.Options{Input: input})
			if diff := model(text, parts, &form).differs(found(r)); diff != "" {
				t.Errorf("mixture %d with --input %s: %s, of\n%s", n, input, diff, text)
			}
		}
		for _, op := range running(text, "files") {
			if op.Args[0].Value.Text != "x.py" || op.Args[1].Value.Text != "x = 1\n" {
				t.Errorf("mixture %d with --input files: it runs %s, of\n%s", n, ran(op), text)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d mixtures: %d operations run, %d are quoted, %d refused", count, runs, quoted, skipped)
}
