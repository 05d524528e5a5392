package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// TestPager runs apply --diff on a terminal of 24 rows.
func TestPager(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("line\n", 40)
	interrupting := "for i in 1 2 3; do kill -INT $PPID; sleep 0.1; done; sed s/^/P:/"
	for _, tt := range []struct {
		name, content string
		args, env     []string
		pipe          bool
		want, not     string // in what is shown
	}{
		{"a long diff", long, nil, []string{"FILEOPS_PAGER=sed s/^/P:/", "PAGER=false"}, false, "\nP:+line\n", "\n+line\n"},
		{"PAGER", long, nil, []string{"PAGER=sed s/^/P:/"}, false, "\nP:+line\n", "\n+line\n"},
		{"less and its settings", long, nil, nil, false, "LESS:-FRX-\n", "\n+line\n"},
		{"settings of less that are given", long, nil, []string{"LESS=S"}, false, "LESS:-S-\n", "\n+line\n"},
		{"a short diff", "line\n", nil, []string{"PAGER=sed s/^/P:/"}, false, "\n+line\n", "P:"},
		{"--no-pager", long, []string{"--no-pager"}, []string{"PAGER=sed s/^/P:/"}, false, "\n+line\n", "P:"},
		{"cat", long, nil, []string{"FILEOPS_PAGER=cat", "PAGER=sed s/^/P:/"}, false, "\n+line\n", "P:"},
		{"none", long, nil, []string{"FILEOPS_PAGER=", "PAGER=sed s/^/P:/"}, false, "\n+line\n", "P:"},
		{"one that does not exist", long, nil, []string{"PAGER=/no/such/pager"}, false, "\n+line\n", "P:"},
		{"one that is quit at once", long, nil, []string{"PAGER=echo P:"}, false, "P:\n", "\n+line\n"},
		{"interrupts, which are for the pager", long, nil, []string{"PAGER=" + interrupting}, false, "\nP:+line\n", "\n+line\n"},
		{"interrupts of a dry run", long, []string{"--dry-run"}, []string{"PAGER=" + interrupting}, false, "\nP:+line\n", "\n+line\n"},
		{"a pipe", long, nil, []string{"PAGER=sed s/^/P:/"}, true, "\n+line\n", "P:"},
		{"no diff", "line\n" + long, []string{"--diff=false"}, []string{"PAGER=sed s/^/P:/"}, false, "Created", "P:"},
		{"what acts on a terminal", strings.ReplaceAll(long, "line", hostile), nil, []string{"PAGER=sed s/^/P:/"}, false, "\nP:+Zq", "\n+Zq"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := place{args: append([]string{"apply", "--diff", "--color", "never"}, tt.args...), input: block("create", "file", "f", "content", "\n"+tt.content)}
			cmd := p.prepare(t)
			programs := t.TempDir()
			must(t, os.WriteFile(filepath.Join(programs, "less"), []byte("#!/bin/sh\necho LESS:-$LESS-\n"), 0o755))
			cmd.Env = without(cmd.Env, "PAGER", "LESS")
			cmd.Env = append(cmd.Env, "PATH="+programs+":"+os.Getenv("PATH"))
			cmd.Env = append(cmd.Env, tt.env...)
			screen, tty := openTerminal(t)
			must(t, unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
			_, err := term.MakeRaw(int(tty.Fd()))
			must(t, err)
			_, all := watch(screen)
			cmd.Stderr, cmd.Stdout = tty, tty
			var piped strings.Builder
			if tt.pipe {
				cmd.Stdout = &piped
			}
			must(t, cmd.Run())
			must(t, tty.Close())
			shown := own.ReplaceAllString(<-all, "") + piped.String()
			if !strings.Contains(shown, tt.want) || strings.Contains(shown, tt.not) {
				t.Errorf("shown was %q", shown)
			}
			if found := acts(shown); found != "" {
				t.Errorf("on the terminal: %s", found)
			}
		})
	}
}

// without returns an environment without some variables.
func without(env []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}
