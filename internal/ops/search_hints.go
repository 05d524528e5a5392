package ops

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fileops/internal/search"
	"fileops/internal/search/walk"
)

// When a search finds nothing, what it left out is searched too, and files with matches are
// named. Otherwise a model would conclude that there is nothing.

const (
	leftOutTime  = time.Second // that the look may take
	leftOutShown = 10          // of what it found
)

// everything is a walk that leaves out only what no operation may see, and git's own files.
func (g *searchScope) everything(o walk.Options) walk.Options {
	o = o.Everything()
	o.Exclude = []string{"**/.git/**"}
	return o
}

// leftOut names what matches and is not listed.
func (g globSearch) leftOut(ctx context.Context, where *searchScope, q search.GlobQuery, listed []search.File) string {
	ctx, cancel := context.WithTimeout(ctx, leftOutTime)
	defer cancel()
	q.Walk = where.everything(q.Walk)
	q.Walk.Kinds = walk.File | walk.Dir | walk.Link | walk.Other
	q.Order, q.Limit, q.Error = search.ByPath, 0, nil
	if named := strings.TrimRight(q.Pattern, "/"); named != "" && named != q.Pattern {
		q.Pattern, q.Walk.Kinds = named, walk.Dir // src/ is the directory
	}
	files, _, err := search.Glob(ctx, q)
	if err != nil {
		return "" // it took too long: nothing is known
	}
	var names []string
	for _, f := range files {
		if !slices.ContainsFunc(listed, func(l search.File) bool { return l.Path == f.Path }) {
			names = append(names, where.named(f.Path, f.Kind))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "There, but not listed: " + someOf(names)
}

// leftOut names files that match and are not searched, or not as text.
func (g grepSearch) leftOut(ctx context.Context, where *searchScope, q search.Query) string {
	ctx, cancel := context.WithTimeout(ctx, leftOutTime)
	defer cancel()
	q.Mode, q.Order, q.Offset, q.Limit, q.Strip, q.Error = search.Files, search.ByPath, 0, 0, "", nil
	var left, binary bytes.Buffer
	all := q
	all.Walk = where.everything(q.Walk)
	if _, err := search.Grep(ctx, all, &left); err != nil {
		return "" // it took too long: nothing is known
	}
	q.AsText = true
	if _, err := search.Grep(ctx, q, &binary); err != nil {
		binary.Reset()
	}
	var names []string
	for row := range strings.Lines(left.String()) {
		if strings.Contains("\n"+binary.String(), "\n"+row) {
			continue
		}
		names = append(names, where.named(strings.TrimSuffix(row, "\n"), walk.File))
	}
	for row := range strings.Lines(binary.String()) {
		names = append(names, strings.TrimPrefix(strings.TrimSuffix(row, "\n"), where.strip)+" (binary)")
	}
	if len(names) == 0 {
		return ""
	}
	return "Files that were left out have a match (to search one, name it as path): " + someOf(names)
}

// named is a full path as answers show it, and why a search leaves it out.
func (g *searchScope) named(full string, kind walk.Kind) string {
	shown := strings.TrimPrefix(full, g.strip)
	rel, err := filepath.Rel(g.root, full)
	hidden := err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), func(name string) bool {
		return name[0] == '.' && name != "."
	})
	switch {
	case kind == walk.Dir:
		return shown + " (a directory)"
	case kind == walk.Link:
		return shown + " (a link)"
	case kind == walk.Other:
		return shown + " (no regular file)"
	case hidden:
		return shown + " (hidden)"
	}
	return shown + " (ignored)"
}

// someOf is the first of a list.
func someOf(names []string) string {
	if more := len(names) - leftOutShown; more > 0 {
		names = append(names[:leftOutShown:leftOutShown], plural(more, "more", "more"))
	}
	return strings.Join(names, ", ")
}
