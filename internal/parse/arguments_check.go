package parse

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fileops/internal/ops"
)

// checkArguments compares the arguments of a call with the fields of its function. The
// error names every field that is missing, unknown or of a wrong type.
func checkArguments(spec *ops.Spec, arguments map[string]any) error {
	var problems []string
	for _, f := range spec.Fields {
		v, given := arguments[f.Name]
		switch {
		case !given && !f.Optional:
			problems = append(problems, f.Name+" is missing")
		case given:
			if want := wanted(f, v); want != "" {
				problems = append(problems, fmt.Sprintf("%s must be %s, not %s", f.Name, want, shown(v)))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if _, ok := spec.Field(name); ok {
			continue
		}
		name = head(name, maxName)
		problem := "unknown field " + name
		if hint := spec.Suggest(name); hint != "" {
			problem += ": " + bare(spec, hint)
		}
		problems = append(problems, problem)
	}
	if len(problems) == 0 {
		return nil
	}
	return errors.New(strings.Join(problems, "; "))
}

// wanted is what a field must be, if a value is not that.
func wanted(f ops.Field, v any) string {
	switch f.Kind {
	case ops.Number:
		return wantedNumber(f, v)
	case ops.Flag:
		if _, ok := v.(bool); !ok {
			return "true or false"
		}
	case ops.Pair:
		list, _ := v.([]any)
		if len(list) != 2 || slices.ContainsFunc(list, func(e any) bool { return !isWhole(e) }) {
			return "an array of two whole numbers"
		}
	case ops.Edits:
		return wantedEdits(v)
	default:
		text, ok := v.(string)
		switch {
		case !ok:
			return "a string"
		case len(f.Words) > 0 && !slices.Contains(f.Words, strings.TrimSpace(text)):
			return "one of " + strings.Join(f.Words, ", ")
		}
	}
	return ""
}

func isWhole(v any) bool {
	n, ok := v.(json.Number)
	if ok {
		_, ok = whole(n)
	}
	return ok
}

func wantedNumber(f ops.Field, v any) string {
	if !isWhole(v) {
		return "a whole number"
	}
	digits, _ := whole(v.(json.Number))
	n, err := strconv.Atoi(digits)
	if f.Max != 0 && (err != nil || n < f.Min || n > f.Max) {
		return fmt.Sprintf("from %d to %d", f.Min, f.Max)
	}
	return ""
}

func wantedEdits(v any) string {
	const want = "an array of objects with old_string, new_string and, if wanted, replace_all"
	list, ok := v.([]any)
	if !ok {
		return want
	}
	for _, e := range list {
		edit, ok := e.(map[string]any)
		if !ok {
			return want
		}
		for name, v := range edit {
			_, isText := v.(string)
			_, isFlag := v.(bool)
			switch {
			case (name == "old_string" || name == "new_string") && isText:
			case name == "replace_all" && (isFlag || v == nil):
			default:
				return want
			}
		}
		if edit["old_string"] == nil || edit["new_string"] == nil {
			return want
		}
	}
	return ""
}

// shown is a value in a sentence about its type.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("the string %q", head(v, 40))
	case json.Number:
		return head(v.String(), 40)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "this array"
	}
	return "an object"
}
