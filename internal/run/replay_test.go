package run_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/syntax"
)

// slots describes a file whose lines can be changed one by one. bad breaks any of them. The
// lines open and close are valid only together.
type slots struct {
	name        string
	head, tail  string
	line        string // of a number and a value
	bad         string // a value
	open, close string
}

var slotted = []slots{
	{"a.py", "import os\n", "", "s%d = %s\n", "(", "p = (1 +\n", "2)\n"},
	{"b.go", "package p\n\nvar (\n", ")\n", "\ts%d = %s\n", "func {", "\tp = (1 +\n", "\t2)\n"},
	{"c.json", "{\n", "  \"end\": 0\n}\n", "  \"s%d\": %s,\n", "[", "  \"p\": [1,\n", "  2],\n"},
	{"d.yaml", "", "", "s%d: %s\n", "[", "p: {a: 1,\n", "  b: 2}\n"},
	{"e.toml", "", "", "s%d = %s\n", "[1", "p = [1,\n", "2]\n"},
	{"f.xml", "<r>\n", "</r>\n", "<s n=\"%d\">%s</s>\n", "<b>", "<p>\n", "</p>\n"},
	{"g.js", "", "", "const s%d = %s;\n", "(", "const p = (1 +\n", "2);\n"},
	{"h.ts", "", "", "const s%d: number = %s;\n", "(", "const p = (1 +\n", "2);\n"},
	{"i.css", "", "", ".s%d { top: %spx }\n", "1 } }", ".p { top: 1px;\n", "}\n"},
	{"j.sh", "", "", "s%d=%s\n", "$(", "p=\"1\n", "2\"\n"},
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

// top is a line after which another one can be inserted without separating open and close.
func (s slots) top() int { return max(1, strings.Count(s.head, "\n")) }

// writer makes a random list of operations of which some, the culprits, break a file.
// Each works on lines of its own, and files may move meanwhile.
type writer struct {
	*testing.T
	*rand.Rand
	files   []slots
	names   map[string]string // where a file stands now
	used    map[string]bool   // lines
	pending []func()          // second halves
	list    []ops.Operation
	codes   []string        // how each is to end
	late    map[string]bool // the files that a culprit broke: line numbers in them are wrong from then on
}

func (w *writer) add(code string, op ops.Operation) {
	op.ID, op.Line = fmt.Sprintf("op_%d", len(w.list)), len(w.list)+1
	w.list, w.codes = append(w.list, op), append(w.codes, code)
}

// free is a file with n lines that nothing works on, one after another.
func (w *writer) free(n int) (s slots, slot int) {
	for {
		s, slot = w.files[w.IntN(len(w.files))], w.IntN(slotLines+1-n)
		taken := n > 1 && (slot == 0 || w.used[s.name])
		for i := range n {
			taken = taken || w.used[fmt.Sprint(s.name, slot+i)]
		}
		if taken {
			continue
		}
		for i := range n {
			w.used[fmt.Sprint(s.name, slot+i)] = true
		}
		w.used[s.name] = w.used[s.name] || n > 1
		return s, slot
	}
}

// innocent adds an operation that is right by itself.
func (w *writer) innocent() {
	switch w.IntN(12) {
	case 0:
		s := w.files[w.IntN(len(w.files))]
		to := fmt.Sprintf("d%d/%s", len(w.list), s.name)
		w.add("ok", build(w.T, "move", "from", w.names[s.name], "to", to))
		w.names[s.name] = to
	case 1:
		s := slotted[w.IntN(len(slotted))]
		if name := "more/" + s.name; !w.used[name] {
			w.used[name] = true
			w.add("ok", build(w.T, "delete", "file", name))
			w.add("ok", build(w.T, "create", "file", name, "content", s.head+s.at(1, "1")+s.tail))
		}
	case 2:
		s := w.files[w.IntN(len(w.files))]
		code := "ok"
		if w.late[s.name] {
			code = "bad_range"
		}
		w.add(code, w.insert(s, strconv.Itoa(100+len(w.list)), "7"))
	case 3:
		for _, s := range w.files {
			if !w.used[s.name] && w.IntN(2) == 0 {
				w.pair()
				return
			}
		}
	default:
		s, slot := w.free(1)
		w.add("ok", changeLine(w.T, w.Rand, w.names[s.name], s.at(slot, "0"), s.at(slot, strconv.Itoa(1+w.IntN(1000)))))
	}
}

// pair adds one of two operations that are right only together; the other comes later.
func (w *writer) pair() {
	s, slot := w.free(2)
	halves := []func(){
		func() {
			w.add("ok", build(w.T, "str_replace", "file", w.names[s.name], "old_str", s.at(slot, "0"), "new_str", s.open))
		},
		func() {
			w.add("ok", build(w.T, "edit", "file", w.names[s.name], "find", s.at(slot+1, "0"), "replace", s.close))
		},
	}
	first := w.IntN(2)
	halves[first]()
	w.pending = append(w.pending, halves[1-first])
}

// insert puts a line at the top of a file, by its number.
func (w *writer) insert(s slots, slot, value string) ops.Operation {
	n, err := strconv.Atoi(slot)
	must(w.T, err)
	name, line, text := w.names[s.name], strconv.Itoa(s.top()), s.at(n, value)
	if w.IntN(2) == 0 {
		return build(w.T, "insert_at", "file", name, "line", line, "position", "after", "content", text)
	}
	return build(w.T, "file_edit", "path", name, "old_text", "", "insert_line", line, "new_text", text)
}

// guilty adds a culprit, with what makes room for it.
func (w *writer) guilty() {
	fresh := func(dir string) (s slots, name string) {
		for name == "" || w.used[name] {
			s = slotted[w.IntN(len(slotted))]
			name = dir + s.name
		}
		w.used[name] = true
		return s, name
	}
	switch w.IntN(6) {
	case 0:
		s, name := fresh("new/")
		w.add("bad_syntax", build(w.T, "create", "file", name, "content", s.head+s.at(1, s.bad)+s.tail))
	case 1:
		s, name := fresh("old/")
		if w.IntN(2) == 0 {
			w.add("bad_syntax", build(w.T, "delete", "file", name))
		} else {
			w.add("bad_syntax", build(w.T, "move", "from", name, "to", name+".txt"))
		}
		w.add("bad_syntax", build(w.T, "create", "file", name, "content", s.head+s.at(1, s.bad)+s.tail))
	case 2:
		s := w.files[w.IntN(len(w.files))]
		code := "bad_syntax"
		if w.late[s.name] {
			code = "bad_range"
		}
		w.add(code, w.insert(s, strconv.Itoa(200+len(w.list)), s.bad))
		w.late[s.name] = true
	default:
		s, slot := w.free(1)
		w.add("bad_syntax", changeLine(w.T, w.Rand, w.names[s.name], s.at(slot, "0"), s.at(slot, s.bad)))
		w.late[s.name] = true
	}
}

// write makes some operations before the culprits, between them and after them.
func (w *writer) write(n int) (culprits []int) {
	at := w.Perm(12)[:n]
	for step := range 12 {
		if slices.Contains(at, step) {
			w.guilty()
			culprits = append(culprits, len(w.list)-1)
			continue
		}
		if len(w.pending) > 0 && w.IntN(3) == 0 {
			w.pending[0]()
			w.pending = w.pending[1:]
			continue
		}
		w.innocent()
	}
	for _, half := range w.pending {
		half()
	}
	return culprits
}

// changeLine replaces a line in one of several ways.
func changeLine(t *testing.T, r *rand.Rand, file, from, to string) ops.Operation {
	t.Helper()
	switch r.IntN(4) {
	case 0:
		return build(t, "edit", "file", file, "find", from, "replace", to)
	case 1:
		return build(t, "str_replace", "file", file, "old_str", from, "new_str", to)
	case 2:
		return build(t, "file_edit", "path", file, "old_text", from, "new_text", to)
	}
	return build(t, "edit", "file", file, "find", strings.TrimSpace(from), "replace", strings.TrimSpace(to))
}

// TestExactlyTheCulpritFails runs random lists of operations of which one to four break a
// file. A culprit fails, with what made room for it and what goes by line numbers after it.
// One culprit fails alone. With several, what is kept parses and makes the same tree by
// itself; a few right operations may fail beside them: they are counted and logged.
// TEST_SEQUENCES says how many lists.
func TestExactlyTheCulpritFails(t *testing.T) {
	t.Parallel()
	n := sequences(t, 20)
	checker, err := syntax.NewParsers(nil)
	must(t, err)
	content := map[string]string{}
	for _, s := range slotted {
		for _, dir := range []string{"", "old/", "more/"} {
			content[dir+s.name] = s.content()
		}
	}
	run := func(list []ops.Operation) (run.Report, map[string]string) {
		w := tree(t, content)
		runner := newRunner(w)
		runner.Syntax = checker
		rep, err := runner.Run(t.Context(), list)
		must(t, err)
		return rep, files(t, w)
	}
	right, beside := [5]int{}, [5]int{} // by the number of culprits
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		w := writer{T: t, Rand: r, names: map[string]string{}, used: map[string]bool{}, late: map[string]bool{}}
		for _, i := range r.Perm(len(slotted))[:3] {
			w.files = append(w.files, slotted[i])
			w.names[slotted[i].name] = slotted[i].name
		}
		culprits := w.write(1 + seed%4)
		rep, got := run(w.list)
		var done []ops.Operation
		for i, res := range rep.Results {
			switch {
			case w.codes[i] == "ok" && res.Err == nil:
				right[len(culprits)]++
			case w.codes[i] == "ok":
				beside[len(culprits)]++
			case res.Err == nil:
				t.Errorf("seed %d: operation %d was done, want %s", seed, i, w.codes[i])
			}
			if res.Err == nil {
				done = append(done, w.list[i])
			}
		}
		if len(culprits) == 1 {
			equal(t, fmt.Sprintf("seed %d: results", seed), codes(rep), w.codes)
			i := culprits[0]
			if err := rep.Results[i].Err; w.codes[i] == "bad_syntax" && (err == nil || !strings.Contains(err.Error(), w.list[i].Label())) {
				t.Errorf("seed %d: %v; want an error that names %s", seed, err, w.list[i].Label())
			}
		}
		allParse(t, checker, seed, got)
		again, alone := run(done)
		equal(t, fmt.Sprintf("seed %d: done alone", seed), again.Failed(), 0)
		equal(t, fmt.Sprintf("seed %d: the tree", seed), alone, got)
		if t.Failed() {
			for i, op := range w.list {
				t.Logf("%d %s %+v", i, w.codes[i], op.Action)
			}
			return
		}
	}
	for k := 1; k <= 4; k++ {
		t.Logf("%d culprits: %d right operations done, %d failed beside them", k, right[k], beside[k])
		if beside[k]*100 > right[k] {
			t.Errorf("%d culprits: more than one in a hundred right operations failed", k)
		}
	}
}

// allParse fails where a file of a tree is broken.
func allParse(t *testing.T, checker syntax.Parsers, seed int, tree map[string]string) {
	t.Helper()
	for name, text := range tree {
		if v := checker.Check(name, []byte(text)); v.State == syntax.Broken {
			t.Errorf("seed %d: %s is %q: %s", seed, name, text, v.Msg)
		}
	}
}

// chaos is an operation on one of a few files, as likely as not one that breaks it or
// that cannot be done.
func chaos(t *testing.T, r *rand.Rand) ops.Operation {
	t.Helper()
	names := []string{"a.py", "b.py", "c.txt", "d/a.py", "d/e.json", "f.py"}
	texts := []string{"x = 1\n", "y = (\n", "2)\n", "z = ]\n", "# x = 1\n", "x = 3\n"}
	name, other := names[r.IntN(len(names))], names[r.IntN(len(names))]
	text, find := texts[r.IntN(len(texts))], texts[r.IntN(len(texts))]
	switch r.IntN(12) {
	case 0, 1:
		return build(t, "edit", "file", name, "find", find, "replace", text)
	case 2:
		return build(t, "append", "file", name, "content", text)
	case 3:
		return build(t, "insert_at", "file", name, "line", strconv.Itoa(1+r.IntN(3)), "content", text)
	case 4:
		return build(t, "replace_lines", "file", name, "start_line", "1", "end_line", strconv.Itoa(1+r.IntN(2)), "new_content", text)
	case 5:
		return build(t, "create", "file", name, "content", text)
	case 6:
		return build(t, "write", "file", name, "content", text+find)
	case 7:
		return build(t, "delete", "file", name)
	case 8:
		return build(t, "copy", "from", name, "to", other)
	case 9:
		return build(t, "copy_overwrite", "from", name, "to", other)
	case 10:
		dirs := []string{"d", "g"}
		return build(t, "move", "from", dirs[r.IntN(2)], "to", dirs[r.IntN(2)])
	}
	return build(t, "move", "from", name, "to", other)
}

// TestWhatIsKeptStandsAlone runs random operations of all kinds. After a rollback no
// file is broken that was valid before. The operations that succeeded make the same tree
// without the others.
func TestWhatIsKeptStandsAlone(t *testing.T) {
	t.Parallel()
	n := sequences(t, 20)
	checker, err := syntax.NewParsers(nil)
	must(t, err)
	content := map[string]string{"a.py": "x = 1\n# x = 1\n", "b.py": "x = 1\nx = 3\n", "c.txt": "y = (\n", "d/a.py": "x = 3\n", "d/e.json": "{}\n"}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		var list []ops.Operation
		for i := range 4 + r.IntN(10) {
			list = append(list, chaos(t, r))
			if r.IntN(4) == 0 { // of the same call as the next one, perhaps
				list[i].ID, list[i].Call.Name = fmt.Sprint("call", i/2), "apply_patch"
			}
		}
		run := func(list []ops.Operation) (run.Report, map[string]string) {
			w := tree(t, content)
			runner := newRunner(w)
			runner.Syntax = checker
			rep, err := runner.Run(t.Context(), list)
			must(t, err)
			return rep, files(t, w)
		}
		rep, got := run(list)
		var done []ops.Operation
		for _, res := range rep.Results {
			if res.Err == nil {
				done = append(done, res.Operation)
			}
		}
		allParse(t, checker, seed, got)
		again, alone := run(done)
		equal(t, fmt.Sprintf("seed %d: done alone", seed), again.Failed(), 0)
		equal(t, fmt.Sprintf("seed %d: the tree", seed), alone, got)
		if t.Failed() {
			for i, op := range list {
				t.Logf("%d %s %+v: %v", i, op.ID, op.Action, rep.Results[i].Err)
			}
			return
		}
	}
}
