package kind_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf8"

	"fileops/internal/cputime"
	"fileops/internal/document/kind"
)

// FuzzOf looks for bytes that make Of panic or take long, and for valid text that it
// calls binary.
func FuzzOf(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(corpus, "*", "*"))
	if err != nil || len(names) < 100 {
		f.Fatal(len(names), err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b[:min(len(b), 6000)], filepath.Base(name))
	}
	for _, s := range starts {
		f.Add([]byte(s), "x.txt")
	}
	f.Fuzz(func(t *testing.T, b []byte, name string) {
		var got kind.Kind
		var err error
		took := cputime.Of(func() { got, err = kind.Of(bytes.NewReader(b), int64(len(b)), name) })
		if took > time.Second {
			t.Errorf("took %v", took)
		}
		if err != nil || got.Name == "" || (got.Name == "data") != (got.Class == kind.Unknown) {
			t.Errorf("got %+v, %v", got, err)
		}
		if got.Class == kind.Binary && utf8.Valid(b) && !bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }) {
			t.Errorf("valid text is called %q", got.Name)
		}
	})
}
