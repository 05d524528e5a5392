package main

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"fileops/internal/config"
	"fileops/internal/mcp"
	"fileops/internal/ops"
	"fileops/internal/ops/prompt"
	"fileops/internal/ops/wording"
	"fileops/internal/parse"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

// servedTree makes runs on a root for a client of `fileops mcp`, as the commands of the same
// names do. It implements mcp.Tree.
type servedTree struct {
	*app
	absolutePaths bool // whatever the settings say of paths: the root is chosen by them
}

// loaded returns the configuration of the root. The error is for a model, too.
func (t *servedTree) loaded(flags map[string]any) (config.Loaded, error) {
	if err := t.rootMissing(); err != nil {
		return config.Loaded{}, err
	}
	loaded, err := t.load(flags)
	if err != nil {
		return loaded, err
	}
	t.tellKept(loaded.Kept)
	if msg := report.Told(t.treeSettings(loaded)); msg != "" {
		t.note("%s", msg)
	}
	if !loaded.Settings.Enabled {
		return loaded, errors.New(turnedOff + ": only the user can change that")
	}
	if t.absolutePaths {
		loaded.Settings.PathStyle = ""
	}
	return loaded, nil
}

// apply returns the command whose work a call is.
func (t *servedTree) apply() apply { return apply{app: t.app, lockTimeout: lockTimeout} }

// Run runs the operations of one call.
func (t *servedTree) Run(ctx context.Context, list []ops.Operation, onlyReads bool) report.Run {
	result := report.Run{Report: run.Report{Root: t.absolute()}, Asked: list}
	loaded, err := t.loaded(nil)
	if err != nil {
		return ended(result, err)
	}
	f := t.apply()
	f.onlyReads = onlyReads
	return f.executed(ctx, loaded, result)
}

// executed runs the operations of a result.
func (f apply) executed(ctx context.Context, loaded config.Loaded, result report.Run) report.Run {
	rep, err := f.execute(ctx, loaded, result.Asked)
	if rep.Run != "" {
		result.Report = rep
	}
	return ended(result, err)
}

// ended is a run with the reason why it ended early, if it did.
func ended(result report.Run, err error) report.Run {
	if err != nil {
		_, result.Trouble = outcome(err)
	}
	return result
}

// Apply runs the operations of a response.
func (t *servedTree) Apply(ctx context.Context, text string, o mcp.ApplyOptions) report.Run {
	result := report.Run{Report: run.Report{Root: t.absolute(), DryRun: o.DryRun}}
	flags := map[string]any{}
	if o.Atomic != nil {
		flags["atomic"] = *o.Atomic
	}
	if o.Fenced {
		flags["fenced"] = true
	}
	loaded, err := t.loaded(flags)
	if err == nil {
		err = isText([]byte(text))
	}
	if err != nil {
		return ended(result, err)
	}
	f := t.apply()
	f.dryRun, f.diff = o.DryRun, true
	inputs := []parse.Input{{Text: strings.TrimPrefix(text, "\ufeff")}}
	response, err := readable(parse.Parse(inputs, parse.Options{Fenced: loaded.Settings.Fenced, Input: cmp.Or(o.Input, "auto")}))
	if err != nil {
		return ended(result, err)
	}
	if result, err = f.interpret(loaded, inputs, response); err != nil {
		result = ended(result, err)
		if response.Closest == "" && len(response.Quoted) == 0 {
			result.Trouble += ". Send operation blocks, SEARCH/REPLACE blocks, a patch, a unified diff, or calls in JSON."
		}
		return result
	}
	return f.executed(ctx, loaded, result)
}

// Undo takes a run back.
func (t *servedTree) Undo(ctx context.Context, id string) report.Run {
	op := ops.Operation{Action: ops.Undo{Run: id}, Form: wording.Call, ID: "undo", Call: ops.Call{Name: "undo", API: "mcp"}}
	result := report.Run{Report: run.Report{Root: t.absolute()}, Asked: []ops.Operation{op}}
	loaded, err := t.loaded(nil)
	if err != nil {
		return ended(result, err)
	}
	f := undo{apply: t.apply()}
	f.diff = true
	rep, err := f.execute(ctx, loaded, op)
	if rep.Run != "" {
		result.Report = rep
	}
	return ended(result, err)
}

// History lists the runs that are kept.
func (t *servedTree) History(ctx context.Context) ([]report.Past, error) {
	if err := t.rootMissing(); err != nil {
		return nil, err
	}
	past, _, err := t.past(ctx)
	return past, err
}

// Diff returns the changes of a run.
func (t *servedTree) Diff(ctx context.Context, id string) (string, error) {
	loaded, err := t.loaded(nil)
	if err != nil {
		return "", err
	}
	w, err := t.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: true, LockTimeout: lockTimeout})
	if err != nil {
		return "", err
	}
	defer w.Close() //nolint:errcheck // nothing was written through it
	runner := newRunner(w, loaded.Settings)
	files, err := runner.PastFiles(id)
	if err != nil {
		return "", err
	}
	return cmp.Or(report.Patch(files), "# no file changed\n"), nil
}

// Prompt returns what fileops prompt prints.
func (t *servedTree) Prompt() (string, error) {
	loaded, err := t.loaded(nil)
	if err != nil {
		return "", err
	}
	return prompt.Text(promptOptions(loaded.Settings, nil))
}
