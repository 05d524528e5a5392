package syntax_test

import (
	"slices"
	"strings"
	"testing"

	"fileops/internal/cputime"
	"fileops/internal/syntax"
)

// every returns the parsers of all languages.
func every(tb testing.TB) syntax.Parsers {
	tb.Helper()
	c, err := syntax.NewParsers(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	want := []string{"css", "go", "javascript", "json", "python", "shell", "toml", "typescript", "xml", "yaml"}
	if got := syntax.Languages(); !slices.Equal(got, want) {
		t.Errorf("Languages() = %q; want %q", got, want)
	}
}

func TestNewParsersRefusesUnknownLanguages(t *testing.T) {
	t.Parallel()
	_, err := syntax.NewParsers([]string{"go", "cobol"})
	want := `unknown language "cobol": the known ones are css, go, javascript, json, python, shell, toml, typescript, xml, yaml`
	if err == nil || err.Error() != want {
		t.Errorf("NewParsers = %v; want %s", err, want)
	}
}

func TestOnlyChosenLanguagesAreJudged(t *testing.T) {
	t.Parallel()
	one, err := syntax.NewParsers([]string{"json"})
	if err != nil {
		t.Fatal(err)
	}
	none, err := syntax.NewParsers([]string{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		c    syntax.Parsers
		want string
	}{
		{"a.json", one, "json"},
		{"a.py", one, ""},
		{"a.json", none, ""},
		{"a.json", syntax.Parsers{}, ""},
		{"a.py", every(t), "python"},
	} {
		if got := tt.c.Language(tt.name, nil); got != tt.want {
			t.Errorf("Language(%q) = %q; want %q", tt.name, got, tt.want)
		}
		if got := tt.c.Check(tt.name, []byte("(")); (got.State == syntax.Broken) != (tt.want != "") {
			t.Errorf("Check(%q) = %+v; want broken only if the language is chosen", tt.name, got)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	c := every(t)
	for _, tt := range []struct{ name, src, want string }{
		{"a.py", "", "python"},
		{"a/b.pyi", "", "python"},
		{"a/B.PYW", "", "python"},
		{"a/SConstruct", "", "python"},
		{"SConscript", "", "python"},
		{"wscript", "", "python"},
		{"a.pyx", "", ""},
		{"a.py.j2", "#!/usr/bin/python3\n", ""},
		{"run", "#!/usr/bin/python3\n", "python"},
		{"run", "#!/usr/bin/env python\n", "python"},
		{"run", "#!/usr/bin/env -S A=1 python3.12 -u\n", "python"},
		{"run", "#! /usr/bin/pypy3", "python"},
		{"run", "#!/usr/bin/python2.7\n", ""},
		{"run", "#!/usr/bin/env python2\n", ""},
		{"run", "#!/bin/sh\n", "shell"},
		{"run", "#!/usr/bin/env bash\n", "shell"},
		{"run", "#!/bin/zsh\n", ""},
		{"run", "#!/bin/ksh\n", ""},
		{"run", "#!/usr/bin/env node\n", "javascript"},
		{"run", "#!/usr/bin/env -S deno run\n", "typescript"},
		{"run", "#!/usr/bin/perl\n", ""},
		{"run", "#!\npython", ""},
		{"run", "#!" + strings.Repeat("x", 500), ""},
		{"run", "python", ""},
		{"run", "", ""},
		{"a.go", "", "go"},
		{"go.mod", "", ""},
		{"a.json", "", "json"},
		{"a/package.json", "", "json"},
		{"a.jsonl", "", "json"},
		{"a.ndjson", "", "json"},
		{"a.jsonc", "", "json"},
		{"a.json5", "", ""},
		{"a.ipynb", "", "json"},
		{"a.code-workspace", "", "json"},
		{".babelrc", "", ""},
		{"babel.config.json", "", ""},
		{".eslintrc", "", ""},
		{"composer.lock", "", "json"},
		{"a.lock", "", ""},
		{"tsconfig.json", "", "json"},
		{".vscode/settings.json", "", "json"},
		{".vscode/a.txt", "", ""},
		{"a.yml", "", "yaml"},
		{"a.yaml", "", "yaml"},
		{"CITATION.cff", "", "yaml"},
		{"a.yaml.erb", "", ""},
		{"a.yaml.j2", "", ""},
		{"Cargo.toml", "", "toml"},
		{"Cargo.lock", "", "toml"},
		{"Pipfile", "", "toml"},
		{"Pipfile.lock", "", "json"},
		{"a.xml", "", "xml"},
		{"a.svg", "", "xml"},
		{"a.csproj", "", "xml"},
		{"Web.config", "", "xml"},
		{"a.config", "", ""},
		{"a.html", "", ""},
		{"a.vue", "", ""},
		{"a.svelte", "", ""},
		{"a.sh", "", "shell"},
		{"a.bash", "", "shell"},
		{".bashrc", "", "shell"},
		{"PKGBUILD", "", "shell"},
		{"a.zsh", "", ""},
		{"a.ksh", "", ""},
		{"a.js", "", "javascript"},
		{"a.mjs", "", "javascript"},
		{"a.cjs", "", "javascript"},
		{"a.jsx", "", "javascript"},
		{"a.js.flow", "", ""},
		{"a.ts", "", "typescript"},
		{"a.d.ts", "", "typescript"},
		{"a.mts", "", "typescript"},
		{"a.tsx", "", "typescript"},
		{"a.css", "", "css"},
		{"a.scss", "", ""},
		{"a.less", "", ""},
		{"vscode/settings.json", "", "json"},
		{"a.txt", "", ""},
	} {
		if got := c.Language(tt.name, []byte(tt.src)); got != tt.want {
			t.Errorf("Language(%q, %q) = %q; want %q", tt.name, tt.src, got, tt.want)
		}
	}
}

// check is one file and what to say of it.
type check struct {
	name, src string
	want      syntax.Verdict
}

const (
	notJudged = syntax.NotJudged
	valid     = syntax.Valid
	broken    = syntax.Broken
)

var checks = slices.Concat(codeChecks, dataChecks, scriptChecks)

var codeChecks = []check{
	{"a.py", "x = 1\n", syntax.Verdict{State: valid, Language: "python"}},
	{"a.py", "", syntax.Verdict{State: valid, Language: "python"}},
	{"a.py", "\ufeffx = 1\n", syntax.Verdict{State: valid, Language: "python"}},
	{"a.py", "x = 1\nif x\n    y\n", syntax.Verdict{State: broken, Language: "python", Line: 2, Column: 5, Msg: "expected ':'"}},
	{"a.py", "# coding: latin-1\nx = '\xe9'\n", syntax.Verdict{State: notJudged, Language: "python"}},
	{"a.py", "x = '\xe9'\n", syntax.Verdict{State: notJudged, Language: "python"}},
	{"a.py", "x = {{{ a }\n", syntax.Verdict{State: broken, Language: "python", Line: 1, Column: 6, Msg: "'{' was never closed"}},
	{"a.py", "x = {{ a }} y\n", syntax.Verdict{State: broken, Language: "python", Line: 1, Column: 13, Msg: "invalid syntax"}},
	{"a.py", "x = f'{{a}}b'\ny = (\n", syntax.Verdict{State: broken, Language: "python", Line: 2, Column: 5, Msg: "'(' was never closed"}},
	{"a.py", "#!/usr/bin/python2\nprint 1\n", syntax.Verdict{State: notJudged, Language: "python"}},
	{"a.py", "print 1\n", syntax.Verdict{State: broken, Language: "python", Line: 1, Column: 1, Msg: "Missing parentheses in call to 'print'. Did you mean print(...)?"}},
	{"a.py", "{% if a %}\nx = {{ b }}\n{% endif %}\n", syntax.Verdict{State: notJudged, Language: "python"}},
	{"a.py", "x = '''\n{% if a %}\n'''\n", syntax.Verdict{State: valid, Language: "python"}},
	{"a.py", "x = 1\n{% open\n", syntax.Verdict{State: broken, Language: "python", Line: 2, Column: 2, Msg: "invalid syntax"}},
	{"a.py", "x = 1\n<<<<<<< HEAD\ny\n=======\nz\n>>>>>>> b\n", syntax.Verdict{State: broken, Language: "python", Line: 2, Column: 1, Msg: "conflict markers"}},
	{"a.py", "x = 1\r\n<<<<<<< HEAD\r\ny\r\n=======\r\nz\r\n>>>>>>> b\r\n", syntax.Verdict{State: broken, Language: "python", Line: 2, Column: 1, Msg: "conflict markers"}},
	{"a.py", "'''\n<<<<<<< HEAD\n=======\n>>>>>>> b\n'''\n", syntax.Verdict{State: valid, Language: "python"}},
	{"a.py", "x = (\n<<<<<<< HEAD\n", syntax.Verdict{State: broken, Language: "python", Line: 1, Column: 5, Msg: "'(' was never closed"}},
	{"a.py", "%matplotlib inline\nimport x\n", syntax.Verdict{State: notJudged, Language: "python"}},
	{"a.py", "import x\n!pip install y\n", syntax.Verdict{State: notJudged, Language: "python"}},
	{"a.py", "x = (a\n% b\n", syntax.Verdict{State: broken, Language: "python", Line: 1, Column: 5, Msg: "'(' was never closed"}},
	{"a.py", strings.Repeat("#", 2<<20) + "\n(", syntax.Verdict{State: notJudged, Language: "python"}},

	{"a.go", "package a\n", syntax.Verdict{State: valid, Language: "go"}},
	{"a.go", "package a\n\nfunc f() {\n\tx :=\n}\n", syntax.Verdict{State: broken, Language: "go", Line: 5, Column: 1, Msg: "expected operand, found '}'"}},
	{"a.go", "", syntax.Verdict{State: broken, Language: "go", Line: 1, Column: 1, Msg: "expected 'package', found 'EOF'"}},
	{"a.go", "package a\n//line b.y:100\nfunc {\n", syntax.Verdict{State: broken, Language: "go", Line: 3, Column: 6, Msg: "expected 'IDENT', found '{'"}},
	{"a.go", "package a\n\nvar x = " + strings.Repeat("(", 200_000), syntax.Verdict{State: notJudged, Language: "go"}},
	{"a.go", "// {{ a }}\npackage\n", syntax.Verdict{State: broken, Language: "go", Line: 2, Column: 8, Msg: "expected 'IDENT', found 'EOF'"}},
	{"a.go", "package {{ .Name }}\n", syntax.Verdict{State: notJudged, Language: "go"}},
	{"a.go", "package a\n\n{{- range .Types }}\ntype {{ .Name }} int\n{{- end }}\n", syntax.Verdict{State: notJudged, Language: "go"}},
	{"a.go", "package a\n\nvar t = `{{.Name}}`\n\nfunc {\n", syntax.Verdict{State: broken, Language: "go", Line: 5, Column: 6, Msg: "expected 'IDENT', found '{'"}},
	{"a.go", "package a\n\nvar x = [][]int{{1}, {2}\n", syntax.Verdict{State: broken, Language: "go", Line: 3, Column: 25, Msg: "missing ',' before newline in composite literal"}},

	{"a.json", "{\"a\": [1, 2.5e3, null, true]}\n", syntax.Verdict{State: valid, Language: "json"}},
	{"a.json", "\ufeff{}", syntax.Verdict{State: valid, Language: "json"}},
	{"a.json", "", syntax.Verdict{State: broken, Language: "json", Line: 1, Column: 1, Msg: "unexpected end of JSON input"}},
	{"a.json", "\n", syntax.Verdict{State: broken, Language: "json", Line: 1, Column: 1, Msg: "unexpected end of JSON input"}},
	{"a.json", "{\n  \"a\": 1,\n}\n", syntax.Verdict{State: broken, Language: "json", Line: 3, Column: 1, Msg: "invalid character '}' looking for beginning of object key string"}},
	{"a.json", "{}\n{}\n", syntax.Verdict{State: broken, Language: "json", Line: 2, Column: 1, Msg: "invalid character '{' after top-level value"}},
	{"a.json", "{\n  \"a\": [1, 2\n", syntax.Verdict{State: broken, Language: "json", Line: 2, Column: 13, Msg: "unexpected end of JSON input"}},
	{"a.json", "\ufeff[1 2]", syntax.Verdict{State: broken, Language: "json", Line: 1, Column: 7, Msg: "invalid character '2' after array element"}},
	{"a.json", "// a\n{}\n", syntax.Verdict{State: broken, Language: "json", Line: 1, Column: 1, Msg: "invalid character '/' looking for beginning of value"}},
	{"a.json", "{\n{% for a in b %}\n}\n", syntax.Verdict{State: notJudged, Language: "json"}},
	{"a.json", "\xff\xfe{\x00}\x00", syntax.Verdict{State: notJudged, Language: "json"}},
	{"a.json", strings.Repeat("[", 500_000), syntax.Verdict{State: notJudged, Language: "json"}},
	{"a.json", strings.Repeat(`{"a":`, 300_000), syntax.Verdict{State: notJudged, Language: "json"}},

	{"a.txt", "(", syntax.Verdict{}},
}

func TestCheck(t *testing.T) {
	t.Parallel()
	c := every(t)
	for _, tt := range checks {
		got := c.Check(tt.name, []byte(tt.src))
		if got.Trouble != "" {
			t.Logf("%s: %s; a busy machine?", tt.name, got.Trouble)
			continue
		}
		if got != tt.want {
			t.Errorf("Check(%q, %.60q) = %+v; want %+v", tt.name, tt.src, got, tt.want)
		}
	}
}

// TestCheckIsBounded checks texts of eight times the size, too, which may take 15 times as
// long: the square would be 64 times.
func TestCheckIsBounded(t *testing.T) {
	c := every(t)
	const n = 500_000
	for _, tt := range []struct{ name, unit string }{
		{"a.py", "("},
		{"a.py", "f'{"},
		{"a.py", "x y "},
		{"a.py", "a if b "},
		{"a.py", "with (a):\n  b\n"},
		{"a.py", "match (a)\n"},
		{"a.py", "print print "},
		{"a.py", "'"},
		{"a.py", "\n"},
		{"a.go", "("},
		{"a.go", "{"},
		{"a.json", "["},
		{"a.json", "\""},
		{"a.jsonl", "{\n"},
		{"a.jsonc", "/*/"},
		{"a.yaml", "- "},
		{"a.yaml", "a: b: "},
		{"a.yaml", "? "},
		{"a.yaml", "a:\n "},
		{"a.yaml", "&a *a "},
		{"a.toml", "[a]\n"},
		{"a.toml", "a.b.c = 1\n"},
		{"a.xml", "<a>"},
		{"a.xml", "<a b='"},
		{"a.sh", "$("},
		{"a.sh", "if a; then "},
		{"a.sh", "a | "},
		{"a.sh", "<<a "},
		{"a.css", "a{"},
		{"a.css", "a:"},
		{"a.js", "typeof "},
		{"a.ts", "keyof "},
		{"a.tsx", "<a>"},
	} {
		t.Run(tt.name+" "+tt.unit, func(t *testing.T) {
			cputime.CheckGrowth(t, n/8, 8, 15, func(n int) func() {
				src := []byte(strings.Repeat(tt.unit, n/len(tt.unit)))
				return func() { c.Check(tt.name, src) }
			})
		})
	}
}

func TestStateString(t *testing.T) {
	t.Parallel()
	for state, want := range map[syntax.State]string{notJudged: "not judged", valid: "valid", broken: "broken"} {
		if got := state.String(); got != want {
			t.Errorf("State(%d).String() = %q; want %q", int(state), got, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, tt := range checks {
		if len(tt.src) < 1000 {
			f.Add(tt.name, []byte(tt.src))
		}
	}
	c := every(f)
	f.Fuzz(func(t *testing.T, name string, src []byte) {
		v := c.Check(name, src)
		if v.Language != c.Language(name, src) {
			t.Errorf("Check(%q, %q).Language = %q; want that of Language", name, src, v.Language)
		}
		if v.State == broken && (v.Line < 1 || v.Column < 0 || v.Msg == "") || v.State != broken && (v.Line != 0 || v.Msg != "") {
			t.Errorf("Check(%q, %q) = %+v; want a place and words if broken, none otherwise", name, src, v)
		}
	})
}
