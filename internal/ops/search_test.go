package ops_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

// search runs one call, or block where its name begins with a small letter, and gives
// what it answers with the root called ROOT.
func search(t *testing.T, w *workspace.Workspace, name string, fields ...string) (ops.Result, string) {
	t.Helper()
	op := build(t, name, fields...)
	if name[0] < 'a' {
		op.Call.Name = name
	}
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
	must(t, err)
	res := rep.Results[0]
	if res.Err != nil {
		return res, strings.ReplaceAll(string(res.Err.Code)+": "+res.Err.Text(), w.Dir(), "ROOT")
	}
	said := slices.Concat([]string{res.Summary.String()}, res.Notes, res.Warnings, []string{res.Content})
	return res, strings.ReplaceAll(strings.TrimSpace(strings.Join(said, "\n")), w.Dir(), "ROOT")
}

// An absolute pattern means the files at that place, and none outside of the root.
func TestAbsoluteGlobs(t *testing.T) {
	t.Parallel()
	dir := newTree(t)
	root := filepath.Join(dir, "root")
	for _, name := range []string{"root/etc/here", "root/etc/deep/here", "root/[id]/x"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	must(t, os.Symlink("etc", filepath.Join(root, "inside")))
	w, err := workspace.Open(t.Context(), root, workspace.Options{State: t.TempDir()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	for _, tt := range []struct{ pattern, path, want string }{
		{"ROOT/etc/*", "", "ROOT/etc/here"},
		{"ROOT/etc/**", "", "ROOT/etc/deep/here ROOT/etc/here"},
		{"ROOT/*", "", "ROOT/a.txt"},
		{"ROOT/etc/here", "", "ROOT/etc/here"},
		{"ROOT/inside/*", "", "ROOT/etc/here"},
		{"ROOT/*/x", "", "ROOT/[id]/x ROOT/sub/x"},
		{"ROOT/etc/*", "etc", "ROOT/etc/here"},
		{"ROOT/etc/*", ".", "ROOT/etc/here"},
		{"ROOT/etc/deep/*", "ROOT/inside", "ROOT/etc/deep/here"},
		{"ROOT/etc/*", "sub", "bad_path: The pattern ROOT/etc/* does not lie in sub"},
		{"/etc/*", "", "outside_root: Path escapes the root: /etc/*"},
		{"/*", "", "outside_root: Path escapes the root: /*"},
		{"ROOT/../*", "", "bad_path: Path traversal detected: ROOT/../*"},
		{"ROOTx/*", "", "outside_root: Path escapes the root: ROOTx/*"},
		{"ROOT/outdir/*", "", "outside_root: Path escapes the root: ROOT/outdir/*"},
		{"ROOT/absolute/d/*", "", "outside_root: Path escapes the root: ROOT/absolute/d/*"},
		{"ROOT/*/secret.txt", "", ""},
		{"../outside/*", "", "bad_path: Path traversal detected: ../outside/*"},
	} {
		fields := []string{"pattern", strings.ReplaceAll(tt.pattern, "ROOT", w.Dir())}
		if tt.path != "" {
			fields = append(fields, "path", strings.ReplaceAll(tt.path, "ROOT", w.Dir()))
		}
		res, said := search(t, w, "Glob", fields...)
		got, _, _ := strings.Cut(said, "\n")
		if res.Err == nil {
			files := strings.Fields(strings.ReplaceAll(res.Content, w.Dir(), "ROOT"))
			slices.Sort(files)
			got = strings.Join(files, " ")
		}
		if got != tt.want {
			t.Errorf("%s in %q: got %s; want %s", tt.pattern, tt.path, got, tt.want)
		}
	}
}

// A pattern finds the same files whether it is written relative or absolute: what it names
// is searched, hidden, ignored or reached by a link, what its wildcards match is not.
func TestGlobSpellings(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{
		".ignore": "out/\n*.log\n", ".ci/a.yml": "", ".ci/b.log": "", ".ci/.d/c.yml": "", ".ci/e/f.yml": "", "out/g.js": "", "out/h/i.js": "", "src/out/j.js": "", "src/k.js": "",
	})
	must(t, os.Symlink("src", filepath.Join(w.Dir(), "in")))
	for _, tt := range []struct{ path, pattern, want string }{
		{".", ".ci/*", ".ci/a.yml"},
		{".", ".ci/**/*", ".ci/a.yml .ci/e/f.yml"},
		{".", ".ci/**/*.yml", ".ci/a.yml .ci/e/f.yml"},
		{".", ".ci/.d/*", ".ci/.d/c.yml"},
		{".", ".ci/*/f.yml", ".ci/e/f.yml"},
		{".", ".c*/*", ""},
		{".", "out/**/*.js", "out/g.js out/h/i.js"},
		{".", "out/g.js", "out/g.js"},
		{".", "o*/g.js", ""},
		{".", "*/out/j.js", ""},
		{"src", "out/*", "src/out/j.js"},
		{".", "in/*", "src/k.js"},
		{".", "i*/k.js", ""},
		{".", "src/", ""},
		{".", "src//k.js", "src/k.js"},
	} {
		for _, spelled := range [][]string{
			{"Glob", "pattern", tt.pattern, "path", w.Dir() + "/" + tt.path},
			{"Glob", "pattern", w.Dir() + "/" + strings.TrimPrefix(tt.path+"/", "./") + tt.pattern},
			{"glob", "pattern", tt.pattern, "path", tt.path},
		} {
			res, said := search(t, w, spelled[0], spelled[1:]...)
			files := strings.Fields(strings.ReplaceAll(res.Content, w.Dir()+"/", ""))
			slices.Sort(files)
			if got := strings.Join(files, " "); got != tt.want || res.Err != nil {
				t.Errorf("%q: got %s, want %s: %s", spelled, got, tt.want, said)
			}
		}
	}
}

// The name of the root is no pattern, whatever it holds.
func TestAbsoluteGlobsInARootWithWildcards(t *testing.T) {
	t.Parallel()
	root := filepath.Join(t.TempDir(), "[id]")
	must(t, os.MkdirAll(filepath.Join(root, "a"), 0o755))
	must(t, os.WriteFile(filepath.Join(root, "a", "b.c"), nil, 0o644))
	w, err := workspace.Open(t.Context(), root, workspace.Options{State: t.TempDir()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	if _, got := search(t, w, "Glob", "pattern", w.Dir()+"/a/*.c"); !strings.HasSuffix(got, "ROOT/a/b.c") {
		t.Error(got)
	}
}

// A directory that the run makes can be searched before it is on disk.
func TestSearchInANewDirectory(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"old/a": "one\n"})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{
		build(t, "mkdir", "path", "new"),
		build(t, "glob", "pattern", "*", "path", "new"),
		build(t, "grep", "pattern", "one", "path", "new"),
		build(t, "move", "from", "old", "to", "new/old"),
		build(t, "grep", "pattern", "one", "path", "new/old"),
	})
	must(t, err)
	for _, res := range rep.Results {
		if res.Err != nil || len(res.Warnings) > 0 {
			t.Errorf("%s: %v, %q", res.Summary.String(), res.Err, res.Warnings)
		}
	}
	equal(t, "found", rep.Results[4].Content, "new/old/a:1:one\n")
}

// A file must match both the glob and the type.
func TestGrepGlobAndType(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "one\n", "a.js": "one\n", "b.py": "one\n"})
	for _, tt := range []struct{ glob, kind, want string }{
		{"*.js", "py", ""},
		{"a.*", "py", "a.py\n"},
		{"a.*", "", "a.js\na.py\n"},
	} {
		fields := []string{"pattern", "one", "glob", tt.glob, "output_mode", "files_with_matches"}
		if tt.kind != "" {
			fields = append(fields, "type", tt.kind)
		}
		res, _ := search(t, w, "grep", fields...)
		lines := strings.SplitAfter(res.Content, "\n")
		slices.Sort(lines)
		equal(t, tt.glob+" "+tt.kind, strings.Join(lines, ""), tt.want)
	}
}

// Line ends do not matter to a search, as they do not to an edit, unless it asks for
// carriage returns.
func TestGrepCarriageReturns(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a": "one\r\ntwo\r\n", "b": "one\ntwo\n"})
	for _, tt := range []struct{ pattern, multiline, want string }{
		{"one$", "false", "a:1:one\nb:1:one\n"},
		{`one\ntwo`, "true", "a:1:one\na:2:two\n--\nb:1:one\nb:2:two\n"},
		{"one\ntwo", "true", "a:1:one\na:2:two\n--\nb:1:one\nb:2:two\n"},
		{"one\r\ntwo", "true", "a:1:one\na:2:two\n--\nb:1:one\nb:2:two\n"},
		{`one\r$`, "false", "a:1:one\r\n"},
		{`one\r\n`, "true", "a:1:one\r\n"},
		{"\n  one\r\n  ", "false", ""},
		{"\none\r\n  ", "false", "a:1:one\nb:1:one\n"},
		{"one\n", "false", "a:1:one\nb:1:one\n"},
	} {
		res, said := search(t, w, "grep", "pattern", tt.pattern, "multiline", tt.multiline)
		if got := strings.ReplaceAll(res.Content, "--\n", ""); got != strings.ReplaceAll(tt.want, "--\n", "") {
			t.Errorf("%q: got %q, want %q: %s", tt.pattern, res.Content, tt.want, said)
		}
	}
}

// If a search finds nothing, it names matches in what it left out.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{
		".ci/w.yml": "", ".env": "needle\n", ".gitignore": "*.log\nbuild/\n", ".ignore": "*.log\nbuild/\n", "app.log": "pin\n", "build/o.js": "",
		"src/a.py": "one\n", "Makefile": "", "build/Makefile": "", "x/.git/config": "[core]", "b.bin": "held\n\x00\x01",
	})
	must(t, os.Symlink("src", filepath.Join(w.Dir(), "in")))
	must(t, os.Symlink("/etc", filepath.Join(w.Dir(), "out")))
	for _, tt := range []struct{ tag, pattern, want string }{
		{"glob", ".env", "✅ No file matches .env\nThere, but not listed: .env (hidden)"},
		{"glob", "*.log", "✅ No file matches *.log\nThere, but not listed: app.log (ignored)"},
		{"glob", "src", "✅ No file matches src\nThere, but not listed: src (a directory)"},
		{"glob", "in", "✅ No file matches in\nThere, but not listed: in (a link)"},
		{"glob", "in/*.py", "✅ Found 1 file that matches in/*.py\nsrc/a.py"},
		{"glob", ".ci/*.yml", "✅ Found 1 file that matches .ci/*.yml\n.ci/w.yml"},
		{"glob", ".*/*.yml", "✅ No file matches .*/*.yml\nThere, but not listed: .ci/w.yml (hidden)"},
		{"glob", "./in/*.py", "✅ Found 1 file that matches ./in/*.py\nsrc/a.py"},
		{"glob", "src/", "✅ No file matches src/\nThere, but not listed: src (a directory)"},
		{"glob", "s*/", "✅ No file matches s*/\nThere, but not listed: src (a directory)"},
		{"glob", "out/*", "✅ No file matches out/*\nPath escapes the root: out"},
		{"glob", "sdk/*.py", "✅ No file matches sdk/*.py\nThere is no directory sdk"},
		{"glob", "Makefile/*", "✅ No file matches Makefile/*\nMakefile is no directory"},
		{"glob", "Makefile", "✅ Found 1 file that matches Makefile\nThere, but not listed: build/Makefile (ignored)\nMakefile"},
		{"glob", "*.py", "✅ Found 1 file that matches *.py\nsrc/a.py"},
		{"glob", "config", "✅ No file matches config"},
		{"glob", "nothing", "✅ No file matches nothing"},
		{"grep", "needle", "✅ No match (3 files searched)\nFiles that were left out have a match (to search one, name it as path): .env (hidden)"},
		{"grep", "pin", "✅ No match (3 files searched)\nFiles that were left out have a match (to search one, name it as path): app.log (ignored)"},
		{"grep", "held", "✅ No match (3 files searched)\nFiles that were left out have a match (to search one, name it as path): b.bin (binary)"},
		{"grep", "core", "✅ No match (3 files searched)"},
		{"grep", "one", "✅ Found 1 line in 1 file\nsrc/a.py:1:one"},
	} {
		if _, got := search(t, w, tt.tag, "pattern", tt.pattern); got != tt.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", tt.tag, tt.pattern, got, tt.want)
		}
	}
}

// A file that is binary only far from its beginning counts no lines. It is not said to be
// ignored, too.
func TestLeftOutIsNamedOnce(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"late.bin": strings.Repeat("held\n", 250_000) + "\x00"})
	want := "✅ No match (1 file searched)\nFiles that were left out have a match (to search one, name it as path): late.bin (binary)"
	if _, got := search(t, w, "grep", "pattern", "held", "output_mode", "count"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A glob that restricts nothing finds what a search without it does, one that names what is
// hidden or ignored finds that.
func TestGlobOfAllFiles(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{".env": "one\n", ".gitignore": "*.log\n", ".ignore": "*.log\n", "app.log": "one\n", "src/a.py": "one\n", "b": "one\n"})
	for glob, want := range map[string]string{
		"": "b src/a.py", "*": "b src/a.py", "**/*": "b src/a.py", "./**": "b src/a.py",
		"*.log": "app.log", "*.py": "src/a.py", ".*": ".env",
	} {
		fields := []string{"pattern", "one", "output_mode", "files_with_matches"}
		if glob != "" {
			fields = append(fields, "glob", glob)
		}
		res, said := search(t, w, "grep", fields...)
		if got := strings.Fields(res.Content); strings.Join(slices.Sorted(slices.Values(got)), " ") != want {
			t.Errorf("glob %q: got %q, want %q: %s", glob, got, want, said)
		}
	}
}

// A search does not name files that the run removed.
func TestLeftOutAfterARemoval(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{".env": "needle\n"})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{
		build(t, "delete", "file", ".env"), build(t, "glob", "pattern", ".env"), build(t, "grep", "pattern", "needle"),
	})
	must(t, err)
	for _, res := range rep.Results[1:] {
		if len(res.Notes) > 0 {
			t.Errorf("%s: %q", res.Summary.String(), res.Notes)
		}
	}
}

// The first line counts lines that match, and of a part of the result what is shown.
func TestGrepCounts(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a": strings.Repeat("x\nhit\ny\n", 4), "b": strings.Repeat("hit\n", 9)})
	for _, tt := range []struct {
		fields      []string
		first, last string
	}{
		{[]string{"path", "a", "context", "1"}, "✅ Found 4 lines in 1 file of a", "a-12-y"},
		{[]string{"path", "a", "context", "1", "head_limit", "4"}, "✅ Found 1 line in 1 file of a, and there are more", "… more rows follow: go on with offset 4"},
		{[]string{"context", "1", "head_limit", "14"}, "✅ Found 6 lines in 2 files, and there are more", "… more rows follow: go on with offset 14"},
		{[]string{"head_limit", "3"}, "✅ Found 3 lines in 1 file, and there are more", "… more rows follow: go on with offset 3"},
		{[]string{"head_limit", "1", "output_mode", "count"}, "✅ Found 1 file, and there are more", "… more rows follow: go on with offset 1"},
		{[]string{"head_limit", "0"}, "✅ Found 13 lines in 2 files", "b:9:hit"},
		{[]string{"offset", "12"}, "✅ Found 13 lines in 2 files", "b:9:hit"},
		{[]string{"offset", "13"}, "✅ Found 13 lines in 2 files", "… nothing is left after offset 13: there are 13 rows only"},
		{[]string{"offset", "2", "path", "a", "output_mode", "count"}, "✅ Found 1 file in a", "… nothing is left after offset 2: there is 1 row only"},
	} {
		_, got := search(t, w, "grep", append(tt.fields, "pattern", "hit")...)
		lines := strings.Split(got, "\n")
		if lines[0] != tt.first || lines[len(lines)-1] != tt.last {
			t.Errorf("%q: got\n%s\nwant\n%s\n…\n%s", tt.fields, got, tt.first, tt.last)
		}
	}
}

// An answer has a size at most, whatever number of rows is asked for, and says how to
// go on.
func TestSearchAnswersAreBounded(t *testing.T) {
	t.Parallel()
	const most = 256 << 10
	line := "hit " + strings.Repeat("x", 3000) + "\n"
	many := map[string]string{"a": strings.Repeat("no\n"+line+"no\nno\n", 400)}
	for i := range 1500 {
		many[fmt.Sprintf("%s/%04d", strings.Repeat("d", 200), i)] = ""
	}
	w := tree(t, many)
	seen := 0
	for offset := 0; ; {
		res, _ := search(t, w, "grep", "pattern", "hit", "head_limit", "0", "before", "1", "offset", strconv.Itoa(offset))
		if len(res.Content) > most || offset == 0 && len(res.Content) < most-3000 {
			t.Fatalf("%d bytes", len(res.Content))
		}
		seen += strings.Count(res.Content, "hit xx")
		_, next, more := strings.Cut(res.Content, "go on with offset ")
		if !more {
			break
		}
		n, err := strconv.Atoi(strings.TrimSpace(next))
		must(t, err)
		if n <= offset {
			t.Fatalf("offset %d after %d", n, offset)
		}
		offset = n
	}
	equal(t, "rows on all pages", seen, 400)
	res, _ := search(t, w, "glob", "pattern", "**", "limit", "100000")
	if shown := strings.Count(res.Content, "\n") - 1; len(res.Content) > most || !strings.HasSuffix(res.Content, fmt.Sprintf("… %d more files: ask for fewer\n", 1501-shown)) {
		t.Errorf("%d bytes for %d files: …%s", len(res.Content), shown, res.Content[len(res.Content)-100:])
	}
}

// Advice is in the words of whoever asked.
func TestSearchAdvice(t *testing.T) {
	t.Parallel()
	w := tree(t, nil)
	for tag, want := range map[string]string{"grep": "search with <multiline>true</multiline>.", "Grep": "search with multiline=true."} {
		if res, got := search(t, w, tag, "pattern", `a\nb`); res.Err == nil || !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %s", tag, got)
		}
	}
}

// Where nothing is found, the answer says what of a pattern was read in another way than
// it may have been meant.
func TestMisreadPatterns(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "one $x\n", "b.js": "one\n", "app/[id].tsx": "one\n", "src/sub/c.py": "two\n"})
	must(t, os.Symlink("src", filepath.Join(w.Dir(), "in")))
	must(t, os.Symlink("a.py", filepath.Join(w.Dir(), "l.py")))
	const (
		noMatch = "✅ No match (4 files searched)\n"
		noFile  = "✅ No match (0 files searched)\nNo file that is searched matches the glob "
	)
	for _, tt := range []struct {
		name   string
		fields []string
		want   string
	}{
		{"Grep", []string{"pattern", `no\|none`}, noMatch + `\| is the character |: for alternatives write |`},
		{"Grep", []string{"pattern", `\<one\>`}, noMatch + `\< and \> are the characters < and >: for the edge of a word write \b`},
		{"Grep", []string{"pattern", "$x"}, noMatch + `$ is the end of a line: for the character write \$`},
		{"Grep", []string{"pattern", `[$]y`}, strings.TrimSpace(noMatch)},
		{"Grep", []string{"pattern", "none$|y$"}, strings.TrimSpace(noMatch)},
		{"Grep", []string{"pattern", `\\|y`}, strings.TrimSpace(noMatch)},
		{"Grep", []string{"pattern", "(?s)one.two"}, noMatch + "A match stays within a line: for one over several lines search with multiline=true"},
		{"grep", []string{"pattern", `one[\s\S]*two`}, noMatch + "A match stays within a line: for one over several lines search with <multiline>true</multiline>"},
		{"Grep", []string{"pattern", "(?s)one.two", "multiline", "true"}, strings.TrimSpace(noMatch)},
		{"Grep", []string{"pattern", "one", "glob", "*.py,*.js"}, noFile + "*.py,*.js\n\",\" stands for itself in a glob: for several write {*.py,*.js}"},
		{"Grep", []string{"pattern", "one", "glob", "*.py2 | *.{js2,ts}"}, noFile + "*.py2 | *.{js2,ts}\n\"|\" stands for itself in a glob: for several write {*.py2,*.{js2,ts}}"},
		{"Grep", []string{"pattern", "one", "glob", `a\,b.py,*.js2`}, noFile + `a\,b.py,*.js2` + "\n\",\" stands for itself in a glob: for several write {a\\,b.py,*.js2}"},
		{"Grep", []string{"pattern", "one", "glob", "*.py *.js"}, noFile + "*.py *.js\n\" \" stands for itself in a glob: for several write {*.py,*.js}"},
		{"Grep", []string{"pattern", "one", "glob", "My Files/*.js"}, noFile + "My Files/*.js\nThere is no directory My Files"},
		{"Grep", []string{"pattern", "one", "glob", `a\ b.py`}, noFile + `a\ b.py`},
		{"Grep", []string{"pattern", "one", "glob", "*.py", "type", "js"}, "✅ No match (0 files searched)\nNo file that matches the glob *.py is of the type js: both must match, so leave one of them out"},
		{"Grep", []string{"pattern", "one", "glob", "*.rs", "type", "js"}, noFile + "*.rs"},
		{"Grep", []string{"pattern", "one", "type", "rust"}, "✅ No match (0 files searched)\nNo file that is searched is of the type rust"},
		{"Grep", []string{"pattern", "two", "glob", "in/**/*.py"}, noFile + "in/**/*.py\nin is a link to src, and links are not followed: send src/**/*.py"},
		{"Grep", []string{"pattern", "one", "glob", "l.py"}, noFile + "l.py\nl.py is a link to a.py, and links are not followed: send a.py"},
		{"Grep", []string{"pattern", "two", "glob", "in"}, noFile + "in\nin is a link to src, and links are not followed: send src"},
		{"Grep", []string{"pattern", "two", "path", "src", "glob", "sub/*.py"}, strings.Replace(noFile, "match", "match in src", 1) + "sub/*.py\nA glob with a slash goes from the root: send src/sub/*.py"},
		{"Grep", []string{"pattern", "one", "glob", "[id].tsx"}, noFile + "[id].tsx\nBrackets stand for one character: for brackets write \\[ and \\]"},
		{"Grep", []string{"pattern", "one", "glob", "src"}, noFile + "src\nsrc is a directory: send it as path, or src/** as glob"},
		{"Grep", []string{"pattern", "one", "glob", "ROOT/src/"}, noFile + "ROOT/src/\nsrc is a directory: send it as path, or src/** as glob"},
		{"Grep", []string{"pattern", "one", "glob", "./*.py"}, "✅ Found 1 file\nROOT/a.py"},
		{"Grep", []string{"pattern", "two", "glob", "ROOT/src/**/*.py"}, "✅ Found 1 file\nROOT/src/sub/c.py"},
		{"Grep", []string{"pattern", "one", "path", "src/*.py"}, "not_found: File not found: src/*.py\nA path names one file or directory: send src/*.py as glob."},
		{"Grep", []string{"pattern", "one", "path", "SRC"}, "not_found: File not found: SRC\nDid you mean: src?"},
		{"Grep", []string{"pattern", "one", "path", "A.py"}, "not_found: File not found: A.py\nDid you mean: a.py?"},
		{"Grep", []string{"pattern", "one", "type", ".py"}, `malformed: there is no file type ".py": did you mean py?`},
		{"Grep", []string{"pattern", "one", "type", "zzz"}, `malformed: there is no file type "zzz": it is a name such as py, js or rust, not an ending`},
		{"Glob", []string{"pattern", "app/[id].tsx"}, "✅ No file matches app/[id].tsx\nThere is ROOT/app/[id].tsx: brackets stand for one character, so write app/\\[id\\].tsx"},
		{"Glob", []string{"pattern", `app/\[id\].tsx`}, "✅ Found 1 file that matches app/\\[id\\].tsx\nROOT/app/[id].tsx"},
		{"Glob", []string{"pattern", "*.py;*.js"}, "✅ No file matches *.py;*.js\n\";\" stands for itself in a glob: for several write {*.py,*.js}"},
		{"Glob", []string{"pattern", "src/*.py src/*.js"}, "✅ No file matches src/*.py src/*.js\n\" \" stands for itself in a glob: for several write {src/*.py,src/*.js}"},
		{"Glob", []string{"pattern", "*.py", "path", "s*"}, "not_found: File not found: s*\nA path names one file or directory: send s*/*.py as pattern."},
		{"Glob", []string{"pattern", "*.py", "path", "SRC"}, "not_found: File not found: SRC\nDid you mean: src?"},
	} {
		fields := slices.Clone(tt.fields)
		for i := range fields {
			fields[i] = strings.ReplaceAll(fields[i], "ROOT", w.Dir())
		}
		if _, got := search(t, w, tt.name, fields...); got != tt.want {
			t.Errorf("%s %q: got\n%s\nwant\n%s", tt.name, tt.fields, got, tt.want)
		}
	}
}

// Answers of an atomic run that is not written say so.
func TestAnswersOfAnAtomicRunThatFails(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a": "one\n", "b": "one\n", "d/x": "one\n"})
	for _, atomic := range []bool{true, false} {
		r := newRunner(w)
		r.Atomic, r.DryRun = atomic, true
		rep, err := r.Run(t.Context(), []ops.Operation{
			build(t, "read", "file", "a"), build(t, "grep", "pattern", "one"),
			build(t, "edit", "file", "a", "find", "one", "replace", "two"), build(t, "move", "from", "d", "to", "e"),
			build(t, "read", "file", "a"), build(t, "read", "file", "e/x"), build(t, "grep", "pattern", "two"), build(t, "glob", "pattern", "*"),
			build(t, "read", "file", "b"), build(t, "grep", "pattern", "one", "path", "b"), build(t, "delete", "file", "nosuch"),
			build(t, "grep", "pattern", "two", "path", "nosuch"),
		})
		must(t, err)
		for i, res := range rep.Results {
			warned := slices.Contains(res.Warnings, "this shows changes of the run, which were not written")
			if want := atomic && i >= 4 && i <= 7; warned != want {
				t.Errorf("atomic %t: %s, %v: warned %t", atomic, res.Summary.String(), res.Err, warned)
			}
		}
	}
}

// A search reads the root that was opened, also when something else stands in its place.
func TestSearchWhereTheRootWasSwapped(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"sub/a.txt": "one\n"})
	elsewhere := tree(t, map[string]string{"sub/secret.txt": "one\n"})
	must(t, os.Rename(w.Dir(), w.Dir()+".old"))
	must(t, os.Symlink(elsewhere.Dir(), w.Dir()))
	t.Cleanup(func() {
		must(t, os.Remove(w.Dir()))
		must(t, os.Rename(w.Dir()+".old", w.Dir()))
	})
	for _, fields := range [][]string{
		{"grep", "pattern", "one"}, {"grep", "pattern", "one", "path", "sub/a.txt"}, {"grep", "pattern", "one", "path", "sub"},
		{"grep", "pattern", "one", "output_mode", "count"}, {"glob", "pattern", "*.txt"}, {"glob", "pattern", "*.txt", "path", "sub"},
	} {
		if _, got := search(t, w, fields[0], fields[1:]...); strings.Contains(got, "secret") || !strings.Contains(got, "\nsub/a.txt") {
			t.Errorf("%q: got\n%s", fields, got)
		}
	}
}

// Line ends are no pattern.
func TestGrepEmptyPatterns(t *testing.T) {
	t.Parallel()
	spec, _ := ops.Function("grep")
	for _, pattern := range []string{"", "\n", "\n\n", " \r\n "} {
		if _, err := spec.Build(wording.Tags, arguments("pattern", pattern)); err == nil || err.Error() != "<pattern> content cannot be empty" {
			t.Errorf("%q: got %v", pattern, err)
		}
	}
	if _, err := spec.Build(wording.Tags, arguments("pattern", `\n`, "multiline", "true")); err != nil {
		t.Error(err)
	}
}
