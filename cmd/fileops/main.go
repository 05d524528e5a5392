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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	return execute(ctx, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:])
}
