package notebook_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"unicode/utf8"

	"fileops/internal/cputime"
	"fileops/internal/document/notebook"
)

// FuzzText looks for notebooks that make Text panic, take long, hold far more memory
// than they have bytes, or become much longer than they are.
func FuzzText(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(corpus, "*.ipynb"))
	if err != nil || len(names) < 8 {
		f.Fatal(len(names), err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, s := range wrongTypes() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var nb notebook.Notebook
		var err error
		took := cputime.Of(func() { nb, err = notebook.Text(b) })
		runtime.ReadMemStats(&after)
		if took > 2*time.Second {
			t.Errorf("took %v", took)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20+200*uint64(len(b)) {
			t.Errorf("used %d bytes of memory for %d", used, len(b))
		}
		var broken *notebook.Error
		switch {
		case err != nil && !errors.As(err, &broken):
			t.Errorf("an error of an unknown kind: %v", err)
		case err == nil && (nb.Text == "" || nb.Text[len(nb.Text)-1] != '\n' || !utf8.ValidString(nb.Text)):
			t.Errorf("got %q", nb.Text)
		case len(nb.Text) > 1<<20+100*len(b):
			t.Errorf("%d bytes became %d", len(b), len(nb.Text))
		}
		if again, _ := notebook.Text(b); again.Text != nb.Text {
			t.Error("it reads differently the second time")
		}
	})
}
