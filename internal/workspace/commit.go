package workspace

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"
)

// Commit writes the transaction to disk under the name of a run. What it needs is
// prepared and synced under temporary names first, then nothing that the
// transaction saw may have changed on disk (Stale), then the steps are taken. An
// error leaves the tree as it was, whenever it comes; where even that fails, the
// error says so. A transaction is committed at most once. The reason Leftover alone
// stands for a commit that was done: a spare name could not be removed after it.
//
// Cancelling ctx stops it before the first step; after that it goes on to the end.
func (tx *Tx) Commit(ctx context.Context, run string) error {
	nodes := tx.settle()
	seen := tx.sights(nodes)
	p := newPlan(tx, nodes, run)
	if len(p.steps) == 0 {
		return nil
	}
	err := p.prepareAll(ctx)
	// Also after an error: that a file is gone is better told as what it is.
	if now := tx.w.fresh(seen); now != nil && ctx.Err() == nil {
		err = now
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = p.take()
	}
	if err != nil {
		return errors.Join(err, p.discard())
	}
	return p.purge()
}

// workers is how many files are prepared or synced at once: the disk merges
// waiting syncs, so that many at a time cost little more than one.
const workers = 32

// parallel calls do for 0 to n-1 and returns the first error. A cancelled ctx
// keeps it from starting more.
func parallel(ctx context.Context, n int, do func(i int) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var first error
	var once sync.Once
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(workers, n) {
		wg.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					once.Do(func() { first = err })
					cancel()
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	if first != nil {
		return first
	}
	return ctx.Err()
}

func (p *plan) prepareAll(ctx context.Context) error {
	return parallel(ctx, len(p.contents), func(i int) error {
		c := p.contents[i]
		return classify(c.n.final, p.w.prepare(c))
	})
}

// discard removes the temporary files of a commit that did not happen.
func (p *plan) discard() error {
	var errs []error
	for _, c := range p.contents {
		if !c.made {
			continue
		}
		if err := p.w.root.Remove(c.temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, leftBehind(c.temp, err))
		}
	}
	return errors.Join(errs...)
}

// take takes the steps and makes the names durable. Where something fails, it
// takes the steps back.
func (p *plan) take() error {
	for i, s := range p.steps {
		if err := p.w.step(s); err != nil {
			return p.takeBack(i, s.failed(err))
		}
	}
	err := p.syncDirs()
	if err == nil {
		err = p.checkTrash()
	}
	if err != nil {
		return p.takeBack(len(p.steps), err)
	}
	return nil
}

// takeBack undoes the first n steps, the last one first, and returns the error
// that was the reason. A step that cannot be undone, since somebody took the name
// meanwhile, does not keep the others from it; the error names it then.
func (p *plan) takeBack(n int, cause error) error {
	var left []string
	errs := []error{cause}
	for i := n - 1; i >= 0; i-- {
		s := p.steps[i]
		err := p.w.undo(s)
		if err == nil {
			continue
		}
		errs = append(errs, err)
		where := s.to
		if s.kind != stepMkdir {
			where = s.from + " is " + s.to + " now"
		}
		left = append(left, where+" ("+bare(err)+")")
	}
	if left == nil {
		return cause
	}
	return &Error{
		Reason: Failed, Path: p.steps[0].to, Err: errors.Join(errs...),
		Msg: "the commit failed and could not be taken back whole: " + cause.Error() + "; left: " + strings.Join(left, ", "),
	}
}

// step takes one step or leaves everything as it was.
func (w *Workspace) step(s step) error {
	switch s.kind {
	case stepMkdir:
		return w.root.Mkdir(s.to, 0o755)
	case stepRename:
		return w.rename(s.from, s.to)
	}
	if err := w.keepAside(s); err != nil {
		return err
	}
	if err := w.root.Rename(s.from, s.to); err != nil {
		return errors.Join(err, w.undo(s))
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

// keepAside gives what stands at s.to the name s.kept: a second one if it can have
// two, so that there is a file at s.to at every moment.
func (w *Workspace) keepAside(s step) error {
	if s.link {
		if err := w.root.Link(s.to, s.kept); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return w.rename(s.to, s.kept)
}

// undo takes one step back.
func (w *Workspace) undo(s step) error {
	switch s.kind {
	case stepMkdir:
		return w.root.Remove(s.to)
	case stepRename:
		return w.rename(s.to, s.from)
	}
	if err := w.putBack(s); err != nil {
		return err
	}
	// A rename between two names of one file does nothing (POSIX): then the spare
	// one is still there.
	if err := w.root.Remove(s.kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// putBack renames what was kept back to its name. What took its place goes back to
// where it came from, if that is free: it may be a file that was moved there.
func (w *Workspace) putBack(s step) error {
	if _, err := w.root.Lstat(s.from); errors.Is(err, fs.ErrNotExist) {
		if err := w.root.Rename(s.to, s.from); err != nil {
			return err
		}
	}
	return w.root.Rename(s.kept, s.to)
}

// failed says why a step failed. What is in the way, or missing, was not when the
// transaction looked.
func (s step) failed(err error) error {
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		return stale(s.to, err)
	}
	return classify(s.to, err)
}

func (p *plan) syncDirs() error {
	var dirs []string
	for d := range p.touched {
		if d.final != "" {
			dirs = append(dirs, d.final)
		}
	}
	return parallel(context.Background(), len(dirs), func(i int) error {
		return classify(dirs[i], p.w.syncDir(dirs[i]))
	})
}

// checkTrash makes sure that the directories to be removed hold nothing that the
// transaction does not know of.
func (p *plan) checkTrash() error {
	for n := range p.gone {
		if n.kind != Directory {
			continue
		}
		if err := p.w.knows(p.where(n), n.base, n.on); err != nil {
			return err
		}
	}
	return nil
}

func leftBehind(name string, err error) error {
	return &Error{Reason: Leftover, Path: name, Err: err, Msg: "temporary file left behind: " + name + ": " + bare(err)}
}

// purge removes for good what was given up. The commit is done by then: an error
// says that all was written, and what is left behind.
func (p *plan) purge() error {
	var errs []error
	var remove func(n *node)
	remove = func(n *node) {
		for _, key := range sortedKeys(n.on) {
			remove(n.on[key])
		}
		name := p.where(n)
		if err := p.w.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, leftBehind(name, err))
		}
	}
	for _, n := range p.trash {
		remove(n)
	}
	return errors.Join(errs...)
}
