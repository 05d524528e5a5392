package ops

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fileops/internal/syntax"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// Runner runs a list of operations on one transaction.
type Runner struct {
	Workspace *workspace.Workspace
	Policy    Policy
	Syntax    syntax.Checker
	KeepGoing bool // a syntax error is a warning, not a failure
	DryRun    bool // never commit
	Atomic    bool // commit only if every operation succeeded
	Diff      bool // the Report carries a diff of every file
	Now       func() time.Time
	Random    func() uint32
}

// Report is what a run did, or in a dry run would do.
type Report struct {
	Run       string // its name: 20261120T201501-3f2a
	Root      string
	DryRun    bool
	Atomic    bool
	Committed bool
	Results   []Result
	Files     []File // what changed, by name; backups left out
	Warnings  []string
}

// File is one file or directory that a run changed.
type File struct {
	Name string
	Kind string // created, modified, deleted, moved, copied, made_directory, removed_directory
	From string // where a moved or copied one comes from
	Dir  bool   // a directory
	Diff string // if Runner.Diff
}

// Failed counts the operations that did not succeed, without those skipped.
func (r *Report) Failed() int {
	n := 0
	for _, res := range r.Results {
		if res.Err != nil && res.Err.Code != Skipped {
			n++
		}
	}
	return n
}

// Skipped counts the operations that were not tried.
func (r *Report) Skipped() int {
	n := 0
	for _, res := range r.Results {
		if res.Err != nil && res.Err.Code == Skipped {
			n++
		}
	}
	return n
}

// Run runs the operations in order, each on the tree as the ones before left it,
// judges the files that changed, and commits. An operation that fails is a Result;
// the error is for what keeps the whole run from its end: an interrupt, a file that
// changed meanwhile, a full disk. No result claims success for what was not written
// then.
func (r *Runner) Run(ctx context.Context, list []Operation) (Report, error) {
	rep := Report{Run: r.name(), Root: r.Workspace.Dir(), DryRun: r.DryRun, Atomic: r.Atomic}
	err := r.fill(ctx, list, &rep)
	if err != nil && !errors.Is(err, context.Canceled) {
		err = asError(err)
	}
	switch {
	case err != nil:
		rep.fail(err)
	case rep.Withheld():
		rep.warnWithheld()
	}
	return rep, err
}

// fill does the run and notes in rep what came of it.
func (r *Runner) fill(ctx context.Context, list []Operation, rep *Report) error {
	tx, results, err := r.settle(ctx, list)
	rep.Results = results
	if err != nil {
		return err
	}
	// Before the backups: a deleted file is kept by another name, and would no longer
	// count as gone.
	if rep.Files, err = r.files(tx); err != nil {
		return err
	}
	kept, warnings, err := tx.Backup()
	if err != nil {
		return err
	}
	rep.Warnings = warnings
	for i := range results {
		if results[i].Changed && results[i].origin != "" {
			results[i].Backup = kept[results[i].origin]
		}
	}
	if r.DryRun || rep.Withheld() || len(rep.Files) == 0 {
		return nil
	}
	err = tx.Commit(ctx, rep.Run)
	if w := (*workspace.Error)(nil); errors.As(err, &w) && w.Reason == workspace.Leftover {
		rep.Warnings = append(rep.Warnings, w.Msg)
		err = nil
	}
	rep.Committed = err == nil
	return err
}

// Withheld reports that nothing is written because an operation failed.
func (r *Report) Withheld() bool { return r.Atomic && r.Failed()+r.Skipped() > 0 }

// fail turns every change into a failure: none of them was written.
func (r *Report) fail(err error) {
	why := "the run was interrupted"
	cause := &Error{Code: Interrupted, Err: err}
	if e := (*Error)(nil); errors.As(err, &e) {
		why, cause = e.Msg, e
	}
	r.Files = nil
	for i := range r.Results {
		res := &r.Results[i]
		if res.Err != nil || !res.Changed {
			continue
		}
		res.Err = &Error{Code: cause.Code, Path: res.Path, Msg: "Not written: " + why, Hint: cause.Hint, Err: err}
		res.Done = Done{Path: res.Path}
	}
}

// warnWithheld says with every change that it was not written.
func (r *Report) warnWithheld() {
	for i := range r.Results {
		if res := &r.Results[i]; res.Err == nil && res.Changed {
			res.Warnings = append(res.Warnings, "not written, because another operation failed (atomic)")
		}
	}
}

func (r *Runner) name() string {
	return fmt.Sprintf("%s-%04x", r.Now().UTC().Format("20060102T150405"), r.Random()&0xffff)
}

// observer looks at a transaction after an operation that changed something.
type observer func(i int, tx *workspace.Tx, done Done) error

// stage runs the operations that are not excluded on a new transaction and calls
// after, if there is one, for each that changed something.
func (r *Runner) stage(ctx context.Context, list []Operation, excluded map[int]*Error, after observer) (*workspace.Tx, []Result, error) {
	tx := r.Workspace.Begin()
	results := make([]Result, len(list))
	for i, op := range list {
		results[i].Operation = op
		if err := ctx.Err(); err != nil {
			return tx, results[:i], err
		}
		if err := excluded[i]; err != nil {
			results[i].Err = err
			continue
		}
		start := r.Now()
		done, err := op.Action.run(ctx, tx, r.Policy)
		results[i].Elapsed = r.Now().Sub(start)
		if err != nil {
			results[i].Err = asError(err)
			continue
		}
		results[i].Done = done
		if after == nil || !done.Changed {
			continue
		}
		if err := after(i, tx, done); err != nil {
			return tx, results, err
		}
	}
	return tx, results, nil
}

// files lists what the transaction changes, with diffs if they are wanted.
func (r *Runner) files(tx *workspace.Tx) ([]File, error) {
	changes, err := tx.Changes()
	if err != nil {
		return nil, err
	}
	files := make([]File, len(changes))
	for i, c := range changes {
		files[i] = File{Name: c.Name, Kind: string(c.Kind), From: c.From, Dir: c.Dir}
		if !r.Diff || c.Dir {
			continue
		}
		files[i].Diff = r.diff(c)
	}
	return files, nil
}

// diff shows one change as git does. Files over the limits of the policy are named,
// not shown.
func (r *Runner) diff(c workspace.Change) string {
	var header string
	from, to := text.Version{Name: "a/" + c.Name}, text.Version{Name: "b/" + c.Name}
	switch c.Kind {
	case workspace.Moved:
		from.Name = "a/" + c.From
		header = fmt.Sprintf("diff --git a/%s b/%s\nrename from %s\nrename to %s\n", c.From, c.Name, c.From, c.Name)
	case workspace.Copied:
		return fmt.Sprintf("diff --git a/%s b/%s\nsimilarity index 100%%\ncopy from %s\ncopy to %s\n", c.From, c.Name, c.From, c.Name)
	case workspace.Created:
		from.Name = "/dev/null"
	case workspace.Deleted:
		to.Name = "/dev/null"
	}
	limit := max(r.Policy.MaxEdit, r.Policy.MaxCreate)
	var before, after error
	if c.Kind != workspace.Created {
		from.Content, before = c.Before(limit)
	}
	to.Content, after = c.After(limit)
	if before != nil || after != nil {
		return header + "# " + c.Name + ": too large to show\n"
	}
	return header + text.Diff(from, to)
}
