package main

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"fileops/internal/config"
	"fileops/internal/ops"
	"fileops/internal/ops/prompt"
	"fileops/internal/ops/schema"
	"fileops/internal/parse"
)

// resultsSchema is the schema that `fileops schema --results` prints, closed: a property
// that it does not name is an error. The scripts hold every run of theirs to it.
var resultsSchema = sync.OnceValue(func() *jsonschema.Resolved {
	var s jsonschema.Schema
	if err := json.Unmarshal(schema.Results(), &s); err != nil {
		panic(err)
	}
	closeSchema(&s)
	resolved, err := s.Resolve(nil)
	if err != nil {
		panic(err)
	}
	return resolved
})

func closeSchema(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	for _, p := range s.Properties {
		closeSchema(p)
	}
	if s.Properties != nil {
		s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	}
	closeSchema(s.Items)
}

// A schema that holds for every run is of no use if it holds for anything.
func TestResultsSchemaRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `{"version": 2}`,
		`{"version": 1, "root": "/", "run": "", "dry_run": false, "atomic": false, "committed": false, "results": [{}], "files": [], "quoted": [], "warnings": [],
		  "summary": {"total": 1, "succeeded": 1, "failed": 0, "skipped": 0, "files_changed": 0}}`,
		`{"version": 1, "root": "/", "run": "", "dry_run": false, "atomic": false, "committed": false, "results": [], "files": [], "quoted": [], "warnings": [],
		  "summary": {"total": 1, "succeeded": 1, "failed": 0, "skipped": 0, "files_changed": 0}, "xyzzy": 1}`,
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if resultsSchema().Validate(v) == nil {
			t.Errorf("it takes %s", text)
		}
	}
}

// The examples in the prompt are read as the operations that they show, and nothing else
// in it looks like one.
func TestPromptExamplesParse(t *testing.T) {
	t.Parallel()
	loaded, err := config.Load(config.Request{})
	if err != nil {
		t.Fatal(err)
	}
	for _, atomic := range []bool{false, true} {
		var want []string
		for _, spec := range ops.Catalogue() {
			want = append(want, spec.Tag)
		}
		o := promptOptions(loaded.Settings, want)
		o.Atomic, o.Unique, o.Fenced, o.Placeholders, o.ReadBeforeWrite = atomic, atomic, atomic, atomic, atomic
		text, err := prompt.Text(o)
		if err != nil {
			t.Fatal(err)
		}
		r := parse.Parse([]parse.Input{{Text: text}}, parse.Options{})
		var got []string
		for _, op := range r.Operations {
			got = append(got, op.Name())
			if v, invalid := op.Action.(ops.Invalid); invalid {
				t.Errorf("line %d: %s", op.Line, v.Msg)
			}
		}
		if !slices.Equal(got, want) || len(r.Quoted)+len(r.Warnings)+len(r.Thinking)+len(r.Commands) > 0 {
			t.Errorf("it holds %q, want %q; quoted %v, warnings %q", got, want, r.Quoted, r.Warnings)
		}
	}
}
