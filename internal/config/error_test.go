package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/config"
)

// TestErrors runs Load on broken sources. The name of a case says what is broken.
func TestErrors(t *testing.T) {
	t.Parallel()
	yaml := func(settings string) given {
		return given{files: map[string]string{"root/.fileops.yaml": "file_operations: {" + settings + "}"}}
	}
	user := func(settings string) given {
		return given{files: map[string]string{"user/fileops/config.yaml": "file_operations: {" + settings + "}"}}
	}
	in := func(name, text string) given { return given{files: map[string]string{name: text}} }
	env := func(name, text string) given { return given{env: map[string]string{name: text}} }
	flag := func(key string, value any) given { return given{flags: map[string]any{key: value}} }
	for name, tt := range map[string]struct {
		given
		want string
	}{
		// keys
		"key-misspelled":        {yaml("max_edit_size: 5"), "root/.fileops.yaml: max_edit_size: unknown key in file_operations; did you mean max_edit_size_mb?"},
		"key-in-capitals":       {yaml("Enabled: true"), "root/.fileops.yaml: Enabled: unknown key in file_operations; did you mean enabled?"},
		"key-like-no-other":     {yaml("password: x"), "root/.fileops.yaml: password: unknown key in file_operations; fileops init --print lists the keys"},
		"key-is-a-number":       {yaml("1: 2"), "root/.fileops.yaml: 1: unknown key in file_operations; fileops init --print lists the keys"},
		"key-with-a-dot":        {yaml("a.b: 2"), "root/.fileops.yaml: a.b: unknown key in file_operations; fileops init --print lists the keys"},
		"key-with-a-line-break": {yaml(`"enable\n\u001bd": 2`), "root/.fileops.yaml: enable  d: unknown key in file_operations; did you mean enabled?"},
		"key-that-is-long":      {yaml(strings.Repeat("k", 500) + ": 2"), "root/.fileops.yaml: " + strings.Repeat("k", 60) + "…: unknown key in file_operations; fileops init --print lists the keys"},
		"key-unknown-before-a-wrong-value": {yaml("enabled: 1, zzzz: 1, yyyy: 2"), "root/.fileops.yaml: yyyy: unknown key in file_operations; fileops init --print lists the keys\n" +
			"root/.fileops.yaml: zzzz: unknown key in file_operations; fileops init --print lists the keys\n" +
			"root/.fileops.yaml: enabled: want true or false; got 1"},
		"key-unknown-many-times": {yaml("a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1"),
			strings.Join(manyUnknown("abcdefghij"), "\n") + "\nand 2 more"},
		"key-in-the-file-of-another":        {in("root/.kollabor-cli/config.json", `{"file_operations": {"fence": true}}`), "root/.kollabor-cli/config.json: fence: unknown key in file_operations; did you mean fenced?"},
		"key-in-flags":                      {flag("atomc", true), "--atomc: unknown key; did you mean atomic?"},
		"key-at-the-top":                    {in("root/.fileops.yaml", "atomic: true\nfile_operations: {}"), "root/.fileops.yaml: atomic: unknown key at the top level; settings stand in file_operations"},
		"key-at-the-top-of-a-named-file":    {given{file: "a.json", files: map[string]string{"a.json": `{"ui": 1, "file_operations": {}}`}}, "a.json: ui: unknown key at the top level; settings stand in file_operations"},
		"key-at-the-top-of-the-user's-file": {in("user/fileops/config.toml", "ui = 1\n[file_operations]\n"), "user/fileops/config.toml: ui: unknown key at the top level; settings stand in file_operations"},

		// the block
		"block-missing-in-yaml":   {in("root/.fileops.yaml", "max_edit_size_mb: 5"), "root/.fileops.yaml: no file_operations block; the shape is file_operations: {max_edit_size_mb: 10}"},
		"block-missing-in-json":   {in("root/.fileops.json", "{}"), `root/.fileops.json: no file_operations block; the shape is {"file_operations": {"max_edit_size_mb": 10}}`},
		"block-missing-in-toml":   {in("root/.fileops.toml", "[File_Operations]"), "root/.fileops.toml: no file_operations block; the shape is file_operations = {max_edit_size_mb = 10}"},
		"file-empty":              {in("root/.fileops.yaml", ""), "root/.fileops.yaml: no file_operations block; the shape is file_operations: {max_edit_size_mb: 10}"},
		"file-of-comments":        {in("user/fileops/config.yaml", "# nothing\n"), "user/fileops/config.yaml: no file_operations block; the shape is file_operations: {max_edit_size_mb: 10}"},
		"file-null":               {in("root/.fileops.json", "null"), `root/.fileops.json: no file_operations block; the shape is {"file_operations": {"max_edit_size_mb": 10}}`},
		"block-is-a-list":         {in("root/.fileops.yaml", "file_operations: [atomic]"), "root/.fileops.yaml: file_operations: want a mapping of settings; got a list"},
		"block-of-another-broken": {in("root/.kollabor-cli/config.json", `{"file_operations": "on"}`), `root/.kollabor-cli/config.json: file_operations: want a mapping of settings; got "on"`},

		// numbers
		"number-is-a-word":         {yaml("max_edit_size_mb: ten"), `root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got "ten"`},
		"number-in-quotes":         {yaml(`max_edit_size_mb: "10"`), `root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got "10"`},
		"number-is-a-float":        {yaml("max_edit_size_mb: 1.5"), "root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got 1.5"},
		"number-is-a-bool":         {yaml("max_edit_size_mb: true"), "root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got true"},
		"number-is-a-mapping":      {yaml("max_edit_size_mb: {a: 1}"), "root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got a mapping"},
		"number-missing":           {yaml("max_edit_size_mb: "), "root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got nothing"},
		"number-too-small":         {yaml("max_create_size_mb: 0"), "root/.fileops.yaml: max_create_size_mb: want a whole number from 1 to 100000; got 0"},
		"number-negative":          {yaml("max_read_size_mb: -1"), "root/.fileops.yaml: max_read_size_mb: want a whole number from 1 to 100000; got -1"},
		"number-too-large":         {yaml("max_edit_size_mb: 100001"), "root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got 100001"},
		"number-beyond-64-bits":    {yaml("max_edit_size_mb: 18446744073709551615"), "root/.fileops.yaml: max_edit_size_mb: want a whole number from 1 to 100000; got 18446744073709551615"},
		"response-too-large":       {yaml("max_response_size_mb: 4097"), "root/.fileops.yaml: max_response_size_mb: want a whole number from 1 to 4096; got 4097"},
		"number-is-a-float-json":   {in("root/.fileops.json", `{"file_operations": {"max_edit_size_mb": 1.5}}`), "root/.fileops.json: max_edit_size_mb: want a whole number from 1 to 100000; got 1.5"},
		"number-is-huge-json":      {in("root/.fileops.json", `{"file_operations": {"max_edit_size_mb": 1e300}}`), "root/.fileops.json: max_edit_size_mb: want a whole number from 1 to 100000; got 1e+300"},
		"number-is-a-float-toml":   {in("root/.fileops.toml", "file_operations.max_edit_size_mb = 10.0"), "root/.fileops.toml: max_edit_size_mb: want a whole number from 1 to 100000; got 10"},
		"number-in-environment":    {env("FILEOPS_MAX_EDIT_SIZE_MB", "ten"), `FILEOPS_MAX_EDIT_SIZE_MB: max_edit_size_mb: want a whole number from 1 to 100000; got "ten"`},
		"number-range-environment": {env("FILEOPS_MAX_RESPONSE_SIZE_MB", "4097"), "FILEOPS_MAX_RESPONSE_SIZE_MB: max_response_size_mb: want a whole number from 1 to 4096; got 4097"},
		"number-in-flags":          {flag("max_edit_size_mb", 0), "--max_edit_size_mb: want a whole number from 1 to 100000; got 0"},
		"runs-too-few":             {yaml("search: {max_results: 0}"), "root/.fileops.yaml: search.max_results: want a whole number from 1 to 1000000000; got 0"},
		"runs-too-many":            {env("FILEOPS_HISTORY_RUNS", "10001"), "FILEOPS_HISTORY_RUNS: history_runs: want a whole number from 1 to 10000; got 10001"},
		"history-too-large":        {flag("history_size_mb", 100001), "--history_size_mb: want a whole number from 1 to 100000; got 100001"},

		// true and false
		"bool-in-quotes":      {yaml(`enabled: "true"`), `root/.fileops.yaml: enabled: want true or false; got "true"`},
		"bool-is-yes-in-yaml": {yaml("enabled: yes"), `root/.fileops.yaml: enabled: want true or false; got "yes"`},
		"bool-is-a-number":    {yaml("enabled: 1"), "root/.fileops.yaml: enabled: want true or false; got 1"},
		"bool-is-a-list":      {yaml("enabled: [true]"), "root/.fileops.yaml: enabled: want true or false; got a list"},
		"bool-missing":        {yaml("enabled: "), "root/.fileops.yaml: enabled: want true or false; got nothing"},
		"bool-in-environment": {env("FILEOPS_ENABLED", "maybe"), `FILEOPS_ENABLED: enabled: want true or false; got "maybe"`},
		"bool-in-flags":       {flag("enabled", "no"), `--enabled: want true or false; got "no"`},

		// lists
		"list-missing":              {yaml("protected_files: "), "root/.fileops.yaml: protected_files: want a list of strings; got nothing"},
		"list-is-a-string":          {yaml("protected_files: 'a, b'"), `root/.fileops.yaml: protected_files: want a list of strings; got "a, b"`},
		"list-is-a-bool":            {yaml("validate_syntax: false"), "root/.fileops.yaml: validate_syntax: want a list of strings; got false"},
		"list-is-null-json":         {in("root/.fileops.json", `{"file_operations": {"validate_syntax": null}}`), "root/.fileops.json: validate_syntax: want a list of strings; got nothing"},
		"list-with-a-number":        {yaml("validate_syntax: [go, 5]"), "root/.fileops.yaml: validate_syntax: want a list of strings; entry 2 is 5"},
		"list-with-a-list":          {yaml("denied_patterns: [[a]]"), "root/.fileops.yaml: denied_patterns: want a list of strings; entry 1 is a list"},
		"list-with-a-date":          {in("root/.fileops.toml", "file_operations.protected_files = [2026-01-02]"), "root/.fileops.toml: protected_files: want a list of strings; entry 1 is 2026-01-02"},
		"list-with-nothing":         {yaml("protected_files: [a, ]\n, protected_directories: [ ~ ]"), "root/.fileops.yaml: protected_directories: want a list of strings; entry 1 is nothing"},
		"list-with-an-empty-string": {yaml("protected_patterns: [a, '']"), "root/.fileops.yaml: protected_patterns: want a list of strings; entry 2 is empty"},
		"list-with-blanks":          {yaml("protected_files: ['  ']"), "root/.fileops.yaml: protected_files: want a list of strings; entry 1 is empty"},
		"list-in-environment":       {env("FILEOPS_PROTECTED_PATTERNS", "a,,b"), "FILEOPS_PROTECTED_PATTERNS: protected_patterns: want a list of strings; entry 2 is empty"},
		"list-in-flags":             {flag("denied_patterns", "a"), `--denied_patterns: want a list of strings; got "a"`},

		// one of some words
		"word-is-another":     {yaml("edit_matches: slow"), `root/.fileops.yaml: edit_matches: want all or unique; got "slow"`},
		"word-in-capitals":    {yaml("edit_matches: FULL"), `root/.fileops.yaml: edit_matches: want all or unique; got "FULL"`},
		"word-with-a-blank":   {yaml("edit_matches: 'full '"), `root/.fileops.yaml: edit_matches: want all or unique; got "full "`},
		"word-empty":          {yaml("edit_matches: ''"), `root/.fileops.yaml: edit_matches: want all or unique; got ""`},
		"word-missing":        {yaml("edit_matches: "), "root/.fileops.yaml: edit_matches: want all or unique; got nothing"},
		"word-is-a-bool":      {yaml("edit_matches: true"), "root/.fileops.yaml: edit_matches: want all or unique; got true"},
		"word-is-a-list":      {yaml("edit_matches: [full]"), "root/.fileops.yaml: edit_matches: want all or unique; got a list"},
		"word-in-environment": {env("FILEOPS_DURABILITY", " off "), `FILEOPS_DURABILITY: durability: want full or fast; got "off"`},
		"word-in-flags":       {flag("durability", "none"), `--durability: want full or fast; got "none"`},

		// paths
		"group-is-a-number":        {yaml("search: 5"), "root/.fileops.yaml: search: want a mapping with the keys exclude, max_results; got 5"},
		"group-is-empty":           {yaml("search: "), "root/.fileops.yaml: search: want a mapping with the keys exclude, max_results; got nothing"},
		"key-no-group-has":         {yaml("search: {hidden: true}"), "root/.fileops.yaml: search.hidden: unknown key in file_operations; the keys in search are exclude, max_results"},
		"key-without-its-group":    {yaml("max_results: 5"), "root/.fileops.yaml: max_results: unknown key in file_operations; did you mean search.max_results?"},
		"key-in-another-group":     {yaml("grep.exclude: []"), "root/.fileops.yaml: grep.exclude: unknown key in file_operations; did you mean search.exclude?"},
		"key-with-the-block":       {yaml("file_operations.atomic: true"), "root/.fileops.yaml: file_operations.atomic: unknown key in file_operations; did you mean atomic?"},
		"key-in-a-group":           {yaml("search: {excludes: []}"), "root/.fileops.yaml: search.excludes: unknown key in file_operations; did you mean search.exclude?"},
		"key-in-a-group-twice":     {in("root/.fileops.json", `{"file_operations": {"search": {"exclude": [], "exclude": []}}}`), `root/.fileops.json: key "search.exclude" is given twice`},
		"group-twice":              {in("root/.fileops.json", `{"file_operations": {"search": {}, "search": {}}}`), `root/.fileops.json: key "search" is given twice`},
		"value-in-a-group":         {yaml("search: {max_results: 0}"), "root/.fileops.yaml: search.max_results: want a whole number from 1 to 1000000000; got 0"},
		"path-empty":               {user("state_dir: ''"), `user/fileops/config.yaml: state_dir: want a path; got ""`},
		"path-of-blanks":           {user("state_dir: '  '"), `user/fileops/config.yaml: state_dir: want a path; got "  "`},
		"path-missing":             {user("state_dir: "), "user/fileops/config.yaml: state_dir: want a path; got nothing"},
		"path-is-null-in-yaml":     {user("state_dir: ~"), "user/fileops/config.yaml: state_dir: want a path; got nothing"},
		"path-is-a-bool":           {user("state_dir: false"), "user/fileops/config.yaml: state_dir: want a path; got false"},
		"path-is-a-list":           {user("state_dir: [a]"), "user/fileops/config.yaml: state_dir: want a path; got a list"},
		"path-with-a-zero-byte":    {in("user/fileops/config.json", `{"file_operations": {"state_dir": "a\u0000"}}`), `user/fileops/config.json: state_dir: want a path; got "a\x00"`},
		"path-in-another's-home":   {user("state_dir: ~bob/x"), `user/fileops/config.yaml: state_dir: want a path; got "~bob/x", where ~ stands for no home: write it out, or with ./ before it`},
		"path-in-a-named-file":     {given{file: "a.toml", files: map[string]string{"a.toml": "file_operations.state_dir = 1"}}, "a.toml: state_dir: want a path; got 1"},
		"path-blank-environment":   {env("FILEOPS_STATE_DIR", " "), `FILEOPS_STATE_DIR: state_dir: want a path; got " "`},
		"path-empty-in-flags":      {flag("state_dir", ""), `--state_dir: want a path; got ""`},
		"path-in-flags-is-no-text": {flag("state_dir", []string{"a"}), "--state_dir: want a path; got a list"},

		// files that do not parse
		"yaml-broken":                 {in("root/.fileops.yaml", "file_operations: [true\n"), "root/.fileops.yaml: line 1: did not find expected ',' or ']'"},
		"yaml-key-twice":              {in("root/.fileops.yaml", "file_operations:\n  enabled: true\n  enabled: false\n"), `root/.fileops.yaml: line 3: key "enabled" is given twice`},
		"yaml-block-twice":            {in("root/.fileops.yaml", "file_operations: {}\nfile_operations: {}\n"), `root/.fileops.yaml: line 2: key "file_operations" is given twice`},
		"yaml-key-twice-below":        {in("root/.fileops.yaml", "file_operations:\n  fenced: {a: 1, a: 1}\n"), `root/.fileops.yaml: line 2: key "a" is given twice`},
		"yaml-many-keys":              {in("root/.fileops.yaml", strings.Repeat("a: b\n", 200_000)), "root/.fileops.yaml: line 1: want at most 100 keys in a mapping"},
		"yaml-list":                   {in("root/.fileops.yaml", "- a\n"), "root/.fileops.yaml: line 1: cannot unmarshal !!seq into a mapping"},
		"yaml-word":                   {in("root/.fileops.yaml", "on"), "root/.fileops.yaml: line 1: cannot unmarshal !!str `on` into a mapping"},
		"yaml-key-is-a-list":          {in("root/.fileops.yaml", "file_operations: {[a]: 1}"), "root/.fileops.yaml: line 1: want a plain word as a key"},
		"yaml-key-is-an-alias":        {in("root/.fileops.yaml", "file_operations: {&a fenced: true, *a : false}"), "root/.fileops.yaml: line 1: want a plain word as a key"},
		"yaml-second-document":        {in("root/.fileops.yaml", "file_operations: {}\n---\nfile_operations: {enabled: false}\n"), "root/.fileops.yaml: line 2: want one document; this is a second"},
		"yaml-second-document-broken": {in("root/.fileops.yaml", "file_operations: {}\n---\n[\n"), "root/.fileops.yaml: line 3: did not find expected node content"},
		"yaml-aliases":                {in("root/.fileops.yaml", "file_operations: &a {x: *a}"), "root/.fileops.yaml: anchor 'a' value contains itself"},
		"json-broken":                 {in("root/.fileops.json", "{\n\"file_operations\": {\n\"enabled\": yes\n}}"), "root/.fileops.json: line 3: invalid character 'y' looking for beginning of value"},
		"json-cut-off":                {in("root/.fileops.json", "{\n"), "root/.fileops.json: line 2: unexpected end of JSON input"},
		"json-empty":                  {in("root/.fileops.json", ""), "root/.fileops.json: unexpected end of JSON input"},
		"json-list":                   {in("root/.fileops.json", "\n[]"), "root/.fileops.json: line 2: cannot unmarshal array into a mapping"},
		"json-key-twice":              {in("root/.fileops.json", `{"file_operations": {"atomic": true, "atomic": false, "x": 1}}`), `root/.fileops.json: key "atomic" is given twice`},
		"json-block-twice":            {in("root/.kollabor-cli/config.json", `{"file_operations": {}, "a": [], "file_operations": {}}`), `root/.kollabor-cli/config.json: key "file_operations" is given twice`},
		"toml-broken":                 {in("root/.fileops.toml", "[file_operations]\nenabled = maybe\n"), "root/.fileops.toml: line 2: unexpected character U+006D 'm' at start of value"},
		"toml-long-key":               {in("root/.fileops.toml", strings.Repeat(strings.Repeat("k", 500)+" = 1\n", 2)), "root/.fileops.toml: line 2: key " + strings.Repeat("k", 196) + "…"},
		"toml-key-twice":              {in("root/.fileops.toml", "[file_operations]\nenabled = true\nenabled = false\n"), "root/.fileops.toml: line 3: key enabled is already defined"},

		// files that cannot be read
		"two-files":             {given{files: map[string]string{"root/.fileops.yaml": "", "root/.fileops.toml": ""}}, "root/.fileops.yaml: want one configuration file; there is also root/.fileops.toml"},
		"three-files":           {given{files: map[string]string{"root/.fileops.yaml": "", "root/.fileops.toml": "", "root/.fileops.json": ""}}, "root/.fileops.yaml: want one configuration file; there is also root/.fileops.json and root/.fileops.toml"},
		"two-files-of-the-user": {given{files: map[string]string{"user/fileops/config.yaml": "", "user/fileops/config.json": ""}}, "user/fileops/config.yaml: want one configuration file; there is also user/fileops/config.json"},
		"file-is-a-directory":   {in("root/.fileops.json/", ""), "root/.fileops.json: want a file; this is a directory"},
		"user-directory":        {in("user/fileops/config.toml/", ""), "user/fileops/config.toml: want a file; this is a directory"},
		"named-directory":       {given{file: "a.yaml", files: map[string]string{"a.yaml/": ""}}, "a.yaml: want a file; this is a directory"},
		"named-file-missing":    {given{file: "a.yaml"}, "a.yaml: no such file; it is named by --config"},
		"variable-file-missing": {env("FILEOPS_CONFIG", "a.yaml"), "a.yaml: no such file; it is named by FILEOPS_CONFIG"},
		"named-file-format":     {given{file: "a.env", files: map[string]string{"a.env": ""}}, "a.env: want a name that ends in .yaml, .yml, .json or .toml"},
		"file-too-large":        {in("root/.fileops.yaml", strings.Repeat("#", 1<<20+1)), "root/.fileops.yaml: want at most 1048576 bytes; this file is larger"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			loaded, dir, err := tt.load(t)
			var broken *config.Error
			if !errors.As(err, &broken) {
				t.Fatalf("got error %v (%T), want a *config.Error", err, err)
			}
			if got := relative(err.Error(), dir); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
			if loaded.Entries != nil || loaded.Files != nil {
				t.Errorf("got %v beside an error, want nothing", loaded)
			}
		})
	}
}

// manyUnknown are the lines on keys of one letter.
func manyUnknown(keys string) (lines []string) {
	for _, key := range keys {
		lines = append(lines, fmt.Sprintf("root/.fileops.yaml: %c: unknown key in file_operations; fileops init --print lists the keys", key))
	}
	return lines
}

func TestErrorHoldsItsParts(t *testing.T) {
	t.Parallel()
	_, err := config.Load(config.Request{Flags: map[string]any{"fenced": 1}})
	var got *config.Error
	if !errors.As(err, &got) || got.Source != "flag" || got.Key != "fenced" || got.Msg != "want true or false; got 1" {
		t.Errorf("got %#v, want flag, fenced and the message", got)
	}
	_, err = config.Load(config.Request{File: filepath.Join(t.TempDir(), "gone.yaml")})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist in it", err)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"real.yaml": "file_operations: {atomic: true}", "root/": "", "folder/": ""})
	path := filepath.Join(dir, "root", ".fileops.yaml")
	for _, tt := range []struct{ target, want string }{
		{"real.yaml", ""},
		{"folder", "root/.fileops.yaml: want a file; this is a directory"},
		{"gone.yaml", "root/.fileops.yaml: want a regular file; this is a link to nothing"},
	} {
		_ = os.Remove(path)
		if err := os.Symlink(filepath.Join(dir, tt.target), path); err != nil {
			t.Skipf("no links here: %v", err)
		}
		loaded, err := config.Load(config.Request{Root: filepath.Dir(path)})
		got := ""
		if err != nil {
			got = relative(err.Error(), dir)
		}
		if got != tt.want || loaded.Settings.Atomic != (tt.want == "") {
			t.Errorf("link to %s: got %q and atomic %v, want %q", tt.target, got, loaded.Settings.Atomic, tt.want)
		}
	}
}
