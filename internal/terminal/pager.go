package terminal

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Pager shows a text that is longer than the screen, by a program such as less.
type Pager struct {
	Command string   // for the shell; if it is "" or cat, text is written as it is
	Env     []string // of the command, and where its program is looked for
	Rows    int      // of the screen
	Out     *os.File // the terminal
	Err     *os.File // for messages of the command
}

// Show calls write with a Writer that has the options of to, but for Links. If the text is longer than the
// screen, it is shown by the command. Otherwise, or if the command fails, it is written to to.
// The error is that of write or to. While the command runs, an interrupt is for the command.
func (p Pager) Show(to *Writer, write func(*Writer) error) error {
	var text bytes.Buffer
	o := to.o
	o.Links = false // less shows the sequences of links before version 566
	w := NewWriter(&text, o)
	err := write(w)
	if e := w.Flush(); err == nil {
		err = e
	}
	if p.Command != "" && p.Command != "cat" && rows(text.String(), to.o.Width, p.Rows) >= p.Rows && p.Rows > 0 {
		if e := to.Flush(); e == nil && p.run(text.Bytes()) {
			return err
		}
	}
	if _, e := to.Raw().Write(text.Bytes()); err == nil {
		err = e
	}
	return err
}

// rows counts the rows that a text takes on a screen, up to limit.
func rows(text string, columns, limit int) int {
	n := 0
	count := displaywidth.Options{ControlSequences: true}
	for line := range strings.Lines(text) {
		n++
		if columns > 0 {
			n += max(0, count.String(strings.TrimRight(line, "\r\n"))-1) / columns
		}
		if n >= limit {
			break
		}
	}
	return n
}

// run shows a text by the command. It reports whether the text was shown, as far as the user
// wanted it.
func (p Pager) run(text []byte) bool {
	cmd := shellCommand(p.Command)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = bytes.NewReader(text), p.Out, p.Err, p.Env
	// The terminal interrupts all its programs. The command decides what that means.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	err := cmd.Run()
	var status *exec.ExitError
	// A command that was killed has shown something, one that failed has most likely not.
	return err == nil || errors.As(err, &status) && status.ExitCode() < 0
}

// Editor prepares to run an editor, a command line as in EDITOR, on a file.
func Editor(ctx context.Context, line, file string) *exec.Cmd {
	if sh, err := exec.LookPath("sh"); err == nil {
		return exec.CommandContext(ctx, sh, "-c", line+` "$1"`, "sh", file)
	}
	words := append(strings.Fields(line), file)
	return exec.CommandContext(ctx, words[0], words[1:]...)
}

// shellCommand prepares to run a command line. Where there is no shell, its words are the program
// and its arguments.
func shellCommand(line string) *exec.Cmd {
	if sh, err := exec.LookPath("sh"); err == nil {
		return exec.Command(sh, "-c", line)
	}
	words := append(strings.Fields(line), "")
	return exec.Command(words[0], words[1:len(words)-1]...)
}
