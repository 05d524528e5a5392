package run

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"fileops/internal/ops"
	"fileops/internal/text"
	"fileops/internal/text/diff"
	"fileops/internal/workspace"
)

// files lists changes, with the lines that each adds and removes, and with diffs if they are
// wanted.
func (r *Runner) files(changes []workspace.Change) []File {
	files := make([]File, len(changes))
	for i, c := range changes {
		files[i] = File{Name: c.Name, Kind: string(c.Kind), From: c.From, Dir: c.Dir}
		if !c.Dir {
			r.compare(c, &files[i])
		}
	}
	return files
}

// PastFiles lists what a run of the history changed, as Report.Patch has it, and directories.
func (r *Runner) PastFiles(id string) ([]File, error) { return r.patch(r.Workspace.RunChanges(id)) }

// patch lists changes with diffs that git applies, also of binary files.
func (r *Runner) patch(changes []workspace.Change, err error) ([]File, error) {
	if err != nil {
		return nil, ops.AsError(err)
	}
	whole := *r
	whole.Diff, whole.binary = true, true
	return whole.files(changes), nil
}

// compare counts the lines of one change, and shows it as git does if a diff is wanted, so that
// `git apply` accepts it. A binary file, and one over the limits of the policy or unreadable, is
// only named.
func (r *Runner) compare(c workspace.Change, f *File) {
	var from, to diff.Version
	header := ""
	if r.Diff { // only a diff shows names
		from, to, header = sides(c)
	}
	if !c.NewContent() && (!r.Diff || c.Kind == workspace.Moved || c.Kind == workspace.Copied) { // it need not be read
		f.Diff = header
		return
	}
	err := r.load(c, &from, &to)
	if differ := !bytes.Equal(from.Content, to.Content); err != nil && c.NewContent() || differ && (text.Binary(from.Content) || text.Binary(to.Content)) {
		f.LinesUncounted = true
		f.Bytes.Old, f.Bytes.New = c.Sizes()
		if c.Kind == workspace.Created {
			f.Bytes.Old = 0 // of a copy that was changed, Sizes gives the size of its source
		}
	}
	var lines diff.Stat
	switch {
	case !r.Diff && f.LinesUncounted:
	case !r.Diff:
		lines = diff.Count(from.Content, to.Content)
	case err != nil:
		why := "it is too large or cannot be read"
		if w := (*workspace.Error)(nil); errors.As(err, &w) && w.Reason == workspace.Changed {
			why = "its content before or after the run is not kept"
		}
		if r.binary { // for the lack of it, git refuses the whole patch, and does not apply half of it
			header += "--- " + from.Name + "\n+++ " + to.Name + "\nBinary files " + from.Name + " and " + to.Name + " differ\n"
		}
		f.Diff, f.Hidden = header+"# "+c.Name+": not shown, since "+why+"\n", why
	case r.binary && f.LinesUncounted:
		if c.Kind != workspace.Created && from.Content == nil {
			from.Content = []byte{} // an empty file
		}
		if c.Kind != workspace.Deleted && to.Content == nil {
			to.Content = []byte{}
		}
		f.Diff = header + diff.Binary(from, to)
	default:
		f.Diff, lines = diff.Unified(from, to)
		f.Diff = header + f.Diff
	}
	f.Added, f.Removed = lines.Added, lines.Removed
}

// sides returns both sides of a change without their contents, and the header lines that git
// writes before a diff.
func sides(c workspace.Change) (from, to diff.Version, header string) {
	was := cmp.Or(c.From, c.Name)
	from, to = diff.Version{Name: diff.Quote("a/" + was)}, diff.Version{Name: diff.Quote("b/" + c.Name)}
	header = "diff --git " + from.Name + " " + to.Name + "\n"
	if was, is := gitMode(c, c.ModeBefore), gitMode(c, c.Mode); was != is && (c.Kind == workspace.Modified || c.Kind == workspace.Moved) {
		header += "old mode " + was + "\nnew mode " + is + "\n"
	}
	switch c.Kind {
	case workspace.Moved:
		header += "rename from " + diff.Quote(was) + "\nrename to " + diff.Quote(c.Name) + "\n"
	case workspace.Copied:
		header += "similarity index 100%\ncopy from " + diff.Quote(was) + "\ncopy to " + diff.Quote(c.Name) + "\n"
	case workspace.Created:
		from.Name = "/dev/null"
		header += fmt.Sprintf("new file mode %s\n", gitMode(c, c.Mode))
	case workspace.Deleted:
		to.Name = "/dev/null"
		header += fmt.Sprintf("deleted file mode %s\n", gitMode(c, c.Mode))
	}
	return from, to, header
}

// load reads the contents of both sides of a change.
func (r *Runner) load(c workspace.Change, from, to *diff.Version) error {
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
	return errors.Join(oldErr, newErr)
}

// gitMode is how git writes the type of an entry and its permission bits.
func gitMode(c workspace.Change, mode fs.FileMode) string {
	switch {
	case c.Link != "":
		return "120000"
	case mode&0o111 != 0:
		return "100755"
	}
	return "100644"
}
