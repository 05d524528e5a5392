package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/ops/prompt"
)

func (a *app) promptCommand() *cobra.Command {
	var only []string
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Print the text that teaches a model to answer in operation blocks",
		Long: `prompt prints the text that teaches a model to answer in operation blocks, for its
system prompt: the operations with an example each, and the rules that are in force on
the root (protected paths, backups, atomic, …). Of operations that do the same, such as
create_overwrite and write, it teaches one. --only edit,create,delete makes it shorter;
it can name any operation.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := named(cmd, only); err != nil {
				return err
			}
			return a.printPrompt(only)
		},
	}
	onlyFlag(cmd, &only)
	return cmd
}

func (a *app) printPrompt(only []string) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	if !loaded.Settings.Enabled {
		return usagef("file operations are turned off (enabled: false)")
	}
	text, err := prompt.Text(promptOptions(loaded.Settings, only))
	if err != nil {
		return usagef("--only: %v", err)
	}
	_, err = io.WriteString(a.out, text)
	return err
}

// promptOptions are the settings that a model has to know of.
func promptOptions(set config.Settings, only []string) prompt.Options {
	return prompt.Options{
		Only: only, Atomic: set.Atomic, Backups: set.AutomaticBackups, Fenced: set.Fenced,
		Unique: set.EditMatches == "unique", ReadBeforeWrite: set.ReadBeforeWrite,
		Placeholders: set.OmissionCheck != "error",
		Protected:    slices.Concat(set.ProtectedFiles, set.ProtectedPatterns),
		Directories:  set.ProtectedDirectories, Denied: set.DeniedPatterns,
	}
}
