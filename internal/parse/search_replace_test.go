package parse_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse"
)

const (
	pair  = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"
	pair0 = "file_edit_0:%d file=\"%s\" find:=\"old\\n\" replace:=\"new\\n\"\n"
)

// searchReplaceCases are responses with SEARCH/REPLACE blocks.
var searchReplaceCases = []parseCase{
	{"sr_plain", "a.py\n" + pair, fmt.Sprintf(pair0, 2, "a.py")},
	{"sr_in_a_fence", "a.py\n```python\n" + pair + "```\n", fmt.Sprintf(pair0, 3, "a.py")},
	{"sr_in_a_fence_in_a_block_quote", "> a.py\n> ```python\n> " + strings.ReplaceAll(strings.TrimSuffix(pair, "\n"), "\n", "\n> ") + "\n> ```\n\nb.py\n" + pair, fmt.Sprintf(pair0, 11, "b.py") + "quoted edit:3 in block quote\n"},
	{"sr_path_in_the_fence", "```python\na.py\n" + pair + "```\n", fmt.Sprintf(pair0, 3, "a.py")},
	{"sr_path_in_the_info_string", "```python src/a.py\n" + pair + "```\n", fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_as_the_info_string", "```src/a.py\n" + pair + "```\n", fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_above_a_blank_line", "a.py\n\n\n" + pair, fmt.Sprintf(pair0, 4, "a.py")},
	{"sr_path_four_lines_above", "a.py\n\n\n\n" + pair, "malformed_edit_0:5 its file is in doubt: no path stands alone on a line above it | Write the path alone on the line above the block, without other words: a.py\n"},
	{"sr_path_in_the_info_string_behind_a_colon", "```python:src/a.py\n" + pair + "```\n", fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_in_the_info_string_as_a_title", "```python title=\"src/a.py\"\n" + pair + "```\n", fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_language_that_looks_like_a_path", "src/a.py\n```text/x-python\n" + pair + "```\n", fmt.Sprintf(pair0, 3, "src/a.py")},
	{"sr_language_with_a_dot", "src/a.py\n```asp.net\n" + pair + "```\n", fmt.Sprintf(pair0, 3, "src/a.py")},
	{"sr_words_are_no_path", "and/or\nN/A\n### Build\n" + pair, "malformed_edit_0:4 it does not say which file | Write the path of the file, relative to the root, alone on the line above the block.\n"},
	{"sr_path_of_a_closed_fence", "a.py\n" + pair + "```bash\n./src/b.py\n```\n" + pair, fmt.Sprintf(pair0, 2, "a.py") +
		"malformed_edit_0:10 its file is in doubt: no path stands alone on a line above it | Write the path alone on the line above the block, without other words: src/b.py\n"},
	{"sr_after_a_quoted_block", "a.py\n" + pair + "<think>\n" + pair + "</think>\n" + pair, fmt.Sprintf(pair0, 2, "a.py") +
		"malformed_edit_0:14 its file is in doubt: something else stands between it and the block before | Write the path of the file, relative to the root, alone on the line above the block.\nquoted edit:8 in think\nthinking \"<<<<<<< SEARCH\\nold\\n=======\\nnew\\n>>>>>>> REPLACE\"\n"},
	{"sr_in_markdown_by_the_block_before", "README.md\n" + pair + "```markdown\n" + pair + "```\n", fmt.Sprintf(pair0, 2, "README.md") + "quoted edit:8 in fence\n"},
	{"sr_path_above_the_fence", "a.py\n\n\n```\n\n" + pair + "```\n", fmt.Sprintf(pair0, 6, "a.py")},
	{"sr_path_in_backticks", "`src/a b.py`\n" + pair, fmt.Sprintf(pair0, 2, "src/a b.py")},
	{"sr_path_in_bold", "**src/a.py:**\n" + pair, fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_in_bold_backticks", "**`src/a.py`**:\n" + pair, fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_as_a_heading", "### src/a.py\n" + pair, fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_as_a_numbered_heading", "### 1. `src/a.py`\n" + pair, "malformed_edit_0:2 its file is in doubt: no path stands alone on a line above it | Write the path alone on the line above the block, without other words: src/a.py\n"},
	{"sr_path_as_a_list_item", "- src/a.py\n" + pair, fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_as_a_numbered_item", "12. src/a.py:\n" + pair, fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_with_a_label", "File: src/a.py\n" + pair, fmt.Sprintf(pair0, 2, "src/a.py")},
	{"sr_path_with_a_bold_label", "**path: `Makefile`**\n" + pair, fmt.Sprintf(pair0, 2, "Makefile")},
	{"sr_path_of_a_known_name", "Makefile\n" + pair, fmt.Sprintf(pair0, 2, "Makefile")},
	{"sr_path_that_begins_with_a_dot", ".gitignore\n" + pair, fmt.Sprintf(pair0, 2, ".gitignore")},
	{"sr_path_with_brackets", "app/[...slug]/page.tsx\n" + pair, fmt.Sprintf(pair0, 2, "app/[...slug]/page.tsx")},
	{"sr_word_is_no_path", "Done:\n" + pair, "malformed_edit_0:2 it does not say which file | Write the path of the file, relative to the root, alone on the line above the block.\n"},
	{"sr_url_is_no_path", "https://x.org/a.py\n" + pair, "malformed_edit_0:2 it does not say which file | Write the path of the file, relative to the root, alone on the line above the block.\n"},
	{"sr_path_of_the_block_before", "a.py\n" + pair + "\nAnd then:\n\n" + pair, fmt.Sprintf(pair0, 2, "a.py") + strings.Replace(fmt.Sprintf(pair0, 10, "a.py"), "_0", "_1", 1)},
	{"sr_next_to_each_other", "a.py\n" + pair + pair, fmt.Sprintf(pair0, 2, "a.py") + strings.Replace(fmt.Sprintf(pair0, 7, "a.py"), "_0", "_1", 1)},
	{"sr_another_file_in_a_sentence", "a.py\n" + pair + "\nAnd in `b.py`:\n\n" + pair, fmt.Sprintf(pair0, 2, "a.py") +
		"malformed_edit_0:10 its file is in doubt: no path stands alone on a line above it | Write the path alone on the line above the block, without other words: b.py\n"},
	{"sr_the_same_file_in_a_sentence", "a.py\n" + pair + "\nAnd in `a.py`:\n\n" + pair, fmt.Sprintf(pair0, 2, "a.py") + strings.Replace(fmt.Sprintf(pair0, 10, "a.py"), "_0", "_1", 1)},
	{"sr_path_after_a_malformed_one", "a.py\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n" + pair, "malformed_edit_0:2 there is no ======= between SEARCH and REPLACE | Write ======= on a line of its own between the two texts.\n" + fmt.Sprintf(pair0, 5, "a.py")},
	{"sr_five_and_nine_signs", "a.py\n<<<<< SEARCH>  \nold\n=========\t\nnew\n>>>>>> REPLACE \n", fmt.Sprintf(pair0, 2, "a.py")},
	{"sr_four_signs", "a.py\n<<<< SEARCH\nold\n====\nnew\n>>>> REPLACE\n", "malformed_edit_0:2 \"<<<< SEARCH\" does not begin a block | Write <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, each alone at the start of its line.\n"},
	{"sr_of_cline", "a.py\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n", fmt.Sprintf(pair0, 2, "a.py")},
	{"sr_of_roo", "a.py\n<<<<<<< SEARCH\n:start_line:12\n:end_line: 13\n-------\nold\n=======\nnew\n>>>>>>> REPLACE\n", "file_edit_0:2 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\" start_line=\"12\"\n"},
	{"sr_start_line_without_dashes", "a.py\n<<<<<<< SEARCH\n:start_line:12\nold\n=======\nnew\n>>>>>>> REPLACE\n", "file_edit_0:2 file=\"a.py\" find:=\"old\\n\" replace:=\"new\\n\" start_line=\"12\"\n"},
	{"sr_start_line_that_is_none", "a.py\n<<<<<<< SEARCH\n:start_line:x\n-------\nold\n=======\nnew\n>>>>>>> REPLACE\n", "malformed_edit_0:2 \":start_line:x\" is no line of a file | Give the number of the line, counted from 1, or leave the line out.\n"},
	{"sr_dashes_are_text", "a.md\n<<<<<<< SEARCH\n-------\nold\n=======\nnew\n>>>>>>> REPLACE\n", "file_edit_0:2 file=\"a.md\" find:=\"-------\\nold\\n\" replace:=\"new\\n\"\n"},
	{"sr_empty_search", "a.py\n<<<<<<< SEARCH\n\n=======\nnew\n>>>>>>> REPLACE\n", "file_edit_0:2 file=\"a.py\" find:=\"\" replace:=\"new\\n\"\n"},
	{"sr_empty_replace", "a.py\n<<<<<<< SEARCH\nold\n=======\n>>>>>>> REPLACE\n", "file_edit_0:2 file=\"a.py\" find:=\"old\\n\" replace:=\"\"\n"},
	{"sr_both_empty", "a.py\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n", "malformed_edit_0:2 SEARCH and REPLACE are both empty | Write the lines to replace between SEARCH and =======, and the new lines behind it.\n"},
	{"sr_crlf", "a.py\r\n<<<<<<< SEARCH\r\nold\r\n=======\r\nnew\r\n>>>>>>> REPLACE\r\n", "file_edit_0:2 file=\"a.py\" find:=\"old\\r\\n\" replace:=\"new\\r\\n\"\n"},
	{"sr_conflict_in_search", "a.py\n<<<<<<< SEARCH\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\n=======\ny\n>>>>>>> REPLACE\n",
		"file_edit_0:2 file=\"a.py\" find:=\"<<<<<<< HEAD\\nx\\n=======\\ny\\n>>>>>>> topic\\n\" replace:=\"y\\n\"\n"},
	{"sr_block_in_replace", "a.md\n<<<<<<< SEARCH\nold\n=======\na.py\n" + pair + ">>>>>>> REPLACE\n",
		"file_edit_0:2 file=\"a.md\" find:=\"old\\n\" replace:=\"a.py\\n<<<<<<< SEARCH\\nold\\n=======\\nnew\\n>>>>>>> REPLACE\\n\"\n"},
	{"sr_two_dividers", "a.md\n<<<<<<< SEARCH\nTitle\n=====\n=======\nnew\n>>>>>>> REPLACE\n" + pair,
		"malformed_edit_0:2 two lines may divide SEARCH and REPLACE: line 4 and line 5 | Markers inside the texts must pair, as in a merge conflict. If one is a line of the file by itself, send a block without that line in it.\n" + fmt.Sprintf(pair0, 8, "a.md")},
	{"sr_end_of_a_conflict_alone", "a.py\n<<<<<<< SEARCH\nx\n>>>>>>> topic\n=======\ny\n>>>>>>> REPLACE\n",
		"malformed_edit_0:2 \">>>>>>> topic\" at line 4 closes nothing | Markers inside the texts must pair, as in a merge conflict. If one is a line of the file by itself, send a block without that line in it.\n"},
	{"sr_cut_off", "a.py\n" + pair + "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLAC", fmt.Sprintf(pair0, 2, "a.py") +
		"malformed_edit_0:7 unclosed SEARCH/REPLACE block at line 7: the response may be cut off, or its >>>>>>> REPLACE is missing\n"},
	{"sr_cut_off_before_another", "a.py\n<<<<<<< SEARCH\nx\n=======\ny\n" + pair,
		"malformed_edit_0:2 unclosed SEARCH/REPLACE block at line 2: the response may be cut off, or its >>>>>>> REPLACE is missing\nfile_edit_0:6 Skipped: it stands after the unclosed SEARCH/REPLACE block at line 2\n"},
	{"sr_in_a_code_span", "Write `<<<<<<< SEARCH` first.\n", ""},
	{"sr_in_thinking", "<think>\na.py\n" + pair + "</think>\n", "quoted edit:3 in think\nthinking \"a.py\\n<<<<<<< SEARCH\\nold\\n=======\\nnew\\n>>>>>>> REPLACE\"\n"},
	{"sr_in_a_comment", "<!--\na.py\n" + pair + "-->\n", "quoted edit:3 in comment\n"},
	{"sr_in_code", "<code>\na.py\n" + pair + "</code>\n", "quoted edit:3 in code\n"},
	{"sr_in_text", "```text\na.py\n" + pair + "```\n", "quoted edit:3 in fence\n"},
	{"sr_in_markdown", "```markdown\na.py\n" + pair + "```\n", "quoted edit:3 in fence\n"},
	{"sr_of_markdown", "README.md\n```markdown\n" + pair + "```\n", fmt.Sprintf(pair0, 3, "README.md")},
	{"sr_in_text_then_not", "```text\na.py\n" + pair + "```\nb.py\n```\n" + pair + "```\n", fmt.Sprintf(pair0, 11, "b.py") + "quoted edit:3 in fence\n"},
	{"sr_beside_tags", "a.py\n" + pair + edit, strings.Replace(edit0, ":1", ":7", 1) + "quoted edit:2 in a response with operation blocks\n"},
	{"sr_beside_tags_in_a_fence", "a.py\n" + pair + "```xml\n" + edit + "```\n", fmt.Sprintf(pair0, 2, "a.py") + "quoted edit:8 in fence\n"},
	{"sr_with_tags_in_it", "a.md\n<<<<<<< SEARCH\nold\n=======\n" + edit + ">>>>>>> REPLACE\n",
		"file_edit_0:2 file=\"a.md\" find:=\"old\\n\" replace:=\"<edit>\\n<file>a.py</file>\\n<find>\\nold\\n</find>\\n<replace>\\nnew\\n</replace>\\n</edit>\\n\"\n"},
	{"sr_with_a_fence_in_it", "a.md\n```\n<<<<<<< SEARCH\n```\nold\n=======\n```py\n>>>>>>> REPLACE\n```\n" + del,
		"file_delete_0:10 file=\"a\"\nquoted edit:3 in a response with operation blocks\n"},
	{"sr_in_data", "Log:\n{\"text\": \"\na.py\n" + pair + "\"}\n", "quoted edit:4 in data\n"},
	{"sr_indented", "- a.py\n  <<<<<<< SEARCH\n  old\n  =======\n  new\n  >>>>>>> REPLACE\n", "malformed_edit_0:2 \"<<<<<<< SEARCH\" does not begin a block | Write <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, each alone at the start of its line.\n"},
	{"sr_in_a_block_quote", "> a.py\n> <<<<<<< SEARCH\n> old\n> =======\n> new\n> >>>>>>> REPLACE\n", "quoted edit:2 in block quote\n"},
	{"sr_with_words_behind_it", "a.py\n<<<<<<< SEARCH src/b.py\nold\n=======\nnew\n>>>>>>> REPLACE\n", "malformed_edit_0:2 \"<<<<<<< SEARCH src/b.py\" does not begin a block | Write <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, each alone at the start of its line.\n"},
	{"sr_in_lower_case", "a.py\n<<<<<<< search\nold\n=======\nnew\n>>>>>>> replace\n", "malformed_edit_0:2 \"<<<<<<< search\" does not begin a block | Write <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, each alone at the start of its line.\n"},
	{"sr_of_older_aider", "a.py\n<<<<<<< ORIGINAL\nold\n=======\nnew\n>>>>>>> UPDATED\n", "malformed_edit_0:2 \"<<<<<<< ORIGINAL\" does not begin a block | Write <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, each alone at the start of its line.\n"},
	{"sr_in_a_tag", "<create><file>a.md</file><content>\na.py\n" + pair + "</content></create>\n", "file_create_0:1 file=\"a.md\" content:=\"a.py\\n<<<<<<< SEARCH\\nold\\n=======\\nnew\\n>>>>>>> REPLACE\\n\"\n"},
	{"sr_that_is_a_conflict_of_git", "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\n", ""},
}

// TestOtherFileIsInDoubt: where a text between two blocks names another file in any way, the
// second block is not for that of the first.
func TestOtherFileIsInDoubt(t *testing.T) {
	t.Parallel()
	for _, between := range []string{
		"Next, update src/b.py:", "### src/b.py (modified)", "### 2. src/b.py", "File 2: src/b.py", "**src/b.py** - swap the import", "src/b.py (new import)",
		"src/b.py,", `"src/b.py"`, `src\b.py`, "[b](src/b.py) changes too", "<!-- src/b.py -->", "```python\n// src/b.py", "<path>src/b.py</path>\n<diff>",
		"Like `a.py`, change `src/b.py`:", "In `src/b.py` too:\n\n\n\n", "src/b.py:12", "src/b.py#L10", "@src/b.py", "(src/b.py)", "Now b.py.",
		"And the `api` module should use orjson:", "The API module needs it, too:", "The shop.api module:", "### API", "**API**", "And the API:", "Then the tests:",
		"```python\n# api", "```sh\nmake api\n```", "Then, as os.path and I/O want it (e.g. 1.2.3, see https://x.org/b.py):", "And `then`:", "Then the next file:", "```python api",
	} {
		r := parse.Parse([]parse.Input{{Text: "a.py\n" + pair + between + "\n" + pair}}, parse.Options{})
		if len(r.Operations) != 2 {
			t.Errorf("%q: %s", between, dump(r))
			continue
		}
		if _, refused := r.Operations[1].Action.(ops.Invalid); !refused {
			t.Errorf("%q: the second block is for %v", between, r.Operations[1].Args[0])
		}
	}
	for _, between := range []string{"", "And again in `a.py`:", "**And again in `src/a.py:12`:**", "```python\n# the same", "### Step 2\n\n1. Now this.", "Change it in the same place, too:", "And then, next to it:"} {
		r := parse.Parse([]parse.Input{{Text: "src/a.py\n" + pair + between + "\n" + pair}}, parse.Options{})
		if _, refused := r.Operations[1].Action.(ops.Invalid); refused {
			t.Errorf("%q: %s", between, dump(r))
		}
	}
}

func TestSearchReplace(t *testing.T) {
	t.Parallel()
	read(t, searchReplaceCases)
}

// TestSearchReplaceAlone: if the user names the form, tags are prose.
func TestSearchReplaceAlone(t *testing.T) {
	t.Parallel()
	in := []parse.Input{{Text: "a.py\n" + pair + edit}}
	if got, want := dump(parse.Parse(in, parse.Options{Input: "search-replace"})), fmt.Sprintf(pair0, 2, "a.py"); got != want {
		t.Errorf("--input search-replace: got %s, want %s", got, want)
	}
	if got, want := dump(parse.Parse(in, parse.Options{Input: "tags"})), strings.Replace(edit0, ":1", ":7", 1); got != want {
		t.Errorf("--input tags: got %s, want %s", got, want)
	}
}

// TestSearchReplaceCutAnywhere cuts responses off at every byte: the blocks that end before the
// cut run, and nothing else.
func TestSearchReplaceCutAnywhere(t *testing.T) {
	t.Parallel()
	for n := range 20 {
		random := rand.New(rand.NewPCG(20, uint64(n)))
		var text strings.Builder
		var ends []int // of the blocks
		for i := range 1 + random.IntN(4) {
			fmt.Fprintf(&text, "Change %d:\n\nsrc/f%d.py\n", i, i)
			fenced := random.IntN(2) == 0
			if fenced {
				text.WriteString("```python\n")
			}
			opening, closing := "<<<<<<< SEARCH\n", ">>>>>>> REPLACE"
			if random.IntN(3) == 0 {
				opening, closing = "------- SEARCH\n", "+++++++ REPLACE"
			}
			inner := []string{"x = 1\n", "", "```\n", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n", edit}
			text.WriteString(opening + "line\n" + inner[random.IntN(5)] + "=======\n" + inner[random.IntN(5)] + closing)
			ends = append(ends, text.Len())
			text.WriteString("\n")
			if fenced {
				text.WriteString("```\n")
			}
		}
		for cut := range text.Len() + 1 {
			want := 0
			for _, end := range ends {
				if end <= cut {
					want++
				}
			}
			got := 0
			for _, op := range parse.Parse([]parse.Input{{Text: text.String()[:cut]}}, parse.Options{}).Operations {
				if _, invalid := op.Action.(ops.Invalid); !invalid {
					got++
					if op.Form != wording.SearchReplace {
						t.Errorf("%s runs from inside a block", op.Name())
					}
				}
			}
			if got != want {
				t.Fatalf("cut off at byte %d: %d blocks run, want %d, of\n%s", cut, got, want, text.String())
			}
		}
	}
}
