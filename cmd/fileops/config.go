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
		Long: `config prints the settings in force as a configuration file, with the origin of each in a
comment. Saved, it can be read with --config. --verbose adds what each setting means.

Settings come from, nearest first: flags; variables such as FILEOPS_MAX_EDIT_SIZE_MB; the file
that --config or FILEOPS_CONFIG names, else .fileops.yaml, .fileops.json, .fileops.toml or
.kollabor-cli/config.json in the root and in the directories above it; fileops/config.yaml
(or .json, .toml) in the user's configuration directory; the defaults.

The directories above the root count up to the top of the repository (a directory with .git)
or the home directory, whichever is nearer. Without either, the root alone counts. Patterns
in such a file start from its directory. A file that belongs to another user is ignored.

--schema prints the JSON Schema of a configuration file, for editors.`,
		Args: cobra.NoArgs,
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
