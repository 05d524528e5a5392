package walk

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/search/filetype"
	"fileops/internal/search/glob"
	"fileops/internal/search/ignore"
)

// filter is the compiled options.
type filter struct {
	o       *Options
	kinds   Kind
	globs   *ignore.Rules
	include bool // some glob does not begin with !
	exclude *ignore.Rules
	types   *ignore.Dir // rules for names, so one Dir does for all directories
	typed   bool        // some type does not begin with !
}

// rules are the rules in one directory.
type rules struct {
	globs, exclude, files *ignore.Dir
	never                 []string // relative paths with slashes
}

func newFilter(o *Options) (*filter, error) {
	if o.Open != nil {
		o.Ignore.Root, o.Ignore.Read = o.Base, o.readInBase
	}
	f := &filter{o: o, kinds: o.Kinds}
	if f.kinds == 0 {
		f.kinds = File
	}
	f.include = slices.ContainsFunc(o.Globs, func(g string) bool { return !strings.HasPrefix(g, "!") })
	var err error
	if f.globs, err = compile(o.Globs, true); err != nil {
		return nil, err
	}
	if f.exclude, err = compile(o.Exclude, false); err != nil {
		return nil, err
	}
	return f, f.selectTypes()
}

// compile makes rules of globs that keep entries or leave them out. A glob that begins with
// ! does the opposite.
func compile(globs []string, keep bool) (*ignore.Rules, error) {
	var lines []string
	for _, g := range globs {
		rest, opposite := strings.CutPrefix(g, "!")
		l, err := expand(g, rest, keep != opposite)
		if err != nil {
			return nil, err
		}
		lines = append(lines, l...)
	}
	return ignore.Compile(lines, false), nil
}

// readInBase reads a file of rules below Base through Open, nil if there is none.
func (o *Options) readInBase(path string) []byte {
	rel, err := filepath.Rel(o.Base, path)
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	f, err := o.Open(filepath.ToSlash(rel))
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // read only
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > ignore.MaxFile {
		return nil
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil
	}
	return text
}

// read reads a file of rules by its path from a directory, nil if there is none. As in git, a
// .gitignore is not read through a link.
func (d *dir) read(name string) []byte {
	bound := d.root.rules != nil // nothing outside of Base is read
	if !bound || !strings.Contains(filepath.ToSlash(name), "/") {
		text, link := readRules(d, name, !bound)
		if !bound || !link || name == ".gitignore" {
			return text
		}
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.path(), filepath.FromSlash(name))
	}
	return d.root.rules(name)
}

// expand turns a glob into lines of an ignore file, which have no braces.
func expand(written, g string, keep bool) ([]string, error) {
	lines, err := glob.Expand(g)
	if err != nil {
		if e, ok := err.(*glob.Error); ok { //nolint:errorlint // Expand returns nothing else
			return nil, &glob.Error{Pattern: written, At: e.At + len(written) - len(g), Reason: e.Reason}
		}
		return nil, err
	}
	for i, l := range lines {
		if strings.HasPrefix(l, "!") {
			l = `\` + l
		}
		if keep {
			l = "!" + l
		}
		lines[i] = l
	}
	return lines, nil
}

func (f *filter) selectTypes() error {
	var lines []string
	for _, t := range f.o.Types {
		name, leaveOut := strings.CutPrefix(t, "!")
		f.typed = f.typed || !leaveOut
		globs := filetype.Globs(name)
		if globs == nil {
			return fmt.Errorf("there is no file type %q%s", name, suggested(name))
		}
		for _, g := range globs {
			l, err := expand(g, g, !leaveOut)
			if err != nil {
				return err
			}
			lines = append(lines, l...)
		}
	}
	f.types = ignore.Compile(lines, false).Root()
	return nil
}

// suggested words a hint for an unknown type.
func suggested(name string) string {
	if near := filetype.Near(name); len(near) > 0 {
		return ": did you mean " + strings.Join(near, " or ") + "?"
	}
	return ": it is a name such as py, js or rust, not an ending"
}

// open gives the rules in the directory where a walk starts, before its own files.
func (f *filter) open(dir string) (rules, error) {
	files, err := ignore.Open(dir, f.o.Ignore)
	if err != nil {
		return rules{}, err
	}
	r := rules{globs: f.globs.Root(), exclude: f.exclude.Root(), files: files}
	r.never, _ = f.neverBelow(dir)
	if r.globs == nil && r.exclude == nil {
		return r, nil
	}
	for _, name := range f.fromBase(dir) {
		r.globs, r.exclude = r.globs.Enter([]byte(name)), r.exclude.Enter([]byte(name))
	}
	return r, nil
}

// neverBelow gives the paths of Never below a directory, relative to it, and whether the
// directory lies in one of them. It resolves links.
func (f *filter) neverBelow(dir string) (never []string, inside bool) {
	if len(f.o.Never) == 0 {
		return nil, false
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, false
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	for _, path := range f.o.Never {
		if rel, err := filepath.Rel(abs, path); err == nil && filepath.IsLocal(rel) {
			never = append(never, filepath.ToSlash(rel))
		}
		if rel, err := filepath.Rel(path, abs); err == nil && filepath.IsLocal(rel) {
			inside = true
		}
	}
	return never, inside
}

// fromBase gives the components of the path from Base to a directory. It gives none if the
// directory is not below Base: globs then start at the directory.
func (f *filter) fromBase(dir string) []string {
	base, baseErr := filepath.Abs(f.o.Base)
	abs, err := filepath.Abs(dir)
	if baseErr != nil || err != nil {
		return nil
	}
	rel, err := filepath.Rel(base, abs)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return nil
	}
	return strings.Split(filepath.ToSlash(rel), "/")
}

// enter gives the rules in a child, before its own files.
func (r *rules) enter(name []byte) rules {
	in := rules{globs: r.globs.Enter(name), exclude: r.exclude.Enter(name), files: r.files.Enter(name)}
	for _, path := range r.never {
		if dir, rest, ok := strings.Cut(path, "/"); ok && dir == string(name) {
			in.never = append(in.never, rest)
		}
	}
	return in
}

// keeps reports whether the rules let an entry be visited, or entered if it is a directory.
// After never, the rules apply in ripgrep's order.
func (f *filter) keeps(r *rules, name []byte, dir bool) bool {
	for _, path := range r.never {
		if path == string(name) {
			return false
		}
	}
	if r.globs != nil {
		switch r.globs.Match(name, dir) {
		case ignore.Ignored:
			return false
		case ignore.Kept:
			return dir || !f.o.Typed || f.hasType(name)
		}
		if f.include && !dir {
			return false
		}
	}
	hidden := name[0] == '.' && !f.o.Hidden
	if !dir && f.types != nil {
		switch f.types.Match(name, false) {
		case ignore.Ignored:
			return false
		case ignore.Kept:
			hidden = false
		default:
			if f.typed {
				return false
			}
		}
	}
	if r.exclude != nil && r.exclude.Match(name, dir) == ignore.Ignored {
		return false
	}
	switch r.files.Match(name, dir) {
	case ignore.Ignored:
		return false
	case ignore.Kept:
		hidden = false
	}
	return !hidden
}

// hasType reports whether a file is of the wanted types.
func (f *filter) hasType(name []byte) bool {
	if f.types == nil {
		return true
	}
	match := f.types.Match(name, false)
	return match == ignore.Kept || !f.typed && match != ignore.Ignored
}
