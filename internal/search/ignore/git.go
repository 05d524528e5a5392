package ignore

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// environment is what all directories of a walk share.
type environment struct {
	options Options
	wanted  Files
	home    string
	user    func() settings // of the system and the user, read when first asked
}

// repository is what a repository says for all its directories.
type repository struct {
	exclude, global *Rules
	fold            bool
}

func newEnvironment(o Options) *environment {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	e := &environment{options: o, wanted: o.wanted(), home: o.Getenv("HOME")}
	e.user = sync.OnceValue(e.readUser)
	return e
}

// readUser reads the configuration of the system and the user, as git-config(1) has
// it under FILES and ENVIRONMENT.
func (e *environment) readUser() settings {
	var s settings
	if no := e.options.Getenv("GIT_CONFIG_NOSYSTEM"); no == "" || no == "0" || no == "false" {
		system := e.options.Getenv("GIT_CONFIG_SYSTEM")
		if system == "" {
			system = "/etc/gitconfig"
		}
		e.readConfig(&s, system)
	}
	if global := e.options.Getenv("GIT_CONFIG_GLOBAL"); global != "" {
		e.readConfig(&s, global)
		return s
	}
	if dir := e.userDir(); dir != "" {
		e.readConfig(&s, filepath.Join(dir, "config"))
	}
	if e.home != "" {
		e.readConfig(&s, filepath.Join(e.home, ".gitconfig"))
	}
	return s
}

// userDir is where git looks for files of the user, "" if nowhere.
func (e *environment) userDir() string {
	if dir := e.options.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git")
	}
	if e.home == "" {
		return ""
	}
	return filepath.Join(e.home, ".config", "git")
}

func (e *environment) readConfig(s *settings, path string) {
	s.read(configFile{path: path, home: e.home, read: readFile})
}

// repository reads what a repository says, through its .git: a directory, or in a
// linked working tree or a submodule a file that names one.
func (e *environment) repository(read func(name string) []byte) repository {
	gitDir, common := ".git", ".git"
	if text := read(".git"); len(text) > 0 {
		gitDir = strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:"))
		common = gitDir
		if text := read(filepath.Join(gitDir, "commondir")); len(text) > 0 {
			common = strings.TrimSpace(string(text))
			if !filepath.IsAbs(common) {
				common = filepath.Join(gitDir, common)
			}
		}
	}
	s := e.user()
	s.read(configFile{path: filepath.Join(common, "config"), home: e.home, read: read})
	if s.worktreeConfig {
		s.read(configFile{path: filepath.Join(gitDir, "config.worktree"), home: e.home, read: read})
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

// global is the rules of core.excludesFile, or of its default.
func (e *environment) global(s settings, read func(name string) []byte) *Rules {
	path := s.excludesFile
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
	return Parse(read(path), s.ignoreCase)
}

// maxFile is the size in bytes from which on git does not read a file of rules.
const maxFile = 100 << 20

// readFile reads a regular file, and links to one, but for a .gitignore: git does not
// follow that.
func readFile(path string) []byte {
	stat := os.Stat
	if filepath.Base(path) == ".gitignore" {
		stat = os.Lstat
	}
	info, err := stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

// Open is the rules that hold in a directory before its own files are loaded: those of
// the directories above it.
func Open(dir string, o Options) (*Dir, error) {
	if o.none() {
		return nil, nil
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return nil, err
	}
	d := &Dir{env: newEnvironment(o)}
	volume := filepath.VolumeName(abs)
	at := volume + string(filepath.Separator)
	for name := range strings.SplitSeq(strings.Trim(abs[len(volume):], string(filepath.Separator)), string(filepath.Separator)) {
		if name == "" {
			break // the directory is a root: there is nothing above it
		}
		d = d.above(at).Enter([]byte(name))
		at = filepath.Join(at, name)
	}
	return d, nil
}

// above loads the files of a directory above the one where a walk starts.
func (d *Dir) above(dir string) *Dir {
	read := func(name string) []byte {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return readFile(name)
	}
	have := d.Wanted()
	if have&Git != 0 {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
			have &^= Git
		}
	}
	if d.env.options.NoParents {
		n := d.Load(have&Git, read)
		if n != d {
			// In a repository, but none of its files hold; the user's do.
			n.layers = deleteSource(n.layers, sourceExclude)
		}
		return n
	}
	return d.Load(have, read)
}

func deleteSource(layers []layer, source Files) []layer {
	var kept []layer
	for _, l := range layers {
		if l.source != source {
			kept = append(kept, l)
		}
	}
	return kept
}
