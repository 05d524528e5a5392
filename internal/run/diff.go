package run

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"fileops/internal/text"
	"fileops/internal/workspace"
)

// files lists what the transaction changes, with diffs if they are wanted.
func (r *Runner) files(tx *workspace.Tx) []File {
	changes := tx.Changes()
	files := make([]File, len(changes))
	for i, c := range changes {
		files[i] = File{Name: c.Name, Kind: string(c.Kind), From: c.From, Dir: c.Dir}
		if r.Diff && !c.Dir {
			files[i].Diff = r.diff(c)
		}
	}
	return files
}

// diff shows one change as git does, so that `git apply` can make it. If a file is over the
// limits of the policy or cannot be read, it shows only its name and says so.
func (r *Runner) diff(c workspace.Change) string {
	was := cmp.Or(c.From, c.Name)
	from, to := text.Version{Name: gitName("a/" + was)}, text.Version{Name: gitName("b/" + c.Name)}
	header := "diff --git " + from.Name + " " + to.Name + "\n"
	switch c.Kind {
	case workspace.Moved:
		header += "rename from " + gitName(was) + "\nrename to " + gitName(c.Name) + "\n"
	case workspace.Copied:
		header += "similarity index 100%\ncopy from " + gitName(was) + "\ncopy to " + gitName(c.Name) + "\n"
	case workspace.Created:
		from.Name = "/dev/null"
		header += fmt.Sprintf("new file mode %s\n", gitMode(c))
	case workspace.Deleted:
		to.Name = "/dev/null"
		header += fmt.Sprintf("deleted file mode %s\n", gitMode(c))
	}
	limit := max(r.Policy.MaxEdit, r.Policy.MaxCreate)
	var oldErr, newErr error
	if c.Kind != workspace.Created {
		from.Content, oldErr = c.Before(limit)
	}
	to.Content, newErr = c.After(limit)
	switch { // to git, the content of a link is its target
	case c.Link == "":
	case c.Kind == workspace.Created:
		to.Content = []byte(c.Link)
	case c.Kind == workspace.Deleted:
		from.Content = []byte(c.Link)
	}
	if oldErr != nil || newErr != nil {
		return header + "# " + c.Name + ": not shown, since it is too large or cannot be read\n"
	}
	return header + text.Diff(from, to)
}

// gitMode is how git writes the type and permission bits of an entry.
func gitMode(c workspace.Change) string {
	switch {
	case c.Link != "":
		return "120000"
	case c.Mode&0o111 != 0:
		return "100755"
	}
	return "100644"
}

// gitName is how git writes a path: in quotes if it could be misread.
func gitName(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == 0x7f }) {
		return strconv.Quote(name)
	}
	return name
}
