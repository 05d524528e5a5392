package syntax

import (
	"bytes"
	"errors"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"fileops/internal/lazy"
)

// shellScript is scripts of bash, mksh, bats and POSIX shells. Those of ksh, zsh and other
// shells are not judged: no parser here knows their additions.
var shellScript = language{
	name: "shell",
	names: []string{
		"*.sh", "*.bash", "*.bats", "*.mksh", "pkgbuild", "apkbuild",
		".bashrc", ".bash_profile", ".bash_aliases", ".bash_login", ".bash_logout", ".profile", ".envrc", ".xprofile",
	},
	interpreter: func(program string) bool { return variants(program) != nil },
	max:         512 << 10, // the parser recurses on "()", with up to 500 bytes of stack for each byte of text
	marked:      hasAction,
	parse:       parseShell,
}

// variants are the dialects that an interpreter may read. "sh" depends on the system: it is
// bash on some, and hardly more than POSIX on others.
func variants(program string) []syntax.LangVariant {
	switch program {
	case "sh", "ash", "dash", "busybox":
		return []syntax.LangVariant{syntax.LangPOSIX, syntax.LangBash}
	case "bash":
		return []syntax.LangVariant{syntax.LangBash}
	case "mksh":
		return []syntax.LangVariant{syntax.LangMirBSDKorn}
	case "bats":
		return []syntax.LangVariant{syntax.LangBats}
	}
	return nil
}

// dialects are those that a script may be in: by its "#!" line, else by its name.
func dialects(s source) []syntax.LangVariant {
	if program := interpreter(s.text); program != "" {
		return variants(program)
	}
	switch ext := path.Ext(s.base); ext {
	case ".bats", ".mksh":
		return variants(ext[1:])
	}
	return variants("sh")
}

// parseShell accepts what any of the dialects accepts. The error of the last dialect, which
// has the most features, is reported.
func parseShell(s source) Verdict {
	if tooDeep(s.text) {
		return Verdict{}
	}
	var v Verdict
	for _, dialect := range dialects(s) {
		_, err := syntax.NewParser(syntax.Variant(dialect)).Parse(bytes.NewReader(s.text), "")
		if err == nil {
			return Verdict{State: Valid}
		}
		v = shellError(s.text, err)
	}
	return v
}

// late matches errors that a shell finds only when it runs the line, if ever. They are in
// arithmetic, tests, expansions, and keys of associative arrays, which may be any text. Some
// are in a subshell that the parser takes for arithmetic.
var late = lazy.Regexp{Source: "arithmetic|test operator|cannot be followed by a word|expansion operator|ternary operator|invalid parameter name" +
	"|must (be followed by|follow) an expression|must follow a name" +
	"|must be followed by a literal|(a\\[b\\]|\\[x\\])` must be followed by `=`" +
	"|reached `[^`]*` without matching `(\\[|\\(|\\$?\\(\\()`" +
	"|cannot negate a command|cannot form a statement alone|inline variables"}

// let matches a builtin whose arguments the parser may misread.
var let = lazy.Regexp{Source: `\blet\s`}

// isLate reports whether a shell would find an error late, or never. A quote in place of an
// operator means an expansion that is never closed: the shell finds that at once.
func isLate(src []byte, e syntax.ParseError) bool {
	if strings.HasPrefix(e.Text, "statements must be separated") {
		return let.Get().Match(lineAt(src, int(e.Pos.Line())))
	}
	return late.Get().MatchString(e.Text) && !strings.HasSuffix(e.Text, "operator: `\"`")
}

func shellError(src []byte, err error) Verdict {
	// A syntax.LangError names a feature of another shell: the script may be for that shell.
	var parse syntax.ParseError
	if !errors.As(err, &parse) || isLate(src, parse) {
		return Verdict{}
	}
	return Verdict{State: Broken, Line: max(int(parse.Pos.Line()), 1), Column: int(parse.Pos.Col()), Msg: parse.Text}
}
