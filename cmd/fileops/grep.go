package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"fileops/internal/search"
	"fileops/internal/search/filetype"
	"fileops/internal/search/pattern"
)

// grep is the flags of `fileops grep`.
type grep struct {
	*app
	scope
	patterns, files                  []string // -e, -f
	ignoreCase, caseSensitive        bool
	smartCase, word, line, invert    bool
	fixed, multiline, dotAll         bool
	numbers, noNumbers, names        bool
	noNames, null, column, only      bool
	heading, noHeading, text, asJSON bool
	after, before, context           int
	list, listWithout, count         bool
	mode                             string
	max, maxColumns, offset, limit   int
	typeList                         bool
}

func (a *app) grepCommand() *cobra.Command {
	f := &grep{app: a}
	cmd := &cobra.Command{
		Use:   "grep PATTERN [PATH…]",
		Short: "Print lines that match a regular expression",
		Long: `grep prints the lines that match PATTERN in the files below each PATH, below --root
if there is none; "-" is standard input. The flags are those of ripgrep and grep.

Regular expressions are RE2's, as Go has them: they take time in proportion to the text,
and have neither look-around nor back-references. Hidden files are left out, what
.gitignore, .ignore and .rgignore leave out, and what search.exclude names; a file that
is named as PATH is searched in any case.

Content comes by path, files and counts by relevance: most matching lines first, then
newest. --offset and --head-limit page through the rows of the result.

Exit status: 0 if a line matched, 1 if none did, 2 for wrong usage or if a file could
not be read.`,
		Example: "  fileops grep 'func \\w+\\(' -t go\n  fileops grep -l TODO src\n  fileops grep -c -i error --sort modified logs",
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	// The habits of grep win over those of the other commands: -v, -q and -h.
	flags.BoolVar(&a.verbose, "verbose", false, "print what else is known, to standard error")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing; the exit status says whether a line matched")
	flags.Bool("help", false, "help for grep")
	flags.StringArrayVarP(&f.patterns, "regexp", "e", nil, "a `pattern`; a line matches if one of several does")
	flags.StringArrayVarP(&f.files, "file", "f", nil, "a `file` of patterns, one on each line; - is standard input")
	flags.BoolVarP(&f.fixed, "fixed-strings", "F", false, "the patterns are strings, not regular expressions")
	flags.BoolVarP(&f.ignoreCase, "ignore-case", "i", false, "letters match in any case")
	flags.BoolVarP(&f.smartCase, "smart-case", "S", false, "as -i, unless a pattern has a capital letter")
	flags.BoolVarP(&f.caseSensitive, "case-sensitive", "s", false, "letters match in their own case (the default)")
	flags.BoolVarP(&f.word, "word-regexp", "w", false, "matches are whole words")
	flags.BoolVarP(&f.line, "line-regexp", "x", false, "matches are whole lines")
	flags.BoolVarP(&f.invert, "invert-match", "v", false, "lines that do not match")
	flags.BoolVarP(&f.multiline, "multiline", "U", false, "matches may go over several lines")
	flags.BoolVar(&f.dotAll, "multiline-dotall", false, "with -U, a dot matches a line end, too")
	flags.IntVarP(&f.after, "after-context", "A", 0, "`lines` after each match")
	flags.IntVarP(&f.before, "before-context", "B", 0, "`lines` before each match")
	flags.IntVarP(&f.context, "context", "C", 0, "`lines` before and after each match")
	flags.StringVar(&f.mode, "output-mode", "content", "content, files_with_matches or count")
	flags.BoolVarP(&f.list, "files-with-matches", "l", false, "paths of files with a match")
	flags.BoolVarP(&f.listWithout, "files-without-match", "L", false, "paths of files without one")
	flags.BoolVarP(&f.count, "count", "c", false, "paths with the number of lines that match")
	flags.BoolVarP(&f.only, "only-matching", "o", false, "the matches, not the lines that they are in")
	flags.IntVarP(&f.max, "max-count", "m", 0, "`lines` that match, in each file")
	flags.IntVar(&f.offset, "offset", 0, "`rows` of the result to leave out")
	flags.IntVar(&f.limit, "head-limit", 0, "`rows` of the result to show after that")
	flags.BoolVarP(&f.numbers, "line-number", "n", false, "numbers of lines (the default)")
	flags.BoolVarP(&f.noNumbers, "no-line-number", "N", false, "no numbers of lines")
	flags.BoolVar(&f.column, "column", false, "columns of the first matches, in bytes")
	flags.BoolVarP(&f.names, "with-filename", "H", false, "paths before lines")
	flags.BoolVarP(&f.noNames, "no-filename", "h", false, "no paths before lines")
	flags.BoolVar(&f.heading, "heading", false, "paths above the lines of a file (the default on a terminal)")
	flags.BoolVar(&f.noHeading, "no-heading", false, "paths before each line")
	flags.BoolVarP(&f.null, "null", "0", false, "a NUL after each path")
	flags.IntVarP(&f.maxColumns, "max-columns", "M", 0, "of longer lines, in `bytes`, only that they match is shown")
	flags.BoolVarP(&f.text, "text", "a", false, "binary files are searched as text")
	flags.BoolVar(&f.asJSON, "json", false, "lines of JSON, as ripgrep has them (also --format json)")
	flags.BoolVar(&f.typeList, "type-list", false, "print the types of files and exit")
	f.scope.flags(flags, "default (content by path, files and counts by relevance), path, modified, relevance or none")
	return cmd
}

func (f *grep) run(cmd *cobra.Command, args []string) error {
	if f.typeList {
		_, err := io.WriteString(f.out, filetype.List())
		return err
	}
	patterns, paths, err := f.wanted(args)
	if err != nil {
		return err
	}
	q, err := f.query(cmd, patterns)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	if _, err := f.scope.prepare(ctx, f.app, &q.Walk, paths); err != nil {
		return err
	}
	q.Roots, q.Stdin, q.Error = f.roots, f.in, f.unreadable
	out := f.out
	if f.quiet {
		q.Mode, q.JSON, q.Limit, q.Offset, out = search.Files, false, 1, 0, io.Discard
	}
	done := f.scope.progress(f.app, &q)
	sum, err := search.Grep(ctx, q, out)
	done()
	return f.outcome(sum, err)
}

// outcome is the exit status of a search.
func (f *grep) outcome(sum search.Summary, err error) error {
	switch {
	case err != nil:
		return searchError(globError(err))
	case sum.Unreadable > 0 && !(f.quiet && sum.Rows > 0):
		return exit{status: exitUsage}
	case sum.Rows == 0:
		return exit{status: exitFailed}
	}
	if left := sum.Rows - f.offset - sum.Shown; f.limit > 0 && !f.quiet {
		if sum.More {
			f.note("fileops: there are more rows: go on with --offset %d", f.offset+sum.Shown)
		} else if left > 0 {
			f.note("fileops: %d of %d rows shown: go on with --offset %d", sum.Shown, sum.Rows, f.offset+sum.Shown)
		}
	}
	return nil
}

// wanted are the patterns and the paths: the first argument is a pattern unless there
// are others.
func (f *grep) wanted(args []string) (patterns, paths []string, err error) {
	patterns = f.patterns
	for _, name := range f.files {
		more, err := f.patternsFrom(name)
		if err != nil {
			return nil, nil, err
		}
		patterns = append(patterns, more...)
	}
	if len(f.patterns)+len(f.files) > 0 {
		return patterns, args, nil
	}
	if len(args) == 0 {
		return nil, nil, usagef("grep wants a pattern (see fileops grep --help)")
	}
	return args[:1], args[1:], nil
}

// patternsFrom reads a file of patterns.
func (f *grep) patternsFrom(name string) ([]string, error) {
	in := f.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usagef("-f: %v", err)
		}
		defer file.Close()
		in = file
	}
	var patterns []string
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		patterns = append(patterns, strings.TrimSuffix(lines.Text(), "\r"))
	}
	if err := lines.Err(); err != nil {
		return nil, usagef("-f %s: %v", name, err)
	}
	return patterns, nil
}

// query is what the flags ask for.
func (f *grep) query(cmd *cobra.Command, patterns []string) (search.Query, error) {
	q := search.Query{
		Patterns: patterns,
		Match: pattern.Options{
			Fixed: f.fixed, IgnoreCase: f.ignoreCase && !f.caseSensitive, SmartCase: f.smartCase && !f.caseSensitive,
			Word: f.word, Line: f.line, Multiline: f.multiline, DotAll: f.dotAll,
		},
		Invert: f.invert, Only: f.only, Max: f.max, AsText: f.text,
		Before: max(f.before, f.context), After: max(f.after, f.context),
		LineNumbers: !f.noNumbers, Column: f.column, Null: f.null, MaxColumns: f.maxColumns,
		JSON: f.asJSON || f.format == "json", Offset: f.offset, Limit: f.limit,
		Color: f.colored(), Heading: f.heading || f.onTerminal() && !f.noHeading,
	}
	for flag, n := range map[string]int{
		"after-context": f.after, "before-context": f.before, "context": f.context,
		"offset": f.offset, "head-limit": f.limit, "max-count": f.max, "max-columns": f.maxColumns,
	} {
		if n < 0 {
			return q, usagef("--%s must not be negative, not %d", flag, n)
		}
	}
	if cmd.Flags().Changed("before-context") {
		q.Before = f.before
	}
	if cmd.Flags().Changed("after-context") {
		q.After = f.after
	}
	if f.names {
		q.Names = search.NamesAlways
	} else if f.noNames {
		q.Names = search.NamesNever
	}
	mode, ok := map[string]search.Mode{"content": search.Content, "files_with_matches": search.Files, "count": search.Count}[f.mode]
	if !ok {
		return q, usagef("--output-mode must be content, files_with_matches or count, not %q", f.mode)
	}
	switch q.Mode = mode; {
	case f.listWithout:
		q.Mode = search.FilesWithout
	case f.list:
		q.Mode = search.Files
	case f.count:
		q.Mode = search.Count
	}
	var err error
	q.Order, err = f.scope.order()
	return q, err
}

// unreadable names what could not be read.
func (f *grep) unreadable(err error) {
	fmt.Fprintln(f.err, "fileops: "+err.Error()) //nolint:errcheck // nowhere left to say it
}

// searchError is an error of a search, with a mark under the place in a pattern that it
// is about.
func searchError(err error) error {
	var p *pattern.Error
	switch {
	case errors.As(err, &p):
		return usagef("%s", pointed(p.Pattern, p.Offset, p.Msg, p.Hint))
	case errors.Is(err, context.Canceled):
		return exit{status: exitInterrupt}
	}
	return err
}

// pointed shows a pattern with a caret under the byte at which the trouble begins.
func pointed(pattern string, at int, msg, hint string) string {
	shown := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, pattern)
	at = min(max(at, 0), len(shown))
	text := "bad pattern: " + msg + "\n  " + shown + "\n  " + strings.Repeat(" ", len([]rune(shown[:at]))) + "^"
	if hint != "" {
		text += "\n" + hint
	}
	return text
}
