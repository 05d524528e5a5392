package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestHintsBeginWithACapital reads the source: each hint has a line of its own, so it is a
// sentence. Hints that begin with a name or a path are not seen here.
func TestHintsBeginWithACapital(t *testing.T) {
	t.Parallel()
	found := 0
	err := filepath.WalkDir("../../internal", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "syntax" {
			return filepath.SkipDir // it has messages of other parsers
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		for _, text := range hints(file) {
			found++
			value, err := strconv.Unquote(text.Value)
			if first, _ := utf8.DecodeRuneInString(value); err != nil || unicode.IsLower(first) {
				t.Errorf("%s: %s", files.Position(text.Pos()), text.Value)
			}
		}
		return nil
	})
	if err != nil || found < 70 {
		t.Errorf("%d hints, %v", found, err)
	}
}

// hints returns the texts that hints of a file begin with.
func hints(file *ast.File) []*ast.BasicLit {
	var list []*ast.BasicLit
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if isHint(n.Key) {
				list = append(list, begins(n.Value)...)
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if isHint(left) && len(n.Lhs) == len(n.Rhs) && n.Tok != token.ADD_ASSIGN {
					list = append(list, begins(n.Rhs[i])...)
				}
			}
		case *ast.CallExpr: // of a function whose last argument is a hint
			if name := nameOf(n.Fun); name == "malformed" || name == "fail" || name == "bad" || name == "notDirectory" {
				if last := len(n.Args) - 1; last > 0 {
					list = append(list, begins(n.Args[last])...)
				}
			}
		}
		return true
	})
	return list
}

func isHint(e ast.Expr) bool {
	name := nameOf(e)
	return name == "Hint" || name == "hint" || name == "WhenEmpty"
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// begins returns the texts that the value of an expression may begin with.
func begins(e ast.Expr) []*ast.BasicLit {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING && len(e.Value) > 2 {
			return []*ast.BasicLit{e}
		}
	case *ast.BinaryExpr:
		return begins(e.X)
	case *ast.CallExpr:
		switch nameOf(e.Fun) {
		case "Sprintf":
			return begins(e.Args[0])
		case "Or":
			var list []*ast.BasicLit
			for _, arg := range e.Args {
				list = append(list, begins(arg)...)
			}
			return list
		}
	}
	return nil
}
