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
	root, response, patch string
	files                 int
}

// newTree makes files of about 200 lines, 50 in a directory.
func newTree(dir string, files int) (tree, error) {
	t := tree{
		root: filepath.Join(dir, fmt.Sprintf("tree%d", files)), files: files,
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

// reset makes the tree anew, as it is before the change.
func (t tree) reset() error {
	if err := os.RemoveAll(t.root); err != nil {
		return err
	}
	for i := range t.files {
		path := filepath.Join(t.root, fmt.Sprintf("dir%d/file%d.txt", i/50, i))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		var b strings.Builder
		for n := 1; n <= 200; n++ {
			fmt.Fprintf(&b, "line %d of file %d\n", n, i)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			return err
		}
	}
	return exec.Command("sync").Run() // so that nobody pays for what was written here
}

// run resets the tree and times one command on it. The last file must be changed.
func (t tree) run(name string, args ...string) (time.Duration, error) {
	if err := t.reset(); err != nil {
		return 0, err
	}
	took, err := command(t.root, name, args...)
	if err != nil {
		return 0, err
	}
	last := filepath.Join(t.root, fmt.Sprintf("dir%d/file%d.txt", (t.files-1)/50, t.files-1))
	got, err := os.ReadFile(last)
	if err == nil && !strings.Contains(string(got), "new line 100") {
		err = fmt.Errorf("%s changed nothing in %s", name, last)
	}
	return took, err
}

func apply(dir, program string, rounds int) error {
	fmt.Println("| one edit in each of | `git apply` | `fileops apply` | ratio | with `--no-backup` | ratio | `--dry-run` | ratio |\n|---|---|---|---|---|---|---|---|")
	for _, files := range []int{1, 100, 1000} {
		t, err := newTree(dir, files)
		if err != nil {
			return err
		}
		turned, err := t.turn()
		if err != nil {
			return err
		}
		times, err := median(rounds,
			func() (time.Duration, error) { return t.run("git", "apply", t.patch) },
			func() (time.Duration, error) { return t.run(program, "apply", "--quiet", t.response) },
			func() (time.Duration, error) {
				return t.run(program, "apply", "--quiet", "--no-backup", t.response)
			},
			func() (time.Duration, error) {
				return command(t.root, program, "apply", "--quiet", "--dry-run", "--root", t.root, turned)
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

// turn writes the response that turns every edit around, so that a dry run finds its
// text in a tree that was changed just before.
func (t tree) turn() (string, error) {
	text, err := os.ReadFile(t.response)
	if err != nil {
		return "", err
	}
	turned := strings.NewReplacer("\nline 100", "\nnew line 100", "\nnew line 100", "\nline 100").Replace(string(text))
	return t.response + ".back", os.WriteFile(t.response+".back", []byte(turned), 0o600)
}
