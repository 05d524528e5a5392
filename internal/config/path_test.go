package config_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fileops/internal/config"
)

// A relative path starts from what the user had in mind: the file that it stands
// in, or the working directory where no file says it.
func TestStateDirIsAbsolute(t *testing.T) {
	work, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home) // the same on Windows
	away := filepath.Join(t.TempDir(), "a b, c")
	yaml := func(path string) string { return "file_operations: {state_dir: '" + path + "'}" }
	user := func(path string) given {
		return given{files: map[string]string{"user/fileops/config.yaml": yaml(path)}}
	}
	env := func(path string) given { return given{env: map[string]string{"FILEOPS_STATE_DIR": path}} }
	flag := func(path string) given { return given{flags: map[string]any{"state_dir": path}} }
	for name, tt := range map[string]struct {
		given
		want string // one that is relative starts from the tree of the case
	}{
		"unset":                       {given{}, ""},
		"unset-by-an-empty-variable":  {env(""), ""},
		"file-absolute":               {user(away), away},
		"file-relative":               {user("state"), "user/fileops/state"},
		"file-itself":                 {user("."), "user/fileops"},
		"file-above":                  {user("../../x/./y//z/"), "x/y/z"},
		"file-home":                   {user("~/a/../b"), filepath.Join(home, "b")},
		"file-home-alone":             {user("~"), home},
		"file-name-with-a-tilde":      {user("./~bob"), "user/fileops/~bob"},
		"file-tilde-in-the-middle":    {user("a/~/b"), "user/fileops/a/~/b"},
		"file-blanks-and-commas":      {user(" a, b /c"), "user/fileops/ a, b /c"},
		"file-named":                  {given{file: "conf/a.yaml", files: map[string]string{"conf/a.yaml": yaml("s")}}, "conf/s"},
		"file-named-by-a-variable":    {given{env: map[string]string{"FILEOPS_CONFIG": "a.yaml"}, files: map[string]string{"a.yaml": yaml("s")}}, "s"},
		"variable-absolute":           {env(away), away},
		"variable-relative":           {env("state"), filepath.Join(work, "state")},
		"variable-blanks-and-commas":  {env(" a, b /c"), filepath.Join(work, " a, b /c")},
		"variable-home":               {env("~/a, b"), filepath.Join(home, "a, b")},
		"flag-absolute":               {flag(away), away},
		"flag-relative":               {flag("../state"), filepath.Join(filepath.Dir(work), "state")},
		"flag-home":                   {flag("~//"), home},
		"flag-over-variable-and-file": {given{flags: map[string]any{"state_dir": away}, env: env("b").env, files: user("c").files}, away},
		"variable-over-file":          {given{env: env("b").env, files: user("c").files}, filepath.Join(work, "b")},
	} {
		t.Run(name, func(t *testing.T) {
			got, dir, err := tt.load(t)
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			want := tt.want
			if want != "" && !filepath.IsAbs(want) {
				want = filepath.Join(dir, filepath.FromSlash(want))
			}
			if got.Settings.StateDir != want {
				t.Errorf("got %q, want %q", got.Settings.StateDir, want)
			}
			i := slices.IndexFunc(got.Entries, func(e config.Entry) bool { return e.Key == "state_dir" })
			if got.Entries[i].Value != want {
				t.Errorf("got %q among the entries, want %q", got.Entries[i].Value, want)
			}
		})
	}
}

func TestStateDirInAnUnknownHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	_, err := config.Load(config.Request{Flags: map[string]any{"state_dir": "~/state"}})
	var got *config.Error
	if !errors.As(err, &got) || got.Key != "state_dir" {
		t.Errorf("got %v, want a *config.Error about state_dir", err)
	}
}

// --config with a relative path: what stands in the file is relative to it all the same.
func TestStateDirOfAFileWithARelativeName(t *testing.T) {
	dir := tree(t, map[string]string{"conf/a.yaml": "file_operations: {state_dir: state}"})
	t.Chdir(dir)
	work, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got, err := config.Load(config.Request{File: filepath.Join("conf", "a.yaml")})
	if want := filepath.Join(work, "conf", "state"); err != nil || got.Settings.StateDir != want {
		t.Errorf("got %q, %v, want %q", got.Settings.StateDir, err, want)
	}
}

// Where the state is kept is for the user to say. A file that was found in the
// root came with the tree, and so it may not, however it spells it.
func TestFileInTheRootMayNotSetStateDir(t *testing.T) {
	t.Parallel()
	const (
		yaml   = "file_operations: {state_dir: /s}"
		json   = `{"file_operations": {"state_dir": "/s"}}`
		toml   = "file_operations.state_dir = '/s'"
		refuse = ": state_dir: may not be set by a file in the root, which comes with the tree; " +
			"set it in your own configuration file, in one that --config names, or with FILEOPS_STATE_DIR"
	)
	in := func(name, text string) given { return given{files: map[string]string{name: text}} }
	for name, tt := range map[string]struct {
		given
		refused string // the file
	}{
		"yaml":                     {in("root/.fileops.yaml", yaml), "root/.fileops.yaml"},
		"json":                     {in("root/.fileops.json", json), "root/.fileops.json"},
		"toml":                     {in("root/.fileops.toml", toml), "root/.fileops.toml"},
		"file-of-another-program":  {in("root/.kollabor-cli/config.json", json), "root/.kollabor-cli/config.json"},
		"yaml-merged":              {in("root/.fileops.yaml", "file_operations: {<<: {state_dir: /s}}"), "root/.fileops.yaml"},
		"yaml-beside-a-number":     {in("root/.fileops.yaml", "file_operations: {1: 2, state_dir: /s}"), "root/.fileops.yaml"},
		"value-wrong":              {in("root/.fileops.yaml", "file_operations: {state_dir: }"), "root/.fileops.yaml"},
		"hidden-by-a-flag":         {given{flags: map[string]any{"state_dir": "/t"}, files: in("root/.fileops.yaml", yaml).files}, "root/.fileops.yaml"},
		"user's":                   {in("user/fileops/config.yaml", yaml), ""},
		"user's-beside-the-root's": {given{files: map[string]string{"root/.fileops.yaml": "file_operations: {atomic: true}", "user/fileops/config.yaml": yaml}}, ""},
		"named":                    {given{file: "a.yaml", files: in("a.yaml", yaml).files}, ""},
		"named-in-the-root":        {given{file: "root/.fileops.yaml", files: in("root/.fileops.yaml", yaml).files}, ""},
		"named-by-a-variable":      {given{env: map[string]string{"FILEOPS_CONFIG": "root/.kollabor-cli/config.json"}, files: in("root/.kollabor-cli/config.json", json).files}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, dir, err := tt.load(t)
			got, want := "", ""
			if err != nil {
				got = relative(err.Error(), dir)
			}
			if tt.refused != "" {
				want = tt.refused + refuse
			}
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

// TestFileInTheRootMayNotSet runs every setting that is the user's alone through every
// file that comes with a tree, and through those that are the user's own.
func TestFileInTheRootMayNotSet(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ key, yaml, json, toml string }{
		{"history_runs", "1", "1", "1"}, {"history_runs", "20", "20", "20"}, // as by default, too
		{"history_size_mb", "1", "1", "1"}, {"durability", "fast", `"fast"`, "'fast'"}, {"durability", "slow", `"slow"`, "'slow'"},
		{"fenced", "true", "true", "true"}, {"fenced", "false", "false", "false"},
		{"state_dir", "/s", `"/s"`, "'/s'"}, {"validators", "[]", "[]", "[]"},
	} {
		files := map[string]string{
			".fileops.yaml":             "file_operations: {" + tt.key + ": " + tt.yaml + "}",
			".fileops.json":             `{"file_operations": {"` + tt.key + `": ` + tt.json + `}}`,
			".fileops.toml":             "[file_operations]\n" + tt.key + " = " + tt.toml,
			".kollabor-cli/config.json": `{"other": 1, "file_operations": {"` + tt.key + `": ` + tt.json + `}}`,
		}
		for name, text := range files {
			root := tree(t, map[string]string{name: text})
			want := filepath.Join(root, filepath.FromSlash(name)) + ": " + tt.key + ": may not be set by a file in the root"
			if _, err := config.Load(config.Request{Root: root}); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s, %s: got %v, want %s", name, tt.key, err, want)
			}
			if tt.yaml == "slow" || strings.HasPrefix(name, ".kollabor") {
				continue
			}
			if _, err := config.Load(config.Request{Root: root, File: filepath.Join(root, name)}); err != nil {
				t.Errorf("%s, named by --config: %v", name, err)
			}
		}
		// By a link in the tree, and by one out of it.
		for _, to := range []string{"real.yaml", "../user.yaml"} {
			dir := tree(t, map[string]string{"root/real.yaml": files[".fileops.yaml"], "user.yaml": files[".fileops.yaml"]})
			if err := os.Symlink(to, filepath.Join(dir, "root", ".fileops.yaml")); err != nil {
				t.Skip(err)
			}
			if _, err := config.Load(config.Request{Root: filepath.Join(dir, "root")}); err == nil || !strings.Contains(err.Error(), tt.key+": may not be set by a file in the root") {
				t.Errorf("a link to %s, %s: %v", to, tt.key, err)
			}
		}
	}
}

// TestFromTree: what the tree's file changes is listed where it is in force and not as by
// default.
func TestFromTree(t *testing.T) {
	t.Parallel()
	const all = "file_operations: {automatic_backups: false, omission_check: warn, validate_syntax: [], validate_python_syntax: false, " +
		"rollback_on_syntax_error: false, match: tolerant, allow_binary_operations: true, atomic: true, max_edit_size_mb: 1}"
	tree := func(text string) given { return given{files: map[string]string{"root/.fileops.yaml": text}} }
	for name, tt := range map[string]struct {
		given
		want string
	}{
		"nothing":              {given{}, ""},
		"all":                  {tree(all), "automatic_backups validate_syntax validate_python_syntax rollback_on_syntax_error allow_binary_operations match omission_check"},
		"as-by-default":        {tree("file_operations: {automatic_backups: true, omission_check: error, match: exact, rollback_on_syntax_error: true}"), ""},
		"some-languages":       {tree("file_operations: {validate_syntax: [go]}"), "validate_syntax"},
		"others":               {tree("file_operations: {atomic: true, enabled: true, read_before_write: true}"), ""},
		"of-another-program":   {given{files: map[string]string{"root/.kollabor-cli/config.json": `{"file_operations": {"match": "tolerant"}}`}}, "match"},
		"json":                 {given{files: map[string]string{"root/.fileops.json": `{"file_operations": {"omission_check": "off"}}`}}, "omission_check"},
		"toml":                 {given{files: map[string]string{"root/.fileops.toml": "[file_operations]\nautomatic_backups = false"}}, "automatic_backups"},
		"hidden-by-a-flag":     {given{flags: map[string]any{"match": "exact"}, files: tree(all).files}, "automatic_backups validate_syntax validate_python_syntax rollback_on_syntax_error allow_binary_operations omission_check"},
		"hidden-by-a-variable": {given{env: map[string]string{"FILEOPS_MATCH": "tolerant", "FILEOPS_AUTOMATIC_BACKUPS": "true"}, files: tree("file_operations: {match: tolerant, automatic_backups: false}").files}, ""},
		"users-own":            {given{files: map[string]string{"user/fileops/config.yaml": all}}, ""},
		"over-the-users-own":   {given{files: map[string]string{"user/fileops/config.yaml": "file_operations: {match: exact}", "root/.fileops.yaml": "file_operations: {match: tolerant}"}}, "match"},
		"named":                {given{file: "root/.fileops.yaml", files: tree(all).files}, ""},
		"named-by-a-variable":  {given{env: map[string]string{"FILEOPS_CONFIG": "root/.fileops.yaml"}, files: tree(all).files}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			loaded, _, err := tt.load(t)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range loaded.FromTree {
				got = append(got, e.Key)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A root may be the home directory, with the user's own configuration in it. The
// name under which a file is found decides.
func TestUserDirInsideTheRoot(t *testing.T) {
	t.Parallel()
	const yaml = "file_operations: {state_dir: state}"
	for name, tt := range map[string]struct {
		files map[string]string
		user  string
		links map[string]string
		want  string // the state directory, "" for a refusal
	}{
		"below-the-root": {map[string]string{".config/fileops/config.yaml": yaml}, ".config", nil, ".config/fileops/state"},
		"the-root":       {map[string]string{"fileops/config.yaml": yaml}, ".", nil, "fileops/state"},
		"beside-a-file-of-the-root": {map[string]string{".fileops.yaml": "file_operations: {}", ".config/fileops/config.yaml": yaml},
			".config", nil, ".config/fileops/state"},
		"linked-from-the-root": {map[string]string{".config/fileops/config.yaml": yaml}, ".config",
			map[string]string{".fileops.yaml": ".config/fileops/config.yaml"}, ""},
		"linked-to-the-root": {map[string]string{".fileops.yaml": yaml, ".config/fileops/": ""}, ".config",
			map[string]string{".config/fileops/config.yaml": ".fileops.yaml"}, ""},
		"linked-to-another-file": {map[string]string{"dot/files.yaml": yaml, ".config/fileops/": ""}, ".config",
			map[string]string{".config/fileops/config.yaml": "dot/files.yaml"}, ".config/fileops/state"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := tree(t, tt.files)
			for link := range maps.Keys(tt.links) {
				if err := os.Symlink(filepath.Join(root, tt.links[link]), filepath.Join(root, link)); err != nil {
					t.Skipf("no links here: %v", err)
				}
			}
			got, err := config.Load(config.Request{Root: root, UserDir: filepath.Join(root, tt.user)})
			var refused *config.Error
			if tt.want == "" {
				if !errors.As(err, &refused) || refused.Key != "state_dir" || refused.Source != filepath.Join(root, ".fileops.yaml") {
					t.Errorf("got %v, want state_dir refused in the file of the root", err)
				}
				return
			}
			if want := filepath.Join(root, filepath.FromSlash(tt.want)); err != nil || got.Settings.StateDir != want {
				t.Errorf("got %q, %v, want %q", got.Settings.StateDir, err, want)
			}
		})
	}
}
