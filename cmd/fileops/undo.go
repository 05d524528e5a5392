package main

import (
	"context"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
	"fileops/internal/run"
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
		Use:        "undo [RUN]",
		SuggestFor: []string{"revert", "rollback", "redo"},
		Short:      "Take a run back",
		Long: `Restore what RUN changed: contents, modes, names, links, directories, backups.
Without RUN, undo the newest run in force that is not an undo itself. An undo is
a run, too: undo it by its id.`,
		Example: "  fileops undo --dry-run --diff\n  fileops undo 20261120T201501-3f2a",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nforce dry-run diff stat lock-timeout=TIME format=FORMAT no-pager",
			helpStatus: "0 undone; 1 refused, or nothing to undo; 2 nothing was done; 130 interrupted.",
		},
		Args: takesOne("run"),
		RunE: a.interruptible(func(cmd *cobra.Command, args []string) error {
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			return f.run(cmd.Context(), id)
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.force, "force", false, "also restore files that changed since the run")
	flags.BoolVarP(&f.dryRun, "dry-run", "n", false, "show what would change, and write nothing")
	f.shownFlags(cmd)
	flags.DurationVar(&f.lockTimeout, "lock-timeout", lockTimeout, "wait at most TIME for another run (default 30s)")
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
	op := ops.Operation{Action: ops.Undo{Run: id, Force: f.force}, Form: wording.Command, ID: "undo_0"}
	rep, err := f.execute(ctx, loaded, op)
	if rep.Run == "" && err != nil {
		return err
	}
	return f.print(report.Run{Report: rep}, err)
}

// execute takes a run back. The Report has no name of a run if an error came before that.
func (f undo) execute(ctx context.Context, loaded config.Loaded, op ops.Operation) (run.Report, error) {
	counts := &runProgress{}
	w, err := f.open(ctx, loaded, workspace.Options{ReadOnly: f.dryRun, LockTimeout: f.lockTimeout, Progress: &counts.committed})
	if err != nil {
		return run.Report{}, err
	}
	defer w.Close()                         //nolint:errcheck // nothing is written through it any more
	runner := newRunner(w, loaded.Settings) // without syntax checks: the old content comes back, broken or not
	runner.DryRun, runner.Diff = f.dryRun, f.diff
	return f.runShown(ctx, runner, counts, []ops.Operation{op})
}
