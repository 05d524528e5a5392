package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"fileops/internal/workspace/journal"
)

// readAhead is how many bytes of old contents are in memory at once. Several workers read
// them, and they are written to the journal file in their order.
const readAhead = 1 << 20

// saveOldContents writes the contents of all that the run replaces or removes to the journal
// file, from its offset at. If they are more than the history may hold, it writes none; if one
// cannot be read, no journal.Entry refers to those that it wrote. The journal says so. It
// completes the journal: its Entries, with the places of their contents, and the checksums of
// temporary files and of files that become backups.
func (p *plan) saveOldContents(j *journal.Journal, to io.Writer, at int64) error {
	if total, most := replacedBytes(p.records), p.w.opt.HistorySize; most > 0 && total > most {
		j.NotUndoable = fmt.Sprintf("what it replaced (%.1f MB) is more than the history may hold (%.1f MB)", float64(total)/(1<<20), float64(most)/(1<<20))
		to = io.Discard
	}
	var todo []*entryRecord
	for i := range p.records {
		// If contents are not saved, only files that were read are checked again.
		if r := &p.records[i]; r.losesContent() && (j.NotUndoable == "" || r.beforeNode.sum != nil) {
			todo = append(todo, r)
		}
	}
	var ahead [256]bytes.Buffer
	for len(todo) > 0 {
		n, err := p.w.saveSome(todo, ahead[:], to)
		if err != nil {
			return err
		}
		for _, r := range todo[:n] {
			if r.saveProblem != "" {
				j.NotUndoable = r.saveProblem
				continue
			}
			r.StateBefore.At, at = at, at+r.StateBefore.Size
		}
		todo = todo[n:]
	}
	p.identify(j)
	for i, old := range p.becomesBackupAt {
		j.Steps[i].Old = old.sum
	}
	j.Entries = make([]journal.Entry, 0, len(p.records))
	for _, r := range p.records {
		if j.NotUndoable != "" {
			r.StateBefore.At = 0
		}
		j.Entries = append(j.Entries, r.Entry)
	}
	return nil
}

// saveSome saves the first files of a list, and returns how many. It copies a large one
// directly, and reads small ones several at a time into the buffers ahead.
func (w *Workspace) saveSome(list []*entryRecord, ahead []bytes.Buffer, to io.Writer) (n int, err error) {
	for total := int64(0); n < min(len(list), len(ahead)); n++ {
		if total += list[n].StateBefore.Size; total > readAhead {
			break
		}
	}
	if n == 0 {
		return 1, w.saveContent(list[0], to)
	}
	err = parallel(context.Background(), cpuWorkers, n, func(i int) error {
		ahead[i].Reset()
		ahead[i].Grow(int(list[i].StateBefore.Size) + bytes.MinRead)
		return w.saveContent(list[i], &ahead[i])
	})
	if err != nil {
		return n, err
	}
	for i := range n {
		if _, err := to.Write(ahead[i].Bytes()); err != nil {
			return n, err
		}
	}
	return n, nil
}

// saveContent copies one file. It must be the one that the transaction saw: with the same
// content, if that was read, else with the same time and size.
func (w *Workspace) saveContent(r *entryRecord, to io.Writer) error {
	f, info, err := w.open(r.Before)
	if errors.Is(err, fs.ErrPermission) && !r.beforeNode.written {
		r.saveProblem = r.Before + " could not be read"
		return nil
	}
	if e := (*Error)(nil); errors.Is(err, fs.ErrNotExist) || notDirectory(err) || errors.As(err, &e) {
		return stale(r.Before, err) // it is something else now
	}
	if err != nil {
		return classify(r.Before, err)
	}
	defer f.Close() //nolint:errcheck // read only
	hash := sha256.New()
	size, err := io.Copy(to, io.TeeReader(io.LimitReader(f, info.Size()+1), hash))
	if err != nil {
		return err
	}
	sum := hash.Sum(nil)
	now, err := f.Stat()
	switch {
	case err != nil:
		return classify(r.Before, err)
	case !same(now, info) || size != info.Size():
		return stale(r.Before, nil) // somebody is writing to it
	case r.beforeNode.sum == nil && !same(info, r.beforeNode.info):
		return stale(r.Before, nil)
	case r.beforeNode.sum != nil && (!bytes.Equal(sum, r.beforeNode.sum) || info.Mode() != r.beforeNode.info.Mode()):
		return stale(r.Before, nil)
	}
	r.beforeNode.sum, r.beforeNode.info, r.beforeNode.extended = sum, info, extended(f)
	r.StateBefore.Size, r.StateBefore.Sum = size, sum
	if r.After == "" {
		r.StateBefore.Extended = r.beforeNode.extended
	}
	return nil
}
