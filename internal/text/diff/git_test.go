package diff_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fileops/internal/text/diff"
)

// pair is a text before and after a change.
type pair struct{ from, to string }

// TestDiffsAreThoseOfGit: of rewritten Go files and of random lines, the counts and the hunks
// are exactly those of git.
func TestDiffsAreThoseOfGit(t *testing.T) {
	t.Parallel()
	pairs := append(rewrittenFiles(t), randomTexts()...)
	needGit(t)
	dir := t.TempDir()
	for i, p := range pairs {
		write(t, filepath.Join(dir, "a", fmt.Sprintf("%05d", i)), p.from)
		write(t, filepath.Join(dir, "b", fmt.Sprintf("%05d", i)), p.to)
	}
	out := git(t, dir, "diff", "--no-index", "--no-renames", "--no-color", "--numstat", "--patch", "a", "b")
	numstat, patch, _ := strings.Cut(out, "\ndiff --git ")
	counts := map[string]diff.Stat{}
	for line := range strings.Lines(numstat) {
		var s diff.Stat
		var name string
		if _, err := fmt.Sscanf(strings.ReplaceAll(line, "{a => b}", "b"), "%d\t%d\t%s", &s.Added, &s.Removed, &name); err == nil {
			counts[filepath.Base(name)] = s
		}
	}
	patches := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimSuffix(patch, "\n"), "\ndiff --git ") {
		first, rest, _ := strings.Cut(part, "\n")
		patches[filepath.Base(first)] = hunks(rest + "\n")
	}
	differ := 0
	for i, p := range pairs {
		name := fmt.Sprintf("%05d", i)
		unified, _ := diff.Unified(versions(p.from, p.to))
		if got := diff.Count([]byte(p.from), []byte(p.to)); got != counts[name] {
			t.Errorf("%s: counts %+v, git %+v", name, got, counts[name])
		}
		if got := hunks(unified); got != patches[name] {
			t.Errorf("%s: got\n%s\ngit has\n%s", name, got, patches[name])
		}
		if unified != "" {
			differ++
		}
	}
	if len(counts) != differ || differ < len(pairs)*3/4 {
		t.Errorf("%d of %d pairs differ, git counts %d", differ, len(pairs), len(counts))
	}
}

// TestDiffsApply gives diffs to `git apply`.
func TestDiffsApply(t *testing.T) {
	t.Parallel()
	pairs := append(rewrittenFiles(t), randomTexts()...)
	needGit(t)
	dir := t.TempDir()
	var patch strings.Builder
	want := map[string]string{}
	for i, p := range pairs {
		name := fmt.Sprintf("f%d", i)
		a, b := diff.Version{Name: "a/" + name, Content: []byte(p.from)}, diff.Version{Name: "b/" + name, Content: []byte(p.to)}
		header := ""
		switch {
		case p.from == "":
			a.Name, header = "/dev/null", "new file mode 100644\n"
		case p.to == "":
			b.Name, header = "/dev/null", "deleted file mode 100644\n"
		}
		if p.from != "" {
			write(t, filepath.Join(dir, name), p.from)
		}
		if unified, _ := diff.Unified(a, b); unified != "" {
			patch.WriteString("diff --git a/" + name + " b/" + name + "\n" + header + unified)
		}
		if p.to != "" {
			want[name] = p.to
		}
	}
	write(t, filepath.Join(dir, "patch"), patch.String())
	git(t, dir, "apply", "--whitespace=nowarn", "patch")
	for i := range pairs {
		name := fmt.Sprintf("f%d", i)
		got, err := os.ReadFile(filepath.Join(dir, name))
		if text, ok := want[name]; ok != (err == nil) || string(got) != text {
			t.Errorf("%s: %q, %v; want %q, %t", name, got, err, text, ok)
		}
	}
}

// rewrittenFiles are Go files of this repository, each with some lines changed: 300, and more
// with TEST_ALL.
func rewrittenFiles(t *testing.T) []pair {
	t.Helper()
	n := 300
	if os.Getenv("TEST_ALL") != "" {
		n = 5000
	}
	var files [][]string
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "internal"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		src, err := os.ReadFile(name)
		files = append(files, lines(string(src)))
		return err
	})
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	pairs := make([]pair, n)
	for i := range pairs {
		from := files[r.IntN(len(files))]
		to := rewrite(r, from, files[r.IntN(len(files))])
		pairs[i] = pair{strings.Join(from, ""), strings.Join(to, "")}
	}
	return pairs
}

// randomTexts are pairs of texts that try each step of a diff.
func randomTexts() []pair {
	r := rand.New(rand.NewPCG(5, 6))
	var pairs []pair
	add := func(from, to []string) {
		pairs = append(pairs, pair{strings.Join(from, ""), strings.Join(to, "")})
	}
	for i := range 300 {
		from, to := signLines(r), signLines(r)
		if i%2 == 0 {
			from, to = someLines(r), someLines(r)
		}
		if i%3 > 0 {
			to = rewrite(r, from, to)
		}
		if n := len(from); n > 0 && r.IntN(4) == 0 {
			from[n-1] = strings.TrimRight(from[n-1], "\r\n")
		}
		if n := len(to); n > 0 && r.IntN(4) == 0 {
			to[n-1] = strings.TrimRight(to[n-1], "\r\n")
		}
		switch i % 20 {
		case 0:
			from = nil
		case 1:
			to = nil
		}
		add(from, to)
	}
	for range 150 {
		from := blocks(r)
		add(from, rewrite(r, from, blocks(r)))
		add(mostlyUnique(r), mostlyUnique(r))
		head := slices.Repeat([]string{"}\n"}, 30)
		add(slices.Concat(head, mostlyUnique(r)[:5+r.IntN(30)]), slices.Concat(head, mostlyUnique(r)[:5+r.IntN(30)]))
	}
	for range 600 { // a part that is repeated can stand in several places
		from := someOf(r, 4+r.IntN(20), "a\n", "\n", "\n", "\tb\n", "\t\tc\n", "\td\n", strings.Repeat("\t", 30)+"e\n", strings.Repeat(" ", 220)+"f\n")
		at := r.IntN(len(from))
		part := from[at:min(len(from), at+1+r.IntN(5))]
		to := slices.Insert(slices.Clone(from), at, slices.Repeat(part, 1+r.IntN(3))...)
		add(from, to)
	}
	// So many changes that the search does not look for the shortest way.
	for _, kinds := range []int{2, 10, 200, 3000, 1 << 30} {
		var from []string
		for range 4000 {
			from = append(from, fmt.Sprintf("%d\n", r.IntN(kinds)))
		}
		to := slices.Clone(from)
		r.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
		add(from, to)
		for range 4 {
			add(from, rewrite(r, from, to))
		}
	}
	// So long runs of equal lines between changes that the search takes the end of one.
	for _, run := range []int{10, 20, 40} {
		from := make([]string, 1000*run)
		for i := range from {
			from[i] = fmt.Sprintf("%d\n", i)
		}
		to := slices.Clone(from)
		for range len(to) / run / 2 {
			i, j := r.IntN(len(to)), r.IntN(len(to))
			to[i], to[j] = to[j], to[i]
		}
		add(from, to)
		mixed := slices.Clone(from[:2000])
		r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		add(slices.Concat(from[:2000], from), slices.Concat(mixed, to))
		add(slices.Concat(from, from[:2000]), slices.Concat(to, mixed))
	}
	return pairs
}

// blocks are indented lines of few kinds, with runs of blank lines.
func blocks(r *rand.Rand) []string {
	var list []string
	depth := 0
	for range r.IntN(120) {
		indent := strings.Repeat("\t", depth)
		switch r.IntN(6) {
		case 0:
			list = append(list, indent+"{\n")
			depth++
		case 1:
			depth = max(0, depth-1)
			list = append(list, strings.Repeat("\t", depth)+"}\n")
		case 2:
			list = append(list, slices.Repeat([]string{"\n"}, 1+r.IntN(2)*r.IntN(25))...)
		case 3:
			list = append(list, slices.Repeat([]string{indent + "x\n", indent + "y\n"}, 1+r.IntN(2)*r.IntN(120))...)
		default:
			list = append(list, indent+fmt.Sprintf("%d\n", r.IntN(3)))
		}
	}
	return list
}

// mostlyUnique are lines that no other text has, and some that most texts have.
func mostlyUnique(r *rand.Rand) []string {
	var list []string
	share := 2 + r.IntN(12)
	kinds := []string{"}\n", "\n", "\t}\n", "x\n", "y\n", "z\n"}[:3+r.IntN(4)]
	for range 50 + r.IntN(400) {
		line := fmt.Sprintf("%d\n", r.Uint32())
		if r.IntN(share) == 0 {
			line = kinds[r.IntN(r.IntN(len(kinds))+1)]
		}
		list = append(list, line)
	}
	return list
}

// signLines are lines that could be taken for parts of a diff.
func signLines(r *rand.Rand) []string {
	var list []string
	for _, line := range someOf(r, r.IntN(30), "a", "b", "c", "", "  d", "- e", "+ f", "@@ -1 +1 @@", "\\ g", "é", "--- x", "+++ y") {
		list = append(list, line+[]string{"\n", "\n", "\n", "\r\n"}[r.IntN(4)])
	}
	return list
}

// someOf are n lines of some kinds.
func someOf(r *rand.Rand, n int, kinds ...string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = kinds[r.IntN(len(kinds))]
	}
	return list
}

// rewrite makes changes to lines, a few or many. Others are inserted.
func rewrite(r *rand.Rand, lines, others []string) []string {
	list := slices.Clone(lines)
	for range 1 + r.IntN(1+len(lines)/(1+r.IntN(40))) {
		if len(list) == 0 {
			return slices.Clone(others)
		}
		at := r.IntN(len(list))
		end := min(len(list), at+1+r.IntN(1+r.IntN(12)))
		part := slices.Clone(list[at:end])
		switch r.IntN(8) {
		case 0:
			list = slices.Delete(list, at, end)
		case 1:
			list = slices.Insert(list, end, part...)
		case 2:
			list = slices.Insert(list, r.IntN(len(list)), part...)
		case 3:
			list = slices.Delete(list, at, end)
			list = slices.Insert(list, r.IntN(1+len(list)), part...)
		case 4:
			from := r.IntN(1 + len(others))
			list = slices.Insert(list, at, others[from:min(len(others), from+len(part))]...)
		case 5:
			for i := at; i < end; i++ {
				list[i] = "\t" + list[i]
			}
		case 6:
			list[at] = strings.Replace(list[at], "e", "ee", 1)
		case 7:
			list = slices.Insert(list, at, "\n")
		}
	}
	switch r.IntN(40) {
	case 0:
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	case 1:
		slices.Reverse(list)
	}
	return list
}

// lines splits a text after each line end.
func lines(s string) []string {
	return slices.Collect(strings.Lines(s))
}

// hunks are those of a diff. Git leaves out a count of one, and adds a line to the header.
func hunks(unified string) string {
	i := strings.Index(unified, "\n@@ ")
	if i < 0 {
		return ""
	}
	headers := regexp.MustCompile(`(?m)^@@ -(\d+(?:,\d+)?) \+(\d+(?:,\d+)?) @@.*$`)
	ones := regexp.MustCompile(`(?m)^(@@ .*[-+]\d+)( .*@@)$`)
	plain := headers.ReplaceAllString(unified[i+1:], "@@ -$1 +$2 @@")
	for range 2 {
		plain = ones.ReplaceAllString(plain, "$1,1$2")
	}
	return plain
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// needGit skips a test where git is not installed, before the test makes files.
func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there:", err)
	}
}

// git runs git with its default settings. A diff exits with 1 if there is one.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (args[0] != "diff" || !errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}
