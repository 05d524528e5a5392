package ops

import (
	"context"
	"fmt"
	"strings"

	"fileops/internal/workspace"
)

// Undo takes a run back. Only a person can ask for it, so it is not in the catalogue. It comes
// alone in a run.
type Undo struct {
	Run   string // its ID; "" is the newest one in force that is not itself an undo
	Force bool   // overwrite what changed since
}

// Kind is undo.
func (Undo) Kind() string { return "undo" }

// maxListed is how many files a result names.
const maxListed = 20

func (u Undo) run(_ context.Context, tx *workspace.Tx, _ Policy) (Done, error) {
	run, err := tx.Undo(u.Run, u.Force)
	if err != nil {
		return Done{}, err
	}
	changes := tx.Changes()
	done := Done{Summary: Sentence{Verb: "Undid", Before: "run " + run.ID}, Changed: len(changes) > 0, Warnings: run.Warnings}
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

// inWords is a change in words: made directory d, moved a → b.
func inWords(c workspace.Change) string {
	what := strings.ReplaceAll(string(c.Kind), "_", " ") + " "
	if c.From != "" {
		what += c.From + " → "
	}
	return what + c.Name
}
