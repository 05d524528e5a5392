// Package parse reads a language model's response: prose with operation blocks in it, or
// the JSON message of an API with calls of functions. It finds out which, and keeps the
// order of the document. Each dialect has a package below it. The names of operations and
// fields come from the catalogue in package ops. It touches no file.
//
// Every piece of text that looks like an operation is reported: as an operation, quoted,
// malformed or skipped. A block whose end is in doubt is malformed, never guessed. The time
// is linear in the length of the response.
package parse

import (
	"cmp"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
	"fileops/internal/parse/tags"
	"fileops/internal/parse/tools"
)

// Input is one response.
type Input struct {
	Name string // the file it came from; "" if there is only one
	Text string
}

// Options are how a response is read.
type Options struct {
	Fenced bool // blocks inside fenced code run as well
	// Input is the dialect: "tags" for blocks in prose, "search-replace" for SEARCH/REPLACE
	// blocks, "patch" for patches, "diff" for unified diffs, "files" for whole files in fences,
	// "tools" for calls in JSON, else whichever the response is in, but for files.
	Input string
}

// Response is what one or more responses hold, in the order of the documents.
type Response = response.Response

// Quoted is a block, or a call in prose, that is shown, not run.
type Quoted = response.Quoted

// Parse reads responses, each by itself. It never fails: for a block or call that cannot be
// read, the response holds an ops.Invalid.
func Parse(inputs []Input, o Options) Response {
	r := reader{opt: o}
	for _, in := range inputs {
		r.out.Source = in.Name
		r.read(strings.TrimPrefix(in.Text, "\ufeff"))
	}
	return r.out.Done()
}

// reader reads responses, each in the dialect that it is in.
type reader struct {
	opt    Options
	out    response.Builder
	enough int // the reading of a text ends after so many operations; 0 for never
}

// read reads one response.
func (r *reader) read(text string) {
	switch {
	case r.forced():
		r.prose(text, "")
	case r.opt.Input == "tools":
		switch {
		case strings.TrimSpace(text) == "":
		case tools.IsEvents(text):
			tools.ReadEvents(text, &r.out, r.prose)
		default:
			tools.Scan(text).Read(&r.out, r.prose)
		}
	default:
		refused, operations, quoted := r.out.Refused, len(r.out.Operations), len(r.out.Quoted)
		if r.detect(text); r.out.Refused == refused {
			r.refuseData(operations, quoted)
		}
	}
}

// prose reads a text of the model: its operations, and the calls that it only shows. If damage is
// not empty, the text is damaged, and none of its operations runs.
func (r *reader) prose(text, damage string) {
	before, quoted := len(r.out.Operations), len(r.out.Quoted)
	s := quote.New(text, &r.out, quote.Options{Fenced: r.opt.Fenced, Data: r.forced(), Names: tags.Names()})
	r.dialects(s)
	s.Finish()
	r.settle(before)
	if r.opt.Input == "files" && len(r.out.Operations) > before {
		r.warnOfOthers(s.Blanked())
	}
	if damage == "" {
		if !r.forced() {
			outside := text
			if len(r.out.Operations) > before {
				outside = s.Blanked() // what stands in an operation belongs to it
			}
			tools.QuoteCalls(outside, &r.out)
		}
		if len(r.out.Operations) == before && len(r.out.Quoted) == quoted {
			r.out.Closest = cmp.Or(r.out.Closest, r.closest(text))
		}
		return
	}
	for i := before; i < len(r.out.Operations); i++ {
		op := &r.out.Operations[i]
		op.Action = ops.Invalid{Tag: op.Action.Kind(), Skipped: true, Msg: "Skipped: the text that it stands in " + damage}
		op.Args = nil
	}
}
