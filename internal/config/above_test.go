package config

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

func TestListsStartFromTheRoot(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key, entry, below string
		want              []string
	}{
		{"protected_files", "src/app/main.py", "src/app", []string{"main.py"}},
		{"protected_files", "./src//app/d/main.py", "src/app", []string{"d/main.py"}},
		{"protected_files", "SRC/app/main.py", "src/app", []string{"main.py"}},
		{"protected_files", "main.py", "src", nil},
		{"protected_files", "src", "src", nil},
		{"protected_files", "srcs/main.py", "src", nil},
		{"protected_files", "src/*.py", "src", []string{"*.py", "/*.py"}}, // a name, or a pattern
		{"protected_files", "src/[id]/page.ts", "src/[id]", []string{"page.ts"}},
		{"protected_files", "src/[id]/page.ts", "src/i", []string{"/page.ts"}},
		{"protected_files", "src/[id/page.ts", "src/[id", []string{"page.ts"}},
		{"protected_directories", "src/app/lib", "src/app", []string{"lib"}},
		{"protected_directories", "src/app/lib/", "src", []string{"app/lib"}},
		{"protected_directories", "src/app", "src/app", nil},
		{"protected_directories", "src", "src/app", nil},
		{"protected_patterns", "core/llm/*.py", "core", []string{"llm/*.py"}},
		{"protected_patterns", "core/llm/*.py", "core/llm", []string{"/*.py"}},
		{"protected_patterns", "core/llm/*.py", "lib", nil},
		{"protected_patterns", "core/llm/*.py", "core/llm/deep", nil},
		{"protected_patterns", "*.py", "core", []string{"*.py"}},
		{"protected_patterns", "core", "core", []string{"core"}},
		{"protected_patterns", "venv/**", "venv/lib", []string{"**"}},
		{"protected_patterns", "**/llm/*.py", "core/llm", []string{"**/llm/*.py", "/*.py"}},
		{"protected_patterns", "core/**/*.py", "core", []string{"**/*.py"}},
		{"protected_patterns", "{core,lib}/*.py", "lib", []string{"/*.py"}},
		{"protected_patterns", "[", "lib", []string{"["}},
		{"denied_patterns", "secrets", "a", []string{"secrets"}},
		{"denied_patterns", "secrets", "a/secrets/b", []string{"**"}},
		{"denied_patterns", "/secrets", "secrets", []string{"**"}},
		{"denied_patterns", "/secrets", "a/secrets", nil},
		{"denied_patterns", "a/secrets/", "a/Secrets/b", []string{"**"}},
		{"denied_patterns", "a/**", "a", []string{"**"}},
		{"denied_patterns", "**/b/**", "a", []string{"**/b/**"}},
		{"denied_patterns", "a/*/c", "a", []string{"*/c"}},
		{"search.exclude", "build/", "build", []string{"build/"}},
		{"search.exclude", "a/build/", "a", []string{"/build/"}},
		{"search.exclude", "!a/build/x", "a", []string{"!build/x"}},
		{"search.exclude", "/a", "a", nil},
		{"search.exclude", "A/b", "a", nil}, // as in a .gitignore
		{"search.exclude", "!*.log", "a", []string{"!*.log"}},
	} {
		l := layer{source: "f", values: map[string]any{tt.key: []string{tt.entry}}}
		if err := l.startFromRoot(tt.below); err != nil {
			t.Errorf("%s %q from %s: %v", tt.key, tt.entry, tt.below, err)
		}
		if got := l.values[tt.key].([]string); !slices.Equal(got, tt.want) {
			t.Errorf("%s %q from %s: got %q, want %q", tt.key, tt.entry, tt.below, got, tt.want)
		}
	}
}

func TestSlashInBracesAboveTheRootIsRefused(t *testing.T) {
	t.Parallel()
	for key, pattern := range map[string]string{
		"denied_patterns": "{a/b,c}/*.py", "protected_files": "[a/b]/x", "search.exclude": "x/{a/,b}c",
	} {
		l := layer{source: "f", values: map[string]any{key: []string{pattern}}}
		want := "f: " + key + ": want no slash in braces or brackets in a file above the root: write a pattern for each"
		if err := l.startFromRoot("a"); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", pattern, err, want)
		}
	}
}

// ruleMatches is how the workspace matches a pattern.
func ruleMatches(pattern, name string) bool {
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	if !strings.Contains(pattern, "/") {
		name = path.Base(name)
	} else if pattern[0] == '/' {
		name = "/" + name
	}
	return doublestar.MatchUnvalidated(pattern, name)
}

// TestPatternFromTheRootMatchesTheSame tries random patterns on random names, from the
// directory of the file and from a root below it.
func TestPatternFromTheRootMatchesTheSame(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	join := func(most int, words ...string) string {
		parts := []string{pick(words...)}
		for range random.IntN(most) {
			parts = append(parts, pick(words...))
		}
		return strings.Join(parts, "/")
	}
	anyOf := func(patterns []string, name string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return ruleMatches(p, name) })
	}
	withAbove := func(patterns []string, name string) bool { // denied: with all that is below
		for ; name != "."; name = path.Dir(name) {
			if anyOf(patterns, name) {
				return true
			}
		}
		return false
	}
	matched := 0
	for range 200_000 {
		pattern := pick("", "", "/", "./") + join(4, "**", "**", "*", "a", "b", "ab", "a*", "{a,b}", "[ab]") + pick("", "", "/")
		below, name := join(3, "a", "b", "ab"), join(3, "a", "b", "ab")
		whole := below + "/" + name
		rest, err := protectedBelow(pattern, strings.Split(below, "/"))
		if err != nil {
			t.Fatal(err)
		}
		want := ruleMatches(pattern, whole)
		if got := anyOf(rest, name); got != want {
			t.Fatalf("%q matches %s: %t; from %s, as %q: %t", pattern, whole, want, below, rest, got)
		}
		if want {
			matched++
		}
		rest, err = deniedBelow(pattern, strings.Split(below, "/"))
		if err != nil {
			t.Fatal(err)
		}
		want = withAbove([]string{pattern}, whole)
		if got := withAbove(rest, name); got != want {
			t.Fatalf("%q denies %s: %t; from %s, as %q: %t", pattern, whole, want, below, rest, got)
		}
	}
	if matched < 20_000 {
		t.Errorf("only %d patterns matched", matched)
	}
}
