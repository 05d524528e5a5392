package ops

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fileops/internal/search"
	"fileops/internal/search/walk"
	"fileops/internal/workspace"
)

// ground is where an operation searches: a file or directory of the tree as the
// operations before it left it.
type ground struct {
	target *workspace.Target
	root   string // absolute
	strip  string // what is taken off the front of the paths that are shown
	over   search.Overlay
	walk   walk.Options
	hidden []string // what no operation may see, as Exclude has it
	warned []string // what is not searched
}

// survey finds out where to search. Nothing that lies behind a link is searched: it may
// be outside of the root. What to do instead of a
// pattern as path is said if there is one.
func survey(tx *workspace.Tx, path, instead string, p Policy) (*ground, error) {
	if path == "" {
		path = "."
	}
	t, err := tx.Find(path, workspace.ToRead)
	if err != nil {
		return nil, err
	}
	if t.Kind == workspace.Absent && strings.ContainsAny(path, "*?[{") {
		e := notFound(t.Written)
		e.Hint = "A path names one file or directory: " + instead + "."
		return nil, e
	}
	if t.Kind == workspace.Absent {
		return nil, notFound(t.Written)
	}
	g := &ground{target: t, root: filepath.Join(tx.Dir(), filepath.FromSlash(t.Name))}
	if p.caller == "" || p.PathStyle == "relative" {
		g.strip = tx.Dir() + string(filepath.Separator)
	}
	for _, name := range tx.Hidden() {
		g.hidden = append(g.hidden, "/"+name)
	}
	g.walk = walk.Options{Base: tx.Dir(), Open: tx.OnDisk, Exclude: slices.Concat(p.SearchExclude, g.hidden)}
	g.over, g.warned, err = overlay(tx, p)
	return g, err
}

// report takes in what could not be searched. A directory that the run makes is not on
// disk yet: what will be in it is in memory.
func (g *ground) report(err error) {
	var e *fs.PathError
	if g.target.Kind == workspace.Directory && errors.As(err, &e) && errors.Is(err, fs.ErrNotExist) && filepath.Clean(e.Path) == g.root {
		return
	}
	g.warned = append(g.warned, err.Error())
}

// overlay is what the run changed so far, for a search that reads the disk.
func overlay(tx *workspace.Tx, p Policy) (search.Overlay, []string, error) {
	changes, err := tx.Changes()
	if err != nil || len(changes) == 0 {
		return nil, nil, err
	}
	o := overlaid{tx: tx, policy: p, over: search.Overlay{}}
	for _, c := range changes {
		if c.Kind == workspace.Deleted || c.Kind == workspace.RemovedDir || c.Kind == workspace.Moved {
			gone := c.Name
			if c.Kind == workspace.Moved {
				gone = c.From
			}
			o.over[o.path(gone)] = search.Version{Removed: true}
		}
	}
	for _, c := range changes {
		switch c.Kind {
		case workspace.Deleted, workspace.RemovedDir, workspace.MadeDir:
		default:
			o.add(c.Name)
		}
	}
	return o.over, o.warned, nil
}

type overlaid struct {
	tx     *workspace.Tx
	policy Policy
	over   search.Overlay
	warned []string
}

func (o *overlaid) path(name string) string {
	return filepath.Join(o.tx.Dir(), filepath.FromSlash(name))
}

// add takes in a file as it will be, or all that is in a directory.
func (o *overlaid) add(name string) {
	t, err := o.tx.Find(name, workspace.ToRead)
	if err != nil {
		return // nothing that an operation could read
	}
	if t.Kind == workspace.Directory {
		names, err := o.tx.Entries(t)
		for _, entry := range names {
			o.add(name + "/" + entry)
		}
		if err == nil {
			return
		}
	}
	data, err := o.tx.Read(t, o.policy.MaxEdit)
	if err != nil {
		o.warned = append(o.warned, name+" was not searched: "+asError(err).Msg)
		return
	}
	o.over[o.path(name)] = search.Version{Content: data, ModTime: time.Now().UnixNano()}
}

// searchFailed is the error for a pattern or glob that cannot be read, with a mark under
// the place that it is about.
func searchFailed(err error, p Policy) error {
	if text, hint, ok := search.Explain(err); ok {
		hint = strings.ReplaceAll(hint, "--multiline", p.caller.set("multiline"))
		return &Error{Code: Code(workspace.BadPattern), Msg: "Bad pattern: " + text, Hint: hint}
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return malformed(err.Error(), "") // an option that makes no sense: a type that there is not
}
