package tools

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/conflict"
	"fileops/internal/parse/response"
)

// isReplaceInFile reports whether a function takes SEARCH/REPLACE blocks, as Cline's does.
func isReplaceInFile(name string) bool { return isNamed(name, "replace_in_file") }

// replaceInFileTakes says what such a function takes.
const replaceInFileTakes = "replace_in_file takes path, diff: SEARCH/REPLACE blocks, each with its three markers"

// replaceInFile reads the arguments of a call: a path, and the blocks of one file, all or none.
func (c call) replaceInFile() ([]ops.Operation, error) {
	refuse := func(format string, args ...any) error {
		return &ops.Error{Code: ops.Malformed, Msg: fmt.Sprintf(format, args...), Hint: replaceInFileTakes}
	}
	object, problem := c.object()
	if problem != "" {
		return nil, errors.New(problem)
	}
	given, names := map[string]string{}, map[string]string{}
	for written, v := range object.members() {
		name := written
		if slices.Contains([]string{"file", "file_path", "filePath", "absolutePath", "absolute_path"}, written) {
			name = "path"
		}
		text, isString := v.str()
		before, both := given[name]
		switch {
		case name != "path" && name != "diff":
			return nil, refuse("unknown field %q: there are path, diff", response.Head(written, maxName))
		case names[name] == written:
			return nil, refuse("%q stands twice", written)
		case v.kind() == 'n':
			continue
		case !isString:
			return nil, refuse("%s must be a string, not %s", written, v.describe())
		case v.damage() != "":
			return nil, refuse("%s %s", written, v.damage())
		case both && before != text:
			return nil, refuse("%s and %s stand for the same, with different values: give one of them", names[name], written)
		}
		given[name], names[name] = text, written
	}
	for _, name := range []string{"path", "diff"} {
		if strings.TrimSpace(given[name]) == "" {
			return nil, refuse("%s is missing", name)
		}
	}
	return conflict.InCall(strings.TrimSpace(given["path"]), given["diff"])
}
