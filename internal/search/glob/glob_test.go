package glob_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fileops/internal/search/glob"

	"github.com/bmatcuk/doublestar/v4"
)

var patterns = []string{
	"*.go", "**/*.go", "*", "**", "main.go", "src/*.go", "src/**/*.go", "src/**", "/x.go", "./x.go", "a?c", "[ab]*", "[!a]*",
	"*.{go,mod}", "{a,b}/*.go", "{a/b,c}/x", "x/{a,b{c,d}}", "**/a/**/b", "*a*b*", "pre*", "*mid*", "pre*post", "\\*x", "a\\/b",
	"[a/]b/x", "x/[!a]", "é*", "*é", "a/b/c", "a/*/c", "**/x", "a/**/x", "**/{a,b}.go", "a**/x", "***", "**.go", "x/**/", "{**,a}/x",
	"a{/b,}/x", "*/x", "{,a}x", "a/{b,}", "\ufffd*", "\xff", ".*", "{*.go,*.mod}", "[a-]x", "x[\\]]", "{x,y}{1,2}", "a//b", "/", "//*", "/**", "a/b**//c", "0*{,}{,1}", "x*/**/0", "x***/0", "x{*}**/0", "a***", "*{*,a}", "/x[!a]y", "{0}*{*}", "*/*/{**/a,[a-c]*,a/b}**",
}

var paths = []string{
	"x.go", "main.go", "src/main.go", "src/a/b/c.go", "a/x", "a/b/x", "b/y.go", "abc", ".go", "a/b", "a", "b", "ab", "c/x",
	"x/a", "x/bc", "x/bd", "a/b/c", "é.go", "caféé", "x", "pre-post", "go.mod", "*x", "\xff", "\xfe.go", ".hidden", "]", "x]", "x1", "x/y", "y2", "src", "amidb",
}

// want is the meaning that the package promises.
func want(pattern, path string) bool {
	if !strings.Contains(pattern, "/") {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	for strings.HasPrefix(pattern, "./") {
		pattern = pattern[2:]
	}
	all, err := glob.Expand(strings.TrimPrefix(pattern, "/"))
	return err == nil && slices.ContainsFunc(all, func(p string) bool {
		for strings.Contains(p, "***") {
			p = strings.ReplaceAll(p, "***", "**")
		}
		return doublestar.MatchUnvalidated(p, path)
	})
}

func TestSameAsDoublestar(t *testing.T) {
	t.Parallel()
	for _, pattern := range patterns {
		p, err := glob.Compile(pattern)
		if err != nil {
			t.Errorf("%q: %v", pattern, err)
			continue
		}
		for _, path := range paths {
			compare(t, p, pattern, path)
		}
	}
}

// compare also holds Below to its word for every directory above a match.
func compare(t *testing.T, p *glob.Pattern, pattern, path string) {
	t.Helper()
	got := p.Match(path)
	if want := want(pattern, path); got != want {
		t.Errorf("%q matches %q: %v, doublestar says %v", pattern, path, got, want)
	}
	for i := range len(path) {
		if got && path[i] == '/' && !p.Below(path[:i]) {
			t.Errorf("%q matches %q, but is said to match nothing below %q", pattern, path, path[:i])
		}
	}
}

func TestManyStarsAreTwo(t *testing.T) {
	t.Parallel()
	for _, tt := range [][2]string{{"a***", "a"}, {"a***", "ab"}, {"***/a.go", "a.go"}, {"***/a.go", "x/y/a.go"}, {"x/****", "x/y/z"}, {"[*--]***", "-"}, {"{a}*{*}", "a"}, {"*/*/{**/a,[a-c]*}**", "x/!x/b"}} {
		if p, err := glob.Compile(tt[0]); err != nil || !p.Match(tt[1]) {
			t.Errorf("%q does not match %q: %v", tt[0], tt[1], err)
		}
	}
}

func TestBelow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, dir string
		want         bool
	}{
		{"*.go", "a/b", true},
		{"src/**/*.go", "src", true},
		{"src/**/*.go", "src/a/b", true},
		{"src/**/*.go", "test", false},
		{"src/cmd/*.go", "src", true},
		{"src/cmd/*.go", "src/cmd", true},
		{"src/cmd/*.go", "src/cmd/go", false},
		{"src/cmd/*.go", "src/internal", false},
		{"*/x", "a", true},
		{"*/x", "a/b", false},
		{"/x", "a", false},
	} {
		p, err := glob.Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Below(tt.dir); got != tt.want {
			t.Errorf("%q below %q: %v, want %v", tt.pattern, tt.dir, got, tt.want)
		}
	}
}

func TestBadPatterns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		at      int
	}{
		{"a[", 1},
		{"x/[]", 2},
		{"[!]", 0},
		{"ab[c-", 2},
		{"{a,b", 0},
		{"{a,{b}", 0},
		{"a}b", 1},
		{`ab\`, 2},
		{"{a,[}", 3},
		{"x[z-a]", 1},
		{`[a-b\--+]`, 0},
		{strings.Repeat("{a,b}", 13), 60},
	} {
		_, err := glob.Compile(tt.pattern)
		var e *glob.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), fmt.Sprintf("(byte %d)", tt.at+1)) || e.At != tt.at || e.Pattern != tt.pattern {
			t.Errorf("%q: %v, want a fault at byte %d", tt.pattern, err, tt.at)
		}
	}
}

// TestHostilePatterns: the time depends on the length alone.
func TestHostilePatterns(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{
		strings.Repeat("{", 1<<20), strings.Repeat("{a,b}", 12) + "z", strings.Repeat("*{a,b}", 12) + "z",
		strings.Repeat("*a", 500) + "z", strings.Repeat("**/a/", 500) + "z", strings.Repeat("{", 2000) + strings.Repeat("}", 2000),
	} {
		if p, err := glob.Compile(pattern); err == nil && p.Match(strings.Repeat("a/", 500)+strings.Repeat("a", 500)+"y") {
			t.Errorf("%.20q matches", pattern)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		want    []string
	}{
		{"a", []string{"a"}},
		{"*.{go,mod}", []string{"*.go", "*.mod"}},
		{"{a,b{c,d}}x", []string{"ax", "bcx", "bdx"}},
		{"{,a}/[{,}]", []string{"/[{,}]", "a/[{,}]"}},
		{`\{a,b\}`, []string{`\{a,b\}`}},
		{`{a\,b,c}`, []string{`a\,b`, "c"}},
	} {
		got, err := glob.Expand(tt.pattern)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("Expand(%q) = %q, %v; want %q", tt.pattern, got, err, tt.want)
		}
	}
	if _, err := glob.Expand("{a"); err == nil {
		t.Error("{a has no error")
	}
}

// FuzzMatch compares with doublestar: which patterns are good, and what they match.
func FuzzMatch(f *testing.F) {
	for i, pattern := range patterns {
		f.Add(pattern, paths[i%len(paths)])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > 1000 || len(path) > 1000 || path == "" || strings.HasPrefix(path, "/") || strings.HasSuffix(path, "/") || strings.Contains(path, "//") {
			return
		}
		p, err := glob.Compile(pattern)
		if err != nil && strings.Contains(err.Error(), "ends before it begins") {
			return // doublestar takes it for a class without characters
		}
		if good := doublestar.ValidatePattern(pattern); good != (err == nil) && strings.Count(pattern, "{") < 2 {
			t.Fatalf("%q: %v, doublestar says it is good: %v", pattern, err, good)
		}
		if err == nil {
			compare(t, p, pattern, path)
		}
	})
}

func BenchmarkSuffix(b *testing.B) {
	p, err := glob.Compile("**/*.go")
	if err != nil {
		b.Fatal(err)
	}
	names := p.In("a/b")
	name := []byte("driver_something.go")
	for b.Loop() {
		names.Match(name)
	}
}
