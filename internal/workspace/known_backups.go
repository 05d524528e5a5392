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

func (w *Workspace) readOwnBackups() ownBackups {
	list := ownBackups{}
	if w.state.dir == "" {
		return list
	}
	data, err := os.ReadFile(w.state.path(backupsFile))
	if err != nil {
		return list
	}
	for line := range strings.Lines(string(data)) {
		var b ownBackup
		var name string
		if _, err := fmt.Sscanf(line, "%d %d %s %q", &b.time, &b.size, &b.content, &name); err == nil {
			list.add(name, b)
		}
	}
	return list
}

// add notes a backup as the last one of its name.
func (o ownBackups) add(key string, b ownBackup) {
	others := slices.DeleteFunc(o[key], func(old ownBackup) bool { return old == b })
	o[key] = append(others[max(0, len(others)+1-maxPerName):], b)
}

// recordBackups notes the backups that a committed run made. If the list cannot be written,
// they count as the user's own from then on, which only costs space.
func (w *Workspace) recordBackups(j *journal.Journal) {
	var list ownBackups
	for _, p := range j.Entries {
		if !p.Backup || p.After == "" {
			continue
		}
		info, err := w.root.Lstat(p.After)
		if err != nil || kindOf(info.Mode()) != p.StateAfter.Kind || p.StateAfter.Kind == Regular && info.Size() != p.StateAfter.Size {
			continue // somebody has changed or removed it since
		}
		if list == nil {
			list = w.readOwnBackups()
		}
		list.add(w.rules.key(p.After), newOwnBackup(info, p.StateAfter))
	}
	if list != nil {
		w.writeOwnBackups(list)
	}
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

func (w *Workspace) writeOwnBackups(list ownBackups) {
	var b strings.Builder
	b.WriteString(ownTitle + "\n")
	for _, name := range sortedKeys(list) {
		if len(list) > maxOwn && w.absent(name) {
			continue
		}
		for _, o := range list[name] {
			fmt.Fprintf(&b, "%d %d %s %s\n", o.time, o.size, o.content, strconv.Quote(name))
		}
	}
	_ = os.WriteFile(w.state.path(backupsFile), []byte(b.String()), 0o600) // see recordBackups
}

// wrote reports whether an entry on disk is a backup that the program wrote, unchanged.
func (w *Workspace) wrote(list ownBackups, n *node) bool {
	known := list[w.rules.key(n.diskPath)]
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
