package ops_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"fileops/internal/ops"
)

// wide is text in UTF-16 or UTF-32, little-endian, with a byte order mark.
func wide(s string, size int) string {
	var b strings.Builder
	for _, r := range "\ufeff" + s {
		units := []uint32{uint32(r)}
		if size == 2 {
			units = nil
			for _, u := range utf16.Encode([]rune{r}) {
				units = append(units, uint32(u))
			}
		}
		for _, u := range units {
			for i := range size {
				b.WriteByte(byte(u >> (8 * i)))
			}
		}
	}
	return b.String()
}

// TestSizesAreKnownBeforehand: what a file would grow to is refused before it is made.
func TestSizesAreKnownBeforehand(t *testing.T) {
	const k = 100_000
	edit := func(find, replace string) []ops.Operation {
		return []ops.Operation{build(t, "edit", "file", "f.txt", "find", find, "replace", replace)}
	}
	as, bs := strings.Repeat("a", k), strings.Repeat("b", k)
	doubling := strings.TrimSuffix(strings.Repeat(`{"old_string":"a","new_string":"aa","replace_all":true},`, 40), ",")
	for _, tt := range []struct {
		name, file string
		list       []ops.Operation
		want       string
	}{
		{"replace-all", as, edit("a", bs), "File too large: f.txt (9.3GB). Maximum: 1MB."},
		{"replace-all-in-CRLF", strings.Repeat("a\r\n", k), edit("a", bs), "File too large: f.txt (9.3GB)"},
		{"lines-that-get-CRLF", strings.Repeat("a\r\n", 1000), edit("a", strings.Repeat("\n", 1000)), "File too large: f.txt (1.9MB)"},
		{"mixed-line-ends", strings.Repeat("a\r\na\n", k/2), edit("a", bs), "File too large: f.txt (9.3GB)"},
		{"utf-16", wide(as, 2), edit("a", bs), "File too large: f.txt (3.1GB)"},
		{"utf-16-just-over", wide(as, 2), edit("a", "bbbbbb"), "File too large: f.txt (1.1MB)"},
		{"utf-32-just-over", wide(as, 4), edit("a", "bbb"), "File too large: f.txt (1.1MB)"},
		{"latin-1", strings.Repeat("a\xe9 caf\xe9 d\xe9j\xe0 vu\n", 1000), edit("vu", bs), "File too large: f.txt (31.8MB)"},
		{"str_replace_all", as, []ops.Operation{build(t, "str_replace_all", "file", "f.txt", "old_str", "a", "new_str", bs)}, "File too large: f.txt (9.3GB)"},
		{"edits-in-one-call", as, []ops.Operation{build(t, "MultiEdit", "file_path", "f.txt", "edits", "["+doubling+"]")}, "File too large: f.txt (1.5MB)"},
		{"doubled-over-and-over", "a", slices.Repeat(edit("a", "aa"), 22), "File too large: f.txt (2.0MB)"},
		{"an-append", strings.Repeat("a\n", k*5), []ops.Operation{build(t, "append", "file", "f.txt", "content", bs)}, "File too large: f.txt (1.0MB)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := tree(t, map[string]string{"f.txt": tt.file})
			r := newRunner(w)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r.DryRun = true
			rep, err := r.Run(t.Context(), tt.list)
			runtime.ReadMemStats(&after)
			must(t, err)
			last := rep.Results[len(rep.Results)-1]
			if last.Err == nil || !strings.Contains(last.Err.Error(), tt.want) || !strings.Contains(last.Err.Hint, "max_edit_size_mb") {
				t.Errorf("got %.300v, want %q and the setting", last.Err, tt.want)
			}
			if made := int64(after.TotalAlloc - before.TotalAlloc); made > 1<<30 {
				t.Errorf("%d MB were made on the way", made>>20)
			}
		})
	}
}

// TestMatchesOfARunHaveABound: they are counted before they are looked at.
func TestMatchesOfARunHaveABound(t *testing.T) {
	w := tree(t, map[string]string{"f.txt": strings.Repeat("a", 5_000_000), "g.txt": "a b\n"})
	r := newRunner(w)
	r.Policy.MaxEdit = 10 << 20
	rep, err := r.Run(t.Context(), []ops.Operation{
		build(t, "edit", "file", "f.txt", "find", "a", "replace", "b"),
		build(t, "insert_after", "file", "f.txt", "pattern", "a", "content", "b"),
		build(t, "edit", "file", "g.txt", "find", "a", "replace", "b"),
	})
	must(t, err)
	for i, want := range []string{"Too many matches: 'a' stands 5000000 times in f.txt", "Too many matches", ""} {
		if e := rep.Results[i].Err; (e == nil) != (want == "") || e != nil && !strings.Contains(e.Error(), want) {
			t.Errorf("operation %d: got %v, want %q", i, e, want)
		}
	}
}

// TestAnswersOfARunHaveABound: a response cannot ask for more than can be held.
func TestAnswersOfARunHaveABound(t *testing.T) {
	w := tree(t, map[string]string{"f.txt": strings.Repeat(strings.Repeat("word ", 190)+"\n", 9_900), "g.txt": "a\n"})
	r := newRunner(w)
	r.Policy.MaxEdit, r.Policy.MaxRead = 10<<20, 10<<20
	list := slices.Repeat([]ops.Operation{build(t, "read", "file", "f.txt", "lines", "1-9900")}, 20)
	list = append(list, build(t, "edit", "file", "g.txt", "find", "a", "replace", "b"))
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	held := 0
	for _, res := range rep.Results {
		held += len(res.Content)
	}
	if held > 80<<20 {
		t.Errorf("the answers have %d MB", held>>20)
	}
	refused := rep.Results[19].Err
	if refused == nil || !strings.Contains(refused.Error(), "Too much to answer") {
		t.Errorf("the last read: got %v", refused)
	}
	if last := rep.Results[20]; last.Err != nil {
		t.Errorf("an edit is no answer: got %v", last.Err)
	}
}

// TestDiffsOfResultsHaveABound: beyond it a result says that its diff is left out.
func TestDiffsOfResultsHaveABound(t *testing.T) {
	w := tree(t, map[string]string{"f.txt": strings.Repeat("a line of the file\n", 50_000)})
	r := newRunner(w)
	r.Policy.Diffs = true
	var list []ops.Operation
	for i := range 40 {
		list = append(list, build(t, "insert_at", "file", "f.txt", "line", "1", "content", fmt.Sprintf("line %d\n", i)))
	}
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	first, last := rep.Results[0], rep.Results[39]
	if first.Diff == "" || first.Err != nil {
		t.Errorf("the first one: got %v, want a diff", first.Err)
	}
	if last.Diff != "" || !strings.Contains(strings.Join(last.Warnings, "\n"), "the diff of this operation is left out") {
		t.Errorf("the last one: got a diff of %d bytes and %q", len(last.Diff), last.Warnings)
	}
}

// TestMissesOfARunHaveABound: beyond it a miss is said, and not explained.
func TestMissesOfARunHaveABound(t *testing.T) {
	w := tree(t, map[string]string{"f.txt": strings.Repeat("a line of the file\n", 50_000)})
	r := newRunner(w)
	var list []ops.Operation
	for i := range 60 {
		list = append(list, build(t, "edit", "file", "f.txt", "find", fmt.Sprintf("a lime %d of the file", i), "replace", "x"))
	}
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	for i, want := range map[int]string{0: "Nearest: ", 59: "not known: this response has many texts that are not there"} {
		e := rep.Results[i].Err
		if e == nil || e.Code != ops.NoMatch || !strings.Contains(e.Error(), want) {
			t.Errorf("miss %d: got %v, want %q", i, e, want)
		}
	}
}

// TestPatternsOfARunHaveABound: many that are large take no longer than a few.
func TestPatternsOfARunHaveABound(t *testing.T) {
	patterns := 25
	if os.Getenv("TEST_ALL") != "" {
		patterns = 100
	}
	for _, tt := range []struct {
		name    string
		pattern func(i int) string
		refused bool // from some pattern on
	}{
		{"a-class-that-is-counted", func(i int) string { return fmt.Sprintf(`\pL{%d}`, 900-i) }, true},
		{"a-class-again-and-again", func(i int) string { return strings.Repeat(`\pL`, 200) + fmt.Sprint(i) }, true},
		{"classes-in-brackets", func(i int) string { return strings.Repeat(`[\pL\pN]`, 100) + fmt.Sprint(i) }, true},
		{"the-same-one", func(int) string { return `\pL{900}` }, true},
		{"groups-that-are-counted", func(i int) string { return strings.Repeat("(a|b){1000}", 20) + fmt.Sprint(i) }, true},
		{"letters-in-any-case", func(i int) string { return fmt.Sprintf(`(?i)(a|b){1000}(c|d){1000}\pL{%d}`, 200+i) }, true},
		{"words", func(i int) string { return fmt.Sprintf(`\bfunc\s+\w+%d\b`, i) }, false},
		{"names-in-any-script", func(i int) string { return fmt.Sprintf(`(?i)class\s+\p{L}+%d`, i) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := tree(t, map[string]string{"f.txt": strings.Repeat("the quick brown fox aaaaaaaaaaaaaaaaaaaaaaa\n", 1000)})
			var list []ops.Operation
			for i := range patterns {
				list = append(list, build(t, "grep", "pattern", tt.pattern(i)))
			}
			list = append(list, build(t, "read", "file", "f.txt", "lines", "1-2"))
			rep, err := newRunner(w).Run(t.Context(), list)
			must(t, err)
			refused := 0
			for i, res := range rep.Results {
				if res.Err == nil {
					continue
				}
				if refused++; !strings.Contains(res.Err.Error(), "Too many large patterns") {
					t.Fatalf("operation %d: got %v", i, res.Err)
				}
			}
			if (refused > 0) != tt.refused || rep.Results[0].Err != nil || rep.Results[patterns].Err != nil {
				t.Errorf("%d were refused, the first one: %v, the read: %v", refused, rep.Results[0].Err, rep.Results[patterns].Err)
			}
		})
	}
}
