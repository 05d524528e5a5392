package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fileops/internal/ops/schema"
)

func (a *app) schemaCommand() *cobra.Command {
	var form string
	var only []string
	var results, anchors bool
	forms := slices.Concat([]string{"schema"}, schema.APIs(), []string{"results"})
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the operations as JSON Schemas, for tool calling",
		Long: `Print the operations as JSON Schemas (draft 2020-12) in a form:
  schema            one schema of a call, {"name": …, "arguments": …}
  anthropic         the tools of a request to that API
  openai            the same for chat completions, in strict mode
  openai-responses  the same for responses, in strict mode
  mcp               the tools of an MCP server
  results           the schema of --format json
Without --only, print the operations by their tags.`,
		Example: "  fileops schema --for anthropic\n  fileops schema --for mcp --only Read,Edit,MultiEdit",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nfor=FORM only=NAMES anchors results",
			helpStatus: "0, or 2 for wrong usage.",
		},
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if results {
				if cmd.Flags().Changed("for") && form != "results" {
					return usagef("--results is --for results, not --for %s", form)
				}
				form = "results"
			}
			if !slices.Contains(forms, form) {
				return usagef("--for must be one of %s, not %q", strings.Join(forms, ", "), form)
			}
			if err := named(cmd, only); err != nil {
				return err
			}
			return a.printSchema(form, schema.Options{Only: only, Strict: true, Anchors: anchors})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&form, "for", "schema", "print this form (default schema)")
	flags.BoolVar(&anchors, "anchors", false, "let lines be named by anchors, and add anchor_edit")
	flags.BoolVar(&results, "results", false, "print the results form")
	onlyFlag(cmd, &only)
	return cmd
}

func (a *app) printSchema(form string, o schema.Options) error {
	var text []byte
	var err error
	switch {
	case form == "results" && len(o.Only) > 0:
		return usagef("--only picks operations: --for results is the same for all")
	case form == "results":
		text = schema.Results()
	case form == "schema":
		text, err = schema.Calls(o)
	default:
		text, err = schema.Tools(form, o)
	}
	if err != nil {
		return usagef("--only: %v", err)
	}
	_, err = a.out.Write(text)
	return err
}

// onlyFlag adds the flag that picks operations.
func onlyFlag(cmd *cobra.Command, only *[]string) {
	cmd.Flags().StringSliceVar(only, "only", nil, "print these operations only, separated by commas")
}

// named returns an error for an empty --only: a script that leaves it empty hardly means
// every operation.
func named(cmd *cobra.Command, only []string) error {
	if cmd.Flags().Changed("only") && len(only) == 0 {
		return usagef("--only names no operation")
	}
	return nil
}
