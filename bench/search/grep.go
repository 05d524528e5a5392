package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

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
}

// grepping measures searches in a tree or, if file is not empty, in a file.
func grepping(self, dir, file string, rounds int) error {
	modes := []string{"-l", "-c", "-n"}
	if file != "" {
		modes = []string{"-c", "-n"}
	}
	for _, mode := range modes {
		fmt.Printf("| `%s` %s | wall | processor | of ripgrep: wall, processor |\n|---|---|---|---|\n", filepath.Base(cmp.Or(file, dir)), mode)
		for _, g := range greps {
			args := append([]string{mode}, g.flags...)
			args = append(args, g.pattern)
			if file != "" {
				args = append(args, file)
			}
			err := pair(dir, rounds, g.name,
				append([]string{"rg", "--no-config", "--no-heading", "--color=never"}, args...),
				append([]string{self, "-as", "grep"}, args...))
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
	summary := f.Bool("summary", false, "what it came to, on standard error")
	f.BoolVar(&q.LineNumbers, "n", false, "line numbers")
	f.BoolVar(&q.Match.IgnoreCase, "i", false, "ignore case")
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
	if *unordered {
		q.Order = search.Unordered
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
