package syntax

import (
	"bytes"
	"errors"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// shellScript is what bash, mksh, bats and a POSIX shell read. Scripts of ksh, zsh and
// other shells are in no language: what they add, nobody here knows.
var shellScript = language{
	name: "shell",
	named: func(_, base string) bool {
		switch base {
		case ".bashrc", ".bash_profile", ".bash_aliases", ".bash_login", ".bash_logout", ".profile", ".envrc", ".xprofile", "pkgbuild", "apkbuild":
			return true
		}
		switch path.Ext(base) {
		case ".sh", ".bash", ".bats", ".mksh":
			return true
		}
		return false
	},
	interpreter: func(program string) bool { return len(variants(program)) > 0 },
	max:         512 << 10, // the parser calls itself for "()" and takes up to 500 bytes of the stack for each of the text
	marked:      hasAction,
	parse:       parseShell,
}

// variants are the dialects that an interpreter may read. What "sh" is depends on the
// system: bash on some, hardly more than POSIX asks for on others.
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
	switch path.Ext(s.base) {
	case ".bats":
		return []syntax.LangVariant{syntax.LangBats}
	case ".mksh":
		return []syntax.LangVariant{syntax.LangMirBSDKorn}
	}
	return []syntax.LangVariant{syntax.LangPOSIX, syntax.LangBash}
}

// parseShell takes what any of the dialects takes, and calls broken what each of them
// does. The words are those of the last, which knows most.
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

// late are words of errors that a shell finds only when it comes to run the line, if
// it ever does: inside of arithmetic, tests and expansions; in keys, which are arithmetic
// to the parser but any text where an array is associative; and in what it took for
// arithmetic, and a shell for a subshell.
var late = lazily("arithmetic|test operator|cannot be followed by a word|expansion operator|ternary operator|invalid parameter name" +
	"|must (be followed by|follow) an expression|must follow a name" +
	"|must be followed by a literal|(a\\[b\\]|\\[x\\])` must be followed by `=`" +
	"|reached `[^`]*` without matching `(\\[|\\(|\\$?\\(\\()`" +
	"|cannot negate a command|cannot form a statement alone|inline variables")

// let takes what parsers of anything else than its arguments do not.
var let = lazily(`\blet\s`)

// isLate reports whether a shell would find an error late, or never. A quote in the place
// of an operator is where an expansion was never closed, which it finds at once.
func isLate(src []byte, e syntax.ParseError) bool {
	if strings.HasPrefix(e.Text, "statements must be separated") {
		return let().Match(lineAt(src, int(e.Pos.Line())))
	}
	return late().MatchString(e.Text) && !strings.HasSuffix(e.Text, "operator: `\"`")
}

func shellError(src []byte, err error) Verdict {
	// A syntax.LangError is about what another shell knows: in doubt, it is that one's.
	var parse syntax.ParseError
	if !errors.As(err, &parse) || isLate(src, parse) {
		return Verdict{}
	}
	return Verdict{State: Broken, Line: max(int(parse.Pos.Line()), 1), Column: int(parse.Pos.Col()), Msg: parse.Text}
}
