package search

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/text/encoding"
)

// With Decode a search sees a file in any encoding as a read shows it, also if the file does
// not fit into the buffer. Binary files are unchanged.
func TestFilesInEveryEncodingAreDecoded(t *testing.T) {
	t.Parallel()
	const filler = "Les élèves étaient à l'école, près de la forêt.\n"
	enc, _ := encoding.Named("windows-1252")
	latin, err := enc.Encode([]byte("Größe\n" + filler))
	if err != nil {
		t.Fatal(err)
	}
	late, err := enc.Encode([]byte(strings.Repeat(filler, 10_000) + "Größe\n"))
	if err != nil {
		t.Fatal(err)
	}
	wide := []byte{0xff, 0xfe, 0, 0} // UTF-32, which begins as UTF-16 does
	for _, r := range "Größe\n" {
		wide = append(wide, byte(r), 0, 0, 0)
	}
	for _, tt := range []struct {
		name, want string
		text       []byte
	}{
		{"latin", "1:Größe\n", latin},
		{"larger than the buffer", "10001:Größe\n", late},
		{"UTF-32 with a mark", "1:Größe\n", wide},
		{"UTF-16 without one", "1:Größe\n", bytes.ReplaceAll(wide[4:], []byte{0, 0, 0}, []byte{0})},
		{"UTF-8", "1:Größe\n", []byte("Größe\n")},
		{"UTF-8 with a mark", "1:Größe\n", []byte("\ufeffGröße\n")},
		{"damaged UTF-8", "1:Größe\xff\n", []byte("Größe\xff\n")},
		{"binary", "", append(bytes.Repeat([]byte("\xff\xe4\n"), 10_000), "Größe\x00\n"...)},
		{"binary from the start", "", []byte("\x00\x01\x02Größe\n")},
	} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, tt.text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, mode := range []Order{ByPath, ByRelevance} {
			q := Query{Patterns: []string{"^Größe"}, Roots: []string{filepath.Dir(path)}, Decode: true, LineNumbers: true, Names: NamesNever, Order: mode}
			var out bytes.Buffer
			if sum, err := Grep(context.Background(), q, &out); err != nil || out.String() != tt.want || sum.Unreadable > 0 {
				t.Errorf("%s: got %q, %+v, %v; want %q", tt.name, out.String(), sum, err, tt.want)
			}
		}
	}
}
