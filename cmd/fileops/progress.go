package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/search"
	"fileops/internal/search/walk"
	"fileops/internal/terminal"
	"fileops/internal/workspace"
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

// listing shows how far a glob is. It sets what the walk counts with.
func (a *app) listing(o *walk.Options) *terminal.Progress {
	var dirs atomic.Int64
	o.Dirs = &dirs
	return a.showProgress(func() string { return fmt.Sprintf("searched %d directories", dirs.Load()) })
}

// reading shows how many bytes of a response were read. A person who has to type the response
// is told so.
func (a *app) reading(file string, bytes *atomic.Int64) *terminal.Progress {
	if file == "-" && isTerminal(a.in) {
		end := "Ctrl-D"
		if runtime.GOOS == "windows" {
			end = "Ctrl-Z and Enter"
		}
		a.note("reading the response from the terminal; end with %s", end)
		return nil
	}
	return a.showProgress(func() string { return fmt.Sprintf("read %d KB of the response", bytes.Load()>>10) })
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReadCloser
	bytes *atomic.Int64
}

func (c countingReader) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	c.bytes.Add(int64(n))
	return n, err
}

// runProgress counts what a run has done.
type runProgress struct {
	staged, checked, committed workspace.Progress
	searched                   atomic.Pointer[search.Progress] // of the search that is under way; nil for none
}

func (c *runProgress) text() string {
	for _, step := range []struct {
		counts *workspace.Progress
		format string
	}{
		{&c.committed, "committed %d of %d files"},
		{&c.checked, "checking the syntax of file %d of %d"},
		{&c.staged, "operation %d of %d"},
	} {
		if done, total := step.counts.Counts(); total > 0 {
			text := fmt.Sprintf(step.format, done, total)
			if s := c.searched.Load(); s != nil && step.counts == &c.staged {
				text += fmt.Sprintf(", searched %d files, %d MB", s.Files.Load(), s.Bytes.Load()>>20)
			}
			return text
		}
	}
	return ""
}

// runShown runs operations and shows how far they are.
func (a *app) runShown(ctx context.Context, r run.Runner, counts *runProgress, list []ops.Operation) (run.Report, error) {
	r.OperationProgress, r.CheckProgress, r.Policy.Searched = &counts.staged, &counts.checked, &counts.searched
	if a.watch != nil {
		defer a.watch(counts.text)()
	} else {
		defer a.showProgress(counts.text).Stop()
	}
	return r.Run(ctx, list)
}
