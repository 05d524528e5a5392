package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/viper"
)

// decode parses a file into its top-level mapping. It uses the parsers of viper, not its
// ReadConfig: that lower-cases keys, so that two could overwrite each other at random,
// and drops keys without a value. The error is one line and names the line of the file
// if the parser does.
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

// atLine names a line of the file, counted from 1; 0 is unknown or in the text.
func atLine(line int, text string) error {
	if line == 0 {
		return errors.New(text)
	}
	return fmt.Errorf("line %d: %s", line, text)
}

// broken turns a parser's error into one line.
func broken(err error, data []byte) error { return atLine(lineOf(err, data), head(textOf(err), 200)) }

// lineOf returns the line that the parser of JSON or TOML points to. The parser of YAML
// writes it into the text.
func lineOf(err error, data []byte) int {
	var positioned interface{ Position() (row, column int) }
	if errors.As(err, &positioned) {
		row, _ := positioned.Position()
		return row
	}
	offset := int64(0)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		offset = kind.Offset
	}
	if offset == 0 || offset > int64(len(data)) {
		return 0
	}
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// textOf returns the parser's text in one line and without types of Go.
func textOf(err error) string {
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		return "cannot unmarshal " + kind.Value + " into a mapping"
	}
	text := err.Error()
	for _, prefix := range []string{"yaml: ", "toml: ", "unmarshal errors:\n  "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return strings.NewReplacer("\n  ", "; ", "map[string]interface {}", "a mapping").Replace(text)
}
