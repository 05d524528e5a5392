package ignore

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"fileops/internal/realpath"
)

// environment is shared by all directories of a walk.
type environment struct {
	options Options
	wanted  Files
	start   string // where the walk starts, absolute and without links
	home    string
	user    func() settings // of the system and the user for every repository, read once when needed
}

// repository holds the settings and rules of a repository for all its directories.
type repository struct {
	exclude, global *Rules
	fold            bool
}

func newEnvironment(o Options) *environment {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	e := &environment{options: o, wanted: o.wanted(), home: o.Getenv("HOME")}
	e.user = sync.OnceValue(func() settings { return e.readUser("") })
	return e
}

// readUser reads the configuration of the system and the user for the repository in
// gitDir, as in git-config(1), FILES and ENVIRONMENT.
func (e *environment) readUser(gitDir string) settings {
	var paths []string
	if no := e.options.Getenv("GIT_CONFIG_NOSYSTEM"); no == "" || no == "0" || no == "false" {
		paths = append(paths, cmp.Or(e.options.Getenv("GIT_CONFIG_SYSTEM"), "/etc/gitconfig"))
	}
	if global := e.options.Getenv("GIT_CONFIG_GLOBAL"); global != "" {
		paths = append(paths, global)
	} else {
		if dir := e.userDir(); dir != "" {
			paths = append(paths, filepath.Join(dir, "config"))
		}
		if e.home != "" {
			paths = append(paths, filepath.Join(e.home, ".gitconfig"))
		}
	}
	var s settings
	for _, path := range paths {
		s.read(configFile{path: path, home: e.home, gitDir: gitDir, user: true, read: readFile})
	}
	return s
}

// userDir returns the directory of git's files of the user, "" if there is none.
func (e *environment) userDir() string {
	if dir := e.options.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git")
	}
	if e.home == "" {
		return ""
	}
	return filepath.Join(e.home, ".config", "git")
}

// repository reads the repository in dir. Its .git is a directory; in a linked working
// tree or a submodule it is a file that names one.
func (e *environment) repository(dir string, read func(name string) []byte) repository {
	gitDir, common := ".git", ".git"
	if text := read(".git"); len(text) > 0 {
		gitDir = strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:"))
		common = gitDir
		if text := read(filepath.Join(gitDir, "commondir")); len(text) > 0 {
			common = absolute(gitDir, strings.TrimSpace(string(text)))
		}
	}
	at := absolute(dir, gitDir)
	s := e.user()
	if s.conditional {
		s = e.readUser(at)
	}
	s.read(configFile{path: filepath.Join(common, "config"), home: e.home, gitDir: at, read: read})
	if s.worktreeConfig {
		s.read(configFile{path: filepath.Join(gitDir, "config.worktree"), home: e.home, gitDir: at, read: read})
	}
	r := repository{fold: s.ignoreCase, exclude: &Rules{}, global: &Rules{}}
	if !e.options.NoExclude {
		r.exclude = Parse(read(filepath.Join(common, "info", "exclude")), r.fold)
	}
	if !e.options.NoGlobal {
		r.global = e.global(s, read)
	}
	return r
}

// global returns the rules of core.excludesFile, or of its default.
func (e *environment) global(s settings, read func(name string) []byte) *Rules {
	path, byUser := s.excludesFile, s.byUser || !s.hasExcludesFile
	if !s.hasExcludesFile {
		dir := e.userDir()
		if dir == "" {
			return &Rules{}
		}
		path = filepath.Join(dir, "ignore")
	}
	if path == "" {
		return &Rules{}
	}
	if e.options.Read != nil && byUser && filepath.IsAbs(path) {
		read = readFile // the user's own file may lie anywhere
	}
	return Parse(read(path), s.ignoreCase)
}

// MaxFile is the largest file of rules in bytes. git ignores larger ones.
const MaxFile = 100 << 20

// readFile reads a regular file, or a link to one. Like git, it does not follow a link
// named .gitignore.
func readFile(path string) []byte {
	stat := os.Stat
	if filepath.Base(path) == ".gitignore" {
		stat = os.Lstat
	}
	info, err := stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxFile {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

// read reads a file of rules or of a repository, by its absolute path.
func (e *environment) read(path string) []byte {
	if e.options.Read == nil {
		return readFile(path)
	}
	if info, err := os.Lstat(path); err != nil || filepath.Base(path) == ".gitignore" && !info.Mode().IsRegular() {
		return nil
	}
	return e.options.Read(path)
}

// outside reports whether a directory lies outside the tree of Options.Read.
func (e *environment) outside(dir string) bool {
	if e.options.Read == nil {
		return false
	}
	rel, err := filepath.Rel(e.options.Root, dir)
	return err != nil || !filepath.IsLocal(rel)
}

// Open returns the rules that apply in a directory before its own files are loaded: those
// of the directories above it.
func Open(dir string, o Options) (*Dir, error) {
	if o.wanted() == 0 {
		return nil, nil
	}
	env := newEnvironment(o)
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = env.resolve(abs)
	}
	if err != nil {
		return nil, err
	}
	env.start = abs
	d := &Dir{env: env}
	volume := filepath.VolumeName(abs)
	at := volume + string(filepath.Separator)
	down := newDescent(at)
	defer down.close()
	for name := range strings.SplitSeq(strings.Trim(abs[len(volume):], string(filepath.Separator)), string(filepath.Separator)) {
		if name == "" {
			break // the directory is a root: there is nothing above it
		}
		d = d.above(at, down.has(at, d.Wanted())).Enter([]byte(name))
		down.enter(name)
		at = filepath.Join(at, name)
	}
	return d, nil
}

// instead applies Options.Instead to the files that a directory has and to how they are
// read. The directory is absolute and without links.
func (e *environment) instead(dir string, have Files, read func(string) []byte) (Files, func(string) []byte) {
	instead := e.options.Instead
	if instead == nil {
		return have, read
	}
	for _, f := range namedFiles {
		if text, ok := instead(absolute(dir, f.name)); ok && text == nil {
			have &^= f.source
		} else if ok && f.source != Git {
			have |= f.source
		}
	}
	return have, func(name string) []byte {
		if text, ok := instead(absolute(dir, name)); ok {
			return text
		}
		return read(name)
	}
}

// resolve returns an absolute path without links. A path that is not on disk, or that
// Options.Instead overrides, is not a link.
func (e *environment) resolve(path string) (string, error) {
	if e.options.Instead == nil {
		return realpath.Resolve(path)
	}
	_, instead := e.options.Instead(path)
	real, err := realpath.Resolve(path)
	if !instead && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return real, err
	}
	parent, err := e.resolve(filepath.Dir(path))
	return filepath.Join(parent, filepath.Base(path)), err
}

// above loads the files of a directory above the one where a walk starts. have says which
// exist.
func (d *Dir) above(dir string, have Files) *Dir {
	read := func(name string) []byte { return d.env.read(absolute(dir, name)) }
	if d.env.outside(dir) {
		// That there is a repository counts; nothing in it is read.
		return d.load(dir, have&Git, func(string) []byte { return nil })
	}
	have, read = d.env.instead(dir, have, read)
	if d.env.options.NoParents {
		n := d.load(dir, have&Git, read)
		if n != d {
			// In a repository, but none of its files hold; the user's do.
			n.layers = slices.DeleteFunc(slices.Clone(n.layers), func(l layer) bool { return l.source == sourceExclude })
		}
		return n
	}
	return d.load(dir, have, read)
}

// absolute returns name, or its path in dir if it is relative.
func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
