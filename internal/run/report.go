package run

import (
	"errors"
	"fmt"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// Report is what a run did, or in a dry run would do.
type Report struct {
	Run       string // the ID of the run, such as 20261120T201501-3f2a
	Root      string
	DryRun    bool
	Atomic    bool
	Committed bool
	Results   []ops.Result
	Files     []File // what changed, in the order of the names; without backups
	Patch     []File // if Runner.Patch: the same as git has it, see workspace.Tx.PatchChanges
	Warnings  []string

	NotUndoable string // why the run cannot be undone; "" if it can
}

// File is one file or directory that a run changed.
type File struct {
	Name string
	Kind string // created, modified, deleted, moved, copied, made_directory, removed_directory
	From string // where a moved or copied one comes from
	Dir  bool   // a directory
	Diff string // if Runner.Diff
	// Hidden says why Diff does not show the content, if it does not: a patch with it cannot be applied.
	Hidden string

	Added, Removed int   // lines, as the Diff counts them
	LinesUncounted bool  // it is binary, too large, or cannot be read; Added and Removed are 0
	Bytes          Sizes // if LinesUncounted
}

// Sizes are the sizes of a file before and after a run, in bytes.
type Sizes struct{ Old, New int64 }

// Failed counts the operations that did not succeed, without those that SkippedOrWithheld counts.
func (r *Report) Failed() int { return r.failures(false) }

// SkippedOrWithheld counts the operations with the code ops.Skipped or ops.Withheld: those that
// were not tried, and those whose change is right by itself and was not written.
func (r *Report) SkippedOrWithheld() int { return r.failures(true) }

func (r *Report) failures(skippedOrWithheld bool) int {
	n := 0
	for _, res := range r.Results {
		if e := res.Err; e != nil && e.Code != ops.Declined && skippedOrWithheld == (e.Code == ops.Skipped || e.Code == ops.Withheld) {
			n++
		}
	}
	return n
}

// Declined counts the operations that a person left out.
func (r *Report) Declined() int {
	n := 0
	for _, res := range r.Results {
		if res.Err != nil && res.Err.Code == ops.Declined {
			n++
		}
	}
	return n
}

// decline replaces the result of each operation that changed something: a person left them out.
func (r *Report) decline() {
	r.failChanges(ops.Error{
		Code: ops.Declined, Msg: "Left out by the reviewer: the user did not want these changes",
		Hint: "Go on without them. Do not send them again, unless the user asks for them.",
	})
}

// totals are the counts that the history shows of a run.
func totals(r Report) workspace.Totals {
	t := workspace.Totals{Operations: len(r.Results) - r.Failed() - r.SkippedOrWithheld() - r.Declined()}
	for _, f := range r.Files {
		t.Insertions, t.Deletions = t.Insertions+f.Added, t.Deletions+f.Removed
	}
	return t
}

// CommitRefused reports whether the run is atomic and an operation did not succeed, so that
// nothing is written.
func (r *Report) CommitRefused() bool { return r.Atomic && r.Failed()+r.SkippedOrWithheld() > 0 }

// fail replaces the result of each operation that changed something by the error that ended the run.
func (r *Report) fail(err error) {
	cause := &ops.Error{Code: ops.Interrupted, Msg: "the run was interrupted"}
	errors.As(err, &cause)
	inDoubt := false
	if w := (*workspace.Error)(nil); errors.As(err, &w) {
		inDoubt = w.NotRolledBack
	}
	r.failChanges(ops.Error{Code: cause.Code, Msg: cause.Msg, Hint: cause.Hint, Err: err, Unwritten: true, InDoubt: inDoubt})
}

// withholdAll replaces the result of each operation that changed something by an error: the run is
// atomic, and others failed.
func (r *Report) withholdAll() {
	others := "1 other operation"
	if n := r.Failed() + r.SkippedOrWithheld(); n != 1 {
		others = fmt.Sprintf("%d other operations", n)
	}
	r.failChanges(ops.Error{
		Code: ops.Withheld, Msg: others + " did not succeed, and the run is atomic", Unwritten: true,
		Hint: "Nothing is wrong with this one. Send it again with the others when those are correct.",
	})
}

// failChanges replaces the result of each operation that changed something by an error: nothing was
// written, or it is in doubt whether something was.
func (r *Report) failChanges(why ops.Error) {
	r.warnOfUnwritten()
	r.Files, r.Patch = nil, nil
	for i := range r.Results {
		if res := &r.Results[i]; res.Err == nil && res.Changed {
			e := why
			e.Path = res.Path
			res.Err, res.Done = &e, ops.Done{Path: res.Path}
		}
	}
}

// warnOfUnwritten adds a warning to results that may show changes that were not written, or of which
// that is in doubt: each read, listing, grep and glob after a change of what it reads or searches.
func (r *Report) warnOfUnwritten() {
	var changed []string
	for i := range r.Results {
		res := &r.Results[i]
		if res.Err != nil {
			continue
		}
		if res.Changed {
			changed = append(changed, res.Path)
			if res.From != "" && !res.Copied { // its name is gone from the listing
				changed = append(changed, res.From)
			}
			continue
		}
		shows := func(path string) bool { return res.Path == "." || related(res.Path, path) }
		if slices.Contains([]string{"grep", "glob", "read"}, res.Action.Kind()) && slices.ContainsFunc(changed, shows) {
			res.Warnings = append(res.Warnings, "this shows changes of the run, which were not written")
		}
	}
}

// dropStaleAnchors removes the anchors from messages about files that the run changed after them.
// If later operations changed what a read or grep with anchors shows, it adds a warning to that.
func (r *Report) dropStaleAnchors(changes []workspace.Change) {
	changed := func(origin string) bool {
		return slices.ContainsFunc(changes, func(c workspace.Change) bool { return c.Origin() == origin })
	}
	for i := range r.Results {
		res := &r.Results[i]
		if res.Err != nil {
			res.Err.DropAnchors(changed)
			continue
		}
		later := func(o ops.Result) bool {
			return o.Err == nil && o.Changed && (res.Path == "." || touches(o.Done, res.Path))
		}
		if res.Anchors && slices.ContainsFunc(r.Results[i+1:], later) {
			res.Warnings = append(res.Warnings, "later operations changed what this shows: read it again before you use its anchors")
		}
	}
}
