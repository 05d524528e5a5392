package main

import (
	"fmt"

	"fileops/internal/search"
	"fileops/internal/terminal"
)

// showProgress shows a text on standard error while a command takes long, if that is a
// terminal. The caller stops it.
func (a *app) showProgress(text func() string) *terminal.Progress {
	if a.quiet || !a.err.Options().Terminal {
		return nil
	}
	return terminal.ShowProgress(text, a.err, a.out)
}

// searching shows how far a search is. It sets what the search counts with.
func (a *app) searching(counts **search.Progress) *terminal.Progress {
	c := &search.Progress{}
	*counts = c
	return a.showProgress(func() string {
		return fmt.Sprintf("searched %d files, %d MB", c.Files.Load(), c.Bytes.Load()>>20)
	})
}
