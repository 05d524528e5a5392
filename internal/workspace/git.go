package workspace

import (
	"cmp"
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
	gitHalf   // it has objects and refs, so it can be the common directory of another one
	gitOwn    // git takes it for its own directory, whatever its name is
)

// gitGuard is what a transaction knows of the files that git uses beyond those named .git.
// The next git status runs commands that stand in git's configuration or hooks.
//
// A run can change none of these files and can make no such directory, so what was found out
// once holds to its end. Git's configuration, or a link among its hooks, can name programs in
// the work tree. Those are files like others: people keep them there to be edited.
type gitGuard struct {
	names map[string]string // what git uses, by the key of its resolved name, with the reason
	root  *string           // why nothing in the root may change, "" if it may; nil before it was asked for
	walk  gitWalk
}

// permitGit refuses a change in a directory that git takes for its own, and one that would
// make such a directory.
func (tx *Tx) permitGit(t *Target) error {
	why, err := tx.ofGit(t.Name, false)
	if err == nil && why == "" && tx.concernsGit(t) {
		why, err = tx.ofGit(t.Name, true)
	}
	makes := slices.Contains([]Intent{ToEdit, ToCreate, ToOverwrite, ToMakeDir}, t.intent)
	if err == nil && why == "" && t.Kind == Absent && makes {
		why, err = tx.makesGit(t)
	}
	return refusedGit(t, why, err)
}

// permitPut refuses to put n at the name of t if git would use it: as the HEAD that makes its
// directory a repository, or as a part of a configuration.
func (tx *Tx) permitPut(t *Target, n *node) error {
	if tx.w.rules.key(path.Base(t.Name)) == tx.w.rules.key("HEAD") {
		dir := path.Dir(t.Name)
		if _, d, err := tx.at(dir); err != nil || d != nil && d.kind == Directory {
			kind := gitUnknown
			if err == nil {
				kind, err = tx.gitKindWith(d, "HEAD", n)
			}
			if err != nil || kind == gitOwn {
				return refusedGit(t, makesOne("HEAD", dir), err)
			}
		}
	}
	if !tx.mayConfigure(n) {
		return nil
	}
	why, err := tx.ofGit(t.Name, true)
	return refusedGit(t, why, err)
}

func refusedGit(t *Target, why string, err error) error {
	switch {
	case err != nil:
		return classify(t.Written, unwrapped(err))
	case why != "":
		return &Error{Reason: Denied, Path: t.Written, Msg: "Access denied: " + t.Written, Hint: why}
	}
	return nil
}

// ofGit says why no operation may change what stands at a resolved name, "" if one may.
// The nearest directory decides: a work tree can stand in a bare repository. far says to
// look for repositories in the whole root.
func (tx *Tx) ofGit(name string, far bool) (why string, err error) {
	if tx.git.root == nil {
		why := tx.lookAbove()
		tx.git.root = &why
	}
	dirs, err := tx.way(name)
	if err != nil {
		return "", err
	}
	for _, d := range dirs {
		tx.lookForGit(d)
		far = far || d.git == gitHalf
	}
	tx.lookBelow(dirs, far)
	at, depth := name, strings.Count(name, "/")+1
	if name == "." {
		depth = 0
	}
	for ; ; at, depth = cmp.Or(parent(at), "."), depth-1 {
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

// way lists the directories on the way to a resolved name, from the root down, and what
// stands there if it is one.
func (tx *Tx) way(name string) ([]*node, error) {
	dirs := []*node{tx.top}
	for d, rest, more := tx.top, name, name != "."; more; {
		var part string
		var err error
		part, rest, more = strings.Cut(rest, "/")
		if d, err = tx.w.child(d, part); err != nil {
			return nil, err
		}
		if d.kind != Directory {
			break
		}
		dirs = append(dirs, d)
	}
	return dirs, nil
}

func ownDirectory(dir string) string {
	if dir == "." {
		dir = "the root"
	}
	return dir + " is a directory of git's own (HEAD, objects, refs): no operation may change what is in it."
}

// lookForGit finds out what a directory is to git, and what git uses for a work tree in it.
func (tx *Tx) lookForGit(d *node) {
	if d.git != gitUnknown {
		return
	}
	d.git = gitNothing
	if !d.onDisk() {
		return
	}
	look := func(name string) Kind {
		info, err := tx.w.root.Lstat(path.Join(d.diskPath, name))
		if err != nil {
			return Absent
		}
		return kindOf(info.Mode())
	}
	head := func() bool {
		n := &node{}
		return tx.w.load(n, path.Join(d.diskPath, "HEAD")) == nil && tx.w.isHead(n)
	}
	dotGit := look(".git")
	if d.git = gitKindOf(look, head); d.git != gitOwn && dotGit == Regular {
		d.git = gitLinked
	}
	tx.noteRepositories(filepath.Join(tx.w.real, filepath.FromSlash(d.diskPath)), dotGit != Absent, d.git == gitOwn)
}

// noteRepositories notes what git uses for a directory on disk that holds a .git, or is one
// of git's own.
func (tx *Tx) noteRepositories(dir string, dotGit, own bool) {
	g := gitFiles{w: tx.w, note: tx.noteGit}
	if dotGit {
		g.repository(dir)
	}
	if own {
		g.directory(dir)
	}
	// Repositories can live in other ones: submodules and linked work trees.
	for _, home := range g.homes {
		tx.git.walk.add(false, filepath.Join(home, "modules"), filepath.Join(home, "worktrees"))
	}
}

// lookAbove looks for the work tree, or the directory of git's own, that the root is in.
func (tx *Tx) lookAbove() (why string) {
	for dir := tx.w.real; ; dir = filepath.Dir(dir) {
		look := func(name string) Kind { return lookAt(filepath.Join(dir, name)) }
		if look(".git") != Absent {
			tx.noteRepositories(dir, true, false)
			return ""
		}
		if gitDir(filepath.Base(dir)) || dir != tx.w.real && gitKindOf(look, func() bool { return headOnDisk(filepath.Join(dir, "HEAD")) }) == gitOwn {
			return "The root is in " + dir + ", a directory of git's own: no operation may change what is in it."
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
	if key := tx.w.rules.key(name); tx.git.names[key] == "" {
		tx.git.names[key] = why
	}
}

// makesGit says why nothing may be made at the name of t, "" if something may. With the new
// entry, or its first missing parent, an existing directory may become one of git's own. What
// a new HEAD holds is not known yet. New parents hold only one name, which is not enough.
func (tx *Tx) makesGit(t *Target) (why string, err error) {
	d, rest := tx.top, t.Name
	part, below, more := strings.Cut(rest, "/")
	for {
		c, err := tx.w.child(d, part)
		if err != nil || c.kind != Absent && c.kind != Directory {
			return "", err
		}
		if c.kind == Absent {
			break
		}
		d, rest = c, below
		part, below, more = strings.Cut(rest, "/")
	}
	if !slices.ContainsFunc(ownParts, func(name string) bool { return tx.w.rules.key(name) == tx.w.rules.key(part) }) {
		return "", nil
	}
	as := &node{kind: Regular, written: true}
	if more || t.intent == ToMakeDir {
		as.kind = Directory
	}
	switch kind, err := tx.gitKindWith(d, part, as); {
	case err != nil || kind == gitOwn:
		return makesOne(part, strings.TrimSuffix(t.Name[:len(t.Name)-len(rest)], "/")), err
	case kind == gitHalf: // another directory may name it as that of its objects and refs
		return tx.ofGit(t.Name, true)
	}
	return "", nil
}

func makesOne(part, dir string) string {
	if dir == "" || dir == "." {
		dir = "the root"
	}
	return "with " + part + " in it, git would take " + dir + " for a directory of its own; choose another name"
}

// permitGitBelow refuses to move a directory that holds what git uses, or to move
// something to where git looks. t is what the refusal names.
func (tx *Tx) permitGitBelow(t *Target, name string, n *node) error {
	why := tx.git.names[tx.w.rules.key(name)]
	if why == "" && n.kind == Directory {
		if tx.lookForGit(n); n.git == gitOwn {
			why = ownDirectory(name)
		}
	}
	return refusedGit(t, why, nil)
}
