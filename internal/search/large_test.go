package search_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/cputime"
	"fileops/internal/search"
	"fileops/internal/search/pattern"
)

// bigText is text of about size bytes, whose lines are odd around segments.
func bigText(size int) string {
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for b.Len() < size {
		switch r.IntN(2000) {
		case 0:
			b.WriteString(strings.Repeat("long ", 1+r.IntN(60000)))
		case 1:
			b.WriteString(strings.Repeat("\n", r.IntN(100)))
		}
		b.WriteString(line(r))
		b.WriteString("\n")
	}
	b.WriteString("foo at the end")
	return b.String()
}

// A file that is split among workers gives the same result as line by line.
func TestLargeFile(t *testing.T) {
	text := bigText(size(9<<20, 20<<20))
	tree(t, map[string]string{"big": text})
	lines := strings.Split(text, "\n")
	for _, p := range []string{"foobar", "x y", "nothing of it", "long long.*foo", "^$"} {
		re := regexp.MustCompile(p)
		var want strings.Builder
		n := 0
		for i, l := range lines {
			if re.MatchString(l) {
				n++
				fmt.Fprintf(&want, "%d:%s\n", i+1, l)
			}
		}
		for _, stdin := range []bool{false, true} {
			q := search.Query{Patterns: []string{p}, LineNumbers: true, Roots: []string{"big"}}
			q.Walk.Workers = 3
			if stdin {
				q.Roots, q.Stdin = []string{"-"}, strings.NewReader(text)
			}
			if got, _ := grep(t, q); got != want.String() {
				t.Errorf("%q, standard input %t: %s", p, stdin, difference(got, want.String()))
			}
			if stdin {
				q.Stdin = strings.NewReader(text)
			}
			q.Mode = search.Count
			got, _ := grep(t, q)
			if n > 0 && got != fmt.Sprintln(n) || n == 0 && got != "" {
				t.Errorf("%q: got %q, want %d", p, got, n)
			}
		}
	}
}

// With context, too.
func TestLargeFileSameAsRipgrep(t *testing.T) {
	ripgrep(t)
	tree(t, map[string]string{"big": bigText(size(9<<20, 12<<20))})
	for i, args := range []string{"-n -C 7 --column", "-n -B 3", "-n -m 2 -A 1", "-n -v", "-n -o", "-c -v"} {
		for _, f := range flags {
			for k, root := range []string{"big", "."} {
				if f.args == args && (everything || i%2 == k) {
					compare(t, "foobar x", f, root)
				}
			}
		}
	}
}

// A NUL far into a file that the walk found ends its search there. Such a file is not counted.
func TestLateNUL(t *testing.T) {
	for _, size := range []int{300 << 10, 20 << 20} {
		text := bigText(size)
		tree(t, map[string]string{"d/big": "foo first\n" + text + "\n\x00foo\nfoo\n"})
		q := search.Query{Patterns: []string{"^foo first|^foo$"}, LineNumbers: true, Roots: []string{"d"}}
		got, _ := grep(t, q)
		if !strings.HasPrefix(got, "d/big:1:foo first\n") && got != "" || strings.Contains(got, "\x00") || strings.Count(got, "WARNING: stopped") > 1 {
			t.Errorf("%d bytes: got %.200q", size, got)
		}
		q.Mode = search.Count
		if got, _ := grep(t, q); got != "" {
			t.Errorf("%d bytes: counted %q", size, got)
		}
		q.Roots = []string{"d/big"}
		if got, _ := grep(t, q); got == "" {
			t.Errorf("%d bytes: a file that was named was not counted", size)
		}
	}
}

// The result for a large file with a NUL depends neither on the number of workers nor on
// whether they split another file.
func TestLateNULWithAnyWorkers(t *testing.T) {
	text := []byte(strings.Repeat("a line to be found\n"+strings.Repeat("another line\n", 9), 80_000))
	text[bytes.Index(text[9<<20:], []byte("another"))+9<<20] = 0
	tree(t, map[string]string{"d/big": string(text), "d/two": string(text)})
	for _, roots := range [][]string{{"d/big"}, {"d/big", "d/two"}, {"d"}} {
		var want string
		for _, workers := range []int{1, 2, 4} {
			q := search.Query{Patterns: []string{"found"}, LineNumbers: true, Roots: roots}
			q.Walk.Workers = workers
			got, _ := grep(t, q)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%q, %d workers: %s", roots, workers, difference(got, want))
			}
		}
	}
}

// Each byte of a large file counts once, also if a long line ends the splitting.
func TestBytesOfLargeFile(t *testing.T) {
	text := strings.Repeat("a line\n", 2<<20)
	for _, text := range []string{text, text + strings.Repeat("x", 3<<20) + "\n" + text, text[:len(text)-1]} {
		tree(t, map[string]string{"big": text})
		for _, workers := range []int{1, 4} {
			q := search.Query{Patterns: []string{"nothing"}}
			q.Walk.Workers = workers
			if _, s := grep(t, q); s.Bytes != int64(len(text)) {
				t.Errorf("%d workers: searched %d bytes of %d", workers, s.Bytes, len(text))
			}
		}
	}
}

// Matches before the first NUL are found in all modes but Count, in every order. The warning
// does not count as a matching line.
func TestLateNULInAllModes(t *testing.T) {
	tree(t, map[string]string{"f": "needle\n" + bigText(2<<20) + "\x00\n"})
	for _, order := range []search.Order{search.ByDefault, search.ByPath, search.ByModified, search.Unordered} {
		for mode, want := range map[search.Mode]string{search.Files: "f\n", search.Count: "", search.FilesWithout: ""} {
			if got, _ := grep(t, search.Query{Patterns: []string{"needle"}, Mode: mode, Order: order}); got != want {
				t.Errorf("order %d, mode %d: got %q, want %q", order, mode, got, want)
			}
		}
	}
	got, s := grep(t, search.Query{Patterns: []string{"needle"}, Limit: 10})
	if lines := s.Rows - s.Page.Context; lines != 1 || !strings.HasPrefix(got, "f:needle\nf: WARNING: ") {
		t.Errorf("got %q with %d lines, want one", got, lines)
	}
}

// If a file is cut or grows during the search, its remaining lines are shown in order, and
// other files are searched as usual.
func TestFileChangesMeanwhile(t *testing.T) {
	const line, more, lines = "a line to be found", "more of it: a line", 2 << 20
	for _, cut := range []bool{true, false} {
		tree(t, map[string]string{"big": strings.Repeat(line+"\n", lines), "other": "a line\n"})
		var shown bytes.Buffer
		var told, want []string
		if cut {
			want = append(want, "read big: the file was cut while it was read")
		}
		w := writer(func(b []byte) (int, error) {
			shown.Write(b)
			if cut {
				return len(b), os.Truncate("big", 100)
			}
			f, err := os.OpenFile("big", os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return 0, err
			}
			defer f.Close()
			_, err = f.WriteString(more + "\n")
			return len(b), err
		})
		q := search.Query{Patterns: []string{"line"}, Error: func(err error) { told = append(told, err.Error()) }, LineNumbers: true}
		q.Walk.Workers = 3
		s, err := search.Grep(t.Context(), q, w)
		if err != nil || s.Matched != 2 || s.Unreadable != len(want) || !slices.Equal(told, want) {
			t.Errorf("cut %t: got %+v, %v; told of %q", cut, s, err, told)
		}
		text, ok := strings.CutSuffix(shown.String(), "other:1:a line\n")
		n := 0
		for l := range strings.Lines(text) {
			n++
			want := fmt.Sprintf("big:%d:%s\n", n, line)
			if n > lines {
				want = fmt.Sprintf("big:%d:%s\n", n, more)
			}
			if ok = ok && l == want; !ok {
				t.Errorf("cut %t: line %d is %q", cut, n, l)
				break
			}
		}
		if !ok || cut == (n >= lines) {
			t.Errorf("cut %t: %d lines, %.100q at the end", cut, n, shown.Bytes()[max(0, shown.Len()-100):])
		}
	}
}

// An incomplete row of a file that was cut is not shown.
func TestRowOfCutFile(t *testing.T) {
	for _, q := range []search.Query{{}, {Before: 1}, {Limit: 1 << 30}, {Only: true}} {
		tree(t, map[string]string{"big": strings.Repeat("a line\n", 4<<20), "other": "a line\n"})
		var shown bytes.Buffer
		w := writer(func(b []byte) (int, error) {
			shown.Write(b)
			return len(b), os.Truncate("big", 100)
		})
		q.Patterns, q.Walk.Workers = []string{"a line"}, 3
		s, err := search.Grep(t.Context(), q, w)
		rows := strings.ReplaceAll(shown.String(), "big:a line\n", "")
		if rows = strings.ReplaceAll(rows, "--\n", ""); err != nil || s.Unreadable != 1 || rows != "other:a line\n" {
			t.Errorf("%+v: got %v, %d unreadable; besides whole rows there is %.100q", q, err, s.Unreadable, rows)
		}
	}
}

type writer func(b []byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// endless is n times a text.
func endless(text string, n int64) io.Reader {
	block := bytes.Repeat([]byte(text), 64<<10/len(text))
	return io.LimitReader(repeat{block}, n)
}

type repeat struct{ block []byte }

func (r repeat) Read(p []byte) (int, error) { return copy(p, r.block), nil }

// memory gives the peak of the memory in use while f runs, in bytes.
func memory(f func()) uint64 {
	runtime.GC()
	done, result := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse+m.StackInuse)
			select {
			case <-done:
				result <- most
				return
			case <-time.After(time.Millisecond): // each look stops the world
			}
		}
	}()
	f()
	close(done)
	return <-result
}

func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads gigabytes")
	}
	dir := tree(t, map[string]string{})
	sparse := filepath.Join(dir, "sparse")
	if err := os.WriteFile(sparse, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	line, lines, most := int64(125<<20), int64(48<<20), uint64(75<<20)
	if everything {
		line, lines, most = 500<<20, 200<<20, 100<<20
	}
	matches := int64(size(8<<20, 15<<20))
	if err := os.Truncate(sparse, 2*line); err != nil {
		t.Fatal(err)
	}
	multiline := pattern.Options{Multiline: true}
	for _, tt := range []struct {
		name string
		q    search.Query
		rows int
	}{
		{"one line", search.Query{Mode: search.Count, Stdin: endless("abcdefgh", line)}, 1},
		{"one line, no match", search.Query{Mode: search.Count, Patterns: []string{"abd"}, Stdin: endless("abcdefgh", line)}, 0},
		{"one line in a file", search.Query{Mode: search.Count, Patterns: []string{`\x00`}, Roots: []string{sparse}, AsText: true}, 1},
		{"many matches", search.Query{LineNumbers: true, Before: 2, Stdin: endless("abc def\n", lines)}, int(lines) / 8},
		{"many matches in a line", search.Query{Only: true, Stdin: endless("c", matches)}, int(matches)},
		{"many matches in a line, in colour", search.Query{Color: true, Stdin: endless("c", matches)}, 1},
		{"many matches over lines", search.Query{Mode: search.Count, Patterns: []string{"[^x]"}, Match: multiline, Stdin: endless("c\n", 8<<20)}, 1},
		{"many matches over lines, shown", search.Query{Only: true, Patterns: []string{"(?s)c."}, Match: multiline, Stdin: endless("c\n", 8<<20)}, 4 << 20},
		{"many matches over lines, in colour", search.Query{Color: true, Patterns: []string{"[^x]"}, Match: multiline, Stdin: endless("c\n", 8<<20)}, 4 << 20},
	} {
		q := tt.q
		if q.Patterns == nil {
			q.Patterns = []string{"c"}
		}
		if q.Roots == nil {
			q.Roots = []string{"-"}
		}
		var s search.Summary
		used := memory(func() {
			var err error
			if s, err = search.Grep(t.Context(), q, io.Discard); err != nil {
				t.Error(err)
			}
		})
		if used > most || s.Rows != tt.rows {
			t.Errorf("%s: %d MB in use, %+v", tt.name, used>>20, s)
		}
	}
}

// TestTimeIsLinear: all matches are found in linear time, also if longer matches are possible
// at each place. Eight times the text may take 15 times as long, 2.5 for each doubling;
// quadratic time would be 64.
func TestTimeIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("searches 1 MB in many ways")
	}
	for _, q := range []search.Query{
		{Mode: search.Count, Match: pattern.Options{Multiline: true}},
		{Mode: search.Files, Match: pattern.Options{Multiline: true}},
		{Mode: search.FilesWithout, Match: pattern.Options{Multiline: true}},
		{Mode: search.Count, Only: true},
		{Mode: search.Count, Only: true, Match: pattern.Options{Word: true}},
		{Only: true, Match: pattern.Options{Multiline: true}},
		{Color: true, LineNumbers: true, Match: pattern.Options{Multiline: true}},
		{JSON: true},
	} {
		q.Patterns = []string{"begin[^;]*;|begin"}
		cputime.CheckGrowth(t, 10_000, 8, 15, func(n int) func() {
			tree(t, map[string]string{"words": strings.Repeat("begin ", n), "lines": strings.Repeat("begin\n", n)})
			return func() { grep(t, q) }
		})
	}
}

// The end of the context ends a search at once, in every mode and in the middle of a file.
func TestContextEndsASearch(t *testing.T) {
	tree(t, map[string]string{})
	if err := os.WriteFile("sparse", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate("sparse", 1<<40); err != nil {
		t.Skip(err)
	}
	for _, root := range []string{"-", "sparse", "."} {
		for _, q := range []search.Query{
			{Mode: search.Content},
			{Mode: search.Content, Invert: true, Patterns: []string{""}},
			{Mode: search.Files},
			{Mode: search.FilesWithout},
			{Mode: search.Count, Only: true},
			{Mode: search.Count, Order: search.Unordered},
			{Quiet: true},
			{Mode: search.Content, Order: search.ByRelevance},
		} {
			q.Roots, q.AsText, q.Stdin = []string{root}, true, endless("lines\n", 1<<40)
			if q.Patterns == nil {
				q.Patterns = []string{"never"}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			begun := time.Now()
			_, err := search.Grep(ctx, q, io.Discard)
			cancel()
			if took := time.Since(begun); !errors.Is(err, context.DeadlineExceeded) || took > 20*time.Second {
				t.Errorf("%s, mode %d: got %v after %v", root, q.Mode, err, took)
			}
		}
	}
}

// Workers that need much memory and wait for their turn do not wait for each other.
func TestLongLinesInTurn(t *testing.T) {
	files, count := map[string]string{}, size(5, 12) // 5: one more than there are workers
	for i := range count {
		files[fmt.Sprint("f", i)] = strings.Repeat("found\n", 300_000) + strings.Repeat("found ", 400_000) + "\n"
	}
	tree(t, files)
	for _, order := range []search.Order{search.ByPath, search.Unordered} {
		for _, p := range []string{"found", `d\nf`} {
			q := search.Query{Patterns: []string{p}, Order: order}
			q.Walk.Workers, q.Match.Multiline = 4, true
			if got, s := grep(t, q); s.Matched != count || len(got) < count*2_000_000 {
				t.Errorf("order %d, %q: got %+v", order, p, s)
			}
		}
	}
}

// A file that is too large for a multiline search is reported without being read. A binary
// one is skipped silently.
func TestTooLargeForSeveralLines(t *testing.T) {
	const size = 65 << 20
	text := strings.Repeat("foo\nbar\n", 32<<10)
	tree(t, map[string]string{"text": text, "binary": "\x00", "small": "foo\nbar\n"})
	for _, name := range []string{"text", "binary"} {
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	var progress search.Progress
	q := search.Query{
		Patterns: []string{`foo\nbar`}, Roots: []string{"."}, Mode: search.Count, Progress: &progress,
		Error: func(err error) { told = append(told, err.Error()) },
	}
	q.Match.Multiline = true
	got, _ := grep(t, q)
	if want := "./small:1\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := []string{"read ./text: too large for a search over several lines (at most 64 MiB)"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if n := progress.Bytes.Load(); n > 1<<20 {
		t.Errorf("%d bytes were read", n)
	}
}

// A large file with a NUL at its beginning is not read further.
func TestLargeBinaryFile(t *testing.T) {
	tree(t, map[string]string{"binary": "foo\n\x00" + strings.Repeat("foo\n", 4<<20)})
	for _, over := range []bool{false, true} {
		var progress search.Progress
		q := search.Query{Patterns: []string{"foo"}, Progress: &progress}
		q.Match.Multiline, q.Walk.Workers = over, 3
		if got, _ := grep(t, q); got != "" {
			t.Errorf("over lines %v: got %q", over, got)
		}
		if n := progress.Bytes.Load(); n > 256<<10 {
			t.Errorf("over lines %v: %d bytes were read", over, n)
		}
	}
}
