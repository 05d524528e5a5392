package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// readAhead is how many bytes of old contents are in memory at once, read by several
// workers, before they are written to the journal file in their order.
const readAhead = 1 << 20

// saveOldContents writes the contents of all that the run replaces or removes to the journal
// file, from its offset at. Of a run that replaces more than the history may hold, nothing
// is saved, and its journal says so.
func (w *Workspace) saveOldContents(j *journal, to io.Writer, at int64) error {
	if total := replaced(j.Entries); w.opt.HistorySize > 0 && total > w.opt.HistorySize {
		j.Lost = fmt.Sprintf("what it replaced (%.1f MB) is more than the history may hold (%.1f MB)", float64(total)/(1<<20), float64(w.opt.HistorySize)/(1<<20))
		to = io.Discard
	}
	var todo []*entryRecord
	for i := range j.Entries {
		// What is not kept, and was not read, is known by its time.
		if p := &j.Entries[i]; p.replaced() && (j.Lost == "" || p.n.sum != nil) {
			todo = append(todo, p)
		}
	}
	var ahead [256]bytes.Buffer
	for len(todo) > 0 {
		n, err := w.keepSome(todo, ahead[:], to)
		if err != nil {
			return err
		}
		for _, p := range todo[:n] {
			if p.lost != "" {
				j.Lost = p.lost
				continue
			}
			p.Was.At, at = at, at+p.Was.Size
		}
		todo = todo[n:]
	}
	for i := range j.Entries {
		if j.Lost != "" {
			j.Entries[i].Was.At = 0
		}
	}
	w.identify(j)
	for i, s := range j.Steps {
		if s.old != nil {
			j.Steps[i].Old = s.old.sum
		}
	}
	return nil
}

// keepSome keeps the first files of a list, and returns how many: a large one alone,
// small ones several at a time, into the buffers ahead, from where they are written one
// after another.
func (w *Workspace) keepSome(list []*entryRecord, ahead []bytes.Buffer, to io.Writer) (n int, err error) {
	for total := int64(0); n < min(len(list), len(ahead)); n++ {
		if total += list[n].Was.Size; total > readAhead {
			break
		}
	}
	if n == 0 {
		return 1, w.keep(list[0], to)
	}
	err = parallel(context.Background(), cores, n, func(i int) error {
		ahead[i].Reset()
		ahead[i].Grow(int(list[i].Was.Size) + bytes.MinRead)
		return w.keep(list[i], &ahead[i])
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

// keep copies one file, which must be the one that the transaction saw: by its
// content, where that was read, else by its time and size.
func (w *Workspace) keep(p *entryRecord, to io.Writer) error {
	f, info, err := w.open(p.Before)
	if errors.Is(err, fs.ErrPermission) && !p.n.written {
		p.lost = p.Before + " could not be read"
		return nil
	}
	if e := (*Error)(nil); errors.Is(err, fs.ErrNotExist) || notDirectory(err) || errors.As(err, &e) {
		return stale(p.Before, err) // it is something else now
	}
	if err != nil {
		return classify(p.Before, err)
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
		return classify(p.Before, err)
	case !same(now, info) || size != info.Size():
		return stale(p.Before, nil) // somebody is writing to it
	case p.n.sum == nil && !same(info, p.n.info):
		return stale(p.Before, nil)
	case p.n.sum != nil && (!bytes.Equal(sum, p.n.sum) || info.Mode() != p.n.info.Mode()):
		return stale(p.Before, nil)
	}
	p.n.sum, p.n.info, p.n.extended = sum, info, extended(f)
	p.Was.Size, p.Was.Sum = size, sum
	if p.After == "" {
		p.Was.Extended = p.n.extended
	}
	return nil
}

// kept is a content in a journal file, for a transaction that puts it back.
type kept struct {
	path string // of the journal file
	at   int64  // bytes from its start
	size int64  // bytes
	sum  []byte // SHA-256
}

// copyTo copies the content and checks that it is the one that was kept.
func (k *kept) copyTo(to io.Writer) error {
	f, err := os.Open(k.path)
	if err != nil {
		return stateError(k.path, err)
	}
	defer f.Close() //nolint:errcheck // read only
	h := sha256.New()
	if _, err := io.Copy(to, io.TeeReader(io.NewSectionReader(f, k.at, k.size), h)); err != nil {
		return err
	}
	if !bytes.Equal(h.Sum(nil), k.sum) {
		return damaged(k.path, errors.New("a content that it keeps is not what it was"))
	}
	return nil
}
