package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/realpath"
	"fileops/internal/terminal"
)

// Exit statuses, as `fileops --help` documents them.
const (
	exitOK        = 0
	exitFailed    = 1 // an operation failed, was malformed or skipped; all of them are quoted
	exitUsage     = 2 // usage, configuration, input that cannot be read: nothing was done
	exitNothing   = 3 // the response asked for nothing
	exitInterrupt = 130
)

// exit is an error that carries the status to exit with. Its message is printed unless it
// is empty, for an error that was reported before.
type exit struct {
	status int
	msg    string
}

func (e exit) Error() string { return e.msg }

// usagef returns an error with the status exitUsage.
func usagef(format string, args ...any) error {
	return exit{status: exitUsage, msg: fmt.Sprintf(format, args...)}
}

// app holds the streams and the flags that all subcommands share.
type app struct {
	streams  streams
	in       io.Reader        // of streams, as are the next two
	out, err *terminal.Writer // text from outside is escaped on a terminal
	gate     *gate
	root     string
	config   string
	format   string
	color    string
	quiet    bool
	verbose  bool

	// watch shows how far a run is, until stop is called; nil for the terminal.
	watch func(text func() string) (stop func())
}

// execute runs one command line and returns the exit status.
func execute(ctx context.Context, s streams, args []string) int {
	a := &app{streams: s, in: s.in, out: newWriter(s.out), err: newWriter(s.err), gate: &gate{}, color: "auto"}
	cmd := a.command(args)
	cmd.SetIn(s.in)
	cmd.SetOut(a.out)
	cmd.SetErr(a.err)
	err := cmd.ExecuteContext(ctx)
	if e := a.out.Flush(); e != nil && (err == nil || err.Error() == "" && !errors.Is(e, syscall.EPIPE)) {
		err = e
	}
	status, msg := outcome(err)
	if msg != "" {
		a.say("fileops: " + msg)
	}
	a.err.Flush() //nolint:errcheck // nowhere left to say it
	return status
}

// outcome turns the error of a command into an exit status and a message. A closed pipe
// (`fileops … | head -1`) is not a failure.
func outcome(err error) (status int, msg string) {
	var e exit
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitOK, ""
	case errors.As(err, &e):
		return e.status, e.msg
	case errors.Is(err, context.Canceled):
		return exitInterrupt, "interrupted: nothing was written"
	}
	return exitUsage, err.Error()
}

// command returns the program for a command line. If that names a subcommand, only this
// one is made: making all takes as long as reading a file.
func (a *app) command(args []string) *cobra.Command {
	cmd := a.rootCommand()
	cmd.InitDefaultHelpFlag() // and merges the flags, so that longNames finds all
	completing := len(args) > 1 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
	if completing {
		last := len(args) - 1 // the word to complete
		line, _ := longNames(cmd.Flags(), args[1:last])
		cmd.SetArgs(slices.Concat(args[:1], line, args[last:]))
	} else {
		line, at := longNames(cmd.Flags(), args)
		cmd.SetArgs(line)
		if sub := subcommandNamed(line[at:]); sub != nil {
			// With the command first, its own flags may stand before it: fileops -n apply.
			cmd.SetArgs(slices.Concat(line[at:at+1], line[:at], line[at+1:]))
			cmd.AddCommand(sub(a))
			return cmd
		}
	}
	for _, sub := range subcommands {
		cmd.AddCommand(sub.make(a))
	}
	help := helpCommand()
	cmd.SetHelpCommand(help)
	cmd.AddCommand(help, completionCommand())
	if completing {
		a.complete(cmd)
	}
	return cmd
}

// rootCommand returns the program without its subcommands.
func (a *app) rootCommand() *cobra.Command {
	var printVersion bool
	cmd := &cobra.Command{
		Use: "fileops",
		Long: `Apply the file operations in a language model's response to a directory.
The operations that succeed are written together, as one transaction that can be
undone. Those that fail change nothing, and say what to send instead.`,
		Example: "  fileops apply --dry-run --diff < response.md\n  fileops -C ~/src/app grep TODO",
		Annotations: map[string]string{
			helpFlags: `Flags of all commands:
				root=DIR config=FILE format=FORMAT color=WHEN quiet verbose help|version`,
			helpStatus: "0 success; 1 something failed or was not found; 2 wrong usage, or nothing was done; " +
				"3 the response asks for nothing; 130 interrupted.",
		},
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if printVersion {
				return a.printVersion()
			}
			return cmd.Help()
		},
	}
	flags := cmd.PersistentFlags()
	flags.StringVarP(&a.root, "root", "C", ".", "work in DIR instead of the current directory")
	flags.StringVar(&a.config, "config", "", "read FILE, not the files in and above the root")
	flags.StringVar(&a.format, "format", "human", "print results as human or json")
	flags.StringVar(&a.color, "color", "auto", "use colors: auto, always or never")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print failures and the summary only")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "print all details")
	cmd.Flags().BoolVarP(&printVersion, "version", "V", false, "print the version")
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error { return a.check("human", "json") }
	cmd.SetFlagErrorFunc(flagError)
	cmd.SetHelpFunc(printHelp)
	return cmd
}

// subcommands make the subcommands.
var subcommands = []struct {
	name string
	make func(*app) *cobra.Command
}{
	{"apply", (*app).applyCommand},
	{"apply-patch", (*app).applyPatchCommand},
	{"parse", (*app).parseCommand},
	{"read", (*app).readCommand},
	{"glob", (*app).globCommand},
	{"grep", (*app).grepCommand},
	{"undo", (*app).undoCommand},
	{"history", (*app).historyCommand},
	{"show", (*app).showCommand},
	{"prompt", (*app).promptCommand},
	{"schema", (*app).schemaCommand},
	{"config", (*app).configCommand},
	{"init", (*app).initCommand},
	{"mcp", (*app).mcpCommand},
	{"version", (*app).versionCommand},
}

// subcommandNamed returns what makes the subcommand that the words begin with; nil if they
// begin with none.
func subcommandNamed(words []string) func(*app) *cobra.Command {
	for _, sub := range subcommands {
		if len(words) > 0 && words[0] == sub.name {
			return sub.make
		}
	}
	return nil
}

// check checks the flags that every command has, for one that prints in these formats.
func (a *app) check(formats ...string) error {
	if !slices.Contains(formats, a.format) {
		last := len(formats) - 1
		return usagef("--format must be %s or %s, not %q", strings.Join(formats[:last], ", "), formats[last], a.format)
	}
	if a.color != "auto" && a.color != "always" && a.color != "never" {
		return usagef("--color must be auto, always or never, not %q", a.color)
	}
	a.decorate()
	if root, err := filepath.Abs(a.root); err == nil && strings.HasPrefix(filepath.Clean(a.root), "..") {
		a.root = root // where the working directory is a link, the system has another ".."
	}
	return nil
}

// absolute is the root as reports name it, also where nothing ran: absolute, with links resolved.
// It is looked up each time, since a link may be switched while the program waits for its input.
func (a *app) absolute() string {
	if root, err := filepath.Abs(a.root); err == nil {
		if root, err = realpath.Resolve(root); err == nil {
			return root
		}
	}
	return a.root
}

// load reads the configuration, flags given as settings included. It warns about variables
// of the environment that look like settings and are none.
func (a *app) load(flags map[string]any) (config.Loaded, error) {
	for _, msg := range config.UnknownVariables(a.streams.environ) {
		a.note("warning: %s", msg)
	}
	user, err := os.UserConfigDir()
	if err != nil {
		user = "" // no home, no configuration of one's own
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	loaded, err := config.Load(config.Request{
		Root: a.root, File: a.config, Flags: flags, Getenv: os.LookupEnv, UserDir: user, Home: home,
	})
	for _, msg := range loaded.Warnings {
		a.say("fileops: warning: " + msg)
	}
	return loaded, err
}

// note prints a line to standard error, unless --quiet.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		a.say(fmt.Sprintf(format, args...))
	}
}

// detail prints a line to standard error if --verbose asks for it.
func (a *app) detail(format string, args ...any) {
	if a.verbose {
		a.note(format, args...)
	}
}

// rootMissing returns an error if the root is not a directory. Without this check, a wrong
// root would count as one without a configuration.
func (a *app) rootMissing() error {
	info, err := os.Stat(a.root)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return usagef("root does not exist: %s", a.root)
	case err != nil:
		return usagef("root %s: %v", a.root, err)
	case !info.IsDir():
		return usagef("root is not a directory: %s", a.root)
	}
	return nil
}

// fromRoot returns the origin of a setting for messages: a file in the root, or above it, by
// its path relative to the root.
func (a *app) fromRoot(origin string) string {
	for _, name := range config.Names() {
		if origin == filepath.Join(a.root, filepath.FromSlash(name)) {
			return name
		}
		dir, ok := strings.CutSuffix(origin, string(filepath.Separator)+filepath.FromSlash(name))
		if !ok || !filepath.IsAbs(origin) {
			continue
		}
		up, err := filepath.Rel(a.absolute(), dir)
		if err == nil && strings.Trim(filepath.ToSlash(up), "./") == "" {
			return filepath.ToSlash(filepath.Join(up, filepath.FromSlash(name)))
		}
	}
	return origin
}

// ownFiles returns the program's configuration files in the root, relative to it. They
// include those that --config or a link leads to, and the user's if it is in the root. A
// file that does not exist counts too, since an operation could make it.
func (a *app) ownFiles(loaded []string) []string {
	names := config.Names()
	if user, err := os.UserConfigDir(); err == nil {
		for _, ending := range []string{"yaml", "json", "toml"} {
			loaded = append(loaded, filepath.Join(user, "fileops", "config."+ending))
		}
	}
	root, links := a.absolute(), resolver{}
	for _, file := range loaded {
		file, err := filepath.Abs(file)
		if err != nil {
			continue
		}
		for _, path := range []string{file, links.resolve(file, 40)} {
			if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
				names = append(names, strings.ReplaceAll(rel, `\`, "/"))
			}
		}
	}
	return names
}

// resolver resolves paths, and keeps what it found: most of them are in one directory.
type resolver map[string]string

// resolve resolves the links in an absolute path, whose last components need not exist. It gives
// up after a number of steps, since missing components may hide a loop.
func (r resolver) resolve(path string, steps int) string {
	if known, found := r[path]; found {
		return known
	}
	resolved := r.look(path, steps)
	r[path] = resolved
	return resolved
}

func (r resolver) look(path string, steps int) string {
	dir := filepath.Dir(path)
	if dir == path || steps == 0 {
		return path
	}
	dir = r.directory(dir, steps-1)
	path = filepath.Join(dir, filepath.Base(path))
	to, err := os.Readlink(path)
	if err != nil { // it is no link, or it is missing
		return path
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(dir, to)
	}
	return r.resolve(to, steps-1)
}

// directory is resolve for a directory, which most likely exists.
func (r resolver) directory(path string, steps int) string {
	if _, found := r[path]; !found {
		if real, err := realpath.Resolve(path); err == nil {
			r[path] = real
		}
	}
	return r.resolve(path, steps)
}
