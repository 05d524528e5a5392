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

// isAbout reports whether an operation was about a file, or about what is above or below it.
func isAbout(d ops.Done, name string) bool {
	return slices.ContainsFunc(paths(d), func(p string) bool { return related(p, name) })
}

// shareFile reports whether two operations were about the same file, or one about what is
// below the other.
func shareFile(a, b ops.Done) bool {
	return slices.ContainsFunc(paths(b), func(name string) bool { return isAbout(a, name) })
}

// paths are what an operation was about.
func paths(d ops.Done) []string {
	if d.To == "" {
		return []string{d.Path}
	}
	return []string{d.Path, d.From, d.To}
}
