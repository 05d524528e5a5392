package search_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fileops/internal/search"
)

// messages are the lines of JSON, without times and numbers of bytes read, which differ each
// time.
func messages(t *testing.T, text string) []string {
	t.Helper()
	var all []string
	for l := range strings.Lines(text) {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		if m["type"] == "summary" {
			continue
		}
		if data, ok := m["data"].(map[string]any); ok {
			if stats, ok := data["stats"].(map[string]any); ok {
				data["stats"] = fmt.Sprint(stats["matched_lines"], stats["matches"], stats["searches_with_match"])
			}
		}
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(b))
	}
	return all
}

func TestJSONSameAsRipgrep(t *testing.T) {
	ripgrep(t)
	dir := t.TempDir()
	generate(t, dir)
	t.Chdir(dir)
	patterns := []string{"foo", "b[a-z]r|x", "^ba", "Straße"}
	for i, p := range patterns {
		for k, f := range []flag{
			{"--json -n", numbered},
			{"--json -n -C 1", func(q *search.Query) { numbered(q); q.Before, q.After = 1, 1 }},
			{"--json -n -v", func(q *search.Query) { numbered(q); q.Invert = true }},
			{"--json -n -m 1", func(q *search.Query) { numbered(q); q.Max = 1 }},
		} {
			if !everything && k != i {
				continue
			}
			q := search.Query{Patterns: []string{p}, Order: search.ByPath, JSON: true}
			f.set(&q)
			text, _ := grep(t, q)
			got := messages(t, text)
			want := messages(t, theirs(t, append(strings.Fields(f.args), "-e", p)...))
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Errorf("%s %q: message %d of %d, %d of ripgrep's", f.args, p, i, len(got), len(want))
					for _, l := range [][]string{got, want} {
						if i < len(l) {
							t.Errorf("%.300s", l[i])
						}
					}
					break
				}
			}
		}
	}
}

// Multiline matches are shown as ripgrep shows them.
func TestMultilineSameAsRipgrep(t *testing.T) {
	ripgrep(t)
	dir := t.TempDir()
	generate(t, dir)
	remove(t, dir+"/bin") // as with lines, but the versions of ripgrep differ
	remove(t, dir+"/bad")
	t.Chdir(dir)
	n := 0
	for _, p := range []string{`foo\nb`, `x[^z]*?\n\n`, `bar\s+foo`, `z\n+q`, `(?s)foo.{3,20}y`, `o\r\n`, `[0-9]\n[0-9]|foo`} {
		for _, args := range []string{"-n", "-c", "-l", "-n -A 2", "-n -C 1", "-n --column", "-n --heading", "-n -o", "-n -i"} {
			for _, f := range flags {
				if f.args != args {
					continue
				}
				if n++; !everything && n%2 > 0 { // of each, with every other of the nine flags
					continue
				}
				set := f.set
				compare(t, p, flag{args + " -U", func(q *search.Query) { set(q); q.Match.Multiline = true }})
			}
		}
	}
	t.Log(fmt.Sprint(n, " combinations"))
}

// A page ends with the end message of its last file, whose stats count the rows shown.
func TestJSONPages(t *testing.T) {
	tree(t, map[string]string{"a": "foo foo\nx\nfoo\n", "b": "foo\n", "c": "foo\nfoo\nfoo\n", "d": "x\n"})
	for offset := range 8 {
		for limit := range 8 {
			q := search.Query{Patterns: []string{"foo"}, JSON: true, Offset: offset, Limit: limit, LineNumbers: true}
			text, _ := grep(t, q)
			var inFile, rows, lines, matches int
			for l := range strings.Lines(text) {
				var m struct {
					Type string
					Data struct {
						Submatches []any
						Stats      struct {
							Lines   int `json:"matched_lines"`
							Matches int
						}
					}
				}
				if err := json.Unmarshal([]byte(l), &m); err != nil {
					t.Fatalf("%q: %v", l, err)
				}
				switch m.Type {
				case "begin":
					inFile++
				case "match":
					rows++
					matches += len(m.Data.Submatches)
				case "end":
					inFile--
					lines += m.Data.Stats.Lines
				case "summary":
					if m.Data.Stats.Lines != rows || m.Data.Stats.Matches != matches {
						t.Errorf("%d from %d on: %d rows, %d matches, %s", limit, offset, rows, matches, l)
					}
				}
				if inFile < 0 || inFile > 1 {
					t.Errorf("%d from %d on: %s", limit, offset, text)
				}
			}
			want := max(6-offset, 0)
			if limit > 0 {
				want = min(want, limit)
			}
			if inFile != 0 || rows != want || lines != rows {
				t.Errorf("%d from %d on: %d files are open, %d rows, %d lines:\n%s", limit, offset, inFile, rows, lines, text)
			}
		}
	}
}
