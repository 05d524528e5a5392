package main

import (
	"context"

	"github.com/spf13/cobra"

	"fileops/internal/parse"
	"fileops/internal/report"
)

func (a *app) parseCommand() *cobra.Command {
	var fenced bool
	var input string
	cmd := &cobra.Command{
		Use:   "parse [FILE…]",
		Short: "Show the operations in a response, and run nothing",
		Long: `Show the operations, commands and thinking in a response, and run nothing.
Read FILE, or standard input ("-").`,
		Example: "  fileops parse response.md\n  fileops parse --format json < response.md",
		Annotations: map[string]string{
			helpFlags: "Flags:\ninput=FORM fenced format=FORMAT",
			helpStatus: "0 all operations can run; 1 one is malformed, or all are quoted; " +
				"2 the input cannot be read; 3 the response is empty or has no operations and no commands.",
		},
		RunE: a.interruptible(func(cmd *cobra.Command, files []string) error {
			given := map[string]any{}
			if cmd.Flags().Changed("fenced") {
				given["fenced"] = fenced
			}
			if err := checkInput(input); err != nil {
				return err
			}
			return a.parse(cmd.Context(), files, parseSettings{given, input})
		}),
	}
	cmd.Flags().BoolVar(&fenced, "fenced", false, "count blocks in code fences as operations")
	inputFlag(cmd, &input)
	return cmd
}

// parseSettings are what the flags of `fileops parse` say.
type parseSettings struct {
	given map[string]any // for the configuration
	input string
}

func (a *app) parse(ctx context.Context, files []string, p parseSettings) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(p.given)
	if err != nil {
		return usagef("%v", err)
	}
	inputs, err := a.read(ctx, files, int64(loaded.Settings.MaxResponseSizeMB)<<20)
	if err != nil {
		return err
	}
	r, err := readable(parse.Parse(inputs, parse.Options{Fenced: loaded.Settings.Fenced, Input: p.input}))
	if err != nil {
		return err
	}
	if a.format == "json" {
		err = report.ResponseJSON(a.out, toShown(r))
	} else {
		err = report.Human{}.Response(a.out, toShown(r))
	}
	if err != nil {
		return err
	}
	if len(r.Operations) == 0 {
		return exit{status: noneStatus(r), msg: nothingToRun(inputs, r)}
	}
	for _, op := range r.Operations {
		if report.Malformed(op) {
			return exit{status: exitFailed}
		}
	}
	return nil
}

// toShown is a response in the form in which it is shown.
func toShown(r parse.Response) report.Response {
	shown := report.Response{
		Content: r.Content, Operations: r.Operations, Thinking: r.Thinking,
		Commands: r.Commands, Warnings: r.Warnings, Completed: r.TurnCompleted(),
	}
	for _, q := range r.Quoted {
		shown.Quoted = append(shown.Quoted, report.Quoted{Operation: q.Operation, Form: q.Form, Call: q.Call, Line: q.Line, In: q.In, Source: q.Source})
	}
	return shown
}
