package ops

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/search"
	"fileops/internal/search/walk"
	"fileops/internal/workspace"
)

// Some globs are read without complaint, but not as other tools read them. Where one
// finds nothing, the answer says how it was read.

// misreadGlob says what of a glob is likely to have been meant otherwise.
func misreadGlob(glob string) string {
	parts, sep := severalGlobs(glob)
	if sep == 0 || sep == ' ' && slices.ContainsFunc(parts, func(p string) bool { return !strings.ContainsAny(p, "*.") }) {
		return ""
	}
	return "\"" + string(sep) + "\" stands for itself in a glob: for several write {" + strings.Join(parts, ",") + "}"
}

// severalGlobs splits what may have been meant as several globs, and returns what separates
// them; 0 if there is only one. A blank counts if nothing else separates them.
func severalGlobs(glob string) (parts []string, sep rune) {
	depth, escaped := 0, false
	parts = strings.FieldsFunc(glob, func(r rune) bool {
		switch {
		case escaped:
			escaped = false
			return false
		case r == '\\':
			escaped = true
		case r == '{':
			depth++
		case r == '}':
			depth--
		case depth == 0 && strings.ContainsRune(",|; ", r):
			if sep == 0 || sep == ' ' {
				sep = r
			}
			return true
		}
		return false
	})
	return parts, sep
}

// bracketed names files whose names hold the brackets of a pattern, which stand for one
// character each in it.
func (g globSearch) bracketed(ctx context.Context, where *searchScope, q search.GlobQuery) string {
	escaped := strings.NewReplacer("[", `\[`, "]", `\]`)
	if !strings.Contains(q.Pattern, "[") || strings.Contains(q.Pattern, `\`) {
		return ""
	}
	q.Pattern, q.Error, q.Order = escaped.Replace(q.Pattern), nil, search.ByPath
	files, _, err := search.Glob(ctx, q)
	if err != nil || len(files) == 0 {
		return ""
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimPrefix(f.Path, where.strip)
	}
	return "There is " + someOf(names) + ": brackets stand for one character, so write " + escaped.Replace(g.Pattern)
}

// noFile says why no file may have been searched: what glob and type have to do with it.
func (g grepSearch) noFile(ctx context.Context, tx *workspace.Tx, where *searchScope, q search.Query) []string {
	ctx, cancel := context.WithTimeout(ctx, leftOutTime)
	defer cancel()
	some := func(o walk.Options) bool {
		files, _, err := search.Glob(ctx, search.GlobQuery{
			Pattern: "**", Below: true, Roots: []string{where.root}, Walk: o, Overlay: where.over, Order: search.Unordered, Limit: 1,
		})
		return err == nil && len(files) > 0
	}
	if len(q.Walk.Globs) == 0 {
		return []string{"No file that is searched is of the type " + q.Walk.Types[0]}
	}
	glob, untyped := g.Query.Walk.Globs[0], q.Walk
	untyped.Types = nil
	if len(q.Walk.Types) > 0 && some(untyped) {
		return []string{"No file that matches the glob " + glob + " is of the type " + q.Walk.Types[0] + ": both must match, so leave one of them out"}
	}
	notes := []string{"No file that is searched matches the glob " + glob, misreadGlob(glob)}
	glob = strings.TrimPrefix(fromRoot(glob, filepath.ToSlash(tx.Dir())), "/")
	if strings.Contains(glob, "[") {
		notes = append(notes, `Brackets stand for one character: for brackets write \[ and \]`)
	}
	if path := where.target.Name; path != "." && strings.Contains(strings.Trim(glob, "/"), "/") {
		untyped.Globs = []string{"/" + path + "/" + glob}
		if some(untyped) {
			return append(notes, "A glob with a slash goes from the root: send "+path+"/"+glob)
		}
	}
	return append(notes, named(tx, strings.Trim(glob, "/")))
}

// named says what is there under the name that a glob is, or begins with, if that is not
// what a search goes through.
func named(tx *workspace.Tx, glob string) string {
	if why := lost(tx, ".", glob); why != "" {
		return why
	}
	t, err := tx.Find(glob, workspace.ToRead, workspace.RelativeOrAbsolute)
	switch {
	case err != nil || t.Kind == workspace.Absent:
		return ""
	case t.Name != path.Clean(glob):
		return linked(glob, t.Name)
	case t.Kind == workspace.Directory:
		return glob + " is a directory: send it as path, or " + glob + "/** as glob"
	}
	return ""
}

// lost says why nothing can be in the directory that a pattern begins with: a walk
// follows no links.
func lost(tx *workspace.Tx, from, pattern string) string {
	start, rest := literalStart("/"+pattern, "")
	name := path.Join(from, start)
	if name == from || strings.ContainsAny(start, `*?[{\`) {
		return ""
	}
	t, err := tx.Find(name, workspace.ToRead, workspace.RelativeOrAbsolute)
	switch e := (*workspace.Error)(nil); {
	case errors.As(err, &e):
		return e.Msg
	case t.Kind == workspace.Absent:
		return "There is no directory " + name
	case t.Kind != workspace.Directory:
		return name + " is no directory"
	case t.Name != name:
		return linked(name, t.Name) + "/" + rest
	}
	return ""
}

// linked says what to send in place of a link.
func linked(name, to string) string {
	return name + " is a link to " + to + ", and links are not followed: send " + to
}
