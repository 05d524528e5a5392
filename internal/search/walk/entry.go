package walk

import "strings"

// Entry is an entry of a directory during a visit.
type Entry struct {
	dir      *dir
	name     []byte
	kind     Kind
	followed bool // a link, and kind is the kind of its target
	whole    bool // a root: its name is its whole path
}

// Info is the metadata of an entry.
type Info struct {
	Kind    Kind
	Size    int64 // bytes
	ModTime int64 // nanoseconds since 1970, UTC
}

// Kind is the kind of the entry, or of the target of a link that is followed.
func (e *Entry) Kind() Kind { return e.kind }

// Name is the last component of the path. It is valid during the visit only.
func (e *Entry) Name() []byte { return e.name }

// Root is the number of the root that the entry was found below.
func (e *Entry) Root() int { return e.dir.root.index }

// AppendPath appends the path: the root as given, and the path from there. Bytes that are not
// UTF-8 are unchanged.
func (e *Entry) AppendPath(b []byte) []byte {
	if e.whole {
		return append(b, e.name...)
	}
	b = append(b, e.dir.root.prefix...)
	if e.dir.rel != "" {
		b = append(b, e.dir.rel...)
		b = append(b, '/')
	}
	return append(b, e.name...)
}

// Path gives the path that AppendPath appends.
func (e *Entry) Path() string { return string(e.AppendPath(nil)) }

// Compare orders paths by their components, as ripgrep does: a/b before a.b, unlike a
// comparison of strings.
func Compare(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] == b[i] {
			continue
		}
		if a[i] == '/' {
			return -1
		}
		if b[i] == '/' {
			return 1
		}
		return int(a[i]) - int(b[i])
	}
	return strings.Compare(a[n:], b[n:])
}
