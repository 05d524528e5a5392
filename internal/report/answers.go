package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"fileops/internal/ops"
)

// answer is sent to the model for one call. A call of several operations has several
// parts, since an API accepts only one answer for an id.
type answer struct {
	id    string
	call  ops.Call
	parts []part
}

// part is the answer to one operation.
type part struct {
	text   string
	failed bool
	image  *sourceJSON // that was read; nil for none
}

// marked returns the text of a part, with "Error: " before that of a failure.
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

// images are those that the call read.
func (a answer) images() []*sourceJSON {
	var images []*sourceJSON
	for _, p := range a.parts {
		if p.image != nil {
			images = append(images, p.image)
		}
	}
	return images
}

// text returns the whole answer. With mark, that of a failure begins with "Error: ", for
// an API that has no other sign.
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

// Which calls an API takes an answer to: those with an id, all of them, or none.
func byID(c ops.Call) bool {
	return !c.NoID || c.API == "openai" && c.Item == "function_call"
}
func byName(ops.Call) bool { return true }
func inText(ops.Call) bool { return false }

// answers returns the answers to the calls, in their order. The rest has the results of
// blocks, which no call asked for, of calls that cannot be answered by themselves, and the
// warnings about the response.
func answers(rep Run, answered func(ops.Call) bool) (calls []answer, rest remainder) {
	var texts []string
	at := map[string]int{} // of the answer to each id
	for _, res := range outcomes(rep) {
		p := part{text: answerText(res, rep.DryRun), failed: res.Err != nil, image: source(res)}
		if res.Call == (ops.Call{}) || res.ID == "" || !answered(res.Call) {
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
		if len(rep.Results)+len(rep.Asked) > 0 { // otherwise no answer is expected
			texts = append(texts, "Warning: "+msg)
		}
	}
	if msg := NotRun(rep.Quoted); msg != "" {
		texts = append(texts, msg)
	}
	if rep.OnlyCommands {
		texts = append(texts, "Commands in <terminal> are never run. To change files, send operations.")
	}
	rest.text = strings.Join(texts, "\n\n")
	return calls, rest
}

// remainder is what answers no call.
type remainder struct {
	text   string // "" for none
	images []named
}

// named is an image with its name.
type named struct {
	name  string
	image *sourceJSON
}

// outcomes returns the results, and one for each operation that the run did not reach: an
// API refuses a conversation in which a call has no answer.
func outcomes(rep Run) []ops.Result {
	results := slices.Clone(rep.Results)
	for _, op := range rep.Asked[min(len(results), len(rep.Asked)):] {
		results = append(results, ops.Result{Operation: op, Err: &ops.Error{Code: ops.Interrupted, Msg: "Not run: " + rep.Trouble}})
	}
	return results
}

// answerText returns a result for a model, without colors. It is never blank, since the
// APIs refuse that.
func answerText(res ops.Result, dry bool) string {
	var b strings.Builder
	switch {
	case res.Err != nil:
		b.WriteString(strings.TrimRight(res.Err.Text(), "\n") + "\n")
	case dry && res.Changed: // the shape has no other place for it
		b.WriteString(output(res.Done) + "\nDry run: nothing was written.\n")
	default:
		b.WriteString(output(res.Done) + "\n")
	}
	for _, msg := range res.Warnings {
		b.WriteString("Warning: " + msg + "\n")
	}
	b.WriteString(res.Excerpt)
	if strings.TrimSpace(b.String()) == "" {
		return "(nothing to show)"
	}
	return strings.TrimRight(b.String(), "\n")
}

// heading names the operation of a part of a longer text.
func heading(op ops.Operation) string {
	name := cmp.Or(op.ID, op.Name())
	if op.Line == 0 {
		return name + ":\n"
	}
	return fmt.Sprintf("%s (%s):\n", name, place(op.Line, op.Source))
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

// anthropic writes a run as the user message that answers the calls of Anthropic's
// Messages API. Its content is empty if there is nothing to answer.
func anthropic(w io.Writer, rep Run) error {
	calls, rest := answers(rep, byID)
	blocks := []blockJSON{}
	for _, a := range calls {
		blocks = append(blocks, blockJSON{
			Type: "tool_result", ToolUseID: a.id, Content: a.blocks(), IsError: a.failures() > 0,
		})
	}
	if rest.text != "" { // the API wants it after the tool_results
		blocks = append(blocks, blockJSON{Type: "text", Text: rest.text})
	}
	for _, i := range rest.images {
		blocks = append(blocks, blockJSON{Type: "text", Text: i.name + ":"}, blockJSON{Type: "image", Source: i.image})
	}
	return JSON(w, struct {
		Role    string      `json:"role"`
		Content []blockJSON `json:"content"`
	}{"user", blocks})
}

// blocks returns the content of a tool_result: a text, and the images that were read.
func (a answer) blocks() []blockJSON {
	blocks := []blockJSON{{Type: "text", Text: a.text(false)}}
	for _, i := range a.images() {
		blocks = append(blocks, blockJSON{Type: "image", Source: i})
	}
	return blocks
}
