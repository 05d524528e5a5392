package config_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/viper"

	"fileops/internal/config"
)

var languages = []string{"css", "go", "json", "python", "yaml"}

// fileSchema is the schema of a configuration file, ready to use.
var fileSchema = sync.OnceValue(func() *jsonschema.Resolved {
	var s jsonschema.Schema
	err := json.Unmarshal(config.Schema(languages), &s)
	if err != nil {
		panic(err)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		panic(err)
	}
	return resolved
})

// checkSchema holds the schema to what Load says of the files of a case: it takes those
// that load, and refuses one whose keys or values are wrong.
func checkSchema(t *testing.T, dir string, loaded config.Loaded, err error) {
	t.Helper()
	for _, path := range loaded.Files {
		if strings.Contains(filepath.ToSlash(path), ".kollabor-cli/") {
			continue // the schema is not for the file of another program
		}
		if bad := validate(t, path); bad != nil {
			t.Errorf("%s loads, and the schema refuses it: %v", relative(path, dir), bad)
		}
	}
	var broken *config.Error
	if !errors.As(err, &broken) || broken.Key == "" || !beneath(broken.Source, dir) || beyondSchema(broken) {
		return
	}
	if validate(t, broken.Source) == nil {
		t.Errorf("Load refuses it (%v), and the schema takes it", err)
	}
}

func beneath(path, dir string) bool { return strings.HasPrefix(path, dir+string(filepath.Separator)) }

// beyondSchema reports whether a schema cannot say what is wrong with a file.
func beyondSchema(e *config.Error) bool {
	return strings.Contains(e.Msg, "which comes with the tree") || // where the file is
		strings.Contains(filepath.ToSlash(e.Source), ".kollabor-cli/") ||
		e.Key == "max_edit_size_mb" && strings.HasSuffix(e.Source, ".toml") || // 10.0 is an integer to a schema
		strings.HasSuffix(e.Msg, "is 2026-01-02") || // a date of TOML is a string to a schema
		e.Key == "state_dir" && (strings.Contains(e.Msg, "stands for no home") || strings.Contains(e.Msg, `\x00`)) ||
		strings.Contains(e.Msg, "neither a plain name nor an absolute path")
}

// validate validates a file that can be parsed.
func validate(t *testing.T, path string) error {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	decoder, err := viper.NewCodecRegistry().Decoder(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
	if err != nil {
		t.Fatal(err)
	}
	value := map[string]any{}
	if err := decoder.Decode([]byte(strings.TrimPrefix(string(text), "\ufeff")), value); err != nil {
		t.Fatal(err)
	}
	// Through JSON, since the parsers of YAML and TOML have types of their own.
	data, err := json.Marshal(plain(value))
	if err != nil {
		t.Fatal(err)
	}
	var instance any
	if err := json.Unmarshal(data, &instance); err != nil {
		t.Fatal(err)
	}
	return fileSchema().Validate(instance)
}

// plain turns mappings with keys that are no strings into such as JSON has.
func plain(value any) any {
	switch v := value.(type) {
	case map[any]any:
		named := map[string]any{}
		for key, value := range v {
			text, _ := json.Marshal(key)
			named[strings.Trim(string(text), `"`)] = plain(value)
		}
		return named
	case map[string]any:
		for key, value := range v {
			v[key] = plain(value)
		}
	}
	return value
}

// TestSchemaSaysWhatIsWrong: a schema that takes everything would pass as well.
func TestSchemaSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"file_operations": {}}`:                                                          true,
		`{"file_operations": null}`:                                                        true,
		`{"$schema": "x", "file_operations": {"validate_syntax": []}}`:                     true,
		`{"file_operations": {"validate_syntax": ["go"]}}`:                                 true,
		`{"file_operations": {"validate_syntax": ["cobol"]}}`:                              false,
		`{"file_operations": {"search": {"max_results": 1}}}`:                              true,
		`{"file_operations": {"search": {"max_results": 0}}}`:                              false,
		`{"file_operations": {"search.max_results": 1}}`:                                   false,
		`{"file_operations": {"match": "fuzzy"}}`:                                          false,
		`{"file_operations": {"atomic": 1}}`:                                               false,
		`{"file_operations": {"denied_patterns": [" "]}}`:                                  false,
		`{"file_operations": {"max_response_size_mb": 4097}}`:                              false,
		`{"file_operations": {"validators": [{"glob": "*"}]}}`:                             false,
		`{"file_operations": {"unknown": 1}}`:                                              false,
		`{"file_operations": {}, "unknown": 1}`:                                            false,
		`{}`:                                                                               false,
		`{"file_operations": {"state_dir": "~/x", "history_runs": 5}}`:                     true,
		`{"file_operations": {"state_dir": ""}}`:                                           false,
		`{"file_operations": {"max_edit_size_mb": 1.5}}`:                                   false,
		`{"file_operations": {"validators": [{"glob": "*", "command": ["a", "{file}"]}]}}`: true,
	} {
		var instance any
		if err := json.Unmarshal([]byte(text), &instance); err != nil {
			t.Fatal(err)
		}
		if err := fileSchema().Validate(instance); (err == nil) != want {
			t.Errorf("%s: got %v, want it valid: %t", text, err, want)
		}
	}
}

// TestTemplateIsRead: as it is, and with every key in force.
func TestTemplateIsRead(t *testing.T) {
	t.Parallel()
	text := config.Template(languages)
	root := tree(t, map[string]string{".fileops.yaml": text})
	loaded, err := config.Load(config.Request{Root: root})
	if err != nil || len(loaded.Files) != 1 {
		t.Fatalf("got %v, files %q", err, loaded.Files)
	}
	if d := cmp.Diff(defaults(), loaded.Settings); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > 90 && strings.Contains(strings.Trim(line, " #"), " ") && !strings.Contains(line, ": [") {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}

	// Without the mark, each line of a key is that of a file.
	text = regexp.MustCompile(`(?m)^  # ((  )?[a-z_]+:( .*)?)$`).ReplaceAllString(text, "  $1")
	named := filepath.Join(tree(t, map[string]string{"a.yaml": text}), "a.yaml")
	loaded, err = config.Load(config.Request{File: named})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for _, e := range loaded.Entries {
		if e.Origin != named {
			t.Errorf("%s is not in force", e.Key)
		}
	}
	want := defaults()
	want.ValidateSyntax = languages
	want.StateDir = loaded.Settings.StateDir // shown as it is by default on Linux
	if d := cmp.Diff(want, loaded.Settings); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
	if err := validate(t, named); err != nil {
		t.Error(err)
	}
}
