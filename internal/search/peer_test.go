package search_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fileops/internal/search"
)

// Where we differ from ripgrep on purpose, and what the comparison leaves out:
//
//   - A regular expression means what package regexp says: \w, \d, \s and \b are those
//     of ASCII. The patterns here stay within what both agree on, or are matched against
//     text where it makes no difference. A byte that is no UTF-8 matches where U+FFFD
//     does; in ripgrep it matches nothing.
//   - Of a binary file that was named, lines before the piece (1 MiB) with the first NUL
//     are shown and then only that it matches; ripgrep's pieces are others, and depend on
//     the version. With -v it takes NULs for line ends there.
//   - Files that ripgrep lists with -l although they hold a NUL later than its buffer
//     (64 KiB) are binary here, too: its own -c and -l disagree on them.
//   - With -U, -c counts matches only if a match of the pattern can hold a line end;
//     with ripgrep it is enough that the pattern mentions one.
//   - With -U -v, lines are left out that some match with -U is in; ripgrep looks for the
//     next match behind those lines, and so misses some.
//   - An empty match at the end of a file without a line end is found here, as are those
//     at the ends of other lines; so -o with patterns that match nothing is left out.
//   - -m with -U counts matching lines; ripgrep's rule depends on the version.
//   - -M counts the bytes of a line without its line end, ripgrep with it.
//   - --sort path goes by bytes here; ripgrep's order of names that are not UTF-8 is the
//     same. Between several roots the order is that of the roots in both.

// everything makes tests try all cases instead of a sample, which takes seconds more.
var everything = os.Getenv("TEST_ALL") != ""

// size is few, or all if all cases are tried.
func size(few, all int) int {
	if everything {
		return all
	}
	return few
}

// ripgrep returns the command, or skips the test.
func ripgrep(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("TEST_RG"); path != "" {
		return path
	}
	path, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("rg is not installed: the package is ripgrep")
	}
	return path
}

// flag is a way to ask for something, to ripgrep and to us.
type flag struct {
	args string
	set  func(q *search.Query)
}

func numbered(q *search.Query) { q.LineNumbers = true }

// flags are what is compared, alone and in these combinations.
var flags = []flag{
	{"-n", numbered},
	{"-N -I", func(q *search.Query) { q.Names = search.NamesNever }},
	{"-n -i", func(q *search.Query) { numbered(q); q.Match.IgnoreCase = true }},
	{"-n -S", func(q *search.Query) { numbered(q); q.Match.SmartCase = true }},
	{"-n -v", func(q *search.Query) { numbered(q); q.Invert = true }},
	{"-n -w", func(q *search.Query) { numbered(q); q.Match.Word = true }},
	{"-n -x", func(q *search.Query) { numbered(q); q.Match.Line = true }},
	{"-n -A 2", func(q *search.Query) { numbered(q); q.After = 2 }},
	{"-n -B 3", func(q *search.Query) { numbered(q); q.Before = 3 }},
	{"-n -C 1", func(q *search.Query) { numbered(q); q.Before, q.After = 1, 1 }},
	{"-n -C 7 --column", func(q *search.Query) { numbered(q); q.Before, q.After, q.Column = 7, 7, true }},
	{"-n -v -C 1", func(q *search.Query) { numbered(q); q.Before, q.After, q.Invert = 1, 1, true }},
	{"-n -m 2 -A 1", func(q *search.Query) { numbered(q); q.Max, q.After = 2, 1 }},
	{"-N -m 1", func(q *search.Query) { q.Max = 1 }},
	{"-n -m 3 -v -B 1", func(q *search.Query) { numbered(q); q.Max, q.Invert, q.Before = 3, true, 1 }},
	{"-n --column", func(q *search.Query) { numbered(q); q.Column = true }},
	{"-n -o", func(q *search.Query) { numbered(q); q.Only = true }},
	{"-n -o --column -w", func(q *search.Query) { numbered(q); q.Only, q.Column, q.Match.Word = true, true, true }},
	{"-n -o -C 1", func(q *search.Query) { numbered(q); q.Only, q.Before, q.After = true, 1, 1 }},
	{"-n -0", func(q *search.Query) { numbered(q); q.Null = true }},
	{"-n -a", func(q *search.Query) { numbered(q); q.AsText = true }},
	{"-n -a -C 2 -i", func(q *search.Query) {
		numbered(q)
		q.AsText, q.Before, q.After, q.Match.IgnoreCase = true, 2, 2, true
	}},
	{"-n -M 20", func(q *search.Query) { numbered(q); q.MaxColumns = 19 }},
	{"-n -M 20 --column -C 1", func(q *search.Query) {
		numbered(q)
		q.MaxColumns, q.Column, q.Before, q.After = 19, true, 1, 1
	}},
	{"-n --color always", func(q *search.Query) { numbered(q); q.Color = true }},
	{"-n --heading --color always -C 1", func(q *search.Query) {
		numbered(q)
		q.Heading, q.Color, q.Before, q.After = true, true, 1, 1
	}},
	{"-n --heading", func(q *search.Query) { numbered(q); q.Heading = true }},
	{"-l", func(q *search.Query) { q.Mode = search.Files }},
	{"-l -0", func(q *search.Query) { q.Mode, q.Null = search.Files, true }},
	{"-l -v", func(q *search.Query) { q.Mode, q.Invert = search.Files, true }},
	{"--files-without-match", func(q *search.Query) { q.Mode = search.FilesWithout }},
	{"-c", func(q *search.Query) { q.Mode = search.Count }},
	{"-c -v", func(q *search.Query) { q.Mode, q.Invert = search.Count, true }},
	{"-c -m 2", func(q *search.Query) { q.Mode, q.Max = search.Count, 2 }},
	{"-c -o", func(q *search.Query) { q.Mode, q.Only = search.Count, true }},
	{"-c -a -i", func(q *search.Query) { q.Mode, q.AsText, q.Match.IgnoreCase = search.Count, true, true }},
}

// patterns are matched against the generated tree.
var patterns = []string{
	"foo", "bar|foo", "[0-9]+", "^b", "o$", "b.r", "é", "(foo|ba[rz])+", "x*y", "[^a-z ]", "zz(top)?", "q[aeiou]*z",
	`\bba`, `^$`, `\x{fffd}`, "Straße", "k",
}

// grep runs a query and gives what it writes. Roots are below dir, which is where the
// test is.
func grep(t *testing.T, q search.Query) (string, search.Summary) {
	t.Helper()
	if q.Error == nil {
		q.Error = func(err error) { t.Error(err) }
	}
	q.Walk.Ignore.Getenv = func(string) string { return "" }
	var out bytes.Buffer
	s, err := search.Grep(t.Context(), q, &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), s
}

// theirs runs ripgrep in the current directory.
func theirs(t *testing.T, args ...string) string {
	t.Helper()
	args = append([]string{"--no-config", "--no-heading", "--color=never", "--sort=path"}, args...)
	cmd := exec.Command(ripgrep(t), args...)
	cmd.Env = append(os.Environ(), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("rg %q: %v\n%s", args, err, stderr.Bytes())
	}
	return string(out)
}

// compare runs both on the roots and compares.
func compare(t *testing.T, pattern string, f flag, roots ...string) {
	t.Helper()
	q := search.Query{Patterns: []string{pattern}, Roots: roots, Order: search.ByPath}
	f.set(&q)
	got, _ := grep(t, q)
	args := append(strings.Fields(f.args), "-e", strings.ReplaceAll(pattern, `\b`, `(?-u:\b)`), "--")
	want := theirs(t, append(args, roots...)...)
	if got != want {
		t.Errorf("%s %q: %s", f.args, pattern, difference(got, want))
	}
}

// difference shows the first lines that differ.
func difference(got, want string) string {
	a, b := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	head := func(lines []string) string {
		return fmt.Sprintf("%.300q", strings.Join(lines[i:min(i+2, len(lines))], ""))
	}
	return fmt.Sprintf("line %d of the output (%d of ours, %d of ripgrep's):\ngot  %s\nwant %s", i+1, len(a), len(b), head(a), head(b))
}

// words are what generated lines are made of.
var words = strings.Fields("foo bar baz Foo BAR foobar x y xy zztop qz quiz 1 22 345 é Straße STRASSE ba ab foo-bar foo_bar K ſ \u212a - .")

// line makes a line without its end.
func line(r *rand.Rand) string {
	var b []string
	for range r.IntN(7) {
		b = append(b, words[r.IntN(len(words))])
	}
	return strings.Join(b, []string{" ", "", "\t"}[r.IntN(3)])
}

// lines makes n lines with an end.
func lines(r *rand.Rand, n int, end string) string {
	var b strings.Builder
	for range n {
		b.WriteString(line(r))
		b.WriteString(end)
	}
	return b.String()
}

// generate writes a tree with all that is odd.
func generate(t *testing.T, dir string) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		write(fmt.Sprintf("d%d/f%d.txt", i%5, i), lines(r, r.IntN(60), "\n"))
	}
	write("a/b.txt", lines(r, 9, "\n"))
	write("a.b", lines(r, 9, "\n")) // after a/b.txt in ripgrep's order
	write("a-b/c", lines(r, 9, "\n"))
	write("empty", "")
	write("one line end", "\n")
	write("crlf.txt", lines(r, 50, "\r\n"))
	write("no end", lines(r, 5, "\n")+"foo bar")
	write("no end 2", lines(r, 5, "\n")+"nothing of it\nfoo\n\nlast")
	write("bin/early", "foo\x00bar\n"+lines(r, 5, "\n"))
	write("bin/late", lines(r, 200, "\n")+"\x00\n"+lines(r, 5, "\n"))
	if !modern(t) { // it shows some lines before the NUL
		remove(t, filepath.Join(dir, "bin/late"))
	}
	write("bin/only", "\x00\x00\x00")
	write("bad/latin1", "caf\xe9 foo\n\xff\xfe\n"+lines(r, 5, "\n"))
	write("bom8", "\ufefffoo first\n"+lines(r, 5, "\n"))
	write("wide/le", wide("foo é 1\n"+lines(r, 20, "\n")+"bar", false))
	write("wide/be", wide("foo é 1\n"+lines(r, 20, "\r\n")+"\U0001f600 foo\n", true))
	write("long/line", strings.Repeat("x y z ", size(12_000, 30_000))+"foo\n"+lines(r, 5, "\n"))
	write("long/lines", strings.Repeat(strings.Repeat("ab", 40)+" foo\n", 20)+"x\n")
	write("many", lines(r, size(6_000, 20_000), "\n")) // more than ripgrep reads at once
	write(".hidden", "foo\n")
	write("names/with space", "foo\n")
	write("names/né", "foo\n")
	write("names/-dash", "foo\n")
	write("names/co:lon", "foo\n")
	if runtime.GOOS == "linux" {
		write("names/no\xffutf8", "foo\n")
		write("names/line\nend", "foo\n")
	}
	write(".ignore", "ignored\n")
	write("ignored", "foo\n")
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
}

// modern reports whether ripgrep has version 14 or later.
func modern(t *testing.T) bool {
	t.Helper()
	out, err := exec.Command(ripgrep(t), "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	var major int
	if _, err := fmt.Sscanf(string(out), "ripgrep %d.", &major); err != nil {
		t.Fatalf("%q: %v", out, err)
	}
	return major >= 14
}

// wide is text in UTF-16 with its mark.
func wide(text string, big bool) string {
	b := []byte{0xff, 0xfe}
	for _, r := range text {
		if r >= 0x10000 {
			r -= 0x10000
			for _, u := range []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff} {
				b = append(b, byte(u), byte(u>>8))
			}
			continue
		}
		b = append(b, byte(r), byte(r>>8))
	}
	for i := 0; big && i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

func TestSameAsRipgrep(t *testing.T) {
	ripgrep(t)
	dir := t.TempDir()
	generate(t, dir)
	t.Chdir(dir)
	remove(t, "bad") // there the two differ, but for plain strings
	step := 7        // neither 36 flags nor 17 patterns are a multiple of it: each comes with several of the others
	if everything {
		step = 1
	}
	n, modern := 0, modern(t)
	for _, f := range flags {
		for _, p := range patterns {
			if leftOut(f, p, modern) {
				continue
			}
			if n++; n%step == 0 {
				compare(t, p, f)
			}
		}
	}
	t.Logf("one in %d of %d combinations", step, n)
}

// leftOut reports whether the two differ on purpose: with -o if a pattern matches the empty
// string, or if ripgrep is older than 14 and cuts off matches of -w.
func leftOut(f flag, p string, modern bool) bool {
	return strings.Contains(f.args, "-o") && (p == "^$" || !modern && strings.Contains(f.args, "-w"))
}

func TestSameAsRipgrepOnNamedFiles(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir)
	t.Chdir(dir)
	named := [][]string{
		{"a.b"}, {"ignored"}, {".hidden", "ignored"}, {"bin/early"}, {"bin/only", "d1"}, {"d1", "a", "a.b"}, {"d2/"}, {"./a"},
		{"bad/latin1"}, {"wide/le"}, {"empty"}, {"no end", "no end 2"}, {"many"}, {"long/line"},
	}
	for i, roots := range named {
		for k, f := range flags {
			if !everything && (i+k)%8 > 0 {
				continue
			}
			if strings.HasPrefix(roots[0], "bin/") && strings.Contains(f.args, "-v") {
				continue // to ripgrep a NUL there is a line end
			}
			compare(t, "foo", f, roots...)
		}
	}
}

func TestSameAsRipgrepOnGoTree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	dir := filepath.Join(runtime.GOROOT(), "src") //nolint:staticcheck // the tree of the go command that runs this
	if !everything {
		dir = filepath.Join(dir, "net")
	}
	t.Chdir(dir)
	for _, c := range []struct{ pattern, args string }{
		{"TODO", "-n"}, {"func", "-c"}, {"error", "-n -i"}, {`func [A-Za-z]+\(`, "-n"}, {"[A-Z]{3}_[A-Z]+", "-n"}, {"zzzzz", "-n"},
		{"panic|recover|goto|defer|select", "-n"}, {`\p{Greek}`, "-n"}, {"^package", "-l"}, {"^import", "--files-without-match"},
		{"return", "-n -C 1"}, {"struct", "-n -A 2"}, {"interface", "-n -o"}, {"nil", "-c -o"}, {"[a-z]{9}", "-n -m 2 -A 1"},
		{"x", "-n -v -C 1"}, {"e", "-n"}, {"if err", "-n --column"}, {"const", "-n -w"}, {"}", "-n -x"}, {"byte", "-n --heading --color always -C 1"},
	} {
		i := slices.IndexFunc(flags, func(f flag) bool { return f.args == c.args })
		compare(t, c.pattern, flags[i])
	}
}
