package report_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// TestDiffstatIsThatOfGit compares the rows for random changes with those that git prints.
func TestDiffstatIsThatOfGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 12 {
		dir := t.TempDir()
		files := changeRandomly(t, random, dir)
		for _, width := range []int{20, 40, 80, 200} {
			want := git(t, dir, "diff", "--cached", "-M", fmt.Sprintf("--stat=%d", width))
			want = want[:strings.LastIndex(strings.TrimSuffix(want, "\n"), "\n")+1] // without the summary
			rep := report.Run{Report: run.Report{Committed: true, Results: nil, Files: files}}
			got := shown(t, terminal.Options{Width: width}, func(w *terminal.Writer) error { return report.Human{Stat: true}.Run(w, rep) })
			got, _, _ = strings.Cut(got, "\n\n")
			if d := cmp.Diff(want, got+"\n"); d != "" {
				t.Fatalf("at width %d (-git, +ours):\n%s", width, d)
			}
		}
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "core.autocrlf=false", "-c", "core.quotePath=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// changeRandomly makes a repository with changes in its index, and returns them as a run has them.
func changeRandomly(t *testing.T, random *rand.Rand, dir string) []run.File {
	t.Helper()
	git(t, dir, "init", "-q")
	lines := func(n int) []byte {
		var b bytes.Buffer
		for range n {
			fmt.Fprintf(&b, "%d\n", random.Uint64())
		}
		return b.Bytes()
	}
	put := func(name string, content []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var files []run.File
	var after []func()
	most := []int{5, 60, 3000}[random.IntN(3)]
	for i := range 3 + random.IntN(12) {
		name := fmt.Sprintf("%02d/%s/%s.txt", i, strings.Repeat("dir/", random.IntN(9)), strings.Repeat("name", 1+random.IntN(6)))
		name = strings.ReplaceAll(name, "//", "/")
		f := run.File{Name: name, Kind: "modified", Added: random.IntN(most), Removed: random.IntN(most)}
		switch random.IntN(6) {
		case 0:
			f.Kind, f.Added, f.Removed = "created", f.Added+1, 0
			after = append(after, func() { put(name, lines(f.Added)) })
		case 1:
			f.Kind, f.Added, f.Removed = "deleted", 0, f.Removed+1
			put(name, lines(f.Removed))
			after = append(after, func() { _ = os.Remove(filepath.Join(dir, name)) })
		case 2:
			f.Kind, f.Added, f.Removed = "moved", 0, 0
			f.From = strings.Replace(name, "dir/", "other/", 1)
			if f.From == name {
				f.From = "elsewhere/" + name
			}
			content := lines(20)
			put(f.From, content)
			after = append(after, func() { _ = os.Remove(filepath.Join(dir, f.From)); put(name, content) })
		case 3:
			f.Added, f.Removed = 0, 0
			f.LinesUncounted, f.Bytes = true, run.Sizes{Old: int64(1 + random.IntN(5000)), New: int64(5001 + random.IntN(5000))}
			put(name, make([]byte, f.Bytes.Old))
			after = append(after, func() { put(name, make([]byte, f.Bytes.New)) })
		default:
			kept := lines(3)
			put(name, append(lines(f.Removed), kept...))
			if f.Added+f.Removed == 0 {
				continue
			}
			after = append(after, func() { put(name, append(lines(f.Added), kept...)) })
		}
		files = append(files, f)
	}
	git(t, dir, "add", "-A")
	git(t, dir, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "before")
	for _, change := range after {
		change()
	}
	git(t, dir, "add", "-A")
	return files
}
