package main

import (
	"os"

	"golang.org/x/term"

	"fileops/internal/terminal"
)

// pagerUsage is the help of --no-pager.
const pagerUsage = "do not show a long --diff in a pager"

// paged writes a text to standard output. If that is a terminal and the text longer than its
// screen, it is shown by the user's pager, unless off is set.
func (a *app) paged(off bool, write func(*terminal.Writer) error) error {
	if off || !a.out.Options().Terminal {
		return write(a.out)
	}
	out := a.streams.out.(*os.File)
	_, rows, err := term.GetSize(int(out.Fd()))
	if err != nil {
		return write(a.out)
	}
	p := terminal.Pager{Command: pagerCommand(), Env: pagerEnvironment(), Rows: rows, Out: out, Err: os.Stderr}
	// A signal must not end the program before the pager: both would read the terminal.
	return a.gate.hold(func() (bool, error) { return true, p.Show(a.out, write) })
}

// pagerCommand returns the command line of the user's pager; "" if there is to be none.
func pagerCommand() string {
	for _, name := range []string{"FILEOPS_PAGER", "PAGER"} {
		if command, ok := os.LookupEnv(name); ok {
			return command
		}
	}
	if os.Getenv("TERM") == "dumb" { // less would complain
		return ""
	}
	return "less"
}

// pagerEnvironment is that of the program, with git's settings of less and lv: they show
// colors, and less ends if the text fits on the screen.
func pagerEnvironment() []string {
	env := os.Environ()
	for name, value := range map[string]string{"LESS": "FRX", "LV": "-c"} {
		if _, ok := os.LookupEnv(name); !ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
