// Package config reads the settings of a run from flags, environment and files.
//
// Each source is checked before the sources are merged. So a mistake is reported with
// its place, even if a nearer source overrides it. Unknown keys, wrong types and values
// out of range are errors. The package writes nothing, keeps no state between two calls
// of Load, and does not check the patterns and names of languages that it passes on.
package config

import (
	"os"
	"slices"
)

// Settings are the settings in force for one run. Sizes are in MB, of 1,048,576 bytes
// each. Patterns are as written, not compiled.
type Settings struct {
	Enabled                 bool // false: no operation runs
	AutomaticBackups        bool // keep the bytes before a change as .bak or .deleted
	CreateParentDirectories bool // make the missing directories above a new file

	ProtectedFiles       []string // guarded, as are the next two
	ProtectedPatterns    []string
	ProtectedDirectories []string
	DeniedPatterns       []string // may not be changed at all

	MaxEditSizeMB     int // of one file, as are the next two
	MaxCreateSizeMB   int
	MaxReadSizeMB     int
	MaxResponseSizeMB int // of the text of the model
	MaxRunSizeMB      int // of all new files of a run together

	ValidateSyntax        []string // languages; nil means all built in, empty means none
	ValidatePythonSyntax  bool     // false: Python is removed from that list
	RollbackOnSyntaxError bool     // roll back a change that breaks the syntax
	AllowBinaryOperations bool     // edit, append and insert work on bytes
	Fenced                bool     // run operations in fenced code as well
	Atomic                bool     // commit all operations of a response or none
	ReadBeforeWrite       bool     // a file may be changed only after it was read

	HistoryRuns   int    // runs of a root that are kept for undo
	HistorySizeMB int    // of those runs together
	HistoryDays   int    // days that the history of a missing root is kept
	StateSizeMB   int    // of the histories of all roots together
	Match         string // "exact", or "tolerant": a find may differ in blanks and the like
	EditMatches   string // "all", or "unique": an edit must match once
	OmissionCheck string // for a line that stands for omitted code: "error", "warn" or "off"
	PathStyle     string // of tool calls: "auto" (both), "relative" or "absolute"
	Durability    string // "full", or "fast": nothing waits for the disk

	Validators []Validator // the user's checkers, for languages that are not built in
	StateDir   string      // of locks, journals and history, absolute; "" for the default

	SearchExclude    []string // patterns as in a .gitignore that glob and grep leave out
	SearchMaxResults int      // files that glob lists
}

// Request says where to look.
type Request struct {
	Root    string                      // the directory from which configuration files are looked for, upwards; "" for none
	File    string                      // named by --config; "" for none
	Flags   map[string]any              // settings given as flags, by key: "automatic_backups": false
	Getenv  func(string) (string, bool) // as os.LookupEnv; nil for an empty environment
	Getuid  func() int                  // as os.Getuid; nil for that
	UserDir string                      // as os.UserConfigDir returns it; "" for none
	Home    string                      // as os.UserHomeDir returns it: nothing above it is looked at; "" for none
}

// Entry is one setting in force, with its origin.
type Entry struct {
	Key    string // the name of the setting: "max_edit_size_mb"
	Value  any    // a bool, an int, a string, a []string or a []Validator, as in Settings
	Origin string // "default", "flag", an environment variable, or the path of a file
}

// Loaded is the result of Load.
type Loaded struct {
	Settings Settings
	Entries  []Entry  // every key, in the order of the documentation
	Files    []string // the files that were read, nearest first
	// Warnings are lines for the user: files that were ignored.
	Warnings []string
	// FromTree are the entries of files in or above the root, which come with the tree, that
	// the user should know: they guard less than without that file, or change what a
	// response does.
	FromTree []Entry
	// Kept are the entries of such a file that would guard less and may not: the user's own
	// values hold beside them.
	Kept []Entry
}

// layer holds the checked values of one source, each of the type that its key needs.
type layer struct {
	source string
	values map[string]any
	tree   bool // a file that came with the tree
}

// Load reads every source and merges them key by key. The nearest source that has a key
// wins, and a list replaces the list below it. Nearest first: flags; the environment; the
// file named by --config or FILEOPS_CONFIG, else those in the root and above it; the user's
// file; the defaults. A file in or above the root cannot loosen a firm setting of the
// user's file or of a file above: both hold. The error for an invalid source holds an *Error
// for each fault of it, with a line for each. A file in or above the root that sets what only
// the user may set is such an error, too.
func Load(r Request) (Loaded, error) {
	if r.Getenv == nil {
		r.Getenv = func(string) (string, bool) { return "", false }
	}
	if r.Getuid == nil {
		r.Getuid = os.Getuid
	}
	flags, err := fromMap("flag", "", "", r.Flags)
	if err != nil {
		return Loaded{}, err
	}
	env, err := fromEnv(r.Getenv)
	if err != nil {
		return Loaded{}, err
	}
	files, warnings, err := fromFiles(r)
	if err != nil {
		return Loaded{}, err
	}
	loaded := merge(slices.Concat([]layer{flags}, env, files))
	loaded.Warnings = warnings
	for _, f := range files {
		loaded.Files = append(loaded.Files, f.source)
	}
	return loaded, nil
}

// merge merges checked layers, nearest first, and the defaults.
func merge(layers []layer) Loaded {
	var loaded Loaded
	for _, k := range loaded.Settings.keys() {
		e := Entry{Key: k.name, Value: k.fallback(), Origin: "default"}
		var tree treeMerge
		for _, l := range slices.Backward(layers) {
			value, ok := l.values[k.name]
			next := Entry{Key: k.name, Value: value, Origin: l.source}
			switch {
			case ok && l.tree:
				e = tree.add(k.trust, e, next)
			case ok:
				e, tree = next, treeMerge{}
			}
		}
		loaded.Kept = append(loaded.Kept, tree.kept...)
		if tree.loosens(k.trust, e) {
			loaded.FromTree = append(loaded.FromTree, e)
		}
		k.set(e.Value)
		loaded.Entries = append(loaded.Entries, e)
	}
	return loaded
}
