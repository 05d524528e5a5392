package syntax

import (
	"bytes"
	"errors"
	"path"
	"slices"
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
		v = shellError(err)
	}
	return v
}

// late are words of errors that a shell finds only when it comes to run the line, if
// it ever does: inside of arithmetic, tests and expansions.
var late = []string{"arithmetic", "test operator", "cannot be followed by a word", "expansion operator"}

// isLate reports whether a shell would find an error late. A quote in the place of an
// operator is where an expansion was never closed, which it finds at once.
func isLate(msg string) bool {
	return !strings.HasSuffix(msg, "operator: `\"`") && slices.ContainsFunc(late, func(words string) bool { return strings.Contains(msg, words) })
}

func shellError(err error) Verdict {
	// A syntax.LangError is about what another shell knows: in doubt, it is that one's.
	var parse syntax.ParseError
	if !errors.As(err, &parse) || isLate(parse.Text) {
		return Verdict{}
	}
	return Verdict{State: Broken, Line: max(int(parse.Pos.Line()), 1), Column: int(parse.Pos.Col()), Msg: parse.Text}
}
