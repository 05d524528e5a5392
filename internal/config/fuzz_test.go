package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/config"
)

// FuzzLoadYAML: whatever stands in the file, Load gives settings or one line.
func FuzzLoadYAML(f *testing.F) {
	for _, text := range []string{
		everyKey[".fileops.yaml"],
		everyKey[".fileops.json"],
		"",
		"file_operations:",
		"file_operations: {max_edit_size_mb: ten}",
		"file_operations: {1: 2, ~: 3, [a]: 4}",
		"file_operations: {a: 1, a: 2}",
		"file_operations: &a {x: *a, <<: *a}",
		"---\nfile_operations: {}\n---\n",
		"- !!binary x\n",
		"a: [",
	} {
		f.Add(text)
	}
	path := filepath.Join(f.TempDir(), ".fileops.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		loaded, err := config.Load(config.Request{Root: filepath.Dir(path)})
		var broken *config.Error
		if err != nil && (!errors.As(err, &broken) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("got %q (%T), want a *config.Error of one line", err, err)
		}
		if s := loaded.Settings; err == nil && (s.MaxEditSizeMB < 1 || s.MaxResponseSizeMB > 4096) {
			t.Errorf("got sizes %d and %d, want them in range", s.MaxEditSizeMB, s.MaxResponseSizeMB)
		}
	})
}
