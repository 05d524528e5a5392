package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// directory is the default of a setting that holds the path of a directory. "" is only
// a default: it stands for a place that the caller knows.
type directory string

// resolve returns the path absolute and clean. A relative one starts from dir, or from
// the working directory if dir is "". Blanks and commas are kept, since names may have
// them. The directory need not exist.
func (directory) resolve(value any, dir string) (any, error) {
	text, ok := value.(string)
	if !ok || strings.TrimSpace(text) == "" || strings.Contains(text, "\x00") {
		return nil, fmt.Errorf("want a path; got %s", show(value))
	}
	// On Windows `\a` and `C:a` are not absolute and yet cannot follow another
	// directory: the system says where they lead.
	if filepath.VolumeName(text) != "" || os.IsPathSeparator(text[0]) {
		dir = ""
	}
	if text[0] == '~' {
		home, rest, err := splitHome(text)
		if err != nil {
			return nil, err
		}
		dir, text = home, rest
	}
	path, err := filepath.Abs(filepath.Join(dir, text))
	if err != nil {
		return nil, fmt.Errorf("want an absolute path here, since the working directory is not known: %w", err)
	}
	return path, nil
}

// splitHome splits a path that begins with a tilde into the user's home directory and
// the rest. The home of another user is refused, since only a shell knows it.
func splitHome(text string) (dir, rest string, err error) {
	rest = text[1:]
	if rest != "" && !os.IsPathSeparator(rest[0]) {
		return "", "", fmt.Errorf("want a path; got %s, where ~ stands for no home: write it out, or with ./ before it", show(text))
	}
	dir, err = os.UserHomeDir()
	if err != nil {
		return "", "", fmt.Errorf("want a path without ~, since the home directory is not known: %w", err)
	}
	return dir, rest, nil
}
