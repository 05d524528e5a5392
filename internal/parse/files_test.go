package parse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/cputime"
	"fileops/internal/parse"
)

const fenced = "```python\nx = 1\n```\n"

// wrote is what a fence with that path and that text asks for, as the n-th.
func wrote(n, line int, path, text string) string {
	return fmt.Sprintf("file_create_overwrite_%d:%d file=%q content:=%q\n", n, line, path, text)
}

func malformedFence(line int, what string) string {
	return fmt.Sprintf("malformed_create_overwrite_0:%d %s\n", line, what)
}

func withoutName(places string) string {
	return "warning not run, because no file name stands with " + places + ". If it is a file, write its path alone on the line above the fence.\n"
}

const (
	unfencedHint = "Send the fence again, with nothing before its marks and its lines."
	longerHint   = "Put a text that has fences into one with more marks, such as ````markdown, and send again what stands after it."
	twoNamesHint = "Write the path once, alone on the line above the fence."
	shellHint    = "If it is the file, write its own language behind the marks of the fence. If it shows commands, put a sentence above it."
	differ       = "Skipped: the response has a.py in several fences, whose texts differ: at lines "
)

// filesCases are responses with files in fences.
var filesCases = []parseCase{
	// where the name may stand
	{"files_path_above", "a.py\n" + fenced, wrote(0, 2, "a.py", "x = 1\n")},
	{"files_path_above_blank_lines", "a.py\n\n\n" + fenced, wrote(0, 4, "a.py", "x = 1\n")},
	{"files_path_far_above", "a.py\n\n\n\n" + fenced, withoutName("the fence at line 5")},
	{"files_text_between", "a.py\nThis is it:\n" + fenced, withoutName("the fence at line 3")},
	{"files_path_in_backticks", "`src/a.py`\n" + fenced, wrote(0, 2, "src/a.py", "x = 1\n")},
	{"files_path_in_bold", "**src/a.py**:\n" + fenced, wrote(0, 2, "src/a.py", "x = 1\n")},
	{"files_path_as_a_heading", "### `src/a.py`\n\n" + fenced, wrote(0, 3, "src/a.py", "x = 1\n")},
	{"files_path_as_an_item", "2. **src/a.py**\n\n" + fenced, wrote(0, 3, "src/a.py", "x = 1\n")},
	{"files_path_with_a_label", "File: `src/greet`\n" + fenced, wrote(0, 2, "src/greet", "x = 1\n")},
	{"files_path_in_the_info", "```python src/a.py\nx = 1\n```\n", wrote(0, 1, "src/a.py", "x = 1\n")},
	{"files_path_as_the_info", "```src/a.py\nx = 1\n```\n", wrote(0, 1, "src/a.py", "x = 1\n")},
	{"files_path_behind_a_colon", "```python:src/a.py\nx = 1\n```\n", wrote(0, 1, "src/a.py", "x = 1\n")},
	{"files_title", "```python title=\"my src/a.py\" {1,3}\nx = 1\n```\n", withoutName("the fence at line 1")},
	{"files_title_that_is_a_path", "```python {1,3} title=\"src/a.py\" linenums\nx = 1\n```\n", wrote(0, 1, "src/a.py", "x = 1\n")},
	{"files_filename", "```filename='src/greet'\nx = 1\n```\n", wrote(0, 1, "src/greet", "x = 1\n")},
	{"files_file", "~~~ {.python file=src/a.py}\nx = 1\n~~~\n", wrote(0, 1, "src/a.py", "x = 1\n")},
	{"files_title_of_no_file", "a.py\n```python title=\"Example\"\nx = 1\n```\n", wrote(0, 2, "a.py", "x = 1\n")},
	{"files_comment", "```ts\n// src/a.ts\nx\n```\n", wrote(0, 1, "src/a.ts", "// src/a.ts\nx\n")},
	{"files_comment_with_a_label", "```python\n# File: src/a.py\nx\n```\n", wrote(0, 1, "src/a.py", "# File: src/a.py\nx\n")},
	{"files_comment_of_html", "```html\n<!-- a.html -->\n<p>\n```\n", wrote(0, 1, "a.html", "<!-- a.html -->\n<p>\n")},
	{"files_comment_of_css", "```css\n/* css/a.css */\np {}\n```\n", wrote(0, 1, "css/a.css", "/* css/a.css */\np {}\n")},
	{"files_comment_of_sql", "```sql\n-- db/a.sql\nselect 1;\n```\n", wrote(0, 1, "db/a.sql", "-- db/a.sql\nselect 1;\n")},
	{"files_comment_that_says_more", "```ts\n// src/a.ts is new\nx\n```\n", withoutName("the fence at line 1")},
	{"files_comment_that_names_a_function", "```js\n// console.log\nconsole.log(1)\n```\n", withoutName("the fence at line 1")},
	{"files_comment_in_the_second_line", "```ts\nx\n// src/a.ts\n```\n", withoutName("the fence at line 1")},
	{"files_heading_is_no_comment", "```markdown\n# README.md\ntext\n```\n", withoutName("the fence at line 1")},
	{"files_function_is_no_path", "### `os.path`\n```python\nimport os\n```\n", withoutName("the fence at line 2")},
	{"files_product_is_no_path", "### Node.js\n```js\nx\n```\n", withoutName("the fence at line 2")},
	{"files_type_is_no_path", "`application/json`\n```json\n{}\n```\n", withoutName("the fence at line 2")},
	{"files_command_is_no_path", "`python a.py`:\n```\n1\n```\n", withoutName("the fence at line 2")},
	{"files_language_is_no_path", "```dockerfile\nFROM x\n```\n", withoutName("the fence at line 1")},
	{"files_well_known_names", "Makefile\n```make\nall:\n```\n\n.gitignore\n```\n*.o\n```\n", wrote(0, 2, "Makefile", "all:\n") + wrote(1, 7, ".gitignore", "*.o\n")},
	{"files_names_that_agree", "src/a.ts\n```ts\n// a.ts\nx\n```\n", wrote(0, 2, "src/a.ts", "// a.ts\nx\n")},
	{"files_comment_that_says_more_of_the_path", "**a.ts**\n```ts\n// src/a.ts\nx\n```\n", wrote(0, 2, "src/a.ts", "// src/a.ts\nx\n")},
	{"files_names_that_disagree", "b.ts\n```ts\n// a.ts\nx\n```\n", malformedFence(2, "it names two files: b.ts and a.ts | "+twoNamesHint)},
	{"files_names_that_disagree_in_the_info", "b.ts\n```ts a.ts\nx\n```\n", malformedFence(2, "it names two files: a.ts and b.ts | "+twoNamesHint)},

	// what a fence holds
	{"files_two", "a.py\n" + fenced + "\nb.py\n" + fenced, wrote(0, 2, "a.py", "x = 1\n") + wrote(1, 7, "b.py", "x = 1\n")},
	{"files_of_a_path_in_the_text_before", "a.txt\n```\nb.py\n```\n```\nx\n```\n", wrote(0, 2, "a.txt", "b.py\n") + withoutName("the fence at line 5")},
	{"files_without_a_last_line_end", "a.py\n```\nx\n```", wrote(0, 2, "a.py", "x\n")},
	{"files_crlf", "a.py\r\n```\r\nx\r\n```\r\n", wrote(0, 2, "a.py", "x\r\n")},
	{"files_empty", "a/__init__.py\n```python\n```\n", `file_create_0:2 file="a/__init__.py" content:=""` + "\n"},
	{"files_tilde_fence", "a.py\n~~~python\n```\n~~~\n", wrote(0, 2, "a.py", "```\n")},
	{"files_longer_fence", "a.md\n````markdown\n```sh\nls\n```\n````\n", wrote(0, 2, "a.md", "```sh\nls\n```\n")},
	{"files_indented_in_an_item", "1. a.py:\n\n   ```python\n   if x:\n       y\n\n   z\n   ```\n", wrote(0, 3, "a.py", "if x:\n    y\n\nz\n")},
	{"files_tab_in_an_item", "1. a.py:\n\n   ```python\n   if x:\n\ty\n   ```\n", malformedFence(3, "its lines are indented in other ways than its first | "+unfencedHint)},
	{"files_item_that_ends_in_the_fence", "- a.py\n\n     ```python\nx\n```\n", malformedFence(3, "the fence at line 3 has no end in its list item or quote | "+unfencedHint)},
	{"files_operations_are_text", "a.txt\n```\nSo:\n" + edit + "```\n", wrote(0, 2, "a.txt", "So:\n"+edit)},
	{"files_other_forms_beside", edit + "a.py\n" + fenced, wrote(0, 11, "a.py", "x = 1\n") +
		"warning not run, because --input files reads only files in fences: <edit> at line 1. Send it in a response of its own, and run that without --input.\n"},
	{"files_with_other_forms_in_them", "a.md\n````\n" + edit + "b.py\n" + pair + "````\n", malformedFence(2, "it holds an operation block, not the text of a.md: <edit> | Put the whole text of the file in the fence. --input tags runs an operation block.")},
	{"files_search_replace_behind", "a.py\n" + fenced + "b.py\n" + pair, wrote(0, 2, "a.py", "x = 1\n") +
		"warning not run, because --input files reads only files in fences: SEARCH/REPLACE block at line 6. Send it in a response of its own, and run that without --input.\n"},
	{"files_diff_without_a_name", "So:\n\n```diff\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+y\n```\n", malformedFence(3, "it holds a diff, not the text of a file: --- a/a.py | Put the whole text of the file in the fence. --input diff runs a diff.")},
	{"files_search_replace_in_a_fence", "a.py\n```python\n" + pair + "```\n", malformedFence(2, "it holds a SEARCH/REPLACE block, not the text of a.py: <<<<<<< SEARCH | Put the whole text of the file in the fence. --input search-replace runs a SEARCH/REPLACE block.")},
	{"files_diff_in_a_fence", "a.py\n```diff\n-x\n+y\n```\n", malformedFence(2, "it holds a diff, not the text of a.py: -x | Put the whole text of the file in the fence. --input diff runs a diff.")},
	{"files_patch_in_a_fence", "a.py\n```\n" + patch + "```\n", malformedFence(2, "it holds a patch, not the text of a.py: *** Begin Patch | Put the whole text of the file in the fence. --input patch runs a patch.")},
	{"files_block_in_a_fence", "a.py\n```xml\n" + edit + "```\n", malformedFence(2, "it holds an operation block, not the text of a.py: <edit> | Put the whole text of the file in the fence. --input tags runs an operation block.")},
	{"files_diff_that_is_a_file", "a.diff\n```diff\n-x\n+y\n```\n", wrote(0, 2, "a.diff", "-x\n+y\n")},
	{"files_search_replace_of_markdown", "a.md\n```python\n" + pair + "```\n", malformedFence(2, "it holds a SEARCH/REPLACE block, not the text of a.md: <<<<<<< SEARCH | Put the whole text of the file in the fence. --input search-replace runs a SEARCH/REPLACE block.")},
	{"files_commands", "a.py\n```bash\npython a.py\n```\n", malformedFence(2, "it holds bash, and its file seems to be none of that: a.py | "+shellHint)},
	{"files_commands_with_a_comment", "```bash\n# a.py\npython a.py\n```\n", withoutName("the fence at line 1")},
	{"files_script", "run.sh\n```bash\nls\n```\n", wrote(0, 2, "run.sh", "ls\n")},
	{"files_language_in_the_same_line", "```bash bin/a.py\nls\n```\n", wrote(0, 1, "bin/a.py", "ls\n")},

	// where a fence ends
	{"files_cut_off", "a.py\n" + fenced + "b.py\n```python\ny\n\nc.py\n```python\nz\n", wrote(0, 2, "a.py", "x = 1\n") +
		malformedFence(6, "unclosed fence at line 6: the response may be cut off, or its ``` is missing") +
		"file_create_overwrite_1:10 Skipped: it stands after the unclosed fence at line 6\n"},
	{"files_cut_off_without_a_name", "a.py\n" + fenced + "```\nnpm\n", wrote(0, 2, "a.py", "x = 1\n") + malformedFence(5, "unclosed fence at line 5: the response may be cut off, or its ``` is missing")},
	{"files_nested_without_more_marks", "a.md\n```markdown\n# T\n```sh\nls\n```\nText\n```\n\nb.py\n" + fenced,
		malformedFence(2, "the fence at line 2 may go on behind line 6: another one seems to begin in it at line 4 | "+longerHint) +
			"file_create_overwrite_0:11 Skipped: it stands after the fence at line 2, whose end is in doubt\n"},
	{"files_nested_without_a_language", "a.md\n```markdown\n# T\n```\nls\n```\n\nText\n```\n\nb.py\n" + fenced,
		malformedFence(2, "the fence at line 2 may go on behind line 4: text and another fence follow it | "+longerHint) +
			"file_create_overwrite_0:12 Skipped: it stands after the fence at line 2, whose end is in doubt\n"},
	{"files_nested_in_a_fence_without_a_name", "```markdown\n# T\n```sh\nls\n```\n\nb.py\n" + fenced,
		malformedFence(1, "the fence at line 1 may go on behind line 5: another one seems to begin in it at line 3 | "+longerHint) +
			"file_create_overwrite_0:8 Skipped: it stands after the fence at line 1, whose end is in doubt\n"},
	{"files_markdown_and_text_behind", "a.md\n```markdown\n# T\n```\nDone.\n", wrote(0, 2, "a.md", "# T\n")},

	// told twice
	{"files_told_twice", "a.py\n" + fenced + "b.py\n" + fenced + "./a.py\n```python\ny\n```\n",
		"file_create_overwrite_0:2 " + differ + "2, 10\n" + wrote(1, 6, "b.py", "x = 1\n") + "file_create_overwrite_2:10 " + differ + "2, 10\n"},
	{"files_told_twice_the_same", "a.py\n" + fenced + "b.py\n" + fenced + "a.py\n" + fenced + "c.py\n" + fenced,
		wrote(0, 2, "a.py", "x = 1\n") + wrote(1, 6, "b.py", "x = 1\n") + wrote(2, 14, "c.py", "x = 1\n") + "quoted create_overwrite:10 in a response that has the same fence before\n"},
	{"files_told_twice_and_cut_off", "a.py\n" + fenced + "a.py\n```python\ny\n", wrote(0, 2, "a.py", "x = 1\n") + malformedFence(6, "unclosed fence at line 6: the response may be cut off, or its ``` is missing")},

	// what quotes a fence
	{"files_in_thinking", "<think>\na.py\n" + fenced + "```\nls\n</think>\nb.py\n" + fenced, wrote(0, 10, "b.py", "x = 1\n") +
		"quoted create_overwrite:3 in think\nthinking \"a.py\\n```python\\nx = 1\\n```\\n```\\nls\"\n"},
	{"files_in_a_comment", "<!--\na.py\n" + fenced + "-->\nb.py\n" + fenced, wrote(0, 8, "b.py", "x = 1\n") + "quoted create_overwrite:3 in comment\n"},
	{"files_in_a_comment_that_they_end", "<!--\na.html\n```html\n-->\n```\n-->\nb.py\n" + fenced, wrote(0, 8, "b.py", "x = 1\n") + "quoted create_overwrite:3 in comment\n"},
	{"files_in_a_block_quote", "> a.py\n> ```python\n> x\n> ```\n\nb.py\n" + fenced, wrote(0, 7, "b.py", "x = 1\n") + "quoted create_overwrite:2 in block quote\n"},
	{"files_in_indented_code", "So:\n\n    ```python a.py\n    x\n    ```\n\nb.py\n" + fenced, wrote(0, 8, "b.py", "x = 1\n") + "quoted create_overwrite:3 in indented code\n"},
	{"files_behind_an_open_code_span", "`so\n\na.py\n" + fenced, "file_create_overwrite_0:4 Skipped: it stands in a code span that opens at line 1 and never closes\n"},
	{"files_behind_a_lone_thought", "a.py\n" + fenced + "</think>\nb.py\n" + fenced, wrote(0, 7, "b.py", "x = 1\n") +
		"quoted create_overwrite:2 in think\nthinking \"a.py\\n```python\\nx = 1\\n```\"\nwarning </think> at line 5 has no opening tag: everything before it is taken for thinking\n"},
	{"files_many_without_a_name", strings.Repeat("```\nx\n```\n", 22), withoutName("22 fences, at lines 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, …")},
}

func inFiles(text string) parse.Response {
	return parse.Parse([]parse.Input{{Text: text}}, parse.Options{Input: "files"})
}

func TestFilesInFences(t *testing.T) {
	t.Parallel()
	for _, tt := range filesCases {
		if d := cmp.Diff(tt.want, dump(inFiles(tt.in))); d != "" {
			t.Errorf("%s: Parse(%q): want -, got +\n%s", tt.name, tt.in, d)
		}
	}
}

// TestFilesAreNeverFoundOut: without --input files, no fence is written.
func TestFilesAreNeverFoundOut(t *testing.T) {
	t.Parallel()
	for _, tt := range filesCases {
		for _, op := range running(tt.in, "") {
			if strings.HasPrefix(op.ID, "file_create") {
				t.Errorf("%s: it runs %s", tt.name, ran(op))
			}
		}
	}
}

// TestFilesCutAtEveryByte: of a response that is cut off, what is whole is written, and nothing
// else. Only text behind a fence can take it back, and a line of marks at which the response is
// cut off may have been a line of the file.
func TestFilesCutAtEveryByte(t *testing.T) {
	t.Parallel()
	for _, tt := range filesCases {
		wanted, whole := map[string]bool{}, dump(inFiles(tt.in))
		for _, op := range running(tt.in, "files") {
			wanted[ran(op)] = true
		}
		for n := range len(tt.in) {
			done := 0
			for _, op := range running(tt.in[:n], "files") {
				back := []string{":%d Skipped: the response has", " create_overwrite:%d in think", ":%[1]d the fence at line %[1]d may go on"}
				takenBack := slices.ContainsFunc(back, func(s string) bool { return strings.Contains(whole, fmt.Sprintf(s, op.Line)) })
				if !wanted[ran(op)] && !takenBack && !strings.HasSuffix(tt.in[:n], "```") {
					t.Errorf("%s: cut off at byte %d, it writes %s", tt.name, n, ran(op))
				}
				done++
			}
			if n > 0 && n == len(tt.in)-1 && strings.HasSuffix(tt.in, "```\n") && done < len(wanted) {
				t.Errorf("%s: without its last line end, it writes %d files, not %d", tt.name, done, len(wanted))
			}
		}
	}
}

// hostileFiles are texts that cost a careless reader of fences the square of their length.
var hostileFiles = map[string]func(n int) string{
	"fences":                   func(n int) string { return strings.Repeat("a.py\n"+fenced, n) },
	"fences_of_other_files":    func(n int) string { return numbered("f%d.py\n"+fenced, n) },
	"fences_without_a_name":    func(n int) string { return strings.Repeat(fenced, n) },
	"openings":                 func(n int) string { return strings.Repeat("```python a.py\n", n) },
	"openings_in_turn":         func(n int) string { return strings.Repeat("```x a.py\n~~~x a.py\n", n) },
	"openings_in_comments":     func(n int) string { return strings.Repeat("<!--\na.py\n```x\n-->\n", n) },
	"openings_in_thinking":     func(n int) string { return strings.Repeat("<think>\na.py\n```x\n</think>\n", n) },
	"unnamed_in_comments":      func(n int) string { return strings.Repeat("<!--\n```x\n-->\n", n) + "```\n" },
	"in_quotes":                func(n int) string { return strings.Repeat("> a.py\n> ```\n> x\n\n", n) },
	"in_items":                 func(n int) string { return strings.Repeat("- a.py\n  ```\n  x\n  ```\n", n) },
	"marks_in_a_line":          func(n int) string { return strings.Repeat("``` a ", n) },
	"growing_marks":            func(n int) string { return growing(n, "```") },
	"lines_in_a_fence":         func(n int) string { return "a.py\n````\n" + strings.Repeat("```\n", n) + "````\n" },
	"openings_in_a_fence":      func(n int) string { return "a.py\n````\n" + strings.Repeat("```x\n", n) + "````\n" },
	"code_spans_before_one":    func(n int) string { return strings.Repeat("`a` ", n) + "\n\na.py\n" + fenced },
	"long_line_above":          func(n int) string { return strings.Repeat("x", 10*n) + "\n" + strings.Repeat(fenced, n) },
	"blank_lines_above":        func(n int) string { return strings.Repeat(strings.Repeat("\n", 10)+fenced, n) },
	"code_spans_in_a_sentence": func(n int) string { return strings.Repeat("`a` and ``b", n) + "\n```\nx\n```\n" },
	"digits":                   func(n int) string { return strings.Repeat("1. ", n) + "```\n" },
	"digits_in_lines":          func(n int) string { return strings.Repeat("1. 2) - > ```\n", n) },
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// growing is n bytes, or some more, of lines with ever more marks.
func growing(n int, marks string) string {
	var b strings.Builder
	for i := 0; b.Len() < 10*n; i++ {
		b.WriteString("<think>\n" + marks + strings.Repeat(marks[:1], i) + "x\n</think>\n")
	}
	return b.String()
}

func TestFilesAreReadInLinearTime(t *testing.T) {
	for name, text := range hostileFiles {
		t.Run(name, func(t *testing.T) {
			cputime.CheckGrowth(t, 1000, 8, 15, func(n int) func() {
				in := []parse.Input{{Text: text(n)}}
				return func() { parse.Parse(in, parse.Options{Input: "files"}) }
			})
		})
	}
}

// TestClosest: a response without operations is answered with what comes closest to one.
func TestClosest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "All is done.\n", ""},
		{"a-fence-without-a-name", fenced, ""},
		{"a-fence-with-a-name", "So:\n\na.py\n" + fenced, "there is a fence with a file name at line 4: --input files writes it"},
		{"fences-with-names", "a.py\n" + fenced + "b.py\n" + fenced, "there are fences with file names, the first at line 2: --input files writes them"},
		{"end-of-a-block", "old\n=======\nnew\n>>>>>>> REPLACE\n", "line 4 ends a SEARCH/REPLACE block that does not begin: its <<<<<<< SEARCH is missing"},
		{"merge-conflict", "a.py\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n", "line 2 looks like a merge conflict; a SEARCH/REPLACE block begins with <<<<<<< SEARCH"},
		{"end-of-a-patch", "+x\n*** End Patch\n", "line 2 ends a patch that does not begin: its *** Begin Patch is missing"},
		{"hunk-without-names", "@@ def f():\n-x\n+y\n", "line 1 looks like a hunk of a diff, but not of which file it is: --- a/path and +++ b/path are missing above it"},
		{"one-name-of-a-diff", "+++ b/a.py\n-x\n+y\n", "line 1 names the file of a diff, but the other name or its hunks are missing: --- a/path, +++ b/path, and @@ below them"},
	} {
		r := one(tt.in)
		if len(r.Operations)+len(r.Quoted) > 0 || r.Closest != tt.want {
			t.Errorf("%s: got %q and %s, want %q", tt.name, r.Closest, dump(r), tt.want)
		}
	}
	for _, tt := range []struct{ input, in, want string }{
		{"diff", "So:\n\na.py\n" + pair, "there is a SEARCH/REPLACE block at line 4: --input search-replace runs it"},
		{"search-replace", edit, "there is <edit> at line 1: --input tags runs it"},
		{"patch", udiff, "there is a diff at line 1: --input diff runs it"},
		{"files", "So:\n" + del, "there is <delete> at line 2: --input tags runs it"},
		{"tags", "a.py\n" + fenced, "there is a fence with a file name at line 2: --input files writes it"},
		{"tags", "```text\na.py\n" + pair + "```\n", ""},
	} {
		r := parse.Parse([]parse.Input{{Text: tt.in}}, parse.Options{Input: tt.input})
		if len(r.Operations)+len(r.Quoted) > 0 || r.Closest != tt.want {
			t.Errorf("--input %s: got %q and %s, want %q", tt.input, r.Closest, dump(r), tt.want)
		}
	}
	if r := one("a.py\n" + fenced + del); r.Closest != "" {
		t.Errorf("beside an operation: %q", r.Closest)
	}
}
