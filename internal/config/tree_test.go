package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestEveryKeyIsDecided: a new setting without a decision about files in the root fails
// here, and without a case below in TestFileInTheRootLoosensNothingSilently.
func TestEveryKeyIsDecided(t *testing.T) {
	t.Parallel()
	for _, k := range keys() {
		if _, ok := trusts()[k.name]; !ok {
			t.Errorf("%s: not decided what a file in the root may do to it", k.name)
		}
		if _, ok := loosenings()[k.name]; !ok {
			t.Errorf("%s: no case of a file in the root that loosens it", k.name)
		}
	}
}

// trusts returns the rules of the keys that have one.
func trusts() map[string]trust {
	rules := map[string]trust{}
	for _, k := range keys() {
		if k.trust.personal || k.trust.looser != nil {
			rules[k.name] = k.trust
		}
	}
	return rules
}

// loosening is what the user's own file sets, what a file in the root makes of it, and
// what comes of that.
type loosening struct {
	user, tree string // values in JSON
	want       string // "refused", "told" or "kept"
	value      any    // in force where it is kept
	byDefault  bool   // the value of the tree also guards less than the default
}

func loosenings() map[string]loosening {
	return map[string]loosening{
		"enabled":                   {user: `false`, tree: `true`, want: "kept", value: false},
		"automatic_backups":         {user: `true`, tree: `false`, want: "told", byDefault: true},
		"create_parent_directories": {user: `false`, tree: `true`, want: "told"},
		"protected_files":           {user: `["a", "b"]`, tree: `["b"]`, want: "told", byDefault: true},
		"protected_patterns":        {user: `["a/**"]`, tree: `[]`, want: "told", byDefault: true},
		"protected_directories":     {user: `["lib"]`, tree: `["library"]`, want: "told", byDefault: true},
		"denied_patterns":           {user: `["secrets/**"]`, tree: `["vendor"]`, want: "kept", value: []string{"vendor", "secrets/**"}},
		"max_edit_size_mb":          {user: `1`, tree: `11`, want: "told", byDefault: true},
		"max_create_size_mb":        {user: `1`, tree: `6`, want: "told", byDefault: true},
		"max_read_size_mb":          {user: `1`, tree: `11`, want: "told", byDefault: true},
		"max_response_size_mb":      {user: `1`, tree: `65`, want: "told", byDefault: true},
		"max_run_size_mb":           {user: `1`, tree: `2`, want: "refused", byDefault: true},
		"validate_syntax":           {user: `["go", "python"]`, tree: `["go", "yaml"]`, want: "told", byDefault: true},
		"validate_python_syntax":    {user: `true`, tree: `false`, want: "told", byDefault: true},
		"rollback_on_syntax_error":  {user: `true`, tree: `false`, want: "told", byDefault: true},
		"allow_binary_operations":   {user: `false`, tree: `true`, want: "told", byDefault: true},
		"fenced":                    {user: `false`, tree: `true`, want: "refused", byDefault: true},
		"atomic":                    {user: `true`, tree: `false`, want: "told"},
		"read_before_write":         {user: `true`, tree: `false`, want: "kept", value: true},
		"history_runs":              {user: `50`, tree: `1`, want: "refused", byDefault: true},
		"history_size_mb":           {user: `50`, tree: `1`, want: "refused", byDefault: true},
		"history_days":              {user: `50`, tree: `1`, want: "refused", byDefault: true},
		"state_size_mb":             {user: `50`, tree: `1`, want: "refused", byDefault: true},
		"match":                     {user: `"exact"`, tree: `"tolerant"`, want: "told", byDefault: true},
		"edit_matches":              {user: `"unique"`, tree: `"all"`, want: "told"},
		"omission_check":            {user: `"warn"`, tree: `"off"`, want: "told", byDefault: true},
		"path_style":                {user: `"relative"`, tree: `"absolute"`, want: "told", byDefault: true},
		"durability":                {user: `"full"`, tree: `"fast"`, want: "refused", byDefault: true},
		"validators":                {user: `[]`, tree: `[{"glob": "*", "command": ["sh", "{file}"]}]`, want: "refused", byDefault: true},
		"state_dir":                 {user: `"/s"`, tree: `"/t"`, want: "refused", byDefault: true},
		"search.exclude":            {user: `[".git"]`, tree: `["src"]`, want: "told", byDefault: true},
		"search.max_results":        {user: `10`, tree: `20`, want: "told", byDefault: true},
	}
}

// loadTree loads what a file in the root and the user's own set; "" is no such file.
func loadTree(t *testing.T, key, user, tree string, r Request) (Loaded, string, error) {
	t.Helper()
	dir := t.TempDir()
	r.Root, r.UserDir = filepath.Join(dir, "root"), filepath.Join(dir, "user")
	for path, value := range map[string]string{filepath.Join(r.Root, ".fileops.json"): tree, filepath.Join(r.UserDir, "fileops", "config.json"): user} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if value == "" {
			continue
		}
		if err := os.WriteFile(path, []byte(`{"file_operations": {"`+key+`": `+value+`}}`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := Load(r)
	return loaded, filepath.Join(r.Root, ".fileops.json"), err
}

// outcomeOf says what came of a key that a file in the root sets.
func outcomeOf(loaded Loaded, key string, err error) string {
	has := func(entries []Entry) bool {
		return slices.ContainsFunc(entries, func(e Entry) bool { return e.Key == key })
	}
	switch {
	case err != nil && strings.Contains(err.Error(), key+": may not be set by a file in the root"):
		return "refused"
	case err != nil:
		return err.Error()
	case has(loaded.FromTree) && has(loaded.Kept):
		return "told and kept"
	case has(loaded.FromTree):
		return "told"
	case has(loaded.Kept):
		return "kept"
	}
	return "silent"
}

func inForce(loaded Loaded, key string) Entry {
	i := slices.IndexFunc(loaded.Entries, func(e Entry) bool { return e.Key == key })
	return loaded.Entries[i]
}

// TestFileInTheRootLoosensNothingSilently: over the user's own file and over the default; what
// the user's own file says as well is no loosening.
func TestFileInTheRootLoosensNothingSilently(t *testing.T) {
	t.Parallel()
	for key, tt := range loosenings() {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			loaded, file, err := loadTree(t, key, tt.user, tt.tree, Request{})
			if got := outcomeOf(loaded, key, err); got != tt.want {
				t.Errorf("over the user's own: %s, want %s", got, tt.want)
			}
			if tt.want == "refused" {
				return
			}
			e := inForce(loaded, key)
			if tt.want == "kept" && !reflect.DeepEqual(e.Value, tt.value) || tt.want == "told" && e.Origin != file {
				t.Errorf("in force is %v from %s, want %v", e.Value, e.Origin, tt.value)
			}
			want := "silent"
			if tt.byDefault {
				want = tt.want
			}
			loaded, _, err = loadTree(t, key, "", tt.tree, Request{})
			if got := outcomeOf(loaded, key, err); got != want {
				t.Errorf("over the default: %s, want %s", got, want)
			}
			loaded, file, err = loadTree(t, key, tt.tree, tt.tree, Request{})
			if got := outcomeOf(loaded, key, err); got != "silent" || inForce(loaded, key).Origin != file {
				t.Errorf("as the user's own: %s, from %s", got, inForce(loaded, key).Origin)
			}
		})
	}
}

// TestFileInTheRootMayBeStricter: what only guards more is not told, and is in force.
func TestFileInTheRootMayBeStricter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ key, user, tree string }{
		{"enabled", `true`, `false`},
		{"create_parent_directories", `true`, `false`},
		{"protected_files", `["b"]`, `["a", "b"]`},
		{"protected_patterns", `["a/**", "b"]`, `["b", "a/**"]`},
		{"protected_directories", `[]`, `["lib"]`},
		{"denied_patterns", `["a"]`, `["b", "a"]`},
		{"denied_patterns", "", `["b"]`},
		{"max_edit_size_mb", `20`, `19`},
		{"max_create_size_mb", `20`, `19`},
		{"max_read_size_mb", `20`, `19`},
		{"max_response_size_mb", `20`, `19`},
		{"validate_syntax", `["go"]`, `["yaml", "go"]`},
		{"validate_python_syntax", `false`, `true`},
		{"rollback_on_syntax_error", `false`, `true`},
		{"allow_binary_operations", `true`, `false`},
		{"atomic", `false`, `true`},
		{"read_before_write", `false`, `true`},
		{"match", `"tolerant"`, `"exact"`},
		{"edit_matches", `"all"`, `"unique"`},
		{"omission_check", `"off"`, `"warn"`},
		{"omission_check", `"warn"`, `"error"`},
	} {
		t.Run(tt.key+"_over_"+tt.user, func(t *testing.T) {
			t.Parallel()
			loaded, file, err := loadTree(t, tt.key, tt.user, tt.tree, Request{})
			if got := outcomeOf(loaded, tt.key, err); got != "silent" || inForce(loaded, tt.key).Origin != file {
				t.Errorf("%s, from %s", got, inForce(loaded, tt.key).Origin)
			}
		})
	}
}

// TestNearerSourcesAreNotTheTrees: what the environment or a flag says holds, is not told,
// and is not made stricter by what the user's own file says.
func TestNearerSourcesAreNotTheTrees(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		key, user, tree, env string
		flag                 any
		want                 any
	}{
		"denied_patterns_in_the_environment":   {"denied_patterns", `["a"]`, `["b"]`, "c", nil, []string{"c"}},
		"denied_patterns_by_a_flag":            {"denied_patterns", `["a"]`, `["b"]`, "", []string{}, []string{}},
		"enabled_in_the_environment":           {"enabled", `false`, `true`, "true", nil, true},
		"read_before_write_in_the_environment": {"read_before_write", `true`, `false`, "false", nil, false},
		"limit_in_the_environment":             {"max_edit_size_mb", `1`, `20`, "30", nil, 30},
		"atomic_by_a_flag":                     {"atomic", `true`, `false`, "", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Request{Getenv: func(name string) (string, bool) {
				if name == variable(tt.key) {
					return tt.env, tt.env != ""
				}
				return "", false
			}}
			if tt.flag != nil {
				r.Flags = map[string]any{tt.key: tt.flag}
			}
			loaded, _, err := loadTree(t, tt.key, tt.user, tt.tree, r)
			if got := outcomeOf(loaded, tt.key, err); got != "silent" || fmt.Sprint(inForce(loaded, tt.key).Value) != fmt.Sprint(tt.want) {
				t.Errorf("%s, %v is in force, want %v", got, inForce(loaded, tt.key).Value, tt.want)
			}
		})
	}
}
