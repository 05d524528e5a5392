// Command fileops applies what a language model wrote to a directory of files:
// safely, all of it.
package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// version is set by the release build; other builds say what Go knows of them.
var version string

func main() {
	os.Exit(execute(context.Background(), streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, environ: os.Environ()}, asApplyPatch(os.Args)))
}

// grace is how long an interrupted command may take to end by itself. In that time it
// answers calls and ends the checkers that it started.
const grace = 25 * time.Millisecond

// gate keeps a signal from ending the program while it writes to the tree, and while a pager
// shows what it did.
type gate struct {
	mu        sync.Mutex
	committed bool // the tree is changed; only the report remains
}

// hold runs a commit, the recovery of one, or a pager, which a signal must not interrupt.
func (g *gate) hold(write func() (committed bool, err error)) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	committed, err := write()
	g.committed = g.committed || committed
	return err
}

// end waits for a recovery or a commit that is under way, then ends the program. After a
// commit it returns instead. Without one nothing was written, and the system releases the
// locks.
func (g *gate) end(say func(string)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.committed {
		return
	}
	status, msg := outcome(context.Canceled)
	say("fileops: " + msg)
	os.Exit(status)
}

// endingSignals are the signals that ask the program to end.
func endingSignals() []os.Signal {
	ending := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ending = append(ending, syscall.SIGHUP)
		// A terminal that is closed sends more than one. This keeps the others from ending
		// the program until it exits. Ignoring the signal after the first would not do: one that
		// comes while the runtime does so is fatal.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	return ending
}

// interruptible makes signals cancel the context of a command that writes to the tree. If
// the command does not end soon after, and has not begun a commit, the program ends. So
// operations need not check for signals. Signals end all other commands directly, even
// while these wait for a pipe.
func (a *app) interruptible(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(cmd.Context(), endingSignals()...)
		defer stop()
		onSignal := context.AfterFunc(ctx, func() {
			stop() // a second SIGINT or SIGTERM ends the program at once
			time.Sleep(grace)
			a.gate.end(a.sayNow)
		})
		defer onSignal()
		cmd.SetContext(ctx)
		err := run(cmd, args)
		a.gate.mu.Lock() // the program ends by itself, with what this command says
		return err
	}
}
