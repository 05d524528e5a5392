package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/config"
)

func TestValidatorsFromTheEnvironment(t *testing.T) {
	t.Parallel()
	got, err := config.Load(config.Request{Getenv: environment(map[string]string{
		"FILEOPS_VALIDATORS": ` [{"glob": "src/**/*.rs", "command": ["/usr/bin/rustfmt", "--check={file}"]}] `,
	})})
	want := []config.Validator{{Glob: "src/**/*.rs", Command: []string{"/usr/bin/rustfmt", "--check={file}"}}}
	if diff := cmp.Diff(want, got.Settings.Validators); err != nil || diff != "" {
		t.Errorf("%v; validators (-want +got):\n%s", err, diff)
	}
}

// A nearer list replaces the one below it, and an empty one turns them off.
func TestValidatorsAreReplaced(t *testing.T) {
	t.Parallel()
	g := given{file: "a.yaml", files: map[string]string{
		"a.yaml":                   "file_operations: {validators: []}",
		"user/fileops/config.yaml": "file_operations: {validators: [{glob: a, command: [b, '{file}']}]}",
	}}
	got, _, err := g.load(t)
	if err != nil || len(got.Settings.Validators) != 0 {
		t.Errorf("got %v, %v; want none", got.Settings.Validators, err)
	}
}

func TestWrongValidators(t *testing.T) {
	t.Parallel()
	const want = "want a list of {glob, command}; "
	user := func(text string) given {
		return given{files: map[string]string{"user/fileops/config.yaml": "file_operations: {validators: " + text + "}"}}
	}
	root := func(name, text string) given { return given{files: map[string]string{"root/" + name: text}} }
	const refused = "validators: may not be set by a file in the root, which comes with the tree; " +
		"set it in your own configuration file, in one that --config names, or with FILEOPS_VALIDATORS"
	for name, tt := range map[string]struct {
		given
		want string
	}{
		"in-the-root":             {root(".fileops.yaml", "file_operations: {validators: []}"), "root/.fileops.yaml: " + refused},
		"in-the-root-as-toml":     {root(".fileops.toml", "[[file_operations.validators]]\nglob = 'a'\n"), "root/.fileops.toml: " + refused},
		"of-another-program":      {root(".kollabor-cli/config.json", `{"file_operations": {"validators": 1}}`), "root/.kollabor-cli/config.json: " + refused},
		"no-list":                 {user("1"), "user/fileops/config.yaml: validators: " + want + "got 1"},
		"no-mapping":              {user("[a]"), "user/fileops/config.yaml: validators: " + want + `entry 1 is "a"`},
		"unknown-key":             {user("[{glob: a, command: [b, '{file}'], when: c}]"), "user/fileops/config.yaml: validators: " + want + "in entry 1 when is unknown"},
		"no-glob":                 {user("[{command: [b, '{file}']}]"), "user/fileops/config.yaml: validators: " + want + "in entry 1 glob is nothing, not a pattern"},
		"command-is-text":         {user("[{glob: a, command: b}]"), "user/fileops/config.yaml: validators: " + want + `in entry 1 command is not a list of words, such as ["rustfmt", "--check", "{file}"]`},
		"command-without-file":    {user("[{glob: a, command: [b, c]}]"), "user/fileops/config.yaml: validators: " + want + "in entry 1 command has no {file} among its arguments"},
		"command-from-the-tree":   {user("[{glob: a, command: [./b, '{file}']}]"), "user/fileops/config.yaml: validators: " + want + `in entry 1 command starts with "./b", which is neither a plain name nor an absolute path`},
		"environment-is-no-json":  {given{env: map[string]string{"FILEOPS_VALIDATORS": "a"}}, "FILEOPS_VALIDATORS: validators: " + want + `got "a"`},
		"second-entry-is-wrong":   {user("[{glob: a, command: [b, '{file}']}, {}]"), "user/fileops/config.yaml: validators: " + want + "in entry 2 glob is nothing, not a pattern"},
		"environment-is-a-number": {given{env: map[string]string{"FILEOPS_VALIDATORS": "1"}}, "FILEOPS_VALIDATORS: validators: " + want + "got 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, dir, err := tt.load(t)
			if err == nil {
				t.Fatalf("got no error, want %s", tt.want)
			}
			if got := relative(err.Error(), dir); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}
