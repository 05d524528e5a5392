package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/report"
	"fileops/internal/syntax"
)

func (a *app) configCommand() *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the settings in force, and where each comes from",
		Long: `Print the settings in force as a configuration file, with the origin of each.
Read it again with --config. Nearest first, a setting comes from flags, FILEOPS_
variables, the file of --config or in and above the root, the user's file, or
the defaults. --verbose explains each setting.`,
		Example: "  fileops config > saved.yaml\n  fileops config --schema",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nschema format=FORMAT",
			helpStatus: "0, or 2 for wrong usage or configuration.",
		},
		Args: takesNone,
		RunE: func(*cobra.Command, []string) error {
			if schema {
				_, err := a.out.Write(config.Schema(syntax.Languages()))
				return err
			}
			return a.printConfig()
		},
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of a configuration file")
	return cmd
}

func (a *app) printConfig() error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	for i, e := range loaded.Entries {
		if list, ok := e.Value.([]string); ok && list == nil && e.Key == "validate_syntax" {
			loaded.Entries[i].Value = syntax.Languages()
		}
	}
	if a.format == "json" {
		type entry struct {
			Key    string `json:"key"`
			Value  any    `json:"value"`
			Origin string `json:"origin"`
		}
		entries := make([]entry, len(loaded.Entries))
		for i, e := range loaded.Entries {
			entries[i] = entry{e.Key, e.Value, e.Origin}
		}
		return report.JSON(a.out, map[string]any{"version": 1, "file_operations": entries})
	}
	_, err = fmt.Fprint(a.out, config.YAML(loaded.Entries, a.verbose))
	return err
}
