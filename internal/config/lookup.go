package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"fileops/internal/realpath"
)

// scope is a directory whose configuration file counts for a root.
type scope struct {
	dir   string
	below string // the way from dir to the root, with slashes; "" if dir is the root
}

// scopes returns the directories whose configuration files count for a root, nearest
// first: the root and those above it, up to the top of the repository or the home
// directory, whichever is nearer. Without either, nothing says where the project ends, so
// the root counts alone. Links are resolved: the directories above a link do not count.
func scopes(root, home string) []scope {
	found := []scope{{dir: root}}
	real, err := resolve(root)
	if err != nil {
		return found
	}
	if home, err = resolve(home); err != nil {
		home = "" // no directory is above a home that does not exist
	}
	for dir := real; ; dir = filepath.Dir(dir) {
		if dir != real {
			rel, err := filepath.Rel(dir, real)
			if err != nil {
				return found[:1]
			}
			found = append(found, scope{dir, filepath.ToSlash(rel)})
		}
		if dir == home || exists(filepath.Join(dir, ".git")) {
			return found
		}
		if dir == filepath.Dir(dir) {
			return found[:1]
		}
	}
}

// resolve returns a path absolute and without links.
func resolve(path string) (string, error) {
	if path == "" {
		return "", fs.ErrNotExist
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return realpath.Resolve(path)
}

// treeFiles returns the configuration files in and above the root, nearest first, and a
// warning for each file that was ignored because of its owner.
func treeFiles(r Request) ([]file, []string, error) {
	if r.Root == "" {
		return nil, nil, nil
	}
	var files []file
	var warnings []string
	trusted := func(path string) bool {
		stranger, uid := r.stranger(path)
		if stranger {
			warnings = append(warnings, fmt.Sprintf("%s was ignored, since it belongs to another user (uid %d); --config %[1]s uses it", path, uid))
		}
		return !stranger
	}
	for _, s := range scopes(r.Root, r.Home) {
		found, err := find(s.dir, rootNames(), trusted)
		if err == nil && len(found) == 0 {
			found, err = find(s.dir, []string{foreign}, trusted)
			for i := range found {
				found[i].ours = false
			}
		}
		if err != nil {
			return nil, nil, err
		}
		for _, f := range found {
			f.tree, f.below = true, s.below
			files = append(files, f)
		}
	}
	return files, warnings, nil
}

// find returns the one file of these names in the directory, or none. Two are an error,
// since the settings of one would be ignored.
func find(dir string, names []string, trusted func(path string) bool) ([]file, error) {
	if dir == "" {
		return nil, nil
	}
	var found []file
	var paths []string
	for _, name := range names {
		if path := filepath.Join(dir, filepath.FromSlash(name)); exists(path) && trusted(path) {
			found = append(found, file{path: path, ours: true})
			paths = append(paths, path)
		}
	}
	if len(paths) > 1 {
		others := strings.Join(paths[1:], " and ")
		return nil, &Error{Source: paths[0], Msg: "want one configuration file; there is also " + others}
	}
	return found, nil
}

// exists reports whether the name exists. A dangling link and a name that cannot be
// looked up count too: read refuses them.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// stranger reports whether the file, or the link that leads to it, belongs to a user who is
// neither root nor the caller, and which one. As in git, the caller of sudo counts too.
func (r Request) stranger(path string) (bool, int) {
	own := []int{0, r.Getuid()}
	if sudo, _ := r.Getenv("SUDO_UID"); own[1] == 0 && sudo != "" {
		if uid, err := strconv.Atoi(sudo); err == nil {
			own = append(own, uid)
		}
	}
	for _, look := range []func(string) (fs.FileInfo, error){os.Lstat, os.Stat} {
		info, err := look(path)
		if err != nil {
			continue // read reports it
		}
		if uid, known := owner(info); known && !slices.Contains(own, uid) {
			return true, uid
		}
	}
	return false, 0
}
