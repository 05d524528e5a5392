package prompt

import (
	"fmt"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops/wording"
)

// dialect is what the prompt teaches of a form in which there is one kind of block.
type dialect struct {
	blocks, block string // as sentences name them
	removes       bool   // files can be deleted and moved
	example       string
	rules         []string
}

// dialects are the forms other than operation blocks.
var dialects = lazy.Value[map[wording.Form]dialect]{Make: func() map[wording.Form]dialect {
	return map[wording.Form]dialect{
		wording.SearchReplace: {
			blocks: "SEARCH/REPLACE blocks", block: "block",
			example: `core/service.py
<<<<<<< SEARCH
def load():
    return open("data")
=======
def load(path):
    return open(path)
>>>>>>> REPLACE
`,
			rules: []string{
				"Write the path alone on the line above each block: bare, relative to the root directory, without `..`.",
				"Each marker stands on a line of its own. A block may stand in a code fence.",
				"SEARCH holds whole lines, exactly as they stand in the file, with all blanks and comments. Copy them from what you were shown of it, without line numbers.",
				"The lines of SEARCH must occur exactly once in the file. If they occur more often, include neighbouring lines until they are unique.",
				"Keep blocks small: the lines that change, and a few around them. For several places, write several blocks.",
				"To make a new file, leave SEARCH empty. To delete lines, leave REPLACE empty.",
				"Files cannot be deleted or moved with these blocks.",
				"Lines of the file that look like markers must pair, as in a merge conflict. Otherwise leave them out of the block.",
			},
		},
		wording.Patch: {
			blocks: "patches", block: "patch", removes: true,
			example: `*** Begin Patch
*** Update File: core/service.py
@@ class Service:
     def load(self):
-        return open("data")
+        return open(self.path)
*** Add File: core/new.py
+import os
*** Delete File: core/old.py
*** End Patch
`,
			rules: []string{
				"Write paths relative to the root directory, without `..`. A patch may stand in a code fence.",
				"In an update, a line that stays begins with a space, one that goes with `-`, one that comes with `+`. Empty lines that stay are a space alone.",
				"Each `@@` begins a hunk. Behind it may stand a line above the change, such as its class or function.",
				"Lines that stay or go must be whole, exactly as they stand in the file, with all blanks and comments. Copy them from what you were shown of it, without line numbers.",
				"The lines of a hunk must occur exactly once in the file. If they occur more often, include neighbouring lines, or name the function behind `@@`.",
				"All lines of a new file begin with `+`. To move a file, write `*** Move to: PATH` below its `*** Update File: PATH`.",
				"All of a patch is applied, or nothing.",
			},
		},
		wording.Diff: {
			blocks: "unified diffs", block: "diff", removes: true,
			example: "```diff" + `
--- a/core/service.py
+++ b/core/service.py
@@ -12,4 +12,4 @@
 class Service:
     def load(self):
-        return open("data")
+        return open(self.path)

` + "```\n",
			rules: []string{
				"Write the diff of each file in a code fence of its own. Paths are relative to the root directory, without `..`, behind `--- a/` and `+++ b/`.",
				"A line that stays begins with a space, one that goes with `-`, one that comes with `+`.",
				"Lines that stay or go must be whole, exactly as they stand in the file, with all blanks and comments. Copy them from what you were shown of it, without line numbers.",
				"The lines of a hunk must occur exactly once in the file. If they occur more often, include more lines that stay.",
				"Hunks stand in the order of the file. The numbers behind `@@` need not be right.",
				"A new file has `--- /dev/null`, and all of its lines behind `+`. A file that is deleted has `+++ /dev/null`, and all of its lines behind `-`.",
				"To move a file, write `diff --git a/OLD b/NEW`, `rename from OLD` and `rename to NEW`.",
				"All hunks of a file are applied, or none.",
			},
		},
		wording.Files: {
			blocks: "whole files in code fences", block: "fence",
			example: "core/service.py\n```python" + `
class Service:
    def load(self):
        return open(self.path)
` + "```\n",
			rules: []string{
				"Write the path alone on the line above each fence: bare, relative to the root directory, without `..`.",
				"A fence holds the whole text of its file, from the first line to the last. It makes the file, or takes the place of its old text.",
				"Give each file once. Put what is no file, such as commands, in fences without a path above.",
				"Put a file that has code fences itself, such as Markdown, in a fence with more marks, such as four backticks.",
				"Files cannot be deleted or moved with fences. An empty fence only makes a new file.",
			},
		},
	}
}}

// DialectExample is what the prompt shows of a form other than operation blocks.
func DialectExample(form wording.Form) string { return dialects.Get()[form].example }

// teach teaches a form other than operation blocks.
func (o Options) teach(d dialect) (string, error) {
	if len(o.Only) > 0 {
		return "", fmt.Errorf("%s are one operation: there is nothing to choose", d.blocks)
	}
	rules := d.rules
	add := func(holds bool, rule string) {
		if holds {
			rules = append(rules[:len(rules):len(rules)], rule)
		}
	}
	add(!o.Placeholders, "Never abbreviate: lines such as `# ... rest unchanged` are rejected.")
	add(o.Placeholders, "Never abbreviate with lines such as `# ... rest unchanged`.")
	add(o.NoParents, "Missing directories are not made: a new file needs a directory that exists.")
	add(o.ReadBeforeWrite, "Read a file before you change it, or the change fails.")
	add(o.Backups && !d.removes, "Make no backup copies: the old content is kept as FILE.bak.")
	add(o.Backups && d.removes, keptContents)
	add(true, o.never())
	if d.removes {
		rules = append(rules[:len(rules):len(rules)], o.protected()...)
	}
	var b strings.Builder
	b.WriteString("# File changes\n\n")
	b.WriteString("To change files, write " + d.blocks + " in your answer. They run in order, and each sees the changes of the earlier ones. " + o.failing())
	b.WriteString("\n" + d.example + "\n## Rules\n\n")
	for _, rule := range rules {
		b.WriteString("- " + rule + "\n")
	}
	b.WriteString("\n## Results\n\n" + o.results("A", d.block))
	return b.String(), nil
}
