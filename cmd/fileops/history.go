package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

func (a *app) historyCommand() *cobra.Command {
	var prune bool
	cmd := &cobra.Command{
		Use:        "history",
		SuggestFor: []string{"log", "runs", "list"},
		Short:      "List the runs that can be undone",
		Long: `List the runs on the root that are kept, the newest first. A row has the id of
the run, which fileops show and fileops undo take, and when it began. Then come
the operations that succeeded, the files that changed, and the lines added and
removed. The last words say if the run is an undo, was undone, or cannot be
undone.

Runs that changed nothing are not kept, and of the others the last 20 (setting
history_runs). --verbose names the files of each.`,
		Example: "  fileops history --verbose\n  fileops history --prune",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nprune format=FORMAT",
			helpStatus: "0, or 2 if the history cannot be read.",
		},
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if prune {
				return a.prune(cmd.Context())
			}
			return a.history(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&prune, "prune", false, "remove the histories of roots that no longer exist")
	return cmd
}

// prune removes the histories of missing roots, and the oldest if all are too large together.
func (a *app) prune(ctx context.Context) error {
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	set := loaded.Settings
	pruned, err := workspace.Prune(ctx, workspace.Options{
		State: set.StateDir, HistoryDays: set.HistoryDays, StateSize: int64(set.StateSizeMB) << 20,
	})
	out := report.Pruned{Bytes: pruned.Bytes, Kept: pruned.Kept, Size: pruned.Size, Absent: pruned.Absent, Busy: pruned.Busy}
	for _, r := range pruned.Removed {
		out.Roots = append(out.Roots, report.PrunedRoot{Root: r.Path, Gone: r.Gone, Used: r.Used, Size: r.Size})
	}
	if a.format == "json" {
		return errors.Join(report.PrunedJSON(a.out, out), err)
	}
	return errors.Join(report.Human{}.Pruned(a.out, out), err)
}

func (a *app) history(ctx context.Context) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	past, related, err := a.past(ctx)
	if err != nil {
		return err
	}
	if a.format == "json" {
		return report.HistoryJSON(a.out, a.absolute(), past)
	}
	if len(past) == 0 {
		a.note("no runs on this root are kept")
		if related != "" {
			a.note("%s", related)
		}
	}
	return report.Human{Verbose: a.verbose}.History(a.out, past)
}

// past returns the runs on the root that are kept. If there are none, related says whether the
// history of another root may be meant.
func (a *app) past(ctx context.Context) (past []report.Past, related string, err error) {
	loaded, err := a.load(nil)
	if err != nil {
		return nil, "", usagef("%v", err)
	}
	w, err := a.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: true, LockTimeout: lockTimeout})
	if err != nil {
		return nil, "", err
	}
	defer w.Close() //nolint:errcheck // nothing was written through it
	past, err = pastRuns(w)
	if err == nil && len(past) == 0 {
		related = w.RelatedRuns()
	}
	return past, related, err
}

// pastRuns returns the runs of the history, the newest first.
func pastRuns(w *workspace.Workspace) ([]report.Past, error) {
	runs, err := w.History()
	if err != nil {
		return nil, err
	}
	past := make([]report.Past, len(runs))
	for i, r := range runs {
		past[i] = report.Past{Run: r.ID, Time: r.Time, Undoes: r.Undoes, UndoneBy: r.UndoneBy, Lost: r.NotUndoable, Size: r.Size}
		if t := r.Totals; t != nil {
			past[i].Totals = &report.Totals{Operations: t.Operations, Insertions: t.Insertions, Deletions: t.Deletions}
		}
		for _, c := range r.Changes {
			past[i].Files = append(past[i].Files, run.File{Name: c.Name, Kind: string(c.Kind), From: c.From, Dir: c.Dir})
		}
	}
	return past, nil
}
