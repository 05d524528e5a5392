package ops

import (
	"fmt"
	"path"
	"strings"

	"fileops/internal/workspace"
)

// What a listing of a directory shows.
const (
	listLevels  = 2
	listEntries = 1000
)

// list answers what is in a directory and in those in it, but for hidden entries: what
// the functions called view do with a directory.
func (r Read) list(tx *workspace.Tx, t *workspace.Target) (Done, error) {
	l := listing{tx: tx}
	if err := l.add(t, listLevels); err != nil {
		return Done{}, err
	}
	what := plural(l.count, "entry", "entries")
	if n := l.count - listEntries; n > 0 {
		l.text.WriteString("… " + plural(n, "more entry", "more entries") + "\n")
	}
	return Done{Path: t.Written, Content: l.text.String(), Summary: fmt.Sprintf("✅ Listed %s (%s, %d levels, hidden ones left out)", t.Written, what, listLevels)}, nil
}

// listing is the entries of a directory, a path on each line.
type listing struct {
	tx    *workspace.Tx
	text  strings.Builder
	count int
}

func (l *listing) add(dir *workspace.Target, levels int) error {
	names, err := l.tx.Entries(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasPrefix(name, ".") {
			continue
		}
		t, err := l.tx.Find(path.Join(dir.Written, name), workspace.ToRead, workspace.Relative)
		if err != nil {
			continue // a link that leads out, a pipe: nothing that could be viewed
		}
		suffix := ""
		if t.Kind == workspace.Directory {
			suffix = "/"
		}
		if l.count++; l.count <= listEntries {
			l.text.WriteString(t.Written + suffix + "\n")
		}
		if t.Kind == workspace.Directory && levels > 1 {
			if err := l.add(t, levels-1); err != nil {
				return err
			}
		}
	}
	return nil
}
