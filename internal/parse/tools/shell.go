package tools

import (
	"path"
	"slices"

	"fileops/internal/parse/patch"
)

// shells are the functions that run a command, by the names that OpenAI's models know.
var shells = []string{"shell", "local_shell", "container.exec"}

// harmless are the fields of a shell that do not change what a patch does.
var harmless = []string{"timeout", "timeout_ms", "justification", "with_escalated_permissions", "sandbox_permissions"}

// shellPatch returns the patch that a call of a shell applies. It reports false if the call is
// none, or its command does anything else: no command is run.
func (c call) shellPatch() (text string, ok bool) {
	if !slices.Contains(shells, c.name) {
		return "", false
	}
	object, problem := c.object()
	if problem != "" {
		return "", false
	}
	var command []string
	seen := map[string]bool{}
	for name, v := range object.members() {
		here := v.empty() || v.string() == "."
		switch {
		case seen[name]:
			return "", false
		case name == "command":
			for e := range v.elements() {
				arg, isString := e.str()
				if !isString || e.damage() != "" {
					return "", false
				}
				command = append(command, arg)
			}
		case slices.Contains(harmless, name):
		case (name == "workdir" || name == "working_directory") && here:
		case name == "type" && v.string() == "exec", (name == "env" || name == "user") && v.empty(): // of a local_shell_call
		default:
			return "", false
		}
		seen[name] = true
	}
	switch {
	case len(command) == 2 && (command[0] == "apply_patch" || command[0] == "applypatch"):
		return command[1], true
	case len(command) == 3 && slices.Contains([]string{"bash", "sh", "zsh"}, path.Base(command[0])) && (command[1] == "-lc" || command[1] == "-c"):
		return patch.InCommand(command[2])
	}
	return "", false
}

// empty reports whether a value says nothing: it is null, an empty text or an empty object.
func (v value) empty() bool {
	switch v.kind() {
	case 'n':
		return true
	case '"':
		return v.string() == ""
	case '{':
		for range v.members() {
			return false
		}
		return true
	}
	return false
}
