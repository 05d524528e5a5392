package workspace

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Bounds of what is read to find out what git uses: more is more than git itself would
// follow, or than a repository has.
const (
	maxGitFile     = 1 << 20 // bytes
	maxGitFiles    = 5       // .git files that lead to each other
	maxGitIncludes = 100     // files that a configuration includes
)

// gitFiles finds what git uses for one work tree, as git finds it: on disk, through links
// wherever they lead. Nothing of it is shown to anybody.
type gitFiles struct {
	w        *Workspace
	note     func(abs, why string) // is told each link on the way, and where it leads
	included int
}

// repository notes what git uses for the work tree in dir, which holds a .git.
func (g *gitFiles) repository(dir string) {
	dotGit := filepath.Join(dir, ".git")
	const why = "git uses it as its own directory: no operation may change what is in it"
	end := g.follow(dotGit, why)
	homes := []string{end}
	for i := 0; i < maxGitFiles && len(homes) > 0; i++ {
		var next []string
		for _, home := range homes {
			text, regular := readGitFile(home)
			if !regular {
				g.directory(home, why)
				continue
			}
			for _, target := range gitTargets(text) {
				next = append(next, g.follow(beneath(dir, target), why)) // as git has it, from where .git is
				if at := filepath.Dir(home); at != dir && !filepath.IsAbs(target) {
					next = append(next, g.follow(beneath(at, target), why))
				}
			}
		}
		homes = next[:min(len(next), 2*maxGitFiles)]
	}
}

// directory notes what a directory of git's own refers to: the common directory of linked
// work trees, and files of the configuration.
func (g *gitFiles) directory(home, why string) {
	dirs := []string{home}
	text, _ := readGitFile(g.follow(filepath.Join(home, "commondir"), why))
	if common := strings.TrimSpace(text); common != "" {
		dirs = append(dirs, g.follow(beneath(home, common), why))
	}
	for _, dir := range dirs {
		for _, name := range []string{"config", "config.worktree"} {
			g.config(filepath.Join(dir, name))
		}
	}
}

// config notes a file of git's configuration and those that it includes, on whatever
// condition.
func (g *gitFiles) config(file string) {
	end := g.follow(file, "it is a part of git's configuration: no operation may change it")
	text, _ := readGitFile(end)
	for _, included := range includedPaths(text) {
		if g.included++; g.included > maxGitIncludes {
			return
		}
		if rest, ok := strings.CutPrefix(included, "~/"); ok {
			home, err := os.UserHomeDir()
			if err != nil {
				continue
			}
			included = filepath.Join(home, rest)
		}
		g.config(beneath(filepath.Dir(file), included))
	}
}

// beneath is a path that may be relative to dir. It is not cleaned: a ".." in it may come
// after a link.
func beneath(dir, name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return name
	}
	return dir + string(filepath.Separator) + name
}

// gitTargets are the directories that the text of a .git file may mean. git takes blanks
// at its end for a part of the name, other programs do not.
func gitTargets(text string) []string {
	target, ok := strings.CutPrefix(text, "gitdir:")
	if !ok {
		return nil
	}
	exact := strings.TrimRight(strings.TrimPrefix(target, " "), "\r\n")
	if target = strings.TrimSpace(target); target == "" {
		return nil
	}
	if exact == target {
		return []string{target}
	}
	return []string{target, exact}
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
	f, err := os.OpenFile(abs, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return "", false
	}
	defer f.Close() //nolint:errcheck // read only
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	data, err := io.ReadAll(io.LimitReader(f, maxGitFile))
	return string(data), err == nil
}

// includedPaths are the files that a file of git's configuration includes, in the syntax
// of git-config(1).
func includedPaths(text string) (paths []string) {
	section := ""
	for text = strings.TrimPrefix(text, "\ufeff"); text != ""; {
		switch text = strings.TrimLeft(text, " \t\r\n"); {
		case text == "":
		case text[0] == '#' || text[0] == ';':
			_, text, _ = strings.Cut(text, "\n")
		case text[0] == '[':
			section, text, _ = strings.Cut(text[1:], "]")
			section = strings.ToLower(strings.TrimSpace(section))
		default:
			end := strings.IndexAny(text, "=\n#;")
			if end < 0 {
				return paths
			}
			key := strings.TrimSpace(text[:end])
			if text[end] != '=' {
				_, text, _ = strings.Cut(text[end:], "\n")
				continue
			}
			var value string
			value, text = gitValue(text[end+1:])
			if strings.HasPrefix(section, "include") && strings.EqualFold(key, "path") && value != "" {
				paths = append(paths, value)
			}
		}
	}
	return paths
}

// gitValue reads a value of git's configuration, and returns the text after its line.
// Quotes stand around parts of it, a backslash before a character or the line's end.
func gitValue(text string) (value, rest string) {
	var b strings.Builder
	quoted, comment := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			return strings.TrimSpace(b.String()), text[i+1:]
		case comment:
		case c == '\\' && i+1 < len(text):
			if i++; text[i] != '\n' {
				b.WriteByte(text[i])
			}
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '#' || c == ';'):
			comment = true
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String()), ""
}
