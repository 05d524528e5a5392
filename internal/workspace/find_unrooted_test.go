package workspace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestAnywhere reads inside and outside of the root, as a person's own command does.
func TestAnywhere(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	w := open(t, Options{DeniedPatterns: []string{"secret"}}, "a", "d/b", "secret")
	for name, content := range map[string]string{filepath.Join(out, "o"): "outside", filepath.Join(w.Dir(), "d", "b"): "inside"} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"out": filepath.Join(out, "o"), "in": "d/b"} {
		if err := os.Symlink(target, filepath.Join(w.Dir(), name)); err != nil {
			t.Skip("no links here")
		}
	}
	up, err := filepath.Rel(w.Dir(), filepath.Join(out, "o"))
	if err != nil {
		t.Fatal(err)
	}
	tx := w.Begin()
	for path, want := range map[string]string{
		"d/b": "inside", "./d//b": "inside", filepath.Join(w.Dir(), "d", "b"): "inside", "in": "inside",
		filepath.Join(out, "o"): "outside", up: "outside", "out": "outside",
	} {
		target, err := tx.FindUnrooted(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		f, err := tx.Open(target)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		data, err := io.ReadAll(io.NewSectionReader(f, 0, target.Size))
		if err := errors.Join(err, f.Close()); string(data) != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", path, data, err, want)
		}
		if time.Since(target.ModTime) > time.Hour {
			t.Errorf("%s: modified at %v", path, target.ModTime)
		}
		if data, err := tx.Read(target, 100); string(data) != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", path, data, err, want)
		}
		if err := tx.MarkKnown(target); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, want := range map[string]Kind{"d": Directory, out: Directory, filepath.Join(out, "none"): Absent, "none": Absent, "..": Directory} {
		if target, err := tx.FindUnrooted(path); err != nil || target.Kind != want {
			t.Errorf("%s: %+v, %v; want kind %d", path, target, err, want)
		}
	}
	_, err = tx.FindUnrooted(filepath.Join(out, "o", "x"))
	wantReason(t, "below a file", err, NotDirectory)
	_, err = tx.FindUnrooted(os.DevNull)
	wantReason(t, "a device", err, NotRegular)
}

// TestMissingAnywhere says what else may have been meant, in the root, near it and far away.
func TestMissingAnywhere(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	w := open(t, Options{}, "src/main.go", "src/other.go")
	for _, name := range []string{"config.yml", "config_1.txt", "handlers.py", "handlerz.py", "Readme"} {
		if err := os.WriteFile(filepath.Join(out, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"link": "src", "dangling": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(w.Dir(), name)); err != nil {
			t.Skip("no links here")
		}
	}
	again := filepath.Join("..", filepath.Base(w.Dir()), "src", "mian.go")
	tx := w.Begin()
	for path, want := range map[string]string{
		"src/mian.go": "src/main.go", filepath.Join(w.Dir(), "src", "mian.go"): "src/main.go", again: "src/main.go", "link/mian.go": "src/main.go",
		filepath.Join(out, "src", "mian.go"): "", "link": "", "..": "", w.Dir(): "",
	} {
		if got := tx.Near(path, Regular); got != want {
			t.Errorf("near %s: got %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]string{
		"dangling":                         "It is a symbolic link to nowhere, where there is nothing.",
		filepath.Join(out, "config.yaml"):  "Did you mean: " + filepath.ToSlash(filepath.Join(out, "config.yml")) + "?",
		filepath.Join(out, "README"):       "Did you mean: " + filepath.ToSlash(filepath.Join(out, "Readme")) + "?",
		filepath.Join(out, "handler.py"):   "",
		filepath.Join(out, "none"):         "",
		filepath.Join(out, "none", "none"): "",
	} {
		target, err := tx.FindUnrooted(path)
		if err != nil || target.Kind == Absent && target.Missing() != want {
			t.Errorf("%s: got %q, %v; want %q", path, target.Missing(), err, want)
		}
	}
	_, err := tx.FindUnrooted("src/main.go:12")
	wantReason(t, "with a line", err, BadPath)
}

// TestUntraced opens a root without a trace, unless it has state that has to be looked at.
func TestUntraced(t *testing.T) {
	t.Parallel()
	dir, states := t.TempDir(), t.TempDir()
	look := func() *Workspace {
		t.Helper()
		w, err := Open(t.Context(), dir, Options{State: states, ReadOnly: true, Untraced: true})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	w := look()
	if entries, err := os.ReadDir(states); err != nil || len(entries) > 0 {
		t.Errorf("state was made: %v, %v", entries, err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	other, err := Open(t.Context(), dir, Options{State: states})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	w = look()
	defer w.Close()
	if _, err := os.Lstat(w.state.path(lockFile)); w.state.dir == "" || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a root that has state is not locked: %v", err)
	}
}
