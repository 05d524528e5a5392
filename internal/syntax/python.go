package syntax

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"fileops/internal/syntax/python"
)

// pythonText is Python 3, in any version from 3.8 to 3.14.
var pythonText = language{
	name: "python",
	named: func(_, base string) bool {
		switch base {
		case "sconstruct", "sconscript", "wscript":
			return true
		}
		return strings.HasSuffix(base, ".py") || strings.HasSuffix(base, ".pyi") || strings.HasSuffix(base, ".pyw")
	},
	interpreter: func(program string) bool {
		return (strings.HasPrefix(program, "python") || strings.HasPrefix(program, "pypy")) && !isPython2(program)
	},
	parse: parsePython,
}

// isPython2 reports whether an interpreter reads Python 2: "python2", "python2.7".
func isPython2(program string) bool {
	version, ok := strings.CutPrefix(program, "python2")
	return ok && (version == "" || version[0] == '.')
}

// parsePython decodes no other encoding than UTF-8. Bytes that are something else,
// with a PEP 263 cookie or without, are not judged; nor is Python 2 that says so.
func parsePython(src []byte) Verdict {
	if !utf8.Valid(src) || isPython2(interpreter(src)) {
		return Verdict{}
	}
	err := python.Check(string(src))
	if err == nil {
		return Verdict{State: Valid}
	}
	if isTemplate(src) {
		return Verdict{}
	}
	if offset, ok := conflict(src); ok {
		return brokenAt(src, offset, "conflict markers")
	}
	return Verdict{State: Broken, Line: err.Line, Column: err.Column, Msg: err.Msg}
}

// conflict finds the first of git's conflict markers, if there is one of each kind
// in their order.
func conflict(src []byte) (offset int, ok bool) {
	markers := [...]string{"<<<<<<< ", "=======", ">>>>>>> "}
	found, first, pos := 0, 0, 0
	for line := range bytes.Lines(src) {
		if bytes.HasPrefix(line, []byte(markers[found])) {
			if found == 0 {
				first = pos
			}
			if found++; found == len(markers) {
				return first, true
			}
		}
		pos += len(line)
	}
	return 0, false
}
