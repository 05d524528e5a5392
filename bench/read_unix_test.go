//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReads makes the table with a small file, which takes all commands to show the same.
func TestReads(t *testing.T) {
	t.Chdir("..")
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	program, err := build(dir)
	if err != nil {
		t.Fatal(err)
	}
	table, err := reads(dir, program, 3e6, 1)
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`^\| [^|]* \| ` + "`[^`]+`" + ` \| \d+\.\d ms \| \d+\.\d ms \| \d+\.\d MiB \| [\d.]* \| [\d.]* \|$`)
	fileops := 0
	for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if strings.Contains(line, "`fileops read ") {
			fileops++
		}
		if i >= 2 && strings.HasPrefix(line, "|") && !row.MatchString(line) {
			t.Errorf("no row: %s", line)
		}
	}
	if fileops != 7 {
		t.Errorf("%d rows of fileops, want 7", fileops)
	}
	t.Logf("\n%s", table)
}

func TestCommandsThatShowOtherLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, ours, theirs, want string }{
		{"numbers_do_not_count", `     1\ta\n`, `a\n`, ""},
		{"nor_what_follows", `     1\ta\n… 3 more lines: go on with offset 2\n`, `     1\ta\n`, ""},
		{"text_like_it_does", `… more lines: go on with offset 2\na\n`, `a\n`, "shows other lines than"},
		{"other_lines", `a\n`, `b\n`, "shows other lines than"},
		{"nothing", `a\n`, ``, "shows nothing"},
	} {
		r := reading{tt.name, []reader{direct("printf", "%b", tt.ours), direct("printf", "%b", tt.theirs)}}
		if err := r.agree(); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", tt.name, err, tt.want)
		}
	}
}

func TestLogIsAsLongAsItSays(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "log")
	size, lines, err := writeLog(name, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(got)) != size || size < 100_000 || size > 100_100 || strings.Count(string(got), "\n") != lines {
		t.Errorf("%d bytes, %d lines; it said %d and %d", len(got), strings.Count(string(got), "\n"), size, lines)
	}
}
