package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/viper"
)

// decode parses a file into what stands at its top level. It uses the parsers of
// viper, not its ReadConfig, which lower-cases keys (two that differ in case
// would overwrite each other at random) and forgets keys without a value. The
// error is one line and names the line of the file where the parser tells it.
func decode(format string, data []byte) (map[string]any, error) {
	parser, err := viper.NewCodecRegistry().Decoder(format)
	if err != nil {
		return nil, err
	}
	if format == "yaml" || format == "yml" {
		if err := checkYAML(data); err != nil {
			return nil, err
		}
	}
	top := map[string]any{}
	if err := parser.Decode(data, top); err != nil {
		return nil, broken(err, data)
	}
	if format == "json" {
		return top, finishJSON(data, top)
	}
	return top, nil
}

// parseError is a parser's error in one line.
type parseError struct {
	line int // from 1; 0 where it is unknown or in the text
	text string
	err  error
}

func (e *parseError) Error() string {
	if e.line == 0 {
		return e.text
	}
	return fmt.Sprintf("line %d: %s", e.line, e.text)
}

func (e *parseError) Unwrap() error { return e.err }

// broken turns a parser's error into one line.
func broken(err error, data []byte) error {
	return &parseError{line: lineOf(err, data), text: head(textOf(err), 200), err: err}
}

// lineOf is the line that the parser of JSON or TOML points to. The parser of
// YAML writes it into the text.
func lineOf(err error, data []byte) int {
	var positioned interface{ Position() (row, column int) }
	if errors.As(err, &positioned) {
		row, _ := positioned.Position()
		return row
	}
	offset := int64(0)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		offset = kind.Offset
	}
	if offset == 0 || offset > int64(len(data)) {
		return 0
	}
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// textOf is what the parser says, in one line and without types of Go.
func textOf(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return "cannot unmarshal " + kind.Value + " into a mapping"
	}
	text := err.Error()
	for _, prefix := range []string{"yaml: ", "toml: ", "unmarshal errors:\n  "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return strings.NewReplacer("\n  ", "; ", "map[string]interface {}", "a mapping").Replace(text)
}
