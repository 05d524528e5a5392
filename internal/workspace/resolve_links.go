package workspace

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many links are followed for one path, as Linux does.
const maxLinks = 40

// walker follows one path through the tree as it will be.
type walker struct {
	tx      *Tx
	written string
	dirs    []*node // from the top down
	names   []string
	links   int
}

// resolve finds what a clean name stands for. Links on the way are followed, the
// last one only if follow is set. The name it returns holds no links.
func (tx *Tx) resolve(written, clean string, follow bool) (name string, n *node, err error) {
	wk := walker{tx: tx, written: written, dirs: []*node{tx.top}}
	rest := strings.Split(clean, "/")
	n = tx.top
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if len(wk.names) == 0 {
				return "", nil, wk.outside()
			}
			wk.names = wk.names[:len(wk.names)-1]
			wk.dirs = wk.dirs[:len(wk.dirs)-1]
			n = wk.dirs[len(wk.dirs)-1]
			continue
		}
		if n, err = tx.w.child(wk.dirs[len(wk.dirs)-1], part); err != nil {
			return "", nil, classify(written, unwrapped(err))
		}
		if n.kind == Link && (len(rest) > 0 || follow) {
			if rest, err = wk.follow(n, rest); err != nil {
				return "", nil, err
			}
			n = wk.dirs[len(wk.dirs)-1]
			continue
		}
		if n.kind != Absent {
			part = n.name
		}
		wk.names = append(wk.names, part)
		if n.kind == Directory {
			wk.dirs = append(wk.dirs, n)
			continue
		}
		if len(rest) > 0 {
			return wk.missing(n, rest)
		}
	}
	return wk.name(), n, nil
}

func (wk *walker) name() string {
	return cmp.Or(strings.Join(wk.names, "/"), ".")
}

// missing ends a walk at something that is no directory, with parts left to go.
func (wk *walker) missing(n *node, rest []string) (string, *node, error) {
	if n.kind != Absent {
		return "", nil, &Error{
			Reason: NotDirectory, Path: wk.written,
			Msg:  "Not a directory: " + wk.name(),
			Hint: wk.name() + " is a file, so nothing can stand below it",
		}
	}
	for _, part := range rest {
		if part == ".." { // only a link's target can hold one, and it leads through nothing
			return "", nil, &Error{Reason: NotFound, Path: wk.written, Msg: "File not found: " + wk.written}
		}
		if longName(part) {
			return "", nil, classify(wk.written, syscall.ENAMETOOLONG)
		}
	}
	wk.names = append(wk.names, rest...)
	return path.Clean(wk.name()), &node{}, nil
}

// follow replaces a link by its target: the parts that are to be walked next.
func (wk *walker) follow(n *node, rest []string) ([]string, error) {
	if wk.links++; wk.links > maxLinks {
		return nil, &Error{Reason: NotFound, Path: wk.written, Msg: "Too many levels of symbolic links: " + wk.written}
	}
	target := filepath.ToSlash(n.link)
	if filepath.IsAbs(n.link) || strings.HasPrefix(target, "/") {
		rel, ok := wk.tx.w.inside(filepath.FromSlash(target))
		if !ok {
			return nil, wk.outside()
		}
		wk.dirs, wk.names = wk.dirs[:1], nil
		target = rel
	}
	return append(strings.Split(target, "/"), rest...), nil
}

func (wk *walker) outside() error {
	return &Error{
		Reason: Outside, Path: wk.written,
		Msg:  "Path escapes the root: " + wk.written,
		Hint: "A symbolic link on this path leads out of the root: name a file inside it.",
	}
}

// unwrapped takes the cause out of an Error that named another path.
func unwrapped(err error) error {
	if e, ok := err.(*Error); ok && e.Err != nil { //nolint:errorlint // made just above
		return e.Err
	}
	return err
}
