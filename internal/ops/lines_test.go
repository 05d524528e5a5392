package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/text/anchor"
)

// Small files and contents, to be tried all with all. The lines of the latter end in LF; a
// carriage return is text.
var (
	smallFiles    = []string{"", "a", "a\n", "\n", "a\nb", "a\nb\n", "\n\n", "a\n\nb", "a\nb\nc\nd\n", "\ufeff", "\ufeffa\nb", "a\r\nb\r\n", "a\r\nb"}
	smallContents = []string{"x", "x\n", "x\ny", "x\ny\n", "\n", "x\r", "x\r\n", "x\r\ny"}
)

// trial is one operation on a file of its own, and what the file must hold then.
type trial struct {
	file, want string
	op         ops.Operation
}

// try runs all trials in one run.
func try(t *testing.T, trials []trial) {
	t.Helper()
	before, want := map[string]string{}, map[string]string{}
	list := make([]ops.Operation, len(trials))
	for i, tr := range trials {
		name := fmt.Sprintf("%d.txt", i)
		before[name], want[name] = tr.file, tr.want
		switch a := tr.op.Action.(type) {
		case ops.ReplaceLines:
			a.Path = name
			tr.op.Action = a
		case ops.InsertAt:
			a.Path = name
			tr.op.Action = a
		case ops.Append:
			a.Path = name
			tr.op.Action = a
		}
		list[i] = tr.op
	}
	w := tree(t, before)
	rep, err := newRunner(w).Run(t.Context(), list)
	must(t, err)
	got := files(t, w)
	for i, res := range rep.Results {
		name := fmt.Sprintf("%d.txt", i)
		if res.Err != nil || got[name] != want[name] {
			t.Errorf("%+v on %q: %q, %v; want %q", res.Action, before[name], got[name], res.Err, want[name])
		}
	}
}

// list is a file as a list of lines with their ends, without its byte order mark.
func list(file string) (mark, eol string, lines []string) {
	body, marked := strings.CutPrefix(file, "\ufeff")
	if marked {
		mark = "\ufeff"
	}
	eol = "\n"
	if strings.Contains(file, "\r\n") {
		eol = "\r\n"
	}
	for line := range strings.Lines(body) {
		lines = append(lines, line)
	}
	return mark, eol, lines
}

// ended is text with a line end at its end, in the file's kind of line end.
func ended(content, eol string) string {
	if content != "" && !strings.HasSuffix(content, "\n") {
		content += "\n"
	}
	return strings.ReplaceAll(content, "\n", eol)
}

// value is content as it comes in a response of which every line ends in CRLF, if it has
// a carriage return that is text: one before a line end would else look like a part of it.
func value(content string) ops.Value {
	block := content == "" || strings.HasSuffix(content, "\n")
	if strings.Contains(content, "\r\n") {
		content = strings.ReplaceAll(content, "\n", "\r\n")
	}
	return ops.Value{Text: content, Block: block}
}

// A carriage return before a line end, or at the end of a value, is text.
func TestCarriageReturnsAreText(t *testing.T) {
	t.Parallel()
	hunk := ops.Patch("a", []ops.Hunk{{Find: "x\r\r\n", Replace: "y\r\r\n"}})
	for _, tt := range []struct {
		name, src, want string
		action          ops.Action
	}{
		{"overwritten", "b\n", "a\r\nb\n", ops.Create{Path: "a", Content: value("a\r\nb\n"), Overwrite: true}},
		{"overwritten-in-crlf", "b\r\n", "a\r\r\nb\r\n", ops.Create{Path: "a", Content: value("a\r\nb\n"), Overwrite: true}},
		{"replaced", "foo\nb\n", "a\r\nb\n", ops.Edit{Path: "a", Find: value("foo\n"), Replace: value("a\r\n")}},
		{"replaced-at-an-end-without-line-end", "b\nfoo", "b\na\r", ops.Edit{Path: "a", Find: value("foo\n"), Replace: value("a\r\n")}},
		{"replaced-where-blanks-differ", "one foo \nb\n", "a\r\nb\n", ops.Edit{Path: "a", Find: value("one foo\nb\n"), Replace: value("a\r\nb\n")}},
		{"not-of-a-hunk", "foo\nx\nbar\n", "no_match", hunk},
		{"of-a-hunk", "foo\nx\r\r\nbar\r\n", "foo\ny\r\r\nbar\r\n", hunk},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		r := newRunner(w)
		r.Policy.Tolerant = true
		rep, err := r.Run(t.Context(), []ops.Operation{{Action: tt.action}})
		must(t, err)
		got := files(t, w)["a"]
		if rep.Results[0].Err != nil {
			got = string(rep.Results[0].Err.Code)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestReplaceLinesIsAsInALinesList(t *testing.T) {
	t.Parallel()
	var trials []trial
	for _, file := range smallFiles {
		mark, eol, lines := list(file)
		for first := 1; first <= len(lines); first++ {
			for last := first; last <= len(lines); last++ {
				for _, content := range append(smallContents, "") {
					put := ended(content, eol)
					if last == len(lines) && !strings.HasSuffix(file, "\n") {
						// The last line goes on without an end, but a blank one is nothing without it.
						if last := strings.TrimSuffix(put, eol); last != "" && !strings.HasSuffix(last, "\n") {
							put = last
						}
					}
					want := mark + strings.Join(lines[:first-1], "") + put + strings.Join(lines[last:], "")
					trials = append(trials, trial{file, want, ops.Operation{Action: ops.ReplaceLines{First: anchor.Anchor{Line: first}, Last: anchor.Anchor{Line: last}, Content: value(content)}, Converted: true}})
				}
			}
		}
	}
	try(t, trials)
}

func TestInsertAtIsAsInALinesList(t *testing.T) {
	t.Parallel()
	var trials []trial
	for _, file := range smallFiles {
		mark, eol, lines := list(file)
		for line := range len(lines) + 3 {
			for _, after := range []bool{false, true} {
				for _, content := range smallContents {
					above := line
					if !after {
						above = max(0, line-1)
					}
					above = min(above, len(lines))
					want := mark + strings.Join(lines[:above], "") + ended(content, eol) + strings.Join(lines[above:], "")
					if above == len(lines) {
						want = atEnd(file, content, eol)
					}
					trials = append(trials, trial{file, want, ops.Operation{Action: ops.InsertAt{Line: anchor.Anchor{Line: line}, After: after, Content: value(content)}, Converted: true}})
				}
			}
		}
	}
	try(t, trials)
}

// atEnd is what stands in a file after content was put at its end.
func atEnd(file, content, eol string) string {
	verbatim := strings.ReplaceAll(content, "\n", eol)
	switch {
	case strings.TrimPrefix(file, "\ufeff") == "":
		return file + verbatim
	case strings.HasSuffix(file, "\n"):
		return file + ended(content, eol)
	}
	return file + eol + verbatim
}

func TestAppendIsAsInALinesList(t *testing.T) {
	t.Parallel()
	var trials []trial
	for _, file := range smallFiles {
		_, eol, _ := list(file)
		for _, content := range smallContents {
			trials = append(trials, trial{file, atEnd(file, content, eol), ops.Operation{Action: ops.Append{Content: value(content)}, Converted: true}})
		}
	}
	try(t, trials)
}
