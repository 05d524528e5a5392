// Package glob matches paths against patterns such as `**/*.go` or `src/{a,b}/[!x]*`.
//
// What a pattern means is what github.com/bmatcuk/doublestar says of the patterns that its
// braces stand for, with additions: a pattern without a slash matches the name of a path
// at any depth, as in a gitignore; one that begins with a slash matches from the top, as
// every other one that has a slash does; three stars and more are two. Most patterns ask
// for little of that and are answered faster, with the same answer: a fuzz target compares.
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
	names names    // what stands after the last slash
	dirs  []string // what stands before it, and then entry: none if nothing stands there
	split bool     // a path matches if its name matches names, and with entry as its name dirs

	lead  []string // directories that each match lies in, without wildcards
	depth int      // how many components a match has, 0 if that differs
	any   bool     // matches names at any depth
}

// Error is a pattern that cannot be read.
type Error struct {
	Pattern string
	At      int // the byte where what is wrong begins
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

// plain is the patterns that the braces of one stand for, with no more than two stars in a
// row: doublestar takes three for less than two.
func plain(pattern string) []string {
	all := expand(pattern)
	for i := range all {
		for strings.Contains(all[i], "***") {
			all[i] = strings.ReplaceAll(all[i], "***", "**")
		}
	}
	return all
}

// matchAny says whether one of the patterns matches.
func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return doublestar.MatchUnvalidated(p, path) })
}

// splitNames parts the pattern at its last slash, if both sides can be matched alone:
// nothing on the right may match a slash, and no braces may stand around it.
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

// Match says whether a path matches: relative, with slashes, and clean.
func (p *Pattern) Match(path string) bool {
	at := strings.LastIndexByte(path, '/')
	dir, name := "", path
	if at >= 0 {
		dir, name = path[:at], path[at+1:]
	}
	names := p.In(dir)
	return names.Match([]byte(name))
}

// entry stands for a name when a directory is matched. Without one, what may match
// nothing would be at the end of a pattern, where doublestar has rules of its own.
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

// Below says whether a path below a directory may match. It may say so of one where
// none does.
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
	dir string // with a slash, where the name alone does not tell
	by  matchBy
}

type matchBy uint8

const (
	nothing matchBy = iota
	byName
	byPath
)

// Match says whether an entry of the directory matches.
func (n *Names) Match(name []byte) bool {
	switch n.by {
	case byName:
		return n.p.names.match(name)
	case byPath:
		return matchAny(n.p.whole, n.dir+string(name))
	}
	return false
}
