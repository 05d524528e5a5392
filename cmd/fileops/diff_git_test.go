package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDiffsAsGitApplies makes random changes of real files, writes them down with git diff, and
// applies the diffs with git apply and with this program: the trees are the same. Where a file
// has other text by then, a diff may be refused, and is where git refuses it. With TEST_ALL it
// makes 5,000 diffs of files.
func TestDiffsAsGitApplies(t *testing.T) {
	needGitCommand(t)
	ownHome(t)
	count, drifted, refused, ambiguous := diffCount(), 0, 0, 0
	for n := uint64(0); count > 0 && !t.Failed(); n++ {
		c := newDiffCase(t, rand.New(rand.NewPCG(31, n)))
		count -= len(c.diffs)
		if n%3 == 0 { // a tree that changed meanwhile, to which git applies the diffs one by one
			c.drift()
			for i, diff := range c.diffs {
				drifted++
				want, applies := c.gitApply(t, diff)
				got, status, out := c.fileops(t, diff, "diff")
				switch {
				case status != exitOK && cmp.Equal(c.base, got) && (!applies || stricter.MatchString(out)):
					refused++
					if applies {
						ambiguous++
					}
				case !applies || status != exitOK || !cmp.Equal(want, got):
					t.Fatalf("case %d, diff %d, on another tree: git applies it: %v, status %d\n%s\n%s\n%s", n, i, applies, status, cmp.Diff(want, got), out, diff)
				}
			}
			continue
		}
		whole := strings.Join(c.diffs, "")
		want, applies := c.gitApply(t, whole)
		if !applies {
			t.Fatalf("case %d: git refuses its own diff:\n%s", n, whole)
		}
		for input, response := range map[string]string{"diff": whole, "auto": "All of it:\n\n```diff\n" + whole + "```\n\nDone.\n"} {
			if got, status, out := c.fileops(t, response, input); status != exitOK || !cmp.Equal(want, got) {
				t.Fatalf("case %d, --input %s, status %d, leaves another tree (-git, +ours):\n%s\n%s\n%s", n, input, status, cmp.Diff(want, got), out, whole)
			}
		}
	}
	t.Logf("%d diffs on changed trees: %d refused, of which git applies %d, to one of several places or out of their order", drifted, refused, ambiguous)
}

// TestDamagedDiffs is the same for diffs in which each number of each @@ line is wrong, and most
// of which have lost what git writes above them: the same tree, or refused.
func TestDamagedDiffs(t *testing.T) {
	needGitCommand(t)
	ownHome(t)
	all, refused := 0, map[string]int{}
	for n := uint64(0); all < diffCount() && !t.Failed(); n++ {
		random := rand.New(rand.NewPCG(32, n))
		c := newDiffCase(t, random)
		for _, diff := range c.diffs {
			want, applies := c.gitApply(t, diff)
			if !strings.Contains(diff, "\n@@ -") || !applies {
				continue
			}
			all++
			wrong := damaged(random, diff)
			got, status, out := c.fileops(t, "```diff\n"+wrong+"```\n", "auto")
			switch {
			case status == exitOK && cmp.Equal(unixEnds(want), unixEnds(got)): // new lines get the line ends of the file
			case status == exitFailed && cmp.Equal(c.base, got) && needsContext.MatchString(out):
				refused[needsContext.FindString(out)]++
			default:
				t.Fatalf("case %d: status %d, another tree (-git, +ours):\n%s\n%s\n%s", n, status, cmp.Diff(want, got), out, wrong)
			}
		}
	}
	total := 0
	for _, n := range refused {
		total += n
	}
	t.Logf("%d diffs, refused: %v", all, refused)
	if total > all/5 {
		t.Errorf("%d of %d diffs are refused", total, all)
	}
}

// stricter matches the refusals of hunks that git apply puts into the nearest of several places,
// or above the hunk before.
var stricter = regexp.MustCompile(`Ambiguous pattern|do not stand behind those of the hunk before`)

// unixEnds is a tree without carriage returns.
func unixEnds(tree map[string]entry) map[string]entry {
	out := maps.Clone(tree)
	for name, e := range out {
		e.Text = strings.ReplaceAll(e.Text, "\r", "")
		out[name] = e
	}
	return out
}

// needsContext matches the refusals of a hunk that does not say where it stands, or only adds
// blank lines at the end of a file.
var needsContext = regexp.MustCompile(`This change was made already|Ambiguous pattern|does not say where its lines go|looks for blank lines alone`)

func diffCount() int {
	if os.Getenv("TEST_ALL") != "" {
		return 5000
	}
	return 150
}

func needGitCommand(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the modes and names of these trees are those of other systems")
	}
}

var hunkNumbers = regexp.MustCompile(`(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*$`)

// damaged is a diff with wrong numbers on each @@ line.
func damaged(random *rand.Rand, diff string) string {
	style := random.IntN(4)
	number := func(s string, least int) int {
		n := 0
		if _, err := fmt.Sscan(s, &n); err != nil {
			n = 1
		}
		return max(least, n+1+random.IntN(9)-10*random.IntN(2)*min(1, n/10))
	}
	diff = hunkNumbers.ReplaceAllStringFunc(diff, func(line string) string {
		m := hunkNumbers.FindStringSubmatch(line)
		switch style {
		case 0:
			return "@@ -0,0 +0,0 @@"
		case 1:
			return "@@ -1,99 +1,99 @@"
		}
		return fmt.Sprintf("@@ -%d,%d +%d,%d @@", number(m[1], 1), number(m[2], 1), number(m[3], 1), number(m[4], 1))
	})
	if at := strings.Index(diff, "\n--- "); at >= 0 && random.IntN(3) > 0 && !strings.Contains(diff[:at], "rename ") && !strings.Contains(diff[:at], "mode ") && !strings.Contains(diff[:at], "copy ") {
		return diff[at+1:]
	}
	return diff
}

// entry is a file of a tree.
type entry struct {
	Text       string
	Executable bool
}

// diffCase is a tree and the diffs that lead to another one.
type diffCase struct {
	random *rand.Rand
	base   map[string]entry
	now    map[string]entry
	diffs  []string // of one file each
}

// goFiles are texts of the Go tree, the smallest first.
func goFiles(t *testing.T) []string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, pattern := range []string{"strings/*.go", "bufio/*.go", "os/*.go", "go/ast/*.go", "net/http/*.go", "cmd/go/testdata/script/mod*.txt", "sort/*.go"} {
		names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, names...)
	}
	return list
}

func newDiffCase(t *testing.T, random *rand.Rand) *diffCase {
	t.Helper()
	c := &diffCase{random: random, base: map[string]entry{}}
	sources := goFiles(t)
	for i := range 4 + random.IntN(16) {
		data, err := os.ReadFile(sources[random.IntN(len(sources))])
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 60_000 {
			data = data[:bytes.LastIndexByte(data[:60_000], '\n')+1]
		}
		c.base[c.name(i)] = entry{c.shaped(string(data)), random.IntN(8) == 0}
	}
	c.now = maps.Clone(c.base)
	for i, name := range slices.Sorted(maps.Keys(c.base)) {
		c.change(i, name)
	}
	c.diffs = gitDiffs(t, c.base, c.now)
	return c
}

func (c *diffCase) pick(list ...string) string { return list[c.random.IntN(len(list))] }

func (c *diffCase) name(i int) string {
	form := c.pick("file%d.go", "file%d.go", "none%d", "ümlaut %d.txt", `quo"te%d.c`, "t (%d).md", "-dash%d", "a b%d.go")
	return c.pick("", "", "src/", "a/", "b/", "deep/er/", "sp ace/") + fmt.Sprintf(form, i)
}

// shaped is a text in one of the shapes that files have.
func (c *diffCase) shaped(text string) string {
	switch c.random.IntN(9) {
	case 0:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 1:
		return strings.TrimRight(text, "\n")
	case 2:
		lines := slices.Collect(strings.Lines(text))
		return strings.Join(lines[:min(len(lines), 1+c.random.IntN(12))], "")
	case 3:
		return strings.Replace(text, "\n", "\r\n", 1+c.random.IntN(20))
	}
	return text
}

// change makes a random change of a file.
func (c *diffCase) change(i int, name string) {
	e := c.now[name]
	switch c.random.IntN(12) {
	case 0:
		delete(c.now, name)
		return
	case 1:
		delete(c.now, name)
		if c.random.IntN(2) == 0 {
			e.Text = c.edited(e.Text, 1)
		}
		c.now[fmt.Sprintf("moved to/%d.go", i)] = e
		return
	case 2:
		c.now[fmt.Sprintf("copied/%d.go", i)] = e
		e.Text = c.edited(e.Text, 1)
	case 3:
		c.now[fmt.Sprintf("new/%d.go", i)] = entry{c.shaped(c.edited(e.Text, 8)), c.random.IntN(4) == 0}
		return
	case 4:
		e.Executable = !e.Executable
		if c.random.IntN(2) == 0 {
			e.Text = c.edited(e.Text, 2)
		}
	default:
		e.Text = c.edited(e.Text, 1+c.random.IntN(20))
	}
	c.now[name] = e
}

// edited is a text with so many random edits of its lines.
func (c *diffCase) edited(text string, edits int) string {
	lines := slices.Collect(strings.Lines(text))
	for range edits {
		from := c.random.IntN(len(lines) + 1)
		to := min(len(lines), from+c.random.IntN(4))
		var now []string
		for range c.random.IntN(4) {
			line := fmt.Sprintf("%sline %d of it\n", c.pick("", "\t", "\t\t", "-- ", "++ ", "- ", "+"), c.random.IntN(1000))
			if len(lines) > 0 && c.random.IntN(3) == 0 {
				line = lines[c.random.IntN(len(lines))] // once more
			}
			now = append(now, c.pick(line, line, line, "\n", "}\n", "@@ -1,2 +1,2 @@\n"))
		}
		lines = slices.Replace(lines, from, to, now...)
	}
	var b strings.Builder // only the last line can be without a line end
	for i, line := range lines {
		if i < len(lines)-1 && !strings.HasSuffix(line, "\n") {
			line += "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// drift changes the files that the diffs are of.
func (c *diffCase) drift() {
	for name, e := range c.base {
		if c.random.IntN(2) == 0 {
			e.Text = c.edited(e.Text, 1+c.random.IntN(6))
			c.base[name] = e
		}
	}
}

// gitApply returns the tree that git apply leaves of the base, and whether git applies the diff.
func (c *diffCase) gitApply(t *testing.T, diff string) (tree map[string]entry, applies bool) {
	t.Helper()
	root := t.TempDir()
	writeEntries(t, root, c.base)
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = root, strings.NewReader(diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root))
	err := cmd.Run()
	return readEntries(t, root), err == nil
}

// fileops returns the tree that the program leaves of the base, its status and what it printed.
func (c *diffCase) fileops(t *testing.T, response, input string) (tree map[string]entry, status int, printed string) {
	t.Helper()
	root, config := t.TempDir(), filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("file_operations: {validate_syntax: [], omission_check: \"off\"}\n"), 0o600); err != nil { // git checks neither
		t.Fatal(err)
	}
	writeEntries(t, root, c.base)
	var out bytes.Buffer
	s := streams{in: strings.NewReader(response), out: &out, err: &out}
	status = execute(t.Context(), s, []string{"apply", "--root", root, "--input", input, "--config", config, "--no-backup"})
	return readEntries(t, root), status, out.String()
}

// gitDiffs are the diffs that git writes between two trees, of one file each.
func gitDiffs(t *testing.T, base, now map[string]entry) []string {
	t.Helper()
	var list []string
	for _, part := range strings.SplitAfter("\n"+staged(t, base, now)("diff", "--cached", "-M", "-C"), "\ndiff --git ") {
		list = append(list, strings.TrimSuffix(part, "diff --git "))
	}
	diffs := list[1:]
	for i := range diffs {
		diffs[i] = "diff --git " + diffs[i]
	}
	return diffs
}

// staged makes a repository with a commit of one tree, in which another one is staged, and returns
// what runs git there.
func staged(t *testing.T, base, now map[string]entry) (git func(args ...string) string) {
	t.Helper()
	root := t.TempDir()
	git = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q")
	writeEntries(t, root, base)
	git("add", "-A")
	git("commit", "-q", "-m", "base")
	for name := range base {
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	writeEntries(t, root, now)
	git("add", "-A")
	return git
}

func writeEntries(t *testing.T, root string, tree map[string]entry) {
	t.Helper()
	for name, e := range tree {
		path := filepath.Join(root, filepath.FromSlash(name))
		mode := fs.FileMode(0o644)
		if e.Executable {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(e.Text), mode); err != nil {
			t.Fatal(err)
		}
	}
}

func readEntries(t *testing.T, root string) map[string]entry {
	t.Helper()
	tree := map[string]entry{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		tree[filepath.ToSlash(name)] = entry{string(data), info.Mode()&0o111 != 0}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
