package main

import (
	"context"

	"github.com/spf13/cobra"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/workspace"
)

func (a *app) historyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "history",
		Short: "List the runs on the root that can be undone, the newest first",
		Long: `history lists the runs on the root that are kept (history_runs, history_size_mb), the
newest first: when they began, what they changed, and whether they are in force or were
undone. --verbose names every file.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.history(cmd.Context()) },
	}
}

func (a *app) history(ctx context.Context) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	w, err := a.open(ctx, loaded, workspace.Options{ReadOnly: true, LockTimeout: lockTimeout})
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
		past[i] = report.Past{Run: r.ID, Time: r.Time, Undoes: r.Undoes, UndoneBy: r.UndoneBy, Lost: r.Lost, Size: r.Size}
		for _, c := range r.Changes {
			past[i].Files = append(past[i].Files, ops.File{Name: c.Name, Kind: string(c.Kind), From: c.From, Dir: c.Dir})
		}
	}
	if a.format == "json" {
		return report.HistoryJSON(a.out, w.Dir(), past)
	}
	if len(past) == 0 {
		a.note("no runs on this root are kept")
	}
	return report.Human{Color: a.colored()}.History(a.out, past, a.verbose)
}
