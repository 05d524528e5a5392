//go:build unix

package validator

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"fileops/internal/syntax"
)

// validators makes a directory with a root beside a program outside of it, and links
// between the two.
func validators(t *testing.T) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"root/bin", "out"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// A program that another test starts meanwhile would inherit a file that is open for writing, and
	// such a file cannot be run.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	for _, name := range []string{"root/bin/check", "out/check", "roots"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"out/in": "../root/bin/check", "root/bin/out": "../../out/check", "out/through": "../root/bin/out",
		"dirs": "root/bin", "alias": "root",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestNothingInTheRootIsRun(t *testing.T) {
	t.Parallel()
	dir := validators(t)
	for _, root := range []string{"root", "alias"} {
		for name, runs := range map[string]bool{
			"out/check": true, "roots": true,
			"root/bin/check": false, "alias/bin/check": false, "dirs/check": false,
			"out/in": false, "root/bin/out": false, "out/through": false, "out/../root/bin/check": false,
		} {
			program := dir + "/" + name
			s, err := New(filepath.Join(dir, root), []Command{{Glob: "*", Args: []string{program, "{file}"}}})
			if err != nil {
				t.Fatal(err)
			}
			want := syntax.Verdict{State: syntax.Valid, Language: program}
			if !runs {
				want = syntax.Verdict{Language: program, Trouble: program + " lies in the root, from which nothing is run: " + program}
			}
			if got := check(t.Context(), s, "a", nil); got != want {
				t.Errorf("%s with the root %s: Check = %+v; want %+v", name, root, got, want)
			}
		}
	}
}

func TestNothingIsWrittenInTheRoot(t *testing.T) {
	dir := validators(t)
	s, err := New(filepath.Join(dir, "root"), []Command{{Glob: "*", Args: []string{filepath.Join(dir, "out/check"), "{file}"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"root", "root/bin", "dirs", "alias"} {
		temporary := filepath.Join(dir, name)
		t.Setenv("TMPDIR", temporary)
		got := check(t.Context(), s, "a", []byte(name))
		if want := "no place for a copy: the temporary directory lies in the root: " + temporary; got.State != syntax.NotJudged || got.Trouble != want {
			t.Errorf("Check = %+v; want not judged: %s", got, want)
		}
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "out"))
	if got := check(t.Context(), s, "a", nil); got.State != syntax.Valid {
		t.Errorf("Check = %+v; want valid", got)
	}
}
