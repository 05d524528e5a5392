package parse_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/cputime"
	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse"
)

func seed(f *testing.F) {
	f.Helper()
	for _, group := range [][]parseCase{seedCases, blockCases, quotedCases, openCases, searchReplaceCases, patchCases, diffCases, filesCases} {
		for _, tt := range group {
			f.Add(tt.in)
		}
	}
}

// FuzzParse: whatever the response, there is no panic, every operation stands on a
// line of it, ids are unique, and reading it again gives the same.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, in string) {
		for _, fenced := range []bool{false, true} {
			r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{Fenced: fenced})
			lines := 1 + strings.Count(in, "\n")
			seen := map[string]bool{}
			for i, op := range r.Operations {
				together := op.Form == wording.Patch || op.Form == wording.Diff // what one of them asks for shares an id
				if op.Line < 1 || op.Line > lines {
					t.Errorf("operation %s on line %d of %d", op.ID, op.Line, lines)
				}
				if seen[op.ID] && (!together || r.Operations[i-1].ID != op.ID) {
					t.Errorf("id %s twice", op.ID)
				}
				seen[op.ID] = true
			}
			again := dump(parse.Parse([]parse.Input{{Text: in}}, parse.Options{Fenced: fenced}))
			if got := dump(r); got != again {
				t.Errorf("read twice: %q, then %q", got, again)
			}
		}
	})
}

// FuzzFiles: what a fence writes is text between two of its lines, and no two operations write
// one file.
func FuzzFiles(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, in string) {
		written := map[string]bool{}
		for _, op := range running(in, "files") {
			name, text := path.Clean(op.Args[0].Value.Text), op.Args[1].Value.Text
			if written[name] {
				t.Errorf("%s is written twice", name)
			}
			written[name] = true
			for line := range strings.Lines(text) {
				if !strings.Contains(in, line) {
					t.Errorf("%q is no line of the response", line)
				}
			}
			if !strings.Contains(in, name) && !strings.Contains(in, op.Args[0].Value.Text) {
				t.Errorf("%q is not named", name)
			}
		}
		if got, again := dump(inFiles(in)), dump(inFiles(in)); got != again {
			t.Errorf("read twice: %q, then %q", got, again)
		}
	})
}

// ownEnd is the end of a block and, later, the beginning of another one. A content
// that holds them in that order is, letter by letter, two blocks; nobody can tell it
// from two that were meant. It is the one exception to the round trip.
var ownEnd = regexp.MustCompile(`(?is)^\s*` + endThenStart)

const endThenStart = `</content\s*>(\s|<!--.*?-->)*</create\s*>.*<create\b[^>]*>(\s|<!--.*?-->)*<[a-z_0-9]`

// tags finds the tags of a <create> and of its content.
var tags = regexp.MustCompile(`(?i)<(/?)(create|content)(\s[^<>]*)?>`)

// pairs reports whether each of those tags has its other one, in the right order.
func pairs(text string) bool {
	open := map[string]int{}
	for _, m := range tags.FindAllStringSubmatch(text, -1) {
		name := strings.ToLower(m[2])
		if m[1] == "" {
			open[name]++
		} else if open[name]--; open[name] < 0 {
			return false
		}
	}
	return open["create"] == 0 && open["content"] == 0
}

var anyOwnEnd = regexp.MustCompile(`(?is)` + endThenStart)

// FuzzContentRoundTrip: any text put into the content of a <create> in block form
// comes out the same, or the block is malformed; it is never silently different.
func FuzzContentRoundTrip(f *testing.F) {
	seed(f)
	f.Fuzz(roundTrip)
}

// TestContentRoundTripOfTags is the same for texts that are made of tags, which
// mutation alone seldom finds.
func TestContentRoundTripOfTags(t *testing.T) {
	pieces := []string{
		"<create>", "</create>", "<content>", "</content>", "<file>", "</file>", "<file>x</file>", "<edit>", "</edit>",
		"<find>", "</find>", "<replace>", "</replace>", "</content>\n</create>", "<create>\n<file>x</file>\n<content>",
		"\n", " ", "text", "`", "```\n", "<!--", "-->", "]]>", "<think>", "</think>", "<code>", "<content a=\"b\">", "<create/>",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		var b strings.Builder
		for range 1 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		if roundTrip(t, b.String()); t.Failed() {
			return
		}
	}
}

func roundTrip(t *testing.T, content string) {
	t.Helper()
	in := fmt.Sprintf("<create>\n<file>a.txt</file>\n<content>\n%s\n</content>\n</create>\n", content)
	r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{})
	if slices.ContainsFunc(r.Quoted, func(q parse.Quoted) bool { return q.Line == 1 }) {
		return // a lone </think> after its end made it thinking, which is told
	}
	if len(r.Operations) == 0 {
		t.Errorf("nothing came out of %q", in)
		return
	}
	op := r.Operations[0]
	at := slices.IndexFunc(op.Args, func(a ops.Arg) bool { return a.Name == "content" })
	if _, malformed := op.Action.(ops.Invalid); malformed || op.Name() != "create" || at < 0 || strings.HasPrefix(strings.TrimSpace(content), "<![CDATA[") {
		return // malformed, or without its wrapper
	}
	if rest, ok := strings.CutPrefix(content, strings.TrimSuffix(op.Args[at].Value.Text, "\n")); ok && ownEnd.MatchString(rest) {
		return
	}
	if got := op.Args[at].Value.Text; got != content+"\n" {
		t.Errorf("content %q came out as %q", content, got)
	}
	if len(r.Operations) > 1 {
		t.Errorf("content %q brought other operations: %s", content, dump(r))
	}
}

// FuzzEmbedded: a whole response put into the content of a <create> is one operation.
// Where it quotes a part of a <create>, its tags do not pair, and nobody can tell it
// from a block that was cut off before another one: then it may be refused.
func FuzzEmbedded(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, response string) {
		for _, op := range parse.Parse([]parse.Input{{Text: response}}, parse.Options{}).Operations {
			if _, broken := op.Action.(ops.Invalid); broken {
				return // not a whole response
			}
		}
		in := "<create>\n<file>a.md</file>\n<content>\n" + response + "\n</content>\n</create>\n"
		r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{})
		if anyOwnEnd.MatchString(response) {
			return
		}
		_, refused := r.Operations[0].Action.(ops.Invalid)
		if refused && !pairs(response) {
			return
		}
		if len(r.Operations) != 1 {
			t.Errorf("%d operations came out of %q: %s", len(r.Operations), in, dump(r))
		}
	})
}

// hostile are texts that cost a careless parser the square of their length.
var hostile = map[string]func(n int) string{
	"opening_tags":            func(n int) string { return strings.Repeat("<edit>", n) },
	"closing_tags":            func(n int) string { return strings.Repeat("</find>", n) },
	"closing_tags_in_a_block": func(n int) string { return "<edit><file>a</file><find>" + strings.Repeat("</find>", n) },
	"possible_ends":           func(n int) string { return "<edit><file>a</file><find>" + strings.Repeat("</find><replace>", n) },
	"nested_blocks":           func(n int) string { return strings.Repeat("<create><file>a</file><content>", n) },
	"nested_and_closed": func(n int) string {
		return strings.Repeat("<create><file>a</file><content>", n) + strings.Repeat("</content></create>", n)
	},
	"blocks_with_a_stray_end": func(n int) string {
		return strings.Repeat("<edit><file>a</file><find></find> x</find><replace>y</replace></edit>\n", n)
	},
	"repeated_fields": func(n int) string { return "<edit>" + strings.Repeat("<find></find>a</find>", n) + "</edit>" },
	"values_that_name_their_tags": func(n int) string {
		return strings.Repeat("<create><file>a</file><content><create> <content></content></create>\n", n)
	},
	"unknown_fields":              func(n int) string { return strings.Repeat("<edit><zzz></edit>", n) },
	"unknown_fields_in_one_block": func(n int) string { return "<edit>" + strings.Repeat("<zz>", n) + "</edit>" },
	"comments":                    func(n int) string { return "<edit><file>a</file>" + strings.Repeat("<!-- </find><!-- x --> ", n) },
	"open_comments":               func(n int) string { return "<edit><file>a</file><find>" + strings.Repeat("</find><!--", n) },
	"comments_in_prose":           func(n int) string { return strings.Repeat("<!-- <create><file>a</file><content>-->", n) },
	"parts_in_fences":             func(n int) string { return strings.Repeat("```\n<edit>\n<file>a</file>\n<find>\n```\n", n) },
	"open_fences":                 func(n int) string { return strings.Repeat("```\n~~~\n", n) + strings.Repeat("```x\n", n) },
	"backticks_of_all_lengths": func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n*4; i++ {
			b.WriteString(strings.Repeat("`", i) + " ")
		}
		return b.String()
	},
	"backticks_then_blocks":   func(n int) string { return strings.Repeat("` <delete><file>a</file></delete> `` ", n) },
	"tildes_in_one_line":      func(n int) string { return strings.Repeat("a~~~ ", n) },
	"code_elements":           func(n int) string { return strings.Repeat("<code>", n) },
	"code_elements_in_a_line": func(n int) string { return "x " + strings.Repeat("<code></code>", n) },
	"open_code_in_lines":      func(n int) string { return strings.Repeat("x <code> <!-- y\n\n", n) },
	"code_around_blocks": func(n int) string {
		return "x <code>" + strings.Repeat("<delete><file>a</file></delete> <code>", n) + "</code>"
	},
	"code_around_blocks_with_ends": func(n int) string {
		return "<code>\n" + strings.Repeat("<create><file>a</file><content></code><pre></content></create>\n", n)
	},
	"comment_around_blocks_with_ends": func(n int) string {
		return "x <!-- " + strings.Repeat("<create><file>a</file><content>--></content></create> ", n)
	},
	"spans_around_blocks": func(n int) string { return strings.Repeat("` <delete><file>a</file></delete> ` ", n) },
	"tags_before_code":    func(n int) string { return strings.Repeat("<p>", n) + strings.Repeat("<code></code>", n) },
	"fenced_parts":        func(n int) string { return strings.Repeat("```\n<create><file>a</file><content>\n```\n", n) },
	"code_around_parts":   func(n int) string { return strings.Repeat("<code><edit><file>", n) },
	"mentions":            func(n int) string { return strings.Repeat("<edit> x <create> y ", n) },
	"cdata": func(n int) string {
		return "<create><file>a</file><content>" + strings.Repeat("<![CDATA[ ]]></content>", n)
	},
	"doubtful_ends": func(n int) string {
		return strings.Repeat("<create><file>a</file><content>x</content></create>\n</content></create>\n", n)
	},
	"attributes":                   func(n int) string { return strings.Repeat("<edit a=", n) },
	"thoughts_that_do_not_balance": func(n int) string { return strings.Repeat("<think><think></think>", n) },
	"unknown_operations":           func(n int) string { return strings.Repeat("<zz><file>", n) + strings.Repeat("<yy><file></yy>", n) },
	"thoughts":                     func(n int) string { return strings.Repeat("</think>", n) + strings.Repeat("<think>", n) },
	"sr_openings":                  func(n int) string { return strings.Repeat("<<<<<<< SEARCH\n", n) },
	"sr_openings_in_text":          func(n int) string { return "```text\n" + strings.Repeat("<<<<<<< SEARCH\n", n) + "```\n" },
	"sr_openings_in_fences":        func(n int) string { return strings.Repeat("```text\n<<<<<<< SEARCH\n```\n", n) },
	"sr_dividers": func(n int) string {
		return "a.py\n<<<<<<< SEARCH\n" + strings.Repeat("=======\n", n) + ">>>>>>> REPLACE\n"
	},
	"sr_endings":               func(n int) string { return "SEARCH\n" + strings.Repeat(">>>>>>> REPLACE\n", n) },
	"sr_blocks":                func(n int) string { return "a.py\n" + strings.Repeat(pair, n) },
	"sr_blocks_in_text":        func(n int) string { return "a.py\n```text\n" + strings.Repeat(pair, n) + "```\n" },
	"sr_blocks_without_an_end": func(n int) string { return strings.Repeat("a.py\n<<<<<<< SEARCH\nx\n=======\n", n) },
	"sr_nested": func(n int) string {
		return "a.py\n" + strings.Repeat("<<<<<<< SEARCH\n", n) + strings.Repeat("=======\n>>>>>>> REPLACE\n", n)
	},
	"patch_openings": func(n int) string { return strings.Repeat("*** Begin Patch\n", n) },
	"patch_openings_indented": func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i%4) + "*** Begin Patch\n")
		}
		return b.String()
	},
	"patch_endings":     func(n int) string { return strings.Repeat("*** End Patch\n", n) },
	"patches":           func(n int) string { return strings.Repeat(patch, n) },
	"patches_in_text":   func(n int) string { return "```text\n" + strings.Repeat(patch, n) + "```\n" },
	"patches_and_sr":    func(n int) string { return strings.Repeat("a.py\n"+pair+patch, n) },
	"diffs":             func(n int) string { return strings.Repeat(udiff, n) },
	"diffs_of_git":      func(n int) string { return strings.Repeat(gitDiff, n) },
	"diffs_in_text":     func(n int) string { return "```text\n" + strings.Repeat(udiff, n) + "```\n" },
	"diffs_in_a_fence":  func(n int) string { return "```diff\n" + strings.Repeat(gitDiff, n) + "```\n" },
	"diffs_in_fences":   func(n int) string { return strings.Repeat("```diff\n"+udiff+"```\n", n) },
	"diff_names":        func(n int) string { return strings.Repeat("--- a/b\n+++ b/b\n", n) },
	"diff_lines_of_git": func(n int) string { return strings.Repeat("diff --git a/b b/b\n", n) },
	"diff_hunks": func(n int) string {
		return "--- a/b\n+++ b/b\n" + strings.Repeat("@@ -1,3 +1,3 @@\n one\n-old\n+new\n three\n", n)
	},
	"diff_hunks_of_none": func(n int) string { return strings.Repeat("@@ -1,9 +1,9 @@\n", n) },
	"diff_wrong_counts": func(n int) string {
		return "```diff\n" + strings.Repeat(strings.Replace(udiff, ",3", ",99999", 1), n) + "```\n"
	},
	"diff_long_hunk":        func(n int) string { return "--- a/b\n+++ b/b\n@@ -1,9 +1,9 @@\n" + strings.Repeat(" x\n-y\n+z\n", n) },
	"diff_blank_lines":      func(n int) string { return "--- a/b\n+++ b/b\n@@ -1,9 +1,9 @@\n-x\n" + strings.Repeat("\n", n) },
	"diff_copies":           func(n int) string { return strings.Repeat(gitDiff+"diff --git a/b b/c\ncopy from b\ncopy to c\n", n) },
	"diff_indented":         func(n int) string { return strings.Repeat("  --- a/b\n  +++ b/b\n  @@ -1 +1 @@\n  -x\n", n) },
	"marks_of_data":         func(n int) string { return strings.Repeat("] don't ", n) },
	"diff_header_spaces":    func(n int) string { return "diff --git " + strings.Repeat("a ", n) + "\n" },
	"diffs_and_sr":          func(n int) string { return strings.Repeat(udiff+"a.py\n"+pair, n) },
	"quoted_openings":       func(n int) string { return strings.Repeat("> <delete>\n", n) },
	"quoted_closed_late":    func(n int) string { return strings.Repeat("> <append>\n> <file>b</file>\n", n) + "> </append>\n" },
	"quoted_two_names":      func(n int) string { return strings.Repeat("> <delete>\n> <append>\n> </append>\n", n) },
	"sr_blocks_and_tags":    func(n int) string { return strings.Repeat("a.py\n"+pair+del+"\n", n) },
	"sr_long_lines_above":   func(n int) string { return strings.Repeat(strings.Repeat("`x` ", 100)+"\n"+pair, n/50+1) },
	"calls_beside_a_block":  func(n int) string { return del + "\n" + strings.Repeat("Action: Read\n", n) },
	"braces_beside_a_block": func(n int) string { return del + "\n" + strings.Repeat("{\"a\": [\n", n) },
	"sr_words_between":      func(n int) string { return "a.py\n" + strings.Repeat(pair+"And then:\n", n) },
	"deletes_after_a_create": func(n int) string {
		return "<create><file>a</file><content>x</content></create>" + strings.Repeat("<delete><file>a</file></delete>", n)
	},
}

func TestLinear(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) { linear(t, text) })
	}
}

// linear fails where the time of parsing grows faster than the text: eight times the text
// may take 15 times as long, 2.5 for each time that it doubles. The square would take 64.
func linear(t *testing.T, text func(n int) string) {
	t.Helper()
	parsing := func(n int) func() {
		in := []parse.Input{{Text: text(n)}}
		return func() { parse.Parse(in, parse.Options{}) }
	}
	n, enough := 500, time.Millisecond
	if os.Getenv("TEST_ALL") != "" {
		enough *= 8
	}
	for n < 25_000 && min(cputime.Of(parsing(n)), cputime.Of(parsing(n))) < enough {
		n *= 2
	}
	cputime.CheckGrowth(t, n, 8, 15, parsing)
}
