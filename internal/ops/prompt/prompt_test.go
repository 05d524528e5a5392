package prompt_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/prompt"
	"fileops/internal/ops/wording"
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

// The default prompt takes fewer than 1,500 tokens, with the usual settings and with the
// longest. Tokens are estimated high: for this text, cl100k and o200k count one for 3.85 bytes.
func TestPromptIsShort(t *testing.T) {
	t.Parallel()
	longest := usual
	longest.Fenced, longest.Unique, longest.ReadBeforeWrite = true, true, true
	texts := map[string]prompt.Options{"usual": usual, "longest": longest}
	for _, form := range []wording.Form{wording.SearchReplace, wording.Patch, wording.Diff, wording.Files} {
		longest.Form = form
		texts[form.Blocks()] = longest
	}
	for name, o := range texts {
		s := text(t, o)
		tokens := max(float64(len(strings.Fields(s)))*1.35, float64(len(s))/3.6)
		if tokens >= 1500 {
			t.Errorf("%s: about %.0f tokens", name, tokens)
		}
		for line := range strings.Lines(s) {
			if strings.TrimRight(line, " \t\r\n")+"\n" != line {
				t.Errorf("%s: blanks at the end of %q", name, line)
			}
		}
	}
}

// No sentence has more than 25 words, lists of paths aside.
func TestPromptSentences(t *testing.T) {
	t.Parallel()
	for _, o := range []prompt.Options{{}, {Form: wording.SearchReplace}, {Form: wording.Patch}, {Form: wording.Diff}, {Form: wording.Files}, {Form: wording.SearchReplace, Placeholders: true, NoParents: true, Backups: true, ReadBeforeWrite: true}, {Atomic: true, Fenced: true, Unique: true, Placeholders: true, Backups: true, ReadBeforeWrite: true}} {
		for line := range strings.Lines(text(t, o)) {
			for sentence := range strings.SplitSeq(line, ". ") {
				if n := len(strings.Fields(sentence)); n > 25 {
					t.Errorf("%d words: %s", n, sentence)
				}
			}
		}
	}
}

// Each operation is taught with its sentence, its fields and its example: by default once
// under the heading of its group, unless another one does the same; with Only alone.
func TestPromptTeachesEachOperation(t *testing.T) {
	t.Parallel()
	all := text(t, prompt.Options{})
	for _, spec := range ops.Catalogue() {
		one := text(t, prompt.Options{Only: []string{spec.Tag, spec.Tag}})
		taught := []string{all, one}
		if spec.SameAs != "" {
			taught = taught[1:]
			if strings.Contains(all, "<"+spec.Tag+">") {
				t.Errorf("<%s> is taught beside <%s>", spec.Tag, spec.SameAs)
			}
		}
		for _, s := range taught {
			_, group, _ := strings.Cut(s, "\n## "+spec.Group+"\n")
			group, _, _ = strings.Cut(group, "\n## ")
			if strings.Count(s, "\n"+spec.Example+"\n") != 1 || !strings.Contains(group, spec.Example) || !strings.Contains(group, "\n"+spec.Doc+"\n") {
				t.Errorf("<%s> is not there once, under its heading:\n%s", spec.Tag, s)
			}
			for _, f := range spec.Fields {
				if f.Optional && strings.Contains(group, "\n- `"+f.Name+"`: "+f.Doc+"\n") == (f.Rare || f.Anchors) {
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
		{"not-atomic", prompt.Options{}, "the others are still applied", "If one fails, nothing is written"},
		{"atomic", prompt.Options{Atomic: true}, "If one fails, nothing is written", "the others are still applied"},
		{"bare", prompt.Options{}, "Write blocks as plain text. Blocks in code fences, ", "text or in"},
		{"fenced", prompt.Options{Fenced: true}, "Write blocks as plain text or in code fences. ", "plain text. "},
		{"backups", prompt.Options{Backups: true}, "FILE.bak", "Read a file before"},
		{"no-backups", prompt.Options{ReadBeforeWrite: true}, "Read a file before", "FILE.bak"},
		{"all-matches", prompt.Options{}, "Replace every occurrence of `find`", "only occurrence of `find`"},
		{"unique", prompt.Options{Unique: true}, "Replace the only occurrence of `find`", "every occurrence of `find`"},
		{"unique-all", prompt.Options{Unique: true}, "Replace every occurrence of `old_str`", "<str_replace>"},
		{"unique-only", prompt.Options{Unique: true, Only: []string{"edit"}}, "until it is unique", "str_replace_all"},
		{"only-edit", prompt.Options{Only: []string{"edit"}}, "Text to find must match", "until it is unique"},
		{"placeholders-refused", prompt.Options{}, "`# ... rest unchanged` are rejected", "abbreviate with"},
		{"placeholders", prompt.Options{Placeholders: true}, "Never abbreviate with lines", "are rejected"},
		{"rolled-back", prompt.Options{}, "An operation that breaks the syntax of a source file is undone", "Make a directory before"},
		{"kept-broken", prompt.Options{KeepBroken: true}, "corrected.\n", "breaks the syntax"},
		{"parents-not-made", prompt.Options{NoParents: true}, "missing directories are not made", "and its missing parent directories"},
		{"protected", prompt.Options{Protected: []string{"a", "b/*", ".git/**"}}, "move them: a, b/*.", "Never delete"},
		{"directories", prompt.Options{Directories: []string{".git", "c"}}, "Never delete or move these directories: c.", "overwrite these"},
		{"denied", prompt.Options{Denied: []string{"*.pem"}}, "Never change: .git, fileops configuration files, *.pem.", "overwrite these"},
		{"only-git-protected", prompt.Options{Protected: []string{".git/**"}, Directories: []string{".git"}}, "Never change: .git, fileops configuration files.", "these"},
		{"only-delete", prompt.Options{Only: remove}, "relative to the root", "CDATA"},
		{"only-delete-no-find", prompt.Options{Only: remove}, "Delete a file.", "Text to find"},
		{"only-delete-no-edit", prompt.Options{Only: remove, Placeholders: true}, "do not escape", "abbreviate"},
		{"only-create", prompt.Options{Only: []string{"create"}}, "CDATA", "Line numbers"},
		{"only-grep", prompt.Options{Only: []string{"grep"}}, "Show lines", "Text to find"},
		{"only-glob", prompt.Options{Only: []string{"glob"}}, "List files", "Line numbers"},
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
		{"xyzzyxyzzy", `unknown operation "xyzzyxyzzy": there are edit, str_replace, `},
	} {
		s, err := prompt.Text(prompt.Options{Only: []string{"edit", tt.tag}})
		if err == nil || s != "" || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Only %s: %q, %v; want %s", tt.tag, s, err, tt.want)
		}
	}
}
