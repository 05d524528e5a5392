package ops

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

// Undo takes a run back. It is not in the catalogue, since no response can ask for it: a person
// can, or a client of the server. It comes alone in a run.
type Undo struct {
	Run   string // its ID; "" is the newest one in force that is not itself an undo
	Force bool   // overwrite what changed since
}

// Kind is undo.
func (Undo) Kind() string { return "undo" }

// maxListed is how many files a result names.
const maxListed = 20

func (u Undo) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	run, err := tx.Undo(u.Run, u.Force)
	if w := (*workspace.Error)(nil); errors.As(err, &w) && p.style.Form == wording.Call {
		err = &Error{Code: w.Reason, Path: w.Path, Msg: w.Msg, Hint: callHint(w), Err: err}
	}
	if err != nil {
		return Done{}, err
	}
	changes := tx.Changes()
	done := Done{Summary: wording.Sentence{Verb: "Undid", Before: "run " + run.ID}, Changed: len(changes) > 0, Warnings: run.Warnings}
	for i, c := range changes {
		if i == maxListed {
			done.Notes = append(done.Notes, fmt.Sprintf("  (+%d more)", len(changes)-maxListed))
			break
		}
		done.Notes = append(done.Notes, "  "+inWords(c))
	}
	if !done.Changed && len(done.Warnings) == 0 {
		done.Notes = []string{"  nothing to change: everything is as it was before that run"}
	}
	return done, nil
}

// callHint says what to do after an undo that was refused, for a model that called it. Only a
// person can overwrite what changed since.
func callHint(e *workspace.Error) string {
	switch {
	case e.UndoFirst != "" && e.Reason == workspace.Changed:
		return "A later run changed some of it. Undo that one first: call undo with run " + e.UndoFirst + "."
	case e.UndoFirst != "":
		return "To have it back, call undo with run " + e.UndoFirst + "."
	case e.Reason == workspace.Changed:
		return "Change the files yourself, or ask the user, who can overwrite them: fileops undo --force " + e.Path
	}
	return "Call history to see which runs there are."
}

// inWords is a change in words: made directory d, moved a → b.
func inWords(c workspace.Change) string {
	what := strings.ReplaceAll(string(c.Kind), "_", " ") + " "
	if c.From != "" {
		what += c.From + " → "
	}
	return what + c.Name
}
