package tools

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/patch"
	"fileops/internal/parse/response"
)

// isPatch reports whether a function applies patches, with any prefix before its name. That of
// opencode was called patch.
func isPatch(name string) bool {
	return isNamed(name, "apply_patch") || strings.EqualFold(name, "patch")
}

// isNamed reports whether a function has a name, with any prefix before it.
func isNamed(name, want string) bool {
	name = strings.ToLower(name)
	return name == want || strings.HasSuffix(name, "."+want) || strings.HasSuffix(name, "__"+want)
}

// several adds the operations that one call asks for, all under the id of the call, or the
// Invalid that stands for it. kind is what an id begins with that is made for it.
func (d *reader) several(op ops.Operation, c call, kind string, read func() ([]ops.Operation, error)) {
	d.last = len(d.out.Operations)
	list, err := read()
	if err != nil {
		op.Action = c.malformed(response.Explain(err))
		d.out.Add(op)
		return
	}
	if op.ID == "" {
		op.ID = d.out.NewID(kind)
	}
	for _, asked := range list {
		op.Action, op.Args = asked.Action, asked.Args
		d.out.Add(op)
	}
}

// patch reads the arguments of a call: the text of a patch, an object that holds it, or
// the operation on one file that OpenAI's own tool asks for.
func (c call) patch() ([]ops.Operation, error) {
	if text, isString := c.input.str(); isString && !startsJSON(text) {
		if damage := c.input.damage(); damage != "" {
			return nil, errors.New("the patch " + damage)
		}
		return patch.Read(text)
	}
	given, problem := c.patchFields()
	if problem != "" {
		return nil, errors.New(problem)
	}
	_, hasInput := given["input"]
	text, hasPatch := given["patch"]
	kind, single := given["type"]
	switch {
	case hasInput && hasPatch && given["input"] != text:
		return nil, errors.New("input and patch stand for the same, with different values: give one of them")
	case hasInput && hasPatch && len(given) > 2, hasInput != hasPatch && len(given) > 1:
		return nil, errors.New("path, type and diff do not go with the text of a patch")
	case hasInput:
		return patch.Read(given["input"])
	case hasPatch:
		return patch.Read(text)
	case !single:
		return nil, errors.New("input is missing: the text of a patch")
	}
	var diff *string
	if text, ok := given["diff"]; ok {
		diff = &text
	}
	return patch.ReadFile(response.Head(kind, maxName), strings.TrimSpace(given["path"]), diff)
}

// patchFields reads the arguments of a call by their names: each is a text.
func (c call) patchFields() (given map[string]string, problem string) {
	object, problem := c.object()
	if problem != "" {
		return nil, problem
	}
	given = map[string]string{}
	seen, names := map[string]bool{}, map[string]string{}
	for written, v := range object.members() {
		text, isString := v.str()
		twice := seen[written]
		seen[written] = true
		name, known := patchField(written)
		before, both := given[name]
		switch damage := v.damage(); {
		case !known:
			return nil, fmt.Sprintf("unknown field %q: there is input, with the text of a patch", response.Head(written, maxName))
		case twice:
			return nil, fmt.Sprintf("%q stands twice", written)
		case v.kind() == 'n':
			continue
		case !isString:
			return nil, written + " must be a string, not " + v.describe()
		case damage != "":
			return nil, written + " " + damage
		case both && before != text:
			return nil, fmt.Sprintf("%s and %s stand for the same, with different values: give one of them", names[name], written)
		}
		given[name], names[name] = text, written
	}
	return given, ""
}

// patchField is the name of a field of a patch's call; other programs have other names for
// it.
func patchField(written string) (name string, known bool) {
	switch written {
	case "file", "file_path", "filePath":
		return "path", true
	case "patch_text", "patchText":
		return "patch", true
	}
	return written, slices.Contains([]string{"input", "patch", "type", "path", "diff"}, written)
}

// startsJSON reports whether a text, blanks aside, begins as the arguments of a call do.
func startsJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return text == "" || strings.IndexByte("{\"[", text[0]) >= 0
}
