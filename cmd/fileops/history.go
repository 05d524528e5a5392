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
		Use:   "history",
		Short: "List the runs on the root that can be undone, the newest first",
		Long: `history lists the runs on the root that are kept (history_runs, history_size_mb), the
newest first: when they began, what they changed, and whether they are in force or were
undone. --verbose names every file.

--prune removes the histories of other roots that nobody can use any more: of roots that
are gone and were not used for history_days; then, while the histories of all roots are
larger than state_size_mb together, the least recently used. It prints what it freed.
Every run that changes files does a part of that.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if prune {
				return a.prune(cmd.Context())
			}
			return a.history(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&prune, "prune", false, "remove the histories of roots that are gone, and say what was freed")
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
	show := report.Human{}.Pruned
	if a.format == "json" {
		show = report.PrunedJSON
	}
	return errors.Join(show(a.out, out), err)
}

func (a *app) history(ctx context.Context) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	w, err := a.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: true, LockTimeout: lockTimeout})
	if err != nil {
		return err
	}
	defer w.Close() //nolint:errcheck // nothing was written through it
	runs, err := w.History()
	if err != nil {
		return err
	}
	past := make([]report.Past, len(runs))
	for i, r := range runs {
		past[i] = report.Past{Run: r.ID, Time: r.Time, Undoes: r.Undoes, UndoneBy: r.UndoneBy, Lost: r.NotUndoable, Size: r.Size}
		for _, c := range r.Changes {
			past[i].Files = append(past[i].Files, run.File{Name: c.Name, Kind: string(c.Kind), From: c.From, Dir: c.Dir})
		}
	}
	if a.format == "json" {
		return report.HistoryJSON(a.out, w.Dir(), past)
	}
	if len(past) == 0 {
		a.note("no runs on this root are kept")
		if related := w.RelatedRuns(); related != "" {
			a.note("%s", related)
		}
	}
	return report.Human{}.History(a.out, past, a.verbose)
}
