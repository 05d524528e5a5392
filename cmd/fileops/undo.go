package main

import (
	"context"

	"github.com/spf13/cobra"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/workspace"
)

// undo is the flags of `fileops undo`.
type undo struct {
	apply
	force bool
}

func (a *app) undoCommand() *cobra.Command {
	f := undo{apply: apply{app: a}}
	cmd := &cobra.Command{
		Use:   "undo [RUN]",
		Short: "Take a run back",
		Long: `undo brings back what a run changed: contents, modes, names, links, directories it
made or removed, backups. Without RUN it takes back the newest run that is in force and
is not itself an undo, so that undoing again goes further back. An undo is a run like
any other: undo it by its own name to have everything again.

It refuses, and names them, if files changed since that run; --force goes over them.`,
		Example: "  fileops history\n  fileops undo 20261120T201501-3f2a --dry-run --diff",
		Args:    cobra.MaximumNArgs(1),
		RunE: a.interruptible(func(cmd *cobra.Command, args []string) error {
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			return f.run(cmd.Context(), id)
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.force, "force", false, "go over files that changed since the run")
	flags.BoolVar(&f.dryRun, "dry-run", false, "do everything but write")
	flags.BoolVar(&f.diff, "diff", false, "print unified diffs of what changed")
	flags.BoolVar(&f.noPager, "no-pager", false, pagerUsage)
	flags.DurationVar(&f.lockTimeout, "lock-timeout", lockTimeout, "how long to wait for another run on this root")
	return cmd
}

func (f undo) run(ctx context.Context, id string) error {
	if err := f.rootMissing(); err != nil {
		return err
	}
	loaded, err := f.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	counts := &runProgress{}
	w, err := f.open(ctx, loaded, workspace.Options{ReadOnly: f.dryRun, LockTimeout: f.lockTimeout, Progress: &counts.committed})
	if err != nil {
		return err
	}
	defer w.Close()                         //nolint:errcheck // nothing is written through it any more
	runner := newRunner(w, loaded.Settings) // without syntax checks: the old content comes back, broken or not
	runner.DryRun, runner.Diff = f.dryRun, f.diff
	rep, err := f.runShown(ctx, runner, counts, []ops.Operation{{Action: ops.Undo{Run: id, Force: f.force}, ID: "undo_0"}})
	if err := f.print(report.Run{Report: rep}, err); err != nil {
		return err
	}
	if rep.Committed && f.format != "json" {
		f.note("to take that back: fileops undo %s", rep.Run)
	}
	return nil
}
