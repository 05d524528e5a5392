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

// checkYAML refuses what the decoder of YAML handles badly. The decoder ignores all
// documents but the first. It also compares each key of a mapping with each other and
// writes a message for every equal pair. For a file of 1 MiB with "a: b" on each line,
// that takes minutes and all memory.
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
		return atLine(second.Line, "want one document; this is a second")
	} else if !errors.Is(err, io.EOF) {
		return broken(err, data)
	}
	return checkNode(&first)
}

// checkNode refuses a repeated key in a mapping, too many keys, and a key that a Go map
// cannot hold. The parser bounds the depth. Aliases are not followed, so each node is
// visited once.
func checkNode(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		if len(n.Content) > 2*maxKeys {
			return atLine(n.Line, fmt.Sprintf("want at most %d keys in a mapping", maxKeys))
		}
		seen := map[string]bool{}
		for i := 0; i < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Kind != yaml.ScalarNode {
				return atLine(k.Line, "want a plain word as a key")
			}
			if seen[k.Value] {
				return atLine(k.Line, fmt.Sprintf("key %q is given twice", head(k.Value, 60)))
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
