package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

// read is the flags of `fileops read`.
type read struct {
	*app
	ranges      map[string]*string // by the field of the operation
	plain       bool
	base64      bool // of images, and nothing else
	lockTimeout time.Duration
}

func (a *app) readCommand() *cobra.Command {
	f := read{app: a, ranges: map[string]*string{}}
	cmd := &cobra.Command{
		Use:   "read PATH…",
		Short: "Show files as a model should see them",
		Long: `read shows a file as a model sees it: the lines of a text with their numbers, as
cat -n has them, in UTF-8 whatever its encoding, 2000 of them unless --limit says
otherwise, and of a line its first 2000 characters; the text of PDFs and Jupyter
notebooks; of images the type and size. The content of a file decides its kind.

Any path may be read that you may read. Relative paths start at --root. Of several,
each comes under its own heading, and one that cannot be shown does not stop the others.

Exit status: 0 if everything was shown; 1 if a file is missing or cannot be shown, or
has no such lines; 2 for wrong usage.`,
		Example: "  fileops read src/main.go --lines 10-20\n  fileops read big.log --offset 1000000 --limit 20",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(cmd *cobra.Command, paths []string) error { return f.run(cmd, paths) },
	}
	flags := cmd.Flags()
	for name, usage := range map[string]string{
		"lines":  "a `range` of lines: 10-20, 10-, -20 or 7",
		"offset": "the first `line`, counted from 1",
		"limit":  "how many `lines` at the most: 1 to 10000",
		"pages":  "of a PDF, a `range` of pages: 1-5, 3-, -2 or 7",
	} {
		f.ranges[name] = flags.String(name, "", usage)
	}
	flags.BoolVar(&f.plain, "plain", false, "the text alone, whole: no numbers, no lines cut")
	flags.BoolVar(&f.base64, "base64", false, "of images, print their bytes in base64")
	flags.DurationVar(&f.lockTimeout, "lock-timeout", lockTimeout, "how long to wait for another run on this root")
	return cmd
}

func (f read) run(cmd *cobra.Command, paths []string) error {
	list, err := f.operations(cmd, paths)
	if err != nil {
		return err
	}
	if err := f.rootMissing(); err != nil {
		return err
	}
	rep, err := f.operate(cmd.Context(), list)
	result := report.Run{Report: rep, Asked: list}
	switch {
	case err != nil && f.format == "json" && len(rep.Results) > 0:
		_, result.Trouble = outcome(err)
	case err != nil:
		return err
	}
	if err := f.show(result); err != nil {
		return err
	}
	if err == nil && rep.Failed() > 0 {
		return exit{status: exitFailed}
	}
	return err
}

// operations are the reads that the flags ask for.
func (f read) operations(cmd *cobra.Command, paths []string) ([]ops.Operation, error) {
	spec, _ := ops.Lookup("read")
	list := make([]ops.Operation, len(paths))
	for i, path := range paths {
		if path == "-" {
			return nil, usagef("read takes no standard input: name a file (one of that name is ./-)")
		}
		args := []ops.Arg{{Name: "file", Value: ops.Value{Text: path}}}
		for name, value := range f.ranges {
			if cmd.Flags().Changed(name) {
				args = append(args, ops.Arg{Name: name, Value: ops.Value{Text: *value}})
			}
		}
		action, err := spec.Build(wording.Command, args)
		if err != nil {
			return nil, usagef("%v", err)
		}
		r := action.(ops.Read)
		r.Path, r.Anywhere, r.Plain, r.Bytes = path, true, f.plain, f.base64
		list[i] = ops.Operation{Action: r, ID: fmt.Sprintf("file_read_%d", i), Args: args}
	}
	return list, nil
}

// operate reads, in a run that writes nothing and leaves nothing behind.
func (f read) operate(ctx context.Context, list []ops.Operation) (run.Report, error) {
	loaded, err := f.load(nil)
	if err != nil {
		return run.Report{}, usagef("%v", err)
	}
	set := loaded.Settings
	w, err := f.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: !set.ReadBeforeWrite, LockTimeout: f.lockTimeout})
	if err != nil {
		return run.Report{}, err
	}
	defer w.Close() //nolint:errcheck // nothing is written through it
	runner := newRunner(w, set)
	runner.Policy.Pixels = f.format == "json"
	return runner.Run(ctx, list)
}

// show prints what was read: the text alone, without a word of the program.
func (f read) show(result report.Run) error {
	if f.format == "json" {
		return report.RunJSON(f.out, result)
	}
	h := report.Human{Base64: f.base64}
	shown := 0
	for _, res := range result.Results {
		if res.Err != nil {
			f.say("fileops: " + res.Err.Text())
			continue
		}
		if err := h.Read(f.out, res, len(result.Results) > 1, shown > 0); err != nil {
			return err
		}
		shown++
		for _, msg := range res.Warnings {
			f.note("warning: %s: %s", res.Path, msg)
		}
	}
	for _, msg := range result.Warnings {
		f.note("warning: %s", msg)
	}
	return nil
}
