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
	max   int    // the largest number allowed; the smallest is 1
	trust trust  // what a file in the root may do to it
	doc   string // sentences for `fileops config`, `init` and the schema
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
		{&s.Enabled, "enabled", true, 0, firm(after(false, true)), "Run operations. If false, apply refuses to run."},
		{&s.AutomaticBackups, "automatic_backups", true, 0, reported(changed), "Keep the old content of a changed file as NAME.bak, and of a deleted file as NAME.deleted."},
		{&s.CreateParentDirectories, "create_parent_directories", true, 0, reported(after(false, true)), "Create missing directories above a new file. If false, the operation fails."},
		{&s.ProtectedFiles, "protected_files", []string{"core/application.py", "main.py", "core/llm/llm_service.py"}, 0, reported(fewer), "Files that may be changed, but not deleted or moved."},
		{&s.ProtectedPatterns, "protected_patterns", []string{"core/llm/*.py", ".git/**", "venv/**", ".venv/**", "node_modules/**"}, 0, reported(fewer), "Patterns of files and directories that may be changed, but not deleted or moved."},
		{&s.ProtectedDirectories, "protected_directories", []string{"core", ".git", "venv", ".venv"}, 0, reported(fewer), "Directories that may not be removed or moved."},
		{&s.DeniedPatterns, "denied_patterns", []string{}, 0, firm(fewer), "Patterns of files and directories that no operation may change, with everything below them. The .git directory and the configuration of fileops are always denied."},
		{&s.MaxEditSizeMB, "max_edit_size_mb", 10, size, reported(larger), "Largest file that can be edited, in MB."},
		{&s.MaxCreateSizeMB, "max_create_size_mb", 5, size, reported(larger), "Largest file that can be created, in MB."},
		{&s.MaxReadSizeMB, "max_read_size_mb", 10, size, reported(larger), "Largest file that can be read whole, in MB."},
		{&s.MaxResponseSizeMB, "max_response_size_mb", 64, response, reported(larger), "Largest response that is accepted, in MB."},
		{&s.MaxRunSizeMB, "max_run_size_mb", 1024, size, personal, "Largest total of the new files of one run, in MB."},
		{&s.ValidateSyntax, "validate_syntax", []string(nil), 0, reported(fewer), "Languages whose syntax is checked. The default is all that are built in; an empty list turns the check off."},
		{&s.ValidatePythonSyntax, "validate_python_syntax", true, 0, reported(after(true, false)), "Check the syntax of Python. If false, Python is removed from validate_syntax."},
		{&s.RollbackOnSyntaxError, "rollback_on_syntax_error", true, 0, reported(after(true, false)), "Roll back an operation that breaks the syntax of a file. If false, the operation stays and is reported."},
		{&s.AllowBinaryOperations, "allow_binary_operations", false, 0, reported(after(false, true)), "Let edit, append and insert change binary files."},
		{&s.Fenced, "fenced", false, 0, personal, "Run operations that stand in code fences, too."},
		{&s.Atomic, "atomic", false, 0, reported(after(true, false)), "Write nothing if one operation of a response fails."},
		{&s.ReadBeforeWrite, "read_before_write", false, 0, firm(after(true, false)), "Change a file only if its present content was read before."},
		{&s.HistoryRuns, "history_runs", 20, runs, personal, "Number of runs on a root that undo can take back."},
		{&s.HistorySizeMB, "history_size_mb", 512, size, personal, "Largest history of one root, in MB."},
		{&s.HistoryDays, "history_days", 30, days, personal, "Days for which the history of a root that no longer exists is kept."},
		{&s.StateSizeMB, "state_size_mb", 2048, size, personal, "Largest total of the histories of all roots, in MB."},
		{&s.Match, "match", choice{"exact", "tolerant"}, 0, reported(after("exact", "tolerant")), "How an edit finds its text. With tolerant, the text may differ in blanks, quotes and indentation if exactly one place matches."},
		{&s.EditMatches, "edit_matches", choice{"all", "unique"}, 0, reported(after("unique", "all")), "What an edit changes if its text occurs more than once: all places, or none (unique)."},
		{&s.OmissionCheck, "omission_check", choice{"error", "warn", "off"}, 0, reported(after("error", "warn", "off")), "What to do with new text that has a placeholder for code, such as \"// rest unchanged\": fail, warn or nothing."},
		{&s.PathStyle, "path_style", choice{"auto", "relative", "absolute"}, 0, reported(changed), "Which paths function calls may use. With auto, both relative and absolute paths."},
		{&s.Durability, "durability", choice{"full", "fast"}, 0, personal, "With full, a commit survives a power failure. With fast, it is only safe if the program is killed."},
		{&s.Validators, "validators", []Validator{}, 0, personal, "Commands that check files in languages without a built-in parser. An entry has a glob for the files and a command in which {file} is the file."},
		{&s.StateDir, "state_dir", directory(""), 0, personal, "Directory for locks, journals and history. The default is fileops in the user's state directory, on Linux ~/.local/state/fileops."},
		{&s.SearchExclude, "search.exclude", []string{".git", "node_modules", "__pycache__", ".venv", "venv", "*.bak", "*.deleted"}, 0, reported(changed), "Patterns that glob and grep leave out, as in a .gitignore."},
		{&s.SearchMaxResults, "search.max_results", 1000, results, reported(changed), "Number of files that glob lists at most."},
	}
}

// fromMap checks the settings of one source, a file or the flags, and returns them as a
// layer. Relative paths in them start from dir, or from the working directory if it is
// "". The error names all that is wrong, a line each: unknown keys in sorted order, then wrong
// values in the order of the documentation.
func fromMap(source, where, dir string, settings map[string]any) (layer, error) {
	known := keys()
	settings = flat(settings)
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.ContainsFunc(known, func(k key) bool { return k.name == name }) {
			wrong = append(wrong, &Error{Source: source, Key: name, Msg: unknown(name, where, settings[name])})
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
			wrong = append(wrong, &Error{Source: source, Key: k.name, Msg: err.Error()})
		}
		l.values[k.name] = value
	}
	return l, join(wrong)
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
// key, or one that differs only in the mapping that it stands in; else it lists those of the
// mapping, or says what lists all. where is the place of the key, or "".
func unknown(name, where string, value any) string {
	var names, grouped []string
	for _, k := range keys() {
		names = append(names, k.name)
		if inner, ok := strings.CutPrefix(k.name, group+"."); ok {
			grouped = append(grouped, inner)
		}
	}
	if name == group {
		return fmt.Sprintf("want a mapping with the keys %s; got %s", strings.Join(grouped, ", "), show(value))
	}
	msg := "unknown key"
	if where != "" {
		msg += " in " + where
	}
	if near := Nearest(name, names); near != "" {
		return msg + "; did you mean " + near + "?"
	}
	last := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	for _, known := range names {
		if last(known) == last(name) {
			return msg + "; did you mean " + known + "?"
		}
	}
	if strings.HasPrefix(name, group+".") {
		return msg + "; the keys in " + group + " are " + strings.Join(grouped, ", ")
	}
	return msg + "; fileops init --print lists the keys"
}

// Nearest returns the name that the fewest changes of a letter lead to, or "" if they
// are more than a third of the letters.
func Nearest(written string, names []string) string {
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
