package ops_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// slots is a file of a language whose lines can be changed one by one, and what breaks
// any of them.
type slots struct {
	name       string
	head, tail string
	line       string // of a number and a value
	bad        string // a value
}

var slotted = []slots{
	{"a.py", "import os\n", "", "s%d = %s\n", "("},
	{"b.go", "package p\n\nvar (\n", ")\n", "\ts%d = %s\n", "func {"},
	{"c.json", "{\n", "  \"end\": 0\n}\n", "  \"s%d\": %s,\n", "["},
	{"d.yaml", "", "", "s%d: %s\n", "["},
	{"e.toml", "", "", "s%d = %s\n", "[1"},
	{"f.xml", "<r>\n", "</r>\n", "<s n=\"%d\">%s</s>\n", "<b>"},
	{"g.js", "", "", "const s%d = %s;\n", "("},
	{"h.ts", "", "", "const s%d: number = %s;\n", "("},
	{"i.css", "", "", ".s%d { top: %spx }\n", "1 } }"},
	{"j.sh", "", "", "s%d=%s\n", "$("},
}

const slotLines = 12

func (s slots) at(slot int, value string) string { return fmt.Sprintf(s.line, slot, value) }

func (s slots) content() string {
	var b strings.Builder
	b.WriteString(s.head)
	for i := range slotLines {
		b.WriteString(s.at(i, "0"))
	}
	b.WriteString(s.tail)
	return b.String()
}

// tenEdits makes ten operations of which one, the culprit, breaks a file. Each works on
// a line of its own, and files may move meanwhile.
func tenEdits(t *testing.T, r *rand.Rand) (list []ops.Operation, culprit int) {
	t.Helper()
	culprit = r.IntN(10)
	used, names := map[string]bool{}, map[string]string{}
	some := []slots{slotted[r.IntN(len(slotted))], slotted[r.IntN(len(slotted))], slotted[r.IntN(len(slotted))]}
	for i := 0; i < 10; {
		s, slot := some[r.IntN(len(some))], r.IntN(slotLines)
		if names[s.name] == "" {
			names[s.name] = s.name
		}
		if i != culprit && r.IntN(12) == 0 {
			to := fmt.Sprintf("d%d/%s", i, s.name)
			list = append(list, build(t, "move", "from", names[s.name], "to", to))
			names[s.name] = to
			i++
			continue
		}
		key := fmt.Sprint(s.name, slot)
		if used[key] {
			continue
		}
		used[key] = true
		value := strconv.Itoa(1 + r.IntN(1000))
		if i == culprit {
			value = s.bad
		}
		list = append(list, changeLine(t, r, names[s.name], s.at(slot, "0"), s.at(slot, value)))
		i++
	}
	for i := range list {
		list[i].ID = fmt.Sprintf("op_%d", i)
	}
	return list, culprit
}

// changeLine replaces a line in one of several ways.
func changeLine(t *testing.T, r *rand.Rand, file, from, to string) ops.Operation {
	t.Helper()
	switch r.IntN(3) {
	case 0:
		return build(t, "edit", "file", file, "find", from, "replace", to)
	case 1:
		return build(t, "str_replace", "file", file, "old_str", from, "new_str", to)
	}
	return build(t, "edit", "file", file, "find", strings.TrimSpace(from), "replace", strings.TrimSpace(to))
}

// TestExactlyTheCulpritFails runs random lists of ten edits of which one breaks a file:
// that one fails, and the tree is the one of the nine others. FILEOPS_SEQUENCES says how
// many lists.
func TestExactlyTheCulpritFails(t *testing.T) {
	t.Parallel()
	n := 100
	if s := os.Getenv("FILEOPS_SEQUENCES"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		must(t, err)
	}
	checker, err := syntax.NewChecker(nil)
	must(t, err)
	content := map[string]string{}
	for _, s := range slotted {
		content[s.name] = s.content()
	}
	for seed := range n {
		run := func(list []ops.Operation) (ops.Report, map[string]string) {
			w := treeWith(t, workspace.Options{Fast: true}, content)
			runner := newRunner(w)
			runner.Syntax = checker
			rep, err := runner.Run(t.Context(), list)
			must(t, err)
			return rep, files(t, w)
		}
		list, culprit := tenEdits(t, rand.New(rand.NewPCG(uint64(seed), 1)))
		rep, got := run(list)
		want := strings.Split(strings.Repeat("ok ", 10), " ")[:10]
		want[culprit] = "bad_syntax"
		equal(t, fmt.Sprintf("seed %d: results", seed), codes(rep), want)
		if err := rep.Results[culprit].Err; err == nil || !strings.Contains(err.Msg, list[culprit].ID) {
			t.Errorf("seed %d: %v; want an error that names %s", seed, err, list[culprit].ID)
		}
		_, without := run(append(append([]ops.Operation{}, list[:culprit]...), list[culprit+1:]...))
		equal(t, fmt.Sprintf("seed %d: the tree", seed), got, without)
		if t.Failed() {
			return
		}
	}
}
