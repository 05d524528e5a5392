package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// maxKeys is how many keys a mapping in YAML may have.
const maxKeys = 100

// checkYAML refuses what the decoder of YAML handles badly. It reads the first
// document and keeps silent about the rest. It compares each key of a mapping
// with each other and writes a message for every pair that is the same, which
// takes minutes and all memory for a file of 1 MiB that says "a: b" on each line.
func checkYAML(data []byte) error {
	d := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	err := d.Decode(&first)
	if errors.Is(err, io.EOF) {
		return nil // no document: nothing but comments
	}
	if err != nil {
		return broken(err, data)
	}
	if err := d.Decode(&second); err == nil {
		return &parseError{line: second.Line, text: "want one document; this is a second"}
	} else if !errors.Is(err, io.EOF) {
		return broken(err, data)
	}
	return checkNode(&first)
}

// checkNode looks for a key that stands twice in its mapping, too many of them,
// and one that Go could not hold as a key. The parser bounds the depth; aliases are not followed, so each node is
// seen once.
func checkNode(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		if len(n.Content) > 2*maxKeys {
			return &parseError{line: n.Line, text: fmt.Sprintf("want at most %d keys in a mapping", maxKeys)}
		}
		seen := map[string]bool{}
		for i := 0; i < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Kind != yaml.ScalarNode {
				return &parseError{line: k.Line, text: "want a plain word as a key"}
			}
			if seen[k.Value] {
				return &parseError{line: k.Line, text: fmt.Sprintf("key %q is given twice", head(k.Value, 60))}
			}
			seen[k.Value] = true
		}
	}
	for _, child := range n.Content {
		if err := checkNode(child); err != nil {
			return err
		}
	}
	return nil
}
