package parse_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

// running are the operations of a response that would be run.
func running(in, input string) (list []ops.Operation) {
	for _, op := range parse.Parse([]parse.Input{{Text: in}}, parse.Options{Input: input}).Operations {
		if _, invalid := op.Action.(ops.Invalid); !invalid {
			list = append(list, op)
		}
	}
	return list
}

// TestPrefixesRunNothing cuts each fixture off at every byte: nothing of the message that
// is cut is run.
func TestPrefixesRunNothing(t *testing.T) {
	t.Parallel()
	for name, text := range fixtures(t) {
		text = strings.TrimRight(text, "\n")
		for n := range len(text) {
			whole := 0 // messages before the cut
			if strings.HasSuffix(name, ".jsonl") {
				for line := range strings.Lines(text[:n]) {
					if json.Valid([]byte(line)) && strings.Contains(line, "tools/call") {
						whole++
					}
				}
			}
			for _, input := range []string{"auto", "tools"} {
				if got := running(text[:n], input); len(got) != whole {
					t.Fatalf("%s, cut off at byte %d, runs %d operations: %+v", name, n, len(got), got)
				}
			}
		}
	}
}

// FuzzTools: whatever the input, there is no panic, every operation has an id of its own
// and stands on a line, and reading it again gives the same. A message that is cut off
// runs nothing.
func FuzzTools(f *testing.F) {
	for _, text := range fixtures(f) {
		f.Add(text, len(text)/2)
	}
	for _, text := range []string{call0, "[" + call0 + "]", `{"name":"Edit","arguments":"{\"old_string\":\"\\ud83d\"}"}`, "[note] " + del, `{"a": 1} ` + del, patchOf(patch0)} {
		f.Add(text, len(text)-1)
	}
	f.Fuzz(func(t *testing.T, in string, n int) {
		for _, input := range []string{"auto", "tools"} {
			r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{Input: input})
			seen := map[string]bool{}
			for i, op := range r.Operations {
				sameCall := i > 0 && op.Call.Name != "" && r.Operations[i-1].Call == op.Call && r.Operations[i-1].ID == op.ID
				if op.Line < 1 || op.ID == "" || seen[op.ID] && !sameCall {
					t.Errorf("operation %q on line %d", op.ID, op.Line)
				}
				seen[op.ID] = true
			}
			again := parse.Parse([]parse.Input{{Text: in}}, parse.Options{Input: input})
			if dump(r) != dump(again) {
				t.Errorf("read twice: %q, then %q", dump(r), dump(again))
			}
		}
		in = strings.Trim(in, " \t\r\n")
		if n < 0 || n >= len(in) || !json.Valid([]byte(in)) {
			return
		}
		if in[0] != '{' && in[0] != '[' && in[0] != '"' {
			return // a number may end anywhere
		}
		if got := running(in[:n], "tools"); len(got) > 0 {
			t.Errorf("%q runs %+v", in[:n], got)
		}
	})
}

// hostileJSON are messages that cost a careless reader the square of their length.
var hostileJSON = map[string]func(n int) string{
	"brackets":         func(n int) string { return strings.Repeat("[", 10*n) },
	"braces":           func(n int) string { return strings.Repeat(`{"content":`, n) },
	"objects":          func(n int) string { return strings.Repeat("{}", n) },
	"numbers":          func(n int) string { return "[" + strings.Repeat("1,", n) + "1]" },
	"calls":            func(n int) string { return strings.Repeat(call0, n) },
	"malformed_calls":  func(n int) string { return strings.Repeat(`{"name":"edit","input":{"x":1}}`, n) },
	"unknown_tools":    func(n int) string { return strings.Repeat(`{"name":"Bash","input":{}}`, n) },
	"same_ids":         func(n int) string { return strings.Repeat(`{"name":"delete","id":"1","input":{}}`, n) },
	"messages_in_line": func(n int) string { return strings.Repeat(`{"tool_calls":[`+call0+`],"content":"x"}`, n) },
	"deep_messages": func(n int) string {
		return strings.Repeat(`{"content":[`, 4_900) + strings.Repeat(call0+",", n) + "1" + strings.Repeat("]}", 4_900)
	},
	"wrapped_messages": func(n int) string {
		return strings.Repeat(`{"message":`, 9_000) + `"` + strings.Repeat("x", n) + `"` + strings.Repeat("}", 9_000)
	},
	"fields": func(n int) string { return `{"name":"edit","input":{` + strings.Repeat(`"x":1,`, n) + `"y":1}}` },
	"edits":  func(n int) string { return `{"name":"MultiEdit","input":{"edits":[` + strings.Repeat("1,", n) + "1]}}" },
	"escapes": func(n int) string {
		return `{"name":"edit","input":{"find":"` + strings.Repeat(`\ud83d\ude00`, n) + `"}}`
	},
	"text_parts": func(n int) string { return "[" + strings.Repeat(`{"type":"text","text":"<edit>"},`, n) + "1]" },
	"long_name":  func(n int) string { return `{"name":"` + strings.Repeat("x", n) + `","input":{}}` },
	"newlines": func(n int) string {
		return strings.Repeat(`{"tool_calls":[`+call0+"],\n\n\n\"content\":[{\"type\":\"refusal\",\"refusal\":\"x\"}]}\n", n)
	},
	"patch_lines": func(n int) string {
		return patchOf("*** Begin Patch\n*** Update File: a\n@@\n" + strings.Repeat("-x\n", n) + "*** End Patch")
	},
	"patch_hunks": func(n int) string {
		return patchOf("*** Begin Patch\n*** Update File: a\n" + strings.Repeat("@@ y\n-x\n", n) + "*** End Patch")
	},
	"patch_sections": func(n int) string {
		return patchOf("*** Begin Patch\n" + strings.Repeat("*** Delete File: a\n", n) + "*** End Patch")
	},
	"lines_of_unknowns": func(n int) string { return call0 + strings.Repeat("\n[1]", n) },
}

func TestLinearJSON(t *testing.T) {
	for name, text := range hostileJSON {
		t.Run(name, func(t *testing.T) { linear(t, text) })
	}
}
