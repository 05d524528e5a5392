package main

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"fileops/internal/terminal"
)

// streams are where a run reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	environ  []string // as os.Environ returns it, to warn about unknown variables; nil for none
}

// newWriter returns the writer to a standard stream. Its colors and links are set by decorate.
func newWriter(w io.Writer) *terminal.Writer {
	var o terminal.Options
	if o.Terminal = isTerminal(w); o.Terminal {
		o.Width = terminalWidth(w.(*os.File))
	}
	return terminal.NewWriter(w, o)
}

// isTerminal reports whether a stream leads to or comes from a terminal. To Windows, one of
// Cygwin or Git Bash is a pipe.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// terminalWidth returns the width of a terminal, 0 if it is not known. As in git, COLUMNS wins.
func terminalWidth(f *os.File) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// decorate turns colors and links on or off, by --color, the environment, and whether a
// stream is a terminal.
func (a *app) decorate() {
	for _, w := range []*terminal.Writer{a.out, a.err} {
		terminal := w.Options().Terminal
		w.Decorate(colored(a.color, terminal, os.Getenv), linked(a.color, terminal, os.Getenv))
	}
}

// colored reports whether a stream takes colors. NO_COLOR wins over the variables that force
// colors (https://no-color.org, https://bixense.com/clicolors).
func colored(flag string, terminal bool, getenv func(string) string) bool {
	switch {
	case flag != "auto":
		return flag == "always"
	case getenv("NO_COLOR") != "":
		return false
	}
	if force := cmp.Or(getenv("FORCE_COLOR"), getenv("CLICOLOR_FORCE")); force != "" {
		return isOn(force)
	}
	return terminal && getenv("TERM") != "dumb"
}

func isOn(value string) bool { return value != "0" && value != "false" }

// linked reports whether a stream takes hyperlinks. Terminals that do not know them may show
// their sequences, so it must be one of those that do.
func linked(flag string, terminal bool, getenv func(string) string) bool {
	force := getenv("FORCE_HYPERLINK")
	switch {
	case flag == "never":
		return false
	case force != "":
		return isOn(force)
	case !terminal || getenv("TERM") == "dumb":
		return false
	}
	// 5000 showed links, but crashed on some (https://bugzilla.gnome.org/show_bug.cgi?id=787451).
	if vte, err := strconv.Atoi(getenv("VTE_VERSION")); err == nil && vte > 5000 {
		return true
	}
	if getenv("WT_SESSION") != "" || getenv("KITTY_WINDOW_ID") != "" {
		return true
	}
	programs := []string{"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "zed"}
	names := []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"}
	return slices.Contains(programs, getenv("TERM_PROGRAM")) ||
		slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(getenv("TERM"), name) })
}

// say prints a line to standard error, after what was printed to standard output. If that
// fails, Flush returns the error again later.
func (a *app) say(line string) {
	a.out.Flush() //nolint:errcheck // see above
	a.sayNow(line)
}

// sayNow prints a line to standard error, even while standard output waits for its reader.
func (a *app) sayNow(line string) {
	a.err.WriteString(line + "\n")
	a.err.Flush() //nolint:errcheck // nowhere left to say it
}

// promptly writes to standard output without delay.
type promptly struct{ *terminal.Writer }

func (w promptly) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if e := w.Flush(); err == nil {
		err = e
	}
	return n, err
}
