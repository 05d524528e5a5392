package ops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/search"
	"fileops/internal/workspace"
)

// globSearch answers the files whose paths match a pattern.
type globSearch struct {
	Pattern, Path string
	Limit         int // files at the most; 0 is that of the policy
}

var globFields = []Field{
	{Name: "pattern", Kind: Word, Doc: "a glob pattern such as **/*.py, src/*.{js,ts} or Makefile; without a slash, it matches in every directory"},
	{Name: "path", Kind: Path, Optional: true, Doc: "the directory to search; default the root"},
	{Name: "limit", Kind: Number, Optional: true, Rare: true, Min: 1, Max: maxLine, Doc: "maximum number of files"},
}

func buildGlob(a args) (Action, error) {
	limit, given, err := a.number("limit")
	if err == nil && given && limit < 1 {
		err = malformed(fmt.Sprintf("%s must be at least 1, not %d", a.Field("limit"), limit), "")
	}
	return globSearch{Pattern: a.text("pattern"), Path: a.text("path"), Limit: limit}, err
}

func (globSearch) Kind() string { return "glob" }

func (g globSearch) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	if p.unseen {
		return Done{}, nil
	}
	pattern, path, err := g.inside(tx, p)
	if err != nil {
		return Done{}, err
	}
	if path != g.Path { // that one is of another style, and was found
		p.paths = workspace.RelativeOrAbsolute
	}
	where, err := newSearchScope(tx, path, "send "+path+"/"+g.Pattern+" as "+p.style.Field("pattern"), p)
	if err != nil {
		return Done{}, err
	}
	if where.target.Kind != workspace.Directory {
		return Done{}, notDirectory(where.target.Written, "")
	}
	q := search.GlobQuery{Pattern: pattern, Below: true, Roots: []string{where.root}, Walk: where.walk, Overlay: where.over, Limit: g.Limit}
	if q.Limit == 0 {
		q.Limit = p.SearchLimit
	}
	q.Error = where.report
	files, sum, err := search.Glob(ctx, q)
	if err != nil {
		return Done{}, searchFailed(err, p)
	}
	var b strings.Builder
	shown := 0
	for ; shown < len(files); shown++ {
		row := strings.TrimPrefix(files[shown].Path, where.strip) + "\n"
		if b.Len()+len(row) > maxAnswer {
			break
		}
		b.WriteString(row)
	}
	if left := plural(sum.Rows-shown, "more file", "more files"); shown < len(files) {
		fmt.Fprintf(&b, "… %s: ask for fewer\n", left)
	} else if sum.More {
		fmt.Fprintf(&b, "… %s: ask for a higher limit, or fewer\n", left)
	}
	done := Done{Path: where.target.Written, Content: b.String(), Warnings: where.warned}
	done.Summary = wording.Sentence{Verb: "Found", Before: fmt.Sprintf("%s that match %s", plural(sum.Rows, "file", "files"), g.Pattern)}
	if sum.Rows == 0 {
		done.Summary = wording.Sentence{Verb: "No", Before: "file matches " + g.Pattern}
	} else if sum.Rows == 1 {
		done.Summary.Before = "1 file that matches " + g.Pattern
	}
	if sum.Rows == 0 {
		done.note(lost(tx, where.target.Name, pattern), g.bracketed(ctx, where, q), misreadGlob(g.Pattern))
	}
	if sum.Rows == 0 || !strings.ContainsAny(g.Pattern, `*?[{`) {
		done.note(g.leftOut(ctx, where, q, files))
	}
	return done, nil
}

// inside splits the pattern into the directory that it names without wildcards, and the rest.
// That directory is searched even if a walk would leave it out. No pattern may lead out of
// the root. A call may write one as an absolute path in the root, which must lie in Path.
func (g globSearch) inside(tx *workspace.Tx, p Policy) (pattern, path string, err error) {
	pattern = filepath.ToSlash(g.Pattern)
	if slices.Contains(strings.Split(pattern, "/"), "..") {
		return "", "", &Error{
			Code: workspace.BadPath, Path: g.Pattern, Msg: "Path traversal detected: " + g.Pattern,
			Hint: "Write the pattern without .., and the directory to look in as " + p.style.Field("path") + ".",
		}
	}
	if !strings.HasPrefix(pattern, "/") && !filepath.IsAbs(g.Pattern) {
		pattern, path = startIn(tx, pattern, g.Path, p)
		return pattern, path, nil
	}
	if p.style.Form == wording.Tags {
		return "", "", &Error{
			Code: workspace.Outside, Path: g.Pattern, Msg: "Path escapes the root: " + g.Pattern,
			Hint: "Write the pattern relative to the directory to look in.",
		}
	}
	start, rest := literalStart(pattern, filepath.ToSlash(tx.Dir()))
	from, err := tx.Find(start, workspace.ToRead, p.paths)
	if e := (*workspace.Error)(nil); errors.As(err, &e) && e.Reason == workspace.Outside {
		return "", "", &Error{Code: e.Reason, Path: g.Pattern, Msg: "Path escapes the root: " + g.Pattern, Hint: e.Hint}
	}
	if err != nil || g.Path == "" {
		return "/" + rest, start, err
	}
	given, err := tx.Find(g.Path, workspace.ToRead, p.paths)
	if err == nil && given.Name != "." && from.Name != given.Name && !strings.HasPrefix(from.Name, given.Name+"/") {
		err = &Error{
			Code: workspace.BadPath, Path: g.Pattern, Msg: fmt.Sprintf("The pattern %s does not lie in %s", g.Pattern, given.Written),
			Hint: "An absolute pattern says itself where to look: leave the path out.",
		}
	}
	return "/" + rest, start, err
}

// startIn splits a relative pattern in the same way. If the directory that it names does not
// exist, it returns the whole pattern and the directory given. That search finds nothing, and
// the answer says why.
func startIn(tx *workspace.Tx, pattern, from string, p Policy) (rest, dir string) {
	start, rest := literalStart("/"+pattern, "")
	if from == "" {
		p.paths = workspace.Relative
	}
	above, err := tx.Find(cmp.Or(from, "."), workspace.ToRead, p.paths)
	if start == "/" || err != nil {
		return pattern, from
	}
	dir = path.Join(above.Name, start)
	if t, err := tx.Find(dir, workspace.ToRead, workspace.Relative); err != nil || t.Kind != workspace.Directory {
		return pattern, from
	}
	return "/" + rest, dir
}

// literalStart splits a pattern with a slash after the directories that it names without
// wildcards. Characters of the root's own name are no wildcards.
func literalStart(pattern, root string) (start, rest string) {
	known := 0
	if strings.TrimRight(pattern, "/") == root {
		return root, ""
	}
	if strings.HasPrefix(pattern, root+"/") {
		known = len(root)
	}
	wild := strings.IndexAny(pattern[known:], `*?[{\`)
	if wild < 0 {
		wild = len(strings.TrimRight(pattern[known:], "/")) // src/ is a name
	}
	cut := strings.LastIndexByte(pattern[:known+wild], '/')
	return pattern[:max(cut, 1)], pattern[cut+1:]
}
