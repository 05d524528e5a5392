package syntax

import (
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// golang is Go in the version of the toolchain that built the program.
var golang = language{
	name:   "go",
	names:  []string{"*.go"},
	marked: hasAction,
	parse:  parseGo,
}

func parseGo(s source) Verdict {
	_, err := parser.ParseFile(token.NewFileSet(), "", s.text, parser.SkipObjectResolution)
	if err == nil {
		return Verdict{State: Valid}
	}
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return Verdict{}
	}
	// Lines follow "//line" comments, offsets do not; the list is sorted by line.
	first := list[0]
	for _, e := range list {
		if e.Pos.Offset < first.Pos.Offset {
			first = e
		}
		if strings.Contains(e.Msg, "exceeded max nesting depth") {
			return Verdict{}
		}
	}
	return brokenAt(s.text, first.Pos.Offset, first.Msg)
}
