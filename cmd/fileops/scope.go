package main

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"fileops/internal/config"
	"fileops/internal/search"
	"fileops/internal/search/ignore"
	"fileops/internal/search/walk"
	"fileops/internal/workspace"
)

// scope is the flags of grep and glob that say where is searched, and in which order.
type scope struct {
	hidden, noIgnore, follow bool
	unrestricted             int
	depth                    int
	types, notTypes, globs   []string
	sort                     string

	roots []string
}

func (s *scope) flags(flags *pflag.FlagSet, orders string) {
	flags.BoolVar(&s.hidden, "hidden", false, "search hidden files")
	flags.BoolVar(&s.noIgnore, "no-ignore", false, "search ignored files")
	flags.CountVarP(&s.unrestricted, "unrestricted", "u", "search ignored files; -uu: and hidden files")
	flags.BoolVar(&s.follow, "follow", false, "follow symbolic links")
	flags.StringArrayVarP(&s.types, "type", "t", nil, "take files of TYPE, such as go or py")
	flags.StringArrayVarP(&s.notTypes, "type-not", "T", nil, "leave out files of TYPE")
	flags.StringArrayVarP(&s.globs, "glob", "g", nil, "take files that match GLOB, or do not: !GLOB")
	flags.Func("max-depth", "descend at most N levels", func(text string) (err error) {
		if s.depth, err = strconv.Atoi(text); err == nil && s.depth < 1 {
			err = errors.New("be at least 1")
		}
		return err
	})
	flags.StringVar(&s.sort, "sort", "default", orders)
}

// prepare builds the options of a walk and recovers an interrupted run on the root. It
// releases the lock before the search, so that other runs do not wait for it.
func (s *scope) prepare(ctx context.Context, a *app, o *walk.Options, paths []string) (config.Loaded, error) {
	if err := a.rootMissing(); err != nil {
		return config.Loaded{}, err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return loaded, usagef("%v", err)
	}
	w, err := a.open(ctx, loaded, workspace.Options{ReadOnly: true, Untraced: true, LockTimeout: lockTimeout})
	if err != nil {
		return loaded, err
	}
	*o = s.walk(loaded.Settings.SearchExclude)
	o.Never = w.Begin().Hidden()
	if err := w.Close(); err != nil {
		return loaded, err
	}
	for _, path := range paths {
		if path != "-" && a.root != "." && !filepath.IsAbs(path) {
			path = filepath.Join(a.root, path)
		}
		s.roots = append(s.roots, path)
	}
	if len(paths) == 0 && a.root != "." {
		s.roots = []string{a.root}
	}
	o.Base = a.root
	if o.Base == "." {
		o.Base = ""
	}
	return loaded, nil
}

// walk are the options that the flags stand for.
func (s *scope) walk(exclude []string) walk.Options {
	o := walk.Options{
		Hidden: s.hidden || s.unrestricted > 1, Follow: s.follow, Globs: s.globs, Exclude: exclude,
		Types: s.types, MaxDepth: s.depth,
	}
	for _, name := range s.notTypes {
		o.Types = append(o.Types, "!"+name)
	}
	if s.noIgnore || s.unrestricted > 0 {
		o.Ignore = ignore.Options{NoDot: true, NoVCS: true, NoExclude: true, NoGlobal: true, NoParents: true}
		o.Exclude = nil
	}
	return o
}

func (s *scope) order() (search.Order, error) {
	order, ok := map[string]search.Order{
		"default": search.ByDefault, "path": search.ByPath, "modified": search.ByModified,
		"relevance": search.ByRelevance, "none": search.Unordered,
	}[s.sort]
	if !ok {
		return order, usagef("--sort must be path, modified, relevance or none, not %q", s.sort)
	}
	return order, nil
}

// searchError turns the error for a bad pattern into one that explains the pattern.
func searchError(err error) error {
	if text, hint, ok := search.Explain(err, "--multiline"); ok {
		return usagef("bad pattern: %s", strings.TrimSuffix(text+"\n"+hint, "\n"))
	}
	return err
}
