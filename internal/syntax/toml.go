package syntax

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// tomlText is TOML 1.0, and what go-toml accepts of 1.1. The specification does not mention a
// byte order mark; Cargo and other readers skip it.
var tomlText = language{
	name:   "toml",
	names:  []string{"*.toml", "pipfile", "cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "gopkg.lock"},
	marked: hasMark,
	parse:  parseTOML,
}

func parseTOML(s source) Verdict {
	if tooDeep(s.text) {
		return Verdict{}
	}
	var value map[string]any
	err := toml.Unmarshal(bytes.TrimPrefix(s.text, []byte(utf8BOM)), &value)
	if err == nil {
		return Verdict{State: Valid}
	}
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return Verdict{}
	}
	line, column := at.Position()
	return Verdict{State: Broken, Line: max(line, 1), Column: column, Msg: strings.TrimPrefix(at.Error(), "toml: ")}
}
