package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fileops/internal/config"
)

// longNames writes the short flags before the name of a command with their long names, and
// returns where that name is. So `-C DIR` is the root there, also for grep, which has flags
// of its own for -C, -q and -v.
func longNames(flags *pflag.FlagSet, args []string) (spelled []string, command int) {
	spelled = slices.Clone(args)
	i := 0
	for ; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		name, long := strings.CutPrefix(args[i], "--")
		name, _, value := strings.Cut(name, "=")
		f := flags.Lookup(name)
		if !long {
			f, value = flags.ShorthandLookup(args[i][1:2]), len(args[i]) > 2
		}
		switch takes := f != nil && f.NoOptDefVal == ""; {
		case f == nil || long:
		case !value:
			spelled[i] = "--" + f.Name
		case takes: // -CDIR
			spelled[i] = "--" + f.Name + "=" + strings.TrimPrefix(args[i][2:], "=")
		}
		if f != nil && f.NoOptDefVal == "" && !value {
			i++
		}
	}
	return spelled, min(i, len(args))
}

// unknownCommand returns the error for a word that names no command.
func unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, cmd := range root.Commands() {
		if slices.Contains(cmd.SuggestFor, word) { // what other programs call it
			return usagef("unknown command %q: did you mean %s?", word, cmd.Name())
		}
		names = append(names, cmd.Name())
	}
	if near := meant(word, names); near != "" {
		return usagef("unknown command %q: did you mean %s?", word, near)
	}
	return usagef("unknown command %q (see %s --help)", word, root.Name())
}

// meant returns the name that a word most likely means: one that begins with it, or one
// that differs in few letters; "" if there is none.
func meant(word string, names []string) string {
	var longer []string
	for _, name := range names {
		if len(word) > 1 && strings.HasPrefix(name, word) {
			longer = append(longer, name)
		}
	}
	if len(longer) == 1 {
		return longer[0]
	}
	return config.Nearest(word, names)
}

// flagError returns the error for wrong flags. An unknown command comes first, since its
// flags are unknown as well.
func flagError(cmd *cobra.Command, err error) error {
	if !cmd.HasParent() && cmd.Flags().NArg() > 0 {
		return unknownCommand(cmd, cmd.Flags().Arg(0))
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return unknownFlag(cmd, unknown)
	}
	return usagef("%s (see %s --help)", flagTrouble(err), cmd.CommandPath())
}

// unknownFlag returns the error for a flag that the command does not have. -dry-run is one
// too: pflag takes it for -d, -r and so on.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	written, word := "--"+err.GetSpecifiedName(), err.GetSpecifiedName()
	if short := err.GetSpecifiedShortnames(); short != "" {
		written, word = "-"+err.GetSpecifiedName(), ""
		if len(short) > 2 {
			word, _, _ = strings.Cut(short, "=")
			written = "-" + word
		}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := meant(word, names); word != "" && near != "" {
		return usagef("unknown flag %s: did you mean --%s?", written, near)
	}
	return usagef("unknown flag %s (see %s --help)", written, cmd.CommandPath())
}

// flagTrouble returns the error for the value of a flag, without the terms of the flag
// package.
func flagTrouble(err error) string {
	var missing *pflag.ValueRequiredError
	if errors.As(err, &missing) {
		return fmt.Sprintf("--%s needs a value", missing.GetFlag().Name)
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err.Error()
	}
	want := map[string]string{
		"bool": "be true or false", "boolfunc": "be true or false", "int": "be a whole number", "count": "be a whole number",
		"duration": "be a time such as 30s or 2m",
	}[invalid.GetFlag().Value.Type()]
	if want == "" {
		want = invalid.Unwrap().Error()
	}
	return fmt.Sprintf("--%s must %s, not %q", invalid.GetFlag().Name, want, invalid.GetValue())
}

// needs returns the check for a command that needs an argument.
func needs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s needs %s (see %s --help)", cmd.Name(), what, cmd.CommandPath())
		}
		return nil
	}
}

// takesNone is the check for a command without arguments.
func takesNone(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, but got %q (see %s --help)", cmd.Name(), args[0], cmd.CommandPath())
	}
	return nil
}

// takesOne returns the check for a command with one optional argument.
func takesOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%s takes one %s, but got %d arguments (see %s --help)", cmd.Name(), what, len(args), cmd.CommandPath())
		}
		return nil
	}
}
