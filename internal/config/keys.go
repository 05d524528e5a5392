package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// key describes one setting. The type of the default is the kind of the setting:
// bool, int, []string, choice, directory or []Validator.
type key struct {
	at    any // the field of Settings, a pointer
	name  string
	def   any
	max   int   // the largest number allowed; the smallest is 1
	trust trust // what a file in the root may do to it
	doc   string
}

// choice lists the words that a setting may be, the default first.
type choice []string

// String is "full or fast", "error, warn or off".
func (c choice) String() string {
	last := len(c) - 1
	return strings.Join(c[:last], ", ") + " or " + c[last]
}

// fallback is the value of the setting where no source has it.
func (k key) fallback() any {
	switch def := k.def.(type) {
	case choice:
		return def[0]
	case directory:
		return string(def)
	}
	return k.def
}

// set stores a value of the setting's own kind in its field.
func (k key) set(value any) { reflect.ValueOf(k.at).Elem().Set(reflect.ValueOf(value)) }

// keys returns the table without settings behind it.
func keys() []key { return new(Settings).keys() }

// keys returns the table of all settings, in the order of the documentation. Each caller
// gets a new one, so nobody can change a default.
func (s *Settings) keys() []key {
	const size, response, runs, days, results = 100_000, 4096, 10_000, 10_000, 1_000_000_000
	return []key{
		{&s.Enabled, "enabled", true, 0, firm(after(false, true)), "false: no operation runs"},
		{&s.AutomaticBackups, "automatic_backups", true, 0, reported(changed), "keep .bak and .deleted files"},
		{&s.CreateParentDirectories, "create_parent_directories", true, 0, reported(after(false, true)), "make missing directories above a new file"},
		{&s.ProtectedFiles, "protected_files", []string{"core/application.py", "main.py", "core/llm/llm_service.py"}, 0, reported(fewer), "files that are guarded"},
		{&s.ProtectedPatterns, "protected_patterns", []string{"core/llm/*.py", ".git/**", "venv/**", ".venv/**", "node_modules/**"}, 0, reported(fewer), "patterns of files that are guarded"},
		{&s.ProtectedDirectories, "protected_directories", []string{"core", ".git", "venv", ".venv"}, 0, reported(fewer), "directories that cannot be removed"},
		{&s.DeniedPatterns, "denied_patterns", []string{}, 0, firm(fewer), "patterns that cannot be changed at all, beyond the built-in ones"},
		{&s.MaxEditSizeMB, "max_edit_size_mb", 10, size, reported(larger), "largest file to edit, in MB"},
		{&s.MaxCreateSizeMB, "max_create_size_mb", 5, size, reported(larger), "largest file to create, in MB"},
		{&s.MaxReadSizeMB, "max_read_size_mb", 10, size, reported(larger), "largest file to read whole, in MB"},
		{&s.MaxResponseSizeMB, "max_response_size_mb", 64, response, reported(larger), "largest response to run, in MB"},
		{&s.MaxRunSizeMB, "max_run_size_mb", 1024, size, personal, "most that the new files of a run may have together, in MB"},
		{&s.ValidateSyntax, "validate_syntax", []string(nil), 0, reported(fewer), "languages to check; every one built in unless given, none when empty"},
		{&s.ValidatePythonSyntax, "validate_python_syntax", true, 0, reported(after(true, false)), "false: Python is not checked"},
		{&s.RollbackOnSyntaxError, "rollback_on_syntax_error", true, 0, reported(after(true, false)), "take a change back that breaks the syntax"},
		{&s.AllowBinaryOperations, "allow_binary_operations", false, 0, reported(after(false, true)), "edit, append and insert work on bytes"},
		{&s.Fenced, "fenced", false, 0, personal, "run operations in fenced code as well"},
		{&s.Atomic, "atomic", false, 0, reported(after(true, false)), "commit all operations or none"},
		{&s.ReadBeforeWrite, "read_before_write", false, 0, firm(after(true, false)), "change a file only after it was read"},
		{&s.HistoryRuns, "history_runs", 20, runs, personal, "how many runs undo can reach"},
		{&s.HistorySizeMB, "history_size_mb", 512, size, personal, "largest history of a root, in MB"},
		{&s.HistoryDays, "history_days", 30, days, personal, "how many days the history of a root that is gone is kept"},
		{&s.StateSizeMB, "state_size_mb", 2048, size, personal, "largest history of all roots together, in MB"},
		{&s.Match, "match", choice{"exact", "tolerant"}, 0, reported(after("exact", "tolerant")), "tolerant: a find may differ in blanks and the like where it is unique"},
		{&s.EditMatches, "edit_matches", choice{"all", "unique"}, 0, reported(after("unique", "all")), "unique: an edit must match once"},
		{&s.OmissionCheck, "omission_check", choice{"error", "warn", "off"}, 0, reported(after("error", "warn", "off")), "text with a line that stands for code which it leaves out"},
		{&s.PathStyle, "path_style", choice{"auto", "relative", "absolute"}, 0, reported(changed), "how the paths of tool calls are written"},
		{&s.Durability, "durability", choice{"full", "fast"}, 0, personal, "fast: do not wait for the disk"},
		{&s.Validators, "validators", []Validator{}, 0, personal, "checkers of your own, for languages that are not built in"},
		{&s.StateDir, "state_dir", directory(""), 0, personal, "directory of locks, journals and history"},
		{&s.SearchExclude, "search.exclude", []string{".git", "node_modules", "__pycache__", ".venv", "venv", "*.bak", "*.deleted"}, 0, reported(changed), "patterns that glob and grep leave out, as in a .gitignore"},
		{&s.SearchMaxResults, "search.max_results", 1000, results, reported(changed), "how many files glob lists"},
	}
}

// fromMap checks the settings of one source, a file or the flags, and returns them as a
// layer. Relative paths in them start from dir, or from the working directory if it is
// "". Unknown keys are reported before wrong values, in sorted order, so that the same
// source always gives the same error.
func fromMap(source, where, dir string, settings map[string]any) (layer, error) {
	known := keys()
	settings = flat(settings)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.ContainsFunc(known, func(k key) bool { return k.name == name }) {
			return layer{}, &Error{Source: source, Key: name, Msg: unknown(name, where)}
		}
	}
	l := layer{source: source, values: map[string]any{}}
	for _, k := range known {
		written, ok := settings[k.name]
		if !ok {
			continue
		}
		value, err := k.check(written, dir)
		if err != nil {
			return layer{}, &Error{Source: source, Key: k.name, Msg: err.Error()}
		}
		l.values[k.name] = value
	}
	return l, nil
}

// group is the name of the mapping whose keys have a dot in the table.
const group = "search"

// flat renames the keys of the mapping as in the table: search.exclude.
func flat(settings map[string]any) map[string]any {
	inner, ok := settings[group].(map[string]any)
	if !ok {
		return settings
	}
	settings = maps.Clone(settings)
	delete(settings, group)
	for name, value := range inner {
		settings[group+"."+name] = value
	}
	return settings
}

// check returns the value as a new bool, int, string, []string or []Validator, or an
// error that says what the key wants. A relative path starts from dir.
func (k key) check(value any, dir string) (any, error) {
	switch kind := k.def.(type) {
	case bool:
		if b, ok := value.(bool); ok {
			return b, nil
		}
		return nil, fmt.Errorf("want true or false; got %s", show(value))
	case int:
		if n := reflect.ValueOf(value); n.CanInt() && 1 <= n.Int() && n.Int() <= int64(k.max) {
			return int(n.Int()), nil
		}
		return nil, fmt.Errorf("want a whole number from 1 to %d; got %s", k.max, show(value))
	case choice:
		if word, ok := value.(string); ok && slices.Contains(kind, word) {
			return word, nil
		}
		return nil, fmt.Errorf("want %s; got %s", kind, show(value))
	case directory:
		return kind.resolve(value, dir)
	case []Validator:
		return validators(value)
	}
	return list(value)
}

// list checks a list of strings and copies it. The copy is never nil, since nil means
// something else than an empty list. A blank entry is an error: it would match nothing,
// or everything.
func list(value any) ([]string, error) {
	return listOf(value, "strings", func(n int, entry any) (string, error) {
		text, ok := entry.(string)
		if !ok {
			return "", fmt.Errorf("entry %d is %s", n, show(entry))
		}
		if strings.TrimSpace(text) == "" {
			return "", fmt.Errorf("entry %d is empty", n)
		}
		return text, nil
	})
}

// listOf checks each entry of a list, counted from 1. The list has any type of slice,
// since parsers differ in that. The result is never nil.
func listOf[T any](value any, what string, check func(n int, entry any) (T, error)) ([]T, error) {
	entries := reflect.ValueOf(value)
	if entries.Kind() != reflect.Slice {
		return nil, fmt.Errorf("want a list of %s; got %s", what, show(value))
	}
	out := make([]T, 0, entries.Len())
	for i := range entries.Len() {
		entry, err := check(i+1, entries.Index(i).Interface())
		if err != nil {
			return nil, fmt.Errorf("want a list of %s; %w", what, err)
		}
		out = append(out, entry)
	}
	return out, nil
}

// show returns a value for an error text.
func show(value any) string {
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Invalid:
		return "nothing"
	case reflect.String:
		return strconv.Quote(head(v.String(), 60))
	case reflect.Slice:
		return "a list"
	case reflect.Map:
		return "a mapping"
	}
	return head(fmt.Sprint(value), 60)
}

// unknown returns the message for a key that is not in the table. It suggests the nearest
// key, or lists all if none is near. where is the place of the key, or "".
func unknown(name, where string) string {
	var names []string
	for _, k := range keys() {
		names = append(names, k.name)
	}
	msg := "unknown key"
	if where != "" {
		msg += " in " + where
	}
	if near := nearest(name, names); near != "" {
		return msg + "; did you mean " + near + "?"
	}
	return msg + "; the keys are " + strings.Join(names, ", ")
}

// nearest returns the name that the fewest changes of a letter lead to, or "" if they
// are more than a third of the letters.
func nearest(written string, names []string) string {
	written = strings.ToLower(written)
	limit := max(2, len(written)/3)
	best, least := "", limit+1
	for _, name := range names {
		if d := distance(written, name, limit); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance returns the Levenshtein distance in bytes. It returns limit+1 if the lengths
// differ by more than limit, since a key of a file can be very long.
func distance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
