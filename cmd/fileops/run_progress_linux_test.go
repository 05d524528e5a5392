package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fileops/internal/terminal"
)

// TestProgressOfARun shows on a terminal what a run waits for, and removes it at the end.
func TestProgressOfARun(t *testing.T) {
	t.Parallel()
	const response = "<create><file>a.txt</file><content>x</content></create>\n"
	checker := asJSON([]map[string]any{{"glob": "*.txt", "command": []string{"sh", "-c", "until test -e '{dir}/go'; do sleep 0.05; done", "sh", "{file}"}}})
	for _, tt := range []struct {
		name, sent, later string
		args              []string
		want              string // while it waits
		end               string
	}{
		{"a response that takes long", response, response[:0], []string{"apply"}, "read 0 KB of the response", "1 operation succeeded · 1 file changed, "},
		{"a large response that takes long", strings.Repeat("text\n", 1<<16), response, []string{"apply"}, "read 320 KB of the response", "1 operation succeeded · 1 file changed, "},
		{"parse", response, "", []string{"parse"}, "read 0 KB of the response", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			screen, tty := openTerminal(t)
			first, all := watch(screen)
			cmd := place{args: tt.args}.prepare(t)
			var out strings.Builder
			cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, &out, tty
			in, err := cmd.StdinPipe()
			must(t, err)
			began := time.Now()
			must(t, cmd.Start())
			must(t, tty.Close())
			_, err = io.WriteString(in, tt.sent)
			must(t, err)
			wait(t, first)
			if waited := time.Since(began); waited < terminal.ProgressDelay {
				t.Errorf("it is shown after %v", waited)
			}
			_, err = io.WriteString(in, tt.later)
			must(t, err)
			must(t, in.Close())
			must(t, cmd.Wait())
			checkProgress(t, <-all, tt.want)
			if !strings.Contains(out.String(), tt.end) {
				t.Errorf("got %q, want %q in it", &out, tt.end)
			}
		})
	}
	t.Run("a checker that takes long", func(t *testing.T) {
		t.Parallel()
		screen, tty := openTerminal(t)
		first, all := watch(screen)
		dir := t.TempDir()
		cmd := place{args: []string{"apply"}, input: response, env: []string{"FILEOPS_VALIDATORS=" + strings.ReplaceAll(checker, "{dir}", dir)}}.prepare(t)
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, tty
		must(t, cmd.Start())
		must(t, tty.Close())
		wait(t, first)
		must(t, os.WriteFile(filepath.Join(dir, "go"), nil, 0o644))
		must(t, cmd.Wait())
		checkProgress(t, <-all, "checking the syntax of file 1 of 1")
		if want := "1 operation succeeded · 1 file changed, "; !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", &out, want)
		}
	})
}

// checkProgress checks that progress was shown, and nothing is left of it.
func checkProgress(t *testing.T, shown, want string) {
	t.Helper()
	line := regexp.MustCompile(`\r\x1b\[K[^\r]+`)
	if !strings.Contains(shown, "\r\x1b[K"+want) {
		t.Errorf("%q is not in %q", want, shown)
	}
	left := strings.TrimPrefix(line.ReplaceAllString(shown, ""), "\r\x1b[K")
	if left != "" || !strings.HasSuffix(shown, "\r\x1b[K") {
		t.Errorf("what is left is %q of %q", left, shown)
	}
}

// TestResponseFromTheTerminal runs apply as a person does who forgot to name a response.
func TestResponseFromTheTerminal(t *testing.T) {
	t.Parallel()
	screen, tty := openTerminal(t)
	first, all := watch(screen)
	cmd := place{args: []string{"apply"}}.prepare(t)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	must(t, cmd.Start())
	must(t, tty.Close())
	wait(t, first)
	_, err := io.WriteString(screen, "text\n\x04") // Ctrl-D
	must(t, err)
	_ = cmd.Wait()
	shown := own.ReplaceAllString(<-all, "")
	if want := "reading the response from the terminal; end with Ctrl-D\r\ntext\r\n"; !strings.HasPrefix(shown, want) || strings.Contains(shown, " KB") {
		t.Errorf("got %q", shown)
	}
	if !strings.Contains(shown, "no operations in the response") {
		t.Errorf("got %q", shown)
	}
}

func TestProgressText(t *testing.T) {
	t.Parallel()
	var c runProgress
	if got := c.text(); got != "" {
		t.Errorf("before a run: %q", got)
	}
	c.staged.Begin(3)
	c.staged.Add()
	if got, want := c.text(), "operation 1 of 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.checked.Begin(2)
	c.checked.Add()
	if got, want := c.text(), "checking the syntax of file 1 of 2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.committed.Begin(2)
	if got, want := c.text(), "committed 0 of 2 files"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestInterruptWhileOutputWaits interrupts a dry run whose output nobody reads.
func TestInterruptWhileOutputWaits(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("line\n", 1<<16)
	cmd := place{args: []string{"apply", "--dry-run", "--diff"}, input: block("create", "file", "f", "content", content)}.prepare(t)
	out, in, err := os.Pipe()
	must(t, err)
	defer out.Close()
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = in, &said
	must(t, cmd.Start())
	must(t, in.Close())
	const most = 1 << 15 // bytes; a pipe takes 64 KB, or less if its pages are not full (pipe(7))
	for n := 0; n < most; time.Sleep(10 * time.Millisecond) {
		n, err = unix.IoctlGetInt(int(out.Fd()), unix.TIOCINQ)
		must(t, err)
	}
	must(t, cmd.Process.Signal(os.Interrupt))
	kill := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	kill.Stop()
	if status := cmd.ProcessState.ExitCode(); status != exitInterrupt || said.String() != "fileops: interrupted: nothing was written\n" {
		t.Errorf("status %d, %q", status, &said)
	}
}
