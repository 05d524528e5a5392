// Package config reads the settings of a run from flags, environment and files.
//
// Every source is checked on its own before the sources meet, so a mistake is
// reported with the place where it was made, even where a nearer source would
// have hidden it. An unknown key, a wrong type and a value out of range are
// errors. The package writes nothing, keeps nothing between two calls of Load,
// and does not judge the patterns and the names of languages that it passes on.
package config

import "slices"

// Settings are the settings in force for one run. Sizes are in MB, of
// 1,048,576 bytes each.
type Settings struct {
	// Enabled is false where no operation may run.
	Enabled bool
	// AutomaticBackups keeps the bytes before a change as .bak or .deleted.
	AutomaticBackups bool
	// CreateParentDirectories makes the missing directories above a new file.
	CreateParentDirectories bool

	// ProtectedFiles, ProtectedPatterns and ProtectedDirectories name what is
	// guarded; DeniedPatterns what may not be changed at all. The patterns are
	// as written: nobody has compiled them yet.
	ProtectedFiles       []string
	ProtectedPatterns    []string
	ProtectedDirectories []string
	DeniedPatterns       []string

	// MaxEditSizeMB, MaxCreateSizeMB and MaxReadSizeMB bound one file,
	// MaxResponseSizeMB the text of the model, MaxRunSizeMB all new files of a run.
	MaxEditSizeMB     int
	MaxCreateSizeMB   int
	MaxReadSizeMB     int
	MaxResponseSizeMB int
	MaxRunSizeMB      int

	// ValidateSyntax names languages. Nil means every language built in;
	// empty and not nil means none.
	ValidateSyntax []string
	// ValidatePythonSyntax is false where Python is taken off that list.
	ValidatePythonSyntax bool
	// RollbackOnSyntaxError takes a change back that breaks the syntax.
	RollbackOnSyntaxError bool
	// AllowBinaryOperations lets edit, append and insert work on bytes.
	AllowBinaryOperations bool
	// Fenced runs operations that stand in fenced code as well.
	Fenced bool
	// Atomic commits all operations of a response or none.
	Atomic bool
	// ReadBeforeWrite lets a file be changed only after it was read.
	ReadBeforeWrite bool

	// HistoryRuns is how many runs of a root are kept for undo, and HistorySizeMB
	// how large they may be together.
	HistoryRuns   int
	HistorySizeMB int
	// HistoryDays is how many days the history of a root that is gone is kept.
	// StateSizeMB is the largest size of the histories of all roots together.
	HistoryDays int
	StateSizeMB int
	// Match is "exact", or "tolerant" where a find may differ in blanks and the like;
	// EditMatches is "all", or "unique" where an edit must match once.
	Match       string
	EditMatches string
	// OmissionCheck says what becomes of text with a line that stands for code which it
	// leaves out: "error", "warn" or "off".
	OmissionCheck string
	// PathStyle is how the paths of tool calls are written: "auto" is relative or
	// absolute; else "relative" or "absolute".
	PathStyle string
	// Durability is "full", or "fast" where nothing waits for the disk.
	Durability string
	// Validators are checkers of the user's own, for languages that are not built in.
	Validators []Validator
	// StateDir is where locks, journals and history are kept: an absolute path,
	// or "" for the user's state directory.
	StateDir string

	// SearchExclude are patterns, as in a .gitignore, that glob and grep leave out.
	SearchExclude []string
	// SearchMaxResults is how many files glob lists.
	SearchMaxResults int
}

// Request says where to look.
type Request struct {
	// Root is the directory whose own configuration file counts; "" for none.
	Root string
	// File is the file named by --config; "" for none.
	File string
	// Flags are the settings given as flags, by key: "automatic_backups": false.
	Flags map[string]any
	// Getenv reads the environment as os.LookupEnv does; nil for none.
	Getenv func(string) (string, bool)
	// UserDir is the user's configuration directory, as os.UserConfigDir
	// gives it; "" for none.
	UserDir string
}

// Entry is one setting in force, with where it comes from.
type Entry struct {
	// Key is the name of the setting: "max_edit_size_mb".
	Key string
	// Value is a bool, an int, a string, a []string or a []Validator, as it is in
	// Settings.
	Value any
	// Origin is "default", "flag", the name of a variable of the environment,
	// or the path of a file.
	Origin string
}

// Loaded is the outcome of Load.
type Loaded struct {
	Settings Settings
	// Entries hold every key, in the order of the documentation.
	Entries []Entry
	// Files are the files that were read, nearest first.
	Files []string
	// FromTree are the entries that a file in the root sets, which comes with the tree, and
	// that the user should hear of: they guard less than what would hold without that
	// file, or change what a response does.
	FromTree []Entry
	// Kept are the entries, as a file in the root has them, beside which the user's own
	// hold: that file would guard less, and may not.
	Kept []Entry
}

// layer is what one source says. The values are checked: each is a bool, an int,
// a string, a []string or a []Validator, as its key wants.
type layer struct {
	source string
	values map[string]any
	tree   bool // a file that came with the tree
}

// Load reads every source and merges them key by key; the nearest source that
// has a key wins, and a list replaces the list below it. Nearest first: flags;
// the environment; the file named by --config or FILEOPS_CONFIG, else the one in
// the root; the user's file; the defaults. Where the file in the root would loosen a firm setting
// of the user's file, that one holds as well. A broken source is an *Error, and so is
// a file found in the root that sets what only the user may set.
func Load(r Request) (Loaded, error) {
	if r.Getenv == nil {
		r.Getenv = func(string) (string, bool) { return "", false }
	}
	flags, err := fromMap("flag", "", "", r.Flags)
	if err != nil {
		return Loaded{}, err
	}
	env, err := fromEnv(r.Getenv)
	if err != nil {
		return Loaded{}, err
	}
	files, err := fromFiles(r)
	if err != nil {
		return Loaded{}, err
	}
	loaded := merge(slices.Concat([]layer{flags}, env, files))
	for _, f := range files {
		loaded.Files = append(loaded.Files, f.source)
	}
	return loaded, nil
}

// merge puts checked layers, nearest first, on top of the defaults.
func merge(layers []layer) Loaded {
	var loaded Loaded
	for _, k := range loaded.Settings.keys() {
		var below Entry
		e, tree := Entry{Key: k.name, Value: k.fallback(), Origin: "default"}, false
		for _, l := range slices.Backward(layers) {
			if value, ok := l.values[k.name]; ok {
				below, e, tree = e, Entry{Key: k.name, Value: value, Origin: l.source}, l.tree
			}
		}
		if tree {
			e = loaded.fromTree(below, e)
		}
		k.set(e.Value)
		loaded.Entries = append(loaded.Entries, e)
	}
	return loaded
}
