package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"fileops/internal/ops"
)

// answer is what goes back to the model for one call. A call that asked for several
// operations has several parts: an API takes one answer for an id, no more.
type answer struct {
	id    string
	call  ops.Call
	parts []part
}

// part is what one operation is answered with.
type part struct {
	text   string
	failed bool
	image  *sourceJSON // that was read, if any
}

// marked is the text of a part, with a word before that of a failure.
func (p part) marked() string {
	if p.failed {
		return "Error: " + p.text
	}
	return p.text
}

func (a answer) failures() int {
	n := 0
	for _, p := range a.parts {
		if p.failed {
			n++
		}
	}
	return n
}

// text is the whole answer. With mark, that of a failure begins with "Error: ": for an
// API that has no other sign.
func (a answer) text(mark bool) string {
	if len(a.parts) == 1 && !mark {
		return a.parts[0].text
	}
	var texts []string
	if n := a.failures(); n > 0 && len(a.parts) > 1 {
		texts = append(texts, fmt.Sprintf("Error: %d of the %d operations of this call failed.", n, len(a.parts)))
	}
	for _, p := range a.parts {
		texts = append(texts, p.marked())
	}
	return strings.Join(texts, "\n\n")
}

// answers are those of the calls, in their order, and the rest in one text: the results
// of blocks, which no call asked for, and what there is to say about the response. The
// text of rest is "" where there is none.
func answers(rep Run) (calls []answer, rest remainder) {
	var texts []string
	at := map[string]int{} // of the answer to each id
	for _, res := range outcomes(rep) {
		p := part{text: answerText(res, rep.DryRun), failed: res.Err != nil, image: source(res)}
		legacy := res.Call.API == "openai" && res.Call.Item == "function_call"
		if res.Call == (ops.Call{}) || res.ID == "" || res.Call.NoID && !legacy {
			texts = append(texts, heading(res.Operation)+p.marked())
			if p.image != nil {
				rest.images = append(rest.images, named{cmp.Or(res.Path, res.ID), p.image})
			}
			continue
		}
		i, known := at[res.ID]
		if !known {
			i, calls = len(calls), append(calls, answer{id: res.ID, call: res.Call})
			at[res.ID] = i
		}
		calls[i].parts = append(calls[i].parts, p)
	}
	for _, msg := range slices.Concat(rep.Notes, rep.Warnings) {
		if len(rep.Results)+len(rep.Asked) > 0 { // else there is nobody to tell
			texts = append(texts, "Warning: "+msg)
		}
	}
	if msg := NotRun(rep.Quoted); msg != "" {
		texts = append(texts, msg)
	}
	rest.text = strings.Join(texts, "\n\n")
	return calls, rest
}

// remainder is what answers no call.
type remainder struct {
	text   string
	images []named
}

// named is an image with what it is called.
type named struct {
	name  string
	image *sourceJSON
}

// outcomes are the results, with one for each operation that the run did not reach: an
// API refuses a conversation in which a call has no answer.
func outcomes(rep Run) []ops.Result {
	results := slices.Clone(rep.Results)
	for _, op := range rep.Asked[min(len(results), len(rep.Asked)):] {
		results = append(results, ops.Result{Operation: op, Err: &ops.Error{Code: ops.Interrupted, Msg: "Not run: " + rep.Trouble}})
	}
	return results
}

// answerText is a result as a model needs it, without colors, and never blank: the APIs
// refuse that.
func answerText(res ops.Result, dry bool) string {
	var b strings.Builder
	if res.Err != nil {
		b.WriteString(strings.TrimRight(res.Err.Text(), "\n") + "\n")
	} else {
		b.WriteString(output(res.Done) + "\n")
	}
	if dry && res.Err == nil && res.Changed {
		b.WriteString("Dry run: nothing was written.\n") // the shape has no other place for it
	}
	Human{}.warnings(&b, res.Warnings)
	b.WriteString(res.Excerpt)
	if strings.TrimSpace(b.String()) == "" {
		return "(nothing to show)"
	}
	return strings.TrimRight(b.String(), "\n")
}

// heading names the operation that a part of a longer text is about.
func heading(op ops.Operation) string {
	name := cmp.Or(op.ID, op.Name())
	if op.Line == 0 {
		return name + ":\n"
	}
	return fmt.Sprintf("%s (%s):\n", name, place(op.Line, op.Source))
}

type messageJSON struct {
	Role    string      `json:"role"`
	Content []blockJSON `json:"content"`
}

// blockJSON is a content block of Anthropic's Messages API.
type blockJSON struct {
	Type      string      `json:"type"`
	Text      string      `json:"text,omitempty"`
	ToolUseID string      `json:"tool_use_id,omitempty"`
	Content   []blockJSON `json:"content,omitempty"`
	IsError   bool        `json:"is_error,omitempty"`
	Source    *sourceJSON `json:"source,omitempty"`
}

// Anthropic writes a run as the user message that answers the calls of Anthropic's
// Messages API. Its content is empty if there is nothing to answer.
func Anthropic(w io.Writer, rep Run) error {
	calls, rest := answers(rep)
	msg := messageJSON{Role: "user", Content: []blockJSON{}}
	for _, a := range calls {
		msg.Content = append(msg.Content, blockJSON{
			Type: "tool_result", ToolUseID: a.id, Content: a.blocks(), IsError: a.failures() > 0,
		})
	}
	if rest.text != "" { // the API wants it after the tool_results
		msg.Content = append(msg.Content, blockJSON{Type: "text", Text: rest.text})
	}
	for _, i := range rest.images {
		msg.Content = append(msg.Content, blockJSON{Type: "text", Text: i.name + ":"}, blockJSON{Type: "image", Source: i.image})
	}
	return JSON(w, msg)
}

// blocks are what a tool_result holds: a text, and the images that were read.
func (a answer) blocks() []blockJSON {
	blocks := []blockJSON{{Type: "text", Text: a.text(false)}}
	for _, p := range a.parts {
		if p.image != nil {
			blocks = append(blocks, blockJSON{Type: "image", Source: p.image})
		}
	}
	return blocks
}
