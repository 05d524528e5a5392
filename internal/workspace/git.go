package workspace

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// gitKind is what a directory on disk is to git.
type gitKind int

const (
	gitUnknown gitKind = iota
	gitNothing
	gitLinked // the top of a work tree whose .git is a file
	gitOwn    // git takes it for its own directory, whatever its name is
)

// gitGuard is what a transaction knows of the files that git uses beyond those named .git.
// The next git status runs commands that stand in git's configuration or hooks.
//
// A run can change none of these files and can make no such directory, so what was found
// out once holds to its end. Programs that git runs from the work tree because its
// configuration says so (core.hooksPath, filters) are files like others: people keep
// them there to be edited.
type gitGuard struct {
	names map[string]string // what git uses, by the key of its resolved name, with the reason
	root  *string           // why nothing in the root may change, "" if it may; nil before it was asked for
}

// gitParts are the names that make a directory one of git's own.
var gitParts = []string{"HEAD", "commondir", "objects", "refs", "config"}

// gitDirectory reports whether git takes a directory that holds these names for its own
// (is_git_directory in git's setup.c): one with HEAD, objects and refs, or with HEAD and
// commondir, which says where the rest is. That other directory needs no HEAD, so a config
// counts as well. The contents of these files do not matter: they can be written later.
func gitDirectory(kindOf func(name string) Kind) bool {
	if kindOf("commondir") != Absent && kindOf("HEAD") != Absent {
		return true
	}
	if kindOf("objects") == Absent || kindOf("refs") == Absent {
		return false
	}
	config := kindOf("config")
	return kindOf("HEAD") != Absent || config == Regular || config == Link
}

// permitGit refuses a change in a directory that git takes for its own, and one that would
// make such a directory.
func (tx *Tx) permitGit(t *Target) error {
	why, err := tx.ofGit(t.Name)
	if err == nil && why == "" && t.Kind == Absent && t.intent.makes() {
		why, err = tx.makesGit(t)
	}
	if err != nil {
		return classify(t.Written, unwrapped(err))
	}
	if why != "" {
		return deniedGit(t, why)
	}
	return nil
}

func deniedGit(t *Target, why string) *Error {
	return &Error{Reason: Denied, Path: t.Written, Msg: "Access denied: " + t.Written, Hint: why}
}

// makes reports whether something new may come of an intent.
func (i Intent) makes() bool {
	return i == ToEdit || i == ToCreate || i == ToOverwrite || i == ToMakeDir
}

// ofGit says why no operation may change what stands at a resolved name, "" if one may.
// The nearest directory decides: a work tree can stand in a bare repository.
func (tx *Tx) ofGit(name string) (why string, err error) {
	if tx.git.root == nil {
		why := tx.lookAbove()
		tx.git.root = &why
	}
	dirs := []*node{tx.top} // the directories on the way, from the top down
	for d, rest, more := tx.top, name, name != "."; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		if d, err = tx.w.child(d, part); err != nil {
			return "", err
		}
		if d.kind != Directory {
			break
		}
		dirs = append(dirs, d)
	}
	for _, d := range dirs {
		tx.lookForGit(d)
	}
	at, depth := name, strings.Count(name, "/")+1
	if name == "." {
		depth = 0
	}
	for ; ; at, depth = path.Dir(at), depth-1 {
		if why := tx.git.names[tx.w.rules.key(at)]; why != "" {
			return why, nil
		}
		switch {
		case depth >= len(dirs):
		case dirs[depth].git == gitOwn:
			return ownDirectory(at), nil
		case dirs[depth].git == gitLinked:
			return "", nil
		}
		if depth == 0 {
			return *tx.git.root, nil
		}
	}
}

func ownDirectory(dir string) string {
	if dir == "." {
		dir = "the root"
	}
	return dir + " is a directory of git's own (HEAD, objects, refs): no operation may change what is in it"
}

// lookForGit finds out what a directory is to git, and what git uses for a work tree in it.
func (tx *Tx) lookForGit(d *node) {
	if d.git != gitUnknown {
		return
	}
	d.git = gitNothing
	if !d.own() {
		return
	}
	look := func(name string) Kind {
		info, err := tx.w.root.Lstat(path.Join(d.base, name))
		if err != nil {
			return Absent
		}
		return kindOf(info.Mode())
	}
	dotGit := look(".git")
	if dotGit == Regular {
		d.git = gitLinked
	}
	if gitDirectory(look) {
		d.git = gitOwn
	}
	if dotGit != Absent {
		g := gitFiles{w: tx.w, note: tx.noteGit}
		g.repository(filepath.Join(tx.w.real, filepath.FromSlash(d.base)))
	}
}

// lookAbove looks for the work tree, or the directory of git's own, that the root is in.
func (tx *Tx) lookAbove() (why string) {
	for dir := tx.w.real; ; dir = filepath.Dir(dir) {
		look := func(name string) Kind { return lookAt(filepath.Join(dir, name)) }
		if look(".git") != Absent {
			g := gitFiles{w: tx.w, note: tx.noteGit}
			g.repository(dir)
			return ""
		}
		if dir != tx.w.real && gitDirectory(look) {
			return "the root is in " + dir + ", a directory of git's own: no operation may change what is in it"
		}
		if filepath.Dir(dir) == dir {
			return ""
		}
	}
}

// noteGit notes a path on disk that git uses.
func (tx *Tx) noteGit(abs, why string) {
	name, ok := tx.w.inside(abs)
	if !ok {
		return
	}
	if tx.git.names == nil {
		tx.git.names = map[string]string{}
	}
	if key := tx.w.rules.key(name); tx.git.names[key] == "" {
		tx.git.names[key] = why
	}
}

// makesGit says why nothing may be made at the name of t: the directory that holds it, or
// its first parent that is missing, would be one of git's own. A directory that is made
// with it holds one name, which is not enough.
func (tx *Tx) makesGit(t *Target) (why string, err error) {
	d, dir := tx.top, "."
	parts := strings.Split(t.Name, "/")
	for i, part := range parts {
		c, err := tx.w.child(d, part)
		if err != nil {
			return "", err
		}
		if c.kind == Directory {
			d, dir = c, path.Join(dir, part)
			continue
		}
		if c.kind != Absent || !slices.ContainsFunc(gitParts, func(name string) bool { return tx.w.rules.key(name) == tx.w.rules.key(part) }) {
			return "", nil
		}
		will := Regular
		if i < len(parts)-1 || t.intent == ToMakeDir {
			will = Directory
		}
		made := gitDirectory(func(name string) Kind {
			if tx.w.rules.key(name) == tx.w.rules.key(part) {
				return will
			}
			c, e := tx.w.child(d, name)
			if e != nil {
				err = e
				return Absent
			}
			return c.kind
		})
		if !made || err != nil {
			return "", err
		}
		return "with " + part + " in it, git would take " + dir + " for a directory of its own; choose another name", nil
	}
	return "", nil
}

// permitGitBelow refuses to move a directory that holds what git uses, or to move
// something to where git looks. t is what the refusal names.
func (tx *Tx) permitGitBelow(t *Target, name string, n *node) error {
	if why := tx.git.names[tx.w.rules.key(name)]; why != "" {
		return deniedGit(t, why)
	}
	if n.kind == Directory {
		if tx.lookForGit(n); n.git == gitOwn {
			return deniedGit(t, ownDirectory(name))
		}
	}
	return nil
}
