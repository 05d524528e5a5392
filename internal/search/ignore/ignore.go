// Package ignore decides what git would leave out of a tree: the rules of .gitignore
// files, of .git/info/exclude and of core.excludesFile, and in the same syntax those
// of .ignore, .rgignore and .fdignore.
//
// A Dir holds the rules as they stand in one directory. It never changes, so workers
// share it, and a directory where nothing new holds shares the Dir of its parent. To
// ask about an entry takes its name only: whatever an anchored rule wants of the path
// was settled on the way down (Enter).
//
// The syntax is that of gitignore(5), with what git really does where that says
// nothing: bytes and not characters are matched, and the literal start of a rule is
// taken off before wildcards are looked at, so that `a**/x` matches abc/d/x.
//
// What lies in an ignored directory is ignored whatever other rules say. A Dir cannot
// know: whoever walks does not enter it.
package ignore

// Verdict is what rules say of an entry.
type Verdict uint8

// The verdicts.
const (
	None    Verdict = iota // no rule matches
	Ignored                // the last rule that matches leaves it out
	Kept                   // the last rule that matches begins with !
)

// Files is a set of the entries of a directory that bear on rules.
type Files uint8

// The entries, in the order in which their rules win.
const (
	RgIgnore  Files = 1 << iota // .rgignore
	FdIgnore                    // .fdignore
	DotIgnore                   // .ignore
	GitIgnore                   // .gitignore
	Git                         // .git, a directory or a file: a repository begins here
)

// Special says which of the entries that matter a name is, 0 if none.
func Special(name []byte) Files {
	if len(name) < 4 || name[0] != '.' {
		return 0
	}
	switch string(name) {
	case ".git":
		return Git
	case ".gitignore":
		return GitIgnore
	case ".ignore":
		return DotIgnore
	case ".rgignore":
		return RgIgnore
	case ".fdignore":
		return FdIgnore
	}
	return 0
}

// Options say which rules hold. The zero value is what ripgrep and fd do by default.
type Options struct {
	NoDot     bool // not those of .ignore, .rgignore and .fdignore
	NoVCS     bool // nothing of git's
	NoExclude bool // not .git/info/exclude
	NoGlobal  bool // not core.excludesFile
	NoParents bool // nothing from above the directory where a walk starts
	AnyTree   bool // .gitignore holds outside of repositories, too

	Getenv func(string) string // os.Getenv, if nil

	// Read, if given, reads the files of the tree at Root, which is absolute and without
	// links, by absolute paths: nil if there is none, or it leads out of the tree. Nothing
	// else is read then but the user's own git configuration: no rules of directories above
	// Root, no link out of it, and nothing outside that the configuration of a repository in
	// it names (core.excludesFile, include.path, a gitdir elsewhere).
	Read func(path string) []byte
	Root string

	// Instead, if given, answers for what is not to be taken as it is on disk, by absolute
	// paths without links: with what a file holds, nil if there is none.
	Instead func(path string) (text []byte, ok bool)
}

// none says that no files are to be read at all.
func (o *Options) none() bool { return o.NoDot && o.NoVCS }

// wanted is the set of entries that make a difference under the options.
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
