package report

import (
	"fmt"
	"io"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/terminal"
)

// Response is the content of a response, for showing.
type Response struct {
	Content    string
	Operations []ops.Operation
	Quoted     []Quoted
	Thinking   []string
	Commands   []string
	Warnings   []string
	Completed  bool // it asks for nothing
}

// Quoted is a block or call that the response only shows, so that it is not run.
type Quoted struct {
	Operation string       `json:"operation"`
	Form      wording.Form `json:"-"`              // of a block or patch
	Call      bool         `json:"call,omitempty"` // of a function
	Line      int          `json:"line"`
	In        string       `json:"in"`
	Source    string       `json:"source,omitempty"` // the file, where there are several
}

// name names what is quoted, for a sentence.
func (q Quoted) name() string {
	if q.Call {
		return "the call of " + q.Operation
	}
	return q.Form.Block(q.Operation)
}

// place names a line of the response, for a sentence.
func place(line int, source string) string {
	if source == "" {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("line %d of %s", line, source)
}

// Malformed reports whether an operation could not be read or must not be run.
func Malformed(op ops.Operation) bool {
	_, ok := op.Action.(ops.Invalid)
	return ok
}

type malformedJSON struct {
	ID        string `json:"id"`
	Operation string `json:"operation"`
	Call      bool   `json:"call,omitempty"` // of a function
	Line      int    `json:"line"`
	Error     string `json:"error"`
	Hint      string `json:"hint,omitempty"`
	Expected  string `json:"expected_format,omitempty"`
	Preview   string `json:"content_preview,omitempty"`
}

type responseJSON struct {
	Version    int    `json:"version"`
	Content    string `json:"content"`
	Completed  bool   `json:"turn_completed"`
	Components struct {
		Thinking   []string         `json:"thinking"`
		Commands   []string         `json:"terminal_commands"`
		Operations []map[string]any `json:"file_operations"`
	} `json:"components"`
	Malformed []malformedJSON `json:"malformed"`
	Skipped   []malformedJSON `json:"skipped"`
	Quoted    []Quoted        `json:"quoted"`
	Warnings  []string        `json:"warnings"`
	Metadata  struct {
		HasThinking   bool `json:"has_thinking"`
		HasCommands   bool `json:"has_terminal_commands"`
		HasOperations bool `json:"has_file_operations"`
		TotalTools    int  `json:"total_tools"`
	} `json:"metadata"`
}

// ResponseJSON writes what a response holds as one JSON object.
func ResponseJSON(w io.Writer, r Response) error {
	out := responseJSON{
		Version: version, Content: r.Content, Completed: r.Completed, Malformed: []malformedJSON{}, Skipped: []malformedJSON{},
		Quoted: orEmpty(r.Quoted), Warnings: orEmpty(r.Warnings),
	}
	in := &out.Components
	in.Thinking, in.Commands, in.Operations = orEmpty(r.Thinking), orEmpty(r.Commands), []map[string]any{}
	for _, op := range r.Operations {
		v, invalid := op.Action.(ops.Invalid)
		m := malformedJSON{ID: op.ID, Operation: v.Tag, Line: op.Line, Error: v.Msg, Hint: v.Hint, Expected: v.Expected, Preview: v.Preview}
		switch {
		case invalid && v.Skipped:
			out.Skipped = append(out.Skipped, m)
		case invalid:
			out.Malformed = append(out.Malformed, m)
		default:
			in.Operations = append(in.Operations, fields(op))
		}
	}
	has := &out.Metadata
	has.HasThinking, has.HasCommands, has.HasOperations = len(in.Thinking) > 0, len(in.Commands) > 0, len(in.Operations) > 0
	has.TotalTools = len(in.Operations) + len(in.Commands)
	return JSON(w, out)
}

// fields returns an operation with its fields under their own names.
func fields(op ops.Operation) map[string]any {
	m := map[string]any{"id": op.ID, "type": op.Type(), "line": op.Line}
	if op.Call.Name != "" {
		m["tool_name"] = op.Call.Name
		if op.Call.API != "" {
			m["api"] = op.Call.API
		}
	}
	if op.Source != "" {
		m["source"] = op.Source
	}
	spec, _ := op.Function()
	for _, arg := range op.Args {
		name := arg.Name
		if _, taken := m[name]; taken {
			name = "field_" + name // insert_at has a field called line
		}
		m[name] = shownValue(spec, arg)
	}
	return m
}

// shownValue returns a field's value as the operation reads it. A part of a patch has no
// Spec.
func shownValue(spec *ops.Spec, arg ops.Arg) string {
	if spec == nil {
		return arg.Value.Text
	}
	f, known := spec.Field(arg.Name)
	switch {
	case known && f.Scalar():
		return strings.TrimSpace(arg.Value.Text)
	case known && f.Kind == ops.Snippet:
		return arg.Value.Snippet()
	}
	return arg.Value.Text
}

// Response writes what a response holds as text.
func (h Human) Response(w *terminal.Writer, r Response) error {
	for _, op := range r.Operations {
		writeOperation(w, op)
	}
	for _, q := range r.Quoted {
		what := fmt.Sprintf("<%s> quoted in %s: not run", q.Operation, q.In)
		if q.In == wording.BesideBlocks {
			what = q.name() + " not run: the response has operation blocks"
		}
		writeLine(w, plain(place(q.Line, q.Source)+": "+what))
	}
	for _, cmd := range r.Commands {
		writeLine(w, plain("command (never run): "+cmd))
	}
	for _, t := range r.Thinking {
		writeLine(w, plain(fmt.Sprintf("thinking: %d characters", len([]rune(t)))))
	}
	for _, msg := range r.Warnings {
		writeWarning(w, "", msg)
	}
	_, err := w.WriteString("")
	return err
}

func writeOperation(w *terminal.Writer, op ops.Operation) {
	v, invalid := op.Action.(ops.Invalid)
	title := span{text: op.ID, style: terminal.Success}
	if op.Call.Name != "" && !v.Skipped {
		title.text += ": " + op.Call.Name
	}
	at := plain(fmt.Sprintf("line %d: ", op.Line))
	if invalid {
		title.text, title.style = title.text+": "+v.Msg, terminal.Failure
		writeLine(w, at, title)
		if v.Hint != "" {
			writeLine(w, plain("  "+v.Hint))
		}
		return
	}
	writeLine(w, at, title)
	spec, _ := op.Function()
	for _, arg := range op.Args {
		text := shownValue(spec, arg)
		if !strings.Contains(text, "\n") {
			writeLine(w, plain("  "+arg.Name+": "+text))
			continue
		}
		writeLine(w, plain("  "+arg.Name+":"))
		for line := range strings.Lines(text) {
			writeLine(w, plain("    "+strings.TrimRight(line, "\r\n")))
		}
	}
}
