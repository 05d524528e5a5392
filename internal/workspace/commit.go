package workspace

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"fileops/internal/workspace/journal"
)

// Commit writes the transaction to disk as a run of the history.
//
// The journal comes first: every step with what takes it back, and the content of
// all that the run replaces. Then what the run needs is prepared under temporary
// names, then nothing that the transaction saw may have changed on disk (Stale),
// then the steps are taken. Until the journal is marked as done, an error takes the
// steps back at once, and after a kill the next one to open the root does: the tree is
// as it was. After that mark the tree is as it will be, and what is left to do is to
// remove spare names. Where even that fails, the reason is Leftover: that alone stands
// for a commit that was done. A transaction is committed at most once.
//
// Cancelling ctx stops it before the first step; after that it goes on to the end.
func (tx *Tx) Commit(ctx context.Context, id string, began time.Time) error {
	changes, err := tx.Changes()
	if err != nil {
		return err
	}
	nodes := tx.settle()
	tx.w.root.forget() // a directory may be somewhere else since it was opened
	for _, n := range nodes {
		if n.kind == Directory && n.own() {
			tx.w.root.expect(n.base, n.info)
		}
	}
	seen := tx.preconditions(nodes)
	outcomes(nodes)
	records := tx.entryRecords(nodes)
	p := newPlan(tx, nodes, id)
	if len(p.steps) == 0 && tx.undoes.ID == "" {
		return nil
	}
	p.records = records
	j := p.journal()
	j.Run, j.Time, j.Root, j.Undoes, j.Undone, j.Changes = id, began, tx.w.real, tx.undoes.ID, tx.undoes.number, recordChanges(changes)
	if err := p.draft(ctx, j); err != nil {
		return err
	}
	err = tx.w.hold(func() (committed bool, err error) { return p.commit(ctx, j, seen) })
	if err == nil {
		tx.w.pruneStates(began, replaced(records))
	}
	return err
}

// draft writes the journal. The program may be ended while it does: nothing was done yet.
func (p *plan) draft(ctx context.Context, j *journal.Journal) (err error) {
	journals := p.w.state.journals()
	if j.Number, err = journals.Next(); err != nil {
		return journalError(err)
	}
	return journalError(journals.Draft(ctx, j, func(to io.Writer, at int64) error { return p.saveOldContents(j, to, at) }))
}

// commit does what the journal says. With an error, the transaction can be committed all
// the same: it is then the reason Leftover.
func (p *plan) commit(ctx context.Context, j *journal.Journal, seen []precondition) (committed bool, err error) {
	journals := p.w.state.journals()
	if err := ctx.Err(); err != nil {
		return false, errors.Join(err, journalError(journals.DiscardDraft()))
	}
	if err := journals.Begin(); err != nil {
		return false, journalError(err)
	}
	taken, err := p.write(ctx, j, seen)
	if err == nil {
		err = journalError(journals.Commit(j))
	}
	if err != nil {
		if taken == 0 {
			j.Temps = p.prepared()
		}
		return false, p.w.giveUp(j, taken, err)
	}
	if j.Lost != "" {
		p.w.notify("warning: this run cannot be undone: " + j.Lost)
	}
	return true, p.w.finish(j)
}

// prepared is what was prepared: a file of that name that is not ours stays.
func (p *plan) prepared() []journal.Temp {
	var list []journal.Temp
	for _, c := range p.contents {
		if c.made {
			list = append(list, journal.Temp{Name: c.temp})
		}
	}
	return list
}

// write prepares the contents, looks once more at the disk and takes the steps. It
// returns how many it took.
func (p *plan) write(ctx context.Context, j *journal.Journal, seen []precondition) (taken int, err error) {
	err = p.prepareAll(ctx)
	// Also after an error: that a file is gone is better told as what it is.
	if now := p.w.checkPreconditions(seen, j.Time); now != nil && ctx.Err() == nil {
		err = now
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, err
	}
	if taken, err = p.take(j, len(p.steps)); err != nil {
		return taken, err
	}
	if err := p.w.syncDirs(p.ends); err != nil {
		return taken, err
	}
	return taken, p.checkGone()
}

// mark notes the epoch that a commit is in, when what was done before it is on disk.
func (w *Workspace) mark(j *journal.Journal, epoch int) error {
	if err := w.syncDirs(w.present(j.DirsOf(min(j.Epoch(), epoch)))); err != nil {
		return err
	}
	return journalError(w.state.journals().Mark(j, epoch))
}

// take takes the first n steps. It returns how many it took.
func (p *plan) take(j *journal.Journal, n int) (taken int, err error) {
	for i := 0; i < n; {
		if j.Epoch() < len(j.Epochs) && i == j.Epochs[j.Epoch()] {
			if err := p.w.mark(j, j.Epoch()+1); err != nil {
				return i, err
			}
		}
		end := min(n, p.batch(i, j))
		err := parallel(context.Background(), cores, end-i, func(k int) error {
			s := p.steps[i+k]
			if err := p.w.step(s); err != nil {
				return stepFailed(s, err)
			}
			return nil
		})
		if err != nil {
			return end, err
		}
		i = end
	}
	return n, nil
}

// batch is the end of the steps from i on that need not wait for each other: those
// that bring files that were prepared to their places.
func (p *plan) batch(i int, j *journal.Journal) int {
	limit := len(p.steps)
	if j.Epoch() < len(j.Epochs) {
		limit = j.Epochs[j.Epoch()]
	}
	for end := i; end < limit; end++ {
		if p.steps[end].Made == 0 {
			return max(end, i+1)
		}
	}
	return limit
}

// How many files are worked on at once. The disk merges waiting syncs, so that many at
// a time cost little more than one; where nothing waits, more than the machine's few
// cores are in each other's way.
const (
	cores   = 4
	waiting = 32
)

// chunk is how many calls in a row one worker makes: neighbours are mostly in one
// directory, which the system lets one at a time change.
const chunk = 25

// parallel calls do for 0 to n-1, on several workers, and returns the error of the
// lowest number that failed. A cancelled ctx keeps it from starting more. With GOMAXPROCS=1 it calls one after the
// other.
func parallel(ctx context.Context, workers, n int, do func(i int) error) error {
	if n == 1 || runtime.GOMAXPROCS(0) == 1 {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			if err := do(i); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	size := max(1, min(chunk, n/workers))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var first error
	var mu sync.Mutex
	var wg sync.WaitGroup
	failed := n // where first is from
	next := make(chan int)
	for range min(workers, n) {
		wg.Go(func() {
			for start := range next {
				for i := start; i < min(start+size, n); i++ {
					if err := do(i); err != nil {
						cancel()
						mu.Lock()
						defer mu.Unlock()
						if i < failed {
							first, failed = err, i
						}
						return
					}
				}
			}
		})
	}
feed:
	for i := 0; i < n && ctx.Err() == nil; i += size {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	if first != nil {
		return first
	}
	return ctx.Err()
}

func (p *plan) prepareAll(ctx context.Context) error {
	workers := waiting
	if p.w.opt.Fast {
		workers = cores
	}
	return parallel(ctx, workers, len(p.contents), func(i int) error {
		c := p.contents[i]
		return classify(c.n.final, p.w.prepare(c))
	})
}

// step takes one step or leaves everything as it was.
func (w *Workspace) step(s journal.Step) error {
	switch s.Kind {
	case journal.MakeDir:
		return w.mkdir(s)
	case journal.Rename:
		err := w.rename(s.From, s.To)
		if err == nil && s.Dir {
			w.root.moved(s.From, s.To)
		}
		return err
	}
	if err := w.moveAside(s); err != nil {
		return err
	}
	if err := w.root.Rename(s.From, s.To); err != nil {
		return errors.Join(err, w.revert(s, nil))
	}
	return nil
}

func (w *Workspace) mkdir(s journal.Step) error {
	if err := w.root.Mkdir(s.To, 0o755); err != nil || !s.Exact {
		return err
	}
	err := w.root.SetDir(s.To, s.Mode, s.User, s.Grp)
	if err != nil {
		w.root.gone(s.To)
		return errors.Join(err, w.root.Remove(s.To))
	}
	return nil
}

// rename renames from to to, where nothing may stand. os.Root has no rename that
// would refuse to go over something, so it looks first. The same file under
// another spelling is its own place.
func (w *Workspace) rename(from, to string) error {
	there, err := w.root.Lstat(to)
	if err == nil {
		here, err := w.root.Lstat(from)
		if err != nil || !w.rules.fold || !same(here, there) {
			return errors.Join(fs.ErrExist, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return w.root.Rename(from, to)
}

// moveAside gives what stands at s.To the name s.Kept: as a second name if it can have
// two, so that there is a file at s.To at every moment.
func (w *Workspace) moveAside(s journal.Step) error {
	if s.Link {
		if err := w.root.Link(s.To, s.Kept); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return w.rename(s.To, s.Kept)
}

// stepFailed says why a step failed. What is in the way, or missing, was not when the
// transaction looked.
func stepFailed(s journal.Step, err error) error {
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		return stale(s.To, err)
	}
	return classify(s.To, err)
}

// syncDirs makes the names in directories durable, if that is wanted.
func (w *Workspace) syncDirs(dirs []string) error {
	if w.opt.Fast {
		return nil
	}
	return parallel(context.Background(), waiting, len(dirs), func(i int) error {
		return classify(dirs[i], w.syncDir(dirs[i]))
	})
}

// checkGone makes sure that what is given up is still as the transaction saw it: a
// file that somebody wrote to while the steps were taken, or a directory that somebody
// put something into.
func (p *plan) checkGone() error {
	gone := slices.Collect(maps.Keys(p.gone))
	return parallel(context.Background(), cores, len(gone), func(i int) error {
		n := gone[i]
		name := p.where(n)
		if n.kind == Directory {
			return p.w.knows(name, n.base, n.on)
		}
		if now, err := p.w.root.Lstat(name); err != nil || !same(n.info, now) {
			return stale(n.base, err)
		}
		return nil
	})
}
