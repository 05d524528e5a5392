package main

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// sources are files whose syntax is checked.
func sources() []shape {
	one := func(language, name string, content func(n int) string) shape {
		return shape{name: language + ": " + name, response: func(n int) string { return create("f."+language, "\n"+content(n)) }}
	}
	nest := func(open, middle, end string) func(int) string {
		return func(n int) string {
			k := n/len(open+end) + 1
			return strings.Repeat(open, k) + middle + strings.Repeat(end, k) + "\n"
		}
	}
	repeat := func(unit string) func(int) string { return func(n int) string { return run(unit, n) + "\n" } }
	slow := "x = " + strings.Repeat("a ? b : ", 300) + "c\n"
	return []shape{
		one("py", "brackets", nest("(", "1", ")")),
		one("py", "lambdas", nest("lambda:(", "1", ")")),
		one("py", "strings in strings", nest(`f"{`, "1", `}"`)),
		one("py", "blocks", func(n int) string {
			return sized(n, func(i int) string { return strings.Repeat(" ", i%90) + "if x:\n" })
		}),
		one("py", "comparisons", repeat("a<")),
		one("go", "brackets", func(n int) string { return "package p\nvar x = " + nest("(", "1", ")")(n) }),
		one("go", "types", func(n int) string { return "package p\nvar x " + run("[]", n) + "int\n" }),
		one("js", "arrows", repeat("a=>")),
		one("js", "generics and regular expressions", repeat("a</b>/")),
		one("ts", "types", repeat("a<b<")).because("the parser tries each < in two ways, until the time for checks is over"),
		one("ts", "arrows with types", nest("(a:(", "x", ")=>b)=>c")),
		one("css", "blocks", nest("a{", "", "}")),
		one("sh", "substitutions", nest("$(", "a", ")")),
		one("sh", "here documents", repeat("cat <<A\n")),
		one("json", "brackets", nest("[", "1", "]")),
		one("yaml", "aliases of aliases", func(n int) string {
			return "a0: &a0 x\n" + sized(n, func(i int) string {
				return fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
			})
		}),
		one("yaml", "flow in flow", nest("[", "1", "]")),
		one("yaml", "indentation", func(n int) string {
			return sized(n, func(i int) string { return strings.Repeat(" ", i%2000) + "a:\n" })
		}),
		one("toml", "dots", func(n int) string { return run("a.", n) + "a = 1\n" }),
		one("toml", "tables", func(n int) string { return sized(n, func(i int) string { return fmt.Sprintf("[a.b%d.c]\n", i) }) }).because("the parser compares each table with those before it, until the time for checks is over"),
		one("xml", "elements", nest("<a>", "", "</a>")),
		one("xml", "entities", func(n int) string {
			return "<!DOCTYPE a [<!ENTITY e0 \"x\">" + sized(n, func(i int) string {
				return fmt.Sprintf("<!ENTITY e%d \"&e%d;&e%d;\">", i+1, i, i)
			}) + "]><a>&e9;</a>\n"
		}),
		{name: "scripts that are slow to check", response: func(n int) string {
			return create("f.js", "\n"+slow) + sized(n, func(i int) string { return copied(i) })
		}},
		{name: "broken files", response: func(n int) string {
			return sized(n, func(i int) string { return create(fmt.Sprintf("f%d.py", i), "x = (") })
		}},
		{name: "broken files of one name", response: func(n int) string {
			return sized(n, func(int) string { return create("f.py", "x = (") })
		}},
		{name: "searches beside edits that break a file", tree: file("f.py", fixed("x = 1\n")), response: func(n int) string {
			return sized(n, func(i int) string {
				return fmt.Sprintf("<append><file>f.py</file><content>y%d = (</content></append>\n", i) + block("grep", "pattern", fmt.Sprintf("y%d", i))
			})
		}, named: "the run is tried again without each culprit"},
		{name: "edits that break one file", tree: file("f.py", fixed("x = 1\n")), response: func(n int) string {
			return sized(n, func(i int) string { return "<append><file>f.py</file><content>y = (</content></append>\n" })
		}, named: "the run is tried again without each culprit"},
	}
}

func copied(i int) string {
	return block("copy", "from", "f.js", "to", fmt.Sprintf("f%d.js", i))
}

// documents are files that hold more than they seem to.
func documents() []shape {
	read := func(name string) func(int) string {
		return func(n int) string { return sized(n, func(int) string { return block("read", "file", name) }) }
	}
	return []shape{
		{name: "a PDF that swells", tree: file("f.pdf", func(int) string { return swellingPDF() }), response: read("f.pdf")},
		{name: "a notebook of many cells", tree: file("f.ipynb", func(n int) string {
			cell := `{"cell_type":"code","metadata":{},"outputs":[],"source":["a"]}`
			return `{"cells":[` + run(cell+",", n) + cell + `],"metadata":{},"nbformat":4,"nbformat_minor":5}`
		}), response: func(n int) string { return block("read", "file", "f.ipynb") + run(" ", n) }},
		{name: "an image of many chunks", tree: file("f.png", func(n int) string {
			return "\x89PNG\r\n\x1a\n" + run("\x00\x00\x00\x00tEXt\x00\x00\x00\x00", n)
		}), response: func(n int) string { return block("read", "file", "f.png") + run(" ", n) }},
	}
}

// swellingPDF is a page whose content is 100 MB when it is unpacked.
func swellingPDF() string {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(bytes.Repeat([]byte("BT (a) Tj ET\n"), 100<<20/13)) //nolint:errcheck // into memory
	z.Close()                                                   //nolint:errcheck // into memory
	var b strings.Builder
	var at []int
	object := func(body string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), body)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>")
	object(fmt.Sprintf("<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream", packed.Len(), packed.String()))
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.String()
}
