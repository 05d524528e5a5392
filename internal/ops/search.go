package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"fileops/internal/ops/wording"
	"fileops/internal/search"
	"fileops/internal/search/walk"
	"fileops/internal/workspace"
)

// searchScope is where an operation searches: a file or directory of the tree as the
// operations before it left it.
type searchScope struct {
	target *workspace.Target
	root   string // absolute, with slashes: so are the paths that are found below it
	strip  string // what is taken off the front of the paths that are shown
	over   search.Overlay
	walk   walk.Options
	warned []string // what is not searched
}

// newSearchScope finds out where to search. Nothing behind a link is searched, since it may
// be outside of the root. instead is the hint if path is a pattern.
func newSearchScope(tx *workspace.Tx, path, instead string, p Policy) (*searchScope, error) {
	if path == "" {
		path, p.paths = ".", workspace.Relative
	}
	t, err := tx.Find(path, workspace.ToRead, p.paths)
	if err != nil {
		return nil, err
	}
	if t.Kind == workspace.Absent {
		e := notFound(t.Written)
		if strings.ContainsAny(path, "*?[{") {
			e.Hint = "A path names one file or directory: " + instead + "."
		}
		return nil, e
	}
	g := &searchScope{target: t, root: filepath.ToSlash(filepath.Join(tx.Dir(), t.Name))}
	if p.style.Form == wording.Tags || p.PathStyle == "relative" {
		g.strip = strings.TrimSuffix(filepath.ToSlash(tx.Dir()), "/") + "/"
	}
	g.walk = walk.Options{Base: tx.Dir(), Open: tx.OnDisk, Exclude: p.SearchExclude, Never: tx.Hidden()}
	g.over, g.warned = overlay(tx)
	return g, nil
}

// report notes what could not be searched. It leaves out a directory that the run makes: it is
// not on disk yet, and what will be in it is in memory.
func (g *searchScope) report(err error) {
	var e *fs.PathError
	if g.target.Kind == workspace.Directory && errors.As(err, &e) && errors.Is(err, fs.ErrNotExist) &&
		filepath.ToSlash(filepath.Clean(e.Path)) == g.root {
		return
	}
	g.warned = append(g.warned, err.Error())
}

// overlay is what the run changed so far, for a search that reads the disk. It replaces what
// stands on disk under the names of changes.
func overlay(tx *workspace.Tx) (search.Overlay, []string) {
	changes := tx.Changes()
	o := overlaid{tx: tx, over: search.Overlay{}, now: time.Now()}
	for _, c := range changes {
		o.over[o.path(c.Name)] = search.Version{Removed: true}
		if c.Kind == workspace.Moved {
			o.over[o.path(c.From)] = search.Version{Removed: true}
		}
	}
	for _, c := range changes {
		switch c.Kind {
		case workspace.Deleted, workspace.RemovedDir, workspace.MadeDir:
		default:
			o.add(c.Name)
		}
	}
	return o.over, o.warned
}

type overlaid struct {
	tx     *workspace.Tx
	over   search.Overlay
	now    time.Time // when what the run wrote was modified
	warned []string
}

func (o *overlaid) path(name string) string {
	return filepath.Join(o.tx.Dir(), filepath.FromSlash(name))
}

// add takes in a file as it will be, or all that is in a directory. Links are not
// followed, as they are not on disk.
func (o *overlaid) add(name string) {
	t, err := o.tx.Find(name, workspace.ToRead, workspace.Relative)
	switch {
	case err != nil || t.Name != name:
		return // nothing that an operation could read, or a link
	case t.Kind == workspace.Directory:
		names, err := o.tx.Entries(t)
		if err != nil {
			o.warned = append(o.warned, notSearched(name, err).Error())
		}
		for _, entry := range names {
			o.add(name + "/" + entry)
		}
		return
	}
	modified := t.ModTime
	if modified.IsZero() {
		modified = o.now
	}
	o.over[o.path(name)] = search.Version{Size: t.Size, ModTime: modified.UnixNano(), Open: func() (io.ReadCloser, error) {
		f, err := o.tx.Open(t)
		if err != nil {
			return nil, notSearched(name, err)
		}
		return f, nil
	}}
}

func notSearched(name string, err error) error {
	return fmt.Errorf("%s was not searched: %s", name, AsError(err).Msg)
}

// searchFailed is the error for a pattern or glob that cannot be read, with a mark under the
// place of the error.
func searchFailed(err error, p Policy) error {
	if text, hint, ok := search.Explain(err, p.style.FieldValue("multiline", "true")); ok {
		return &Error{Code: workspace.BadPattern, Msg: "Bad pattern: " + text, Hint: hint}
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return malformed(err.Error(), "") // an option with a wrong value, such as an unknown type
}
