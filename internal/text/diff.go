package text

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Version is one side of a Diff: a file's content under a name.
type Version struct {
	Name    string // "/dev/null" where there is no file
	Content []byte
}

// Diff returns a unified diff that `git apply` accepts; "" if nothing differs.
// Binary contents are named, not shown.
func Diff(from, to Version) string {
	if bytes.Equal(from.Content, to.Content) {
		return ""
	}
	if Binary(from.Content) || Binary(to.Content) {
		return "Binary files " + from.Name + " and " + to.Name + " differ\n"
	}
	out := diff.Diff(from.Name, from.Content, to.Name, to.Content)
	_, out, _ = bytes.Cut(out, []byte("\n")) // the library's own first line, `diff a b`
	return string(out)
}
