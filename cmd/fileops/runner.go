package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"fileops/internal/config"
	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/syntax"
	"fileops/internal/syntax/validator"
	"fileops/internal/workspace"
)

// newRunner returns the Runner of every command that runs operations. It follows the
// settings, checks no syntax and makes no diffs.
func newRunner(w *workspace.Workspace, set config.Settings) run.Runner {
	return run.Runner{
		Workspace: w, Now: time.Now, Random: rand.Uint32,
		Policy: ops.Policy{
			MaxEdit: int64(set.MaxEditSizeMB) << 20, MaxCreate: int64(set.MaxCreateSizeMB) << 20,
			MaxRead: int64(set.MaxReadSizeMB) << 20, AllowBinary: set.AllowBinaryOperations,
			Tolerant: set.Match == "tolerant", Unique: set.EditMatches == "unique",
			OmissionCheck: set.OmissionCheck, PathStyle: set.PathStyle,
			SearchExclude: set.SearchExclude, SearchLimit: set.SearchMaxResults,
		},
	}
}

// newParsers returns the built-in parsers that the settings ask for.
func newParsers(set config.Settings) (syntax.Parsers, error) {
	languages := set.ValidateSyntax
	if languages == nil {
		languages = syntax.Languages()
	}
	if !set.ValidatePythonSyntax {
		languages = slices.DeleteFunc(slices.Clone(languages), func(l string) bool { return l == "python" })
	}
	return syntax.NewParsers(slices.Clip(append([]string{}, languages...)))
}

// newValidators returns the user's validators.
func newValidators(root string, set config.Settings) (*validator.Set, error) {
	commands := make([]validator.Command, len(set.Validators))
	for i, v := range set.Validators {
		commands[i] = validator.Command{Glob: v.Glob, Args: v.Command}
	}
	return validator.New(root, commands)
}
