package syntax

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// maxScript bounds what esbuild is given, in bytes: nobody can stop it, and it may take
// a KB of the stack for each.
const maxScript = 512 << 10

// javaScript is ECMAScript as modules and scripts, with JSX wherever it could be meant.
var javaScript = language{
	name: "javascript",
	named: func(_, base string) bool {
		switch path.Ext(base) {
		case ".js", ".mjs", ".cjs", ".jsx":
			return true
		}
		return false
	},
	interpreter: func(program string) bool { return program == "node" || program == "nodejs" },
	max:         maxScript,
	marked:      hasMark,
	parse:       parseJavaScript,
}

// typeScript is TypeScript, with JSX in .tsx.
var typeScript = language{
	name: "typescript",
	named: func(_, base string) bool {
		switch path.Ext(base) {
		case ".ts", ".mts", ".cts", ".tsx":
			return true
		}
		return false
	},
	interpreter: func(program string) bool { return program == "deno" || program == "tsx" || program == "ts-node" },
	max:         maxScript,
	marked:      hasMark,
	parse:       parseTypeScript,
}

// parseJavaScript does not judge what says that it is Flow, nor what only a module may
// not hold: esbuild takes every file for one.
func parseJavaScript(s source) Verdict {
	if isFlow(s.text) {
		return Verdict{}
	}
	v := transform(s.text, api.TransformOptions{Loader: api.LoaderJSX, JSX: api.JSXPreserve})
	if v.State == Broken && path.Ext(s.base) != ".mjs" && ofScript(lineAt(s.text, v.Line), v) {
		return Verdict{}
	}
	return v
}

// ofScript reports whether a complaint is about "await" where it may be a name, or about
// "new.target" outside of functions, as in the function that CommonJS puts around a file.
func ofScript(line []byte, v Verdict) bool {
	before := bytes.TrimRight(line[:min(max(v.Column-1, 0), len(line))], " \t")
	return bytes.HasSuffix(before, []byte("await")) || strings.Contains(v.Msg, `"await"`) || strings.Contains(v.Msg, `"new.target"`)
}

// isFlow reports whether a file has the pragma of Flow, which stands in a comment
// before the first statement.
func isFlow(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 4<<10)], []byte("@flow"))
}

// parseTypeScript takes decorators of both kinds. Files of the same ending that are
// no TypeScript, translations of Qt, begin with a tag.
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
	if v.State == Broken && isDeclaration(s.base) {
		v = transform(slices.Concat([]byte(ambient), s.text, []byte("\n}")), options)
		if v.Line == 1 {
			v.Column = max(v.Column-len(ambient), 1)
		}
		v.Line = min(v.Line, 1+bytes.Count(s.text, []byte("\n")))
	}
	if v.State == Broken && emptyList(lineAt(s.text, v.Line), v.Column) {
		return Verdict{}
	}
	if v.State == Broken && strings.Contains(strings.ToLower(v.Msg), "decorator") {
		options.TsconfigRaw = `{"compilerOptions": {"experimentalDecorators": true}}`
		return transform(s.text, options)
	}
	return v
}

// emptyList reports whether a list of types ends in a line where it began: "A<>". The
// compiler complains of that later.
func emptyList(line []byte, column int) bool {
	return column > 1 && column <= len(line) && line[column-2] == '<' && line[column-1] == '>'
}

// ambient is put around declarations: what stands in a module that is declared needs
// neither "declare" nor values, as in a file of declarations.
const ambient = `declare module "x" {`

// isDeclaration reports whether a file is one of declarations: a.d.ts, a.d.css.ts.
func isDeclaration(base string) bool {
	return strings.Contains(base, ".d.")
}

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

// located makes a verdict of a message. One without a place is about a panic, which
// esbuild catches, or about the options.
func located(m api.Message) Verdict {
	if m.Location == nil {
		return Verdict{Trouble: "its parser failed (" + m.Text + ")"}
	}
	place := m.Location
	for _, note := range m.Notes { // what was never closed is worth more than the end of the file
		if note.Location != nil && (strings.HasPrefix(note.Text, "The unbalanced") || strings.Contains(note.Text, "starts here")) {
			place = note.Location
		}
	}
	return Verdict{State: Broken, Line: max(place.Line, 1), Column: place.Column + 1, Msg: m.Text}
}
