package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/ops"
	"fileops/internal/parse"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
	"fileops/internal/workspace"
)

// apply is the flags of `fileops apply`.
type apply struct {
	*app
	dryRun, atomic, diff, fenced, noBackup bool
	unique, noPager                        bool
	match, durability, input               string
	lockTimeout                            time.Duration
}

func (a *app) applyCommand() *cobra.Command {
	f := apply{app: a}
	cmd := &cobra.Command{
		Use:   "apply [FILE…]",
		Short: "Run the operations of a response on the root",
		Long: `apply reads a model's response from standard input, or from files ("-" is standard
input), and runs its operation blocks on --root, in order, as one transaction.

A response may also be the JSON of an API, or several one after another: a message of
Anthropic, OpenAI (Chat Completions, Responses) or MCP, or just {"name": …, "input": …}.
Its calls of functions are run; a call of an unknown tool is skipped, a message that is
cut off is refused.

Operations that fail leave no trace, the others are committed; with --atomic,
nothing is committed if one fails. Text inside code fences, code spans, <code> and
<think> is shown, not run; blocks in a quote that never closes are skipped.

A file in a language that is known, and was right or is new, must parse in the end: the
operation that broke it is taken back, and the others are run without it.
validate_syntax chooses the languages, validators adds checkers of one's own.

--format anthropic prints the user message, --format openai the array of messages or
input items, to send back to that API: an answer for each call, under the call's id,
then one text for all operation blocks. It is empty if there is nothing to answer. With
status 2 nothing is printed. --format jsonl prints a line for each result and one for
the run.

Operations:
` + operationHelp(),
		Example: "  fileops apply --root ~/src/app --dry-run --diff < response.txt",
		RunE: a.interruptible(func(cmd *cobra.Command, files []string) error {
			return f.run(cmd, files)
		}),
	}
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error {
		return f.check("human", "json", "jsonl", "anthropic", "openai")
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "human", "how results are printed: human, json, jsonl, anthropic or openai")
	flags.BoolVar(&f.dryRun, "dry-run", false, "do everything but write")
	flags.BoolVar(&f.atomic, "atomic", false, "write nothing if an operation fails")
	flags.BoolVar(&f.diff, "diff", false, "print unified diffs of what changed")
	flags.BoolVar(&f.noPager, "no-pager", false, pagerUsage)
	flags.BoolVar(&f.fenced, "fenced", false, "run blocks inside code fences too")
	flags.BoolVar(&f.noBackup, "no-backup", false, "keep no .bak and .deleted files")
	inputFlag(cmd, &f.input)
	flags.StringVar(&f.match, "match", "exact", "exact, or tolerant: a find may differ in blanks, quotes and the like where one place does")
	flags.BoolVar(&f.unique, "unique", false, "every <edit> must match once")
	flags.StringVar(&f.durability, "durability", "full", "full, or fast: leave out the syncs; a kill does no harm then either, a power failure may")
	flags.DurationVar(&f.lockTimeout, "lock-timeout", lockTimeout, "how long to wait for another run on this root")
	return cmd
}

// operationHelp lists the operations by group, from the catalogue.
func operationHelp() string {
	text, group := "", ""
	for _, spec := range ops.Catalogue() {
		if spec.Group != group {
			group = spec.Group
			text += "\n  " + group + ":\n"
		}
		text += "    <" + spec.Tag + ">" + spaces(18-len(spec.Tag)) + spec.Doc + "\n"
	}
	return text
}

func spaces(n int) string {
	return "                    "[:max(1, n)]
}

// inputFlag adds the flag that says which dialect a response is in.
func inputFlag(cmd *cobra.Command, input *string) {
	cmd.Flags().StringVar(input, "input", "auto", "tags: blocks in prose; tools: calls in JSON; auto finds out")
}

// checkInput checks that flag.
func checkInput(input string) error {
	if input != "auto" && input != "tags" && input != "tools" {
		return usagef("--input must be auto, tags or tools, not %q", input)
	}
	return nil
}

func (f apply) run(cmd *cobra.Command, files []string) error {
	if err := checkInput(f.input); err != nil {
		return err
	}
	if err := f.rootMissing(); err != nil {
		return err
	}
	loaded, err := f.load(f.settings(cmd))
	if err != nil {
		return usagef("%v", err)
	}
	for _, file := range loaded.Files {
		f.detail("settings from %s", file)
	}
	f.tellKept(loaded.Kept)
	set := loaded.Settings
	if !set.Enabled {
		return usagef("file operations are turned off (enabled: false)")
	}
	inputs, err := f.read(cmd.Context(), files, int64(set.MaxResponseSizeMB)<<20)
	if err != nil {
		return err
	}
	response, err := readable(parse.Parse(inputs, parse.Options{Fenced: set.Fenced, Input: f.input}))
	if err != nil {
		return err
	}
	shown := toShown(response)
	result := report.Run{
		Report: run.Report{Root: f.absolute(), DryRun: f.dryRun, Atomic: set.Atomic},
		Asked:  response.Operations, Quoted: shown.Quoted, Notes: shown.Warnings,
	}
	for _, e := range loaded.FromTree {
		result.Settings = append(result.Settings, report.Setting{File: f.fromRoot(e.Origin), Key: e.Key, Value: e.Value})
	}
	if len(response.Operations) == 0 {
		result.Trouble = nothingToRun(inputs, response)
		return f.print(result, exit{status: exitFailed, msg: result.Trouble})
	}
	return f.operate(cmd.Context(), loaded, result)
}

// settings returns the settings that the given flags stand for.
func (f apply) settings(cmd *cobra.Command) map[string]any {
	given := map[string]any{}
	for flag, value := range map[string]any{"atomic": f.atomic, "fenced": f.fenced, "durability": f.durability, "match": f.match} {
		if cmd.Flags().Changed(flag) {
			given[flag] = value
		}
	}
	if cmd.Flags().Changed("unique") {
		given["edit_matches"] = map[bool]string{true: "unique", false: "all"}[f.unique]
	}
	if f.noBackup {
		given["automatic_backups"] = false
	}
	return given
}

// readable returns an error if a part of the response cannot be read. Nothing of it is run.
func readable(r parse.Response) (parse.Response, error) {
	if r.Refused == "" {
		return r, nil
	}
	return r, usagef(`the response cannot be read: %s
Expected is what a model answers: the JSON that an API returns, calls as {"name": …, "input": {…}}, or text with operation blocks.
Nothing was run. --input tags reads it as text all the same, and runs the blocks in it.`, r.Refused)
}

// nothingToRun says why a response asks for nothing.
func nothingToRun(inputs []parse.Input, response parse.Response) string {
	empty := func(in parse.Input) bool { return strings.TrimSpace(in.Text) == "" }
	if !slices.ContainsFunc(inputs, func(in parse.Input) bool { return !empty(in) }) {
		return "the response is empty"
	}
	if len(response.Quoted) == 0 {
		return "no operations in the response"
	}
	q := response.Quoted[0]
	name := "<" + q.Operation + ">"
	if q.Call {
		name = "a call of " + q.Operation
	}
	msg := fmt.Sprintf("nothing to run: all operations in the response are quoted (the first: %s at line %d, in %s)", name, q.Line, q.In)
	if slices.ContainsFunc(response.Quoted, func(q parse.Quoted) bool { return q.In == "fence" && !q.Call }) {
		msg += "; --fenced runs what stands in code fences"
	}
	if slices.ContainsFunc(response.Quoted, func(q parse.Quoted) bool { return q.Call }) {
		msg += "; calls run where the response is JSON as a whole"
	}
	return msg
}

// operate runs the operations of the response and prints the results.
func (f apply) operate(ctx context.Context, loaded config.Loaded, result report.Run) error {
	set := loaded.Settings
	checker, err := newChecker(set)
	if err != nil {
		return usagef("validate_syntax: %v", err)
	}
	validators, err := newValidators(f.absolute(), set)
	if err != nil {
		return usagef("validators: %v", err)
	}
	counts := &runProgress{}
	w, err := f.open(ctx, loaded, workspace.Options{
		Backups: set.AutomaticBackups, ReadOnly: f.dryRun, LockTimeout: f.lockTimeout, Progress: &counts.committed,
	})
	if errors.Is(err, context.Canceled) {
		return f.print(result, err) // the calls need answers even so
	}
	if err != nil {
		return err
	}
	defer w.Close() //nolint:errcheck // nothing is written through it any more
	runner := newRunner(w, set)
	runner.Syntax, runner.Validators, runner.KeepBroken = checker, validators, !set.RollbackOnSyntaxError
	runner.DryRun, runner.Atomic, runner.Diff = f.dryRun, set.Atomic, f.diff
	runner.Policy.Diffs = f.format == "json" || f.format == "jsonl"
	runner.Policy.Pixels = f.format != "human"
	result.Report, err = f.runShown(ctx, runner, counts, result.Asked)
	return f.print(result, err)
}

// lockTimeout is how long another run is waited for, unless a flag says otherwise.
const lockTimeout = 30 * time.Second

// open opens the root with the options of the settings and of the command.
func (a *app) open(ctx context.Context, loaded config.Loaded, o workspace.Options) (*workspace.Workspace, error) {
	set := loaded.Settings
	o.ProtectedFiles, o.ProtectedPatterns = set.ProtectedFiles, set.ProtectedPatterns
	o.ProtectedDirectories, o.DeniedPatterns = set.ProtectedDirectories, set.DeniedPatterns
	o.DeniedFiles, o.Origins = a.ownFiles(loaded.Files), map[string]string{}
	for _, e := range loaded.Entries {
		o.Origins[e.Key] = a.fromRoot(e.Origin)
	}
	o.CreateParents = set.CreateParentDirectories
	o.MaxStaged = int64(set.MaxRunSizeMB) << 20
	o.State, o.Fast = set.StateDir, set.Durability == "fast"
	o.HistoryRuns, o.HistorySize = set.HistoryRuns, int64(set.HistorySizeMB)<<20
	o.HistoryDays, o.StateSize = set.HistoryDays, int64(set.StateSizeMB)<<20
	o.ReadBeforeWrite = set.ReadBeforeWrite
	o.Uninterrupted = a.gate.hold
	o.Notify = func(msg string) { a.say("fileops: " + msg) }
	w, err := workspace.Open(ctx, a.root, o)
	if errors.Is(err, context.Canceled) {
		return nil, err // while it waited for another run
	}
	if e := (*workspace.Error)(nil); errors.As(err, &e) {
		msg := e.Msg
		if e.Hint != "" {
			msg += "\n" + e.Hint
		}
		return nil, usagef("%s", msg)
	}
	return w, err
}

// print shows a run and turns it into an exit status.
func (f apply) print(result report.Run, trouble error) error {
	if trouble != nil {
		_, result.Trouble = outcome(trouble)
	}
	err := f.show(result)
	if e := f.out.Flush(); err == nil {
		err = e
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return exit{status: exitFailed, msg: "the results could not be printed: " + cause(err)} // but the run was done
	}
	switch {
	case errors.Is(trouble, context.Canceled):
		return trouble
	case trouble != nil:
		return exit{status: exitFailed, msg: result.Trouble}
	case result.Failed()+result.Skipped() > 0:
		return exit{status: exitFailed}
	}
	return nil
}

func (f apply) show(result report.Run) error {
	switch f.format {
	case "json":
		return report.RunJSON(f.out, result)
	case "jsonl":
		return report.RunLines(f.out, result)
	case "anthropic":
		f.tell(result)
		return report.Anthropic(f.out, result)
	case "openai":
		f.tell(result)
		return report.OpenAI(f.out, result)
	}
	for _, msg := range result.Notes {
		f.note("warning: %s", msg)
	}
	h := report.Human{Quiet: f.quiet}
	err := f.paged(f.noPager || !f.diff, func(w *terminal.Writer) error {
		if err := h.Run(w, result.Report); err != nil {
			return err
		}
		return h.Diffs(w, result.Files)
	})
	if err != nil {
		return err
	}
	for _, msg := range result.Warnings {
		f.note("warning: %s", msg)
	}
	if len(result.Results) == 0 {
		return nil
	}
	if msg := report.NotRun(result.Quoted); msg != "" {
		f.note("%s", msg)
	}
	f.detail("run %s on %s", result.Run, result.Root)
	f.tell(result)
	f.note("%s", report.Summary(result.Report))
	return nil
}

// tell prints the settings of the tree for the user, not for the model.
func (f apply) tell(result report.Run) {
	if msg := report.Told(result.Settings); msg != "" {
		f.note("%s", msg)
	}
}

// tellKept prints which of the user's own settings the files of the tree tried to loosen.
func (f apply) tellKept(kept []config.Entry) {
	var origins []string
	keys := map[string][]string{}
	for _, e := range kept {
		if keys[e.Origin] == nil {
			origins = append(origins, e.Origin)
		}
		keys[e.Origin] = append(keys[e.Origin], e.Key)
	}
	for _, origin := range origins {
		f.note("%s, cannot loosen your own settings, which hold as well: %s",
			report.OfTree(f.fromRoot(origin)), strings.Join(keys[origin], ", "))
	}
}
