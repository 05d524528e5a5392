package workspace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of the walk that looks for repositories in the root, in names. Any file can be a
// part of the configuration of a repository elsewhere in the root. But to list a large tree
// takes longer than most runs. So each run looks at a few names near what it changes, and
// near the root. It looks further only if the change could matter to git: a text that is a
// configuration, or a directory or link that is moved.
const (
	maxGitNear = 2_000
	maxGitFar  = 500_000
)

// gitWalk looks for repositories below the root, the directories near it first. Links are
// not followed.
type gitWalk struct {
	queue   []string        // directories on disk that are to be looked at
	seen    map[string]bool // those that were, or are in the queue
	names   int             // how many names were seen
	stopped bool            // the last bound was reached
}

// over reports whether there is nothing left to look at.
func (k *gitWalk) over() bool { return len(k.queue) == 0 || k.stopped }

// add takes directories into the queue, before or after all others.
func (k *gitWalk) add(before bool, dirs ...string) {
	dirs = slices.DeleteFunc(dirs, func(dir string) bool {
		known := k.seen[dir]
		k.seen[dir] = true
		return known
	})
	switch {
	case len(dirs) == 0:
	case before:
		k.queue = append(dirs, k.queue...)
	default:
		k.queue = append(k.queue, dirs...)
	}
}

// lookBelow looks for repositories in the root. It begins with the directories on the way
// to what is to be changed; far sets the larger bound.
func (tx *Tx) lookBelow(way []*node, far bool) {
	k := &tx.git.walk
	var near []string
	for _, d := range slices.Backward(way) {
		if d.onDisk() {
			near = append(near, filepath.Join(tx.w.real, filepath.FromSlash(d.diskPath)))
		}
	}
	k.add(true, near...)
	bound := maxGitNear
	if far {
		bound = maxGitFar
	}
	for len(k.queue) > 0 && k.names < bound {
		dir := k.queue[0]
		k.queue = k.queue[1:]
		if !tx.lookIn(dir, bound) {
			k.queue = append([]string{dir}, k.queue...) // for the larger bound
			break
		}
	}
	k.stopped = far && len(k.queue) > 0
}

// lookIn looks for a repository in one directory, and notes the directories in it. It
// returns false if they are more names than the bound leaves.
func (tx *Tx) lookIn(dir string, bound int) bool {
	k := &tx.git.walk
	f, err := os.OpenFile(dir, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return true
	}
	defer f.Close() //nolint:errcheck // read only
	left := bound - k.names
	entries, err := f.ReadDir(left + 1)
	if k.names += len(entries) + 1; len(entries) > left {
		return false
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return true
	}
	kinds := map[string]Kind{}
	var below []string
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if slices.Contains(gitParts, name) {
			kinds[name] = kindOf(e.Type())
		}
		if e.IsDir() && name != ".git" {
			below = append(below, filepath.Join(dir, e.Name()))
		}
	}
	if len(kinds) == 0 {
		k.add(false, below...)
		return true
	}
	look := func(name string) Kind { return kinds[strings.ToLower(name)] }
	own := gitKindOf(look, func() bool { return headOnDisk(filepath.Join(dir, "HEAD")) }) == gitOwn
	if own {
		below = slices.DeleteFunc(below, func(sub string) bool { return slices.Contains([]string{"objects", "refs", "logs"}, filepath.Base(sub)) })
	}
	tx.noteRepositories(dir, look(".git") != Absent, own)
	k.add(false, below...)
	return true
}

// gitParts are the names, in lower case, that tell what a directory is to git.
var gitParts = []string{".git", "head", "commondir", "objects", "refs"}
