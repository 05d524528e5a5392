package terminal

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// ProgressDelay is how long a command runs before its progress is shown.
const ProgressDelay = time.Second

// Progress is a line on a terminal that shows how far a command has come. Whatever a Writer
// of the same terminal writes replaces it. It is shown again at the start of a line.
type Progress struct {
	screen  io.Writer
	columns int // 0: not known
	text    func() string
	sinks   []*sink
	stop    chan struct{}
	gone    chan struct{}

	mu     sync.Mutex
	shown  bool
	within bool // what was written last ends inside a line
}

// sink is where a Writer writes to.
type sink struct {
	w        io.Writer
	progress atomic.Pointer[Progress]
}

func (s *sink) Write(b []byte) (int, error) {
	if p := s.progress.Load(); p != nil {
		return p.replace(s.w, b)
	}
	return s.w.Write(b)
}

// ShowProgress shows a text on the terminal of screen, after ProgressDelay and then again and
// again, until Stop. It shows nothing while the text is empty. The text must be harmless, and
// the function safe for use by another goroutine. others are Writers to what may be the same
// terminal; they may be pipes, since these may lead to it.
func ShowProgress(text func() string, screen *Writer, others ...*Writer) *Progress {
	p := &Progress{
		screen: screen.sink.w, columns: screen.o.Width, text: text,
		stop: make(chan struct{}), gone: make(chan struct{}),
	}
	for _, w := range append(others, screen) {
		p.sinks = append(p.sinks, w.sink)
		w.sink.progress.Store(p)
	}
	go p.run()
	return p
}

func (p *Progress) run() {
	defer close(p.gone)
	for wait := ProgressDelay; ; wait = ProgressDelay / 5 {
		select {
		case <-p.stop:
			return
		case <-time.After(wait):
			p.show()
		}
	}
}

func (p *Progress) show() {
	text := p.text()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.within {
		return
	}
	if text == "" {
		p.clear()
		return
	}
	if p.columns > 0 { // the last column would wrap the cursor
		text = Shorten(text, max(1, p.columns-1))
	}
	io.WriteString(p.screen, clearLine+text) //nolint:errcheck // nowhere left to say it
	p.shown = true
}

// clearLine moves to the start of the line and removes it.
const clearLine = "\r\x1b[K"

// clear removes the line. The caller holds the lock.
func (p *Progress) clear() {
	if p.shown {
		io.WriteString(p.screen, clearLine) //nolint:errcheck // nowhere left to say it
	}
	p.shown = false
}

// replace writes text in place of the line.
func (p *Progress) replace(w io.Writer, text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if len(text) > 0 {
		p.within = text[len(text)-1] != '\n'
	}
	return w.Write(text)
}

// Stop removes the line and ends the Progress. A nil Progress has none.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	close(p.stop)
	<-p.gone
	for _, s := range p.sinks {
		s.progress.CompareAndSwap(p, nil)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}
