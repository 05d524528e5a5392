package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pages returns the README and the pages of docs/, by their path from the repository.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../../README.md") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel("../..", file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.ToSlash(name)] = string(data)
	}
	return texts
}

// TestDocsShowWhatRuns runs the commands of all pages and compares what they print with what
// the pages show. The commands stand behind "$ " in blocks of the language console. A comment
// <!-- tree: NAME --> before a block copies testdata/docs/NAME into a new directory, in which
// the blocks behind it run. -update writes the output into the pages.
func TestDocsShowWhatRuns(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is missing")
	}
	for name, text := range pages(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := runPage(t, text)
			if *update {
				if err := os.WriteFile(filepath.Join("../..", name), []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(text, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s shows another output than its commands have (-shown +got):\n%s", name, diff)
			}
		})
	}
}

var (
	treeComment  = regexp.MustCompile(`^<!-- tree: ([a-z]+) -->$`)
	runID        = regexp.MustCompile(`\b\d{8}T\d{6}-[0-9a-f]{4}\b`)
	timeOfDay    = regexp.MustCompile(`\b\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?\b`)
	endOfCommand = "\x01end of command\x01"
)

// runPage returns the page with the output that its commands have now.
func runPage(t *testing.T, text string) string {
	t.Helper()
	var out []string
	lines := strings.Split(text, "\n")
	dir, runs := "", runNames{}
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		if m := treeComment.FindStringSubmatch(lines[i]); m != nil {
			dir, runs = filepath.Join(t.TempDir(), "app"), runNames{}
			if err := os.CopyFS(dir, os.DirFS("../../testdata/docs/"+m[1])); err != nil {
				t.Fatal(err)
			}
		}
		if lines[i] != "```console" {
			continue
		}
		end := i + slices.Index(lines[i:], "```")
		if end < i || dir == "" {
			t.Fatalf("line %d: the block never ends, or no tree was named before it", i+1)
		}
		commands := slices.DeleteFunc(slices.Clone(lines[i+1:end]), func(line string) bool { return !strings.HasPrefix(line, "$ ") })
		if len(commands) == 0 {
			t.Fatalf("line %d: the block has no command", i+1)
		}
		for n, shown := range runCommands(t, dir, commands, runs) {
			out = append(append(out, commands[n]), shown...)
		}
		i = end - 1
	}
	return strings.Join(out, "\n")
}

// runCommands runs commands in one shell. It returns the lines that each one printed, with
// fixed times and names in place of those that differ between runs.
func runCommands(t *testing.T, dir string, commands []string, runs runNames) [][]string {
	t.Helper()
	script := ""
	for _, c := range commands {
		script += fmt.Sprintf("%s\nprintf '%%s' '%s'\n", strings.TrimPrefix(c, "$ "), endOfCommand)
	}
	home := filepath.Join(filepath.Dir(dir), "home")
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "NO_COLOR=1", "TZ=UTC")
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err := cmd.Run()
	parts := strings.Split(printed.String(), endOfCommand)
	if len(parts) != len(commands)+1 {
		t.Fatalf("the shell ended early: %v\n%s", err, printed.String())
	}
	outputs := make([][]string, len(commands))
	for i, part := range parts[:len(commands)] {
		part = strings.ReplaceAll(part, dir, "/home/ada/app")
		part = runID.ReplaceAllStringFunc(part, runs.fixed)
		part = timeOfDay.ReplaceAllString(part, "2026-11-24 10:15")
		if part = strings.TrimSuffix(part, "\n"); part != "" {
			outputs[i] = strings.Split(part, "\n")
		}
	}
	return outputs
}

// runNames are fixed IDs of runs, by the IDs that they have in the test.
type runNames map[string]string

func (r runNames) fixed(id string) string {
	if r[id] == "" {
		n := len(r)
		r[id] = fmt.Sprintf("20261124T1015%02d-%04x", 12*n, (0x3f2a+n*0x5b17)&0xffff)
	}
	return r[id]
}

// TestDocsRunEveryCommand holds the pages to blocks that a test runs.
func TestDocsRunEveryCommand(t *testing.T) {
	t.Parallel()
	for name, text := range pages(t) {
		for n, line := range strings.Split(text, "\n") {
			if slices.Contains([]string{"```sh", "```bash", "```shell"}, line) {
				t.Errorf("%s:%d: commands stand in a block of the language console, so that they run in a test", name, n+1)
			}
		}
	}
}

var (
	link       = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	notInSlugs = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestDocsLinksLeadSomewhere follows every link to a file of the repository and to a heading.
func TestDocsLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	for name, text := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(prose(text), -1) {
			u, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %s: %v", name, m[1], err)
				continue
			}
			if u.Scheme == "https" {
				continue
			}
			file := filepath.Join("../..", filepath.Dir(name), u.Path)
			if u.Path == "" {
				file = filepath.Join("../..", name)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("%s: %s: %v", name, m[1], err)
				continue
			}
			if u.Fragment != "" && !slices.Contains(slugs(string(data)), u.Fragment) {
				t.Errorf("%s: %s: there is no such heading", name, m[1])
			}
		}
	}
}

// slugs returns the names by which links reach the headings of a page, as GitHub makes them.
func slugs(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if _, title, ok := strings.Cut(line, "# "); ok && strings.HasPrefix(line, "#") {
			list = append(list, strings.ReplaceAll(notInSlugs.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), ""), " ", "-"))
		}
	}
	return list
}

var (
	fencedBlock = regexp.MustCompile("(?ms)^```.*?^```$")
	comment     = regexp.MustCompile(`(?s)<!--.*?-->`)
	codeSpan    = regexp.MustCompile("`[^`]+`")
	sentenceEnd = regexp.MustCompile(`[.:;?!](\s|$)`)
)

// prose returns a page without its code blocks and comments.
func prose(text string) string {
	return comment.ReplaceAllString(fencedBlock.ReplaceAllString(text, ""), "")
}

// maxWords is how many words a sentence of the docs may have.
const maxWords = 30

// TestDocsHaveShortSentences counts the words of each sentence outside of tables. A code
// span counts as one word.
func TestDocsHaveShortSentences(t *testing.T) {
	t.Parallel()
	for name, text := range pages(t) {
		for _, paragraph := range paragraphs(prose(text)) {
			for _, sentence := range sentenceEnd.Split(codeSpan.ReplaceAllString(paragraph, "code"), -1) {
				if n := len(strings.Fields(sentence)); n > maxWords {
					t.Errorf("%s: a sentence has %d words, at most %d wanted: %s", name, n, maxWords, sentence)
				}
			}
		}
	}
	if n := strings.Count(pages(t)["README.md"], "\n"); n > 150 {
		t.Errorf("the README has %d lines, at most 150 wanted", n)
	}
}

// paragraphs splits prose at blank lines and list items, and leaves out tables.
func paragraphs(text string) []string {
	var list []string
	open := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		item := strings.HasPrefix(line, "- ") || regexp.MustCompile(`^\d+\. `).MatchString(line)
		switch {
		case line == "" || strings.HasPrefix(line, "|"):
			open = false
		case open && !item:
			list[len(list)-1] += " " + line
		default:
			list, open = append(list, line), true
		}
	}
	return list
}

// TestDocsQuoteMessages looks up each message of the page on troubleshooting in the sources.
// Words in capitals there stand for what a message is about.
func TestDocsQuoteMessages(t *testing.T) {
	t.Parallel()
	sources := goSources(t)
	variable := regexp.MustCompile(`\b[A-Z]+\b|U\+X+|<TAG>`)
	for line := range strings.Lines(pages(t)["docs/troubleshooting.md"]) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		for _, message := range codeSpan.FindAllString(cells[1], -1) {
			for _, part := range variable.Split(strings.Trim(message, "`"), -1) {
				if part = strings.Trim(part, " :()"); part != "" && part != "apply" && !strings.Contains(sources, part) {
					t.Errorf("no source has the text %q of the message %s", part, message)
				}
			}
		}
	}
}

// goSources returns all Go files of the program, without tests.
func goSources(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, dir := range []string{".", "../../internal"} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			b.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
