package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"fileops/internal/workspace/journal"
)

// ownTitle is the first line of the list of backups that the program wrote. One line for
// each follows: what identifies it, and its name in quotes. A line that cannot be read is
// left out: that backup counts as the user's own, and stays.
const ownTitle = "fileops backups 1"

const (
	maxOwn     = 10_000 // if the list has more names, it drops those of backups that are gone
	maxPerName = 4      // how many backups of one name it keeps, the last ones
)

// ownBackup identifies a backup that the program wrote. A file of that name with another
// content or time is the user's. The inode does not count, since a tree may be copied and
// put back.
type ownBackup struct {
	time    int64  // of the last change, in nanoseconds since 1970
	size    int64  // bytes
	content string // its checksum; "-" of a file that was too large to be read
}

// ownBackups are the backups that the program wrote, by the keys of their names. Of each
// name there may be several: a tree can be set back to what it was before a run.
type ownBackups map[string][]ownBackup

// ownList is the list of a root, which is read once while the root is open.
type ownList struct {
	backups ownBackups
	lines   int // of the file; more than there are backups if some are given up
}

func (w *Workspace) readOwnBackups() *ownList {
	if w.own == nil {
		w.own = &ownList{backups: ownBackups{}}
		if w.state.dir != "" {
			data, _ := os.ReadFile(w.state.path(backupsFile)) // one that cannot be read names none
			w.own.parse(string(data))
		}
	}
	return w.own
}

func (l *ownList) parse(text string) {
	for line := range strings.Lines(text) {
		l.lines++
		part := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		if len(part) < 4 {
			continue
		}
		modified, noTime := strconv.ParseInt(part[0], 10, 64)
		size, noSize := strconv.ParseInt(part[1], 10, 64)
		name, noName := strconv.Unquote(part[3])
		if noTime == nil && noSize == nil && noName == nil {
			l.backups.add(name, ownBackup{modified, size, part[2]})
		}
	}
}

// add notes a backup as the last one of its name.
func (o ownBackups) add(key string, b ownBackup) {
	others := slices.DeleteFunc(o[key], func(old ownBackup) bool { return old == b })
	o[key] = append(others[max(0, len(others)+1-maxPerName):], b)
}

// recordBackups notes the backups that a committed run made. If they cannot be written, they count
// as the user's own from then on, which only costs space.
func (w *Workspace) recordBackups(j *journal.Journal) {
	list, n := w.readOwnBackups(), 0
	var added strings.Builder
	for _, p := range j.Entries {
		if !p.Backup || p.After == "" {
			continue
		}
		info, err := w.root.Lstat(p.After)
		if err != nil || kindOf(info.Mode()) != p.StateAfter.Kind || p.StateAfter.Kind == Regular && info.Size() != p.StateAfter.Size {
			continue // somebody has changed or removed it since
		}
		key, b := w.rules.key(p.After), newOwnBackup(info, p.StateAfter)
		list.backups.add(key, b)
		added.WriteString(b.line(key))
		n++
	}
	switch most := 2*list.backups.count() + sparedLines; {
	case n == 0:
	case list.lines == 0 || list.lines+n > most || len(list.backups) > maxOwn:
		w.writeOwnBackups(list)
	default:
		w.appendOwnBackups(added.String())
		list.lines += n
	}
}

// sparedLines is how many lines of the list may be given up before it is written anew.
const sparedLines = 100

func (o ownBackups) count() (n int) {
	for _, known := range o {
		n += len(known)
	}
	return n
}

// line is what the list says of a backup with the key of its name.
func (b ownBackup) line(key string) string {
	return fmt.Sprintf("%d %d %s %s\n", b.time, b.size, b.content, strconv.Quote(key))
}

func newOwnBackup(info fs.FileInfo, c journal.State) ownBackup {
	b := ownBackup{time: info.ModTime().UnixNano(), size: info.Size(), content: "-"}
	switch {
	case c.Kind == Link:
		sum := sha256.Sum256([]byte(c.Link))
		b.content = hex.EncodeToString(sum[:])
	case c.Sum != nil:
		b.content = hex.EncodeToString(c.Sum)
	}
	return b
}

func (w *Workspace) writeOwnBackups(list *ownList) {
	var b strings.Builder
	b.WriteString(ownTitle + "\n")
	list.lines = 1
	many := len(list.backups) > maxOwn
	for _, key := range sortedKeys(list.backups) {
		if many && w.absent(key) {
			delete(list.backups, key)
			continue
		}
		for _, known := range list.backups[key] {
			b.WriteString(known.line(key))
			list.lines++
		}
	}
	_ = os.WriteFile(w.state.path(backupsFile), []byte(b.String()), 0o600) // see recordBackups
}

// appendOwnBackups adds lines to the list. One that a kill cuts off spoils the next one as well.
func (w *Workspace) appendOwnBackups(lines string) {
	f, err := os.OpenFile(w.state.path(backupsFile), os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return // see recordBackups
	}
	_, _ = f.WriteString(lines)
	_ = f.Close()
}

// wrote reports whether an entry on disk is a backup that the program wrote, unchanged.
func (w *Workspace) wrote(list *ownList, n *node) bool {
	known := list.backups[w.rules.key(n.diskPath)]
	if len(known) == 0 || n.kind != Regular && n.kind != Link {
		return false
	}
	c := journal.State{Kind: n.kind, Link: n.link}
	if slices.Contains(known, newOwnBackup(n.info, c)) {
		return true // a link, or too large to be read
	}
	if n.kind == Regular {
		sum, info, err := w.sum(n.diskPath)
		if err != nil || !same(info, n.info) {
			return false
		}
		c.Sum = sum
	}
	return slices.Contains(known, newOwnBackup(n.info, c))
}
