package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Validator is a checker of the user's own.
type Validator struct {
	// Glob matches the files that it checks: with a slash from the root on, without
	// one names at any depth. As written: nobody has compiled it yet.
	Glob string `json:"glob"`
	// Command is a program and its arguments; "{file}" in them is the file to check.
	// The program is a plain name, to be found in PATH, or an absolute path.
	Command []string `json:"command"`
}

// placeholder stands for the file in a command.
const placeholder = "{file}"

// validators checks a list of {glob, command}. It is never nil.
func validators(value any) ([]Validator, error) {
	const want = "want a list of {glob, command}; "
	if given, ok := value.([]Validator); ok {
		return slices.Clone(given), nil
	}
	entries, ok := value.([]any)
	if tables, given := value.([]map[string]any); given {
		ok = true
		for _, t := range tables {
			entries = append(entries, t)
		}
	}
	if !ok {
		return nil, errors.New(want + "got " + show(value))
	}
	list := make([]Validator, 0, len(entries))
	for i, e := range entries {
		fields, ok := e.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%sentry %d is %s", want, i+1, show(e))
		}
		v, err := validator(fields)
		if err != nil {
			return nil, fmt.Errorf("%sin entry %d %w", want, i+1, err)
		}
		list = append(list, v)
	}
	return list, nil
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
	if !slices.ContainsFunc(command[1:], func(word string) bool { return strings.Contains(word, placeholder) }) {
		return Validator{}, errors.New("command has no " + placeholder + " among its arguments")
	}
	return Validator{Glob: glob, Command: command}, nil
}

// parseValidators reads the text of a variable: JSON. What is none stays text.
func parseValidators(text string) any {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	return value
}
