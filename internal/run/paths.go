package run

import (
	"slices"
	"strings"

	"fileops/internal/ops"
)

// within reports whether name is dir or stands below it, and returns the rest of the name.
func within(name, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// related reports whether two names are the same, or one is below the other.
func related(a, b string) bool {
	_, under := within(a, b)
	_, over := within(b, a)
	return under || over
}

// touches reports whether one of the paths of an operation is name, or is above or below it.
func touches(d ops.Done, name string) bool {
	return slices.ContainsFunc(paths(d), func(p string) bool { return related(p, name) })
}

// sharePath reports whether two operations have a path in common, or a path of one is above or
// below a path of the other.
func sharePath(a, b ops.Done) bool {
	return slices.ContainsFunc(paths(b), func(name string) bool { return touches(a, name) })
}

// paths returns the paths of an operation. Of a move or copy, Path is the destination, relative to
// the root. From and To are resolved names, so Path and To differ if a link leads there.
func paths(d ops.Done) []string {
	if d.To == "" {
		return []string{d.Path}
	}
	return []string{d.Path, d.From, d.To}
}
