package syntax_test

import (
	"strings"

	"fileops/internal/syntax"
)

// ok, no and at are verdicts in short.
func ok(language string) syntax.Verdict {
	return syntax.Verdict{State: valid, Language: language}
}

func no(language string) syntax.Verdict {
	return syntax.Verdict{State: notJudged, Language: language}
}

func at(language string, line, column int, msg string) syntax.Verdict {
	return syntax.Verdict{State: broken, Language: language, Line: line, Column: column, Msg: msg}
}

const conflicted = "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n"

// dataChecks are texts that hold data.
var dataChecks = []check{
	{"tsconfig.json", "// a\n{\"a\": [1, /* b */ 2,], // c\n}\n", ok("json")},
	{"tsconfig.json", "{\"a\": \"// no comment\", \"b\": \"/*\\\",}\",}", ok("json")},
	{"tsconfig.json", "{\"a\": 1,,}", at("json", 1, 9, "invalid character ',' looking for beginning of object key string")},
	{"a.jsonc", "[,]", at("json", 1, 2, "invalid character ',' looking for beginning of value")},
	{"a.jsonc", "{\n  // a\n  \"b\" 1\n}\n", at("json", 3, 7, "invalid character '1' after object key")},
	{"a.jsonc", "{} /* never closed", at("json", 1, 4, "invalid character '/' after top-level value")},
	{"a.jsonc", "{\"a\": \"never closed\n}", at("json", 1, 20, `invalid character '\n' in string literal`)},
	{"package.json", "{\"a\": 1, // b\n}", at("json", 1, 10, "invalid character '/' looking for beginning of object key string")},
	{"a.jsonl", "{\"a\": 1}\n\n[2]\r\n3\n", ok("json")},
	{"a.jsonl", "", ok("json")},
	{"a.jsonl", "\ufeff{}\n{\"a\": }\n{}\n", at("json", 2, 7, "invalid character '}' looking for beginning of value")},
	{"a.jsonl", "{}\n{\"a\": [\n{}\n", at("json", 2, 8, "unexpected end of JSON input")},
	{"a.json", "{\"a\": {{ b }}}", no("json")},
	{"a.json", "{\"a\": \"{{ b }}\"}", ok("json")},
	{"a.json", conflicted, at("json", 1, 1, "conflict markers")},

	{"a.yaml", "a: 1\nb: [1, 2]\n", ok("yaml")},
	{"a.yaml", "", ok("yaml")},
	{"a.yaml", "---\na: 1\n---\nb: 2\n...\n", ok("yaml")},
	{"a.yaml", "a: &x [1]\nb: *x\nc: !Ref d\n", ok("yaml")},
	{"a.yaml", "a: &x {b: 1}\nc:\n  <<: *x\n  <<: *x\n", ok("yaml")},
	{"a.yaml", "a: 1\n---\nb: [\n", at("yaml", 3, 0, "did not find expected node content")},
	{"a.yaml", "a: 1\nb: *x\n", at("yaml", 2, 0, "unknown anchor 'x' referenced")},
	{"a.yaml", "a: 1\n\tb: 2\n", at("yaml", 2, 0, "found a tab character that violates indentation")},
	{"a.yaml", "a:\n  b: 1\n  c: 2\n  b: 3\n", at("yaml", 4, 3, `key "b" is there already (line 2)`)},
	{"a.yaml", "a: 1\nb:\n  - c\n  d: 2\n", at("yaml", 4, 0, "did not find expected '-' indicator")},
	{"a.yaml", "a: 1\nb: c: d\n", at("yaml", 2, 0, "mapping values are not allowed in this context")},
	{"a.yaml", "a: \"b\nc: 1\n", at("yaml", 1, 0, "found unexpected end of stream")},
	{"a.yaml", "a: [1,\n  2,\n  3]\nb: \"c\n  d\"\ne: f: g\nh: [1,\n  2]\n", at("yaml", 6, 0, "mapping values are not allowed in this context")},
	{"a.yaml", "a: {{ b }}\n  c: 1\n", no("yaml")},
	{"a.yaml", "a:\n{{- if .Values.b }}\n  c: 1\n{{- end }}\n", no("yaml")},
	{"a.yaml", "a:\n  {% for b in c %}\n  - d\n  {% endfor %}\n", no("yaml")},
	{"a.yaml", "a: <% b %>\n  c: d: e\n", no("yaml")},
	{"a.yaml", "a: \"{{ b }}\"\nc: d: e\n", at("yaml", 2, 0, "mapping values are not allowed in this context")},
	{"a.yaml", "a: ${{ b }}\nc: d: e\n", at("yaml", 2, 0, "mapping values are not allowed in this context")},
	{"a.yaml", "%YAML 2.0\n---\na: 1\n", no("yaml")},
	{"a.yaml", conflicted, at("yaml", 1, 1, "conflict markers")},
	{"a.yaml", strings.Repeat("[", 100_000), no("yaml")},
	{"a.yaml", strings.Repeat("- ", 100_000), no("yaml")},

	{"a.toml", "a = 1\n[b]\nc = \"d\"\n", ok("toml")},
	{"a.toml", "", ok("toml")},
	{"a.toml", "a = 1\nb = \n", at("toml", 2, 5, "unexpected character U+000A at start of value")},
	{"a.toml", "a = 1\na = 2\n", at("toml", 2, 1, "key a is already defined")},
	{"a.toml", "[a]\n[a]\n", at("toml", 2, 2, "table a already exists")},
	{"a.toml", "a = \"{{ b }}\"\n", ok("toml")},
	{"a.toml", "a = {{ b }}\n", no("toml")},
	{"a.toml", conflicted, at("toml", 1, 1, "conflict markers")},
	{"a.toml", "a = " + strings.Repeat("[", 100_000), no("toml")},

	{"a.xml", "<?xml version=\"1.0\"?>\n<a b=\"1\"><c/>d</a>\n", ok("xml")},
	{"a.xml", "\ufeff<a/>", ok("xml")},
	{"a.xml", "<?xml version='1.0' encoding='ISO-8859-1' standalone='yes' ?><a/>", ok("xml")},
	{"a.xml", "<!DOCTYPE html>\n<a>&nbsp;</a>", ok("xml")},
	{"a.xml", "<a>&nbsp;</a>", at("xml", 1, 9, "invalid character entity &nbsp;")},
	{"a.xml", "", at("xml", 1, 1, "document is empty: no element")},
	{"a.xml", "<a>\n<b>\n</a>\n", at("xml", 3, 4, "element <b> closed by </a>")},
	{"a.xml", "<a>\n<b>\n", at("xml", 3, 1, "unexpected EOF")},
	{"a.xml", "<a/>\n<b/>\n", at("xml", 2, 4, "extra content after the root element: <b>")},
	{"a.xml", "<a/>\nb\n", at("xml", 3, 1, "text outside of the root element")},
	{"a.xml", "<a b='1' b='2'/>", at("xml", 1, 16, "attribute b redefined")},
	{"a.xml", "<a b=1/>", at("xml", 1, 6, "unquoted or missing attribute value in element")},
	{"a.xml", "\n<?xml version=\"1.0\"?>\n<a/>", at("xml", 2, 21, "XML declaration allowed only at the start of the document")},
	{"a.xml", "<?xml version=\"1.0 encoding=\"UTF-8\"?>\n<a/>", at("xml", 1, 1, "malformed XML declaration")},
	{"a.xml", "<?xml version=\"1.1\"?><a/>", no("xml")},
	{"a.xml", "<a><% b %></a>", no("xml")},
	{"a.xml", "<a>\n{% if b %}\n</c>\n{% endif %}\n</a>", no("xml")},
	{"a.xml", "<a>\n" + conflicted + "</a>\n", at("xml", 2, 1, "conflict markers")},
	{"a.plist", "{ a = 1; }", no("xml")},
	{"a.xml", strings.Repeat("<a>", 100_000), at("xml", 1, 300_000, "unexpected EOF")},
}

// scriptChecks are texts of shells, browsers and what runs JavaScript.
var scriptChecks = []check{
	{"a.sh", "if a; then\n  b\nfi\n", ok("shell")},
	{"a.sh", "", ok("shell")},
	{"a.sh", "a=(1 2)\n[[ -n $a ]] && echo\n", ok("shell")},
	{"a.sh", "#!/bin/sh\na=(1 2)\n", ok("shell")},
	{"a.sh", "#!/bin/zsh\necho ${(f)a}\nif\n", no("shell")},
	{"a.sh", "echo ${(f)a}\n", no("shell")},
	{"a.sh", "if a; then\n  b\n", at("shell", 1, 1, "`if` statement must end with `fi`")},
	{"a.sh", "echo \"${a\" b\n", at("shell", 1, 10, "not a valid parameter expansion operator: `\"`")},
	{"a.sh", "echo $((a b))\n", no("shell")},
	{"a.sh", "echo ${a b}\n", no("shell")},
	{"a.sh", "#!/bin/bash\nm[$1:$2]=1\n", no("shell")},
	{"a.sh", "echo \"${m[tcp:80]}\" ${m[a(b)]}\n", no("shell")},
	{"a.sh", "m=([x-]=1 [a~b]=2 [/]=3)\n", no("shell")},
	{"a.sh", "#!/bin/bash\nm[=]=1\n", no("shell")},
	{"a.sh", "m[(a]=1\n", no("shell")},
	{"a.sh", "#!/bin/bash\nm[$a]]=1\n", no("shell")},
	{"a.sh", "x=$((a && b) && c)\n", no("shell")},
	{"a.sh", "#!/bin/bash\n((a); (b))\n", no("shell")},
	{"a.sh", "! ! true\n", no("shell")},
	{"a.sh", "if a; then !\nfi\n", no("shell")},
	{"a.sh", "#!/bin/bash\na=(b)c\n", no("shell")},
	{"a.sh", "#!/bin/bash\nlet x = 1\n", no("shell")},
	{"a.sh", "echo ${}\n", no("shell")},
	{"a.sh", "#!/bin/bash\nm[a=1\n", at("shell", 2, 2, "reached EOF without matching `[` with `]`")},
	{"a.sh", "x=$((1 + 2\n", at("shell", 1, 3, "reached EOF without matching `$((` with `))`")},
	{"a.sh", "echo $(a; (b\n", at("shell", 1, 11, "reached EOF without matching `(` with `)`")},
	{"a.sh", "echo 'a\n", at("shell", 1, 6, "reached EOF without closing quote `'`")},
	{"a.sh", "a\n)\n", at("shell", 2, 1, "`)` can only be used to close a subshell")},
	{"a.bats", "@test \"a\" {\n  b\n}\n", ok("shell")},
	{"run", "#!/bin/bash\ncase a in\n", at("shell", 2, 1, "`case` statement must end with `esac`")},
	{"a.sh", conflicted, at("shell", 1, 1, "conflict markers")},
	{"a.sh", strings.Repeat("(", 100_000), no("shell")},

	{"a.js", "import a from 'b';\nexport const c = () => a;\n", ok("javascript")},
	{"a.js", "#!/usr/bin/env node\nwith (a) { b }\n", ok("javascript")},
	{"a.js", "const a = <div b={{c: 1}}>d</div>;\n", ok("javascript")},
	{"a.js", "@a class B { @c d() {} }\n", ok("javascript")},
	{"a.js", "// @flow\nfunction f(x: ?number) {}\n", no("javascript")},
	{"a.js", "function f( {\n", at("javascript", 2, 1, "Expected identifier but found end of file")},
	{"a.js", "a(;\n", at("javascript", 1, 3, `Unexpected ";"`)},
	{"a.js", "let a = 1;\nlet a = 2;\n", at("javascript", 2, 5, `The symbol "a" has already been declared`)},
	{"a.js", "const a = {{ site.b }};\n", no("javascript")},
	{"a.js", "const a = <%= b %>;\n", no("javascript")},
	{"a.js", conflicted, at("javascript", 1, 1, "conflict markers")},
	{"a.js", strings.Repeat("(", 100_000), no("javascript")},
	{"a.js", strings.Repeat("!", 100_000), no("javascript")},
	{"a.js", strings.Repeat("x:", 100_000), no("javascript")},
	{"a.js", "//" + strings.Repeat("x", 512<<10) + "\n(", no("javascript")},

	{"a.ts", "interface A<T> { b?: T }\nconst c = <A<number>>{};\n", ok("typescript")},
	{"a.ts", "class A { constructor(@b private c: string) {} }\n", ok("typescript")},
	{"a.ts", "@a() export class B { @c() d: string; }\n", ok("typescript")},
	{"a.d.ts", "declare module 'a' {\n  export const b: number;\n}\n", ok("typescript")},
	{"a.d.ts", "import a from 'b';\nexport const c: a;\nexport namespace d {\n  let e: a;\n  export { e as f };\n}\n", ok("typescript")},
	{"a.d.ts", "export const c: string; export const d string;\n", at("typescript", 1, 40, `Expected ";" but found "string"`)},
	{"a.d.ts", "export const c: string;\ninterface A {\n", at("typescript", 3, 2, "Unexpected end of file")},
	{"a.ts", "type A = B<>;\n", no("typescript")},
	{"a.tsx", "const a = <T,>(b: T) => <C<T> d={b}/>;\n", ok("typescript")},
	{"a.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS></TS>\n", no("typescript")},
	{"a.ts", "interface A {\n  b: string\n", at("typescript", 3, 1, "Unexpected end of file")},
	{"a.ts", "const a: = 1;\n", at("typescript", 1, 10, `Unexpected "="`)},
	{"a.ts", conflicted, at("typescript", 1, 1, "conflict markers")},

	{"a.css", "a { color: red; &:hover { top: 0 } }\n@media (width > 1px) { b {} }\n", ok("css")},
	{"a.css", "@tailwind base;\n.a { @apply b; }\n", ok("css")},
	{"a.css", "", ok("css")},
	{"a.css", "a { color: red\n  top: 0;\n  left: 0 }\n", at("css", 2, 3, `Expected ";" before this declaration`)},
	{"a.css", "a{color:red top:0}", at("css", 1, 13, `Expected ";" before this declaration`)},
	{"a.css", "a:hover, b:not(:c) { &:d { e: url(f:g) } --h: i:j; filter: progid:A.B(c=1); k: \"l:m\" /* : : */ }\n", ok("css")},
	{"a.css", "a{--json: {\"a\": \"b\", \"c\": \"d\"};}\nb{ --c: { d: e:f; { g:h:i } } }\n", ok("css")},
	{"a.css", "a{--b: {c:d}; color:red top:0}", at("css", 1, 25, `Expected ";" before this declaration`)},
	{"a.css", "@import url(http://a);\na { *zoom: 1 }\n", ok("css")},
	{"a.css", "a { color: red;\n", at("css", 1, 3, `Expected "}" to go with "{"`)},
	{"a.css", "a { b: c }\n}\n", at("css", 2, 1, `Unexpected "}"`)},
	{"a.css", "/* a\n", at("css", 1, 1, `Expected "*/" to terminate multi-line comment`)},
	{"a.css", conflicted, at("css", 1, 1, "conflict markers")},
	{"a.css", strings.Repeat("{", 100_000), no("css")},
}
