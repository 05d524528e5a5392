package workspace

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// readsTitle is the first line of the ledger of reads, unless runs that only read began it. A line
// for each content follows: its SHA-256, and the name under which it was read, in quotes. Other lines, as
// of a write that was cut off, are ignored.
const readsTitle = "fileops reads 1"

// maxReads is how many reads the ledger keeps. It is cut back to that number when it has
// twice as many.
const maxReads = 10_000

// KnownContent is a content that the sender of the operations knows, since it was read or written.
type KnownContent struct {
	Name string
	Sum  []byte // SHA-256
}

// ledger is what was read in earlier runs.
type ledger struct {
	sums  map[string]bool // by the content, under whatever name
	names map[string]bool
	lines []string
	torn  bool // its last line was cut off
}

// MarkKnown notes that the sender of the operations knows the content at t, which was just read.
func (tx *Tx) MarkKnown(t *Target) error {
	if t.n.outside != "" {
		return nil // no operation can change it
	}
	t.n.known = true
	if !tx.w.opt.ReadBeforeWrite || t.n.written || t.n.sum != nil {
		return nil
	}
	var err error
	t.n.sum, _, err = tx.w.sum(t.n.diskPath)
	return classify(t.Written, err)
}

// mustBeKnown fails with NotRead for a change of a file whose present content was not read
// (Options.ReadBeforeWrite).
func (tx *Tx) mustBeKnown(t *Target) error {
	if !tx.w.opt.ReadBeforeWrite || t.Kind != Regular || t.n.known || t.intent != ToEdit && t.intent != ToOverwrite {
		return nil
	}
	l, err := tx.w.ledger()
	if err != nil {
		return err
	}
	if t.n.sum == nil {
		if t.n.sum, _, err = tx.w.sum(t.n.diskPath); err != nil {
			return classify(t.Written, err)
		}
	}
	if l.sums[hex.EncodeToString(t.n.sum)] {
		t.n.known = true
		return nil
	}
	e := &Error{Reason: NotRead, Path: t.Written, Msg: t.Written + " must be read before it is overwritten (read_before_write)"}
	if l.names[t.n.diskPath] {
		e.Msg = t.Written + " changed since it was read: read it again"
	}
	return e
}

// KnownContents lists the contents that the sender of the operations knows after the run, by their
// names after it. Without Options.ReadBeforeWrite it is empty.
func (tx *Tx) KnownContents() ([]KnownContent, error) {
	if !tx.w.opt.ReadBeforeWrite {
		return nil, nil
	}
	var list []KnownContent
	for _, n := range tx.computeFinal() {
		if !n.known || n.finalPath == "" || n.kind != Regular {
			continue
		}
		sum := n.sum
		if n.written {
			sum = n.stateAfter().Sum
		}
		if sum == nil {
			var err error
			if sum, _, err = tx.w.sum(n.diskPath); err != nil {
				return nil, classify(n.diskPath, err)
			}
		}
		list = append(list, KnownContent{n.finalPath, sum})
	}
	return list, nil
}

// KnownOnDisk lists what the sender knows if the run is not committed: the contents of files
// that were read, by their names on disk. Without Options.ReadBeforeWrite it is empty.
func (tx *Tx) KnownOnDisk() []KnownContent {
	if !tx.w.opt.ReadBeforeWrite {
		return nil
	}
	var list []KnownContent
	for _, n := range tx.allNodes() {
		if n.known && n.onDisk() && n.sum != nil {
			list = append(list, KnownContent{n.diskPath, n.sum})
		}
	}
	return list
}

// Remember stores for later runs which contents are known.
func (w *Workspace) Remember(list []KnownContent) error {
	if len(list) == 0 || w.state.dir == "" {
		return nil
	}
	l, err := w.ledger()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if l.torn {
		b.WriteByte('\n') // what follows is a line of its own
	}
	for _, s := range list {
		line := fmt.Sprintf("%x %s\n", s.Sum, strconv.Quote(s.Name))
		l.add(line)
		b.WriteString(line)
	}
	l.torn = false
	path := w.state.path(readsFile)
	// Runs that only read share the lock, so that another one may write at the same time: they append.
	if first := len(l.lines) == len(list); !w.opt.ReadOnly && (first || len(l.lines) > 2*maxReads) {
		l.lines = l.lines[max(0, len(l.lines)-maxReads-len(list)):]
		whole := readsTitle + "\n" + strings.Join(l.lines, "")
		return stateError(path, os.WriteFile(path, []byte(whole), 0o600))
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return stateError(path, err)
	}
	_, err = f.Write(b.Bytes())
	return stateError(path, errors.Join(err, f.Close()))
}

func (w *Workspace) ledger() (*ledger, error) {
	if w.reads != nil {
		return w.reads, nil
	}
	l := &ledger{sums: map[string]bool{}, names: map[string]bool{}}
	if w.state.dir == "" {
		return l, nil
	}
	path := w.state.path(readsFile)
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, stateError(path, err)
	}
	for line := range strings.Lines(string(data)) {
		l.add(strings.TrimSuffix(line, "\n") + "\n")
	}
	l.torn = len(data) > 0 && data[len(data)-1] != '\n'
	w.reads = l
	return l, nil
}

// add adds a line, unless it is the title or was cut off.
func (l *ledger) add(line string) {
	sum, quoted, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	name, err := strconv.Unquote(quoted)
	if err != nil || len(sum) != 64 {
		return
	}
	l.sums[sum], l.names[name] = true, true
	l.lines = append(l.lines, line)
}
