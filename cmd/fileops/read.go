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
	anchors     bool
	lockTimeout time.Duration
}

func (a *app) readCommand() *cobra.Command {
	f := read{app: a, ranges: map[string]*string{}}
	cmd := &cobra.Command{
		Use:        "read PATH…",
		SuggestFor: []string{"cat", "show", "view"},
		Short:      "Show files as a model sees them",
		Long: `Show text in UTF-8 with numbered lines, PDFs and Jupyter notebooks as text, and
images by type and size. Show 2000 lines, and 2000 characters of a line.
Relative paths start at the root.`,
		Example: "  fileops read src/main.go --lines 10-20\n  fileops read paper.pdf --pages 1-3",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nlines=RANGE offset=LINE limit=LINES pages=RANGE anchors plain base64 lock-timeout=TIME format=FORMAT",
			helpStatus: "0 all were shown; 1 a file is missing, cannot be shown, or has no such lines; 2 wrong usage.",
		},
		Args: needs("a path"),
		RunE: func(cmd *cobra.Command, paths []string) error { return f.run(cmd, paths) },
	}
	flags := cmd.Flags()
	for name, usage := range map[string]string{
		"lines":  "show these lines: 10-20, 10-, -20 or 7",
		"offset": "start at LINE, counted from 1",
		"limit":  "show at most 1 to 10000 lines",
		"pages":  "show these pages of a PDF: 1-5, 3-, -2 or 7",
	} {
		f.ranges[name] = flags.String(name, "", usage)
	}
	flags.BoolVar(&f.plain, "plain", false, "print the whole text, without line numbers")
	flags.BoolVar(&f.anchors, "anchors", false, "print an anchor such as 12#k3f before each line")
	flags.BoolVar(&f.base64, "base64", false, "print images as base64")
	flags.DurationVar(&f.lockTimeout, "lock-timeout", lockTimeout, "wait at most TIME for another run (default 30s)")
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
	if f.anchors && f.plain {
		return nil, usagef("--anchors stand before line numbers: they cannot be had with --plain")
	}
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
		r.Anchors = f.anchors
		r.Path, r.Anywhere, r.Plain, r.Bytes = path, true, f.plain, f.base64
		list[i] = ops.Operation{Action: r, Form: wording.Command, ID: fmt.Sprintf("file_read_%d", i), Args: args}
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
