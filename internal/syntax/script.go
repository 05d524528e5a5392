package syntax

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// maxScript limits what esbuild is given, in bytes: it cannot be stopped, and may take a KB
// of stack for each byte.
const maxScript = 512 << 10

// javaScript is ECMAScript as modules and scripts, with JSX wherever it could be meant.
var javaScript = language{
	name:        "javascript",
	names:       []string{"*.js", "*.mjs", "*.cjs", "*.jsx"},
	interpreter: func(program string) bool { return program == "node" || program == "nodejs" },
	max:         maxScript,
	marked:      hasMark,
	parse:       parseJavaScript,
}

// typeScript is TypeScript, with JSX in .tsx.
var typeScript = language{
	name:        "typescript",
	names:       []string{"*.ts", "*.mts", "*.cts", "*.tsx"},
	interpreter: func(program string) bool { return program == "deno" || program == "tsx" || program == "ts-node" },
	max:         maxScript,
	marked:      hasMark,
	parse:       parseTypeScript,
}

// parseJavaScript does not judge Flow, which a pragma before the first statement declares. It
// ignores errors that hold for modules only, since esbuild takes every file for a module.
func parseJavaScript(s source) Verdict {
	if bytes.Contains(s.text[:min(len(s.text), 4<<10)], []byte("@flow")) {
		return Verdict{}
	}
	v := transform(s.text, api.TransformOptions{Loader: api.LoaderJSX, JSX: api.JSXPreserve})
	if v.State == Broken && path.Ext(s.base) != ".mjs" && ofScript(lineAt(s.text, v.Line), v) {
		return Verdict{}
	}
	return v
}

// ofScript reports whether an error holds only for modules. In scripts "await" may be a name,
// and CommonJS wraps a file in a function, which makes "new.target" valid.
func ofScript(line []byte, v Verdict) bool {
	before := bytes.TrimRight(line[:min(max(v.Column-1, 0), len(line))], " \t")
	return bytes.HasSuffix(before, []byte("await")) || strings.Contains(v.Msg, `"await"`) || strings.Contains(v.Msg, `"new.target"`)
}

// parseTypeScript accepts decorators of both kinds. It does not judge translations of Qt, which
// have the same file extension and begin with a tag.
func parseTypeScript(s source) Verdict {
	start := bytes.TrimSpace(bytes.TrimPrefix(s.text, []byte(utf8BOM)))
	if bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(start, []byte("<!DOCTYPE")) {
		return Verdict{}
	}
	options := api.TransformOptions{Loader: api.LoaderTS}
	if path.Ext(s.base) == ".tsx" {
		options.Loader, options.JSX = api.LoaderTSX, api.JSXPreserve
	}
	v := transform(s.text, options)
	if v.State == Broken && strings.Contains(s.base, ".d.") { // declarations: a.d.ts, a.d.css.ts
		v = transform(slices.Concat([]byte(ambient), s.text, []byte("\n}")), options)
		if v.Line == 1 {
			v.Column = max(v.Column-len(ambient), 1)
		}
		v.Line = min(v.Line, 1+bytes.Count(s.text, []byte("\n")))
	}
	line := lineAt(s.text, v.Line)
	if v.State == Broken && v.Column > 1 && bytes.HasPrefix(line[min(v.Column-2, len(line)):], []byte("<>")) {
		return Verdict{} // an empty list of types, "A<>": the compiler rejects it later than other syntax
	}
	if v.State == Broken && strings.Contains(strings.ToLower(v.Msg), "decorator") {
		options.TsconfigRaw = `{"compilerOptions": {"experimentalDecorators": true}}`
		return transform(s.text, options)
	}
	return v
}

// ambient is put around a file of declarations. Inside a declared module, declarations need
// neither "declare" nor values.
const ambient = `declare module "x" {`

// transform asks esbuild for the first error.
func transform(src []byte, options api.TransformOptions) Verdict {
	if tooDeep(src) || tooLong(src) {
		return Verdict{}
	}
	errs := api.Transform(string(src), options).Errors
	if len(errs) == 0 {
		return Verdict{State: Valid}
	}
	return located(errs[0])
}

// located makes a verdict of a message. A message without a location is about a panic, which
// esbuild catches, or about the options.
func located(m api.Message) Verdict {
	if m.Location == nil {
		return Verdict{Trouble: "its parser failed (" + m.Text + ")"}
	}
	place := m.Location
	for _, note := range m.Notes { // an opening bracket tells more than the end of the file
		if note.Location != nil && (strings.HasPrefix(note.Text, "The unbalanced") || strings.Contains(note.Text, "starts here")) {
			place = note.Location
		}
	}
	return Verdict{State: Broken, Line: max(place.Line, 1), Column: place.Column + 1, Msg: m.Text}
}
