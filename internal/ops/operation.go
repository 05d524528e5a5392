// Package ops has the operations that can be asked for, and the catalogue that describes each
// of them once. Every front end (tag blocks, tool calls, subcommands) makes Operations, and
// package run runs them. Operations print nothing, and package workspace writes their changes.
package ops

import (
	"context"
	"sync/atomic"
	"time"

	"fileops/internal/document"
	"fileops/internal/lazy"
	"fileops/internal/ops/wording"
	"fileops/internal/search"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// Operation is one thing that a response asks for, and where it asks.
type Operation struct {
	Action Action
	ID     string       // of a call its own, else file_edit_0, …; counted per type
	Line   int          // 1-based line of the response at which it stands
	Source string       // the file the response came from, where there are several
	Args   []Arg        // the fields as they were written, for whoever shows them
	Form   wording.Form // how it was asked for
	Call   Call         // of a call or a patch; else zero
	Alone  bool         // a part that Split returned: it lands even if others of its call do not
	// Converted says that every line of the response ends in CRLF, those around the values
	// too, as after a pipe of Windows. Then the line ends of a value say nothing.
	Converted bool
}

// Call is a call of a function that asks for an operation. A patch in prose counts as a call of
// apply_patch.
type Call struct {
	Name string // of the function
	API  string // whose message it came in: anthropic, openai, openai-responses, gemini, bedrock, ollama, mcp; "" for none
	Item string // what it is in that API, where there are several kinds
	NoID bool   // it has no id, or that of another call: ID was made up here
}

// Name is the operation as it was asked for: the name of a function, or a tag.
func (o Operation) Name() string {
	if o.Call.Name != "" {
		return o.Call.Name
	}
	return o.Action.Kind()
}

// Type is the operation's type in results: file_edit, malformed_file_op, or
// unknown_tool for a call of what is no operation. The types are older than some tags: file_edit
// is that of <edit>.
func (o Operation) Type() string {
	v, invalid := o.Action.(Invalid)
	switch {
	case invalid && !v.Skipped:
		return "malformed_file_op"
	case invalid && v.Call:
		return "unknown_tool"
	}
	kind := o.Action.Kind()
	if t, known := types.Get()[kind]; known {
		return t
	}
	return "file_" + kind
}

// types are the types of the operations that blocks ask for, by their kinds. They are kept, since
// a response may have a million operations.
var types = lazy.Value[map[string]string]{Make: func() map[string]string {
	all := map[string]string{}
	for _, tag := range tags() {
		all[tag] = "file_" + tag
	}
	all["file_edit"] = "file_unified_edit"
	return all
}}

// Action is what an operation does. Only this package implements it.
type Action interface {
	// Kind is the tag of the operation in the catalogue.
	Kind() string
	run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error)
}

// Value is text as a response gave it: verbatim, or a block of whole lines.
type Value = text.Value

// Done is what an operation did, or in a dry run would do.
type Done struct {
	Path         string // clean and relative to the root; of a move or copy, the destination
	Summary      wording.Sentence
	Answer       string   // in place of the summary, for a function with a sentence of its own
	Notes        []string // lines after it: Locations: lines 42, 78
	Warnings     []string
	Changed      bool
	Replacements int
	Lines        []int           // 1-based lines of the places, before the change
	Content      string          // what a read answers
	Shown        *document.Shown // and what there is to say of it
	Anchors      bool            // it shows lines with their anchors
	Excerpt      string          // the changed lines with their neighbours, numbered
	Diff         string          // unified, if Policy.Diffs
	Backup       string          // where the content before the run is kept

	// Origin is the name on disk of the file that was changed, "" for a new one.
	Origin string
	// From and To are the resolved names of what was moved or copied and of its new place.
	From, To string
	Copied   bool
}

// unchanged is the sentence on a file that an operation leaves as it is.
func unchanged(before, path, after string) wording.Sentence {
	return wording.Sentence{Before: "No change: " + before, Path: path, After: after}
}

// note adds lines, but for empty ones.
func (d *Done) note(lines ...string) {
	for _, l := range lines {
		if l != "" {
			d.Notes = append(d.Notes, l)
		}
	}
}

// Result is one operation with its outcome: Done, or Err.
type Result struct {
	Operation
	Done
	Err     *Error
	Elapsed time.Duration
}

// Policy is how operations behave. Sizes are in bytes.
type Policy struct {
	MaxEdit, MaxCreate, MaxRead int64
	AllowBinary                 bool // edit, append and insert work on bytes
	Diffs                       bool // results carry a unified diff
	Tolerant                    bool // a find may differ in blanks and the like, where one place does
	Unique                      bool // an <edit> must match once
	// OmissionCheck says what happens to a text with a placeholder for code: "off" lets it
	// pass, "warn" warns, anything else makes it an error in source files.
	OmissionCheck string
	// SearchExclude are patterns, as in a .gitignore, that searches leave out.
	SearchExclude []string
	// SearchLimit is how many files a glob lists.
	SearchLimit int
	// Pixels makes a read of an image carry its bytes, for a front end that passes them on.
	Pixels bool
	// Searched gets the counts of the search that is under way; nil for none.
	Searched *atomic.Pointer[search.Progress]
	// PathStyle is how the paths of calls are written: "relative", "absolute", else
	// either. Those of blocks are relative.
	PathStyle string

	paths     workspace.PathStyle // of the paths of the present operation
	left      *allowance          // what the run may still take
	later     later               // what the response changes after the present operation
	style     wording.Style       // how messages about the present operation are worded
	converted bool                // as the present operation says
	histories lineHistories       // nil unless an operation of the run has an anchor
	unseen    bool                // nobody is shown the result of the present operation
}
