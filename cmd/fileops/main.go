// Command fileops applies what a language model wrote to a directory of files:
// safely, all of it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// version is set by the release build; other builds say what Go knows of them.
var version string

func main() {
	os.Exit(execute(context.Background(), streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:]))
}

// interruptible lets signals end the context of a command that would have to take back
// what it did. All others are ended by the signals themselves, at once and even while
// they wait for a pipe; and they start sooner.
func interruptible(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		ending := []os.Signal{os.Interrupt, syscall.SIGTERM}
		if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
			ending = append(ending, syscall.SIGHUP)
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), ending...)
		defer stop()
		context.AfterFunc(ctx, func() {
			signal.Ignore(syscall.SIGHUP) // a terminal that is closed sends more than one
			stop()                        // a second signal of the others ends the program at once
		})
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}
