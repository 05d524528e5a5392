package suggest

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// miss is a name at which a tree of files has nothing.
type miss struct {
	name   string
	tree   []string
	missed string
	want   string
}

func (m miss) run(t *testing.T) {
	t.Helper()
	x := index(100, m.tree...)
	for range 2 { // the second time from what is known
		if got := x.Near(m.missed, File); got != m.want {
			t.Errorf("%s: Near(%q) = %q, want %q", m.name, m.missed, got, m.want)
		}
	}
}

// index is that of a tree of files.
func index(bound int, files ...string) *Index {
	kinds := map[string]Kind{".": Directory}
	for _, file := range files {
		kinds[file] = File
		for dir := parent(file); dir != ""; dir = parent(dir) {
			kinds[dir] = Directory
		}
	}
	no := func(string) bool { return false }
	return New(Tree{
		List: func(dir string, most int) (list []Entry, err error) {
			for name, kind := range kinds {
				if name != "." && path.Dir(name) == dir {
					list = append(list, Entry{Name: path.Base(name), Kind: kind})
				}
			}
			if len(list) > most {
				return nil, ErrTooMany
			}
			return list, nil
		},
		Look:    func(name string) Kind { return kinds[name] },
		Resolve: func(name string) (string, Kind) { return name, kinds[name] },
		Hidden:  no,
		Legible: func(string) bool { return true },
		Backup:  no,
	}, bound)
}

func TestFindsTheSameName(t *testing.T) {
	t.Parallel()
	for _, c := range []miss{
		{"wrong-case", []string{"Src/Main.go", "x"}, "src/main.GO", "Src/Main.go"},
		{"wrong-case-before-another-place", []string{"README.md", "docs/readme.md"}, "Readme.md", "README.md"},
		{"surplus-directory", []string{"src/a.py"}, "project/src/a.py", "src/a.py"},
		{"surplus-directories", []string{"src/a.py", "x/b.py"}, "home/user/project/src/a.py", "src/a.py"},
		{"surplus-diff-prefix", []string{"src/a.py", "x/a.py"}, "b/src/a.py", "src/a.py"},
		{"surplus-down-to-the-root", []string{"a.py", "x/a.py"}, "project/a.py", "a.py"},
		{"surplus-in-another-case", []string{"Src/a.py", "x/a.py"}, "project/src/A.py", "Src/a.py"},
		{"missing-directory", []string{"src/pkg/a.py", "src/b/a.py"}, "pkg/a.py", "src/pkg/a.py"},
		{"missing-directory-twice", []string{"src/pkg/a.py", "test/pkg/a.py"}, "pkg/a.py", ""},
		{"missing-all-directories", []string{"src/pkg/a.py"}, "a.py", "src/pkg/a.py"},
		{"missing-all-directories-twice", []string{"src/pkg/a.py", "b/a.py"}, "a.py", ""},
		{"elsewhere", []string{"app/models/user.rb", "app/user_test.rb"}, "lib/user.rb", "app/models/user.rb"},
		{"elsewhere-twice", []string{"app/user.rb", "test/user.rb"}, "lib/user.rb", ""},
		{"elsewhere-the-longer-end-wins", []string{"src/util/a.go", "test/a.go"}, "lib/util/a.go", "src/util/a.go"},
		{"elsewhere-the-longer-end-wins-over-the-root", []string{"src/util/a.go", "a.go"}, "lib/util/a.go", "src/util/a.go"},
		{"elsewhere-the-same-end-twice", []string{"src/util/a.go", "test/util/a.go", "a.go"}, "lib/util/a.go", ""},
		{"elsewhere-exact-case-first", []string{"x/Makefile", "y/makefile"}, "Makefile", "x/Makefile"},
		{"a-component-is-no-part-of-one", []string{"mysrc/a.py", "resrc/a.py", "a.pyx/src"}, "src/a.py", ""},
		{"an-ambiguous-name-beside-a-mistyped-directory", []string{"src/util/a.go", "b/a.go"}, "src/utl/a.go", "src/util/a.go"},
		{"unicode", []string{"src/Größe.txt"}, "GRÖSSE/größe.txt", "src/Größe.txt"},
		{"unicode-case", []string{"Привет.txt"}, "привет.TXT", "Привет.txt"},
		{"nothing", []string{"src/a.py"}, "src/zebra.py", ""},
		{"empty-tree", nil, "a.py", ""},
	} {
		c.run(t)
	}
}

func TestFindsMistakesInOneComponent(t *testing.T) {
	t.Parallel()
	for _, c := range []miss{
		{"insert", []string{"src/config.py"}, "src/connfig.py", "src/config.py"},
		{"delete", []string{"src/config.py"}, "src/confg.py", "src/config.py"},
		{"replace", []string{"src/config.py"}, "src/comfig.py", "src/config.py"},
		{"swap", []string{"src/config.py"}, "src/cofnig.py", "src/config.py"},
		{"swap-at-the-end", []string{"main.go"}, "mani.go", "main.go"},
		{"mistake-and-case", []string{"src/Config.py"}, "src/confg.py", "src/Config.py"},
		{"two-mistakes", []string{"src/config.py"}, "src/conifgs.py", ""},
		{"directory", []string{"internal/util/a.go", "a.go", "b/a.go", "c/util/a.go"}, "intrnal/util/a.go", "internal/util/a.go"},
		{"directory-in-the-middle", []string{"src/utils/a.go", "x/a.go"}, "src/util/a.go", "src/utils/a.go"},
		{"two-components", []string{"internal/util/a1.go"}, "intrnal/utl/a1x.go", ""},
		{"rest-must-be-there", []string{"internal/util/a.go"}, "intrnal/util/b.go", ""},
		{"ambiguous", []string{"src/config.py", "src/confag.py"}, "src/confg.py", ""},
		{"separators", []string{"src/my-long-name.py"}, "src/my_long_name.py", "src/my-long-name.py"},
		{"separators-none", []string{"src/user_profile.ts"}, "src/userProfile.ts", "src/user_profile.ts"},
		{"separators-before-mistakes", []string{"a_name.py", "anames.py"}, "aname.py", "a_name.py"},
		{"separators-in-a-directory", []string{"my-pkg/a.py", "x/a.py", "y/a.py"}, "my_pkg/a.py", "my-pkg/a.py"},
		{"only-separators", []string{"__"}, "-", ""},
		{"ending", []string{"src/app.ts"}, "src/app.js", "src/app.ts"},
		{"ending-twice", []string{"src/app.ts", "src/app.tsx"}, "src/app.js", ""},
		{"ending-yaml", []string{".github/ci.yml"}, ".github/ci.yaml", ".github/ci.yml"},
		{"ending-markdown", []string{"README.md"}, "README", "README.md"},
		{"ending-text", []string{"README.md"}, "README.txt", "README.md"},
		{"ending-mistyped", []string{"package.json"}, "package.jsno", "package.json"},
		{"ending-of-another-kind", []string{"main.h", "main.py"}, "main.c", ""},
		{"other-number", []string{"chapter2.md"}, "chapter3.md", ""},
		{"longer-number", []string{"chapter1.md"}, "chapter10.md", ""},
		{"swapped-number", []string{"page12.md"}, "page21.md", ""},
		{"no-number", []string{"handler2.py"}, "handler.py", "handler2.py"},
		{"short-words", []string{"get.py", "db.py"}, "set.py", ""},
		{"shorter-words", []string{"a.py"}, "b.py", ""},
		{"short-but-swapped", []string{"app.py"}, "pap.py", "app.py"},
		{"unicode", []string{"größe.txt"}, "grösse.txt", ""},
		{"unicode-replaced", []string{"größen.txt"}, "grüßen.txt", "größen.txt"},
		{"unicode-missing", []string{"привет.txt"}, "приет.txt", "привет.txt"},
		{"emoji", []string{"party🎉.txt"}, "party.txt", "party🎉.txt"},
		{"hidden-file", []string{".env"}, "env", ".env"},
		{"as-long-as-a-mistake-may-be", []string{strings.Repeat("ab", 32)}, strings.Repeat("ab", 31) + "ac", strings.Repeat("ab", 32)},
		{"very-long", []string{strings.Repeat("ab", 40)}, strings.Repeat("ab", 40) + "c", ""},
	} {
		c.run(t)
	}
}

// Beyond the bound it is not known whether another entry is as likely.
func TestTheIndexIsBounded(t *testing.T) {
	t.Parallel()
	tree := []string{"Top.txt", "src/a.py", "src/config.py", "src/deep/b.py", "deep/er/c.py"}
	for _, tt := range []struct {
		bound        int
		missed, want string
	}{
		{10, "a.py", "src/a.py"}, {10, "src/confg.py", "src/config.py"}, {10, "TOP.txt", "Top.txt"},
		{6, "a.py", ""}, {6, "src/confg.py", ""}, {6, "x/src/a.py", "src/a.py"}, {6, "TOP.txt", "Top.txt"}, {6, "SRC/a.py", "src/a.py"},
		{6, "x/y/src/deep/b.py", "src/deep/b.py"}, {6, "x/deep/er/c.py", "deep/er/c.py"}, {6, "x/Top.txt", "Top.txt"},
		{6, "DEEP/Er/C.py", "deep/er/c.py"}, {6, "x/SRC/a.py", ""}, {6, "x/src", ""}, {6, "x/c.py", ""},
		{1, "TOP.txt", ""}, {1, "x/y/src/deep/b.py", "src/deep/b.py"}, {0, "x/Top.txt", "Top.txt"},
	} {
		x := index(tt.bound, tree...)
		if x.complete != (tt.bound == 10) || len(x.entries) > tt.bound {
			t.Errorf("bound %d: complete %t, %d names", tt.bound, x.complete, len(x.entries))
		}
		if got := x.Near(tt.missed, File); got != tt.want {
			t.Errorf("bound %d: Near(%q) = %q, want %q", tt.bound, tt.missed, got, tt.want)
		}
	}
}

func TestAlikeNamesTheOnlyOne(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ names, missed, want string }{
		{"config.yml other.go", "config.yaml", "config.yml"},
		{"Readme", "README", "Readme"},
		{"handlers.py handlerz.py", "handler.py", ""},
		{"a.go", "b.go", ""},
		{"", "a", ""},
	} {
		names := strings.Fields(tt.names)
		slices.Reverse(names)
		if got := Alike(names, tt.missed); got != tt.want {
			t.Errorf("Alike(%q, %q) = %q, want %q", names, tt.missed, got, tt.want)
		}
	}
}
