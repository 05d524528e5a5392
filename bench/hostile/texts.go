package main

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// maxFile is the largest file that may be edited, in bytes.
const maxFile = 10 << 20

// lines are different lines, about n bytes of them.
func lines(n int) string {
	return sized(n, func(i int) string { return fmt.Sprintf("line %d of the file\n", i) })
}

// equal are lines that are the same.
func equal(n int) string { return run("the same line\n", n) }

// inBlock is a value that stands for whole lines.
func inBlock(s string) string { return "\n" + s }

// texts are edits whose results or searches grow.
func texts() []shape {
	return []shape{
		{
			name:     "replace all of a letter by half the response",
			tree:     file("f.txt", func(n int) string { return strings.Repeat("a", n/2) }),
			response: func(n int) string { return edit("f.txt", "a", strings.Repeat("b", n/2)) },
		},
		{
			name: "double a file with each edit", named: "each edit works on all matches of a file of up to 10 MB, until a run has 4,000,000",
			tree:     file("f.txt", fixed("a")),
			response: func(n int) string { return sized(n, func(int) string { return edit("f.txt", "a", "aa") }) },
		},
		{
			name: "turn a file that was doubled over and over", named: "as before",
			tree: file("f.txt", fixed("a")),
			response: func(n int) string {
				return sized(n, func(i int) string {
					if i < 22 {
						return edit("f.txt", "a", "aa")
					}
					return edit("f.txt", string('a'+rune(i%2)), string('a'+rune((i+1)%2)))
				})
			},
		},
		{
			name: "many edits of one file",
			tree: file("f.txt", lines),
			response: func(n int) string {
				return sized(n, func(i int) string { return edit("f.txt", fmt.Sprintf("line %d of", i), fmt.Sprintf("row %d of", i)) })
			},
			named: "each edit reads and writes a file that grows with the response",
		},
		{
			name: "many edits of a file of a fixed size",
			tree: file("f.txt", func(int) string { return lines(10_000) }),
			response: func(n int) string {
				return sized(n, func(i int) string {
					return edit("f.txt", fmt.Sprintf("line %d of", i%400), fmt.Sprintf("line %d of", i%400+1))
				})
			},
		},
		{
			name: "many misses in 10 MB", named: "each operation reads 10 MB that are there",
			tree: file("f.txt", func(int) string { return lines(maxFile - 100) }),
			response: func(n int) string {
				return sized(n, func(i int) string { return edit("f.txt", fmt.Sprintf("lime %d of the file\nand more", i), "x") })
			},
		},
		{
			name:     "one large miss in 10 MB",
			tree:     file("f.txt", func(int) string { return lines(maxFile - 100) }),
			response: func(n int) string { return edit("f.txt", inBlock(lines(n)+"x\n"), "x") },
		},
		{
			name:     "large misses in a file as large",
			tree:     file("f.txt", lines),
			response: func(n int) string { return edit("f.txt", inBlock(lines(n/2)+"x\n"), "x") },
		},
	}
}

// likeTexts are finds that nearly match in many places.
func likeTexts() []shape {
	return []shape{
		{
			name:     "equal lines in equal lines",
			tree:     file("f.txt", equal),
			response: func(n int) string { return edit("f.txt", inBlock(equal(n/2)), "x") },
		},
		{
			name:     "equal lines that just miss",
			tree:     file("f.txt", equal),
			response: func(n int) string { return edit("f.txt", inBlock(equal(n/2)+"another line\n"), "x") },
		},
		{
			name:     "equal letters that just miss",
			tree:     file("f.txt", func(n int) string { return run("a", n) }),
			response: func(n int) string { return edit("f.txt", run("a", n/2)+"b", "x") },
		},
		{
			name: "tolerant: equal lines at another depth",
			tree: file("f.txt", equal), args: []string{"--match", "tolerant"},
			response: func(n int) string { return edit("f.txt", inBlock(run("  the same line\n", n/2)), "x") },
		},
		{
			name: "tolerant: look-alikes that just miss",
			tree: file("f.txt", func(n int) string { return run("“x” — y…\n", n) }), args: []string{"--match", "tolerant"},
			response: func(n int) string { return edit("f.txt", inBlock(run("\"x\" - y...\n", n)+"z\n"), "x") },
		},
		{
			name: "tolerant: entities",
			tree: file("f.txt", func(n int) string { return run("a < b && c\n", n) }), args: []string{"--match", "tolerant"},
			response: func(n int) string {
				return edit("f.txt", inBlock(run("a &lt; b &amp;&amp; c\n", n)), inBlock(run("a &gt; b\n", n/2)))
			},
		},
	}
}

// wholeFiles are edits of files that are odd as a whole.
func wholeFiles() []shape {
	return []shape{
		{
			name:     "a file that is one line",
			tree:     file("f.txt", func(n int) string { return run("word ", n) + "end" }),
			response: func(n int) string { return edit("f.txt", "end", run("x", n)) },
		},
		{
			name:     "CRLF and LF in turns",
			tree:     file("f.txt", func(n int) string { return run("a\r\nb\n", n) }),
			response: func(n int) string { return edit("f.txt", "a", "c\nd") + edit("f.txt", "b", run("x\n", n)) },
		},
		{
			name: "UTF-16, replaced everywhere",
			tree: file("f.txt", func(n int) string {
				var b strings.Builder
				for _, u := range utf16.Encode([]rune("\ufeff" + run("a b\n", n))) {
					b.WriteByte(byte(u))
					b.WriteByte(byte(u >> 8))
				}
				return b.String()
			}),
			response: func(n int) string { return edit("f.txt", "a", "ab") + edit("f.txt", "b", run("x", n)) },
		},
		{
			name: "insertions before the same line",
			tree: file("f.txt", fixed("first\nlast\n")),
			response: func(n int) string {
				return sized(n, func(i int) string {
					return "<insert_before><file>f.txt</file><pattern>last</pattern><content>x</content></insert_before>\n"
				})
			},
			named: "each insertion writes a file that grows with the response",
		},
		{
			name: "appends to one file",
			tree: file("f.txt", fixed("first\n")),
			response: func(n int) string {
				return sized(n, func(i int) string { return "<append><file>f.txt</file><content>x</content></append>\n" })
			},
			named: "each append writes a file that grows with the response",
		},
	}
}

// largeFiles are answers about large files.
func largeFiles() []shape {
	return []shape{
		{
			name: "ambiguous patterns in 10 MB", named: "each operation reads 10 MB that are there",
			tree: file("f.txt", func(int) string { return run("a\n", maxFile-100) }),
			response: func(n int) string {
				return sized(n, func(i int) string {
					return "<insert_after><file>f.txt</file><pattern>a</pattern><content>x</content></insert_after>\n"
				})
			},
		},
		{
			name: "JSON with the diff of every edit", named: "each edit rewrites 1 MB that is there",
			tree: file("f.txt", func(int) string { return lines(1 << 20) }), args: []string{"--format", "json", "--diff"},
			response: func(n int) string {
				return sized(n, func(i int) string { return edit("f.txt", "of the", "of  the") + edit("f.txt", "of  the", "of the") })
			},
		},
		{
			name: "a diff of 10 MB", args: []string{"--diff"},
			tree:     file("f.txt", func(int) string { return lines(maxFile - 1<<20) }),
			response: func(n int) string { return edit("f.txt", "line", "row") + create("g.txt", lines(n)) },
		},
		{
			name:     "placeholders in every line",
			tree:     file("f.go", func(n int) string { return "package p\n" }),
			response: func(n int) string { return create("g.go", inBlock(run("// ... existing code ...\n", n))) },
		},
		{
			name: "numbers in every line",
			tree: file("f.txt", lines),
			response: func(n int) string {
				i := 0
				return edit("f.txt", inBlock(sized(n, func(int) string { i++; return fmt.Sprintf("%6d\tline %d of the file\n", i, i-1) })), "x")
			},
		},
	}
}

// markup is text that the parser has to make sense of.
func markup() []shape {
	repeat := func(name, unit string) shape {
		return shape{name: name, response: func(n int) string { return run(unit, n) }}
	}
	return []shape{
		repeat("opening tags", "<edit>"),
		repeat("closing tags", "</find>"),
		repeat("opening tags of fields", "<edit><file>a</file><find>"),
		repeat("tags with attributes", `<edit a="b">`),
		repeat("CDATA that never closes", "<create><file>a</file><content><![CDATA["),
		repeat("comments that never close", "<!-- <read>"),
		repeat("code that never closes", "see <code> <delete>"),
		repeat("thinking that never closes", "<think>a"),
		repeat("fences in fences", "```a\n~~~b\n"),
		repeat("quotes in quotes", ">"),
		{name: "code spans of growing length", response: func(n int) string {
			return sized(n, func(i int) string { return strings.Repeat("`", i%500+1) + "a " })
		}},
		{name: "a block in a block in a block", response: func(n int) string {
			const open, end = "<create>\n<file>a</file>\n<content>\n", "</content>\n</create>\n"
			return strings.Repeat(open, n/len(open+end)+1) + strings.Repeat(end, n/len(open+end)+1)
		}},
		{name: "closing tags in a value", response: func(n int) string {
			return create("a.txt", run("</content></create>x", n))
		}},
		{name: "lists in lists", response: func(n int) string {
			return sized(n, func(i int) string { return strings.Repeat(" ", 2*i%3000) + "- a\n" })
		}},
	}
}
