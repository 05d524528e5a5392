package ops

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

// Limits of a listing.
const (
	listLevels  = 2    // directories below one another
	listEntries = 1000 // that are shown; the others are counted
)

// list lists a directory and those in it, without hidden entries. The functions view do that.
func (r Read) list(tx *workspace.Tx, t *workspace.Target) (Done, error) {
	levels := cmp.Or(r.levels, listLevels)
	rows, err := listed(tx, t, levels)
	if err != nil {
		return Done{}, err
	}
	what := plural(len(rows), "entry", "entries")
	if more := len(rows) - listEntries; more > 0 {
		rows = append(rows[:listEntries], "… "+plural(more, "more entry", "more entries")+"\n")
	}
	return Done{Path: t.Written, Content: strings.Join(rows, ""), Summary: wording.Sentence{Verb: "Listed", Path: t.Written, Size: fmt.Sprintf("%s, %s, hidden ones left out", what, plural(levels, "level", "levels"))}}, nil
}

// listed are the entries of a directory, each as a line with its path.
func listed(tx *workspace.Tx, dir *workspace.Target, levels int) (rows []string, err error) {
	names, err := tx.Entries(dir)
	for _, name := range names {
		if strings.HasPrefix(name, ".") {
			continue
		}
		t, err := tx.Find(path.Join(dir.Written, name), workspace.ToRead, workspace.Relative)
		switch {
		case err != nil: // a link that leads out, a pipe: nothing that could be viewed
		case t.Kind != workspace.Directory:
			rows = append(rows, t.Written+"\n")
		default:
			rows = append(rows, t.Written+"/\n")
			if levels > 1 {
				below, err := listed(tx, t, levels-1)
				if err != nil {
					return nil, err
				}
				rows = append(rows, below...)
			}
		}
	}
	return rows, err
}
