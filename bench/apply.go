package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// tree is a directory of files with one edit for each, as a patch and as a response.
type tree struct {
	dir, response, patch string
	files                int
	made                 int // copies so far
}

// newTree makes files of about 200 lines, 50 in a directory.
func newTree(dir string, files int) (*tree, error) {
	t := &tree{
		dir: filepath.Join(dir, fmt.Sprintf("trees%d", files)), files: files,
		response: filepath.Join(dir, fmt.Sprintf("response%d.md", files)),
		patch:    filepath.Join(dir, fmt.Sprintf("change%d.patch", files)),
	}
	var response, patch strings.Builder
	for i := range files {
		name := fmt.Sprintf("dir%d/file%d.txt", i/50, i)
		fmt.Fprintf(&response, "<edit>\n<file>%s</file>\n<find>\nline 100 of file %d\n</find>\n<replace>\nnew line 100 of file %d\n</replace>\n</edit>\n\n", name, i, i)
		fmt.Fprintf(&patch, "--- a/%s\n+++ b/%s\n@@ -97,7 +97,7 @@\n", name, name)
		for n := 97; n <= 103; n++ {
			if n == 100 {
				fmt.Fprintf(&patch, "-line 100 of file %d\n+new line 100 of file %d\n", i, i)
				continue
			}
			fmt.Fprintf(&patch, " line %d of file %d\n", n, i)
		}
	}
	err := errors.Join(
		os.WriteFile(t.response, []byte(response.String()), 0o600),
		os.WriteFile(t.patch, []byte(patch.String()), 0o600),
	)
	return t, err
}

// next makes another copy of the tree, as it is before the change. None is removed
// before all is measured: ext4 is slow to make files for a while after many were.
func (t *tree) next(program string) (root string, err error) {
	t.made++
	root = filepath.Join(t.dir, fmt.Sprint(t.made))
	for i := range t.files {
		path := filepath.Join(root, fmt.Sprintf("dir%d/file%d.txt", i/50, i))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return "", err
		}
		var b strings.Builder
		for n := 1; n <= 200; n++ {
			fmt.Fprintf(&b, "line %d of file %d\n", n, i)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			return "", err
		}
	}
	// A root has a state directory after its first run.
	if _, err := command(root, program, "history", "--quiet"); err != nil {
		return "", err
	}
	return root, exec.Command("sync").Run() // so that nobody pays for what was written here
}

// run times one command on a new copy. The last file must be changed.
func (t *tree) run(fileops, name string, args ...string) (time.Duration, error) {
	root, err := t.next(fileops)
	if err != nil {
		return 0, err
	}
	took, err := command(root, name, args...)
	if err != nil {
		return 0, err
	}
	last := filepath.Join(root, fmt.Sprintf("dir%d/file%d.txt", (t.files-1)/50, t.files-1))
	got, err := os.ReadFile(last)
	if err == nil && !strings.Contains(string(got), "new line 100") {
		err = fmt.Errorf("%s changed nothing in %s", name, last)
	}
	return took, err
}

func apply(dir, program string, rounds int) error {
	fmt.Println("| one edit in each of | `git apply` | `fileops apply` | ratio | `--durability fast` | ratio | fast, `--no-backup` | ratio | `--dry-run` | ratio |\n|---|---|---|---|---|---|---|---|---|---|")
	for _, files := range []int{1, 100, 1000, 10_000} {
		t, err := newTree(dir, files)
		if err != nil {
			return err
		}
		if files == 10_000 {
			rounds = min(rounds, 3) // a copy takes seconds
		}
		fileops := func(flags ...string) func() (time.Duration, error) {
			args := append(append([]string{"apply", "--quiet"}, flags...), t.response)
			return func() (time.Duration, error) { return t.run(program, program, args...) }
		}
		times, err := median(rounds,
			func() (time.Duration, error) { return t.run(program, "git", "apply", t.patch) },
			fileops(),
			fileops("--durability", "fast"),
			fileops("--durability", "fast", "--no-backup"),
			func() (time.Duration, error) {
				root, err := t.next(program)
				if err != nil {
					return 0, err
				}
				return command(root, program, "apply", "--quiet", "--dry-run", t.response)
			},
		)
		if err != nil {
			return err
		}
		git := times[0]
		fmt.Printf("| %d | %.1f ms |", files, ms(git))
		for _, d := range times[1:] {
			fmt.Printf(" %.1f ms | %.2f |", ms(d), d.Seconds()/git.Seconds())
		}
		fmt.Println()
	}
	fmt.Println()
	return nil
}
