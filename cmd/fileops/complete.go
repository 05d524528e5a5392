package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/ops/schema"
	"fileops/internal/search/filetype"
	"fileops/internal/workspace"
)

// completionScript prints the script of a shell.
type completionScript func(root *cobra.Command, out io.Writer, descriptions bool) error

// shells are the scripts of the shells, by their names.
var shells = lazy.Value[map[string]completionScript]{Make: func() map[string]completionScript {
	return map[string]completionScript{
		"bash": bashCompletion,
		"zsh": func(root *cobra.Command, out io.Writer, descriptions bool) error {
			if descriptions {
				return root.GenZshCompletion(out)
			}
			return root.GenZshCompletionNoDesc(out)
		},
		"fish": (*cobra.Command).GenFishCompletion,
		"powershell": func(root *cobra.Command, out io.Writer, descriptions bool) error {
			if descriptions {
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return root.GenPowerShellCompletion(out)
		},
	}
}}

// bashCompletion writes the script for bash. It leaves commas as they are: cobra's script
// escapes them, and then finds no match for `--only edit,cr`.
func bashCompletion(root *cobra.Command, out io.Writer, descriptions bool) error {
	var script strings.Builder
	if err := root.GenBashCompletionV2(&script, descriptions); err != nil {
		return err
	}
	const candidate, single = `comp=$(printf "%q" "${compline%%$tab*}")`, `COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`
	text := strings.Replace(script.String(), candidate, candidate+`; comp=${comp//\\,/,}`, 1)
	_, err := io.WriteString(out, strings.Replace(text, single, single+`; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`, 1))
	return err
}

var shellNames = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand() *cobra.Command {
	var bare bool
	cmd := &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script of a shell",
		Long: `Print the script that completes fileops commands in SHELL: bash, zsh, fish or
powershell. Load it when the shell starts. bash also needs the package
bash-completion.`,
		Example: "  source <(fileops completion bash)  # ~/.bashrc; zsh: ~/.zshrc after compinit\n" +
			"  fileops completion fish > ~/.config/fish/completions/fileops.fish",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nno-descriptions",
			helpStatus: "0, or 2 if SHELL is missing or unknown.",
		},
		Args: needs("a shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("completion takes one shell, but got %d arguments (see fileops completion --help)", len(args))
			}
			script, ok := shells.Get()[args[0]]
			if near := meant(args[0], shellNames); !ok && near != "" {
				return usagef("unknown shell %q: did you mean %s?", args[0], near)
			}
			if !ok {
				return usagef("unknown shell %q: there are %s", args[0], strings.Join(shellNames, ", "))
			}
			return script(cmd.Root(), cmd.OutOrStdout(), !bare)
		},
	}
	cmd.Flags().BoolVar(&bare, "no-descriptions", false, "offer names without descriptions")
	return cmd
}

// completeWords are the values of flags that take one of a few words. A flag that has other
// words in one command has a second entry with the name of the command.
var completeWords = lazy.Value[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"format":       {"human", "json"},
		"apply format": applyFormats,
		"color":        {"auto", "always", "never"},
		"input":        inputs,
		"match":        {"exact", "tolerant"},
		"others":       {"skip", "leave"},
		"durability":   {"full", "fast"},
		"grep sort":    {"default", "path", "modified", "relevance", "none"},
		"glob sort":    {"modified", "path", "none"},
		"output-mode":  {"content", "files_with_matches", "count"},
	}
}}

// complete tells the shell what each argument and value of a flag can be. Without that it
// would offer files for all of them.
func (a *app) complete(root *cobra.Command) {
	for _, cmd := range append(root.Commands(), root) {
		if cmd.ValidArgsFunction = a.arguments()[cmd.Name()]; cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = cobra.NoFileCompletions
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value := a.value(cmd, f)
			if value == nil {
				return
			}
			if err := cmd.RegisterFlagCompletionFunc(f.Name, value); err != nil {
				panic("a flag that is completed twice: " + err.Error())
			}
		})
	}
}

// arguments returns what completes the arguments, by command.
func (a *app) arguments() map[string]cobra.CompletionFunc {
	response := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return map[string]cobra.CompletionFunc{
		"apply": response, "parse": response,
		"read": a.below(cobra.ShellCompDirectiveDefault),
		"glob": func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp // a pattern
			}
			return a.below(cobra.ShellCompDirectiveFilterDirs)(cmd, args, word)
		},
		"grep": func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 && !cmd.Flags().Changed("regexp") && !cmd.Flags().Changed("file") {
				return nil, cobra.ShellCompDirectiveNoFileComp // a pattern
			}
			return a.below(cobra.ShellCompDirectiveDefault)(cmd, args, word)
		},
		"undo": a.runs(func(r workspace.Run) bool { return r.UndoneBy == "" && r.NotUndoable == "" }),
		"show": a.runs(func(workspace.Run) bool { return true }),
		"help": func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for _, sub := range cmd.Root().Commands() {
				if len(args) == 0 && sub.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		"completion": func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return shellNames, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// value returns what completes the value of a flag, nil if files do.
func (a *app) value(cmd *cobra.Command, f *pflag.Flag) cobra.CompletionFunc {
	words, ok := completeWords.Get()[cmd.Name()+" "+f.Name]
	if !ok {
		words, ok = completeWords.Get()[f.Name]
	}
	switch {
	case ok:
		return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
	case f.Name == "root":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case f.Name == "config":
		return cobra.FixedCompletions([]string{"yaml", "yml", "json", "toml"}, cobra.ShellCompDirectiveFilterFileExt)
	case f.Name == "file":
		return nil
	case f.Name == "type", f.Name == "type-not":
		return fileTypes(cmd.Name() == "glob" && f.Name == "type")
	case f.Name == "for":
		forms := slices.Concat([]string{"schema"}, schema.APIs(), []string{"results"})
		return cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
	case f.Name == "only" && cmd.Name() == "schema":
		return operationNames(ops.Functions())
	case f.Name == "only":
		return operationNames(ops.Catalogue())
	}
	return cobra.NoFileCompletions
}

// fileTypes completes the types of files of grep, and for glob the kinds of entries as well.
func fileTypes(kinds bool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		if kinds {
			names = []string{"f\tfiles", "d\tdirectories", "l\tsymbolic links"}
		}
		for _, t := range filetype.All() {
			if !kinds || t.Name != "d" { // of the language D, too
				names = append(names, cobra.CompletionWithDesc(t.Name, strings.Join(t.Globs, " ")))
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// operationNames completes the last name of a list of operations, separated by commas.
func operationNames(specs []ops.Spec) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) (names []string, _ cobra.ShellCompDirective) {
		before := word[:strings.LastIndex(word, ",")+1]
		for _, spec := range specs {
			if !slices.Contains(strings.Split(before, ","), spec.Tag) {
				names = append(names, cobra.CompletionWithDesc(before+spec.Tag, spec.Doc))
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// below completes paths that start at the root. If that is the working directory, the shell
// does it.
func (a *app) below(shell cobra.ShellCompDirective) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) (paths []string, _ cobra.ShellCompDirective) {
		if a.root == "." || filepath.IsAbs(word) {
			return nil, shell
		}
		dir, begun := filepath.Split(word)
		entries, err := os.ReadDir(filepath.Join(a.root, dir))
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		for _, e := range entries {
			switch name := e.Name(); {
			case !strings.HasPrefix(name, begun), begun == "" && name[0] == '.':
			case e.IsDir():
				paths = append(paths, dir+name+string(filepath.Separator))
				directive |= cobra.ShellCompDirectiveNoSpace
			case shell != cobra.ShellCompDirectiveFilterDirs:
				paths = append(paths, dir+name)
			}
		}
		return paths, directive
	}
}

// runs completes the runs of the history that a command takes, the newest first, each with its time
// and its first change.
func (a *app) runs(takes func(workspace.Run) bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) (ids []string, _ cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		history, err := a.kept(cmd.Context())
		if err != nil {
			cobra.CompError(err.Error())
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, r := range history {
			if takes(r) {
				ids = append(ids, cobra.CompletionWithDesc(r.ID, description(r)))
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// kept returns the runs of the history, the newest first. It does not wait for another run.
func (a *app) kept(ctx context.Context) ([]workspace.Run, error) {
	loaded, err := a.load(nil)
	if err != nil {
		return nil, err
	}
	w, err := a.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: true, LockTimeout: 0})
	if err != nil {
		return nil, err
	}
	defer w.Close() //nolint:errcheck // nothing was written through it
	return w.History()
}

// description describes a run in a line that a terminal can show.
func description(r workspace.Run) string {
	text := r.Time.Local().Format(time.DateTime)
	if r.Undoes != "" {
		text += ", undid " + r.Undoes
	}
	if len(r.Changes) > 0 {
		text += fmt.Sprintf(", %s %s", r.Changes[0].Kind, r.Changes[0].Name)
	}
	if len(r.Changes) > 1 {
		text += fmt.Sprintf(" and %d more", len(r.Changes)-1)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}
