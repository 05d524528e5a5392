package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// switching is an input that does something before it is read.
type switching struct {
	io.Reader
	before func()
}

func (s *switching) Read(p []byte) (int, error) {
	if s.before != nil {
		s.before()
		s.before = nil
	}
	return s.Reader.Read(p)
}

// TestTheRootIsALinkThatIsSwitched: the run is on the directory that the link leads to when it
// begins. The program's own configuration there is out of reach, though it was not in the root when
// the settings were read.
func TestTheRootIsALinkThatIsSwitched(t *testing.T) {
	ownHome(t)
	dir := t.TempDir()
	own := filepath.Join(dir, "v2", "cfg", "fileops", "config.yaml")
	for name, text := range map[string]string{
		filepath.Join(dir, ".git", "HEAD"): "ref: refs/heads/main\n", filepath.Join(dir, "v1", "a"): "a\n",
		filepath.Join(dir, ".fileops.yaml"): "file_operations: {denied_patterns: []}\n", // less strict: the user is told of its path
		own:                                 "file_operations: {denied_patterns: [\"zz\"]}\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "v2", "cfg"))
	link := filepath.Join(dir, "current")
	must(t, os.Symlink("v1", link))
	in := &switching{strings.NewReader("<create_overwrite><file>cfg/fileops/config.yaml</file><content>\nowned: true\n</content></create_overwrite>\n"), func() {
		must(t, os.Remove(link))
		must(t, os.Symlink("v2", link))
	}}
	var out bytes.Buffer
	status := execute(t.Context(), streams{in: in, out: &out, err: &out}, []string{"apply", "--root", link})
	if text := onDisk(t, own); status != exitFailed || strings.Contains(text, "owned") || !strings.Contains(out.String(), "access denied") {
		t.Errorf("status %d, %q\n%s", status, text, &out)
	}
	if !strings.Contains(out.String(), "less strict than your own configuration") {
		t.Errorf("the root was not named before the input was read:\n%s", &out)
	}
}
