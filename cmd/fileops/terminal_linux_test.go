package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/term"
)

// hostile acts on a terminal wherever it is written raw: colors, a link, the clipboard,
// backspaces, a carriage return, C1 controls, bidirectional controls, DEL. It has no slash, so
// that it may be a name.
const hostile = "Zq\x1b[7m\x1b]8;;x:y\x1b\\z\x1b]52;c;eA==\aa\b\bb\rc\u009b2J\u202e\u2066\u200e\x7fqZ"

// hostileBytes is the same with bytes that are not UTF-8; 0x9b is CSI for some terminals.
const hostileBytes = "Zq\xff\x9b2J" + hostile

// place is a place where the program prints text from outside.
type place struct {
	name  string
	text  string            // what it prints; hostile if it is ""
	files map[string]string // in the root before
	first string            // a response that is applied before
	args  []string
	input string
	env   []string
	// changed says that the place prints the text in another form, such as in quotes: through a
	// pipe it need not be the same bytes.
	changed bool
	unshown bool // the program says something else
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func block(name string, fields ...string) string {
	text := "<" + name + ">"
	for i := 0; i < len(fields); i += 2 {
		text += fmt.Sprintf("<%s>%s</%[1]s>", fields[i], fields[i+1])
	}
	return text + "</" + name + ">\n"
}

// hostilePath lacks what a path of a response must not have. longPath is one of 4,000 bytes.
var (
	hostilePath = strings.NewReplacer("\r", "", `\`, "").Replace(hostile)
	longPath    = strings.Repeat(strings.Repeat("d", 93)+hostilePath+"/", 28) + "file"
)

func places() []place {
	applied, whole := []string{"apply"}, []string{"apply", "--verbose"}
	create := block("create", "file", hostilePath, "content", "x")
	edited := block("edit", "file", "f", "find", "old", "replace", hostileBytes)
	checker := asJSON([]map[string]any{{"glob": "*.txt", "command": []string{"sh", "-c", "printf %s '" + hostile + "'; exit 1", "sh", "{file}"}}})
	return []place{
		{name: "apply, a name", text: hostilePath, args: applied, input: create},
		{name: "apply, a name in JSON", args: []string{"apply", "--format", "json"}, input: create, changed: true},
		{name: "apply, a name that is missing", args: applied, text: hostilePath, input: block("read", "file", hostilePath)},
		{name: "apply, a path of 4000 bytes", args: applied, text: longPath, input: block("read", "file", longPath)},
		{name: "apply, a path of 4000 bytes that is made", args: applied, text: longPath, input: block("create", "file", longPath, "content", "x")},
		{name: "apply, two names", text: hostilePath, args: applied, input: create + block("move", "from", hostilePath, "to", "x"+hostilePath)},
		{name: "apply, a find that is missing", args: applied, files: map[string]string{"f": hostile + " one\n"}, input: block("edit", "file", "f", "find", hostile+" two", "replace", "x"), changed: true},
		{name: "apply, a file that is read", text: hostileBytes, args: whole, files: map[string]string{"f": hostileBytes + "\n"}, input: block("read", "file", "f"), changed: true},
		{name: "apply, a search", args: whole, files: map[string]string{"f": hostile + "\n"}, input: block("grep", "pattern", "Zq"), changed: true},
		{name: "apply, a list", args: whole, files: map[string]string{hostile: ""}, input: block("glob", "pattern", "Zq*"), changed: true},
		{name: "apply, a change with all details", text: hostileBytes, args: whole, files: map[string]string{"f": "old\n"}, input: edited},
		{name: "apply, a diffstat", args: []string{"apply", "--stat"}, input: create, changed: true, unshown: true},
		{name: "apply, a block cut off", args: applied, input: "<edit><file>" + hostile + "</file><find>", changed: true},
		{name: "apply, a field of another name", args: applied, input: block("edit", "file", "f", "find", "x", "replace", "y", "zz", hostile), changed: true},
		{name: "apply, a call", args: applied, input: `{"name": ` + asJSON(hostile) + `, "input": {}}`},
		{name: "apply, a field of a call", args: applied, input: `{"name": "file_read", "input": {` + asJSON(hostile) + `: 1}}`, changed: true},
		{name: "apply, a diff", text: hostileBytes, args: []string{"apply", "--diff"}, files: map[string]string{"f": "old\n"}, input: edited},
		{name: "apply, a diff in color", text: hostileBytes, args: []string{"apply", "--diff", "--color", "always"}, files: map[string]string{"f": "old\n"}, input: edited},
		{name: "apply, a syntax error", args: applied, input: block("create", "file", "a.json", "content", `{"`+hostile+`": }`), changed: true},
		{name: "apply, what a checker says", args: applied, env: []string{"FILEOPS_VALIDATORS=" + checker}, input: block("create", "file", "a.txt", "content", "x"), changed: true},
		{name: "apply, a response that is missing", args: []string{"apply", hostile}},
		{name: "parse, a command", args: []string{"parse"}, input: "<terminal>" + hostile + "</terminal>\n"},
		{name: "parse, a field", text: hostileBytes, args: []string{"parse"}, input: edited},
		{name: "parse, a name", text: hostilePath, args: []string{"parse"}, input: create},
		{name: "parse, a malformed block", args: []string{"parse"}, input: `{"name": "file_read", "input": {` + asJSON(hostile) + `: 1}}`, changed: true},
		{name: "parse, JSON", args: []string{"parse", "--format", "json"}, input: hostile, changed: true},
		{name: "read", text: hostileBytes, args: []string{"read", "f"}, files: map[string]string{"f": hostileBytes + "\n"}, changed: true},
		{name: "read, plain", args: []string{"read", "--plain", "f"}, files: map[string]string{"f": hostile + "\n"}},
		{name: "read, in color", args: []string{"read", "--color", "always", "f"}, files: map[string]string{"f": hostile + "\n"}},
		{name: "read, a name", args: []string{"read", "./" + hostile, "f"}, files: map[string]string{"f": "", hostile: "x\n"}},
		{name: "read, a name that is missing", args: []string{"read", hostile}},
		{name: "read, a range", args: []string{"read", "f", "--lines", hostile}, files: map[string]string{"f": "x"}, changed: true},
		{name: "glob", text: hostileBytes, args: []string{"glob", "Zq*"}, files: map[string]string{hostileBytes: ""}},
		{name: "glob, JSON", args: []string{"glob", "Zq*", "--format", "json"}, files: map[string]string{hostile: ""}, changed: true},
		{name: "glob, a bad pattern", args: []string{"glob", hostile + "[z-a"}, changed: true},
		{name: "glob, a directory that is missing", args: []string{"glob", "*", hostile}},
		{name: "grep", text: hostileBytes, args: []string{"grep", "Zq", "f"}, files: map[string]string{"f": hostileBytes + "\n"}},
		{name: "grep, in color", text: hostileBytes, args: []string{"grep", "--color", "always", "c", "f"}, files: map[string]string{"f": hostileBytes + "\n"}, changed: true},
		{name: "grep, matches", args: []string{"grep", "-o", "Zq.*", "f"}, files: map[string]string{"f": hostile + "\n"}},
		{name: "grep, a part of a line", args: []string{"grep", "-U", "-o", "(?s)Zq.*x", "f"}, files: map[string]string{"f": hostile + "\n" + hostile + "x\n"}},
		{name: "grep, a name", text: hostileBytes, args: []string{"grep", "x", "--no-heading"}, files: map[string]string{hostileBytes: "x\n"}},
		{name: "grep, a name in color", args: []string{"grep", "x", "--color", "always"}, files: map[string]string{hostile: "x\n"}},
		{name: "grep, names", args: []string{"grep", "-l", "x"}, files: map[string]string{hostile: "x\n"}},
		{name: "grep, counts", args: []string{"grep", "-c", "-H", "x"}, files: map[string]string{hostile: "x\n"}},
		{name: "grep, a binary file", args: []string{"grep", "x", "-H", "./" + hostile}, files: map[string]string{hostile: "x\n\x00"}},
		{name: "grep, JSON", args: []string{"grep", "--json", "Zq"}, files: map[string]string{"f": hostile + "\n"}, changed: true},
		{name: "grep, a bad pattern", args: []string{"grep", "(" + hostile}, changed: true},
		{name: "grep, a file that is missing", args: []string{"grep", "x", hostile}},
		{name: "grep, a type", args: []string{"grep", "x", "-t", hostile}, changed: true},
		{name: "config, a value", args: []string{"config"}, files: map[string]string{".fileops.json": `{"file_operations": {"denied_patterns": [` + asJSON(hostile) + `]}}`}, changed: true},
		{name: "config, an unknown key", args: []string{"config"}, files: map[string]string{".fileops.json": `{"file_operations": {` + asJSON("a"+hostile) + `: 1}}`}, changed: true},
		{name: "config, a file", args: []string{"config", "--config", hostile}, changed: true},
		{name: "config, the environment", args: []string{"config"}, env: []string{"FILEOPS_MAX_EDIT_SIZE_MB=" + hostile}, changed: true},
		{name: "config, a file of a repository", args: []string{"config", "--root", "."}, files: map[string]string{".fileops.json": `{"file_operations": {"denied_patterns": ` + asJSON(hostile) + `}}`}, changed: true},
		{name: "init", args: []string{"init", "--root", hostile}},
		{name: "prompt", args: []string{"prompt"}, env: []string{"FILEOPS_DENIED_PATTERNS=" + asJSON([]string{hostile})}, changed: true},
		{name: "history, every file", text: hostilePath, args: []string{"history", "--verbose"}, first: create},
		{name: "history, JSON", args: []string{"history", "--format", "json"}, first: create, changed: true},
		{name: "undo", args: []string{"undo"}, first: create, changed: true},
		{name: "undo, a diff", args: []string{"undo", "--diff"}, first: block("create", "file", "f", "content", hostile)},
		{name: "undo, a run", args: []string{"undo", hostile}, changed: true},
		{name: "a command", args: []string{hostile}, changed: true},
		{name: "a flag", args: []string{"apply", "--" + hostile}, changed: true},
		{name: "a short flag", args: []string{"apply", "-" + hostile}, changed: true},
		{name: "the value of a flag", args: []string{"apply", "--format", hostile}, changed: true},
		{name: "the value of a flag of bool", args: []string{"apply", "--dry-run=" + hostile}, changed: true},
		{name: "the value of --color", args: []string{"apply", "--color", hostile}, changed: true},
		{name: "an argument too many", args: []string{"config", hostile}, changed: true},
		{name: "the root", args: []string{"history", "--root", hostile}},
		{name: "help of a command", args: []string{"help", hostile}, unshown: true},
		{name: "completion", args: []string{"completion", hostile}, unshown: true},
	}
}

// prepare makes the root of a place and the command for it.
func (p place) prepare(t *testing.T) *exec.Cmd {
	t.Helper()
	ps := newProcesses(t)
	root := t.TempDir()
	for name, text := range p.files {
		must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	if p.first != "" {
		if status, out, said := ps.run(t, p.first, "apply", "--root", root); status != exitOK {
			t.Fatalf("apply: status %d\n%s%s", status, out, said)
		}
	}
	cmd := exec.CommandContext(t.Context(), ps.program, p.args...)
	cmd.Dir, cmd.Stdin = root, strings.NewReader(p.input)
	cmd.Env = append(ps.env, "TERM=xterm", "NO_COLOR=", "FORCE_COLOR=0", "FORCE_HYPERLINK=0", "PAGER=")
	cmd.Env = append(cmd.Env, p.env...)
	return cmd
}

// own are the sequences that the program writes by itself: colors, and its progress.
var own = regexp.MustCompile(`\x1b\[[0-9]*(;[0-9]+)*m|\r\x1b\[K[^\r\n]*`)

// acts returns the first character of a text that acts on a terminal or hides something.
func acts(text string) string {
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1,
			r < ' ' && r != '\n' && r != '\t' && !strings.HasPrefix(text[i:], "\r\n"),
			r >= 0x7f && r < 0xa0,
			r == 0x61c, r >= 0x200e && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return fmt.Sprintf("%q in %.300q", text[i:i+size], text[max(0, i-100):])
		}
	}
	return ""
}

// TestTerminalGetsNothingRaw runs the program where it prints text from outside: on a terminal
// none of it acts, and through a pipe it comes as it is.
func TestTerminalGetsNothingRaw(t *testing.T) {
	t.Parallel()
	if acts(hostile) == "" || acts("\x9b") == "" || acts("a\r\n\tü日\n") != "" {
		t.Fatal("the check finds nothing, or too much")
	}
	for _, p := range places() {
		if p.text == "" {
			p.text = hostile
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			screen, tty := openTerminal(t)
			_, err := term.MakeRaw(int(tty.Fd())) // what is written comes unchanged
			must(t, err)
			_, all := watch(screen)
			cmd := p.prepare(t)
			cmd.Stdout, cmd.Stderr = tty, tty
			runAnyway(t, cmd)
			must(t, tty.Close())
			shown := <-all
			if !p.unshown && !strings.Contains(shown, "Zq") {
				t.Errorf("the text is not shown: %q", shown)
			}
			if found := acts(own.ReplaceAllString(shown, "")); found != "" {
				t.Errorf("on the terminal: %s", found)
			}
		})
		t.Run(p.name+", through a pipe", func(t *testing.T) {
			t.Parallel()
			cmd := p.prepare(t)
			var out strings.Builder
			cmd.Stdout, cmd.Stderr = &out, &out
			runAnyway(t, cmd)
			if !p.changed && !p.unshown && !strings.Contains(out.String(), p.text) {
				t.Errorf("through a pipe: %q", &out)
			}
		})
	}
}

// runAnyway runs a command that may fail.
func runAnyway(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Error(err)
	}
	if status := cmd.ProcessState.ExitCode(); status < 0 || status > exitNothing {
		t.Errorf("status %d", status)
	}
}
