package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// searches are patterns.
func searches() []shape {
	text := file("f.txt", fixed(strings.Repeat("the quick brown fox aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 1000)))
	grep := func(name string, pattern func(n int) string) shape {
		return shape{name: "grep: " + name, tree: text, response: func(n int) string { return block("grep", "pattern", pattern(n)) }}
	}
	many := func(name string, unit func(i int) string) shape {
		return shape{name: name, tree: text, response: func(n int) string { return sized(n, unit) }}
	}
	glob := func(name string, pattern func(n int) string) shape {
		return shape{name: "glob: " + name, tree: text, response: func(n int) string { return block("glob", "pattern", pattern(n)) }}
	}
	nested := func(open, middle, end string) func(int) string {
		return func(n int) string {
			k := n/len(open+end) + 1
			return strings.Repeat(open, k) + middle + strings.Repeat(end, k)
		}
	}
	const mapped = "the parser of regular expressions keeps all parts of a pattern in a map, which grows out of the processor's caches"
	return []shape{
		grep("empty choices in groups", nested("(|", "", ")")),
		grep("groups in groups", nested("(", "", ")")),
		grep("groups that are not closed", func(n int) string { return run("(", n) }),
		grep("repetitions in repetitions", nested("(", "a", ")*")),
		grep("counts", func(n int) string { return run("(a{1000}){1000}", n) }),
		grep("counts that fit", func(n int) string { return run("a{500}", n) }),
		grep("large classes that are counted", func(n int) string { return run(`\pL{100}`, n) }),
		grep("large classes", func(n int) string { return run(`[\pL\pN]|`, n) + "x" }),
		grep("optional letters", func(n int) string { return run("a?", n/2) + run("a", n/2) }).because(mapped),
		grep("stars in a row", func(n int) string { return run(".*", n) + "z" }).because(mapped),
		grep("many words", func(n int) string { return sized(n, func(i int) string { return fmt.Sprintf("word%d|", i) }) + "fox" }),
		grep("a class that is not closed", func(n int) string { return run("[[", n) }),
		grep("beginnings of named classes", func(n int) string { return run("[[:", n) }),
		grep("a fault at the end", func(n int) string { return run("a", n) + "**" }),
		grep("flags", func(n int) string { return run("(?i)", n) + "a" }),
		grep("a long literal", func(n int) string { return run("a", n) }),
		many("many greps", func(i int) string { return block("grep", "pattern", fmt.Sprintf("fo+x%d", i)) }),
		many("many large patterns", func(i int) string { return block("grep", "pattern", fmt.Sprintf(`\pL{100}\pN{100}%d`, i)) }),
		many("many patterns of a large class", func(i int) string { return block("grep", "pattern", fmt.Sprintf(`\pL{%d}`, 900-i%899)) }),
		many("many patterns of large classes", func(i int) string {
			return block("grep", "pattern", strings.Repeat(`\pL`, 200)+fmt.Sprint(i))
		}),
		{name: "greps in 1,600 directories in each other", tree: bottomless, response: func(n int) string {
			return sized(n, func(i int) string { return block("grep", "pattern", fmt.Sprintf("x%d", i)) })
		}, named: "each operation walks 1,600 directories that are there"},
		{name: "globs in 1,600 directories in each other", tree: bottomless, response: func(n int) string {
			return sized(n, func(i int) string { return block("glob", "pattern", fmt.Sprintf("**/*%d.txt", i)) })
		}, named: "each operation walks 1,600 directories that are there"},
		many("many globs", func(i int) string { return block("glob", "pattern", fmt.Sprintf("**/*%d*/**/*.{a,b}", i)) }),
		glob("braces in braces", nested("{a,", "b", "}")),
		glob("braces that are not closed", func(n int) string { return run("{a,", n) }),
		glob("braces in a row", func(n int) string { return run("{a,b}", n) }),
		glob("braces in a row, a few", func(n int) string { return run("{a,b}", 60) + run("x", n) }),
		glob("double stars", func(n int) string { return run("**/", n) + "x" }),
		glob("stars", func(n int) string { return run("*a", n) }),
		glob("classes", func(n int) string { return run("[a-z]", n) }),
	}
}

// paths are names, and operations on the tree.
func paths() []shape {
	many := func(name string, tree func(string, int) error, unit func(i int) string) shape {
		return shape{name: name, tree: tree, response: func(n int) string { return sized(n, unit) }}
	}
	deep := strings.Repeat("d/", 120)
	one := file("f.txt", fixed("text\n"))
	return []shape{
		many("files in one directory", nil, func(i int) string { return create(fmt.Sprintf("f%d.txt", i), "x") }).because("the commit writes each file"),
		many("files each in its own directory", nil, func(i int) string { return create(fmt.Sprintf("d%d/f.txt", i), "x") }).because("the commit writes each file and directory"),
		many("deep files", nil, func(i int) string { return create(fmt.Sprintf("%sf%d.txt", deep, i), "x") }).because("the commit writes each file"),
		many("deep directories", nil, func(i int) string { return block("mkdir", "path", fmt.Sprintf("%d/%s", i, deep)) }),
		many("directories made and moved into each other", nil, func(i int) string {
			return block("mkdir", "path", deep) + block("move", "from", "d", "to", strings.Repeat("e/", 115)+"x") +
				block("move", "from", "e", "to", "d")
		}).because("each move looks at all that the directory holds"),
		many("directories moved under each other", nil, func(i int) string {
			if i == 0 {
				return block("mkdir", "path", "d0")
			}
			return block("mkdir", "path", fmt.Sprintf("d%d", i)) + block("move", "from", fmt.Sprintf("d%d", i-1), "to", fmt.Sprintf("d%d/d", i))
		}).because("each move looks at all that the directory holds"),
		many("a file moved on and on", file("f0", fixed("x")), func(i int) string {
			return block("move", "from", fmt.Sprintf("f%d", i), "to", fmt.Sprintf("f%d", i+1))
		}),
		many("a directory moved on and on", file("d0/f", fixed("x")), func(i int) string {
			return block("move", "from", fmt.Sprintf("d%d", i), "to", fmt.Sprintf("d%d", i+1))
		}),
		many("copies of 10 MB", file("f.txt", func(int) string { return run("line\n", maxFile-100) }), func(i int) string {
			return block("copy", "from", "f.txt", "to", fmt.Sprintf("f%d.txt", i))
		}),
		many("copies of a copy that was edited", file("f.txt", func(int) string { return run("line\n", 1<<20) }), func(i int) string {
			if i == 0 {
				return edit("f.txt", "line", "row")
			}
			return block("copy", "from", "f.txt", "to", fmt.Sprintf("f%d.txt", i)) + edit(fmt.Sprintf("f%d.txt", i), "row", "line ")
		}),
		many("files created and deleted", nil, func(i int) string { return create("f.txt", "x") + block("delete", "file", "f.txt") }),
		many("directories made and removed", nil, func(i int) string { return block("mkdir", "path", "a/b") + block("rmdir", "path", "a/b") }),
		many("paths that are missing", wide, func(i int) string { return block("read", "file", fmt.Sprintf("src/fil%d.txt", i)) }),
		many("paths that nearly are", wide, func(i int) string { return block("read", "file", fmt.Sprintf("file%d.txd", i%2000)) }),
		many("creations and missing paths in turns", wide, func(i int) string {
			return create(fmt.Sprintf("new%d.txt", i), "x") + block("read", "file", fmt.Sprintf("nev%d.txt", i))
		}).because("each missing path is compared with all names that the run has made"),
		many("a mistyped path in 1,600 directories in each other", bottomless, func(i int) string { return block("read", "file", "nmae.txt") }),
		many("paths of one component more each", nil, func(i int) string { return block("read", "file", strings.Repeat("a/", i%120)+"f") }),
		many("files made and misses in turns", nil, func(i int) string {
			name := fmt.Sprintf("f%d.txt", i)
			return create(name, "some text") + edit(name, fmt.Sprintf("missing text %d", i), "x")
		}),
		many("a file of 2,000 directories in each other, and a path that nearly is it", nil, func(i int) string {
			return create(strings.Repeat("a/", 2000)+fmt.Sprintf("f%d", i), "x") + block("read", "file", "b/"+strings.Repeat("a/", 1990)+"a")
		}),
		many("paths with dots", one, func(i int) string { return block("read", "file", strings.Repeat("./", 100)+"f.txt") }),
		{name: "a path as long as the response", tree: one, response: func(n int) string { return block("read", "file", run("a/", n)) }},
		many("links in links", linked, func(i int) string { return block("read", "file", strings.Repeat("l/", 39)+"f.txt") }),
		many("reads of a file", file("f.txt", func(int) string { return run("line\n", 100_000) }), func(i int) string { return block("read", "file", "f.txt") }),
		many("reads of the end of 10 MB", file("f.txt", func(int) string { return run("line\n", maxFile-100) }), func(i int) string {
			return block("read", "file", "f.txt", "offset", "2000000", "limit", "5")
		}),
	}
}

// wide makes a tree of 2,000 files.
func wide(dir string, _ int) error {
	for i := range 2000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%d.txt", i)), []byte("x"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// linked makes a link to the directory that it is in.
func linked(dir string, _ int) error {
	if err := os.Symlink(".", filepath.Join(dir, "l")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "f.txt"), []byte("x"), 0o644)
}

// bottomless makes 1,600 directories in each other, with a file in the last one.
func bottomless(dir string, _ int) error {
	at, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	for range 1600 {
		if err := at.Mkdir("d", 0o755); err != nil {
			return err
		}
		next, err := at.OpenRoot("d")
		if err != nil {
			return err
		}
		if err := at.Close(); err != nil {
			return err
		}
		at = next
	}
	if err := at.WriteFile("name.txt", []byte("x"), 0o644); err != nil {
		return err
	}
	return at.Close()
}
