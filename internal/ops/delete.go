package ops

import (
	"context"
	"fmt"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

type deleteFile struct{ Path string }

func (deleteFile) Kind() string { return "delete" }

func (d deleteFile) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := tx.Find(d.Path, workspace.ToDelete, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch t.Kind {
	case workspace.Absent:
		return Done{}, notFound(t.Written)
	case workspace.Directory:
		return Done{}, isDirectory("delete", t.Written, "Use "+p.style.Operation("rmdir")+" for an empty directory.")
	}
	done := Done{Path: t.Written, Changed: true, Summary: wording.Sentence{Verb: "Deleted", Path: t.Written}, Origin: t.Origin()}
	return done, tx.Remove(t)
}

// makeDir makes a directory with its parents.
type makeDir struct{ Path string }

func (makeDir) Kind() string { return "mkdir" }

func (m makeDir) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := tx.Find(m.Path, workspace.ToMakeDir, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch t.Kind {
	case workspace.Directory:
		return Done{Path: t.Written, Summary: wording.Sentence{Verb: "Directory", Before: "already exists: ", Path: t.Written}}, nil
	case workspace.Absent:
		return Done{Path: t.Written, Changed: true, Summary: wording.Sentence{Verb: "Created", Before: "directory ", Path: t.Written}}, tx.MakeDir(t)
	}
	return Done{}, notDirectory(t.Written, "A file of that name is in the way.")
}

// removeDir removes an empty directory.
type removeDir struct{ Path string }

func (removeDir) Kind() string { return "rmdir" }

func (r removeDir) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := tx.Find(r.Path, workspace.ToRemoveDir, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch t.Kind {
	case workspace.Absent:
		return Done{}, directoryNotFound(t.Written)
	case workspace.Directory:
	default:
		return Done{}, notDirectory(t.Written, "Use "+p.style.Operation("delete")+" for a file.")
	}
	names, err := tx.Entries(t)
	if err != nil {
		return Done{}, err
	}
	if len(names) > 0 {
		return Done{}, &Error{
			Code: NotEmpty, Path: t.Written,
			Msg:  fmt.Sprintf("Directory not empty: %s (%s)", t.Written, plural(len(names), "entry", "entries")),
			Hint: "It holds " + some(names) + ".",
		}
	}
	return Done{Path: t.Written, Changed: true, Summary: wording.Sentence{Verb: "Removed", Before: "directory ", Path: t.Written}}, tx.RemoveDir(t)
}

// fewNames is how many names some shows.
const fewNames = 5

// some is the first few names of a list, and how many more there are.
func some(names []string) string {
	shown := strings.Join(names[:min(len(names), fewNames)], ", ")
	if more := len(names) - fewNames; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return shown
}

func notDirectory(path, hint string) *Error {
	return &Error{Code: workspace.NotDirectory, Path: path, Msg: "Not a directory: " + path, Hint: hint}
}
