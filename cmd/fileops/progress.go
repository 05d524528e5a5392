package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"fileops/internal/search"
)

// progressDelay is how long a search goes on without a word.
const progressDelay = time.Second

// progress is how far a search that takes long has come, as a line on a terminal. What is
// found, and what cannot be read, takes its place there; it comes again where a line
// begins.
type progress struct {
	*search.Progress
	out, err io.Writer
	stop     chan struct{}
	gone     chan struct{}

	mu     sync.Mutex
	shown  bool
	within bool // a line of what is found that is not at its end
}

// watched prepares to show on standard error, if that is a terminal, how far a search has
// come. What is found is to be written to out; done takes the line away at the end.
func (a *app) watched(q *search.Query) (out io.Writer, done func()) {
	if a.quiet || a.err != os.Stderr || !term.IsTerminal(int(os.Stderr.Fd())) {
		return a.out, func() {}
	}
	p := &progress{Progress: &search.Progress{}, out: a.out, err: a.err, stop: make(chan struct{}), gone: make(chan struct{})}
	q.Progress = p.Progress
	report := q.Error
	q.Error = func(err error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.clear()
		report(err)
	}
	go p.run()
	return p, p.done
}

func (p *progress) run() {
	defer close(p.gone)
	for wait := progressDelay; ; wait = progressDelay / 5 {
		select {
		case <-p.stop:
			return
		case <-time.After(wait):
			p.show()
		}
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.within {
		return
	}
	fmt.Fprintf(p.err, "\r\x1b[Ksearched %d files, %d MB", p.Files.Load(), p.Bytes.Load()>>20) //nolint:errcheck // nowhere left to say it
	p.shown = true
}

// clear takes the line away. The lock is held.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.err, "\r\x1b[K") //nolint:errcheck // nowhere left to say it
	}
	p.shown = false
}

// Write writes what was found.
func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if len(b) > 0 {
		p.within = b[len(b)-1] != '\n'
	}
	return p.out.Write(b)
}

func (p *progress) done() {
	close(p.stop)
	<-p.gone
	p.clear()
}
