package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fileops/internal/lazy"
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
var habits = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"r": "directories are searched with all that is below them; leave it out",
		"R": "directories are searched with all that is below them, through links with --follow; leave it out",
		"E": "patterns are extended regular expressions already; leave it out",
		"G": "patterns are extended regular expressions; leave it out",
		"P": "patterns are RE2's, without look-around and back-references; leave it out",
		"I": "binary files are left out already, and -h leaves out their names; leave it out",
		"Z": "-0 writes a NUL behind paths",
	}
}}

func (a *app) grepCommand() *cobra.Command {
	f := &grep{app: a, query: search.Query{LineNumbers: true}}
	cmd := &cobra.Command{
		Use:        "grep PATTERN [PATH…]",
		SuggestFor: []string{"search", "rg"},
		Short:      "Print the lines that match a regular expression",
		Long: `Search the files below each PATH, or the root. The flags are those of ripgrep,
the patterns those of RE2. Skip hidden and ignored files unless PATH names them.`,
		Example: "  fileops grep -t go 'func \\w+\\('\n  fileops -C ~/src/app grep -l -C 2 TODO",
		Annotations: map[string]string{
			helpFlags: `Lines that match:
				regexp=PATTERN file=FILE
				ignore-case|smart-case|case-sensitive: ignore case; only if PATTERN has no capitals; never
				word-regexp|line-regexp: match whole words; match whole lines
				fixed-strings|invert-match: take PATTERN as a string; print other lines
				multiline|multiline-dotall: match across lines; let . match line ends
				text|decode: search binary files; search all encodings
				Files to search:
				type|type-not=TYPE: take, or leave out, files of TYPE
				glob=GLOB
				hidden|no-ignore|unrestricted: search hidden, or ignored, files; -uu both
				follow|max-depth=N: follow links; descend at most N levels
				Output:
				after-context|before-context|context=N: print N lines after, before or around
				files-with-matches|files-without-match|count: print paths with a match, without, or counts
				only-matching|max-count=N: print only matches; stop after N lines a file
				line-number|no-line-number|with-filename|no-filename: print line numbers, or not; paths, or not
				heading|no-heading: print paths above lines, or before each
				offset|head-limit=N: skip N rows of the result; print N rows
				null|json|max-columns=N: end paths with NUL; print JSON; omit long lines
				column|anchors: print columns; print anchors such as 12#k3f
				sort=ORDER output-mode=MODE
				quiet|type-list: print nothing; list the types of files`,
			helpStatus: "0 a line matched; 1 none did; 2 wrong usage or unreadable file.",
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var unknown *pflag.NotExistError
		if errors.As(err, &unknown) && habits.Get()[unknown.GetSpecifiedName()] != "" {
			err = fmt.Errorf("there is no -%s: %s", unknown.GetSpecifiedName(), habits.Get()[unknown.GetSpecifiedName()])
		}
		return flagError(c, err)
	})
	flags := cmd.Flags()
	// The habits of grep win over those of the other commands: -C, -v, -q and -h.
	flags.StringVar(&a.root, "root", ".", "search DIR instead of the current directory")
	flags.BoolVar(&a.verbose, "verbose", false, "print more, to standard error")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing; stop at the first match")
	flags.Bool("help", false, "help for grep")
	flags.StringArrayVarP(&f.patterns, "regexp", "e", nil, "search for PATTERN; may be repeated")
	flags.StringArrayVarP(&f.files, "file", "f", nil, "read patterns from FILE, one a line")
	f.patternFlags(flags)
	f.resultFlags(flags)
	f.scope.flags(flags, "path, modified, relevance, none or default")
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
	flags.BoolVarP(&m.Fixed, "fixed-strings", "F", false, "take PATTERN as a string")
	last(flags, "ignore-case,i", "ignore case", &f.letters, anyCase)
	last(flags, "smart-case,S", "ignore case unless PATTERN has capitals", &f.letters, smartCase)
	last(flags, "case-sensitive,s", "match case (the default)", &f.letters, asWritten)
	flags.BoolVarP(&m.Word, "word-regexp", "w", false, "match whole words")
	flags.BoolVarP(&m.Line, "line-regexp", "x", false, "match whole lines")
	flags.BoolVarP(&f.query.Invert, "invert-match", "v", false, "print the lines that do not match")
	flags.BoolVarP(&m.Multiline, "multiline", "U", false, "match across lines")
	flags.BoolVar(&m.DotAll, "multiline-dotall", false, "with -U, let . match line ends")
	flags.BoolVarP(&f.query.AsText, "text", "a", false, "search binary files as text")
	flags.BoolVar(&f.query.Decode, "decode", false, "search files in any encoding")
}

// resultFlags are the flags that say what is shown of them.
func (f *grep) resultFlags(flags *pflag.FlagSet) {
	q := &f.query
	flags.IntVarP(&q.After, "after-context", "A", 0, "print N lines after each match")
	flags.IntVarP(&q.Before, "before-context", "B", 0, "print N lines before each match")
	flags.IntVarP(&f.context, "context", "C", 0, "print N lines around each match")
	flags.Func("output-mode", "content, files_with_matches or count", func(name string) (err error) {
		q.Mode, err = mode(name)
		return err
	})
	last(flags, "files-with-matches,l", "print paths of files with a match", &q.Mode, search.Files)
	last(flags, "files-without-match,L", "print paths of files without a match", &q.Mode, search.FilesWithout)
	last(flags, "count,c", "print paths with the number of matching lines", &q.Mode, search.Count)
	flags.BoolVarP(&q.Only, "only-matching", "o", false, "print the matches alone")
	flags.IntVarP(&q.Max, "max-count", "m", 0, "stop after N matching lines of a file")
	flags.IntVar(&q.Offset, "offset", 0, "skip N rows of the result")
	flags.IntVar(&q.Limit, "head-limit", 0, "print at most N rows of the result")
	flags.BoolVar(&q.Anchors, "anchors", false, "print an anchor such as 12#k3f before each line")
	last(flags, "line-number,n", "print line numbers (the default)", &q.LineNumbers, true)
	last(flags, "no-line-number,N", "print no line numbers", &q.LineNumbers, false)
	flags.BoolVar(&q.Column, "column", false, "print the column of the first match, in bytes")
	last(flags, "with-filename,H", "print the path before each line", &q.Names, search.NamesAlways)
	last(flags, "no-filename,h", "print no paths", &q.Names, search.NamesNever)
	last(flags, "heading", "print the path above the lines of a file", &f.heading, true)
	last(flags, "no-heading", "print the path before each line", &f.heading, false)
	flags.BoolVarP(&q.Null, "null", "0", false, "end each path with NUL")
	flags.IntVarP(&q.MaxColumns, "max-columns", "M", 0, "omit the text of lines over N bytes")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON as ripgrep does")
	flags.BoolVar(&f.typeList, "type-list", false, "list the types of files, and exit")
}

func mode(name string) (search.Mode, error) {
	m, ok := map[string]search.Mode{"content": search.Content, "files_with_matches": search.Files, "count": search.Count}[name]
	if !ok {
		return m, errors.New("be content, files_with_matches or count")
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
	loaded, err := f.scope.prepare(cmd.Context(), f.app, &q.Walk, paths)
	if err != nil {
		return err
	}
	if q.Anchors {
		q.Whole = int64(loaded.Settings.MaxEditSizeMB) << 20
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
		return nil, nil, usagef("grep needs a pattern (see fileops grep --help)")
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
	if q.Anchors {
		if q.JSON || q.Only || !q.LineNumbers || q.Mode != search.Content {
			return usagef("--anchors shows whole lines: it cannot be had with -o, -l, -L, -c, -N or JSON")
		}
		q.Decode = true // anchors are those of the text that operations see
	}
	if q.Quiet = f.quiet; q.Quiet && q.Mode != search.FilesWithout {
		q.Mode, q.JSON = search.Files, false
	}
	var err error
	q.Order, err = f.scope.order()
	return err
}

// unreadable names what could not be read, and why, without the call of the system that failed.
func (a *app) unreadable(err error) {
	if at, ok := err.(*fs.PathError); ok { //nolint:errorlint // what is around another error says more
		err = fmt.Errorf("%s: %w", at.Path, at.Err)
	}
	a.say("fileops: " + err.Error())
}
