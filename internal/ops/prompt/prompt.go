// Package prompt writes the text that teaches a model to answer in operation blocks: the
// operations with an example each, and the rules for all. It is made from the catalogue of
// package ops and from the settings. It is short, since it is sent with every request.
package prompt

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// Options say what holds where the blocks will be run.
type Options struct {
	Only []string     // tags of the operations to teach; if empty, all but those with a SameAs
	Form wording.Form // of the blocks: Tags, or another, which knows no Only

	Anchors         bool // lines are named by anchors, too
	Atomic          bool // one failure keeps everything from being written
	Backups         bool // the content before is kept beside the file
	Fenced          bool // blocks in code fences are run too
	Unique          bool // an <edit> must match once
	ReadBeforeWrite bool // a file is changed only after it was read
	Placeholders    bool // a line that stands for code may be written
	KeepBroken      bool // an operation that breaks the syntax of a file is not undone
	NoParents       bool // missing directories above a new file are not made

	Protected   []string // files and patterns: may be edited and overwritten, not deleted or moved
	Directories []string // may not be removed
	Denied      []string // patterns that may not be changed, beyond the built-in ones
}

// Text returns the prompt. An unknown operation is an error that names a similar one.
func Text(o Options) (string, error) {
	if d, other := dialects.Get()[o.Form]; other {
		return o.teach(d)
	}
	specs, err := o.specs()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# File operations\n\n")
	b.WriteString("To change files, write operation blocks in your answer. They run in order, and each sees the changes of the earlier ones. " + o.failing())
	b.WriteString("\n## Rules\n\n")
	for _, rule := range o.rules(specs) {
		b.WriteString("- " + rule + "\n")
	}
	group := ""
	for _, spec := range specs {
		if spec.Group != group {
			group = spec.Group
			b.WriteString("\n## " + group + "\n")
		}
		o.operation(&b, spec)
	}
	b.WriteString("\n## Results\n\n")
	b.WriteString(o.results("An", "operation"))
	return b.String(), nil
}

// failing says what a failure does to the others.
func (o Options) failing() string {
	if o.Atomic {
		return "If one fails, nothing is written.\n"
	}
	return "If one fails, the others are still applied.\n"
}

// results says what comes back for each block, which is called what, with its article.
func (o Options) results(article, what string) string {
	text := "For each " + what + " you get what was done, or an error that says what was found and what to send instead. "
	if o.Atomic {
		text += "After a failure, send every " + what + " again, corrected."
	} else {
		text += "Send again only what failed, corrected."
	}
	if !o.KeepBroken {
		text += " " + article + " " + what + " that breaks the syntax of a source file is undone and fails."
	}
	return text + "\n"
}

// specs are the operations to teach, in the order of the catalogue. By default, only one is
// taught of those that do the same.
func (o Options) specs() ([]*ops.Spec, error) {
	if _, err := ops.Pick(ops.Catalogue(), o.Only); err != nil {
		return nil, err
	}
	var specs []*ops.Spec
	for _, spec := range ops.Catalogue() {
		taught := spec.SameAs == ""
		switch {
		case len(o.Only) > 0:
			taught = slices.Contains(o.Only, spec.Tag)
		case o.Unique: // an edit is a str_replace then
			taught = taught && spec.Tag != "str_replace" || spec.SameAs == "edit"
		}
		if taught {
			specs = append(specs, &spec)
		}
	}
	return specs, nil
}

// operation writes what one operation does, its optional fields and its example. When to use
// it and all cases in which it fails would make the prompt too long: the tools of an API have
// them, and the errors name the cases.
func (o Options) operation(b *strings.Builder, spec *ops.Spec) {
	doc := spec.Doc
	if o.Unique && spec.Tag == "edit" {
		doc = "Replace the only occurrence of `find` in a file."
	} else if o.NoParents && spec.Tag == "create" {
		doc = "Create a new file; fails if the file exists."
	}
	b.WriteString("\n" + doc + "\n")
	before := "Optional fields:\n"
	for _, f := range spec.Fields {
		if f.Optional && !f.Rare && (o.Anchors || !f.Anchors) {
			fmt.Fprintf(b, "%s- `%s`: %s\n", before, f.Name, f.Doc)
			before = ""
		}
	}
	b.WriteString(spec.Example + "\n")
}

// rules are what holds for every block, without those that concern no operation that is
// taught.
func (o Options) rules(specs []*ops.Spec) []string {
	teaches := func(tags ...string) bool {
		return slices.ContainsFunc(specs, func(s *ops.Spec) bool { return slices.Contains(tags, s.Tag) })
	}
	has := func(holds func(ops.Field) bool) bool {
		return slices.ContainsFunc(specs, func(s *ops.Spec) bool {
			return s.Tag != "grep" && slices.ContainsFunc(s.Fields, holds) // its pattern is no text of a file
		})
	}
	snippets := has(func(f ops.Field) bool { return f.Kind == ops.Snippet })
	texts := has(func(f ops.Field) bool { return !f.Scalar() })

	var rules []string
	add := func(holds bool, rule string) {
		if holds {
			rules = append(rules, rule)
		}
	}
	add(!o.Fenced, "Write blocks as plain text. Blocks in code fences, backticks or thinking are not run.")
	add(o.Fenced, "Write blocks as plain text or in code fences. Blocks in backticks or thinking are not run.")
	add(o.Anchors && has(func(f ops.Field) bool { return f.Kind == ops.Line }), "A read or grep with `<anchors>true</anchors>` shows an anchor such as `12#k3f` before each line: its number and a hash of its text. Write the anchor wherever a line number is asked for. It means the line as you read it, even if earlier operations moved it, and fails if the line has changed. Never write anchors into the text of a file.")
	add(true, "Tags take no attributes. Values are raw text: do not escape characters such as < and &.")
	add(true, "Write paths bare, relative to the root directory, without `..`, backticks or Markdown links.")
	add(snippets, "Text to find must match the file exactly, including whitespace. Copy it from a read, without the line numbers.")
	add(o.Unique && teaches("edit") || teaches("str_replace", "insert_after", "insert_before", "file_edit"),
		"If a text must be the only occurrence but occurs more than once, include neighbouring lines until it is unique.")
	add(texts, "A value between its tags on one line is used exactly. A value that starts on the line after its opening tag stands for whole lines.")
	add(snippets, "To change part of a line, keep the value on one line with its tags. To delete whole lines, replace them with an empty value.")
	add(texts, "A value may contain any text, even its own closing tag. If its end is ambiguous, wrap the value in <![CDATA[ and ]]>.")
	add(teaches("create", "create_overwrite"), "For an empty file, write <![CDATA[]]> as its content.")
	add(texts && !o.Placeholders, "Never abbreviate: lines such as `# ... rest unchanged` are rejected.")
	add(texts && o.Placeholders, "Never abbreviate with lines such as `# ... rest unchanged`.")
	add(teaches("read", "insert_at", "replace_lines", "file_edit"), "Line numbers refer to the file as the earlier operations in your answer left it.")
	add(o.NoParents && teaches("create", "create_overwrite"), "Make a directory before you create a file in it: missing directories are not made.")
	add(o.ReadBeforeWrite, "Read a file before you change it, or the change fails.")
	add(o.Backups, keptContents)
	add(true, o.never())
	return append(rules, o.protected()...)
}

// keptContents says that backups are made.
const keptContents = "Make no backup copies: the old content is kept as FILE.bak or FILE.deleted."

// protected returns the rules about what may not be deleted or moved.
func (o Options) protected() (rules []string) {
	if list := withoutGit(o.Protected); len(list) > 0 {
		rules = append(rules, "You may edit and overwrite these files, but not delete or move them: "+strings.Join(list, ", ")+".")
	}
	if list := withoutGit(o.Directories); len(list) > 0 {
		rules = append(rules, "Never delete or move these directories: "+strings.Join(list, ", ")+".")
	}
	return rules
}

// never names what may not be changed.
func (o Options) never() string {
	return "Never change: " + strings.Join(append([]string{".git", "fileops configuration files"}, o.Denied...), ", ") + "."
}

// withoutGit leaves out what no operation may change: listed as protected, it would seem to
// be editable.
func withoutGit(patterns []string) []string {
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return p == ".git" || p == ".git/**" })
}
