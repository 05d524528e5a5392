package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/ops/prompt"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
)

func (a *app) promptCommand() *cobra.Command {
	var only []string
	var dialect string
	var anchors bool
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Print a system prompt that teaches the operations",
		Long: `Print a text for a model's system prompt. It has the operations with an example
each, and the rules in force on the root, such as protected paths. --dialect
teaches another form instead: SEARCH/REPLACE blocks, patches, unified diffs, or
whole files in code fences.`,
		Example: "  fileops prompt\n  fileops prompt --only edit,create,delete",
		Annotations: map[string]string{
			helpFlags:  "Flags:\ndialect=FORM only=NAMES anchors format=FORMAT",
			helpStatus: "0, or 2 for wrong usage or configuration.",
		},
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := named(cmd, only); err != nil {
				return err
			}
			form, known := map[string]wording.Form{"tags": wording.Tags, "search-replace": wording.SearchReplace, "patch": wording.Patch, "diff": wording.Diff, "files": wording.Files}[dialect]
			if !known {
				return usagef("--dialect must be tags, search-replace, patch, diff or files, not %q", dialect)
			}
			if anchors && form != wording.Tags {
				return usagef("--anchors is for operation blocks: --dialect tags")
			}
			return a.printPrompt(only, form, anchors)
		},
	}
	onlyFlag(cmd, &only)
	cmd.Flags().BoolVar(&anchors, "anchors", false, "teach anchors such as 12#k3f in place of line numbers")
	cmd.Flags().StringVar(&dialect, "dialect", "tags", "teach tags, search-replace, patch, diff or files")
	return cmd
}

func (a *app) printPrompt(only []string, form wording.Form, anchors bool) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	if !loaded.Settings.Enabled {
		return usagef("%s", turnedOff)
	}
	options := promptOptions(loaded.Settings, only)
	options.Form, options.Anchors = form, anchors
	text, err := prompt.Text(options)
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
