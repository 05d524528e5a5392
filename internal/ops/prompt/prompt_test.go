package prompt_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/prompt"
)

func text(t *testing.T, o prompt.Options) string {
	t.Helper()
	s, err := prompt.Text(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// usual is what the settings are if nobody changes them.
var usual = prompt.Options{
	Backups:     true,
	Protected:   []string{"core/application.py", "main.py", "core/llm/llm_service.py", "core/llm/*.py", ".git/**", "venv/**", ".venv/**", "node_modules/**"},
	Directories: []string{"core", ".git", "venv", ".venv"},
}

// Every operation, under the usual settings, takes fewer than 1,500 tokens. They are
// estimated high: for this kind of text, cl100k and o200k count a token for 3.75 bytes.
func TestPromptIsShort(t *testing.T) {
	t.Parallel()
	s := text(t, usual)
	tokens := max(float64(len(strings.Fields(s)))*1.35, float64(len(s))/3.6)
	if tokens >= 1500 {
		t.Errorf("about %.0f tokens", tokens)
	}
	for line := range strings.Lines(s) {
		if strings.TrimRight(line, " \t\r\n")+"\n" != line {
			t.Errorf("blanks at the end of %q", line)
		}
	}
}

// Each operation is there with all of its fields, its example and its sentence.
func TestPromptTeachesEachOperation(t *testing.T) {
	t.Parallel()
	all := text(t, prompt.Options{})
	for _, spec := range ops.Catalogue() {
		one := text(t, prompt.Options{Only: []string{spec.Tag, spec.Tag}})
		for _, s := range []string{all, one} {
			if strings.Count(s, "\n"+spec.Example+"\n") != 1 || !strings.Contains(s, "\n"+spec.Doc) {
				t.Errorf("<%s> is not there once:\n%s", spec.Tag, s)
			}
			for _, f := range spec.Fields {
				if f.Optional && strings.Contains(s, f.Name+" ("+f.Doc+")") == f.Rare {
					t.Errorf("<%s> lacks %s, or has it though it is rare", spec.Tag, f.Name)
				}
			}
		}
		for _, other := range ops.Catalogue() {
			if other.Tag != spec.Tag && strings.Contains(one, other.Example) {
				t.Errorf("--only %s teaches <%s>", spec.Tag, other.Tag)
			}
		}
	}
}

// The rules in the prompt depend on the settings and on the operations that it teaches.
func TestPromptRules(t *testing.T) {
	t.Parallel()
	remove := []string{"delete"}
	for _, tt := range []struct {
		name       string
		options    prompt.Options
		with, less string
	}{
		{"not-atomic", prompt.Options{}, "the others are kept", "If one fails, nothing is written"},
		{"atomic", prompt.Options{Atomic: true}, "If one fails, nothing is written", "the others are kept"},
		{"bare", prompt.Options{}, "Write blocks bare: in code fences, ", "bare or in"},
		{"fenced", prompt.Options{Fenced: true}, "Write blocks bare or in code fences", "bare: in"},
		{"backups", prompt.Options{Backups: true}, "FILE.bak", "Read a file before"},
		{"no-backups", prompt.Options{ReadBeforeWrite: true}, "Read a file before", "FILE.bak"},
		{"all-matches", prompt.Options{}, "edit replaces all matches", "has to match once"},
		{"unique", prompt.Options{Unique: true}, "edit has to match once", "all matches"},
		{"placeholders-refused", prompt.Options{}, "(... existing code ...) is refused", "with no line"},
		{"placeholders", prompt.Options{Placeholders: true}, "with no line that stands for code", "is refused"},
		{"protected", prompt.Options{Protected: []string{"a", "b/*"}}, "move: a, b/*.", "Never remove"},
		{"directories", prompt.Options{Directories: []string{"c"}}, "Never remove or move: c.", "overwrite:"},
		{"denied", prompt.Options{Denied: []string{"*.pem"}}, ".git, the configuration of fileops, *.pem.", "overwrite:"},
		{"only-delete", prompt.Options{Only: remove}, "Paths are relative", "CDATA"},
		{"only-delete-no-find", prompt.Options{Only: remove}, "Removes a file.", "Text to find"},
		{"only-delete-no-edit", prompt.Options{Only: remove, Placeholders: true}, "escape nothing", "edit replaces"},
		{"only-create", prompt.Options{Only: []string{"create"}}, "CDATA", "Line numbers"},
		{"only-insert-at", prompt.Options{Only: []string{"insert_at"}}, "Line numbers", "Text to find"},
	} {
		s := text(t, tt.options)
		if !strings.Contains(s, tt.with) || strings.Contains(s, tt.less) {
			t.Errorf("%s: want %q and not %q in\n%s", tt.name, tt.with, tt.less, s)
		}
	}
}

func TestPromptOfUnknownOperations(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ tag, want string }{
		{"edti", `unknown operation "edti": did you mean "edit"?`},
		{"Read", `unknown operation "Read": did you mean "read"?`},
		{"xyzzyxyzzy", `unknown operation "xyzzyxyzzy": there are edit, create, `},
	} {
		s, err := prompt.Text(prompt.Options{Only: []string{"edit", tt.tag}})
		if err == nil || s != "" || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Only %s: %q, %v; want %s", tt.tag, s, err, tt.want)
		}
	}
}
