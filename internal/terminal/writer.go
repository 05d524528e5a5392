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

// Writer is a buffered writer of text, to a file or a terminal. Its first error is sticky: later calls do nothing, and
// Write, WriteString and Flush return it. It may be used by several goroutines at once.
type Writer struct {
	o Options

	mu      sync.Mutex
	sink    *sink
	out     *bufio.Writer       // to sink
	pending []byte              // the end of the last text, if the next one may complete it
	styles  map[Style]sequences // that were used
}

// bufferSize is large enough for a screen, and small beside the memory of the program.
const bufferSize = 16 << 10

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer, o Options) *Writer {
	s := &sink{w: w}
	return &Writer{o: o, sink: s, out: bufio.NewWriterSize(s, bufferSize)}
}

// Options returns the options in force.
func (w *Writer) Options() Options { return w.o }

// Decorate sets Options.Color and Options.Links. It must be called before anything is written.
func (w *Writer) Decorate(color, links bool) { w.o.Color, w.o.Links = color, links }

// Raw returns a writer that is neither buffered nor escaped. It is for text that was escaped
// before, such as that of another Writer.
func (w *Writer) Raw() io.Writer { return raw{w} }

type raw struct{ w *Writer }

func (r raw) Write(p []byte) (int, error) {
	if err := r.w.Flush(); err != nil {
		return 0, err
	}
	return r.w.sink.Write(p)
}

// Write writes text. On a terminal it is escaped; a character may be split between two calls.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.o.Terminal {
		return w.out.Write(p)
	}
	if len(w.pending) > 0 {
		w.text(string(w.pending)+string(p), part)
	} else {
		w.pending = append(w.pending, p[escapeTo(w.out, p, part):]...)
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
	w.text(string(w.pending)+s, part)
	return w.written(len(s))
}

// written returns the result of a call that took n bytes.
func (w *Writer) written(n int) (int, error) {
	if _, err := w.out.Write(nil); err != nil {
		return 0, err
	}
	return n, nil
}

// text writes what was pending and what follows it.
func (w *Writer) text(s string, e extent) {
	if !w.o.Terminal {
		w.out.WriteString(s)
		return
	}
	w.pending = append(w.pending[:0], s[escapeTo(w.out, s, e):]...)
}

// complete writes what is pending as it is: nothing completes it any more.
func (w *Writer) complete() {
	if len(w.pending) > 0 {
		w.text(string(w.pending), whole)
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
	around := w.around(s)
	if s == Name || s == Path {
		w.decorated(around, text, name)
		return
	}
	for line := range strings.Lines(text) {
		content, isLine := strings.CutSuffix(line, "\n")
		end := ""
		if isLine {
			content = strings.TrimSuffix(content, "\r")
			end = line[len(content):]
		}
		w.decorated(around, content, whole)
		w.out.WriteString(end)
	}
}

// around returns the sequences of a style, if there are to be any.
func (w *Writer) around(s Style) sequences {
	if !w.o.Color || s == Plain || s == Name {
		return sequences{}
	}
	found, ok := w.styles[s]
	if !ok {
		if w.styles == nil {
			w.styles = map[Style]sequences{}
		}
		found = s.sequences()
		w.styles[s] = found
	}
	return found
}

func (w *Writer) decorated(around sequences, text string, e extent) {
	if text == "" {
		return
	}
	w.out.WriteString(around.before)
	w.text(text, e)
	w.out.WriteString(around.after)
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
