package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"fileops/internal/workspace/journal"
)

// Every root has a state directory, with the contents of its last runs. Pruning removes those
// of roots that are no longer used. Otherwise a program that works in temporary directories
// would fill the disk, and files that were deleted on purpose would still be stored.

// Pruned is what a pruning removed, and what it had to leave.
type Pruned struct {
	Removed []PrunedRoot // the least recently used first
	Bytes   int64        // freed
	Kept    int          // roots whose state is left
	Size    int64        // bytes of the state that is left
	Absent  int          // roots left because they are on a file system that is not mounted
	Busy    int          // roots left because a run holds them, or was interrupted on them
}

// PrunedRoot is a root whose state was removed.
type PrunedRoot struct {
	Path string
	Gone bool      // the root does not exist any more; else there was too much state
	Used time.Time // when a run last used the state
	Size int64     // bytes
}

const (
	// pruneFile is in the base of the state: its time is that of the last pruning after
	// a commit.
	pruneFile = "pruned"
	// pruneInterval is the time between two prunings after commits, unless a run replaced or
	// removed pruneAtOnce bytes of old content.
	pruneInterval = time.Minute
	pruneAtOnce   = 16 << 20
	// pruneBound is how many states a pruning after a commit looks at.
	pruneBound = 4096
)

// rootState is what pruning knows of one state directory.
type rootState struct {
	PrunedRoot
	dir        string
	known      bool // the record of the root could be read
	files      int
	unfinished bool // a commit is to be finished or rolled back
	absent     bool // the root is on a file system that is not mounted
}

// Prune removes the state of all roots that are gone and were not used for o.HistoryDays.
// Then, while the state of all roots is larger than o.StateSize, it removes the least
// recently used: first of roots that are gone, then of others. It keeps the state of a root
// on a file system that is not mounted, and of one that a run holds. It also keeps a state
// whose record cannot be read. It returns an *Error if the state directory cannot be read or
// changed, together with what it removed before.
func Prune(ctx context.Context, o Options) (Pruned, error) {
	base, err := o.stateBase()
	if err != nil {
		return Pruned{}, stateError(base, err)
	}
	names, err := stateNames(base)
	if err != nil {
		return Pruned{}, stateError(base, err)
	}
	p := pruning{now: time.Now(), days: o.HistoryDays, limit: o.StateSize}
	return p.run(ctx, base, names)
}

// pruneStateDirs is the part of Prune that a run does after its commit: at most once in
// pruneInterval, and for at most pruneBound roots. Later runs do the rest.
// added is how many bytes of old content the run replaced or removed. The history keeps them,
// unless they are more than it may hold.
func (w *Workspace) pruneStateDirs(now time.Time, added int64) {
	stamp := filepath.Join(w.state.base, pruneFile)
	info, err := os.Lstat(stamp)
	if err == nil && now.Sub(info.ModTime()).Abs() < pruneInterval && added < pruneAtOnce {
		return
	}
	if os.WriteFile(stamp, nil, 0o600) != nil || os.Chtimes(stamp, now, now) != nil {
		return
	}
	names, err := stateNames(w.state.base)
	if err != nil {
		return
	}
	p := pruning{now: now, days: w.opt.HistoryDays, limit: w.opt.StateSize, own: w.state.dir}
	if all := len(names); all > pruneBound {
		first := int(now.UnixNano() % int64(all)) // another part each time
		names = append(names[first:], names[:first]...)[:pruneBound]
		p.limit = p.limit * pruneBound / int64(all) // their share
		p.goneOnly = true
	}
	_, _ = p.run(context.Background(), w.state.base, names)
}

// stateNames lists the state directories in a base, by name.
func stateNames(base string) ([]string, error) {
	dirs, err := os.ReadDir(filepath.Join(base, rootsDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, d := range dirs {
		if d.IsDir() {
			names = append(names, d.Name())
		}
	}
	return names, err
}

// pruning is one pass over state directories.
type pruning struct {
	now      time.Time
	days     int    // 0 is no limit
	limit    int64  // bytes; 0 is no limit
	own      string // the state directory of the run that prunes: never removed
	goneOnly bool   // the size limit removes only what belongs to roots that are gone
	done     Pruned
}

func (p *pruning) run(ctx context.Context, base string, names []string) (Pruned, error) {
	var states []rootState
	var errs []error
	for _, name := range names {
		if ctx.Err() != nil {
			return p.done, ctx.Err()
		}
		s := surveyState(filepath.Join(base, rootsDir, name))
		p.done.Kept++
		p.done.Size += s.Size
		if s.absent {
			p.done.Absent++
		}
		states = append(states, s)
	}
	// The expired states that hold anything are then the first ones.
	slices.SortStableFunc(states, func(a, b rootState) int {
		if a.Gone == b.Gone {
			return a.Used.Compare(b.Used)
		} else if a.Gone {
			return -1
		}
		return 1
	})
	for _, s := range states {
		over := ctx.Err() == nil && p.limit > 0 && p.done.Size > p.limit
		if p.expired(s) || over && p.removable(s) {
			errs = append(errs, p.remove(s))
		}
	}
	return p.done, errors.Join(append(errs, ctx.Err())...)
}

// expired reports whether the state of a root that is gone is too old to be kept. A
// directory without any file holds nothing, whatever it was for.
func (p *pruning) expired(s rootState) bool {
	old := p.days > 0 && p.now.Sub(s.Used) >= time.Duration(p.days)*24*time.Hour
	return old && s.dir != p.own && (s.known && s.Gone || s.files == 0)
}

// removable reports whether the size limit may remove a state.
func (p *pruning) removable(s rootState) bool {
	return s.dir != p.own && s.known && !s.absent && !s.unfinished && (s.Gone || !p.goneOnly)
}

// remove removes a state directory, unless a run holds it or has used it meanwhile.
func (p *pruning) remove(s rootState) error {
	path := func(name string) string { return filepath.Join(s.dir, name) }
	lock := flock.New(path(lockFile), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return stateError(s.dir, err)
	}
	defer lock.Close() //nolint:errcheck // released with the process at the latest
	now := surveyState(s.dir)
	if !got || now.files > 0 && s.files > 0 && now.Used.After(s.Used) {
		p.done.Busy++
		return nil
	}
	if err := removeState(s.dir); err != nil {
		return stateError(s.dir, err)
	}
	p.done.Removed = append(p.done.Removed, s.PrunedRoot)
	p.done.Bytes += s.Size
	p.done.Size -= s.Size
	p.done.Kept--
	return nil
}

// removeState removes a state directory whose lock is held. The oldest runs go first, and the
// lock goes last. If it is interrupted, the rest can still be used, or pruned. A process that
// waits for the lock finds that its file is gone, and makes a new state.
func removeState(dir string) error {
	runs, err := os.ReadDir(filepath.Join(dir, journal.RunsDir)) // by name, that is by number
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, run := range runs {
		names = append(names, filepath.Join(journal.RunsDir, run.Name()))
	}
	for _, f := range files {
		if f.Name() != rootFile && f.Name() != lockFile {
			names = append(names, f.Name())
		}
	}
	for _, name := range append(names, rootFile, lockFile, ".") {
		err := os.Remove(filepath.Join(dir, name))
		// A directory that holds something again stays: ENOTEMPTY is ErrExist.
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// surveyState looks at a state directory. If a part of it cannot be read, the state counts
// as unfinished, so the size limit leaves it alone.
func surveyState(dir string) rootState {
	s := rootState{dir: dir}
	record, err := readRootRecord(filepath.Join(dir, rootFile))
	if err == nil {
		s.Path, s.known = record.Path, true
		s.absent = record.absent()
		s.Gone = !s.absent && record.gone()
	}
	for _, sub := range []string{".", journal.RunsDir} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.unfinished = true
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || info.IsDir() { // pruning changes the times of directories, too
				continue
			}
			s.files++
			s.Size += info.Size()
			if info.ModTime().After(s.Used) {
				s.Used = info.ModTime()
			}
			s.unfinished = s.unfinished || journal.Unfinished(e.Name())
		}
	}
	if info, err := os.Lstat(dir); err == nil && s.files == 0 {
		s.Used = info.ModTime()
	}
	return s
}
