package ops

import (
	"fmt"
	"slices"
	"strings"
)

// maxUnknown is how many unknown fields of a block a message names.
const maxUnknown = 10

// Misnamed says which fields of a block the operation does not have and, if the block was read
// whole, which required fields are missing; "" if none. A field that is probably meant by an
// unknown one is not called missing.
func (s *Spec) Misnamed(given []Arg, whole bool) (problem, hint string) {
	var unknown, missing, taken []string
	meant := map[string]string{} // by the unknown names
	has := func(name string) bool {
		return slices.ContainsFunc(given, func(arg Arg) bool { return arg.Name == name }) || slices.Contains(taken, name)
	}
	for _, arg := range given {
		_, known := s.Field(arg.Name)
		if _, seen := meant[arg.Name]; known || seen || len(unknown) == maxUnknown {
			continue
		}
		near := s.Suggest(strings.ToLower(arg.Name))
		if has(near) {
			near = ""
		}
		meant[arg.Name], taken = near, append(taken, near)
		unknown = append(unknown, arg.Name)
		if near == "" {
			hint = s.fieldList()
		}
	}
	for _, f := range s.Fields {
		if whole && !f.Optional && !has(f.Name) {
			missing = append(missing, "<"+f.Name+">")
		}
	}
	switch len(missing) {
	case 0:
		return s.unknownTags(unknown, meant), hint
	case 1:
		return joined(s.unknownTags(unknown, meant), "Missing required tag: "+missing[0]), hint
	}
	return joined(s.unknownTags(unknown, meant), "Missing required tags: "+strings.Join(missing, ", ")), hint
}

// unknownTags names the fields that the operation does not have, and those that were probably
// meant.
func (s *Spec) unknownTags(unknown []string, meant map[string]string) string {
	if len(unknown) == 0 {
		return ""
	}
	first := unknown[0]
	if len(unknown) == 1 && meant[first] != "" {
		return fmt.Sprintf("unknown tag <%s> in <%s>: did you mean <%s>?", first, s.Tag, meant[first])
	}
	if len(unknown) == 1 {
		return fmt.Sprintf("unknown tag <%s> in <%s>", first, s.Tag)
	}
	var list []string
	for _, name := range unknown {
		tag := "<" + name + ">"
		if near := meant[name]; near != "" {
			tag += " (did you mean <" + near + ">?)"
		}
		list = append(list, tag)
	}
	return fmt.Sprintf("unknown tags in <%s>: %s", s.Tag, strings.Join(list, ", "))
}

// fieldList names all fields of the operation.
func (s *Spec) fieldList() string {
	var names []string
	for _, f := range s.Fields {
		if !f.Anchors {
			names = append(names, "<"+f.Name+">")
		}
	}
	if len(names) == 1 {
		return "There is only " + names[0] + "."
	}
	return "There are " + strings.Join(names, ", ") + "."
}

// joined puts two problems of a block into one line.
func joined(problem, more string) string {
	switch {
	case problem == "" || more == "":
		return problem + more
	case strings.HasSuffix(problem, "?"):
		return problem + " " + more
	}
	return problem + "; " + strings.ToLower(more[:1]) + more[1:]
}
