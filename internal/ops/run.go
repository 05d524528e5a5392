package ops

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"fileops/internal/syntax"
	"fileops/internal/syntax/validator"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// Runner runs a list of operations on one transaction.
type Runner struct {
	Workspace  *workspace.Workspace
	Policy     Policy
	Syntax     syntax.Checker
	Validators *validator.Set // the user's own checkers; nil for none
	KeepGoing  bool           // a syntax error is a warning, not a failure
	DryRun     bool           // never commit
	Atomic     bool           // commit only if every operation succeeded
	Diff       bool           // the Report carries a diff of every file
	Now        func() time.Time
	Random     func() uint32

	began     time.Time
	unchecked []string // what should have been checked and was not, as warnings
	rehearsed []Result // while it is found out what can be kept: of all operations
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

// Failed counts the operations that did not succeed, without those that nothing is
// wrong with.
func (r *Report) Failed() int {
	return r.count(func(c Code) bool { return c != Skipped && c != Withheld })
}

// Skipped counts the operations that were not tried, or withheld with others.
func (r *Report) Skipped() int {
	return r.count(func(c Code) bool { return c == Skipped || c == Withheld })
}

func (r *Report) count(which func(Code) bool) int {
	n := 0
	for _, res := range r.Results {
		if res.Err != nil && which(res.Err.Code) {
			n++
		}
	}
	return n
}

// Run runs the operations in order, each on the tree as the ones before left it,
// checks the files that changed, and commits. An operation that fails is a Result;
// the error is for what keeps the whole run from its end: an interrupt, a file that
// changed meanwhile, a full disk. No result claims success for what was not written
// then.
func (r *Runner) Run(ctx context.Context, list []Operation) (Report, error) {
	r.began = r.Now()
	rep := Report{Run: r.name(), Root: r.Workspace.Dir(), DryRun: r.DryRun, Atomic: r.Atomic}
	err := r.fill(ctx, list, &rep)
	if err != nil && !errors.Is(err, context.Canceled) {
		err = asError(err)
	}
	switch {
	case err != nil:
		rep.fail(err)
	case rep.Withheld():
		rep.withhold()
	}
	return rep, err
}

// fill does the run and notes in rep what came of it.
func (r *Runner) fill(ctx context.Context, list []Operation, rep *Report) error {
	tx, results, err := r.keepValid(ctx, list)
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
	rep.Warnings = append(warnings, r.unchecked...)
	for i := range results {
		if results[i].Changed && results[i].origin != "" {
			b := kept[results[i].origin]
			if results[i].Backup = b.Name; b.Note != "" {
				results[i].Warnings = append(results[i].Warnings, b.Note)
			}
		}
	}
	if r.DryRun {
		return nil
	}
	seen, err := tx.Seen()
	if err != nil {
		return err
	}
	if !rep.Withheld() && (len(rep.Files) > 0 || tx.Undoes() != "") {
		err = r.commit(ctx, tx, rep)
	}
	// Also where nothing was written: what was read was answered all the same.
	if e := r.Workspace.Remember(seen); e != nil {
		rep.Warnings = append(rep.Warnings, "what was read is not remembered: "+e.Error())
	}
	return err
}

func (r *Runner) commit(ctx context.Context, tx *workspace.Tx, rep *Report) error {
	err := tx.Commit(ctx, rep.Run, r.began)
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
	r.unwritten()
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

// unwritten warns of answers that show what was not written: those of reads of what the
// run had changed before, and of searches.
func (r *Report) unwritten() {
	var changed []string
	for i := range r.Results {
		res := &r.Results[i]
		if res.Err != nil {
			continue
		}
		if res.Changed {
			changed = append(changed, res.Path)
			if res.route != nil {
				changed = append(changed, res.route.to)
			}
			continue
		}
		kind := res.Action.Kind()
		shows := func(path string) bool {
			_, in := below(res.Path, path)
			return kind == "grep" || kind == "glob" || kind == "read" && in
		}
		if slices.ContainsFunc(changed, shows) {
			res.Warnings = append(res.Warnings, "this shows changes of the run, which were not written")
		}
	}
}

// withhold turns every change of an atomic run into one that was not made.
func (r *Report) withhold() {
	r.unwritten()
	r.Files = nil
	n := plural(r.Failed()+r.Skipped(), "other operation", "other operations")
	for i := range r.Results {
		if res := &r.Results[i]; res.Err == nil && res.Changed {
			res.Err = &Error{
				Code: Withheld, Path: res.Path, Msg: "Not written: " + n + " did not succeed, and the run is atomic",
				Hint: "Nothing is wrong with this one. Send it again with the others when those are correct.",
			}
			res.Done = Done{Path: res.Path}
		}
	}
}

func (r *Runner) name() string {
	return fmt.Sprintf("%s-%04x", r.began.UTC().Format("20060102T150405"), r.Random()&0xffff)
}

// steps is how one pass over the operations goes.
type steps struct {
	excluded map[int]*Error                                 // the operations that are left out, and why
	before   func(i int, tx *workspace.Tx) error            // may keep an operation from being run
	after    func(i int, tx *workspace.Tx, done Done) error // looks at what an operation changed; nil for nobody
}

// stage runs the operations that are not excluded on a new transaction.
func (r *Runner) stage(ctx context.Context, list []Operation, steps steps) (*workspace.Tx, []Result, error) {
	tx := r.Workspace.Begin()
	results := make([]Result, len(list))
	x := explainer{tx: tx, policy: r.Policy, list: list, done: results, room: maxExplained, left: newAllowance()}
	for i, op := range list {
		results[i].Operation = op
		if err := ctx.Err(); err != nil {
			return tx, results[:i], err
		}
		if err := steps.excluded[i]; err != nil {
			results[i].Err = err
			continue
		}
		start := r.Now()
		tx.Paths(r.style(op))
		policy := r.Policy
		policy.left = x.left
		policy.rehearsal = i < len(r.rehearsed) && r.rehearsed[i].Err == nil
		policy.later = later{list: list[i+1:]}
		policy.caller, policy.converted = caller{name: op.Call.Name, args: op.Args}, op.Converted
		var done Done
		err := steps.before(i, tx)
		if err == nil {
			err = x.left.mayAsk(op.Action)
		}
		if err == nil {
			done, err = op.Action.run(ctx, tx, policy)
			x.left.answer(done)
		}
		tx.Paths(workspace.Relative)
		results[i].Elapsed = r.Now().Sub(start)
		if err != nil {
			results[i].Err = asError(err)
			x.explain(i, results[i].Err)
			policy.caller.speak(results[i].Err)
			continue
		}
		results[i].Done = done
		if done.Changed {
			x.changed()
		}
		if steps.after == nil || !done.Changed {
			continue
		}
		if err := steps.after(i, tx, done); err != nil {
			return tx, results, err
		}
	}
	return tx, results, nil
}

// style is how the paths of an operation are written.
func (r *Runner) style(op Operation) workspace.PathStyle {
	switch {
	case op.Call.Name == "" || r.Policy.PathStyle == "relative":
		return workspace.Relative
	case r.Policy.PathStyle == "absolute":
		return workspace.Absolute
	}
	return workspace.RelativeOrAbsolute
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

// diff shows one change as git does, so that `git apply` can make it. Files over the
// limits of the policy are named, not shown.
func (r *Runner) diff(c workspace.Change) string {
	was := c.Name
	if c.From != "" {
		was = c.From
	}
	from, to := text.Version{Name: gitName("a/" + was)}, text.Version{Name: gitName("b/" + c.Name)}
	header := "diff --git " + from.Name + " " + to.Name + "\n"
	switch c.Kind {
	case workspace.Moved:
		header += "rename from " + gitName(was) + "\nrename to " + gitName(c.Name) + "\n"
	case workspace.Copied:
		header += "similarity index 100%\ncopy from " + gitName(was) + "\ncopy to " + gitName(c.Name) + "\n"
	case workspace.Created:
		from.Name = "/dev/null"
		header += fmt.Sprintf("new file mode %s\n", gitMode(c.Mode))
	case workspace.Deleted:
		to.Name = "/dev/null"
		header += fmt.Sprintf("deleted file mode %s\n", gitMode(c.Mode))
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

// gitMode is how git writes permission bits.
func gitMode(mode fs.FileMode) string {
	if mode&0o111 != 0 {
		return "100755"
	}
	return "100644"
}

// gitName is how git writes a path: in quotes if it could be misread.
func gitName(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == 0x7f }) {
		return strconv.Quote(name)
	}
	return name
}
