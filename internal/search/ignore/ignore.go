// Package ignore decides which entries of a tree git would ignore, by the rules of
// .gitignore files, of .git/info/exclude and of core.excludesFile. Files named .ignore,
// .rgignore and .fdignore have the same syntax.
//
// A Dir holds the rules that apply in one directory. It is immutable, so workers share
// it, and a directory without new rules shares the Dir of its parent. A match needs the
// name of an entry only, since Enter has matched the start of anchored rules.
//
// The syntax is that of gitignore(5). Where that is silent, git's behaviour counts: it
// matches bytes, not characters. It also removes the literal start of a rule before it
// matches wildcards, so that `a**/x` matches abc/d/x.
//
// All entries of an ignored directory are ignored, whatever other rules say. A Dir cannot
// know that, so a walk must not enter such a directory.
package ignore

// Verdict is the decision of rules on an entry.
type Verdict uint8

// The verdicts.
const (
	None    Verdict = iota // no rule matches
	Ignored                // the last rule that matches excludes it
	Kept                   // the last rule that matches begins with !
)

// Files is a set of the entries of a directory that bear on rules.
type Files uint8

// The entries. Rules of an earlier one win.
const (
	RgIgnore  Files = 1 << iota // .rgignore
	FdIgnore                    // .fdignore
	DotIgnore                   // .ignore
	GitIgnore                   // .gitignore
	Git                         // .git, a directory or a file: a repository begins here
)

// Special returns which of the entries that bear on rules has the name, 0 if none.
func Special(name []byte) Files {
	if len(name) < 4 || name[0] != '.' {
		return 0
	}
	for _, f := range namedFiles {
		if string(name) == f.name {
			return f.source
		}
	}
	return 0
}

// Options select the rules. The zero value is the default of ripgrep and fd.
type Options struct {
	NoDot     bool // without .ignore, .rgignore and .fdignore
	NoVCS     bool // without any rules of git
	NoExclude bool // without .git/info/exclude
	NoGlobal  bool // without core.excludesFile
	NoParents bool // without rules from above the directory where a walk starts
	AnyTree   bool // with .gitignore outside repositories too

	Getenv func(string) string // os.Getenv, if nil

	// Read, if not nil, reads the files of the tree at Root, by absolute paths. Root is
	// absolute and without links. Read returns nil if there is no file, or if it leads out
	// of the tree. Then nothing else is read but the user's own git configuration: no rules
	// of directories above Root, no link out of it, and no file outside that a repository
	// in it names (core.excludesFile, include.path, a gitdir elsewhere).
	Read func(path string) []byte
	Root string

	// Instead, if not nil, overrides files on disk, by absolute paths without links. It
	// returns the content of a file, nil if there is none; ok is false for no override.
	Instead func(path string) (text []byte, ok bool)
}

// wanted returns the entries that make a difference under the options.
func (o *Options) wanted() Files {
	var f Files
	if !o.NoDot {
		f |= RgIgnore | FdIgnore | DotIgnore
	}
	if !o.NoVCS {
		f |= GitIgnore | Git
	}
	return f
}
