package syntax

import (
	"bytes"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/syntax/python"
)

// pythonText is Python 3, in any version from 3.8 to 3.14.
var pythonText = language{
	name:  "python",
	names: []string{"*.py", "*.pyi", "*.pyw", "sconstruct", "sconscript", "wscript"},
	interpreter: func(program string) bool {
		return (strings.HasPrefix(program, "python") || strings.HasPrefix(program, "pypy")) && !isPython2(program)
	},
	marked: func(line []byte) bool { return isMagic(line) || pythonMark.Get().Match(line) },
	parse:  parsePython,
}

// pythonMark is an expression of a template (cookiecutter, copier) in place of a name. In
// place of a value, the same text is valid Python: a set in a set.
var pythonMark = lazy.Regexp{Source: `\b(class|def|import|from|as)\s+[\w.]*\{\{-?\s*[A-Za-z_]|^\s*[\w.]*\{\{-?\s*[A-Za-z_][\w.]*\s*-?\}\}[\w.]|\{\{-?\s*cookiecutter\.`}

// isPython2 reports whether an interpreter reads Python 2: "python2", "python2.7".
func isPython2(program string) bool {
	version, ok := strings.CutPrefix(program, "python2")
	return ok && (version == "" || version[0] == '.')
}

// parsePython does not judge files whose "#!" line names Python 2.
func parsePython(s source) Verdict {
	if isPython2(interpreter(s.text)) {
		return Verdict{}
	}
	err := python.Check(string(s.text))
	if err == nil {
		return Verdict{State: Valid}
	}
	return Verdict{State: Broken, Line: err.Line, Column: err.Column, Msg: err.Msg}
}

// isMagic reports whether a line is a command of IPython, as in exported notebooks:
// "%matplotlib inline", "!pip install x".
func isMagic(line []byte) bool {
	word := bytes.TrimLeft(line, "%! \t")
	mark := bytes.TrimSpace(line[:len(line)-len(word)])
	switch string(mark) {
	case "%", "%%", "!":
		return len(word) > 0 && isLetter(word[0]) && line[len(line)-len(word)-1] != ' '
	}
	return false
}
