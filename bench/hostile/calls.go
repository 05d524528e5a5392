package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// patches are calls of apply_patch, and hunks.
func patches() []shape {
	patch := func(name string, tree func(string, int) error, body func(n int) string) shape {
		return shape{name: "patch: " + name, tree: tree, response: func(n int) string {
			return call("apply_patch", "input", "*** Begin Patch\n"+body(n)+"*** End Patch\n")
		}}
	}
	lines := func(n int) string { return sized(n, func(i int) string { return fmt.Sprintf("line %d\n", i) }) }
	equal := func(n int) string { return run("same\n", n) }
	update := "*** Update File: f.txt\n"
	return []shape{
		patch("many hunks", file("f.txt", lines), func(n int) string {
			return update + sized(n, func(i int) string { return fmt.Sprintf("@@\n line %d\n-line %d\n+row %d\n", 2*i, 2*i+1, 2*i+1) })
		}).because("each hunk is looked for, and made, in a file that grows with the response"),
		patch("equal hunks", file("f.txt", equal), func(n int) string { return update + run("@@\n same\n-same\n+other\n", n) }),
		patch("a hunk of equal lines", file("f.txt", equal), func(n int) string { return update + "@@\n" + run(" same\n", n/2) + "-same\n+x\n" }),
		patch("hunks that miss", file("f.txt", lines), func(n int) string {
			return update + sized(n, func(i int) string { return fmt.Sprintf("@@\n-lime %d\n+x\n", i) })
		}),
		patch("headers in headers", file("f.txt", lines), func(n int) string {
			return update + sized(n/2, func(i int) string { return fmt.Sprintf("@@ line %d\n", i) }) + "-line 3\n+x\n"
		}),
		patch("many files", nil, func(n int) string {
			return sized(n, func(i int) string { return fmt.Sprintf("*** Add File: f%d.txt\n+x\n", i) })
		}).because("the commit writes each file"),
		patch("files that are missing", nil, func(n int) string {
			return sized(n, func(i int) string { return fmt.Sprintf("*** Update File: f%d.txt\n@@\n-x\n+y\n", i) })
		}),
	}
}

// call is one call of a function with one argument.
func call(name, argument, value string) string {
	text, err := json.Marshal(map[string]any{"name": name, "input": map[string]string{argument: value}})
	if err != nil {
		panic(err) // strings can be written
	}
	return string(text)
}

// calls are JSON.
func calls() []shape {
	whole := func(name string, response func(n int) string) shape {
		return shape{name: "JSON: " + name, response: response}
	}
	read := `{"name":"Read","input":{"file_path":"f.txt"}}`
	edits := func(unit string) func(int) string {
		return func(n int) string {
			return `{"name":"MultiEdit","input":{"file_path":"f.txt","edits":[` + run(unit+",", n) + unit + `]}}`
		}
	}
	one := file("f.txt", fixed("a b c\n"))
	return []shape{
		whole("brackets", func(n int) string { return run("[", n) }),
		whole("brackets that close", func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }),
		whole("objects in objects", func(n int) string { return strings.Repeat(`{"a":`, n/6) + "1" + strings.Repeat("}", n/6) }),
		whole("a large number", func(n int) string {
			return `{"name":"Read","input":{"file_path":"f.txt","offset":` + run("9", n) + `}}`
		}),
		whole("the same key", func(n int) string {
			return `{"name":"Read","input":{` + run(`"file_path":"f",`, n) + `"file_path":"f"}}`
		}),
		whole("unknown keys", func(n int) string {
			return `{"name":"Read","input":{` + sized(n, func(i int) string { return fmt.Sprintf(`"k%d":1,`, i) }) + `"file_path":"f"}}`
		}),
		whole("escapes", func(n int) string {
			return `{"name":"Write","input":{"file_path":"f","content":"` + run(`\u0061\ud83d\ude00`, n) + `"}}`
		}),
		{name: "JSON: many calls", tree: one, response: func(n int) string { return "[" + run(read+",", n) + read + "]" }},
		{name: "JSON: lines", tree: one, response: func(n int) string { return run(read+"\n", n) }},
		{name: "JSON: JSON in JSON", response: func(n int) string {
			text := `{"name":"Read","input":{"file_path":"f"}}`
			for len(text) < n {
				quoted, err := json.Marshal(text)
				if err != nil {
					panic(err) // a string can be written
				}
				text = `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"Write","arguments":` + string(quoted) + `}}]}`
			}
			return text
		}},
		{name: "JSON: many edits in one call", tree: one, response: edits(`{"old_string":"a","new_string":"aa"}`)},
		{name: "JSON: edits that double", tree: one, response: edits(`{"old_string":"a","new_string":"aa","replace_all":true}`), named: "each edit doubles the file"},
		{name: "JSON: text blocks", response: func(n int) string {
			return `{"role":"assistant","content":[` + run(`{"type":"text","text":"<read><file>a</file></read>"},`, n) + `{"type":"text","text":""}]}`
		}},
	}
}
