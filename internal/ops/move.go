package ops

import (
	"context"
	"fmt"
	"path"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

type movePath struct{ From, To string }

func (movePath) Kind() string { return "move" }

func (m movePath) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	from, err := tx.Find(m.From, workspace.ToMove, p.paths)
	if err != nil {
		return Done{}, err
	}
	to, err := tx.Find(m.To, workspace.ToCreate, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch {
	case from.Name == to.Name:
		return Done{}, samePath(from)
	case from.Kind == workspace.Absent:
		e := notFound(from.Written)
		if to.Kind == workspace.Regular {
			e.Hint = to.Written + " is there: it may have been moved already. If so, go on without this operation."
		}
		return Done{}, e
	case strings.HasPrefix(to.Name, from.Name+"/"):
		return Done{}, &Error{Code: SamePath, Path: to.Written, Msg: "Cannot move " + from.Written + " into itself: " + to.Written}
	case to.Kind != workspace.Absent && !from.Same(to):
		return Done{}, destinationExists(from, to, p.style, "")
	case from.Kind != workspace.Directory && strings.HasSuffix(m.To, "/"):
		return Done{}, isDirectory("write a file as", m.To, putInto(from, to, p.style))
	}
	done := Done{
		Path: to.Written, Changed: true, Summary: wording.Sentence{Verb: "Moved", From: from.Written, Path: to.Written},
		From: from.Name, To: to.Name,
	}
	return done, tx.Move(from, to)
}

// copyFile copies a file with its mode and times.
type copyFile struct {
	From, To  string
	Overwrite bool // the destination may be there already
}

func (c copyFile) Kind() string {
	if c.Overwrite {
		return "copy_overwrite"
	}
	return "copy"
}

func (c copyFile) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	from, err := tx.Find(c.From, workspace.ToRead, p.paths)
	if err != nil {
		return Done{}, err
	}
	intent := workspace.ToCreate
	if c.Overwrite {
		intent = workspace.ToOverwrite
	}
	to, err := tx.Find(c.To, intent, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch {
	case from.Name == to.Name || to.Kind != workspace.Absent && from.Same(to):
		return Done{}, samePath(from)
	case from.Kind == workspace.Absent:
		return Done{}, notFound(from.Written)
	case from.Kind == workspace.Directory:
		return Done{}, isDirectory("copy", from.Written, "Copy the files in it one by one.")
	case to.Kind != workspace.Absent && !c.Overwrite:
		return Done{}, destinationExists(from, to, p.style, "To replace the file, use "+p.style.Operation("copy_overwrite")+".")
	case to.Kind == workspace.Directory:
		return Done{}, isDirectory("overwrite", to.Written, putInto(from, to, p.style))
	case strings.HasSuffix(c.To, "/"):
		return Done{}, isDirectory("write a file as", c.To, putInto(from, to, p.style))
	}
	done := Done{
		Path: to.Written, Changed: true, Summary: wording.Sentence{Verb: "Copied", From: from.Written, Path: to.Written},
		Origin: to.Origin(), From: from.Name, To: to.Name, Copied: true,
	}
	return done, tx.Copy(from, to)
}

func samePath(t *workspace.Target) *Error {
	return &Error{Code: SamePath, Path: t.Written, Msg: "Source and destination are the same: " + t.Written}
}

// destinationExists is the error for a destination that is taken; replace is the hint if that
// is a file.
func destinationExists(from, to *workspace.Target, s wording.Style, replace string) *Error {
	e := &Error{
		Code: Exists, Path: to.Written,
		Msg: "Destination already exists: " + to.Written + ". Delete it first or choose different destination.",
	}
	switch to.Kind {
	case workspace.Directory:
		e.Hint = "The destination is a directory: do not delete it. " + putInto(from, to, s)
	case workspace.Regular:
		e.Hint = replace
	}
	return e
}

// putInto tells how a file or directory is put into a directory.
func putInto(from, dir *workspace.Target, s wording.Style) string {
	name := path.Join(dir.Written, path.Base(from.Written))
	if name == from.Written {
		return fmt.Sprintf("%s is in it already: write another path in %s.", name, s.Field("to"))
	}
	return fmt.Sprintf("To put %s into it, write %s in %s.", from.Written, name, s.Field("to"))
}

// SourcePath returns the path of the file that the operation moves or copies, as the response
// writes it, or "".
func (o Operation) SourcePath() string {
	switch a := o.Action.(type) {
	case movePath:
		return a.From
	case copyFile:
		return a.From
	}
	return ""
}
