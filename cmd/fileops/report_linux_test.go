package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestReportOnATerminal compares what a terminal of 80 columns and 50 rows shows with the
// stored screens.
func TestReportOnATerminal(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not there: it is the terminal")
	}
	for _, tt := range []struct {
		name     string
		flags    string
		handlers int
	}{
		{"default", "", 20},
		{"diff", "--diff --no-pager", 2},
		{"stat", "--stat", 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			screen := onTerminal(t, tt.handlers, "apply --root tree --dry-run "+tt.flags+" response.md")
			if got := strings.Count(screen, "❌ "); got != 8 {
				t.Errorf("the screen shows %d failures:\n%s", got, screen)
			}
			compareStored(t, "screen_"+tt.name+".txt", screen)
		})
	}
}

// onTerminal runs the program on a response in a terminal, and returns the screen at its end.
func onTerminal(t *testing.T, handlers int, arguments string) string {
	t.Helper()
	p := newProcesses(t)
	dir := t.TempDir()
	tree, text := response(handlers)
	writeTree(t, filepath.Join(dir, "tree"), tree)
	must(t, os.WriteFile(filepath.Join(dir, "response.md"), []byte(text), 0o644))
	// The socket of tmux has a path of at most 100 bytes or so.
	short, err := os.MkdirTemp("", "tm")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	tmux := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "tmux", append([]string{"-f", os.DevNull, "-S", filepath.Join(short, "s"), "-u"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(slices.DeleteFunc(slices.Clone(p.env), func(v string) bool { return strings.HasPrefix(v, "NO_COLOR=") }), "TERM=xterm-256color", "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	// The screen has its size once the line of tmux is gone from it.
	script := fmt.Sprintf("until test -e start; do sleep 0.05; done; %s %s; touch ended; exec sleep 600", p.program, arguments)
	tmux("new-session", "-d", "-x", "80", "-y", "50", "sh", "-c", script)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", filepath.Join(short, "s"), "kill-server").Run() })
	tmux("set-option", "-g", "status", "off")
	must(t, os.WriteFile(filepath.Join(dir, "start"), nil, 0o644))
	for range 1200 {
		time.Sleep(50 * time.Millisecond)
		if _, err := os.Stat(filepath.Join(dir, "ended")); err == nil {
			// tmux may still have to read what was written.
			for before := ""; ; time.Sleep(200 * time.Millisecond) {
				now := tmux("capture-pane", "-p", "-e")
				if now == before && strings.Contains(now, "succeeded") {
					return styles(now)
				}
				before = now
			}
		}
	}
	t.Fatalf("the program did not end; the screen is\n%s", tmux("capture-pane", "-p"))
	return ""
}

// styles rewrites control sequences of styles as {1;31}, the attributes that hold from there
// on. Versions of tmux write the same screen by different sequences.
func styles(screen string) string {
	var b strings.Builder
	shown, attributes := "", []string{}
	for screen != "" {
		code, rest, found := strings.Cut(strings.TrimPrefix(screen, "\x1b["), "m")
		if strings.HasPrefix(screen, "\x1b[") && found {
			for attribute := range strings.SplitSeq(code, ";") {
				switch attribute {
				case "", "0":
					attributes = nil
				case "49": // no background, of which there is none
				default:
					if len(attribute) == 2 { // a color, 39 for none
						attributes = slices.DeleteFunc(attributes, func(a string) bool { return len(a) == 2 })
					}
					if attribute != "39" {
						attributes = append(attributes, attribute)
					}
				}
			}
			screen = rest
			continue
		}
		slices.Sort(attributes)
		if now := strings.Join(slices.Compact(slices.Clone(attributes)), ";"); now != shown && screen[0] != '\n' {
			b.WriteString("{" + now + "}")
			shown = now
		}
		b.WriteByte(screen[0])
		screen = screen[1:]
	}
	return b.String()
}
