package config

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML returns the entries as a configuration file that Load reads, with the origin of each
// in a comment. A setting without a value is commented out. describe adds what each means.
func YAML(entries []Entry, describe bool) string {
	meaning := map[string]string{}
	for _, k := range keys() {
		meaning[k.name] = k.about()
	}
	var b strings.Builder
	b.WriteString(block + ":\n")
	in := ""
	for _, e := range entries {
		indent, name := "  ", e.Key
		if rest, ok := strings.CutPrefix(name, group+"."); ok {
			if in == "" {
				in = indent + group + ":\n"
				b.WriteString(in)
			}
			indent, name = "    ", rest
		}
		if describe {
			writeComment(&b, indent, meaning[e.Key])
		}
		value := flow(e.Value)
		if e.Value == "" {
			name, value = "# "+name, "" // only state_dir, and an empty path is not allowed
		}
		fmt.Fprintf(&b, "%s%-26s %s  # %s\n", indent, name+":", value, printable(e.Origin))
	}
	return b.String()
}

// Template returns a configuration file for a root, in YAML, with every key, its default
// and what it means, commented out. languages are the default of validate_syntax.
func Template(languages []string) string {
	var b strings.Builder
	writeComment(&b, "", `Settings of fileops for this directory and the directories below it. Every key has its default here. To set one, remove the "# " before it. Patterns start from this directory. fileops config prints the settings in force.`)
	b.WriteString(block + ":\n")
	var own []key
	in := ""
	for _, k := range keys() {
		if k.trust.personal {
			own = append(own, k)
			continue
		}
		name := k.name
		if rest, ok := strings.CutPrefix(name, group+"."); ok {
			if in == "" {
				in = "  # " + group + ":\n"
				b.WriteString("\n" + in)
			}
			name = "  " + rest
		}
		k.template(&b, name, languages)
	}
	b.WriteString("\n")
	writeComment(&b, "  ", "The keys below may not be set in this file, since it comes with the tree. Set them in your own file (fileops/config.yaml in the user's configuration directory), in one that --config names, or in the environment.")
	for _, k := range own {
		k.template(&b, k.name, languages)
	}
	return b.String()
}

// template writes what the key means and its default, commented out, under a name that may
// be indented.
func (k key) template(b *strings.Builder, name string, languages []string) {
	value := k.fallback()
	switch k.name {
	case "validate_syntax":
		value = languages
	case "state_dir":
		value = "~/.local/state/fileops"
	}
	b.WriteString("\n")
	doc := k.doc
	if words, ok := k.def.(choice); ok {
		doc += " Values: " + strings.Join(words, ", ") + "."
	}
	writeComment(b, "  ", doc)
	fmt.Fprintf(b, "  # %s: %s\n", name, flow(value))
}

// flow returns a value in one line of YAML, with every string in double quotes.
func flow(value any) string {
	var n yaml.Node
	data, err := []byte(nil), n.Encode(value)
	if err == nil {
		inline(&n)
		data, err = yaml.Marshal(&n)
	}
	if err != nil {
		panic("the value of a setting has no form in YAML: " + err.Error())
	}
	return strings.TrimSuffix(string(data), "\n")
}

// inline makes a node be written in one line.
func inline(n *yaml.Node) {
	switch {
	case n.Kind != yaml.ScalarNode:
		n.Style = yaml.FlowStyle
	case n.Tag == "!!str" || n.Tag == "!!binary":
		n.Style |= yaml.DoubleQuotedStyle
	}
	for _, child := range n.Content {
		inline(child)
	}
}

// writeComment writes a text as lines of comments, of at most 90 columns.
func writeComment(b *strings.Builder, indent, text string) {
	line := indent + "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > 90 {
			b.WriteString(line + "\n")
			line = indent + "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
