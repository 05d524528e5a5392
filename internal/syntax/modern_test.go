package syntax_test

import (
	"testing"

	"fileops/internal/syntax"
)

// TestDialectsAreNotBroken is what a parser that is a little old, or knows one dialect
// too few, would call broken.
func TestDialectsAreNotBroken(t *testing.T) {
	t.Parallel()
	c := every(t)
	for _, tt := range []struct{ name, src string }{
		{"a.css", ":global(.a) { composes: b from \"c.css\"; }\n@value d: 1px;\n"},
		{"a.css", "@import \"tailwindcss\";\n@theme { --a: 1; }\n@custom-variant dark (&:where(.dark, .dark *));\n@utility b { c: d; }\n@layer e, f;\n"},
		{"a.css", ".a { color: color(display-p3 1 0 0 / 0.5); margin: calc(1px + (2px * 3)) !important }\n"},
		{"a.css", ".a { /* b */ @apply md:c hover:d focus:e; }\n.sm\\:p-1:hover { a: b }\n"},
		{"a.css", "@media (400px <= width <= 700px) { a { b: c } }\n@container d (width > 1px) { e { f: g } }\n@property --h { syntax: '<length>'; inherits: false; initial-value: 0px; }\n"},
		{"a.css", "@import url(\"a.css\") layer(b) supports(display: grid) screen;\n@supports (a: b) and (c: d) { e { f: g } }\n"},
		{"a.css", ".a { filter: progid:DXImageTransform.Microsoft.gradient(startColorstr='#80000000', endColorstr='#80000000'); *display: inline; _height: 1px; width: expression(1) }\n"},
		{"a.css", "@charset \"utf-8\";\na { background: url(data:image/png;base64,AA==); b: \"}\"; --c: { d: e }; --f: g:h }\n<!-- a {} -->\n"},
		{"a.css", ".a { @media (b: c) { d: e } & .f { g: h } .i & { j: k } > l { m: n } }\n"},
		{"a.js", "import a from './a.json' assert { type: 'json' };\nimport b from './b.json' with { type: 'json' };\n"},
		{"a.js", "import defer * as a from 'b';\nawait a;\nclass B { static { this.#c = 1 } static #c; accessor d = 1; }\n"},
		{"a.js", "const a = /[\\p{L}--[a-z]]/v, b = 1_000n, c = d?.e ?? f?.[0];\na ||= b;\nexport * as g from 'h';\n"},
		{"a.js", "async function* f() { for await (const a of b) yield* a; }\nlabel: for (;;) { break label }\nvar let_ = async => async;\n"},
		{"a.js", "<!-- a comment of old\nvar a = 010, b = '\\07';\nwith (a) { delete b }\n--> another\n"},
		{"a.js", "return 1;\n"},
		{"a.js", "using a = b();\nconst c = <><d.e f:g='h' {...i}>&nbsp;{/* j */}</d.e></>;\n"},
		{"a.cjs", "const a = require('b');\nmodule.exports = { await: 1, async a() { await b } };\nvar yield_ = 1;\n"},
		{"a.ts", "const a = { b: 1 } satisfies C;\nenum D { e = 1 }\nconst enum F { g }\nimport h = require('i');\nexport = h;\n"},
		{"a.ts", "abstract class A<in out T, const U> { declare b: string; c!: number; abstract d(): void; accessor e = 1; constructor(private readonly f?: T); constructor(f: any) { } }\n"},
		{"a.ts", "function a(this: B, c?: number): asserts c is number;\nfunction a(c: any): void {}\ntype D = `x${string}` | unique symbol | (new () => E) | (abstract new () => F);\n"},
		{"a.ts", "import A, { type B } from 'c';\nimport { type D as E } from 'f';\nexport type * as G from 'h';\nlet i = <const>['j'], k = l!.m!, n = o as const;\n"},
		{"a.ts", "declare global { interface A { b: string } var c: number }\nnamespace D.E { export const f = 1 }\nmodule G {}\ndeclare module '*.css' { const h: string; export default h }\n"},
		{"a.ts", "type A<T> = T extends (infer U extends string)[] ? U : never;\ntype B = { readonly [K in keyof C as `x${K}`]-?: C[K] };\nlet d: typeof import('e').f;\ntype G = [h: string, ...i: number[]];\n"},
		{"a.ts", "@A() class B { @C private d = 1; constructor(@E() f: G) {} @H({}) get i() { return 1 } }\n"},
		{"a.mts", "export const a = <T,>(b: T) => b;\nexport default class<T> {}\n"},
		{"a.d.ts", "/// <reference types=\"a\" />\nexport as namespace B;\nexport default function c(): void;\nexport { d as default } from 'e';\ndeclare let f: string;\nexport class G { private h; static i: string }\nimport j, * as k from 'l';\n"},
		{"a.tsx", "export const a = <T extends unknown>(b: T) => <B<T> {...b} c={<d />} />;\nconst e = f as unknown as <G>(h: G) => G;\n"},
		{"a.sh", "coproc a { b; }\nc() { local -r d=${e:-$(f)}; }\ncase $g in (h|i) j ;& *) k ;; esac\nselect l in m; do n; done\n"},
		{"a.sh", "while read -r a; do b; done < <(c)\nd=$'\\n' e=${f//g/h} i+=(j)\n[[ $k =~ ^[0-9]+$ ]] && ((l++))\ncat <<-'EOF'\n\t$(\n\tEOF\n"},
		{"a.sh", "#!/bin/sh\nset -e\n. ./a\nif [ \"$b\" = c ]; then :; fi\nfor d in \"$@\"; do e=\"$(f \"$g\")\"; done\ntrap 'h' EXIT\n"},
		{".envrc", "use flake\nPATH_add bin\n"},
		{"a.yaml", "on:\n  push:\n    branches: [main]\njobs:\n  a:\n    if: ${{ github.event_name == 'b' }}\n    steps:\n      - run: |\n          echo {{ c }}\n"},
		{"a.yaml", "a: &b\n  c: !!binary aGk=\n  ? d\n  : e\nf: >-\n  g\n   h\ni: *b\nj: !Sub '${k}'\nl: {m: n, o: [p, q,]}\n"},
		{"a.yaml", "%YAML 1.2\n---\na: yes\nb: 2001-01-01\n\"c\": 'd''e'\n...\n---\n- f\n-\n  - g\n"},
		{"a.yaml", "{{- if .Values.a }}\nb:\n  {{- toYaml .Values.c | nindent 2 }}\n{{- end }}\n"},
		{"a.yaml", "- hosts: a\n  tasks:\n    - name: b\n      when: c is defined\n      template: src=d dest=\"{{ e }}\"\n"},
		{"a.toml", "[a.\"b.c\"]\nd = 1979-05-27T07:32:00Z\ne = '''f\n'g'''\n[[h]]\ni = {j = [1, 2,], k.l = 0xFF}\nm = inf\n"},
		{"a.xml", "<?xml version=\"1.0\"?>\n<?xml-stylesheet href=\"a\"?>\n<!DOCTYPE b [ <!ENTITY c \"d\"> <!ELEMENT e (f|g)*> ]>\n<!-- h -->\n<b xmlns:i=\"j\" i:k=\"l\"><![CDATA[<m>]]>&c;&#10;&#xA;</b>\n<!-- n -->\n"},
		{"a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>a > b { c: d }</style><path d=\"M0 0\"/></svg>\n"},
		{"a.jsonl", "{\"a\": 1}\r\n{\"b\": [\"\\u2028\"]}"},
		{".vscode/settings.json", "{\n  // a\n  \"b\": [\"c\", /* d */],\n}\n"},
	} {
		if v := c.Check(tt.name, []byte(tt.src)); v.State == syntax.Broken {
			t.Errorf("Check(%q, %q) = %d:%d %s; want it not broken", tt.name, tt.src, v.Line, v.Column, v.Msg)
		}
	}
}
