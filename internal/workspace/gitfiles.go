package workspace

import (
	"io"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of what is read to find out what git uses: more is more than git itself would
// follow, or than a repository has.
const (
	maxGitFile     = 1 << 20 // bytes
	maxGitFiles    = 5       // .git files that lead to each other
	maxGitIncludes = 100     // files that a configuration includes
)

// gitFiles finds what git uses for one work tree, as git finds it: on disk, and through
// links wherever they lead. None of it is ever shown.
type gitFiles struct {
	w        *Workspace
	note     func(abs, why string) // is told each link on the way, and where it leads
	homes    []string              // the directories of git's own that were found
	included int
}

// gitUses is why nothing may change where git looks for its own directory.
const gitUses = "Git uses it as its own directory: no operation may change what is in it."

// repository notes what git uses for the work tree in dir, which holds a .git.
func (g *gitFiles) repository(dir string) {
	dotGit := filepath.Join(dir, ".git")
	end := g.follow(dotGit, gitUses)
	homes := []string{end}
	for i := 0; i < maxGitFiles && len(homes) > 0; i++ {
		var next []string
		for _, home := range homes {
			text, regular := readGitFile(home)
			if !regular {
				g.directory(home)
				continue
			}
			target, _ := strings.CutPrefix(text, "gitdir:")
			if target == text {
				continue
			}
			for _, target := range readings(strings.TrimPrefix(target, " ")) {
				next = append(next, g.follow(beneath(dir, target), gitUses)) // as git has it, from where .git is
				if at := filepath.Dir(home); at != dir && !filepath.IsAbs(target) {
					next = append(next, g.follow(beneath(at, target), gitUses))
				}
			}
		}
		homes = next[:min(len(next), 2*maxGitFiles)]
	}
}

// directory notes what a directory of git's own refers to: a common directory, the targets of
// objects and refs, and files of the configuration.
func (g *gitFiles) directory(home string) {
	dirs := []string{home}
	text, _ := readGitFile(g.follow(filepath.Join(home, "commondir"), gitUses))
	for _, common := range readings(text) {
		dirs = append(dirs, g.follow(beneath(home, common), gitUses))
	}
	for _, dir := range dirs {
		for _, name := range []string{"objects", "refs"} {
			g.follow(filepath.Join(dir, name), gitUses)
		}
		for _, name := range []string{"config", "config.worktree"} {
			g.config(filepath.Join(dir, name))
		}
	}
	g.homes = append(g.homes, dirs...)
}

// config notes a file of git's configuration and those that it includes, on whatever
// condition.
func (g *gitFiles) config(file string) {
	end := g.follow(file, "It is a part of git's configuration: no operation may change it.")
	text, _ := readGitFile(end)
	for _, included := range includedPaths(text) {
		if g.included++; g.included > maxGitIncludes {
			return
		}
		if strings.HasPrefix(included, "~") {
			who, rest, _ := strings.Cut(included[1:], "/")
			home, err := homeOf(who)
			if err != nil {
				continue
			}
			included = filepath.Join(home, rest)
		}
		g.config(beneath(filepath.Dir(file), included))
	}
}

// homeOf is the home directory of a user, "" for this one.
func homeOf(who string) (string, error) {
	if who == "" {
		return os.UserHomeDir()
	}
	u, err := user.Lookup(who)
	if err != nil {
		return "", err
	}
	return u.HomeDir, nil
}

// beneath is a path that may be relative to dir. It is not cleaned: a ".." in it may come
// after a link.
func beneath(dir, name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return name
	}
	return dir + string(filepath.Separator) + name
}

// readings are the paths that a text may mean, as a file of git's. git takes blanks at its
// end for a part of the path, other programs do not.
func readings(text string) []string {
	list := slices.Compact([]string{strings.TrimSpace(text), strings.TrimRight(text, "\r\n")})
	return slices.DeleteFunc(list, func(path string) bool { return path == "" })
}

// follow follows a path on disk to its end, as the system does, and notes each link on the
// way and the end itself. It can end at a name that is missing.
func (g *gitFiles) follow(written, why string) (end string) {
	at, rest := g.start(written)
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		at = filepath.Join(at, part)
		if lookAt(at) != Link {
			continue
		}
		g.note(at, why)
		target, err := os.Readlink(at)
		if links++; err != nil || links > maxLinks {
			return at
		}
		up, more := g.start(beneath(filepath.Dir(at), target))
		at, rest = up, append(more, rest...)
	}
	g.note(at, why)
	return at
}

// start is where the walk along an absolute path begins, and the parts that are left. No
// link leads to the root itself.
func (g *gitFiles) start(abs string) (at string, parts []string) {
	at = filepath.VolumeName(abs) + string(filepath.Separator)
	if rest, ok := below(abs, g.w.real); ok {
		at, abs = g.w.real, rest
	} else {
		abs = abs[len(at)-1:]
	}
	return at, strings.Split(filepath.ToSlash(abs), "/")
}

func lookAt(abs string) Kind {
	info, err := os.Lstat(abs)
	if err != nil {
		return Absent
	}
	return kindOf(info.Mode())
}

// readGitFile reads a file; regular is false if it cannot be read.
func readGitFile(abs string) (text string, regular bool) {
	if lookAt(abs) != Regular {
		return "", false
	}
	f, _, err := openUnrooted(abs)
	if err != nil {
		return "", false
	}
	defer f.Close() //nolint:errcheck // read only
	text, err = readUpTo(f, maxGitFile)
	return text, err == nil
}

func readUpTo(r io.Reader, limit int64) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit))
	return string(data), err
}
