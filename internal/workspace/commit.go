package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"time"

	"fileops/internal/workspace/journal"
)

// Commit writes the transaction to disk, and records it in the history as a run. It does so in
// this order:
//
//  1. It makes a plan: the steps that turn the tree on disk into that of the transaction. A
//     step makes a directory, renames an entry, or replaces one. An entry that the run removes
//     or replaces gets a set-aside name (a temporary one), or that of its backup, so every step
//     can be reverted; what is in a removed directory moves along with it. An entry whose place
//     is not free yet waits under a set-aside name, too.
//  2. It writes the journal as a draft: each step, and for a later undo the old content of each
//     file that the run replaces or removes. If these are too large, none is saved. If one
//     cannot be read, no journal.Entry refers to a saved content. The run cannot be undone then
//     (NotUndoable). It renames the draft, which makes the journal pending. From then on,
//     recovery rolls the run back.
//  3. It writes the temporary files: the new files, complete and synced, under temporary names.
//  4. It checks the preconditions: every entry that the run changes or copies must be as it
//     was loaded, and new names must be free. If not, the reason is Stale.
//  5. It applies the steps, phase by phase (see [journal.Journal]; from the phase that is
//     recorded, recovery knows which steps may have been applied), and syncs the directories in
//     which names changed. It checks that the entries that the plan dropped (see plan: those
//     removed or replaced, but not a removed file that became its own backup) have not changed
//     meanwhile.
//  6. It marks the journal as committed.
//  7. It notes which backups the program made, and deletes the trash: the entries that the run
//     removed or replaced, except those that became a backup themselves. It archives the
//     journal in the history, and removes old runs from there.
//  8. If 7 succeeded and it is due, it prunes the state directories of other roots, a bounded
//     number of them. Errors are ignored.
//
// With Options.Fast, nothing is synced.
//
// If an error occurs in 3 to 6, Commit rolls the steps back at once, and the tree is as it
// was. If it cannot restore everything, the error says so and has the reason Failed. After a
// kill, the next Open rolls back. After 6 the changes are final. An error after 6 has the
// reason Leftover; no other error has it. After that error, or a kill after 6, the next Open
// does 7 again, unless the journal was archived already.
//
// The history lists the run as runID, with the time runBegan. Cancelling ctx has no effect once 5
// has begun. The caller must not commit a transaction twice.
func (tx *Tx) Commit(ctx context.Context, runID string, runBegan time.Time) error {
	changes := tx.Changes()
	nodes := tx.computeFinal()
	tx.expectDirectories(nodes)
	// These are computed before the plan, which changes the nodes. The records say for a later undo
	// what becomes of each entry. The variable changes is only for what the history shows.
	preconditions, records := tx.preconditions(nodes), tx.entryRecords(nodes)
	p := newPlan(tx, nodes, runID)
	if len(p.steps) == 0 && tx.undoes.ID == "" { // an undo without steps is recorded as well
		return nil
	}
	p.records = records
	j := p.journal()
	j.Run, j.Time, j.Root, j.Undoes, j.UndoesNumber, j.Changes = runID, runBegan, tx.w.real, tx.undoes.ID, tx.undoes.number, journalChanges(changes)
	j.Totals = &tx.totals
	tx.w.opt.Progress.Begin(len(p.temps) + len(j.Trash))
	if err := p.writeJournal(ctx, j); err != nil {
		return nothingWritten(err)
	}
	tx.notUndoable = j.NotUndoable
	// While commitOrRollBack runs, Options.Uninterrupted keeps the program from ending. ctx can
	// still be canceled before 5.
	err := tx.w.uninterrupted(func() (committed bool, err error) { return p.commitOrRollBack(ctx, j, preconditions) })
	if err == nil {
		tx.w.pruneStateDirs(runBegan, replacedBytes(records))
	}
	return err
}

// NotUndoable says why the run cannot be undone, once it is committed; "" if it can.
func (tx *Tx) NotUndoable() string { return tx.notUndoable }

// expectDirectories makes the commit fail if another directory stands where the transaction saw one.
func (tx *Tx) expectDirectories(nodes []*node) {
	// An open directory works on even if another program moved it. This closes all of them, so that
	// each is opened by its name again, and compared with the one that was loaded.
	tx.w.root.forget()
	for _, n := range nodes {
		if n.kind == Directory && n.onDisk() {
			tx.w.root.expect(n.diskPath, n.info)
		}
	}
}

// writeJournal writes the journal as a draft. If the program is killed meanwhile, there is
// nothing to roll back.
func (p *plan) writeJournal(ctx context.Context, j *journal.Journal) (err error) {
	journals := p.w.state.journals()
	if j.Number, err = journals.Next(); err != nil {
		return journalError(err)
	}
	return journalError(journals.Draft(ctx, j, func(to io.Writer, at int64) error { return p.saveOldContents(j, to, at) }))
}

// commitOrRollBack does what the journal says, or rolls it back. If committed is true and err is not
// nil, err has the reason Leftover.
func (p *plan) commitOrRollBack(ctx context.Context, j *journal.Journal, preconditions []precondition) (committed bool, err error) {
	w, journals := p.w, p.w.state.journals()
	if err := ctx.Err(); err != nil {
		return false, errors.Join(err, journalError(journals.DiscardDraft()))
	}
	if err := journals.MakePending(); err != nil {
		return false, journalError(err)
	}
	if applied, err := p.applyAndMark(ctx, j, preconditions); err != nil {
		if applied == 0 {
			// Perhaps only some temporary files were made. List those alone: if one was not made,
			// whatever has its name is not ours. Their States can be left out: a rollback reads them
			// only to revert the steps that placed the files, and no step was applied.
			j.Temps = p.createdTemps()
		}
		return false, w.rollBackAfter(j, applied, err)
	}
	if j.NotUndoable != "" {
		w.notify("warning: this run cannot be undone: " + j.NotUndoable)
	}
	return true, w.finish(j)
}

// applyAndMark writes the temporary files, checks the preconditions, applies the steps, checks the
// dropped entries, and marks the run as committed. It returns how many steps may have been applied
// (see applySteps).
func (p *plan) applyAndMark(ctx context.Context, j *journal.Journal, preconditions []precondition) (applied int, err error) {
	err = p.writeTemps(ctx)
	// Check even if writeTemps failed: if a file to be copied is gone, Stale is the better error.
	if changed := p.w.checkPreconditions(ctx, preconditions, j.Time); changed != nil {
		err = changed
	}
	if err != nil {
		return 0, err
	}
	if applied, err = p.applySteps(j, len(p.steps)); err != nil {
		return applied, err
	}
	if err := p.w.syncDirs(j.DirsAfter); err != nil {
		return applied, err
	}
	if err := p.checkDropped(); err != nil {
		return applied, err
	}
	return applied, journalError(p.w.state.journals().MarkCommitted(j))
}

// largeAverage is the average size of temporary files, in bytes, above which only a few are written
// at a time.
const largeAverage = 1 << 20

func (p *plan) writeTemps(ctx context.Context) error {
	total := int64(0)
	for _, c := range p.temps {
		total += c.n.size()
	}
	workers := syncWorkers
	// Many writers help only because they wait for syncs together. With Options.Fast there are no
	// syncs. With large files the disk is busy anyway, and a canceled commit would have to wait
	// for more syncs.
	if p.w.opt.Fast || total > largeAverage*int64(len(p.temps)) {
		workers = cpuWorkers
	}
	return parallel(ctx, workers, len(p.temps), func(i int) error {
		c := p.temps[i]
		err := p.w.writeTemp(c)
		p.w.opt.Progress.Add()
		return classify(c.n.finalPath, err)
	})
}

// createdTemps lists the temporary files that writeTemps made. If another program's file has the
// name of one, it is not among them.
func (p *plan) createdTemps() []journal.Temp {
	var list []journal.Temp
	for _, c := range p.temps {
		if c.created {
			list = append(list, journal.Temp{Name: c.name})
		}
	}
	return list
}

// applySteps applies the first n steps; only tests pass less than len(p.steps). It returns how
// many may have been applied: on an error, all up to the end of the batch that failed, of which some
// may not have begun.
func (p *plan) applySteps(j *journal.Journal, n int) (applied int, err error) {
	for i := 0; i < n; {
		// PhaseStarts[k] is the start of phase k+1: here that is the next phase.
		if j.Phase() < len(j.PhaseStarts) && i == j.PhaseStarts[j.Phase()] {
			if err := p.w.recordPhase(j, j.Phase()+1); err != nil {
				return i, err
			}
		}
		end := min(n, p.batchEnd(i, j))
		err := parallel(context.Background(), cpuWorkers, end-i, func(k int) error {
			s := p.steps[i+k]
			if err := p.w.step(s); err != nil {
				return stepFailed(s, err)
			}
			return nil
		})
		if err != nil {
			s := p.steps[i]
			if s.Kind == journal.Rename && !s.PlacesTemp() && (errors.Is(err, fs.ErrNotExist) || notDirectory(err)) {
				return i, err // the entry to be renamed, or the directory that it goes to, is gone: the step did nothing
			}
			return end, err
		}
		i = end
	}
	return n, nil
}

// recordPhase records that a commit goes on to the next phase, or that a rollback goes back to
// the one before. Recovery assumes that the steps of earlier phases were applied, and that no
// later phase has begun. So recordPhase first syncs the directories in which the phase that
// ends changed names.
func (w *Workspace) recordPhase(j *journal.Journal, phase int) error {
	goesBack := phase < j.Phase()
	if err := w.syncDirs(w.existing(journal.Dirs(j.PhaseSteps(), goesBack))); err != nil {
		return err
	}
	return journalError(w.state.journals().SetPhase(j, phase))
}

// batchEnd returns the end of the batch that begins at step i. Only steps that place temporary
// files run in parallel; any other step is a batch of its own. A batch ends with its phase.
func (p *plan) batchEnd(i int, j *journal.Journal) int {
	limit := len(p.steps)
	if j.Phase() < len(j.PhaseStarts) {
		limit = j.PhaseStarts[j.Phase()]
	}
	for end := i; end < limit; end++ {
		if !p.steps[end].PlacesTemp() {
			return max(end, i+1)
		}
	}
	return limit
}

// syncDirs makes the names in directories durable, unless Options.Fast is set.
func (w *Workspace) syncDirs(dirs []string) error {
	if w.opt.Fast {
		return nil
	}
	return parallel(context.Background(), syncWorkers, len(dirs), func(i int) error {
		return classify(dirs[i], w.syncDir(dirs[i]))
	})
}

// existing returns those of the directories that exist.
func (w *Workspace) existing(dirs []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		info, err := w.root.Lstat(dir)
		return err != nil || !info.IsDir()
	})
}

// checkDropped fails with Stale if an entry that the plan drops (see plan) has changed meanwhile. A
// file has changed if it was written to, and a directory if it got a new entry.
func (p *plan) checkDropped() error {
	dropped := slices.Collect(maps.Keys(p.dropped))
	return parallel(context.Background(), cpuWorkers, len(dropped), func(i int) error {
		n := dropped[i]
		name := p.where(n)
		if n.kind == Directory {
			return p.w.checkEntries(name, n.diskPath, n.curEntries)
		}
		if now, err := p.w.root.Lstat(name); err != nil || !same(n.info, now) {
			return stale(n.diskPath, err)
		}
		return nil
	})
}

// finish notes which backups a committed run made, deletes its trash, archives its journal, and
// prunes the history. A directory in the trash stays, with a notice, if another program put
// something into it. The errors of finish have the reason Leftover: all changes are written, but
// the cleanup failed. An error may join several, of which the report of a run shows the first.
func (w *Workspace) finish(j *journal.Journal) error {
	w.recordBackups(j)
	var left error
	for _, name := range j.Trash {
		err := w.remove(name)
		w.opt.Progress.Add()
		if err == nil || errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
			continue
		}
		if info, e := w.root.Lstat(name); e == nil && info.IsDir() {
			if names, e := w.names(name); e == nil && len(names) > 0 {
				w.notify(fmt.Sprintf("directory %s was not removed: %s was put into it during the run", name, names[0]))
				continue
			}
		}
		left = errors.Join(left, cleanupFailed(name, err))
	}
	if left != nil {
		return left
	}
	if len(j.Trash) > 0 {
		// Before the journal is archived: a power failure may bring removed files back, and
		// recovery finds them only by a journal that is not archived yet.
		if err := w.syncDirs(w.existing(j.DirsAfter)); err != nil {
			return cleanupFailed("", err) // err names the directory
		}
	}
	journals := w.state.journals()
	err := journals.Archive(j)
	if err == nil {
		err = journals.Prune(w.opt.HistoryRuns, w.opt.HistorySize)
	}
	return cleanupFailed("", err) // err names the journal
}

// cleanupFailed returns the error for a cleanup that failed: a file could not be removed, a
// directory could not be synced, or a journal could not be archived or pruned. If err is an
// Error or a journal.Error, it names the file or directory, and name is not used.
func cleanupFailed(name string, err error) error {
	if err == nil {
		return nil
	}
	if e := (*journal.Error)(nil); errors.As(err, &e) {
		name, err = e.Path, e.Err
	}
	if e := (*Error)(nil); errors.As(err, &e) {
		name, err = e.Path, e.Err
	}
	return &Error{Reason: Leftover, Path: name, Err: err, Msg: "the changes are written, but the cleanup failed: " + name + ": " + bare(err)}
}
