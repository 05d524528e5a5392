// Package run runs a list of operations, in order, and commits the result as one transaction.
// Several operations of one tool call, of one patch, or of the diff of one file are a group: it is
// done as a whole or not at all. The files that changed are checked. Operations that broke one are
// excluded, and the others are run again. Except in a dry run, a result reports a change only if it
// was written, or if a later operation undid it. The commands apply, read and undo each make a
// Runner.
//
// An operation is excluded for one of these reasons. It broke a file; it changed a broken file, and
// it is not known which operation broke that, or the search for it reached a limit; it removed a file
// whose replacement was excluded, or is on that replacement; or others can only be written without
// it: its error says "rolled back". (Nothing of it was on disk. In package workspace, a commit is rolled back
// whose changes were.) Another operation of its group failed: its error says "Not written", and has
// the code ops.Withheld. Or it failed: then it keeps its own error. The hints of later operations
// call the first two kinds rolled back.
//
// A replay runs the list once, on a new transaction, without the operations that are excluded.
// The first pass over the list counts as a replay that excludes none. An attempt repeats the
// replay, and excludes groups, until none is half done: one in which an operation failed and
// another changed something. Then it checks the changed files. Only the transaction of the last
// attempt is committed.
//
// A checker is a built-in parser (package syntax), or one of the user's validators. The culprit
// search finds the operations that broke files.
package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fileops/internal/ops"
	"fileops/internal/syntax"
	"fileops/internal/syntax/validator"
	"fileops/internal/workspace"
)

// Runner runs a list of operations, and commits the result as one transaction.
type Runner struct {
	Workspace  *workspace.Workspace
	Policy     ops.Policy
	Syntax     syntax.Parsers // the built-in parsers
	Validators *validator.Set // the user's own commands that check files; nil for none
	KeepBroken bool           // changes that break the syntax of a file are kept, with a warning
	DryRun     bool           // never commit
	Atomic     bool           // commit only if every operation succeeded
	Diff       bool           // the Report carries a diff of every file
	Patch      bool           // the Report carries a patch for git
	// Confirm is asked before the commit, while the root is locked; nil allows it. If it returns false,
	// nothing is written.
	Confirm func(Report) (bool, error)
	Now     func() time.Time
	Random  func() uint32
	binary  bool // diffs hold binary contents

	OperationProgress *workspace.Progress // counts the operations of a replay that it has reached, also those that do not run; nil counts nothing
	CheckProgress     *workspace.Progress // counts the changes that the check has reached, also directories and deleted files; nil counts nothing
}

// Run runs the operations in order, each on the tree as the ones before left it, checks the files
// that changed, and commits. The failure of an operation stands in its Result. The error is for
// what ends the whole run: an interrupt, a file that changed meanwhile, a full disk. Then no result
// reports a change as made.
func (r *Runner) Run(ctx context.Context, list []ops.Operation) (Report, error) {
	began := r.Now()
	id := fmt.Sprintf("%s-%04x", began.UTC().Format("20060102T150405"), r.Random()&0xffff)
	rep := Report{Run: id, Root: r.Workspace.Dir(), DryRun: r.DryRun, Atomic: r.Atomic}
	err := r.execute(ctx, list, &rep, began)
	if err != nil && !errors.Is(err, context.Canceled) {
		err = ops.AsError(err)
	}
	switch {
	case err != nil:
		rep.fail(err)
	case rep.CommitRefused():
		rep.withholdAll()
	}
	return rep, err
}

// execute runs, checks, backs up and commits, and fills rep.
func (r *Runner) execute(ctx context.Context, list []ops.Operation, rep *Report, began time.Time) error {
	o, err := r.runAndExclude(ctx, list)
	tx, results := o.tx, o.results
	rep.Results = results
	if err != nil {
		return err
	}
	changes := tx.Changes()
	rep.Files = r.files(changes)
	if r.Patch {
		if rep.Patch, err = r.patch(tx.PatchChanges()); err != nil {
			return err
		}
	}
	backups, warnings, err := tx.Backup()
	if err != nil {
		return err
	}
	rep.Warnings = append(warnings, uncheckedWarnings(o.unchecked)...)
	for i := range results {
		if res := &results[i]; res.Changed && res.Origin != "" {
			b := backups[res.Origin]
			res.Backup = b.Name
			if b.Note != "" {
				res.Warnings = append(res.Warnings, b.Note)
			}
		}
	}
	if r.DryRun { // it leaves nothing behind, not even which files were read
		return nil
	}
	// The contents of files that the sender, a model or a person, has seen. With
	// workspace.Options.ReadBeforeWrite, only such files may be changed.
	known, err := tx.KnownContents()
	if err != nil {
		return err
	}
	tx.SetTotals(totals(*rep))
	confirmed := true
	if r.Confirm != nil && !rep.CommitRefused() && len(rep.Files) > 0 {
		if confirmed, err = r.Confirm(*rep); err != nil {
			return err
		}
	}
	if !confirmed {
		rep.decline()
	}
	if !rep.CommitRefused() && (len(rep.Files) > 0 || tx.Undoes() != "") {
		err = tx.Commit(ctx, rep.Run, began)
		if w := (*workspace.Error)(nil); errors.As(err, &w) && w.Reason == workspace.Leftover {
			rep.Warnings = append(rep.Warnings, w.Msg)
			err = nil
		}
		rep.Committed, rep.NotUndoable = err == nil, tx.NotUndoable()
	}
	if rep.Committed {
		rep.dropStaleAnchors(changes)
	}
	if !rep.Committed { // the sender knows what it read, but nothing that it changed
		known = tx.KnownOnDisk()
	}
	if e := r.Workspace.Remember(known); e != nil {
		rep.Warnings = append(rep.Warnings, "could not record which files were read, so read them again before you change them: "+e.Error())
	}
	return err
}
