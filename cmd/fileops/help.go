package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Annotations of a command, for its help.
const (
	// helpFlags has the groups of flags. A group begins with a line that ends in a colon.
	// The lines below name its flags: a|b share a row, and =NAME names the value. A colon
	// and a text may follow, in place of the flags' own descriptions.
	helpFlags  = "flags"
	helpStatus = "exit status"
)

// helpWidth is how wide a help text may be, in columns.
const helpWidth = 80

// commandOrder is the order in which the help of the program lists its commands. Those that
// are missing here come last.
const commandOrder = "apply undo history parse read glob grep prompt schema"

// printHelp prints the help of a command. It fits a screen, so it groups the flags, puts
// similar ones in one row, and leaves the description of common flags to the program's help.
func printHelp(cmd *cobra.Command, _ []string) {
	cmd.InitDefaultHelpFlag()
	h := helpText{cmd: cmd, shown: map[string]bool{}}
	h.lines(cmp.Or(cmd.Long, cmd.Short+"."), "", "Usage: "+commandLine(cmd))
	if !cmd.HasParent() {
		h.commands()
	}
	h.flags(append(h.groups(), flagGroup{"Other flags:", h.rows(h.others(), "")}))
	if cmd.HasParent() {
		h.lines("", wrap("Common: ", h.common()))
	}
	if cmd.HasExample() {
		h.lines("", "Examples:", cmd.Example)
	}
	if status := cmd.Annotations[helpStatus]; status != "" {
		h.lines("", wrap("Exit status: ", status))
	}
	fmt.Fprint(cmd.OutOrStdout(), h.text.String()) //nolint:errcheck // nowhere left to say it
}

// commandLine returns how to write the command line of a command: its flags come before its arguments.
func commandLine(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return "fileops COMMAND [flags] [arguments]"
	}
	_, args, _ := strings.Cut(cmd.Use, " ")
	return strings.TrimSpace(cmd.CommandPath() + " [flags] " + args)
}

// helpText is the help of a command, as far as it is written.
type helpText struct {
	cmd   *cobra.Command
	text  strings.Builder
	shown map[string]bool // flags, by name
}

func (h *helpText) lines(lines ...string) {
	for _, line := range lines {
		h.text.WriteString(line + "\n")
	}
}

// commands lists the subcommands.
func (h *helpText) commands() {
	order := strings.Fields(commandOrder)
	for _, cmd := range h.cmd.Commands() {
		if !slices.Contains(order, cmd.Name()) {
			order = append(order, cmd.Name())
		}
	}
	h.lines("", "Commands:")
	for _, name := range order {
		for _, cmd := range h.cmd.Commands() {
			if cmd.Name() == name && !cmd.Hidden {
				h.lines(fmt.Sprintf("  %-11s %s", name, cmd.Short))
			}
		}
	}
}

// flagGroup is a part of the list of flags: on each row flags, and what they do.
type flagGroup struct {
	title string
	rows  [][2]string
}

// groups returns the groups that the command names.
func (h *helpText) groups() []flagGroup {
	var groups []flagGroup
	for line := range strings.Lines(h.cmd.Annotations[helpFlags]) {
		line = strings.TrimSpace(line)
		if strings.HasSuffix(line, ":") {
			groups = append(groups, flagGroup{title: line})
			continue
		}
		names, text, _ := strings.Cut(line, ": ")
		last := &groups[len(groups)-1]
		last.rows = append(last.rows, h.rows(strings.Fields(names), text)...)
	}
	return groups
}

// rows returns rows of flags, with their own descriptions if text is "". A flag that the
// command does not have is left out.
func (h *helpText) rows(rows []string, text string) [][2]string {
	var list [][2]string
	for _, row := range rows {
		names, value, _ := strings.Cut(row, "=")
		var flags []*pflag.Flag
		for name := range strings.SplitSeq(names, "|") {
			if f := h.cmd.Flag(name); f != nil && !h.shown[name] {
				flags = append(flags, f)
				h.shown[name] = true
			}
		}
		if len(flags) > 0 {
			list = append(list, [2]string{flagSpelling(flags, value), cmp.Or(text, does(flags))})
		}
	}
	return list
}

// flagSpelling returns how flags are written: a single one in both ways, several by the
// shorter one each.
func flagSpelling(flags []*pflag.Flag, value string) string {
	var names []string
	for _, f := range flags {
		switch {
		case f.Shorthand != "" && len(flags) > 1:
			names = append(names, "-"+f.Shorthand)
		case f.Shorthand != "":
			names = append(names, "-"+f.Shorthand, "--"+f.Name)
		case len(flags) > 1:
			names = append(names, "--"+f.Name)
		default:
			names = append(names, "    --"+f.Name)
		}
	}
	if value == "" && len(flags) == 1 {
		value, _ = pflag.UnquoteUsage(flags[0])
	}
	if len(flags) == 1 && flags[0].NoOptDefVal != "" {
		value = ""
	}
	return strings.TrimRight(strings.Join(names, ", ")+" "+value, " ")
}

// does returns what flags do, separated by semicolons.
func does(flags []*pflag.Flag) string {
	var texts []string
	for _, f := range flags {
		_, text := pflag.UnquoteUsage(f)
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// flags lists groups of flags, with all descriptions in one column.
func (h *helpText) flags(groups []flagGroup) {
	width := 0
	for _, g := range groups {
		for _, row := range g.rows {
			width = max(width, utf8.RuneCountInString(row[0]))
		}
	}
	for _, g := range groups {
		if len(g.rows) == 0 {
			continue
		}
		h.lines("", g.title)
		for _, row := range g.rows {
			h.lines(wrap(fmt.Sprintf("  %-*s  ", width, row[0]), row[1]))
		}
	}
}

// others returns the command's own flags that no group has. The flags that all commands
// have are not among them.
func (h *helpText) others() []string {
	var names []string
	h.cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !h.shown[f.Name] && !f.Hidden && f.Name != "help" && h.cmd.Root().PersistentFlags().Lookup(f.Name) == nil {
			names = append(names, f.Name)
		}
	})
	return names
}

// common returns the flags that all commands have and that no group shows.
func (h *helpText) common() string {
	var names []string
	_, rows, _ := strings.Cut(h.cmd.Root().Annotations[helpFlags], "\n")
	for row := range strings.FieldsSeq(rows) {
		name, value, _ := strings.Cut(row, "=")
		if f := h.cmd.Flag(name); f != nil && !h.shown[name] {
			name = strings.TrimSpace(flagSpelling([]*pflag.Flag{f}, value))
			names = append(names, strings.ReplaceAll(name, " ", noBreak))
		}
	}
	return strings.Join(names, ", ")
}

// noBreak is a space at which wrap does not break a line.
const noBreak = "\u00a0"

// wrap breaks a text into lines of helpWidth. The first begins with a prefix, the others
// with as many spaces.
func wrap(prefix, text string) string {
	indent := strings.Repeat(" ", utf8.RuneCountInString(prefix))
	var b strings.Builder
	b.WriteString(prefix)
	column := len(indent)
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i > 0 && column+1+n > helpWidth:
			b.WriteString("\n" + indent)
			column = len(indent)
		case i > 0:
			b.WriteString(" ")
			column++
		}
		b.WriteString(strings.ReplaceAll(word, noBreak, " "))
		column += n
	}
	return b.String()
}

// helpCommand prints the help of the command that its argument names.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		Args:  takesOne("command"),
		RunE: func(cmd *cobra.Command, args []string) error {
			of := cmd.Root()
			if len(args) > 0 {
				of = nil
				for _, sub := range cmd.Root().Commands() {
					if sub.Name() == args[0] {
						of = sub
					}
				}
			}
			if of == nil {
				return unknownCommand(cmd.Root(), args[0])
			}
			return of.Help()
		},
	}
}
