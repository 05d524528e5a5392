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
		Short: "Show what a response holds, and run nothing",
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
	cmd.Flags().BoolVar(&fenced, "fenced", false, "count blocks inside code fences as operations")
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
		return exit{status: exitFailed, msg: nothingToRun(inputs, r)}
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
		shown.Quoted = append(shown.Quoted, report.Quoted{Operation: q.Operation, Call: q.Call, Line: q.Line, In: q.In, Source: q.Source})
	}
	return shown
}
