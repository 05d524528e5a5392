package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
	"fileops/internal/workspace"
)

// show is the flags of `fileops show`.
type show struct {
	*app
	stat, noPager bool
	page          string
}

func (a *app) showCommand() *cobra.Command {
	f := show{app: a}
	cmd := &cobra.Command{
		Use:        "show [RUN]",
		SuggestFor: []string{"diff"},
		Short:      "Show what a run changed",
		Long: `Print what fileops history says of RUN, then its changes as a unified diff that
git apply takes. Without RUN, show the newest run.

The contents come from the history. If another program has changed a file since,
its content after the run is not kept: the diff names the file only.`,
		Example: "  fileops show --stat\n  fileops show 20261120T201501-3f2a | git apply --reverse",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nstat format=FORMAT report=FILE no-pager",
			helpStatus: "0 shown; 1 there is no such run, or none is kept; 2 the history cannot be read.",
		},
		Args: takesOne("run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPage(cmd, f.page); err != nil {
				return err
			}
			return f.run(cmd.Context(), args)
		},
	}
	cmd.Flags().BoolVar(&f.stat, "stat", false, "print how many lines of each file changed, and no diff")
	cmd.Flags().BoolVar(&f.noPager, "no-pager", false, "do not show a long diff in a pager")
	pageFlag(cmd, &f.page)
	return cmd
}

func (f show) run(ctx context.Context, ids []string) error {
	if err := f.rootMissing(); err != nil {
		return err
	}
	past, related, err := f.pastRun(ctx, ids)
	if e := (*ops.Error)(nil); errors.As(err, &e) {
		return exit{status: exitFailed, msg: e.Msg + "\n" + e.Hint}
	}
	if err != nil {
		return err
	}
	if past.Run == "" {
		msg := "no runs on this root are kept"
		if related != "" {
			msg += "\n" + related
		}
		return exit{status: exitFailed, msg: msg}
	}
	shown := report.Run{Report: run.Report{Run: past.Run, Root: f.absolute(), Committed: true, Files: past.Files, Patch: withoutDirectories(past.Files)}}
	if past.UndoneBy != "" {
		shown.Notes = []string{"This run was undone by run " + past.UndoneBy + "."}
	}
	if err := writePage(f.page, shown, past.Time, nil); err != nil {
		return err
	}
	if f.format == "json" {
		return past.JSON(f.out, f.absolute())
	}
	return f.paged(f.noPager, func(w *terminal.Writer) error {
		return report.Human{Stat: f.stat}.Show(w, f.absolute(), past)
	})
}

func withoutDirectories(files []run.File) []run.File {
	return slices.DeleteFunc(slices.Clone(files), func(f run.File) bool { return f.Dir })
}

// pastRun returns the run of an ID, or the newest, with the diffs of its files. Its Run is empty if
// there is none; related then says whether the history of another root may be meant.
func (a *app) pastRun(ctx context.Context, ids []string) (past report.Past, related string, err error) {
	loaded, err := a.load(nil)
	if err != nil {
		return past, "", usagef("%v", err)
	}
	w, err := a.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: true, LockTimeout: lockTimeout})
	if err != nil {
		return past, "", err
	}
	defer w.Close() //nolint:errcheck // nothing was written through it
	runs, err := pastRuns(w)
	switch {
	case err != nil:
		return past, "", err
	case len(runs) == 0:
		return past, w.RelatedRuns(), nil
	case len(ids) == 0:
		ids = []string{runs[0].Run}
	}
	runner := newRunner(w, loaded.Settings)
	var files []run.File
	if files, err = runner.PastFiles(ids[0]); err != nil {
		return past, "", err
	}
	past = chosen(runs, ids[0])
	past.Files = files
	return past, "", nil
}

// chosen is the run of an ID: of several, the newest that is in force, else the oldest, as for undo.
func chosen(runs []report.Past, id string) (found report.Past) {
	for _, p := range slices.Backward(runs) {
		if p.Run == id && (found.Run == "" || p.UndoneBy == "") {
			found = p
		}
	}
	return found
}
