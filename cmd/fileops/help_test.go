package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestHelpFitsAScreen holds the help of each command to 40 lines of 80 columns, to all
// flags, and to sentences that can be read.
func TestHelpFitsAScreen(t *testing.T) {
	t.Parallel()
	root := (&app{}).command(nil)
	for _, cmd := range append(root.Commands(), root) {
		t.Run(cmd.Name(), func(t *testing.T) {
			text := helpOf(t, cmd)
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			if len(lines) > 40 {
				t.Errorf("%d lines; want 40 at most", len(lines))
			}
			for _, line := range lines {
				if n := utf8.RuneCountInString(line); n > helpWidth {
					t.Errorf("%d columns; want %d at most: %s", n, helpWidth, line)
				}
			}
			if strings.Contains(text, "Other flags:") {
				t.Error("a flag is in none of the groups that the command names")
			}
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				long := regexp.MustCompile(`--` + f.Name + `\b`)
				short := regexp.MustCompile(`(?m)^ +.*(^|[ ,])-` + f.Shorthand + `\b`)
				if !long.MatchString(text) && (f.Shorthand == "" || !short.MatchString(text)) && f.Name != "help" && !f.Hidden {
					t.Errorf("the help does not name --%s", f.Name)
				}
			})
			for sentence := range strings.SplitSeq(strings.ReplaceAll(cmd.Long, ".\n", ". "), ". ") {
				if words := strings.Fields(sentence); len(words) > 25 && !strings.Contains(sentence, "\n  ") {
					t.Errorf("%d words; want 25 at most: %s", len(words), sentence)
				}
			}
			if examples := strings.Count(cmd.Example, "\n") + 1; examples > 2 {
				t.Errorf("%d examples; want 2 at most", examples)
			}
		})
	}
}

// helpOf returns what --help prints.
func helpOf(t *testing.T, cmd *cobra.Command) string {
	t.Helper()
	var out strings.Builder
	cmd.Root().SetOut(&out)
	if err := cmd.Help(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestCompletedWordsAreTaken runs commands with all words that completion offers for a flag:
// none may be refused.
func TestCompletedWordsAreTaken(t *testing.T) {
	t.Parallel()
	root := (&app{}).command([]string{cobra.ShellCompRequestCmd, ""})
	arguments := map[string][]string{"grep": {"x"}, "glob": {"x"}, "read": {"x"}, "completion": {"bash"}}
	for _, cmd := range root.Commands() {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			words := completeWords.Get()[cmd.Name()+" "+f.Name]
			if words == nil {
				words = completeWords.Get()[f.Name]
			}
			for _, word := range append(words, "no-such-word") {
				if words == nil {
					return
				}
				var said strings.Builder
				s := streams{in: strings.NewReader(""), out: &strings.Builder{}, err: &said}
				line := slices.Concat([]string{cmd.Name(), "--root", t.TempDir(), "--" + f.Name, word}, arguments[cmd.Name()])
				execute(t.Context(), s, line)
				if refused := strings.Contains(said.String(), "--"+f.Name+" must be"); refused != (word == "no-such-word") && f.Name != "match" && f.Name != "durability" {
					t.Errorf("%v: refused is %t: %s", line, refused, said.String())
				}
			}
		})
	}
}
