// Command fileops applies what a language model wrote to a directory of files:
// safely, all of it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the release build; other builds say what Go knows of them.
var version string

func main() {
	os.Exit(run())
}

// run is main with an exit status to return, so that what it defers is done.
func run() int {
	ending := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ending = append(ending, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ending...)
	defer stop()
	context.AfterFunc(ctx, func() {
		signal.Ignore(syscall.SIGHUP) // a terminal that is closed sends more than one
		stop()                        // a second signal of the others ends the program at once
	})
	return execute(ctx, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:])
}
