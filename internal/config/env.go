package config

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// fromEnv returns one layer for each variable that is set, since each is a separate
// source. An empty variable counts as unset, as it does for viper: a script that passes on
// an unset variable must not turn a protection off. Other variables are ignored.
func fromEnv(lookup func(string) (string, bool)) ([]layer, error) {
	var layers []layer
	var wrong []error
	for _, k := range keys() {
		name := variable(k.name)
		text, ok := lookup(name)
		if !ok || text == "" {
			continue
		}
		value, err := k.check(k.parse(text), "")
		if err != nil {
			wrong = append(wrong, &Error{Source: name, Key: k.name, Msg: err.Error()})
		}
		layers = append(layers, layer{source: name, values: map[string]any{k.name: value}})
	}
	return layers, join(wrong)
}

// variable returns the name of the environment variable for a key.
func variable(key string) string {
	return "FILEOPS_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// UnknownVariables returns a warning for each variable of an environment, as os.Environ
// returns it, that begins with FILEOPS_ and has no meaning. An empty one counts as unset.
func UnknownVariables(environ []string) []string {
	// These are read elsewhere: by file.go, by the pager, by the server, and by cobra for completion.
	known := []string{"config", "pager", "mcp_token", "active_help", "completion_descriptions"}
	for _, k := range keys() {
		known = append(known, strings.ReplaceAll(k.name, ".", "_"))
	}
	var warnings []string
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		written, ours := strings.CutPrefix(name, "FILEOPS_")
		if !ours || value == "" || slices.ContainsFunc(known, func(k string) bool { return variable(k) == name }) {
			continue
		}
		msg := "the variable " + head(name, 60) + " is unknown"
		if near := Nearest(written, known); near != "" {
			msg += ": did you mean " + variable(near) + "?"
		}
		warnings = append(warnings, msg)
	}
	slices.Sort(warnings)
	return warnings
}

// parse converts the text of a variable to the kind that the key wants. Other text stays
// text, which check refuses. A path is not changed.
func (k key) parse(text string) any {
	word := strings.TrimSpace(text)
	switch k.def.(type) {
	case bool:
		switch strings.ToLower(word) {
		case "true", "1", "yes", "on":
			return true
		case "false", "0", "no", "off":
			return false
		}
	case int:
		if n, err := strconv.Atoi(word); err == nil {
			return n
		}
	case []string:
		return split(word)
	case choice:
		return word
	case []Validator:
		var value any
		if json.Unmarshal([]byte(word), &value) == nil {
			return value
		}
	}
	return text
}

// split splits a list at commas and trims blanks. A blank text is an empty list.
func split(text string) []string {
	if text == "" {
		return []string{}
	}
	entries := strings.Split(text, ",")
	for i := range entries {
		entries[i] = strings.TrimSpace(entries[i])
	}
	return entries
}
