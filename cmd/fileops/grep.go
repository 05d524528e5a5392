package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fileops/internal/search"
	"fileops/internal/search/filetype"
	"fileops/internal/terminal"
)

// grep is the flags of `fileops grep`.
type grep struct {
	*app
	scope
	query           search.Query
	patterns, files []string // -e, -f
	letters         letters
	heading         bool
	asJSON          bool
	context         int
	typeList        bool
}

// letters says in which case letters match.
type letters uint8

const (
	asWritten letters = iota
	anyCase
	smartCase
)

// habits are flags of other programs, and what to do instead of them.
var habits = map[string]string{
	"r": "directories are searched with all that is below them; leave it out",
	"R": "directories are searched with all that is below them, through links with --follow; leave it out",
	"E": "patterns are extended regular expressions already; leave it out",
	"G": "patterns are extended regular expressions; leave it out",
	"P": "patterns are RE2's, without look-around and back-references; leave it out",
	"I": "binary files are left out already, and -h leaves out their names; leave it out",
	"Z": "-0 writes a NUL behind paths",
}

func (a *app) grepCommand() *cobra.Command {
	f := &grep{app: a, query: search.Query{LineNumbers: true}}
	cmd := &cobra.Command{
		Use:   "grep PATTERN [PATH…]",
		Short: "Print lines that match a regular expression",
		Long: `grep prints the lines that match PATTERN in the files below each PATH, below --root
if there is none; "-" is standard input. The flags are those of ripgrep and grep.

Regular expressions are RE2's, as Go has them: they take time in proportion to the text,
and have neither look-around nor back-references. Hidden files are left out, what
.gitignore, .ignore, .rgignore and .fdignore leave out, and what search.exclude names; a file that
is named as PATH is searched in any case.

Content comes by path, files and counts by relevance: most matching lines first, then
newest. --offset and --head-limit page through the rows of the result.

Exit status: 0 if a line matched, 1 if none did, 2 for wrong usage or if a file could
not be read.`,
		Example: "  fileops grep 'func \\w+\\(' -t go\n  fileops grep -l TODO src\n  fileops grep -c -i error --sort modified logs",
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var unknown *pflag.NotExistError
		if errors.As(err, &unknown) && habits[unknown.GetSpecifiedName()] != "" {
			err = fmt.Errorf("there is no -%s: %s", unknown.GetSpecifiedName(), habits[unknown.GetSpecifiedName()])
		}
		return c.Parent().FlagErrorFunc()(c, err)
	})
	flags := cmd.Flags()
	// The habits of grep win over those of the other commands: -v, -q and -h.
	flags.BoolVar(&a.verbose, "verbose", false, "print what else is known, to standard error")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing; the exit status says whether a line matched")
	flags.Bool("help", false, "help for grep")
	flags.StringArrayVarP(&f.patterns, "regexp", "e", nil, "a `pattern`; a line matches if one of several does")
	flags.StringArrayVarP(&f.files, "file", "f", nil, "a `file` of patterns, one on each line; - is standard input")
	f.patternFlags(flags)
	f.resultFlags(flags)
	f.scope.flags(flags, "default (content by path, files and counts by relevance), path, modified, relevance or none")
	return cmd
}

// last makes a flag, "name" or "name,n", that sets a variable; of several that set the
// same one the last wins.
func last[T any](flags *pflag.FlagSet, names, usage string, to *T, value T) {
	name, short, _ := strings.Cut(names, ",")
	flags.BoolFuncP(name, short, usage, func(given string) error {
		on, err := strconv.ParseBool(given)
		if on {
			*to = value
		}
		return err
	})
}

// patternFlags are the flags that say which lines match.
func (f *grep) patternFlags(flags *pflag.FlagSet) {
	m := &f.query.Match
	flags.BoolVarP(&m.Fixed, "fixed-strings", "F", false, "the patterns are strings, not regular expressions")
	last(flags, "ignore-case,i", "letters match in any case", &f.letters, anyCase)
	last(flags, "smart-case,S", "as -i, unless a pattern has a capital letter", &f.letters, smartCase)
	last(flags, "case-sensitive,s", "letters match in their own case (the default)", &f.letters, asWritten)
	flags.BoolVarP(&m.Word, "word-regexp", "w", false, "matches are whole words")
	flags.BoolVarP(&m.Line, "line-regexp", "x", false, "matches are whole lines")
	flags.BoolVarP(&f.query.Invert, "invert-match", "v", false, "lines that do not match")
	flags.BoolVarP(&m.Multiline, "multiline", "U", false, "matches may go over several lines")
	flags.BoolVar(&m.DotAll, "multiline-dotall", false, "with -U, a dot matches a line end, too")
	flags.BoolVarP(&f.query.AsText, "text", "a", false, "binary files are searched as text")
	flags.BoolVar(&f.query.Decode, "decode", false, "files in any encoding are searched as the text that read shows")
}

// resultFlags are the flags that say what is shown of them.
func (f *grep) resultFlags(flags *pflag.FlagSet) {
	q := &f.query
	flags.IntVarP(&q.After, "after-context", "A", 0, "`lines` after each match")
	flags.IntVarP(&q.Before, "before-context", "B", 0, "`lines` before each match")
	flags.IntVarP(&f.context, "context", "C", 0, "`lines` before and after each match")
	flags.Func("output-mode", "`mode`: content (the default), files_with_matches or count", func(name string) (err error) {
		q.Mode, err = mode(name)
		return err
	})
	last(flags, "files-with-matches,l", "paths of files with a match", &q.Mode, search.Files)
	last(flags, "files-without-match,L", "paths of files without one", &q.Mode, search.FilesWithout)
	last(flags, "count,c", "paths with the number of lines that match", &q.Mode, search.Count)
	flags.BoolVarP(&q.Only, "only-matching", "o", false, "the matches, not the lines that they are in")
	flags.IntVarP(&q.Max, "max-count", "m", 0, "`lines` that match, in each file; with -U, matches")
	flags.IntVar(&q.Offset, "offset", 0, "`rows` of the result to leave out")
	flags.IntVar(&q.Limit, "head-limit", 0, "`rows` of the result to show after that")
	last(flags, "line-number,n", "numbers of lines (the default)", &q.LineNumbers, true)
	last(flags, "no-line-number,N", "no numbers of lines", &q.LineNumbers, false)
	flags.BoolVar(&q.Column, "column", false, "columns of the first matches, in bytes")
	last(flags, "with-filename,H", "paths before lines", &q.Names, search.NamesAlways)
	last(flags, "no-filename,h", "no paths before lines", &q.Names, search.NamesNever)
	last(flags, "heading", "paths above the lines of a file (the default on a terminal)", &f.heading, true)
	last(flags, "no-heading", "paths before each line", &f.heading, false)
	flags.BoolVarP(&q.Null, "null", "0", false, "a NUL after each path")
	flags.IntVarP(&q.MaxColumns, "max-columns", "M", 0, "of longer lines, in `bytes`, only that they match is shown")
	flags.BoolVar(&f.asJSON, "json", false, "lines of JSON, as ripgrep has them (also --format json)")
	flags.BoolVar(&f.typeList, "type-list", false, "print the types of files and exit")
}

func mode(name string) (search.Mode, error) {
	m, ok := map[string]search.Mode{"content": search.Content, "files_with_matches": search.Files, "count": search.Count}[name]
	if !ok {
		return m, errors.New("it must be content, files_with_matches or count")
	}
	return m, nil
}

func (f *grep) run(cmd *cobra.Command, args []string) error {
	if f.typeList {
		_, err := io.WriteString(f.out, filetype.List())
		return err
	}
	q := &f.query
	patterns, paths, err := f.wanted(args)
	if err != nil {
		return err
	}
	q.Patterns = patterns
	if err := f.settle(cmd.Flags()); err != nil {
		return err
	}
	if _, err := f.scope.prepare(cmd.Context(), f.app, &q.Walk, paths); err != nil {
		return err
	}
	if cmd.Flags().Changed("max-count") && q.Max == 0 {
		return exit{status: exitFailed} // no line at all, as with grep
	}
	q.Roots, q.Stdin, q.Error = f.roots, f.in, f.unreadable
	out := f.out.Raw()
	if f.out.Options().Terminal {
		q.Escape = terminal.AppendName
	}
	if q.JSON { // which is escaped as a whole, not row by row
		out = promptly{f.out}
	}
	progress := f.searching(&q.Progress)
	sum, err := search.Grep(cmd.Context(), *q, out)
	progress.Stop()
	if err == nil && none(sum) && sum.Unreadable == 0 && !f.quiet {
		f.whyNone(sum)
	}
	return f.outcome(sum, err)
}

// whyNone prints likely reasons for an empty result that may surprise.
func (f *grep) whyNone(sum search.Summary) {
	for _, note := range search.Misread(f.query, "-U") {
		f.note("fileops: %s", note)
	}
	if !f.query.Decode && strings.ContainsFunc(strings.Join(f.query.Patterns, ""), func(r rune) bool { return r > unicode.MaxASCII }) {
		f.note("fileops: files that are not UTF-8 are searched as bytes without --decode")
	}
	if sum.Files == 0 {
		f.note("fileops: no file was searched: hidden and ignored files are left out without -uu, and what -g, -t and -T say")
	}
}

// none reports whether nothing was found. Matches of line ends alone have no row.
func none(sum search.Summary) bool { return sum.Rows == 0 && sum.Matched == 0 }

// outcome is the exit status of a search.
func (f *grep) outcome(sum search.Summary, err error) error {
	switch {
	case err != nil:
		return searchError(err)
	case sum.Unreadable > 0 && !(f.quiet && !none(sum)):
		return exit{status: exitUsage}
	case none(sum):
		return exit{status: exitFailed}
	}
	next := f.query.Offset + sum.Shown
	switch {
	case f.quiet:
	case sum.More:
		f.note("fileops: there are more rows: go on with --offset %d", next)
	case next < sum.Rows:
		f.note("fileops: %d of %d rows shown: go on with --offset %d", sum.Shown, sum.Rows, next)
	case sum.Shown == 0 && sum.Rows > 0:
		f.note("fileops: nothing is left after --offset %d: rows in all: %d", f.query.Offset, sum.Rows)
	}
	return nil
}

// wanted returns the patterns and the paths. The first argument is a pattern unless -e or
// -f gives one.
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

// settle fills the query with what the flags set together.
func (f *grep) settle(flags *pflag.FlagSet) error {
	for _, name := range []string{"after-context", "before-context", "context", "offset", "head-limit", "max-count", "max-columns"} {
		if n, err := flags.GetInt(name); err != nil || n < 0 {
			return usagef("--%s must not be negative, not %d", name, n)
		}
	}
	q := &f.query
	q.Match.IgnoreCase, q.Match.SmartCase = f.letters == anyCase, f.letters == smartCase
	if !flags.Changed("before-context") {
		q.Before = f.context
	}
	if !flags.Changed("after-context") {
		q.After = f.context
	}
	q.Color = f.out.Options().Color
	q.Heading = f.heading || f.out.Options().Terminal && !flags.Changed("no-heading")
	if q.JSON = f.asJSON || f.format == "json"; q.JSON && q.Mode != search.Content {
		return usagef("JSON shows lines: it cannot be had with -l, -L or -c")
	}
	if q.Quiet = f.quiet; q.Quiet && q.Mode != search.FilesWithout {
		q.Mode, q.JSON = search.Files, false
	}
	var err error
	q.Order, err = f.scope.order()
	return err
}

// unreadable names what could not be read.
func (a *app) unreadable(err error) { a.say("fileops: " + err.Error()) }
