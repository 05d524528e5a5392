package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Validator is a checker that the user configured.
type Validator struct {
	// Glob matches the files that it checks. With a slash it matches paths from the root,
	// without one names at any depth. It is as written, not compiled.
	Glob string `json:"glob"`
	// Command is a program and its arguments; "{file}" in them is the file to check.
	// The program is a plain name, to be found in PATH, or an absolute path.
	Command []string `json:"command"`
}

// validators checks a list of {glob, command}. It is never nil.
func validators(value any) ([]Validator, error) {
	return listOf(value, "{glob, command}", func(n int, entry any) (Validator, error) {
		if v, ok := entry.(Validator); ok {
			return v, nil
		}
		fields, ok := entry.(map[string]any)
		if !ok {
			return Validator{}, fmt.Errorf("entry %d is %s", n, show(entry))
		}
		v, err := validator(fields)
		if err != nil {
			err = fmt.Errorf("in entry %d %w", n, err)
		}
		return v, err
	})
}

// validator checks one entry.
func validator(fields map[string]any) (Validator, error) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name != "glob" && name != "command" {
			return Validator{}, fmt.Errorf("%s is unknown", name)
		}
	}
	glob, ok := fields["glob"].(string)
	if !ok || strings.TrimSpace(glob) == "" {
		return Validator{}, fmt.Errorf("glob is %s, not a pattern", show(fields["glob"]))
	}
	command, err := list(fields["command"])
	if err != nil || len(command) == 0 {
		return Validator{}, errors.New(`command is not a list of words, such as ["rustfmt", "--check", "{file}"]`)
	}
	if !filepath.IsAbs(command[0]) && strings.ContainsAny(command[0], `/\~`) {
		return Validator{}, fmt.Errorf("command starts with %q, which is neither a plain name nor an absolute path", command[0])
	}
	if !slices.ContainsFunc(command[1:], func(word string) bool { return strings.Contains(word, "{file}") }) {
		return Validator{}, errors.New("command has no {file} among its arguments")
	}
	return Validator{Glob: glob, Command: command}, nil
}
