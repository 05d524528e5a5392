package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fileops/internal/parse"
	"fileops/internal/report"
	"fileops/internal/run"
)

// asApplyPatch returns the arguments of the program. Under the name apply_patch, which models
// call whether or not it is there, it is the command apply-patch.
func asApplyPatch(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	switch name := filepath.Base(filepath.ToSlash(args[0])); strings.TrimSuffix(name, ".exe") {
	case "apply_patch", "applypatch":
		return append([]string{"apply-patch"}, args[1:]...)
	}
	return args[1:]
}

// applyPatchCommand takes a patch and answers as the apply_patch of OpenAI's agents does. It is
// for programs, so the help does not list it.
func (a *app) applyPatchCommand() *cobra.Command {
	f := apply{app: a, lockTimeout: lockTimeout}
	return &cobra.Command{
		Use:    "apply-patch [PATCH]",
		Short:  "Apply a patch, and answer as apply_patch does",
		Hidden: true,
		Long: `Apply PATCH, or the patch on standard input, to the root: all of it or nothing.
Print the files that it changed, as the apply_patch command of OpenAI's agents
does. A link named apply_patch to this program is that command.`,
		Example: "  fileops apply-patch < changes.patch",
		Annotations: map[string]string{
			helpStatus: "0 all was applied; 1 nothing was.",
		},
		Args: takesOne("patch"),
		RunE: a.interruptible(func(cmd *cobra.Command, args []string) error { return f.applyPatch(cmd.Context(), args) }),
	}
}

func (f apply) applyPatch(ctx context.Context, args []string) error {
	if err := f.rootMissing(); err != nil {
		return err
	}
	loaded, err := f.load(map[string]any{"atomic": true})
	if err != nil {
		return usagef("%v", err)
	}
	if !loaded.Settings.Enabled {
		return usagef("%s", turnedOff)
	}
	inputs := []parse.Input{{Text: strings.Join(args, "")}}
	if len(args) == 0 {
		if inputs, err = f.read(ctx, nil, int64(loaded.Settings.MaxResponseSizeMB)<<20); err != nil {
			return err
		}
	}
	// It is read as the argument of a call, so nothing may stand around the patch.
	call, err := json.Marshal(map[string]any{"name": "apply_patch", "input": map[string]string{"input": inputs[0].Text}})
	if err != nil {
		return exit{status: exitFailed, msg: err.Error()}
	}
	response := parse.Parse([]parse.Input{{Text: string(call)}}, parse.Options{Input: "tools"})
	f.format = "apply_patch"
	return f.operate(ctx, loaded, report.Run{Report: run.Report{Root: f.absolute(), Atomic: true}, Asked: response.Operations})
}
