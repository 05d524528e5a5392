package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
)

// game is one root and responses made by chance, from a seed.
type game struct {
	*rand.Rand
	t     *testing.T
	root  string
	conf  string
	names map[string]bool // of runs
}

func newGame(t *testing.T, dir string, seed uint64) game {
	t.Helper()
	dir = filepath.Join(dir, fmt.Sprint(seed))
	g := game{rand.New(rand.NewPCG(seed, 7)), t, filepath.Join(dir, "root"), filepath.Join(dir, "conf.yaml"), map[string]bool{}}
	settings := fmt.Sprintf("file_operations:\n  state_dir: %q\n  durability: fast\n  automatic_backups: %t\n  read_before_write: %t\n  protected_files: [b.txt]\n",
		filepath.Join(dir, "state"), g.IntN(4) > 0, g.IntN(4) == 0)
	g.do(os.MkdirAll(g.root, 0o755), os.WriteFile(g.conf, []byte(settings), 0o644))
	g.plant()
	return g
}

func (g game) do(errs ...error) {
	g.t.Helper()
	for _, err := range errs {
		if err != nil {
			g.t.Fatal(err)
		}
	}
}

func (g game) one(from ...string) string { return from[g.IntN(len(from))] }

// name is a path that is likely to be there, or to be made.
func (g game) name() string {
	return g.one("a.txt", "b.txt", "d/a.txt", "d/e/b.txt", "d", "d/e", "n.txt", "m/n.txt", "m", "l", "l/a.txt", "x.py", "d/x.py", "a.txt.bak", "b.txt.deleted", "bin")
}

// text is a content with words that other operations look for.
func (g game) text() string {
	lines := []string{}
	for range 1 + g.IntN(5) {
		lines = append(lines, g.one("one", "two", "three", "x = 1", "if x:", "    y = 2", "def f():", "ünï", "", "one two one", "<find>", "```"))
	}
	text := strings.Join(lines, g.one("\n", "\n", "\n", "\r\n"))
	return text + g.one("\n", "")
}

// plant makes a tree.
func (g game) plant() {
	g.t.Helper()
	for _, name := range []string{"a.txt", "b.txt", "d/a.txt", "d/e/b.txt", "x.py", "d/x.py", "a.txt.bak"} {
		if g.IntN(3) == 0 {
			continue
		}
		path, text := filepath.Join(g.root, name), g.text()
		if strings.HasSuffix(name, ".py") && g.IntN(3) > 0 {
			text = "x = 1\nif x:\n    y = 2\n"
		}
		g.do(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
		g.do(os.Chmod(path, []fs.FileMode{0o644, 0o600, 0o755, 0o640}[g.IntN(4)]))
	}
	if g.IntN(2) == 0 {
		g.do(os.WriteFile(filepath.Join(g.root, "bin"), []byte("\x00\x01\xff one"), 0o644))
	}
	if g.IntN(2) == 0 {
		g.do(os.MkdirAll(filepath.Join(g.root, "m"), 0o755), os.Chmod(filepath.Join(g.root, "m"), 0o700))
	}
	if g.IntN(2) == 0 {
		_ = os.Symlink(g.one("d", "a.txt", "nowhere", "../out"), filepath.Join(g.root, "l")) // where there are links
	}
}

// value is a value for a field.
func (g game) value(field string) string {
	switch field {
	case "file", "from", "to", "path":
		return g.name()
	case "line", "start_line", "end_line", "limit", "offset":
		return fmt.Sprint(g.IntN(7))
	case "lines":
		return g.one("1-2", "2-", "1", "9-9")
	case "position":
		return g.one("before", "after", "between")
	case "find", "pattern", "old_str":
		return g.one("one", "two", "three", "x = 1", "    y = 2", "\none\n", "missing", "ün")
	}
	return g.one("one", "zwei", "", "\n"+g.text(), g.text())
}

// block is one operation, now and then not quite one.
func (g game) block() string {
	catalogue := ops.Catalogue()
	spec := catalogue[g.IntN(len(catalogue))]
	var b strings.Builder
	b.WriteString("<" + spec.Tag + ">\n")
	for _, f := range spec.Fields {
		if f.Optional && g.IntN(2) == 0 || g.IntN(40) == 0 {
			continue
		}
		b.WriteString("<" + f.Name + ">" + g.value(f.Name) + "</" + f.Name + ">\n")
	}
	switch g.IntN(40) {
	case 0:
		b.WriteString("<nonsense>x</nonsense>\n")
	case 1:
		return strings.Replace(b.String(), "<"+spec.Tag+">", "<"+spec.Tag+` file="a.txt">`, 1) + "</" + spec.Tag + ">\n"
	case 2:
		return "```\n" + b.String() + "</" + spec.Tag + ">\n```\n"
	case 3:
		return b.String() // never ends
	}
	return b.String() + "</" + spec.Tag + ">\n"
}

func (g game) response() string {
	text := "Some prose.\n\n"
	for range 1 + g.IntN(8) {
		text += g.block() + g.one("", "\nAnd then:\n")
	}
	return text
}

// outcomeJSON is what is looked at in the answer to a run.
type outcomeJSON struct {
	Run       string
	Committed bool
	Results   []struct{ Error, Code string }
	Error     string
}

// run runs the program in this process.
func (g game) run(input string, args ...string) outcomeJSON {
	g.t.Helper()
	var out, said strings.Builder
	args = append(args, "--root", g.root, "--config", g.conf, "--format", "json")
	status := execute(g.t.Context(), streams{in: strings.NewReader(input), out: &out, err: &said}, args)
	if status != exitOK && status != exitFailed {
		g.t.Fatalf("%q: status %d: %s\n%s", args, status, said.String(), input)
	}
	var o outcomeJSON
	g.do(json.Unmarshal([]byte(out.String()), &o))
	if o.Committed && g.names[o.Run] {
		g.t.Skip("two runs in one second have one name")
	}
	g.names[o.Run] = o.Committed
	return o
}

func (g game) tree() map[string]string {
	g.t.Helper()
	tree, err := snapshot(g.root, false)
	g.do(err)
	return tree
}

func (g game) same(what, response string, got, want map[string]string) {
	g.t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		g.t.Fatalf("%s (- want, + got):\n%s\nafter the response\n%s", what, d, response)
	}
}

// apply runs a response and returns the run's name, "" if nothing was committed.
func (g game) apply(response string) string {
	g.t.Helper()
	before := g.tree()
	args := []string{"apply"}
	if g.IntN(5) == 0 {
		args = append(args, "--atomic")
	}
	o := g.run(response, args...)
	if o.Committed {
		return o.Run
	}
	g.same("nothing was committed, but the tree", response, g.tree(), before)
	return ""
}

// undo takes a run back and returns the name of the run that did.
func (g game) undo(run, response string) string {
	g.t.Helper()
	args := []string{"undo"}
	if run != "" {
		args = append(args, run)
	}
	o := g.run("", args...)
	if !o.Committed {
		msg := o.Error
		if len(o.Results) > 0 {
			msg += o.Results[0].Error
		}
		g.t.Fatalf("the undo was not committed: %s\nafter the response\n%s", msg, response)
	}
	return o.Run
}

// applyAndUndo checks that an undo is the way back, and the undo of it the way there.
func applyAndUndo(t *testing.T, dir string, seed uint64) {
	t.Helper()
	g := newGame(t, dir, seed)
	first, response := g.tree(), g.response()
	run := g.apply(response)
	if run == "" {
		if o := g.run("", "undo"); o.Committed || o.Results[0].Code != "no_run" {
			t.Fatalf("an undo of nothing: %+v", o)
		}
		return
	}
	second := g.tree()
	undone := g.undo("", response)
	g.same("after the undo", response, g.tree(), first)
	g.undo(undone, response)
	g.same("after the undo of the undo", response, g.tree(), second)
}

// applyAndUndoMany does that with several responses in a row.
func applyAndUndoMany(t *testing.T, dir string, seed uint64) {
	t.Helper()
	g := newGame(t, dir, seed)
	trees, responses := []map[string]string{g.tree()}, []string{}
	for range 4 {
		response := g.response()
		if g.apply(response) != "" {
			trees, responses = append(trees, g.tree()), append(responses, response)
		}
	}
	undos := make([]string, len(responses))
	for i := len(responses) - 1; i >= 0; i-- {
		undos[i] = g.undo("", strings.Join(responses[:i+1], "\n-- then --\n"))
		g.same(fmt.Sprintf("after the undo of run %d of %d", i+1, len(responses)), strings.Join(responses, "\n-- then --\n"), g.tree(), trees[i])
	}
	for i, undo := range undos {
		g.undo(undo, responses[i])
		g.same(fmt.Sprintf("after run %d of %d came again", i+1, len(responses)), responses[i], g.tree(), trees[i+1])
	}
}

// fastest is a directory in memory, where there is such a file system.
func fastest(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "fileops")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// play plays games with one seed after the other. TEST_SEQUENCES says how many, if
// not the usual number.
func play(t *testing.T, usual int, one func(*testing.T, string, uint64)) {
	t.Helper()
	count := usual
	if _, err := fmt.Sscan(os.Getenv("TEST_SEQUENCES"), &count); err != nil && testing.Short() {
		count = usual / 10
	}
	dir := fastest(t)
	for seed := range count {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { one(t, dir, uint64(seed)) }) {
			break
		}
	}
}

// TestUndoIsTheWayBack: names, bytes, modes, links, directories.
func TestUndoIsTheWayBack(t *testing.T) {
	t.Parallel()
	play(t, 80, applyAndUndo)
}

// TestUndoIsTheWayBackFromManyRuns: each undo goes one further, and each undo of those
// one further forth.
func TestUndoIsTheWayBackFromManyRuns(t *testing.T) {
	t.Parallel()
	play(t, 24, applyAndUndoMany)
}
