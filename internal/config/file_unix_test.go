//go:build unix

package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fileops/internal/config"
)

// A FIFO that nobody writes into would block whoever opens it.
func TestFIFONeverBlocks(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), ".fileops.yaml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]config.Request{
		"in-the-root": {Root: filepath.Dir(path)},
		"named":       {File: path},
	} {
		done := make(chan error, 1)
		go func() {
			_, err := config.Load(r)
			done <- err
		}()
		select {
		case err := <-done:
			want := path + ": want a regular file"
			if err == nil || err.Error() != want {
				t.Errorf("%s: got %v, want %s", name, err, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: Load waits for a writer", name)
		}
	}
}

// A relative path needs a working directory. This one is removed under the program.
func TestRelativePathWithoutAWorkingDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	_, err := config.Load(config.Request{Flags: map[string]any{"state_dir": "state"}})
	const want = "flag: state_dir: want an absolute path here, since the working directory is not known: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
	got, err := config.Load(config.Request{Flags: map[string]any{"state_dir": "/state"}})
	if err != nil || got.Settings.StateDir != "/state" {
		t.Errorf("got %q, %v for an absolute path, want /state", got.Settings.StateDir, err)
	}
}

func TestNamesThatTheSystemRefuses(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	loop := filepath.Join(root, ".fileops.toml")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		r    config.Request
		want string
	}{
		{config.Request{Root: root}, loop + ": cannot be read: too many levels of symbolic links"},
		{config.Request{File: "a\x00.yaml"}, "a .yaml: cannot be read: invalid argument"},
		{config.Request{File: "/dev/null/a.yaml"}, "/dev/null/a.yaml: cannot be read: not a directory"},
		{config.Request{File: strings.Repeat("a", 5000) + ".yaml"}, strings.Repeat("a", 5000) + ".yaml: cannot be read: file name too long"},
	} {
		if _, err := config.Load(tt.r); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
