package config_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/config"
)

// defaults are the settings of the documentation.
func defaults() config.Settings {
	return config.Settings{
		Enabled:                 true,
		AutomaticBackups:        true,
		CreateParentDirectories: true,
		ProtectedFiles:          []string{"core/application.py", "main.py", "core/llm/llm_service.py"},
		ProtectedPatterns:       []string{"core/llm/*.py", ".git/**", "venv/**", ".venv/**", "node_modules/**"},
		ProtectedDirectories:    []string{"core", ".git", "venv", ".venv"},
		DeniedPatterns:          []string{},
		MaxEditSizeMB:           10,
		MaxCreateSizeMB:         5,
		MaxReadSizeMB:           10,
		MaxResponseSizeMB:       64,
		MaxRunSizeMB:            1024,
		ValidateSyntax:          nil,
		ValidatePythonSyntax:    true,
		RollbackOnSyntaxError:   true,
		HistoryRuns:             20,
		HistorySizeMB:           512,
		HistoryDays:             30,
		StateSizeMB:             2048,
		Match:                   "exact",
		EditMatches:             "all",
		OmissionCheck:           "error",
		PathStyle:               "auto",
		Durability:              "full",
		Validators:              []config.Validator{},
		SearchExclude:           []string{".git", "node_modules", "__pycache__", ".venv", "venv", "*.bak", "*.deleted"},
		SearchMaxResults:        1000,
	}
}

// tree writes files, by slash-separated name, into a new directory. A name that
// ends in a slash is a directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		made := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			made = path
		}
		if err := os.MkdirAll(made, 0o755); err != nil {
			t.Fatal(err)
		}
		if made == path {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// environment is a Getenv for these variables.
func environment(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		text, ok := vars[name]
		return text, ok
	}
}

// given is a case: a tree with root/, user/ and whatever --config names.
type given struct {
	files map[string]string
	env   map[string]string
	flags map[string]any
	file  string // relative to the tree
}

// load runs Load on the case and gives the directory of its tree as well. The schema must
// agree with it.
func (g given) load(t *testing.T) (config.Loaded, string, error) {
	t.Helper()
	dir := tree(t, g.files)
	env := maps.Clone(g.env)
	if name, ok := env["FILEOPS_CONFIG"]; ok && name != "" {
		env["FILEOPS_CONFIG"] = filepath.Join(dir, name)
	}
	r := config.Request{
		Root:    filepath.Join(dir, "root"),
		Flags:   g.flags,
		Getenv:  environment(env),
		UserDir: filepath.Join(dir, "user"),
	}
	if g.file != "" {
		r.File = filepath.Join(dir, g.file)
	}
	loaded, err := config.Load(r)
	checkSchema(t, dir, loaded, err)
	return loaded, dir, err
}

// relative is the text with the directory of the tree taken out.
func relative(text, dir string) string {
	return filepath.ToSlash(strings.ReplaceAll(text, dir+string(filepath.Separator), ""))
}

func TestLoadWithoutAnySourceGivesTheDefaults(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]config.Request{
		"nowhere-to-look": {},
		"nothing-there":   {Root: t.TempDir(), UserDir: t.TempDir(), Getenv: environment(nil), Flags: map[string]any{}},
		"root-is-no-more": {Root: filepath.Join(t.TempDir(), "gone"), UserDir: filepath.Join(t.TempDir(), "gone")},
	} {
		got, err := config.Load(r)
		if err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
		}
		if diff := cmp.Diff(defaults(), got.Settings); diff != "" {
			t.Errorf("%s: settings (-want +got):\n%s", name, diff)
		}
		if len(got.Files) != 0 {
			t.Errorf("%s: got files %q, want none", name, got.Files)
		}
		for _, e := range got.Entries {
			if e.Origin != "default" {
				t.Errorf("%s: got origin %q of %s, want default", name, e.Origin, e.Key)
			}
		}
	}
}

func TestFromEverySource(t *testing.T) {
	t.Parallel()
	const five = "file_operations: {max_edit_size_mb: 5}"
	size := func(s config.Settings) any { return s.MaxEditSizeMB }
	for name, tt := range map[string]struct {
		given
		get    func(config.Settings) any
		want   any
		origin string // of the key that get reads
		files  []string
	}{
		"root-yaml": {given{files: map[string]string{"root/.fileops.yaml": five}}, size, 5, "root/.fileops.yaml", []string{"root/.fileops.yaml"}},
		"root-json": {given{files: map[string]string{"root/.fileops.json": `{"file_operations": {"max_edit_size_mb": 6}}`}}, size, 6, "root/.fileops.json", []string{"root/.fileops.json"}},
		"root-toml": {given{files: map[string]string{"root/.fileops.toml": "[file_operations]\nmax_edit_size_mb = 7\n"}}, size, 7, "root/.fileops.toml", []string{"root/.fileops.toml"}},
		"file-of-another-program": {given{files: map[string]string{"root/.kollabor-cli/config.json": `{"ui": {"a": 1, "a": 2}, "file_operations": {"max_edit_size_mb": 8}, "x": null}`}},
			size, 8, "root/.kollabor-cli/config.json", []string{"root/.kollabor-cli/config.json"}},
		"file-of-another-program-without-the-block": {given{files: map[string]string{"root/.kollabor-cli/config.json": `{"ui": {}}`}},
			size, 10, "default", []string{"root/.kollabor-cli/config.json"}},
		"file-of-another-program-is-not-read-beside-ours": {given{files: map[string]string{"root/.fileops.yaml": five, "root/.kollabor-cli/config.json": `{broken`}},
			size, 5, "root/.fileops.yaml", []string{"root/.fileops.yaml"}},
		"a-file-in-the-place-of-a-directory": {given{files: map[string]string{"root/.kollabor-cli": "", "user": ""}}, size, 10, "default", nil},
		"user-yaml":                          {given{files: map[string]string{"user/fileops/config.yaml": five}}, size, 5, "user/fileops/config.yaml", []string{"user/fileops/config.yaml"}},
		"user-json":                          {given{files: map[string]string{"user/fileops/config.json": `{"file_operations": {"max_edit_size_mb": 6}}`}}, size, 6, "user/fileops/config.json", []string{"user/fileops/config.json"}},
		"user-toml":                          {given{files: map[string]string{"user/fileops/config.toml": "file_operations.max_edit_size_mb = 7"}}, size, 7, "user/fileops/config.toml", []string{"user/fileops/config.toml"}},
		"root-over-user": {given{files: map[string]string{"root/.fileops.yaml": five, "user/fileops/config.yaml": "file_operations: {max_edit_size_mb: 6}"}},
			size, 5, "root/.fileops.yaml", []string{"root/.fileops.yaml", "user/fileops/config.yaml"}},
		"root-leaves-the-other-keys-of-the-user": {given{files: map[string]string{"root/.fileops.yaml": "file_operations: {atomic: true}", "user/fileops/config.yaml": five}},
			size, 5, "user/fileops/config.yaml", []string{"root/.fileops.yaml", "user/fileops/config.yaml"}},
		"named-file-instead-of-root": {given{file: "a.yml", files: map[string]string{"a.yml": "file_operations: {atomic: true}", "root/.fileops.yaml": "broken: [", "user/fileops/config.yaml": five}},
			size, 5, "user/fileops/config.yaml", []string{"a.yml", "user/fileops/config.yaml"}},
		"named-file-over-user": {given{file: "a.TOML", files: map[string]string{"a.TOML": "file_operations = {max_edit_size_mb = 9}", "user/fileops/config.yaml": five}},
			size, 9, "a.TOML", []string{"a.TOML", "user/fileops/config.yaml"}},
		"file-named-in-the-environment": {given{env: map[string]string{"FILEOPS_CONFIG": "a.json"}, files: map[string]string{"a.json": `{"file_operations": {"max_edit_size_mb": 9}}`, "root/.fileops.yaml": five}},
			size, 9, "a.json", []string{"a.json"}},
		"flag-over-the-file-named-in-the-environment": {given{file: "b.yaml", env: map[string]string{"FILEOPS_CONFIG": "gone.json"}, files: map[string]string{"b.yaml": five}},
			size, 5, "b.yaml", []string{"b.yaml"}},
		"no-file-named-in-the-environment": {given{env: map[string]string{"FILEOPS_CONFIG": ""}, files: map[string]string{"root/.fileops.yaml": five}},
			size, 5, "root/.fileops.yaml", []string{"root/.fileops.yaml"}},
		"environment-over-files": {given{env: map[string]string{"FILEOPS_MAX_EDIT_SIZE_MB": " 20 "}, files: map[string]string{"root/.fileops.yaml": five}},
			size, 20, "FILEOPS_MAX_EDIT_SIZE_MB", []string{"root/.fileops.yaml"}},
		"flag-over-environment": {given{flags: map[string]any{"max_edit_size_mb": 30}, env: map[string]string{"FILEOPS_MAX_EDIT_SIZE_MB": "20"}, files: map[string]string{"root/.fileops.yaml": five}},
			size, 30, "flag", []string{"root/.fileops.yaml"}},
		"unknown-variable-is-ignored": {given{env: map[string]string{"FILEOPS_MAX_EDIT_SIZE": "x"}}, size, 10, "default", nil},
		"smallest-size":               {given{env: map[string]string{"FILEOPS_MAX_EDIT_SIZE_MB": "1"}}, size, 1, "FILEOPS_MAX_EDIT_SIZE_MB", nil},
		"largest-size":                {given{env: map[string]string{"FILEOPS_MAX_EDIT_SIZE_MB": "100000"}}, size, 100000, "FILEOPS_MAX_EDIT_SIZE_MB", nil},
		"whole-float-in-json":         {given{files: map[string]string{"root/.fileops.json": `{"file_operations": {"max_edit_size_mb": 1e1}}`}}, size, 10, "root/.fileops.json", []string{"root/.fileops.json"}},
		"byte-order-mark":             {given{files: map[string]string{"root/.fileops.json": "\ufeff" + `{"file_operations": {"max_edit_size_mb": 6}}`}}, size, 6, "root/.fileops.json", []string{"root/.fileops.json"}},
		"place-of-a-schema":           {given{files: map[string]string{"root/.fileops.json": `{"$schema": "a.json", "file_operations": {"max_edit_size_mb": 6}}`}}, size, 6, "root/.fileops.json", []string{"root/.fileops.json"}},
		"block-of-comments":           {given{files: map[string]string{"root/.fileops.yaml": "file_operations:\n  # fenced: true\n"}}, size, 10, "default", []string{"root/.fileops.yaml"}},
		"empty-block":                 {given{files: map[string]string{"root/.fileops.yaml": "file_operations: {}"}}, size, 10, "default", []string{"root/.fileops.yaml"}},
		"largest-file":                {given{files: map[string]string{"root/.fileops.yaml": five + "\n#" + strings.Repeat("x", 1<<20-len(five)-2)}}, size, 5, "root/.fileops.yaml", []string{"root/.fileops.yaml"}},
		"marks-around-one-document":   {given{files: map[string]string{"root/.fileops.yaml": "%YAML 1.1\n---\n" + five + "\n...\n# the end\n"}}, size, 5, "root/.fileops.yaml", []string{"root/.fileops.yaml"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, dir, err := tt.load(t)
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			if v := tt.get(got.Settings); v != tt.want {
				t.Errorf("got %v, want %v", v, tt.want)
			}
			for _, e := range got.Entries {
				if o := relative(e.Origin, dir); e.Key == "max_edit_size_mb" && o != tt.origin {
					t.Errorf("got origin %q, want %q", o, tt.origin)
				}
			}
			for i := range got.Files {
				got.Files[i] = relative(got.Files[i], dir)
			}
			if !slices.Equal(got.Files, tt.files) {
				t.Errorf("got files %q, want %q", got.Files, tt.files)
			}
		})
	}
}

func TestListReplacesTheListBelow(t *testing.T) {
	t.Parallel()
	const below = "file_operations: {protected_files: [User.py, b], validate_syntax: [go]}"
	for name, tt := range map[string]struct {
		given
		files, syntax []string
	}{
		"kept":      {given{}, []string{"User.py", "b"}, []string{"go"}},
		"by-file":   {given{files: map[string]string{"root/.fileops.yaml": "file_operations: {protected_files: [Makefile], validate_syntax: []}"}}, []string{"Makefile"}, []string{}},
		"by-env":    {given{env: map[string]string{"FILEOPS_PROTECTED_FILES": " A b.py ,C/*.Go ", "FILEOPS_VALIDATE_SYNTAX": ""}}, []string{"A b.py", "C/*.Go"}, []string{"go"}},
		"by-blanks": {given{env: map[string]string{"FILEOPS_PROTECTED_FILES": "  "}}, []string{}, []string{"go"}},
		"by-flag":   {given{flags: map[string]any{"protected_files": []string{"X"}, "validate_syntax": []string(nil)}}, []string{"X"}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"user/fileops/config.yaml": below}
			maps.Copy(files, tt.given.files)
			tt.given.files = files
			got, _, err := tt.load(t)
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			if diff := cmp.Diff(tt.files, got.Settings.ProtectedFiles); diff != "" {
				t.Errorf("protected_files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.syntax, got.Settings.ValidateSyntax); diff != "" {
				t.Errorf("validate_syntax (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWordsForTrueAndFalseInTheEnvironment(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"true": true, "1": true, "yes": true, "on": true, "TRUE": true, " On ": true,
		"false": false, "0": false, "no": false, "off": false, "False": false,
	} {
		got, err := config.Load(config.Request{Getenv: environment(map[string]string{"FILEOPS_ENABLED": word, "FILEOPS_ATOMIC": word})})
		if err != nil || got.Settings.Enabled != want || got.Settings.Atomic != want {
			t.Errorf("%q: got %v, %v, %v; want %v twice", word, got.Settings.Enabled, got.Settings.Atomic, err, want)
		}
	}
}

// everyKey sets each key to something else than its default, in each format.
var everyKey = map[string]string{
	".fileops.yaml": `# comment
file_operations:
  enabled: false
  automatic_backups: false
  create_parent_directories: false
  protected_files: [Makefile, "a b"]
  protected_patterns:
    - "Src/**/*.Go"
  protected_directories: []
  denied_patterns: [secrets/**]
  max_edit_size_mb: 11
  max_create_size_mb: 12
  max_read_size_mb: 100000
  max_response_size_mb: 4096
  max_run_size_mb: 2048
  validate_syntax: [go, json]
  validate_python_syntax: false
  rollback_on_syntax_error: false
  allow_binary_operations: true
  fenced: true
  atomic: true
  read_before_write: true
  history_runs: 10000
  history_size_mb: 100000
  history_days: 10000
  state_size_mb: 100000
  match: tolerant
  edit_matches: unique
  omission_check: off
  path_style: absolute
  durability: fast
  validators:
    - glob: "*.rs"
      command: [rustfmt, --check, "{file}"]
  state_dir: ../a state, or two
  search:
    exclude: [vendor/]
    max_results: 7
`,
	".fileops.json": `{"file_operations": {
  "enabled": false, "automatic_backups": false, "create_parent_directories": false,
  "protected_files": ["Makefile", "a b"], "protected_patterns": ["Src/**/*.Go"],
  "protected_directories": [], "denied_patterns": ["secrets/**"],
  "max_edit_size_mb": 11, "max_create_size_mb": 12, "max_read_size_mb": 100000, "max_response_size_mb": 4096, "max_run_size_mb": 2048,
  "validate_syntax": ["go", "json"], "validate_python_syntax": false, "rollback_on_syntax_error": false,
  "allow_binary_operations": true, "fenced": true, "atomic": true, "read_before_write": true,
  "history_runs": 10000, "history_size_mb": 100000, "history_days": 10000, "state_size_mb": 100000, "match": "tolerant", "edit_matches": "unique", "omission_check": "off", "path_style": "absolute", "durability": "fast",
  "validators": [{"glob": "*.rs", "command": ["rustfmt", "--check", "{file}"]}], "state_dir": "../a state, or two", "search": {"exclude": ["vendor/"], "max_results": 7}
}}`,
	".fileops.toml": `[file_operations]
enabled = false
automatic_backups = false
create_parent_directories = false
protected_files = ["Makefile", "a b"]
protected_patterns = ['Src/**/*.Go']
protected_directories = []
denied_patterns = ["secrets/**"]
max_edit_size_mb = 11
max_create_size_mb = 12
max_read_size_mb = 100_000
max_response_size_mb = 4096
max_run_size_mb = 2048
validate_syntax = ["go", "json"]
validate_python_syntax = false
rollback_on_syntax_error = false
allow_binary_operations = true
fenced = true
atomic = true
read_before_write = true
history_runs = 10_000
history_size_mb = 100_000
history_days = 10_000
state_size_mb = 100_000
match = "tolerant"
edit_matches = "unique"
omission_check = "off"
path_style = "absolute"
durability = "fast"
state_dir = '../a state, or two'
[[file_operations.validators]]
glob = "*.rs"
command = ["rustfmt", "--check", "{file}"]
[file_operations.search]
exclude = ["vendor/"]
max_results = 7
`,
}

func TestThreeFormatsGiveTheSameSettings(t *testing.T) {
	t.Parallel()
	want := config.Settings{
		ProtectedFiles:        []string{"Makefile", "a b"},
		ProtectedPatterns:     []string{"Src/**/*.Go"},
		ProtectedDirectories:  []string{},
		DeniedPatterns:        []string{"secrets/**"},
		MaxEditSizeMB:         11,
		MaxCreateSizeMB:       12,
		MaxReadSizeMB:         100000,
		MaxResponseSizeMB:     4096,
		MaxRunSizeMB:          2048,
		ValidateSyntax:        []string{"go", "json"},
		AllowBinaryOperations: true,
		Fenced:                true,
		Atomic:                true,
		ReadBeforeWrite:       true,
		HistoryRuns:           10000,
		HistorySizeMB:         100000,
		HistoryDays:           10000,
		StateSizeMB:           100000,
		Validators:            []config.Validator{{Glob: "*.rs", Command: []string{"rustfmt", "--check", "{file}"}}},
		Match:                 "tolerant",
		EditMatches:           "unique",
		OmissionCheck:         "off",
		PathStyle:             "absolute",
		Durability:            "fast",
		SearchExclude:         []string{"vendor/"},
		SearchMaxResults:      7,
	}
	for name, text := range everyKey {
		root := tree(t, map[string]string{name: text})
		want.StateDir = filepath.Join(filepath.Dir(root), "a state, or two")
		if err := validate(t, filepath.Join(root, name)); err != nil {
			t.Errorf("%s: the schema refuses it: %v", name, err)
		}
		// Named, since a file that is found in the root may not set every key.
		got, err := config.Load(config.Request{Root: root, File: filepath.Join(root, name)})
		if err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
		}
		if diff := cmp.Diff(want, got.Settings); diff != "" {
			t.Errorf("%s: settings (-want +got):\n%s", name, diff)
		}
		for _, e := range got.Entries {
			if e.Origin != filepath.Join(root, name) {
				t.Errorf("%s: got origin %q of %s, want the file", name, e.Origin, e.Key)
			}
		}
	}
}

func TestEntriesSayWhereEachSettingComesFrom(t *testing.T) {
	t.Parallel()
	g := given{
		flags: map[string]any{"atomic": true},
		env:   map[string]string{"FILEOPS_FENCED": "yes", "FILEOPS_ATOMIC": "off", "FILEOPS_DURABILITY": " fast ", "FILEOPS_SEARCH_MAX_RESULTS": "5"},
		files: map[string]string{
			"root/.fileops.toml":       "[file_operations]\nmax_edit_size_mb = 1",
			"user/fileops/config.json": `{"file_operations": {"max_edit_size_mb": 2, "max_read_size_mb": 3, "state_dir": "state"}}`,
		},
	}
	loaded, dir, err := g.load(t)
	if err != nil {
		t.Fatalf("got error %v, want none", err)
	}
	for i := range loaded.Entries {
		loaded.Entries[i].Origin = relative(loaded.Entries[i].Origin, dir)
	}
	d := defaults()
	want := []config.Entry{
		{"enabled", true, "default"},
		{"automatic_backups", true, "default"},
		{"create_parent_directories", true, "default"},
		{"protected_files", d.ProtectedFiles, "default"},
		{"protected_patterns", d.ProtectedPatterns, "default"},
		{"protected_directories", d.ProtectedDirectories, "default"},
		{"denied_patterns", []string{}, "default"},
		{"max_edit_size_mb", 1, "root/.fileops.toml"},
		{"max_create_size_mb", 5, "default"},
		{"max_read_size_mb", 3, "user/fileops/config.json"},
		{"max_response_size_mb", 64, "default"},
		{"max_run_size_mb", 1024, "default"},
		{"validate_syntax", []string(nil), "default"},
		{"validate_python_syntax", true, "default"},
		{"rollback_on_syntax_error", true, "default"},
		{"allow_binary_operations", false, "default"},
		{"fenced", true, "FILEOPS_FENCED"},
		{"atomic", true, "flag"},
		{"read_before_write", false, "default"},
		{"history_runs", 20, "default"},
		{"history_size_mb", 512, "default"},
		{"history_days", 30, "default"},
		{"state_size_mb", 2048, "default"},
		{"match", "exact", "default"},
		{"edit_matches", "all", "default"},
		{"omission_check", "error", "default"},
		{"path_style", "auto", "default"},
		{"durability", "fast", "FILEOPS_DURABILITY"},
		{"validators", []config.Validator{}, "default"},
		{"state_dir", filepath.Join(dir, "user", "fileops", "state"), "user/fileops/config.json"},
		{"search.exclude", []string{".git", "node_modules", "__pycache__", ".venv", "venv", "*.bak", "*.deleted"}, "default"},
		{"search.max_results", 5, "FILEOPS_SEARCH_MAX_RESULTS"},
	}
	if diff := cmp.Diff(want, loaded.Entries); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestLoadedIsNobodyElses(t *testing.T) {
	t.Parallel()
	flag := []string{"a"}
	r := config.Request{Flags: map[string]any{"denied_patterns": flag}}
	first, err := config.Load(r)
	if err != nil {
		t.Fatal(err)
	}
	first.Settings.DeniedPatterns[0] = "changed"
	first.Settings.ProtectedFiles[0] = "changed"
	config.Names()[0] = "changed"
	second, err := config.Load(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := second.Settings.DeniedPatterns[0]; got != "a" || flag[0] != "a" {
		t.Errorf("got denied pattern %q and flag %q, want a and a", got, flag[0])
	}
	if got := second.Settings.ProtectedFiles[0]; got != "core/application.py" {
		t.Errorf("got protected file %q, want core/application.py", got)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	want := []string{".fileops.yaml", ".fileops.json", ".fileops.toml", ".kollabor-cli/config.json"}
	if got := config.Names(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
