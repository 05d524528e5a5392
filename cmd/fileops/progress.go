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

// progressDelay is how long a search runs before its progress is shown.
const progressDelay = time.Second

// progress shows how far a long search has come, as a line on a terminal. Results and
// errors replace that line. It is shown again at the start of the next line.
type progress struct {
	*search.Progress
	out, err io.Writer
	stop     chan struct{}
	gone     chan struct{}

	mu     sync.Mutex
	shown  bool
	within bool // the results written so far end inside a line
}

// watched starts to show the progress of a search on standard error, if that is a
// terminal. The results must be written to out. done ends it and removes the line.
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

// clear removes the line. The caller holds the lock.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.err, "\r\x1b[K") //nolint:errcheck // nowhere left to say it
	}
	p.shown = false
}

// Write writes results.
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
