package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

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
	dryRun, atomic, diff, stat, fenced, noBackup bool
	unique, noPager, checkOnly                   bool
	onlyReads                                    bool // no operation changes anything
	match, durability, input, others             string
	api                                          string        // of the response; "" for a text
	page                                         string        // a file for the report as a page of HTML; "" for none
	texts                                        []report.Text // of the response, for the page
	began                                        time.Time
	operationDiffs                               bool                           // results have the diff of each operation
	review                                       bool                           // ask what is to be written
	person                                       *person                        // who answers, if review is set
	confirm                                      func(run.Report) (bool, error) // is asked before the commit; nil asks nobody
	lockTimeout                                  time.Duration
}

func (a *app) applyCommand() *cobra.Command {
	f := apply{app: a}
	cmd := &cobra.Command{
		Use:        "apply [FILE…]",
		SuggestFor: []string{"run", "patch", "edit"},
		Short:      "Run the operations of a response",
		Long: `Read a model's response from FILE or standard input ("-"). Run its operations in
order, as one transaction: blocks of tags, SEARCH/REPLACE blocks, patches, diffs
or calls of an API. With --input files, write whole files in code fences.`,
		Example: "  fileops apply --root ~/src/app --dry-run --diff < response.md\n" +
			"  fileops apply --format anthropic message.json",
		Annotations: map[string]string{
			helpFlags: `What to run:
				input=FORM fenced others=HOW match=HOW unique
				How to write:
				review dry-run check atomic no-backup durability=HOW lock-timeout=TIME
				What to print:
				format=FORMAT report=FILE diff stat no-pager`,
			helpStatus: "0 all operations succeeded; 1 one failed, was malformed or skipped, or all are quoted; " +
				"2 nothing was done; 3 the response is empty or has no operations and no commands; 130 interrupted.",
		},
		RunE: a.interruptible(func(cmd *cobra.Command, files []string) error {
			return f.run(cmd, files)
		}),
	}
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error {
		return f.check(applyFormats...)
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "human", "print human, json, jsonl, patch, markdown, github, anthropic, openai, gemini, bedrock or reply")
	flags.BoolVarP(&f.dryRun, "dry-run", "n", false, "show what would change, and write nothing")
	flags.BoolVarP(&f.review, "review", "p", false, "ask at the terminal what is to be written")
	flags.BoolVar(&f.checkOnly, "check", false, "as --dry-run, and print nothing if all would succeed")
	flags.BoolVar(&f.atomic, "atomic", false, "write nothing if an operation fails")
	f.shownFlags(cmd)
	flags.BoolVar(&f.fenced, "fenced", false, "run blocks in code fences, too")
	flags.BoolVar(&f.noBackup, "no-backup", false, "make no .bak and .deleted files")
	pageFlag(cmd, &f.page)
	inputFlag(cmd, &f.input)
	flags.StringVar(&f.others, "others", "skip", "skip calls of other tools, or leave them unanswered")
	flags.StringVar(&f.match, "match", "exact", "find text exact, or tolerant of blanks and quotes")
	flags.BoolVar(&f.unique, "unique", false, "refuse an edit that matches more than once")
	flags.StringVar(&f.durability, "durability", "full", "full, or fast: do not wait for the disk")
	flags.DurationVar(&f.lockTimeout, "lock-timeout", lockTimeout, "wait at most TIME for another run (default 30s)")
	return cmd
}

// shownFlags adds the flags that say what is shown of a run.
func (f *apply) shownFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.diff, "diff", false, "print unified diffs of the changes")
	flags.BoolVar(&f.stat, "stat", false, "print how many lines of each file changed")
	flags.BoolVar(&f.noPager, "no-pager", false, pagerUsage)
}

// applyFormats are the formats in which apply prints results.
var applyFormats = []string{"human", "json", "jsonl", "patch", "markdown", "github", "anthropic", "openai", "gemini", "bedrock", "reply"}

// inputs are the forms of a response that --input names.
var inputs = []string{"auto", "tags", "search-replace", "patch", "diff", "files", "tools"}

// inputFlag adds the flag that says which dialect a response is in.
func inputFlag(cmd *cobra.Command, input *string) {
	cmd.Flags().StringVar(input, "input", "auto", "read tags, search-replace, patch, diff, files, tools or auto")
}

// checkInput checks that flag.
func checkInput(input string) error {
	if !slices.Contains(inputs, input) {
		return usagef("--input must be auto, tags, search-replace, patch, diff, files or tools, not %q", input)
	}
	return nil
}

func (f apply) run(cmd *cobra.Command, files []string) error {
	if err := checkInput(f.input); err != nil {
		return err
	}
	if f.others != "skip" && f.others != "leave" {
		return usagef("--others must be skip or leave, not %q", f.others)
	}
	if err := f.rootMissing(); err != nil {
		return err
	}
	if err := checkPage(cmd, f.page); err != nil {
		return err
	}
	f.began, f.dryRun = time.Now(), f.dryRun || f.checkOnly
	if f.review {
		var err error
		if f.person, err = f.openPerson(); err != nil {
			return err
		}
		defer f.person.Close() //nolint:errcheck // nothing is left to be written
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
		return usagef("%s", turnedOff)
	}
	inputs, err := f.read(cmd.Context(), files, int64(set.MaxResponseSizeMB)<<20)
	if err != nil {
		return err
	}
	for _, in := range inputs {
		f.texts = append(f.texts, report.Text{Name: in.Name, Text: in.Text})
	}
	response, err := readable(parse.Parse(inputs, parse.Options{Fenced: set.Fenced, Input: f.input}))
	if err != nil {
		return err
	}
	if f.api, err = f.apiOf(response); err != nil {
		return err
	}
	result, err := f.interpret(loaded, inputs, response)
	if err != nil || len(result.Asked) == 0 {
		return f.print(result, err)
	}
	return f.operate(cmd.Context(), loaded, result)
}

// interpret returns the operations of a response with what a report says of it. The error, an
// exit, is for a response that asks for none; but if another program is to run its calls, the
// model waits for that program, and there is no error.
func (f apply) interpret(loaded config.Loaded, inputs []parse.Input, response parse.Response) (report.Run, error) {
	left := f.leave(&response)
	shown := toShown(response)
	result := report.Run{
		Report: run.Report{Root: f.absolute(), DryRun: f.dryRun, Atomic: loaded.Settings.Atomic},
		Asked:  response.Operations, Quoted: shown.Quoted, Notes: shown.Warnings, Left: left,
	}
	result.Settings = f.treeSettings(loaded)
	if len(response.Operations)+len(left) > 0 {
		return result, nil
	}
	result.Trouble, result.OnlyCommands = nothingToRun(inputs, response), len(response.Commands) > 0
	return result, exit{status: noneStatus(response), msg: result.Trouble}
}

// treeSettings are the settings of the files of the tree that the user should know.
func (a *app) treeSettings(loaded config.Loaded) (list []report.Setting) {
	for _, e := range loaded.FromTree {
		list = append(list, report.Setting{File: a.fromRoot(e.Origin), Key: e.Key, Value: e.Value})
	}
	return list
}

// turnedOff is said where the settings allow no operation.
const turnedOff = "file operations are turned off (enabled: false)"

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

// noneStatus is the exit status for a response without operations. One with quoted
// operations or with commands asked for something.
func noneStatus(response parse.Response) int {
	if response.TurnCompleted() && len(response.Quoted) == 0 {
		return exitNothing
	}
	return exitFailed
}

// nothingToRun says why there is nothing to run.
func nothingToRun(inputs []parse.Input, response parse.Response) string {
	empty := func(in parse.Input) bool { return strings.TrimSpace(in.Text) == "" }
	if !slices.ContainsFunc(inputs, func(in parse.Input) bool { return !empty(in) }) {
		return "the response is empty"
	}
	switch {
	case len(response.Quoted) > 0:
	case len(response.Commands) > 0:
		return "no operations in the response, only commands, which are never run; fileops parse lists them"
	case response.Closest != "":
		return "no operations in the response: " + response.Closest
	default:
		return "no operations in the response"
	}
	q := response.Quoted[0]
	name := q.Form.Block(q.Operation)
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
	if f.review {
		var err error
		if result.Asked, err = f.reviewed(ctx, loaded, result.Asked); err != nil {
			return err
		}
	}
	rep, err := f.execute(ctx, loaded, result.Asked)
	switch {
	case rep.Run != "":
		result.Report = rep
	case !errors.Is(err, context.Canceled): // if it was interrupted, the calls need answers even so
		return err
	}
	return f.print(result, err)
}

// execute runs operations. The Report has no name of a run if an error came before that.
func (f apply) execute(ctx context.Context, loaded config.Loaded, list []ops.Operation) (run.Report, error) {
	set := loaded.Settings
	parsers, err := newParsers(set)
	if err != nil {
		return run.Report{}, usagef("validate_syntax: %v", err)
	}
	validators, err := newValidators(f.absolute(), set)
	if err != nil {
		return run.Report{}, usagef("validators: %v", err)
	}
	counts := &runProgress{}
	w, err := f.open(ctx, loaded, workspace.Options{
		Backups: set.AutomaticBackups, ReadOnly: f.dryRun || f.onlyReads, Untraced: f.onlyReads && !set.ReadBeforeWrite,
		LockTimeout: f.lockTimeout, Progress: &counts.committed,
	})
	if err != nil {
		return run.Report{}, err
	}
	defer w.Close() //nolint:errcheck // nothing is written through it any more
	runner := newRunner(w, set)
	runner.Syntax, runner.Validators, runner.KeepBroken = parsers, validators, !set.RollbackOnSyntaxError
	runner.DryRun, runner.Atomic, runner.Diff = f.dryRun, set.Atomic, f.diff
	runner.Patch = f.page != "" || slices.Contains([]string{"patch", "markdown", "github"}, f.format)
	runner.Confirm = f.confirm
	runner.Policy.Diffs = f.operationDiffs || f.page != "" || f.format == "json" || f.format == "jsonl"
	runner.Policy.Pixels = f.format != "human" && (f.format != "reply" || f.api != "")
	return f.runShown(ctx, runner, counts, list)
}

// lockTimeout is how long another run is waited for, unless a flag says otherwise.
const lockTimeout = 30 * time.Second

// open opens the root with the options of the settings and of the command.
func (a *app) open(ctx context.Context, loaded config.Loaded, o workspace.Options) (*workspace.Workspace, error) {
	set := loaded.Settings
	o.ProtectedFiles, o.ProtectedPatterns = set.ProtectedFiles, set.ProtectedPatterns
	o.ProtectedDirectories, o.DeniedPatterns = set.ProtectedDirectories, set.DeniedPatterns
	o.DeniedFiles, o.DeniedNames, o.Origins = a.ownFiles(loaded.Files), config.Names(), map[string]string{}
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
	if e := writePage(f.page, result, f.began, f.texts); err == nil {
		err = e
	}
	if unwritten := (exit{}); errors.As(err, &unwritten) { // the patch, the page, or the summary of a job
		if trouble == nil {
			return unwritten
		}
		f.say("fileops: " + unwritten.msg)
		err = nil
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return exit{status: exitFailed, msg: "the results could not be printed: " + cause(err)} // but the run was done
	}
	var none exit
	switch {
	case errors.Is(trouble, context.Canceled), errors.As(trouble, &none) && none.status == exitNothing:
		return trouble
	case trouble != nil:
		return exit{status: exitFailed, msg: result.Trouble}
	case result.Failed()+result.SkippedOrWithheld() > 0:
		return exit{status: exitFailed}
	}
	return nil
}

func (f apply) show(result report.Run) error {
	switch f.format {
	case "apply_patch":
		problem, err := report.ApplyPatch(f.out, result)
		if problem != "" {
			f.say(problem)
		}
		return err
	case "json":
		return report.RunJSON(f.out, result)
	case "jsonl":
		return report.RunLines(f.out, result)
	case "patch":
		return f.showPatch(result)
	case "markdown":
		f.tell(result)
		return result.Markdown(f.out)
	case "github":
		return f.showGitHub(result)
	case "anthropic", "openai", "gemini", "bedrock":
		f.tell(result)
		return report.Reply(f.out, result, f.format)
	case "reply":
		f.tell(result)
		return report.Reply(f.out, result, f.api)
	}
	if len(result.Results) == 0 {
		for _, msg := range slices.Concat(result.Notes, result.Warnings) {
			f.note("warning: %s", msg)
		}
		return nil
	}
	if f.checkOnly && !failed(result) {
		return nil
	}
	f.detail("run %s on %s", result.Run, result.Root)
	f.tell(result)
	h := report.Human{Verbose: f.verbose, Quiet: f.quiet || f.checkOnly, Diff: f.diff, Stat: f.stat}
	if result.Committed && result.NotUndoable == "" {
		h.Undo = f.undoCommandLine(result)
	}
	if f.diff {
		err := f.paged(f.noPager, func(w *terminal.Writer) error { return h.Diffs(w, result.Files) })
		if err != nil {
			return err
		}
	}
	return h.Run(f.out, result)
}

// undoCommandLine is the command that takes a run back: the newest one needs no name, unless it
// is itself an undo.
func (f apply) undoCommandLine(result report.Run) string {
	line := "fileops undo"
	if f.root != "." {
		line += " --root " + shellWord(f.root)
	}
	if isUndo(result) {
		line += " " + result.Run
	}
	return line
}

func isUndo(result report.Run) bool { return result.Results[0].Action.Kind() == "undo" }

// shellWord is a word of a command line for a shell to read.
func shellWord(word string) string {
	special := func(r rune) bool {
		return r < utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:,+@%=", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// tell prints the settings of the tree for the user, not for the model.
func (f apply) tell(result report.Run) {
	if msg := report.Told(result.Settings); msg != "" {
		f.note("%s", msg)
	}
}

// tellKept prints which of the user's own settings the files of the tree are less strict in.
func (a *app) tellKept(kept []config.Entry) {
	var origins []string
	keys := map[string][]string{}
	for _, e := range kept {
		if keys[e.Origin] == nil {
			origins = append(origins, e.Origin)
		}
		keys[e.Origin] = append(keys[e.Origin], e.Key)
	}
	for _, origin := range origins {
		a.note("%s, is less strict than your own configuration, which still holds: %s",
			report.OfTree(a.fromRoot(origin)), strings.Join(keys[origin], ", "))
	}
}
