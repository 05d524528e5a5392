package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fileops/internal/terminal"
)

// openTerminal opens a pseudo-terminal (pty(7)): what a program writes to it can be read
// from screen.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		t.Skip("no pseudo-terminals here: ", err)
	}
	must(t, err)
	t.Cleanup(func() { _ = screen.Close() })
	number, err := unix.IoctlGetUint32(int(screen.Fd()), unix.TIOCGPTN)
	must(t, err)
	must(t, unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0))
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	return screen, terminal
}

// slowGrep prepares to search standard input, and what else there is in args.
func slowGrep(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	p := newProcesses(t)
	cmd := exec.CommandContext(t.Context(), p.program, append([]string{"grep", "needle", "-"}, args...)...)
	cmd.Dir, cmd.Env = t.TempDir(), append(p.env, "GOMAXPROCS=1")
	return cmd
}

// feed lets a slowGrep find something once enough is closed. Standard error goes to said.
func feed(t *testing.T, cmd *exec.Cmd, said *os.File, enough <-chan struct{}) (status int) {
	t.Helper()
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	must(t, err)
	must(t, cmd.Start())
	must(t, said.Close())
	<-enough
	_, err = io.WriteString(in, "needle\n")
	must(t, err)
	must(t, in.Close())
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() < 0 {
		t.Error(err)
	}
	return cmd.ProcessState.ExitCode()
}

// after closes a channel when some time is over.
func after(d time.Duration) <-chan struct{} {
	c := make(chan struct{})
	time.AfterFunc(d, func() { close(c) })
	return c
}

// watch gives what is written to a screen, all of it when it is closed, and tells when
// the first of it came.
func watch(screen io.Reader) (first <-chan struct{}, all <-chan string) {
	began, text := make(chan struct{}), make(chan string, 1)
	go func() {
		var b strings.Builder
		buf := make([]byte, 1<<10)
		for {
			n, err := screen.Read(buf)
			if b.Len() == 0 && n > 0 {
				close(began)
			}
			b.Write(buf[:n])
			if err != nil { // EIO: nobody has the terminal open any more
				text <- b.String()
				return
			}
		}
	}()
	return began, text
}

// A search that takes longer than a second shows on a terminal how far it is, and takes
// that away at its end.
func TestProgressOfASlowSearch(t *testing.T) {
	t.Parallel()
	screen, tty := openTerminal(t)
	first, all := watch(screen)
	began := time.Now()
	enough := make(chan struct{})
	go func() {
		defer close(enough)
		wait(t, first)
		if waited := time.Since(began); waited < terminal.ProgressDelay {
			t.Errorf("it is shown after %v", waited)
		}
	}()
	cmd := slowGrep(t)
	var out bytes.Buffer
	cmd.Stdout = &out
	if status := feed(t, cmd, tty, enough); status != exitOK || out.String() != "1:needle\n" {
		t.Errorf("status %d, got %q", status, &out)
	}
	// Where the machine is busy, it may be shown once more after the result.
	if shown := <-all; !regexp.MustCompile(`^(\r\x1b\[Ksearched 0 files, 0 MB)+(\r\x1b\[K\r\x1b\[Ksearched 1 files, 0 MB)?\r\x1b\[K$`).MatchString(shown) {
		t.Errorf("shown was %q", shown)
	}
}

// wait waits until a channel is closed, which it should be soon.
func wait(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(time.Minute):
		t.Error("nothing is shown")
	}
}

// What is found, and what cannot be read, takes the place of the progress on a terminal.
func TestProgressGivesWay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		flags []string
		want  string
	}{
		{"to what is found", nil, "<stdin>:1:needle\r\nfileops: gone: no such file or directory\r\n"},
		{"to errors", []string{"--invert-match"}, "fileops: gone: no such file or directory\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			screen, tty := openTerminal(t)
			first, all := watch(screen)
			cmd := slowGrep(t, append(tt.flags, "gone", "--color", "never", "--no-heading")...)
			cmd.Stdout = tty
			gone := filepath.Join(cmd.Dir, "gone")
			must(t, os.WriteFile(gone, nil, 0o644))
			enough := make(chan struct{})
			go func() {
				defer close(enough)
				wait(t, first)
				if err := os.Remove(gone); err != nil {
					t.Error(err)
				}
			}()
			if status := feed(t, cmd, tty, enough); status != exitUsage {
				t.Errorf("status %d", status)
			}
			shown := <-all
			left := regexp.MustCompile(`(\r\x1b\[Ksearched \d files, 0 MB)+\r\x1b\[K`).ReplaceAllString(shown, "")
			if left != tt.want || left == shown {
				t.Errorf("shown was %q", shown)
			}
		})
	}
}

// Nothing is shown of a quick search, with --quiet, and where nobody looks.
func TestNoProgress(t *testing.T) {
	t.Parallel()
	long := terminal.ProgressDelay + terminal.ProgressDelay/2
	for _, tt := range []struct {
		name  string
		takes time.Duration
		pipe  bool
		flags []string
	}{
		{"a quick search", 0, false, nil},
		{"quiet", long, false, []string{"--quiet"}},
		{"no terminal", long, true, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			screen, said := openTerminal(t)
			if tt.pipe {
				must(t, said.Close())
				var err error
				screen, said, err = os.Pipe()
				must(t, err)
				t.Cleanup(func() { _ = screen.Close() })
			}
			_, all := watch(screen)
			feed(t, slowGrep(t, tt.flags...), said, after(tt.takes))
			if shown := <-all; shown != "" {
				t.Errorf("shown was %q", shown)
			}
		})
	}
}
