package report

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
)

// Answer is what a model reads of a run.
type Answer struct {
	Texts  []string // the results, then what concerns the run as a whole; at least one
	Images []Image  // that were read
	Failed bool     // an operation did not succeed, or the run ended early
}

// Image is an image that was read, as a file of its media type.
type Image struct {
	MediaType string
	Data      []byte
}

// AnswerCall returns the answer to the call that a run was. Its texts are those that Reply has in
// the messages of the APIs.
func (rep Run) AnswerCall() Answer {
	calls, rest := answers(rep, byName)
	var a Answer
	for _, c := range calls {
		a.Texts = append(a.Texts, c.text(false))
		a.Failed = a.Failed || c.failures() > 0
		for _, i := range c.images() {
			a.Images = append(a.Images, Image{i.MediaType, i.Data})
		}
	}
	a = a.with(rest)
	if id := rep.undoable(); id != "" {
		a.Texts = append(a.Texts, "Run: "+id)
	}
	return a
}

// undoable is the id of the run if it changed something and can be undone, else "".
func (rep Run) undoable() string {
	if !rep.Committed || rep.NotUndoable != "" {
		return ""
	}
	return rep.Run
}

// AnswerResponse returns the answer to a whole response, of which each operation is named.
func (rep Run) AnswerResponse() Answer {
	_, rest := answers(rep, inText)
	a := Answer{Failed: rep.Trouble != "" || rep.Failed()+rep.SkippedOrWithheld() > 0}
	if rep.Trouble != "" {
		a.Texts = append(a.Texts, "Error: "+rep.Trouble)
	}
	a = a.with(rest)
	if len(rep.Results) > 0 {
		text := summary(rep)
		if id := rep.undoable(); id != "" {
			text += "\nRun: " + id
		}
		a.Texts = append(a.Texts, text)
	}
	return a
}

// with adds what answers no call.
func (a Answer) with(rest remainder) Answer {
	if rest.text != "" {
		a.Texts = append(a.Texts, rest.text)
	}
	for _, i := range rest.images {
		a.Images = append(a.Images, Image{i.image.MediaType, i.image.Data})
	}
	for i, text := range a.Texts {
		a.Texts[i] = strings.ToValidUTF8(text, "\ufffd")
	}
	return a
}

// callJSON is the result of a call, which is one run.
type callJSON struct {
	resultJSON
	Run       string       `json:"run"`
	Root      string       `json:"root"`
	Committed bool         `json:"committed"`
	Results   []resultJSON `json:"results,omitempty"`
}

// maxRepeated is how long an output may be, in bytes, to be in the text of an answer and in its
// JSON. Clients limit the length of a message, some to 16 MB.
const maxRepeated = 4 << 20

// CallResult returns the result of the call that a run was, as a value for encoding/json: that of its
// operation, as RunJSON has it, and the run. If the call asked for several operations, it says of
// all of them what it says of one, and lists them. Images are left out: AnswerCall has them.
func (rep Run) CallResult() any {
	results := outcomes(rep)
	list := make([]resultJSON, len(results))
	for i, res := range results {
		list[i] = withoutImage(toJSON(res))
	}
	c := callJSON{resultJSON: list[0], Run: rep.undoable(), Root: rep.Root, Committed: rep.Committed}
	if len(list) > 1 {
		c.resultJSON, c.Results = ofAll(results, list, rep.AnswerCall().Texts[0]), list
	}
	if len(c.Output) > maxRepeated {
		c.Output = ""
		c.Warnings = append(c.Warnings, fmt.Sprintf("the output is longer than %d MB: it is in the text of the answer alone", maxRepeated>>20))
	}
	c.Warnings = orEmpty(slices.Concat(rep.Notes, rep.Warnings, c.Warnings))
	return c
}

// ResponseResult returns a run as RunJSON writes it, as a value for encoding/json, without the images
// that were read.
func (rep Run) ResponseResult() any {
	out := runObject(rep)
	out.Results = results(rep)
	for i, r := range out.Results {
		out.Results[i] = withoutImage(r)
	}
	if rep.undoable() == "" {
		out.Run = ""
	}
	return out
}

func withoutImage(r resultJSON) resultJSON {
	if r.Read != nil && r.Read.Image != nil {
		r.Read.Image.Source = nil
	}
	return r
}

// ofAll is one result for several operations, with the text that answers the call.
func ofAll(results []ops.Result, list []resultJSON, text string) resultJSON {
	all := list[0]
	all.Success = !slices.ContainsFunc(list, func(r resultJSON) bool { return !r.Success })
	all.Output, all.Error, all.Code, all.Hint = text, "", "", ""
	all.Snippet, all.Diff, all.Backup, all.Read, all.Warnings = "", "", "", nil, []string{}
	all.Replacements, all.Lines, all.Changed, all.ExecutionTime = 0, []int{}, false, 0
	for i, r := range list {
		all.Changed = all.Changed || r.Changed
		all.Replacements += r.Replacements
		all.ExecutionTime += r.ExecutionTime
		if e := results[i].Err; e != nil && all.Error == "" {
			all.Output, all.Error, all.Code, all.Hint = "", text, r.Code, r.Hint
		}
	}
	return all
}
