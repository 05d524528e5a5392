package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Everything about a setting is made from the table of keys, so the table must
// hold one complete line for each field of Settings.
func TestTableOfKeysIsComplete(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range keys() {
		if k.doc == "" {
			t.Errorf("%s: got no line of documentation, want one", k.name)
		}
		if _, number := k.def.(int); number != (k.max > 0) {
			t.Errorf("%s: got largest number %d for the default %v", k.name, k.max, k.def)
		}
		// An empty path is a default only: nobody can write it.
		if value, err := k.check(k.fallback(), ""); err != nil && k.fallback() != "" {
			t.Errorf("%s: got %v, %v for the default, want it allowed", k.name, value, err)
		}
		names = append(names, k.name)
	}
	for name, decision := range trusts() {
		if !slices.Contains(names, name) {
			t.Errorf("%s: got no such key, want one, since it is decided what a file in the root may do to it", name)
		}
		if decision.personal == (decision.looser != nil) {
			t.Errorf("%s: want a setting that is either personal or compared", name)
		}
	}
	if slices.Sort(names); len(slices.Compact(names)) != len(keys()) {
		t.Errorf("got keys %q, want each once", names)
	}
	if got, want := len(keys()), reflect.TypeFor[Settings]().NumField(); got != want {
		t.Errorf("got %d keys, want one for each of %d fields", got, want)
	}
}

// The field of a key has its name, without underscores and dots.
func TestKeysSetTheirFields(t *testing.T) {
	t.Parallel()
	var s Settings
	fields := reflect.ValueOf(&s).Elem()
	for _, k := range s.keys() {
		name := strings.NewReplacer("_", "", ".", "").Replace(k.name)
		field := fields.FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, name) })
		if !field.IsValid() || field.Addr().Interface() != k.at {
			t.Errorf("%s: got another field than that of its name", k.name)
			continue
		}
		k.set(k.fallback())
		if got := field.Interface(); !reflect.DeepEqual(got, k.fallback()) {
			t.Errorf("%s: got %v in its field, want %v", k.name, got, k.fallback())
		}
	}
}

func TestChoiceIsShownAsASentence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		words choice
		want  string
	}{
		{choice{"full", "fast"}, "full or fast"},
		{choice{"error", "warn", "off"}, "error, warn or off"},
	} {
		if got := tt.words.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"enabled", "atomic", "max_edit_size_mb", "max_read_size_mb"}
	for _, tt := range []struct{ written, want string }{
		{"enabled", "enabled"},
		{"ENABLE", "enabled"},
		{"enbaled", "enabled"},
		{"max_edit_size", "max_edit_size_mb"},
		{"max_raed_size_mb", "max_read_size_mb"},
		{"max_size_mb", ""},
		{"xx", ""},
		{"", ""},
	} {
		if got := Nearest(tt.written, names); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.written, got, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"flaw", "lawn", 2},
		{"abc", "abcdefghijklmno", 10}, // the lengths differ by more than the limit of 9
	} {
		if got := distance(tt.a, tt.b, 9); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
