package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// forest makes files of a few kilobytes, fifty to a directory, and returns their
// names.
func forest(b *testing.B, root string, files int) []string {
	b.Helper()
	names := make([]string, files)
	data := make([]byte, 4000)
	for i := range names {
		names[i] = fmt.Sprintf("src/d%d/f%d.go", i/50, i)
		full := filepath.Join(root, names[i])
		if i%50 == 0 {
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(full, data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return names
}

// edit stages one edit of each file, and looks at the changes as a run does.
func edit(b *testing.B, w *Workspace, names []string, backups bool) *Tx {
	b.Helper()
	tx := w.Begin()
	data := []byte("changed\n")
	for _, name := range names {
		t, err := tx.Find(name, ToEdit, Relative)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tx.Read(t, 1<<20); err != nil {
			b.Fatal(err)
		}
		if err := tx.Write(t, data); err != nil {
			b.Fatal(err)
		}
	}
	for range 2 {
		if changes := tx.Changes(); len(changes) != len(names) {
			b.Fatal(len(changes))
		}
	}
	if backups {
		if _, _, err := tx.Backup(); err != nil {
			b.Fatal(err)
		}
	}
	return tx
}

func benchmarkEdits(b *testing.B, dir string, files int, commit bool) {
	b.Helper()
	w, err := Open(b.Context(), dir, Options{Backups: true})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		names := forest(b, dir, files)
		b.StartTimer()
		tx := edit(b, w, names, true)
		if !commit {
			continue
		}
		if err := tx.Commit(b.Context(), "r", time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStage is what 10,000 edits cost before the commit.
func BenchmarkStage(b *testing.B) { benchmarkEdits(b, b.TempDir(), 10000, false) }

// BenchmarkCommit is a run of 2,000 edits with backups, on a disk.
func BenchmarkCommit(b *testing.B) { benchmarkEdits(b, b.TempDir(), 2000, true) }

// BenchmarkCommitInMemory is the same where a sync costs nothing.
func BenchmarkCommitInMemory(b *testing.B) {
	dir, err := os.MkdirTemp("/dev/shm", "workspace")
	if err != nil {
		b.Skip(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	benchmarkEdits(b, dir, 2000, true)
}
