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
	const want = "--state_dir: want an absolute path here, since the working directory is not known: "
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

// TestFileOfAnotherUserIsIgnored: in the root, above it, and where a link leads there. The
// owner is another one as far as Load knows: only root can give files away.
func TestFileOfAnotherUserIsIgnored(t *testing.T) {
	t.Parallel()
	const text = "file_operations: {max_edit_size_mb: 77}"
	strange := func(t *testing.T, path string) (getuid func() int) {
		t.Helper()
		if os.Getuid() != 0 {
			return func() int { return os.Getuid() + 1 }
		}
		if err := os.Lchown(path, 12345, -1); err != nil {
			t.Fatal(err)
		}
		return os.Getuid
	}
	for name, tt := range map[string]struct {
		files map[string]string
		link  string // made at root/.fileops.yaml
		other string // the file of another user
	}{
		"in-the-root":    {map[string]string{"root/.fileops.yaml": text}, "", "root/.fileops.yaml"},
		"above-the-root": {map[string]string{".git/": "", ".fileops.yaml": text, "root/": ""}, "", ".fileops.yaml"},
		"broken":         {map[string]string{"root/.fileops.yaml": "["}, "", "root/.fileops.yaml"},
		"a-second-file":  {map[string]string{"root/.fileops.toml": "["}, "gone", "root/.fileops.yaml"},
		"of-kollabor":    {map[string]string{"root/.kollabor-cli/config.json": "{}"}, "", "root/.kollabor-cli/config.json"},
		"link":           {map[string]string{"a.yaml": text, "root/": ""}, "../a.yaml", "root/.fileops.yaml"},
		"target":         {map[string]string{"a.yaml": text, "root/": ""}, "../a.yaml", "a.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "a-second-file" && os.Getuid() != 0 {
				t.Skip("only root can have files of two users")
			}
			dir := tree(t, tt.files)
			if tt.link != "" {
				if err := os.Symlink(tt.link, filepath.Join(dir, "root", ".fileops.yaml")); err != nil {
					t.Fatal(err)
				}
			}
			r := config.Request{Root: filepath.Join(dir, "root"), Getuid: strange(t, filepath.Join(dir, tt.other))}
			loaded, err := config.Load(r)
			if name == "a-second-file" {
				if err == nil || !strings.Contains(err.Error(), ".fileops.toml") || strings.Contains(err.Error(), ".fileops.yaml") {
					t.Errorf("got %v, want an error about the own file alone", err)
				}
				return
			}
			if err != nil || len(loaded.Files) != 0 || len(loaded.Warnings) != 1 {
				t.Fatalf("got files %q, warnings %q, %v", loaded.Files, loaded.Warnings, err)
			}
			if !strings.Contains(loaded.Warnings[0], " was ignored, since it belongs to another user (uid ") {
				t.Errorf("got %q", loaded.Warnings[0])
			}
		})
	}
}

// TestCallerOfSudo: root takes the files of the user who called it, as git does, and
// nobody else believes the variable.
func TestCallerOfSudo(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir := tree(t, map[string]string{"root/.fileops.yaml": "file_operations: {max_edit_size_mb: 77}"})
	root := filepath.Join(dir, "root")
	if err := os.Lchown(filepath.Join(root, ".fileops.yaml"), 12345, -1); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		uid  int
		sudo string
		want int
	}{{0, "12345", 77}, {0, "12346", 10}, {0, "", 10}, {0, "x", 10}, {12345, "", 77}, {12346, "12345", 10}} {
		loaded, err := config.Load(config.Request{
			Root: root, Getenv: environment(map[string]string{"SUDO_UID": tt.sudo}), Getuid: func() int { return tt.uid },
		})
		if got := loaded.Settings.MaxEditSizeMB; err != nil || got != tt.want {
			t.Errorf("uid %d, SUDO_UID %q: got %d, %v; want %d", tt.uid, tt.sudo, got, err, tt.want)
		}
	}
}
