package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"fileops/internal/search"
)

// greps are the searches that are compared: what is looked for, and how it is asked for.
var greps = []struct {
	name    string
	flags   []string
	pattern string
}{
	{"rare literal", nil, "skb_frag_address_safe"},
	{"frequent literal", nil, "struct"},
	{"no match", nil, "zzyzx_nowhere"},
	{"literal, ignoring case", []string{"-i"}, "skb_frag_address_safe"},
	{"frequent, ignoring case", []string{"-i"}, "error"},
	{"regex with a literal", nil, `struct [a-z_]+_ops`},
	{"function", nil, `func [A-Za-z]+\(`},
	{"classes", nil, `[A-Z]{3}_[A-Z]+`},
	{"Unicode", nil, `\p{Greek}`},
	{"five literals", nil, "skb_frag|page_pool|xdp_frame|napi_gro|devlink_port"},
	{"no literal", nil, `[a-z]{5}[ \t]+[a-z]{5}[ \t]+[a-z]{5}[ \t]+[a-z]{5}`},
	{"dense", nil, "e"},
	{"two lines", []string{"-U"}, `func \w+\(\) \{\n\treturn`},
	{"a few lines", []string{"-U"}, `struct [a-z_]+ \{\s+int`},
}

// asking is how a search is asked for, and what only ours is told.
type asking struct {
	flag string
	own  []string
	told string
}

// grepping measures searches in a tree or, if file is not empty, in a file.
func grepping(self, dir, file string, rounds int) error {
	modes := []asking{
		{flag: "-l"},
		{flag: "-l", own: []string{"-by-path"}, told: ", ours by path"},
		{flag: "-c"},
		{flag: "-n"},
	}
	if file != "" {
		modes = modes[2:]
	}
	for _, mode := range modes {
		fmt.Printf("| `%s` %s%s | wall | processor | of ripgrep: wall, processor |\n|---|---|---|---|\n", filepath.Base(cmp.Or(file, dir)), mode.flag, mode.told)
		for _, g := range greps {
			if file != "" && slices.Contains(g.flags, "-U") {
				continue // 64 MiB is the most that is searched over lines
			}
			args := append([]string{mode.flag}, g.flags...)
			args = append(args, g.pattern)
			if file != "" {
				args = append(args, file)
			}
			err := pair(dir, rounds, g.name,
				append([]string{"rg", "--no-config", "--no-heading", "--color=never"}, args...),
				slices.Concat([]string{self, "-as", "grep"}, mode.own, args))
			if err != nil {
				return err
			}
		}
		fmt.Println()
	}
	return nil
}

// grep is a search as the command makes it, without a command line around it.
func grep(ctx context.Context, args []string) error {
	q := search.Query{Stdin: os.Stdin, Error: func(err error) { fmt.Fprintln(os.Stderr, err) }}
	f := flag.NewFlagSet("grep", flag.ContinueOnError)
	files := f.Bool("l", false, "files with a match")
	count := f.Bool("c", false, "lines that match")
	unordered := f.Bool("unordered", false, "as found")
	byPath := f.Bool("by-path", false, "files in order of path")
	summary := f.Bool("summary", false, "what it came to, on standard error")
	f.BoolVar(&q.LineNumbers, "n", false, "line numbers")
	f.BoolVar(&q.Match.IgnoreCase, "i", false, "ignore case")
	f.BoolVar(&q.Match.Multiline, "U", false, "over lines")
	f.IntVar(&q.Limit, "limit", 0, "rows")
	if err := f.Parse(args); err != nil {
		return err
	}
	switch {
	case *files:
		q.Mode = search.Files
	case *count:
		q.Mode = search.Count
	}
	switch {
	case *unordered:
		q.Order = search.Unordered
	case *byPath:
		q.Order = search.ByPath
	}
	if f.NArg() == 0 {
		return fmt.Errorf("a pattern is missing")
	}
	q.Patterns, q.Roots = f.Args()[:1], f.Args()[1:]
	return show(ctx, q, os.Stdout, *summary)
}

func show(ctx context.Context, q search.Query, w io.Writer, summary bool) error {
	s, err := search.Grep(ctx, q, w)
	if summary {
		fmt.Fprintf(os.Stderr, "%+v\n", s)
	}
	return err
}
