package config

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"fileops/internal/lazy"
)

// A pattern of a file starts from the directory of that file. If the root lies below it,
// the pattern is rewritten here to start from the root. It then matches in the root what
// it would match if the directory of the file were the root.

// listsOfPaths are the settings that are rewritten.
var listsOfPaths = lazy.Value[map[string]func(entry string, below []string) ([]string, error)]{Make: func() map[string]func(entry string, below []string) ([]string, error) {
	return map[string]func(entry string, below []string) ([]string, error){
		"protected_files":       fileBelow,
		"protected_patterns":    protectedBelow,
		"protected_directories": nameBelow,
		"denied_patterns":       deniedBelow,
		"search.exclude":        excludedBelow,
	}
}}

// startFromRoot rewrites the lists of paths in a layer whose file is in a directory above
// the root; below is the way from there to the root.
func (l layer) startFromRoot(below string) error {
	for _, k := range keys() { // in a fixed order, for the same error each time
		rewrite, list := listsOfPaths.Get()[k.name], []string{}
		written, ok := l.values[k.name].([]string)
		if !ok || rewrite == nil {
			continue
		}
		for _, entry := range written {
			rest, err := rewrite(entry, strings.Split(below, "/"))
			if err != nil {
				return &Error{Source: l.source, Key: k.name, Msg: err.Error()}
			}
			for _, entry := range rest {
				if !slices.Contains(list, entry) {
					list = append(list, entry)
				}
			}
		}
		l.values[k.name] = list
	}
	return nil
}

// nameBelow rewrites the name of a file or directory.
func nameBelow(name string, below []string) ([]string, error) {
	parts := strings.Split(strings.TrimPrefix(path.Clean("/"+name), "/"), "/")
	if len(parts) <= len(below) || !slices.EqualFunc(parts[:len(below)], below, strings.EqualFold) {
		return nil, nil
	}
	return []string{strings.Join(parts[len(below):], "/")}, nil
}

// fileBelow rewrites an entry of protected_files: a name, or a pattern.
func fileBelow(entry string, below []string) ([]string, error) {
	names, err := nameBelow(entry, below)
	if !strings.ContainsAny(entry, "*?[{") || !doublestar.ValidatePattern(entry) {
		return names, err
	}
	patterns, err := protectedBelow(entry, below)
	return append(names, patterns...), err
}

// protectedBelow rewrites a pattern of protected files and directories. One that matches
// a directory protects nothing in it.
func protectedBelow(pattern string, below []string) ([]string, error) {
	rest, _, err := patternBelow(pattern, below, guards)
	return rest, err
}

// deniedBelow rewrites a pattern of names that are denied with all that is below them.
func deniedBelow(pattern string, below []string) ([]string, error) {
	rest, all, err := patternBelow(pattern, below, guards)
	if all {
		return []string{"**"}, err
	}
	return rest, err
}

// excludedBelow rewrites a line as in a .gitignore. A search in a directory that is
// excluded from above finds what is in it, as in ripgrep: the user chose that directory.
func excludedBelow(line string, below []string) ([]string, error) {
	rest, not := strings.CutPrefix(line, "!")
	rest, onlyDirectories := strings.CutSuffix(rest, "/")
	list, _, err := patternBelow(rest, below, matches)
	for i := range list {
		if not {
			list[i] = "!" + list[i]
		}
		if onlyDirectories {
			list[i] += "/"
		}
	}
	return list, err
}

// patternBelow returns what is left of a pattern below a directory, and whether it matches
// that directory or one above it. A pattern without a slash matches at any depth, so it
// stays as it is. So does an invalid one, which is reported when it is compiled.
func patternBelow(pattern string, below []string, match func(part, name string) bool) (rest []string, all bool, err error) {
	trimmed := strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	if trimmed == "" || !doublestar.ValidatePattern(trimmed) {
		return []string{pattern}, false, nil
	}
	if !strings.Contains(trimmed, "/") {
		return []string{pattern}, slices.ContainsFunc(below, func(name string) bool { return match(trimmed, name) }), nil
	}
	parts := strings.Split(strings.TrimPrefix(trimmed, "/"), "/")
	if slices.ContainsFunc(parts, func(part string) bool { return !doublestar.ValidatePattern(part) }) {
		return nil, false, errors.New("want no slash in braces or brackets in a file above the root: write a pattern for each")
	}
	left, all := leftOf(parts, below, match)
	for _, parts := range left {
		text := strings.Join(parts, "/")
		if len(parts) == 1 && text != "**" {
			text = "/" + text // without a slash, it would match at any depth
		}
		rest = append(rest, text)
	}
	return rest, all, nil
}

// leftOf matches the first parts of a pattern with the names of a path, and returns the parts
// that are left. There is one rest for each way to match. all reports whether the whole pattern
// matched the path, or a directory above it.
func leftOf(parts, names []string, match func(part, name string) bool) (left [][]string, all bool) {
	at := make([]bool, len(parts)+1) // the places in the pattern that were reached
	at[0] = true
	for _, name := range names {
		next := make([]bool, len(parts)+1)
		for i := range parts {
			if !at[i] {
				continue
			}
			if parts[i] == "**" {
				next[i] = true // it stands for this name and perhaps more
				at[i+1] = true // it stands for nothing
			} else if match(parts[i], name) {
				next[i+1] = true
			}
		}
		at = next
		all = all || endsAt(parts, at)
	}
	for i := range parts {
		if at[i] {
			left = append(left, parts[i:])
		}
	}
	return left, all
}

// endsAt reports whether nothing but ** is left of a pattern at one of the places.
func endsAt(parts []string, at []bool) bool {
	for i := len(parts); ; i-- {
		if at[i] {
			return true
		}
		if i == 0 || parts[i-1] != "**" {
			return false
		}
	}
}

// matches reports whether a part of a pattern matches a name.
func matches(part, name string) bool { return doublestar.MatchUnvalidated(part, name) }

// guards is matches for what protects files. It takes no account of case, since the file
// system may not either.
func guards(part, name string) bool {
	return matches(part, name) || matches(strings.ToLower(part), strings.ToLower(name))
}
