package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fileops/internal/ops"
)

// most is how many problems an error names, and longest how many characters of a value it
// shows.
const most, longest = 20, 40

// errSchema is the cause of the errors of Check.
var errSchema = errors.New("the arguments do not fit the schema")

// Check checks the arguments of a call, decoded from JSON, and does not change them. It takes
// those that fit the schema that Tools prints (not the strict one). A field that may be left
// out may also be null, and a field may go by any name that Named takes for it. The error is
// an *ops.Error with the code Malformed and a line for each problem, which names the field as
// it was given. spec is one of ops.Functions.
func Check(spec *ops.Spec, arguments map[string]any) error {
	found := problems("", spec, plain(spec, arguments))
	if len(found) == 0 {
		return nil
	}
	if n := len(found) - most; n > 0 {
		found = append(found[:most], fmt.Sprintf("… and %d more", n))
	}
	return &ops.Error{Code: ops.Malformed, Msg: strings.Join(found, "\n"), Err: errSchema}
}

// given is what is given for the fields of a function, or of one edit of several.
type given struct {
	values map[string]any    // by the field's own name; edits as []any of *given
	names  map[string]string // as they were written, by the field's own name
}

// plain is a copy of the arguments with the fields under their own names, and with numbers as
// Go's. Fields that are null and may be left out are not in it.
func plain(spec *ops.Spec, arguments map[string]any) *given {
	g := &given{map[string]any{}, map[string]string{}}
	add := func(written string, f ops.Field, known bool) {
		value, name := plainValue(arguments[written]), f.Name
		switch before, twice := g.values[name]; {
		case known && value == nil && f.Optional, known && twice && reflect.DeepEqual(before, value):
			return
		case !known, twice:
			name = written
		}
		g.values[name], g.names[name] = value, written
	}
	for _, f := range spec.Fields {
		if _, ok := arguments[f.Name]; ok {
			add(f.Name, f, true)
		}
	}
	for _, written := range slices.Sorted(maps.Keys(arguments)) {
		if _, own := spec.Field(written); !own {
			f, known := spec.Named(written)
			add(written, f, known)
		}
	}
	for _, f := range spec.Fields {
		if list, ok := g.values[f.Name].([]any); ok && f.Kind == ops.Edits {
			for i, edit := range list {
				if edit, ok := edit.(map[string]any); ok {
					list[i] = plain(&ops.Spec{Fields: f.Of}, edit)
				}
			}
		}
	}
	return g
}

// plainValue is a copy of a decoded value, with numbers as Go's.
func plainValue(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64() // beyond its range it is infinite, and no whole number
		return f
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = plainValue(item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, item := range v {
			object[name] = plainValue(item)
		}
		return object
	}
	return value
}

// problems says what is wrong with an object. at is its place, such as edits[0]; "" for the
// arguments themselves.
func problems(at string, spec *ops.Spec, g *given) []string {
	var found []string
	inside, prefix := "", ""
	if at != "" {
		inside, prefix = " in "+at, at+"."
	}
	for _, f := range spec.Fields {
		value, ok := g.values[f.Name]
		switch {
		case ok:
			found = append(found, problem(prefix+g.names[f.Name], f, value)...)
		case !f.Optional:
			found = append(found, prefix+f.Name+" is missing")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.values)) {
		if _, ok := spec.Field(name); ok {
			continue
		}
		if f, ok := spec.Named(name); ok {
			found = append(found, fmt.Sprintf("%s%s and %[1]s%[3]s stand for the same, with different values: give one of them", prefix, g.names[f.Name], name))
			continue
		}
		found = append(found, fmt.Sprintf("unknown field %q%s: %s", head(name), inside, instead(spec, name, g)))
	}
	return found
}

// instead says what to give in place of an unknown field.
func instead(spec *ops.Spec, name string, g *given) string {
	var names []string
	for _, f := range spec.Fields {
		if !f.Anchors {
			names = append(names, f.Name)
		}
	}
	if near := spec.Suggest(head(name)); near != "" && g.values[near] == nil {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "there are " + strings.Join(names, ", ")
}

// problem says what is wrong with the value of a field, as a list of none or one; of
// several for edits.
func problem(at string, f ops.Field, value any) []string {
	want := ""
	switch f.Kind {
	case ops.Number:
		want = wantNumber(f, value)
	case ops.Line:
		want = wantLine(f, value)
	case ops.Flag:
		if _, ok := value.(bool); !ok {
			want = "true or false"
		}
	case ops.Pair:
		list, ok := value.([]any)
		if !ok || len(list) != 2 || slices.ContainsFunc(list, func(v any) bool { return !whole(v) }) {
			want = "two whole numbers such as [10, 20]"
		}
	case ops.Edits:
		return editProblems(at, f.Of, value)
	case ops.List:
		list, ok := value.([]any)
		switch {
		case !ok || slices.ContainsFunc(list, func(v any) bool { _, isText := v.(string); return !isText }):
			want = "a list of strings"
		case len(list) == 0 && !f.MayEmpty:
			return []string{at + " cannot be empty"}
		}
	default:
		text, ok := value.(string)
		switch {
		case f.Words != nil && (!ok || !slices.Contains(f.Words, text)):
			want = "one of " + strings.Join(f.Words, ", ")
			if len(f.Words) == 2 {
				want = strings.Join(f.Words, " or ")
			}
		case !ok:
			want = "a string"
		case text == "" && !f.MayEmpty:
			return []string{at + " cannot be empty"}
		}
	}
	if want == "" {
		return nil
	}
	if number, ok := withoutHash(value); ok && (f.Kind == ops.Number || f.Kind == ops.Pair) {
		return []string{at + " takes no anchors: send " + compact(number) + ", not " + show(value)}
	}
	return []string{at + " must be " + want + ", not " + show(value)}
}

// withoutHash is the line number of an anchor, or a list with those of its anchors; ok is false
// for any other value.
func withoutHash(value any) (number any, ok bool) {
	switch v := value.(type) {
	case string:
		line, hash, _ := strings.Cut(v, "#")
		if hash == "" || !regexp.MustCompile(linePattern(ops.Field{Min: 1})).MatchString(v) {
			return v, false
		}
		return json.Number(line), true
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			var one bool
			list[i], one = withoutHash(item)
			ok = ok || one
		}
		return list, ok
	}
	return value, false
}

func editProblems(at string, fields []ops.Field, value any) []string {
	list, ok := value.([]any)
	if !ok {
		return []string{at + " must be a list of objects, not " + show(value)}
	}
	if len(list) == 0 {
		return []string{at + " cannot be empty"}
	}
	var found []string
	for i, item := range list {
		at := fmt.Sprintf("%s[%d]", at, i)
		edit, ok := item.(*given)
		if !ok {
			found = append(found, at+" must be an object, not "+show(item))
			continue
		}
		found = append(found, problems(at, &ops.Spec{Tag: at, Fields: fields}, edit)...)
	}
	return found
}

// wantLine says which lines a field takes, or "" for one that it takes: a number, or a string with
// a number or an anchor.
func wantLine(f ops.Field, value any) string {
	text, ok := value.(string)
	if !ok {
		return wantNumber(f, value)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case regexp.MustCompile(linePattern(f)).MatchString(text):
		return ""
	case err == nil:
		return cmp.Or(wantNumber(f, n), "a line number in digits alone")
	}
	return "a line number or an anchor such as 12#k3f"
}

// wantNumber says which numbers a field takes, or "" for one that it takes.
func wantNumber(f ops.Field, value any) string {
	if !whole(value) {
		return "a whole number"
	}
	n := number(value)
	switch {
	case f.Max == 0 || float64(f.Min) <= n && n <= float64(f.Max):
		return ""
	case f.Max < math.MaxInt32:
		return fmt.Sprintf("from %d to %d", f.Min, f.Max)
	case n < float64(f.Min):
		return fmt.Sprintf("at least %d", f.Min)
	}
	return fmt.Sprintf("at most %d", f.Max)
}

// whole reports whether a value is a number without a fraction: 3, and 3.0 too.
func whole(value any) bool {
	n := number(value)
	return n == math.Trunc(n) && !math.IsInf(n, 0)
}

// number is a value as a number, or NaN.
func number(value any) float64 {
	switch v := value.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	}
	return math.NaN()
}

// show is a value in a sentence.
func show(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(head(v))
	case map[string]any:
		return "an object"
	case []any:
		if text := compact(v); len(text) <= longest {
			return text
		}
		return "a list"
	case float64:
		if math.IsInf(v, 0) {
			return "a number beyond all bounds"
		}
	}
	return head(compact(value))
}

// compact is a value as JSON on one line. A value that JSON cannot hold is shown as Go does.
func compact(value any) string {
	text, err := marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return strings.TrimSuffix(string(text), "\n")
}

// head is the beginning of a text.
func head(text string) string {
	if runes := []rune(text[:min(len(text), (longest+1)*utf8.UTFMax)]); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return text
}
