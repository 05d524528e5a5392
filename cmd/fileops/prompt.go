package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/ops/prompt"
	"fileops/internal/report"
)

func (a *app) promptCommand() *cobra.Command {
	var only []string
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Print a system prompt that teaches the operations",
		Long: `Print a text for a model's system prompt. It has the operations with an example
each, and the rules in force on the root, such as protected paths.`,
		Example: "  fileops prompt\n  fileops prompt --only edit,create,delete",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nonly=NAMES format=FORMAT",
			helpStatus: "0, or 2 for wrong usage or configuration.",
		},
		Args: takesNone,
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
	if a.format == "json" {
		return report.JSON(a.out, map[string]any{"version": 1, "prompt": text})
	}
	_, err = io.WriteString(a.out, text)
	return err
}

// promptOptions are the settings that a model has to know of.
func promptOptions(set config.Settings, only []string) prompt.Options {
	return prompt.Options{
		Only: only, Atomic: set.Atomic, Backups: set.AutomaticBackups, Fenced: set.Fenced,
		Unique: set.EditMatches == "unique", ReadBeforeWrite: set.ReadBeforeWrite,
		Placeholders: set.OmissionCheck != "error", NoParents: !set.CreateParentDirectories,
		KeepBroken:  !set.RollbackOnSyntaxError || set.ValidateSyntax != nil && len(set.ValidateSyntax) == 0 && len(set.Validators) == 0,
		Protected:   slices.Concat(set.ProtectedFiles, set.ProtectedPatterns),
		Directories: set.ProtectedDirectories, Denied: set.DeniedPatterns,
	}
}
