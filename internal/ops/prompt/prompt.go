// Package prompt writes the text that teaches a model to answer in operation blocks: the
// operations with an example each, and the rules for all. It is made from the catalogue of
// package ops and from the settings. It is short, since it is sent with every request.
package prompt

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
)

// Options say what holds where the blocks will be run.
type Options struct {
	Only []string // tags of the operations to teach; every one if empty

	Atomic          bool // one failure keeps everything from being written
	Backups         bool // the content before is kept beside the file
	Fenced          bool // blocks in code fences are run too
	Unique          bool // an <edit> must match once
	ReadBeforeWrite bool // a file is changed only after it was read
	Placeholders    bool // a line that stands for code may be written

	Protected   []string // files and patterns: may be edited and overwritten, not deleted or moved
	Directories []string // may not be removed
	Denied      []string // patterns that may not be changed, beyond the built-in ones
}

// Text returns the prompt. An operation that there is not is an error that names the one
// that is near.
func Text(o Options) (string, error) {
	specs, err := ops.Pick(ops.Catalogue(), o.Only)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# Changing files\n\n")
	b.WriteString("You change files by writing operation blocks into your answer. They run in order, as one transaction: each sees what those before it did. ")
	again := "Send what failed again, corrected, and nothing that succeeded."
	if o.Atomic {
		b.WriteString("If one fails, nothing is written.\n")
		again = "Send all of them again, with that one corrected."
	} else {
		b.WriteString("One that fails changes nothing, the others are kept.\n")
	}
	b.WriteString("\n## Rules\n\n")
	for _, rule := range o.rules(specs) {
		b.WriteString("- " + rule + "\n")
	}
	b.WriteString("\n## Operations\n")
	for _, spec := range specs {
		operation(&b, spec)
	}
	b.WriteString("\n## Results\n\n")
	b.WriteString("Each operation is answered: ✅ and what was done, or an error with what was found (such as the nearest text) and what to send instead. ")
	b.WriteString(again + " Source that would no longer parse keeps its old text.\n")
	return b.String(), nil
}

// operation writes what one operation does, and its example. On what it fails is left to
// its errors, beyond what Doc says of it: they are there when they are needed.
func operation(b *strings.Builder, spec *ops.Spec) {
	b.WriteString("\n" + spec.Doc)
	before := " Optional:"
	for _, f := range spec.Fields {
		if f.Optional && !f.Rare {
			fmt.Fprintf(b, "%s %s (%s)", before, f.Name, f.Doc)
			before = ","
		}
	}
	if before == "," {
		b.WriteString(".")
	}
	b.WriteString("\n" + spec.Example + "\n")
}

// rules are what holds for every block, those left out that concern no operation which
// is taught.
func (o Options) rules(specs []*ops.Spec) []string {
	teaches := func(tags ...string) bool {
		return slices.ContainsFunc(specs, func(s *ops.Spec) bool { return slices.Contains(tags, s.Tag) })
	}
	has := func(holds func(ops.Field) bool) bool {
		return slices.ContainsFunc(specs, func(s *ops.Spec) bool { return slices.ContainsFunc(s.Fields, holds) })
	}
	snippets := has(func(f ops.Field) bool { return f.Kind == ops.Snippet })
	texts := has(func(f ops.Field) bool { return !f.Scalar() })
	lines := has(func(f ops.Field) bool { return f.Kind == ops.Number })

	var rules []string
	add := func(holds bool, rule string) {
		if holds {
			rules = append(rules, rule)
		}
	}
	add(!o.Fenced, "Write blocks bare: in code fences, backticks or your thinking they are shown, not run.")
	add(o.Fenced, "Write blocks bare or in code fences: in backticks or your thinking they are shown, not run.")
	add(true, "Tags have no attributes. Values are raw text: escape nothing.")
	add(true, "Paths are relative to the root: no .., no decoration.")
	add(snippets, "Text to find is compared exactly, blanks included: copy it from the file, without line numbers.")
	add(teaches("edit") && !o.Unique, "edit replaces all matches.")
	add(teaches("edit") && o.Unique, "edit has to match once, too.")
	add(snippets, "Where one match is wanted, more fail: take in lines around it.")
	add(texts, "A value on one line with its tags is taken as it is; one that begins on the next line is whole lines. Whole lines replaced with nothing are removed.")
	add(texts, "A value may hold any tags, its own closing tag too. Where its end is in doubt, wrap all of it in <![CDATA[ and ]]>.")
	add(texts && !o.Placeholders, "Write all text out: a line that stands for code left out (... existing code ...) is refused.")
	add(texts && o.Placeholders, "Write all text out, with no line that stands for code left out (... existing code ...).")
	add(lines, "Line numbers are those after the operations before.")
	add(o.ReadBeforeWrite, "Read a file before you change it.")
	add(o.Backups, "The content before is kept as FILE.bak or FILE.deleted: make no copies.")
	add(len(o.Protected) > 0, "Edit or overwrite, but never delete or move: "+strings.Join(o.Protected, ", ")+".")
	add(len(o.Directories) > 0, "Never remove or move: "+strings.Join(o.Directories, ", ")+".")
	add(true, "Never change: "+strings.Join(append([]string{".git", "the configuration of fileops"}, o.Denied...), ", ")+".")
	return rules
}
