package workspace

import (
	"os"
	"path/filepath"
	"strings"
)

// gitKindOf returns what a directory is to git, apart from its .git. Git takes a directory for
// its own (is_git_directory in git's setup.c) if it has a HEAD that names a commit or a ref,
// and either objects and refs or a commondir that says where these are. The target of that, or
// of a link, need not exist: it can be made later.
func gitKindOf(kindOf func(name string) Kind, head func() bool) gitKind {
	half := kindOf("objects") != Absent && kindOf("refs") != Absent
	switch {
	case (half || kindOf("commondir") != Absent) && head():
		return gitOwn
	case half:
		return gitHalf
	}
	return gitNothing
}

// maxHead is how much of a HEAD is read, in bytes. git reads less.
const maxHead = 4096

// validHead reports whether git takes a file of that text for a HEAD (validate_headref in
// git's setup.c). It is "ref:" with a name below refs/, or begins with the hash of a commit.
func validHead(text string) bool {
	if ref, ok := strings.CutPrefix(text, "ref:"); ok {
		return strings.HasPrefix(strings.TrimLeft(ref, " \t\r\n"), "refs/")
	}
	const digits = 40 // of SHA-1; SHA-256 has more
	return len(text) >= digits && strings.Trim(text[:digits], "0123456789abcdefABCDEF") == ""
}

// validHeadLink reports whether git takes a link for a HEAD. It does not follow it.
func validHeadLink(target string) bool {
	return strings.HasPrefix(filepath.ToSlash(target), "refs/")
}

// headOnDisk reports whether git takes what is at an absolute path for a HEAD.
func headOnDisk(abs string) bool {
	switch lookAt(abs) {
	case Link:
		target, err := os.Readlink(abs)
		return err != nil || validHeadLink(target)
	case Regular:
		text, read := readGitFile(abs)
		return !read || validHead(text)
	}
	return false
}

// isHead reports whether git would take a node of the tree for a HEAD. One that cannot be
// read may be one.
func (w *Workspace) isHead(n *node) bool {
	switch n.kind {
	case Link:
		return validHeadLink(n.link)
	case Regular:
		text, _, err := w.beginning(n, maxHead)
		return err != nil || validHead(text)
	}
	return false
}

// beginning reads up to limit bytes of a file as it will be; more says that it goes on.
func (w *Workspace) beginning(n *node, limit int64) (text string, more bool, err error) {
	if n.saved != nil || n.written {
		data, err := w.content(n, n.name, n.size())
		return string(data[:min(limit, int64(len(data)))]), int64(len(data)) > limit, err
	}
	f, info, err := w.openNode(n)
	if err != nil {
		return "", false, err
	}
	defer f.Close() //nolint:errcheck // read only
	text, err = readUpTo(f, limit)
	return text, info.Size() > limit, err
}

// ownParts are the names by which git knows a directory of its own. See gitKindOf.
var ownParts = []string{"commondir", "objects", "refs", "HEAD"}

// gitKindWith returns what a directory of the tree as it will be is to git, if n stood in it
// under a name; a nil n does not.
func (tx *Tx) gitKindWith(d *node, name string, n *node) (gitKind, error) {
	found := map[string]*node{}
	for _, part := range ownParts {
		if n != nil && tx.w.rules.key(part) == tx.w.rules.key(name) {
			found[part] = n
			continue
		}
		c, err := tx.w.child(d, part)
		if err != nil {
			return gitUnknown, err
		}
		found[part] = c
	}
	look := func(part string) Kind { return found[part].kind }
	return gitKindOf(look, func() bool { return tx.w.isHead(found["HEAD"]) }), nil
}

// mayConfigure reports whether a node would, as a part of git's configuration, set
// anything there. Nothing is known of what a directory holds, or a link leads to.
func (tx *Tx) mayConfigure(n *node) bool {
	if tx.git.walk.over() {
		return false // all that git uses is known by name
	}
	if n.kind != Regular {
		return true
	}
	if n.written && n.saved == nil {
		return configures(string(n.data), false)
	}
	text, more, err := tx.w.beginning(n, maxGitFile)
	return err == nil && configures(text, more)
}

// concernsGit reports whether an operation may change git's configuration by what stands
// at t now. That of a new file is not known yet.
func (tx *Tx) concernsGit(t *Target) bool {
	return (t.Kind == Regular || t.Kind != Absent && t.intent == ToMove) && tx.mayConfigure(t.n)
}
