package config

import (
	"strconv"
	"strings"
)

// fromFlags gives the layer of the flags, or none.
func fromFlags(flags map[string]any) ([]layer, error) {
	if len(flags) == 0 {
		return nil, nil
	}
	l, err := fromMap("flag", "", "", flags)
	return []layer{l}, err
}

// fromEnv gives one layer for each variable that is set, since each is a source
// of its own. An empty variable counts as unset, as it does for viper: a script that
// passes on what it was not given must not turn a protection off. Variables that name
// no key are none of our business.
func fromEnv(lookup func(string) (string, bool)) ([]layer, error) {
	var layers []layer
	for _, k := range keys() {
		name := variable(k.name)
		text, ok := lookup(name)
		if !ok || text == "" {
			continue
		}
		value, err := k.check(k.parse(text), "")
		if err != nil {
			return nil, &Error{Source: name, Key: k.name, Msg: err.Error()}
		}
		layers = append(layers, layer{source: name, values: map[string]any{k.name: value}})
	}
	return layers, nil
}

// variable is the name in the environment of the key of that name.
func variable(key string) string {
	return "FILEOPS_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// parse reads the text of a variable as what the key wants. Text that is nothing
// of the kind stays text, for check to refuse. A path is taken as it stands.
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
		return parseValidators(word)
	}
	return text
}

// split reads a list: comma separated, blanks trimmed, empty for blanks alone.
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
