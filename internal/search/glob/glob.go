// Package glob matches paths against patterns such as `**/*.go` or `src/{a,b}/[!x]*`.
//
// A pattern has the meaning of github.com/bmatcuk/doublestar after its braces are expanded,
// with additions. A pattern without a slash matches the name of a path at any depth, as in a
// gitignore. All others match from the top, with or without a slash at the beginning. Three
// stars and more are two. Simple patterns have a faster implementation with the same results;
// a fuzz target compares.
package glob

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Pattern is a compiled pattern.
type Pattern struct {
	whole []string // as doublestar takes them, for paths from the top
	names names    // for the part after the last slash
	dirs  []string // for the part before it, with entry as the name; nil if it is empty
	split bool     // a path matches if its name matches names and its directory dirs

	lead  []string // the directories at the start of each match, without wildcards
	depth int      // components of a match, 0 if that differs
	any   bool     // matches names at any depth
}

// Error is a fault in a pattern.
type Error struct {
	Pattern string
	At      int // the byte where the fault begins
	Reason  string
}

func (e *Error) Error() string {
	return fmt.Sprintf("glob %q: %s (byte %d)", e.Pattern, e.Reason, e.At+1)
}

// Compile reads a pattern. An error is an *Error.
func Compile(pattern string) (*Pattern, error) {
	if err := check(pattern); err != nil {
		return nil, err
	}
	if !strings.Contains(pattern, "/") {
		return &Pattern{any: true, names: compileNames(pattern)}, nil
	}
	whole := pattern
	for strings.HasPrefix(whole, "./") {
		whole = whole[2:]
	}
	whole = strings.TrimPrefix(whole, "/")
	p := &Pattern{whole: plain(whole)}
	components := strings.Split(whole, "/")
	simple := !strings.ContainsAny(whole, "[{\\") // slashes stand for themselves only
	if simple && !strings.Contains(whole, "**") {
		p.depth = len(components)
	}
	for _, c := range components[:len(components)-1] {
		if strings.ContainsAny(c, `*?[{\`) || !readable(c) {
			break
		}
		p.lead = append(p.lead, c)
	}
	p.splitNames(whole)
	return p, nil
}

// plain expands the braces of a pattern, and replaces three stars or more by two, since three
// mean less than two in doublestar.
func plain(pattern string) []string {
	all := expand(pattern)
	for i := range all {
		for strings.Contains(all[i], "***") {
			all[i] = strings.ReplaceAll(all[i], "***", "**")
		}
	}
	return all
}

// matchAny reports whether one of the patterns matches.
func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return doublestar.MatchUnvalidated(p, path) })
}

// splitNames splits the pattern at its last slash, if both sides can be matched alone: the
// right side matches no slash, and no braces enclose the slash.
func (p *Pattern) splitNames(whole string) {
	at := strings.LastIndexByte(whole, '/')
	dirs, last := whole[:max(0, at)], whole[at+1:]
	if at == 0 || last == "" || strings.ContainsAny(last, "[") ||
		check(dirs) != nil || strings.HasSuffix(dirs, "/") || strings.HasSuffix(dirs, `\`) || check(last) != nil || slices.Contains(plain(last), "**") {
		return
	}
	p.names, p.split = compileNames(last), true
	if at > 0 {
		p.dirs = plain(dirs + "/" + entry)
	}
}

// Match reports whether a path matches. The path is relative and clean, and has slashes.
func (p *Pattern) Match(path string) bool {
	at := strings.LastIndexByte(path, '/')
	dir, name := "", path
	if at >= 0 {
		dir, name = path[:at], path[at+1:]
	}
	names := p.In(dir)
	return names.Match([]byte(name))
}

// entry stands for a name when a directory is matched. Otherwise ** could be at the end of a
// pattern, where doublestar treats it differently.
const entry = "x"

// In prepares to match the entries of one directory, "" for the top.
func (p *Pattern) In(dir string) Names {
	if dir != "" {
		dir += "/"
	}
	switch {
	case p.any:
		return Names{by: byName, p: p}
	case !p.split:
		return Names{by: byPath, p: p, dir: dir}
	case p.dirs == nil && dir != "", p.dirs != nil && !matchAny(p.dirs, dir+entry):
		return Names{}
	}
	return Names{by: byName, p: p}
}

// Below reports whether a path below a directory may match. It may be true although none does.
func (p *Pattern) Below(dir string) bool {
	if p.any || dir == "" {
		return true
	}
	if p.depth > 0 && strings.Count(dir, "/")+1 >= p.depth {
		return false
	}
	for _, lead := range p.lead {
		name, rest, more := strings.Cut(dir, "/")
		if name != lead {
			return false
		}
		if !more {
			return true
		}
		dir = rest
	}
	return true
}

// Names matches names in one directory. The zero value matches none.
type Names struct {
	p   *Pattern
	dir string // with a slash, if the name alone does not decide
	by  matchBy
}

type matchBy uint8

const (
	nothing matchBy = iota
	byName
	byPath
)

// Match reports whether an entry of the directory matches.
func (n *Names) Match(name []byte) bool {
	switch n.by {
	case byName:
		return n.p.names.match(name)
	case byPath:
		return matchAny(n.p.whole, n.dir+string(name))
	}
	return false
}
