package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// rules decide what may be done to a name. Names are resolved, relative, clean.
type rules struct {
	fold                 bool // the file system does not tell A from a
	protectedFiles       []string
	protectedFileGlobs   []string // of the same setting, written as patterns
	protectedPatterns    []string
	protectedDirectories []string
	origins              map[string]string // where those settings come from
	deniedFiles          []string
	deniedNames          []string // in any directory
	deniedPatterns       []string
	hidden               []string // the program's state, where it lies in the root: not even read
}

func newRules(o Options, fold bool) (rules, error) {
	r := rules{
		fold:                 fold,
		protectedFiles:       slices.Clone(o.ProtectedFiles),
		protectedPatterns:    slices.Clone(o.ProtectedPatterns),
		protectedDirectories: slices.Clone(o.ProtectedDirectories),
		origins:              o.Origins,
		deniedFiles:          slices.Clone(o.DeniedFiles),
		deniedNames:          slices.Clone(o.DeniedNames),
		deniedPatterns:       slices.Clone(o.DeniedPatterns),
	}
	for _, name := range r.protectedFiles { // a protection that never applies is worse than one too many
		if strings.ContainsAny(name, "*?[{") && doublestar.ValidatePattern(name) {
			r.protectedFileGlobs = append(r.protectedFileGlobs, name)
		}
	}
	for setting, list := range map[string][]string{
		"protected_files": r.protectedFileGlobs, "protected_patterns": r.protectedPatterns, "denied_patterns": r.deniedPatterns,
	} {
		for i, pattern := range list {
			pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
			if !doublestar.ValidatePattern(pattern) {
				return rules{}, &Error{Reason: BadPattern, Path: pattern, Msg: fmt.Sprintf("%s: not a pattern: %q", setting, pattern)}
			}
			list[i] = r.key(pattern)
		}
	}
	for _, list := range [][]string{r.protectedFiles, r.protectedDirectories, r.deniedFiles, r.deniedNames} {
		for i, name := range list {
			list[i] = r.key(strings.TrimPrefix(path.Clean("/"+name), "/"))
		}
	}
	return r, nil
}

// key is the form in which two names are the same to the file system.
func (r rules) key(name string) string {
	if r.fold {
		return strings.ToLower(name)
	}
	return name
}

// denied reports whether no operation may change name. A name that git takes for its own
// directory on any file system is denied on all: a tree may move to another one. Names
// below a denied one are denied as well.
func (r rules) denied(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if gitDir(part) {
			return true
		}
	}
	for k := r.key(name); k != "." && k != ""; k = parent(k) {
		own := func(file string) bool { return endsIn(k, file) }
		if slices.Contains(r.deniedFiles, k) || slices.ContainsFunc(r.deniedNames, own) {
			return true
		}
	}
	return r.inDeniedPatterns(name)
}

// inDeniedPatterns reports whether denied_patterns names the entry or a directory above it.
func (r rules) inDeniedPatterns(name string) bool {
	for k := r.key(name); k != "." && k != ""; k = parent(k) {
		if matchAny(r.deniedPatterns, k) {
			return true
		}
	}
	return false
}

// aboveDenied reports whether a file that no operation may change could stand below
// name.
func (r rules) aboveDenied(name string) bool {
	k := r.key(name)
	for _, file := range r.deniedNames {
		for dir := parent(file); dir != ""; dir = parent(dir) {
			if endsIn(k, dir) {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.deniedFiles, func(file string) bool { return strings.HasPrefix(file, k+"/") })
}

// endsIn reports whether the tail is the last part of name, or its last parts.
func endsIn(name, tail string) bool { return name == tail || strings.HasSuffix(name, "/"+tail) }

// conceals reports whether name is, or stands below, one that may not even be read.
func (r rules) conceals(name string) bool {
	return slices.ContainsFunc(r.hidden, func(dir string) bool {
		_, ok := under(r.key(name), r.key(dir))
		return ok
	})
}

// gitDir reports whether some file system takes part for ".git". It may be in any case, or the
// short name. Windows drops trailing dots, blanks and stream names, and HFS+ ignores some
// characters (CVE-2014-9390).
func gitDir(part string) bool {
	if len(part) < len(".git") {
		return false
	}
	part, _, _ = strings.Cut(part, ":")
	part = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1
		}
		return r
	}, part)
	part = strings.TrimRight(part, " .")
	return strings.EqualFold(part, ".git") || strings.EqualFold(part, "git~1")
}

// guarded is the setting that protects a file or directory of that name, "" if none does.
func (r rules) guarded(name string, kind Kind) string {
	k := r.key(name)
	switch {
	case kind == Directory && slices.Contains(r.protectedDirectories, k):
		return "protected_directories"
	case kind != Directory && slices.Contains(r.protectedFiles, k), matchAny(r.protectedFileGlobs, k):
		return "protected_files"
	case matchAny(r.protectedPatterns, k):
		return "protected_patterns"
	}
	return ""
}

// matchAny reports whether a pattern matches name. A pattern without a slash is compared with
// the last part of the name. One that starts with a slash begins at the root.
func matchAny(patterns []string, name string) bool {
	for _, pattern := range patterns {
		subject := name
		if !strings.Contains(pattern, "/") {
			subject = path.Base(name)
		} else if pattern[0] == '/' {
			subject = "/" + name
		}
		if doublestar.MatchUnvalidated(pattern, subject) {
			return true
		}
	}
	return false
}
