package conflict

import (
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// InCall reads the blocks of one file from an argument of a call, which holds nothing else. The
// error says which of them is malformed, an *ops.Error: then none of them is to run.
func InCall(path, text string) ([]ops.Operation, error) {
	s := quote.New(text, &response.Builder{}, quote.Options{})
	r := New(s)
	var list []ops.Operation
	at := 0
	for i, start := range r.starts {
		if start.At < at {
			continue // in the texts of a block
		}
		b := r.parse(i)
		if !b.ended {
			b.fail("it is cut off, or its >>>>>>> REPLACE is missing", "Send the call again, whole.")
		} else if b.problem == "" && b.divider == b.body && b.closer == b.afterDivider {
			b.fail("SEARCH and REPLACE are both empty", "Write the lines to replace between SEARCH and =======, and the new lines behind it.")
		}
		if b.problem != "" {
			return nil, &ops.Error{Code: ops.Malformed, Msg: fmt.Sprintf("the block at line %d: %s", s.Line(b.start), b.problem), Hint: b.hint}
		}
		if err := outside(text[at:b.start], s.Line(at)); err != nil {
			return nil, err
		}
		list = append(list, r.operation(path, b))
		at = b.end
	}
	if len(list) == 0 {
		return nil, &ops.Error{Code: ops.Malformed, Msg: "there is no SEARCH/REPLACE block", Hint: "Write <<<<<<< SEARCH, the old lines, =======, the new lines, and >>>>>>> REPLACE."}
	}
	return list, outside(text[at:], s.Line(at))
}

// outside is the error for a text that is in no block, and is not blank. A code fence around
// the blocks does no harm.
func outside(text string, line int) error {
	for part := range strings.Lines(text) {
		if word := strings.TrimSpace(part); word != "" && !strings.HasPrefix(word, "```") && !strings.HasPrefix(word, "~~~") {
			return &ops.Error{
				Code: ops.Malformed, Msg: fmt.Sprintf("line %d is in no block: %q", line, response.Head(word, maxShown)),
				Hint: "Send nothing but SEARCH/REPLACE blocks, each with its three markers at the start of a line.",
			}
		}
		line++
	}
	return nil
}

// maxShown is how many characters of a line a message shows.
const maxShown = 60

// operation is what a block asks for.
func (r *Reader) operation(path string, b block) ops.Operation {
	search, replace := b.value(r.s.Text, b.body, b.divider), b.value(r.s.Text, b.afterDivider, b.closer)
	if strings.TrimSpace(search.Text) == "" {
		search.Text = ""
	}
	args := []ops.Arg{
		{Name: "file", Value: ops.Value{Text: path}}, {Name: "find", Value: search}, {Name: "replace", Value: replace},
	}
	if b.line > 0 {
		args = append(args, ops.Arg{Name: "start_line", Value: ops.Value{Text: fmt.Sprint(b.line)}})
	}
	return ops.Operation{
		Action: ops.SearchReplace(path, search, replace, b.line), Form: wording.SearchReplace,
		Line: r.s.Line(b.start), Args: args, Converted: r.crlf,
	}
}
