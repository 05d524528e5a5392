package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"

	"fileops/internal/search/glob"
	"fileops/internal/search/walk"
)

// walking measures listing the files of a tree: those that match a glob, newest first,
// and all of them.
func walking(self, tree string, rounds int) error {
	fmt.Printf("| `%s` | wall | processor | of the first one |\n|---|---|---|---|\n", tree)
	var tables [][]row
	for _, g := range []string{"*.{c,go}", "*.{h,s}", "*.{md,rst}"} {
		tables = append(tables, []row{
			{"fd -g " + g + ", unsorted", []string{fd(), "--color=never", "-t", "f", "-g", g}},
			{"rg --files -g, unsorted", []string{"rg", "--no-config", "--files", "-g", g}},
			{"rg --files -g, newest first", []string{"rg", "--no-config", "--files", "--sortr", "modified", "-g", g}},
			{"glob, newest first", []string{self, "-as", "glob", g}},
			{"glob, unsorted", []string{self, "-as", "glob-unsorted", g}},
		})
	}
	tables = append(tables, []row{
		{"fd, all files, unsorted", []string{fd(), "--color=never", "-t", "f"}},
		{"rg --files, unsorted", []string{"rg", "--no-config", "--files"}},
		{"rg --files, by path", []string{"rg", "--no-config", "--files", "--sort", "path"}},
		{"glob, all files, newest first", []string{self, "-as", "glob", "**"}},
		{"glob, all files, by path", []string{self, "-as", "glob-path", "**"}},
		{"glob, all files, unsorted", []string{self, "-as", "glob-unsorted", "**"}},
		{"a walk that counts only", []string{self, "-as", "count"}},
	})
	for _, rows := range tables {
		if err := table(tree, rounds, rows); err != nil {
			return err
		}
	}
	fmt.Println()
	return nil
}

// contestant is what the command will do, without a command line around it.
func contestant(ctx context.Context, args []string) error {
	o := walk.Options{}
	switch args[0] {
	case "grep":
		return grep(ctx, args[1:])
	case "touch":
		workers, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return touch(args[1] == "mapped", workers, args[3])
	}
	if len(args) > 1 {
		p, err := glob.Compile(args[1])
		if err != nil {
			return err
		}
		o.Pattern = p
	}
	switch args[0] {
	case "glob":
		return list(ctx, o, true)
	case "glob-path":
		return list(ctx, o, false)
	case "glob-unsorted":
		return unsorted(ctx, o)
	case "count":
		var n atomic.Int64
		err := walk.Walk(ctx, []string{""}, o, func() walk.Visit {
			return func(*walk.Entry) error { n.Add(1); return nil }
		})
		fmt.Println(n.Load())
		return err
	}
	return fmt.Errorf("there is no contestant %q", args[0])
}

func list(ctx context.Context, o walk.Options, newest bool) error {
	found, err := walk.Collect(ctx, []string{""}, o, newest)
	if err != nil {
		return err
	}
	if newest {
		found = walk.Newest(found)
	}
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	for i := range found {
		out.WriteString(found[i].Path)
		out.WriteByte('\n')
	}
	return out.Flush()
}

func unsorted(ctx context.Context, o walk.Options) error {
	var outs []*[]byte
	err := walk.Walk(ctx, []string{""}, o, func() walk.Visit {
		out := make([]byte, 0, 64<<10)
		outs = append(outs, &out)
		return func(e *walk.Entry) error {
			out = append(e.AppendPath(out), '\n')
			if len(out) < 60<<10 {
				return nil
			}
			_, err := os.Stdout.Write(out)
			out = out[:0]
			return err
		}
	})
	for _, out := range outs {
		if err == nil {
			_, err = os.Stdout.Write(*out)
		}
	}
	return err
}
