package workspace

import (
	"path"
)

// pastTree knows the tree as it was after a run of the history: what is on disk now, without what
// later runs did.
type pastTree struct {
	w     *Workspace
	later []savedEntries // the runs after it, the newest first
}

// filesBelow returns the names of the files and links below a directory. What another program made
// or removed since cannot be told: such files count as they are now.
func (t pastTree) filesBelow(dir string) (map[string]bool, error) {
	names := map[string]bool{}
	if len(t.later) == 0 {
		return names, t.w.filesOnDisk(dir, names)
	}
	next := t.later[len(t.later)-1]
	after := pastTree{t.w, t.later[:len(t.later)-1]}
	var places []string // where what was below the directory is after the next run
	if now := next.moved(dir); now != "" {
		places = append(places, now)
	}
	for name, e := range next.before {
		_, below := under(name, dir)
		switch {
		case !below:
		case e.StateBefore.Kind != Directory:
			names[name] = true
		case e.Moved && e.After != "":
			places = append(places, e.After)
		}
	}
	for name := range next.backupsBefore {
		if _, below := under(name, dir); below {
			names[name] = true
		}
	}
	for _, place := range places {
		found, err := after.filesBelow(place)
		if err != nil {
			return nil, err
		}
		for name := range found {
			if _, changed := next.after[name]; changed || next.backupsAfter[name] {
				continue // made by the next run, or among those that it changed
			}
			was := next.formerName(name)
			if _, below := under(was, dir); below {
				names[was] = true
			}
		}
	}
	return names, nil
}

// filesOnDisk adds the files and links below a directory to names. A directory that is missing has
// none.
func (w *Workspace) filesOnDisk(dir string, names map[string]bool) error {
	info, err := w.root.Lstat(dir)
	if err != nil || !info.IsDir() {
		return nil //nolint:nilerr // it is gone
	}
	w.root.expect(dir, info)
	entries, err := w.names(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(dir, entry)
		info, err := w.root.Lstat(name)
		switch {
		case err != nil: // it went meanwhile
		case info.IsDir():
			if err := w.filesOnDisk(name, names); err != nil {
				return err
			}
		default:
			names[name] = true
		}
	}
	return nil
}
