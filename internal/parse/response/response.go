// Package response holds what was read from responses, in their order: operations with
// unique ids, quoted blocks, thinking, commands and prose. A Builder collects them. The
// package knows no syntax.
package response

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// Response is what one or more responses hold, in the order of the documents.
type Response struct {
	Content    string // the prose, with blocks, thinking and commands taken out
	Operations []ops.Operation
	Quoted     []Quoted
	Thinking   []string
	Commands   []string
	Warnings   []string
	APIs       []string // whose messages the responses are, by the names that ops.Call has
	Closest    string   // of a text without operations: what comes closest to one, and what to do about it; "" for nothing
	Refused    string   // why a response cannot be read, so that nothing of any of them may be run
}

// Quoted is a block, or a call in prose, that is shown, not run.
type Quoted struct {
	Operation string       // its tag, or the name of the function
	Form      wording.Form // of a block or patch
	Call      bool         // a call
	Line      int          // 1-based
	In        string       // fence, code span, code, comment, think, terminal, prose, data, commands of a shell, a response with operation blocks, or the tag before a call
	Source    string
}

// TurnCompleted reports that the response asks for nothing: no operation, no command.
func (r *Response) TurnCompleted() bool {
	return len(r.Commands) == 0 && len(r.Operations) == 0
}

// Builder collects what responses hold. Its zero value is ready for use.
type Builder struct {
	Response        // so far, without Content
	Source   string // the file that is being read; "" if there is only one

	prose []string
	next  map[string]int  // the next number of an id, by type
	used  map[string]bool // ids; nil until a call brings one, as numbered ids never clash
}

// Done is the response that was collected.
func (b *Builder) Done() Response {
	b.Content = strings.Join(b.prose, "\n")
	return b.Response
}

// Add adds an operation. One without an id gets one: its type and a number, counted per
// type. Only the operations of one call, patch or diff of a file share an id.
func (b *Builder) Add(op ops.Operation) {
	if op.Source = b.Source; op.ID == "" {
		kind := op.Type()
		if kind == "malformed_file_op" {
			kind = "malformed_" + op.Action.Kind()
		}
		op.ID = b.NewID(kind)
	}
	b.Operations = Append(b.Operations, op)
}

// Append is append for lists that may get long. It doubles them; append alone would copy large
// ones five times.
func Append[T any](list []T, item T) []T {
	if n := len(list); n == cap(list) {
		list = slices.Grow(list, n+1)
	}
	return append(list, item)
}

// NewID reserves the next id of a type.
func (b *Builder) NewID(kind string) string {
	if b.next == nil {
		b.next = map[string]int{}
	}
	for {
		n := b.next[kind]
		b.next[kind] = n + 1
		id := string(strconv.AppendInt(append(append(make([]byte, 0, 64), kind...), '_'), int64(n), 10))
		if b.used == nil || b.Reserve(id) {
			return id
		}
	}
}

// Reserve takes an id that a call brings, and reports whether it was free.
func (b *Builder) Reserve(id string) bool {
	if b.used == nil {
		b.used = map[string]bool{}
		for _, op := range b.Operations {
			b.used[op.ID] = true
		}
	}
	if b.used[id] {
		return false
	}
	b.used[id] = true
	return true
}

// Skip adds an operation that is not run, although nothing may be wrong with it.
func (b *Builder) Skip(form wording.Form, tag string, line int, why, hint string) {
	b.Add(ops.Operation{Action: ops.Invalid{Tag: tag, Form: form, Skipped: true, Msg: "Skipped: " + why, Hint: hint}, Line: line, Form: form})
}

// RetractAll turns the operations from index first on into quoted ones. in is what quotes them.
func (b *Builder) RetractAll(first int, in string) {
	b.Retract(first, in, func(ops.Operation) bool { return true })
}

// Retract turns the operations from index first on into quoted ones, if quoted reports true of
// them. in is what quotes them. The ids of all of them were made here, and are made anew.
func (b *Builder) Retract(first int, in string, quoted func(ops.Operation) bool) {
	list := b.Operations[first:]
	for i, op := range list {
		if i > 0 && op.ID == list[i-1].ID {
			continue // of one patch
		}
		delete(b.used, op.ID)
		b.next[op.ID[:strings.LastIndexByte(op.ID, '_')]]--
	}
	b.Operations = b.Operations[:first]
	for i, op := range list {
		if quoted(op) {
			if i == 0 || op.ID != list[i-1].ID { // those of one patch are told once
				b.Quote(Quoted{Operation: op.Name(), Form: op.Form, Line: op.Line, In: in})
			}
			continue
		}
		op.ID = ""
		b.Add(op)
	}
}

// From notes whose message is read.
func (b *Builder) From(api string) {
	if api != "" && !slices.Contains(b.APIs, api) {
		b.APIs = append(b.APIs, api)
	}
}

// Quote adds a block or a call that is shown, not run.
func (b *Builder) Quote(q Quoted) {
	q.Source = b.Source
	b.Quoted = Append(b.Quoted, q)
}

// Think adds a thought.
func (b *Builder) Think(text string) { b.Thinking = append(b.Thinking, valid(text)) }

// Command adds a command of a shell.
func (b *Builder) Command(text string) { b.Commands = append(b.Commands, valid(text)) }

// Say adds prose that is not blank, and returns it as it is kept.
func (b *Builder) Say(text string) string {
	if text = valid(text); text != "" {
		b.prose = append(b.prose, text)
	}
	return text
}

// Warn adds a warning, behind the name of the file.
func (b *Builder) Warn(format string, args ...any) {
	b.Warnings = append(b.Warnings, b.located(fmt.Sprintf(format, args...)))
}

// Refuse says why the response cannot be read.
func (b *Builder) Refuse(why string) {
	if b.Refused != "" {
		b.Refused += "\n"
	}
	b.Refused += b.located(why)
}

func (b *Builder) located(msg string) string {
	if b.Source == "" {
		return msg
	}
	return b.Source + ": " + msg
}

// valid is text without the blanks around it, as UTF-8.
func valid(text string) string {
	if text = strings.TrimSpace(text); utf8.ValidString(text) { // much faster than ToValidUTF8
		return text
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// Head is the first n characters of a text, with a mark if there are more.
func Head(text string, n int) string {
	head := []rune(strings.ToValidUTF8(text[:min(len(text), 4*n)], "\ufffd"))
	if len(head) > n || len(text) > 4*n {
		return string(head[:min(len(head), n)]) + "…"
	}
	return string(head)
}

// Lines finds the lines of offsets in a text; it is fast where they mostly ascend.
type Lines struct {
	Text  string
	at    int // offset up to which line ends were counted
	ended int // how many there are
}

// Line is the 1-based line of an offset.
func (l *Lines) Line(at int) int {
	if at < l.at {
		l.ended -= strings.Count(l.Text[at:l.at], "\n")
	} else {
		l.ended += strings.Count(l.Text[l.at:at], "\n")
	}
	l.at = at
	return l.ended + 1
}

// AllCRLF reports whether a text has line ends, and all are CRLF.
func AllCRLF(text string) bool {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		switch {
		case i < 0:
			return at > 0
		case i == 0 || text[at+i-1] != '\r':
			return false
		}
		at += i + 1
	}
}

// Explain splits an error of package ops into its message and its advice.
func Explain(err error) (msg, hint string) {
	if e := (*ops.Error)(nil); errors.As(err, &e) {
		return e.Msg, e.Hint
	}
	return err.Error(), ""
}
