// Package review asks a person, operation by operation, what of a run is to land. It reads answers by
// lines, and draws nothing, so it works over ssh, in a plain terminal and with a screen reader.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Review is one review of a run.
type Review struct {
	// Stage runs operations and writes nothing. Each result has the diff of its operation.
	Stage func(ctx context.Context, list []ops.Operation) (report.Run, error)
	// Ask prints a question and reads a line. Its error is io.EOF at the end of the input.
	Ask func(question string) (answer string, err error)
	// Edit lets the person edit a text. name ends as the name of the file.
	Edit func(name, text string) (string, error)
	// Read returns a file as it would be after the operations.
	Read func(ctx context.Context, list []ops.Operation, path string) (string, error)
	Out  *terminal.Writer

	items   []item
	rep     report.Run // of the last staging
	failing int        // operations that failed in it
	dirty   bool       // something was left out or edited since
	rest    []string   // files of which the rest is left out; "" for all
	history [][]int    // the items that each answer decided
}

// item is one operation with what the person decided.
type item struct {
	op      ops.Operation
	draft   string // a new text with which it failed
	decided bool
	left    bool
}

// Run asks for each operation that would change something. It returns the operations in their order;
// those that were left out are declined.
func (r *Review) Run(ctx context.Context, list []ops.Operation) ([]ops.Operation, error) {
	for _, op := range list {
		r.items = append(r.items, item{op: op})
	}
	if err := r.stage(ctx); err != nil {
		return nil, err
	}
	if len(r.order()) == 0 {
		return r.operations(), nil
	}
	for {
		if err := r.showFailures(); err != nil {
			return nil, err
		}
		i, ok := r.next()
		if !ok {
			return r.operations(), nil
		}
		if slices.Contains(r.rest, "") || slices.Contains(r.rest, r.rep.Results[i].Path) { // it can be done since others were left out
			r.mark(true, i)
			if err := r.stage(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if err := r.show(i); err != nil {
			return nil, err
		}
		if err := r.decide(ctx, i); err != nil {
			return nil, err
		}
		if r.dirty {
			if err := r.stage(ctx); err != nil {
				return nil, err
			}
		}
	}
}

// showFailures shows what fails, when it is more than before.
func (r *Review) showFailures() error {
	before := r.failing
	if r.failing = r.rep.Failed() + r.rep.SkippedOrWithheld(); r.failing <= before {
		return nil
	}
	if before > 0 || slices.ContainsFunc(r.items, func(it item) bool { return it.left }) {
		r.Out.Styled(terminal.Warning, "\nThis needs what you left out:\n")
	}
	return report.Human{Quiet: true}.Run(r.Out, r.rep)
}

// Agrees reports whether results are those that the person has seen.
func (r *Review) Agrees(results []ops.Result) bool {
	return slices.EqualFunc(r.rep.Results, results, func(a, b ops.Result) bool {
		return (a.Err == nil) == (b.Err == nil) && a.Changed == b.Changed && a.Path == b.Path && a.Diff == b.Diff
	})
}

// operations are the items as operations, with those that were left out declined.
func (r *Review) operations() []ops.Operation {
	list := make([]ops.Operation, len(r.items))
	for i, it := range r.items {
		if list[i] = it.op; it.left {
			list[i] = it.op.Decline()
		}
	}
	return list
}

// stage runs what is not left out.
func (r *Review) stage(ctx context.Context) (err error) {
	r.rep, err = r.Stage(ctx, r.operations())
	r.dirty = false
	return err
}

// order lists the items that would change something: by files, in the order in which these come first.
func (r *Review) order() (order []int) {
	var files []string
	of := map[string][]int{}
	for i := range r.rep.Results {
		if res := &r.rep.Results[i]; res.Err == nil && res.Changed {
			if of[res.Path] == nil {
				files = append(files, res.Path)
			}
			of[res.Path] = append(of[res.Path], i)
		}
	}
	for _, f := range files {
		order = append(order, of[f]...)
	}
	return order
}

// next is the first item that is not decided.
func (r *Review) next() (i int, ok bool) {
	for _, i := range r.order() {
		if !r.items[i].decided {
			return i, true
		}
	}
	return 0, false
}

// show shows what an item would change.
func (r *Review) show(i int) error {
	res, at := &r.rep.Results[i], 1
	for _, it := range r.items {
		if it.decided {
			at++
		}
	}
	r.Out.Styled(terminal.Plain, "\n")
	r.Out.Styled(terminal.Path, fmt.Sprintf("%d of %d · %s · %s", at, at-1+len(r.undecided("")), res.Action.Kind(), terminal.Escape(res.Path)))
	r.Out.Styled(terminal.Plain, "\n")
	for _, msg := range res.Warnings {
		r.Out.Styled(terminal.Warning, "Warning: "+msg+"\n")
	}
	files := []run.File{{Diff: res.Diff}}
	if gone := r.deleted(i); gone != nil {
		files = []run.File{*gone}
	} else if res.Diff == "" {
		r.Out.Styled(terminal.Plain, r.rep.Sentence(i)+"\n")
		return r.Out.Flush()
	}
	if err := (report.Human{}).Diffs(r.Out, files); err != nil {
		return err
	}
	return r.Out.Flush()
}

// deleted is the file that an item would delete; nil if it deletes none.
func (r *Review) deleted(i int) *run.File {
	for k := range r.rep.Files {
		if f := &r.rep.Files[k]; f.Kind == "deleted" && f.Name == r.rep.Results[i].Path {
			return f
		}
	}
	return nil
}

// keys are the answers.
const keys = `y  take this change
n  leave it out
a  take this one and all that follow
d  leave this one and the rest of the file out
q  leave this one and all that follow out
u  go back to the one before
e  edit the new text
s  split it into smaller changes
v  show the whole file as it would be
?  this help
`

// decide asks until an answer decides, edits or splits the item, or goes back.
func (r *Review) decide(ctx context.Context, i int) error {
	for {
		answer, err := r.Ask("Take this change [y,n,a,d,q,u,e,s,v,?]? ")
		if errors.Is(err, io.EOF) && answer == "" {
			answer = "q" // nobody is there to answer
		} else if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		done, say := r.answered(ctx, i, strings.ToLower(strings.TrimSpace(answer)))
		if say != "" {
			r.Out.Styled(terminal.Plain, say)
			if err := r.Out.Flush(); err != nil {
				return err
			}
		}
		if done {
			return nil
		}
	}
}

// answered does what an answer says. It reports whether another question follows, and what to say.
func (r *Review) answered(ctx context.Context, i int, answer string) (done bool, say string) {
	switch answer {
	case "y":
		r.mark(false, i)
	case "n":
		r.mark(true, i)
	case "a":
		r.mark(false, r.undecided("")...)
	case "d":
		r.rest = append(r.rest, r.rep.Results[i].Path)
		r.mark(true, r.undecided(r.rep.Results[i].Path)...)
	case "q":
		r.rest = append(r.rest, "")
		r.mark(true, r.undecided("")...)
	case "u":
		return r.back()
	case "e":
		return r.edit(ctx, i)
	case "s":
		return r.split(i)
	case "v":
		text, err := r.Read(ctx, r.operations(), r.rep.Results[i].Path)
		switch {
		case err == nil:
			return false, text
		case r.deleted(i) != nil:
			return false, "The file would be gone.\n"
		}
		return false, "There is no text to show: " + err.Error() + "\n"
	default:
		return false, keys
	}
	return true, ""
}

// undecided are the items that are not decided: of a file, or of all if it is "".
func (r *Review) undecided(file string) (list []int) {
	for _, i := range r.order() {
		if !r.items[i].decided && (file == "" || r.rep.Results[i].Path == file) {
			list = append(list, i)
		}
	}
	return list
}

// mark decides items.
func (r *Review) mark(left bool, items ...int) {
	for _, i := range items {
		r.items[i].decided, r.items[i].left = true, left
	}
	r.dirty = r.dirty || left
	r.history = append(r.history, items)
}

// back takes the last answer back.
func (r *Review) back() (done bool, say string) {
	if len(r.history) == 0 {
		return false, "This is the first one.\n"
	}
	r.rest = nil
	last := r.history[len(r.history)-1]
	r.history = r.history[:len(r.history)-1]
	for _, i := range last {
		r.dirty = r.dirty || r.items[i].left
		r.items[i].decided, r.items[i].left = false, false
	}
	return true, ""
}

// edit puts another text into an item. If it fails with that, it stays as it is, and the editor
// begins with that text the next time.
func (r *Review) edit(ctx context.Context, i int) (done bool, say string) {
	_, text, ok := r.items[i].op.NewText()
	if !ok {
		return false, "This operation has no text of its own to be edited.\n"
	}
	edited, err := r.Edit(r.rep.Results[i].Path, cmp.Or(r.items[i].draft, text))
	if err != nil {
		return false, "The text was not edited: " + err.Error() + "\n"
	}
	if edited == text {
		return false, "The text is as it was.\n"
	}
	op, err := r.items[i].op.WithNewText(edited)
	if err != nil {
		return false, "The operation cannot have that text: " + err.Error() + "\n"
	}
	before := r.items[i].op
	r.items[i].op = op
	staged, err := r.Stage(ctx, r.operations())
	if err != nil {
		r.dirty = true // so that Run stages again, and returns the error
		return true, ""
	}
	res := &staged.Results[i]
	if res.Err == nil && res.Changed {
		r.items[i].draft, r.rep = "", staged
		return true, ""
	}
	r.items[i].op, r.items[i].draft = before, edited
	why := "With that text, nothing changes."
	if res.Err != nil {
		why = res.Err.Error()
	}
	return false, why + "\nThe change is as it was. Press e to edit your text again.\n"
}

// split puts the parts of an item in its place. The answers before it stay.
func (r *Review) split(i int) (done bool, say string) {
	parts := r.items[i].op.Split()
	if parts == nil {
		return false, "This change cannot be split.\n"
	}
	items := make([]item, len(parts))
	for k, op := range parts {
		items[k] = item{op: op}
	}
	r.items = append(r.items[:i], append(items, r.items[i+1:]...)...)
	for _, answer := range r.history {
		for k, j := range answer {
			if j > i {
				answer[k] = j + len(parts) - 1
			}
		}
	}
	r.dirty = true
	return true, ""
}
