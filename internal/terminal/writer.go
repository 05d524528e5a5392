// Package terminal knows the terminals that the program writes to, and holds the one writer
// through which text reaches them.
//
// A Writer escapes what could act on a terminal or hide text: control characters, bytes that
// are not UTF-8, bidirectional controls and other invisible characters. Only a Writer adds
// colors and links. Text that is not for a terminal passes unchanged. The package does not
// find out what a terminal is; the caller says so in Options.
package terminal

import (
	"bufio"
	"io"
	"strings"
	"sync"
)

// Options say what a Writer writes to. The zero value is a pipe or a file.
type Options struct {
	Terminal bool // text is escaped
	Color    bool // styles are shown by color sequences
	Links    bool // Link writes hyperlinks
	Width    int  // columns; 0 for no limit
}

// Writer is a buffered writer of text. Its first error is sticky: later calls do nothing, and
// Write, WriteString and Flush return it. It may be used by several goroutines at once.
type Writer struct {
	o Options

	mu      sync.Mutex
	out     *bufio.Writer
	pending []byte // the end of the last text, if the next one may complete it
}

// bufferSize is large enough for a screen, and small beside the memory of the program.
const bufferSize = 16 << 10

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer, o Options) *Writer {
	return &Writer{o: o, out: bufio.NewWriterSize(w, bufferSize)}
}

// Options returns the options that the Writer was made with.
func (w *Writer) Options() Options { return w.o }

// Write writes text. On a terminal it is escaped; a character may be split between two calls.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.o.Terminal {
		return w.out.Write(p)
	}
	if len(w.pending) > 0 {
		w.text(string(w.pending)+string(p), false)
	} else {
		w.pending = append(w.pending, p[escapeTo(w.out, p, false):]...)
	}
	return w.written(len(p))
}

// WriteString writes text as Write does.
func (w *Writer) WriteString(s string) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.o.Terminal {
		return w.out.WriteString(s)
	}
	w.text(string(w.pending)+s, false)
	return w.written(len(s))
}

// written returns the result of a call that took n bytes.
func (w *Writer) written(n int) (int, error) {
	if _, err := w.out.Write(nil); err != nil {
		return 0, err
	}
	return n, nil
}

// text writes what stands in for pending and more. If it is not the end of a text, an incomplete
// character at its end is kept.
func (w *Writer) text(s string, end bool) {
	if !w.o.Terminal {
		w.out.WriteString(s)
		return
	}
	w.pending = append(w.pending[:0], s[escapeTo(w.out, s, end):]...)
}

// complete writes what is pending as it is: nothing completes it any more.
func (w *Writer) complete() {
	if len(w.pending) > 0 {
		w.text(string(w.pending), true)
	}
}

// Styled writes text in a style. Each line has its own sequences, so that a pager may begin
// with any of them.
func (w *Writer) Styled(s Style, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.complete()
	w.styled(s, text)
}

func (w *Writer) styled(s Style, text string) {
	before, after := s.sequences()
	if !w.o.Color || before == "" {
		w.text(text, true)
		return
	}
	for line := range strings.Lines(text) {
		content := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		end := line[len(content):]
		if end == "\r" { // a control character, not a part of a line end
			content, end = line, ""
		}
		if content != "" {
			w.out.WriteString(before)
			w.text(content, true)
			w.out.WriteString(after)
		}
		w.text(end, true)
	}
}

// Link writes text as a hyperlink (OSC 8) in a style; without Options.Links just the text. A
// url of other characters than a URL may have makes no link.
func (w *Writer) Link(url, text string, s Style) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.complete()
	notOfURL := func(r rune) bool { return r <= ' ' || r > '~' }
	if !w.o.Links || strings.ContainsFunc(url, notOfURL) {
		w.styled(s, text)
		return
	}
	w.out.WriteString("\x1b]8;;" + url + "\x1b\\")
	w.styled(s, text)
	w.out.WriteString("\x1b]8;;\x1b\\")
}

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.complete()
	return w.out.Flush()
}
