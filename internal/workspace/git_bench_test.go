package workspace

import "testing"

// BenchmarkLookForRepositories measures a change in a tree of 80,000 files: as most are, and
// one that a configuration of git could be.
func BenchmarkLookForRepositories(b *testing.B) {
	root := b.TempDir()
	for _, top := range []string{"a", "b", "c", "d"} {
		for _, sub := range []string{"a", "b", "c", "d"} {
			crowd(b, root+"/"+top+"/"+sub, 4_500)
		}
	}
	w, err := Open(b.Context(), root, Options{State: b.TempDir()})
	mustDo(b, err)
	b.Cleanup(func() { _ = w.Close() })
	for name, text := range map[string]string{"text": "package a\n", "configuration": "[package]\nname = \"a\"\n"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tx := w.Begin()
				mustDo(b, try(tx, "write new "+text))
			}
		})
	}
}
