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
		"file_operations: {state_dir: ~/state, durability: slow}",
		"file_operations: {<<: {state_dir: ../state}, 1: 2}",
		"file_operations: {state_dir: ~, history_runs: 0}",
		"file_operations: {validators: [{glob: a, command: [b, '{file}']}]}",
		"file_operations: {validators: [{glob: [], command: [1]}, 2]}",
	} {
		f.Add(text)
	}
	path := filepath.Join(f.TempDir(), ".fileops.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		found := checkLoad(t, config.Request{Root: filepath.Dir(path)})
		if list := found.Settings.Validators; len(list) > 0 {
			t.Errorf("got validators %v from the root, want none", list)
		}
		if dir := found.Settings.StateDir; dir != "" {
			t.Errorf("got state directory %q from the root, want none", dir)
		}
		named := checkLoad(t, config.Request{File: path})
		if dir := named.Settings.StateDir; dir != "" && !filepath.IsAbs(dir) {
			t.Errorf("got state directory %q, want an absolute path or none", dir)
		}
	})
}

// checkLoad is Load, whose outcome must be settings in range or a few lines.
func checkLoad(t *testing.T, r config.Request) config.Loaded {
	t.Helper()
	loaded, err := config.Load(r)
	var broken *config.Error
	if err != nil && (!errors.As(err, &broken) || strings.Count(err.Error(), "\n") > 10) {
		t.Errorf("got %q (%T), want a *config.Error of at most 11 lines", err, err)
	}
	s := loaded.Settings
	if err == nil && (s.MaxEditSizeMB < 1 || s.MaxResponseSizeMB > 4096 || s.HistoryRuns < 1 || s.HistoryRuns > 10_000) {
		t.Errorf("got sizes %d and %d and %d runs, want them in range", s.MaxEditSizeMB, s.MaxResponseSizeMB, s.HistoryRuns)
	}
	if err == nil && s.Durability != "full" && s.Durability != "fast" {
		t.Errorf("got durability %q, want full or fast", s.Durability)
	}
	return loaded
}
