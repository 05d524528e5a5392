package ops

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/search"
	"fileops/internal/workspace"
)

// Glob answers the files whose paths match a pattern.
type Glob struct {
	Pattern, Path string
	Limit         int // files at the most; 0 is that of the policy
}

var globFields = []Field{
	{Name: "pattern", Kind: Word, Doc: "such as **/*.py, src/*.{js,ts} or Makefile; without a slash it matches names at any depth"},
	{Name: "path", Kind: Path, Optional: true, Doc: "where to look"},
	{Name: "limit", Kind: Number, Optional: true, Rare: true, Min: 1, Max: maxLine, Doc: "files to list at the most"},
}

func buildGlob(a args) (Action, error) {
	limit, given, err := a.number("limit")
	if err == nil && given && limit < 1 {
		err = malformed(fmt.Sprintf("<limit> must be at least 1, not %d", limit), "")
	}
	return Glob{Pattern: a.text("pattern"), Path: a.text("path"), Limit: limit}, err
}

// Kind is glob.
func (Glob) Kind() string { return "glob" }

func (g Glob) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	pattern, err := g.inside(tx, p)
	if err != nil {
		return Done{}, err
	}
	where, err := survey(tx, g.Path, p)
	if err != nil {
		return Done{}, err
	}
	if where.target.Kind != workspace.Directory {
		return Done{}, notDirectory(where.target.Written, "")
	}
	q := search.GlobQuery{Pattern: pattern, Roots: []string{where.root}, Walk: where.walk, Overlay: where.over, Limit: g.Limit}
	if q.Limit == 0 {
		q.Limit = p.SearchLimit
	}
	warnings := where.warned
	q.Error = func(err error) { warnings = append(warnings, err.Error()) }
	files, sum, err := search.Glob(ctx, q)
	if err != nil {
		return Done{}, searchFailed(err)
	}
	var b strings.Builder
	for _, f := range files {
		b.WriteString(strings.TrimPrefix(f.Path, where.strip) + "\n")
	}
	if sum.More {
		fmt.Fprintf(&b, "… %s: ask for a higher limit, or fewer\n", plural(sum.Rows-sum.Shown, "more file", "more files"))
	}
	done := Done{Path: where.target.Written, Content: b.String(), Warnings: warnings}
	done.Summary = fmt.Sprintf("✅ Found %s that match %s", plural(sum.Rows, "file", "files"), g.Pattern)
	if sum.Rows == 0 {
		done.Summary = "✅ No file matches " + g.Pattern
	} else if sum.Rows == 1 {
		done.Summary = "✅ Found 1 file that matches " + g.Pattern
	}
	return done, nil
}

// inside is the pattern as it starts from the directory that is searched: it may not lead
// out of that. A call may write it as an absolute path inside the root.
func (g Glob) inside(tx *workspace.Tx, p Policy) (string, error) {
	pattern := filepath.ToSlash(g.Pattern)
	if slices.Contains(strings.Split(pattern, "/"), "..") {
		return "", &Error{
			Code: Code(workspace.BadPath), Path: g.Pattern, Msg: "Path traversal detected: " + g.Pattern,
			Hint: "write the pattern without .., and the directory to look in as " + p.caller.field("path"),
		}
	}
	if !strings.HasPrefix(pattern, "/") && !filepath.IsAbs(g.Pattern) {
		return pattern, nil
	}
	rest, below := strings.CutPrefix(pattern, filepath.ToSlash(tx.Dir())+"/")
	if !below || p.caller == "" || g.Path != "" {
		return "", &Error{
			Code: Code(workspace.Outside), Path: g.Pattern, Msg: "Path escapes the root: " + g.Pattern,
			Hint: "write the pattern relative to the directory to look in",
		}
	}
	return "/" + rest, nil
}
