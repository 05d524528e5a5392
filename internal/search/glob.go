package search

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"fileops/internal/search/glob"
	"fileops/internal/search/walk"
)

// GlobQuery says which files to find.
type GlobQuery struct {
	// Pattern is a pattern of package glob. Without a slash it matches names at any depth
	// below the roots, with one, paths from the roots. If it is absolute or begins with ../,
	// it replaces or changes the roots. Directories that it names before its first wildcard
	// are searched as roots are, even if hidden or ignored.
	Pattern  string
	Roots    []string     // directories; if there are none, the current one
	Walk     walk.Options // Kinds selects what to find; Pattern and Error are set here
	Overlay  Overlay
	Below    bool  // Pattern starts at the roots even if it begins with / or ../
	Relative bool  // paths begin as the roots do; else they are absolute
	Order    Order // by default the newest first; relevance means the same
	Limit    int   // files at most, 0 for any number
	Info     bool  // give size and time whatever the order

	Error func(error) // called for what cannot be read, one call at a time
}

// File is a file, or an entry of another kind.
type File struct {
	Path      string
	walk.Info // only the kind, unless the order or Info asks for more
}

// Glob finds files. The error is a *glob.Error for a bad pattern. More in the Summary says
// that Limit left files out.
func Glob(ctx context.Context, q GlobQuery) ([]File, Summary, error) {
	g, err := newGlobber(&q)
	if err != nil {
		return nil, Summary{}, err
	}
	var files []File
	if q.Order == Unordered {
		files, err = g.first(ctx)
	} else {
		files, err = g.all(ctx)
	}
	if err != nil {
		return nil, Summary{}, err
	}
	s := Summary{Rows: len(files), Matched: len(files), Unreadable: g.unreadable}
	if q.Limit > 0 && len(files) > q.Limit {
		files, s.More = files[:q.Limit], true
	}
	s.Shown = len(files)
	return files, s, nil
}

// globber is a prepared GlobQuery.
type globber struct {
	*GlobQuery
	roots      []string
	numbers    []int // of the roots, among those that were asked for
	options    walk.Options
	overlay    *overlay
	unreadable int
}

func newGlobber(q *GlobQuery) (*globber, error) {
	g := &globber{GlobQuery: q, roots: q.Roots, options: q.Walk}
	if _, err := glob.Compile(q.Pattern); err != nil {
		return nil, err // it shows the pattern as it was written
	}
	if len(g.roots) == 0 {
		g.roots = []string{""}
	}
	pattern := q.Pattern
	if !q.Below {
		pattern = g.rebase(pattern)
	}
	if !q.Relative {
		for i, r := range g.roots {
			abs, err := filepath.Abs(r)
			if err != nil {
				return nil, err
			}
			g.roots[i] = filepath.ToSlash(abs)
		}
	}
	var err error
	if g.options.Pattern, err = glob.Compile(pattern); err != nil {
		return nil, err
	}
	g.options.Error = func(err error) {
		g.unreadable++ // never two at once
		if q.Error != nil {
			q.Error(err)
		}
	}
	if g.overlay, err = newOverlay(q.Overlay, g.roots, &g.options); err != nil {
		return nil, err
	}
	g.roots, g.numbers = g.overlay.onDisk(g.roots)
	return g, nil
}

// rebase sets the roots that a pattern names itself, and returns the rest of the pattern.
func (g *globber) rebase(pattern string) string {
	if absolute := strings.HasPrefix(pattern, "/") || filepath.IsAbs(filepath.FromSlash(pattern)); absolute {
		base, rest := literalStart(pattern)
		g.roots = []string{base}
		return "/" + rest
	}
	g.roots = slices.Clone(g.roots)
	for from := ""; ; from = "/" { // after ./ or ../ even a single name is a path from the roots
		for strings.HasPrefix(pattern, "./") {
			pattern, from = pattern[len("./"):], "/"
		}
		rest, ok := strings.CutPrefix(pattern, "../")
		if !ok {
			return g.descend(from + pattern)
		}
		for i, r := range g.roots {
			if g.roots[i] = path.Join(r, ".."); g.roots[i] == "." {
				g.roots[i] = "" // which does not show in paths
			}
		}
		pattern = rest
	}
}

// descend replaces the roots by the directories below them that a pattern names, and returns
// the rest of the pattern. It drops roots without such a directory.
func (g *globber) descend(pattern string) string {
	base, rest := literalStart("/" + strings.TrimPrefix(pattern, "/"))
	names := strings.Count(base, "/")
	if base == "/" || g.options.MaxDepth > 0 && g.options.MaxDepth <= names {
		return pattern
	}
	var roots []string
	for _, r := range g.roots {
		below := prefix(r) + base[1:]
		info, err := os.Stat(below)
		missing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || err == nil && !info.IsDir()
		if !missing || g.Overlay.holds(below) {
			roots = append(roots, below)
		}
	}
	g.roots, g.options.MaxDepth = roots, max(0, g.options.MaxDepth-names)
	return "/" + rest
}

// literalStart splits a pattern after the directories that it names without wildcards.
func literalStart(pattern string) (base, rest string) {
	wild := strings.IndexAny(pattern, `*?[{\`)
	if wild < 0 {
		wild = len(strings.TrimRight(pattern, "/")) // src/ is a name
	}
	cut := max(0, strings.LastIndexByte(pattern[:wild], '/'))
	return pattern[:max(cut, 1)], pattern[cut+1:]
}

// all finds all files and sorts them.
func (g *globber) all(ctx context.Context) ([]File, error) {
	info := g.Info || g.Order != ByPath
	found, err := walk.Collect(ctx, g.roots, g.options, info)
	if err != nil {
		return nil, err
	}
	if len(g.overlay.gone) == 0 && len(g.roots) == 1 && g.Order != ByPath {
		found = walk.Newest(found)
		return g.overlaid(found), nil
	}
	files := g.overlaid(found)
	if g.Order != ByPath {
		slices.SortFunc(files, func(a, b File) int {
			return cmp.Or(cmp.Compare(b.ModTime, a.ModTime), walk.Compare(a.Path, b.Path))
		})
	}
	return files, nil
}

// overlaid applies the overlay to what was found.
func (g *globber) overlaid(found []walk.Found) []File {
	if len(g.overlay.gone) > 0 {
		found = slices.DeleteFunc(found, func(f walk.Found) bool { return g.overlay.replaces(f.Path) })
		for i := range found {
			found[i].Root = g.numbers[found[i].Root]
		}
		for _, it := range g.overlay.new {
			found = append(found, walk.Found{Path: it.path, Root: it.root, Info: it.version.info()})
		}
		slices.SortStableFunc(found, func(a, b walk.Found) int { return cmp.Or(a.Root-b.Root, walk.Compare(a.Path, b.Path)) })
	}
	files := make([]File, len(found))
	for i, f := range found {
		files[i] = File{f.Path, f.Info}
	}
	return files
}

// first finds files in no order, and stops when there are more than Limit.
func (g *globber) first(ctx context.Context) ([]File, error) {
	var mu sync.Mutex
	var files []File
	for _, it := range g.overlay.new {
		files = append(files, File{it.path, it.version.info()})
	}
	err := walk.Walk(ctx, g.roots, g.options, func() walk.Visit {
		return func(e *walk.Entry) error {
			f := File{e.Path(), walk.Info{Kind: e.Kind()}}
			if g.overlay.replaces(f.Path) {
				return nil
			}
			if g.Info {
				info, err := e.Info()
				if err != nil {
					return nil // it is gone: it was not there to be found
				}
				f.Info = info
			}
			mu.Lock()
			defer mu.Unlock()
			files = append(files, f)
			if g.Limit > 0 && len(files) > g.Limit {
				return errStopped
			}
			return nil
		}
	})
	if err == errStopped { //nolint:errorlint // it is ours and comes back as it was given
		err = nil
	}
	return files, err
}
