package filetype_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"fileops/internal/search/filetype"
	"fileops/internal/search/glob"
)

func TestGlobs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"go", []string{"*.go"}},
		{"ada", []string{"*.adb", "*.ads"}},
		{"py", []string{"*.py", "*.pyi"}},
		{"", nil},
		{"nosuchtype", nil},
		{"go: *.go\ngroovy", nil},
	} {
		if got := filetype.Globs(tt.name); !slices.Equal(got, tt.want) {
			t.Errorf("Globs(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTableIsSound(t *testing.T) {
	t.Parallel()
	all := filetype.All()
	if len(all) < 200 || !slices.IsSortedFunc(all, func(a, b filetype.Type) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("%d types, or not sorted", len(all))
	}
	if !strings.HasPrefix(filetype.List(), all[0].Name+": "+all[0].Globs[0]) {
		t.Errorf("the list begins with %.20q", filetype.List())
	}
	total := 0
	for _, ty := range all {
		total += len(ty.Globs)
		if got := filetype.Globs(ty.Name); !slices.Equal(got, ty.Globs) {
			t.Errorf("Globs(%q) = %q, in the table are %q", ty.Name, got, ty.Globs)
		}
		for _, g := range ty.Globs {
			if _, err := glob.Compile(g); err != nil || strings.Contains(g, "/") {
				t.Errorf("%s: %q is no glob for a name: %v", ty.Name, g, err)
			}
		}
	}
	if n := len(filetype.Globs("all")); n != total {
		t.Errorf("all has %d globs, the types have %d", n, total)
	}
}

// TestSameAsRipgrep compares the whole table, where the version is the one it is from.
func TestSameAsRipgrep(t *testing.T) {
	t.Parallel()
	version, err := exec.Command("rg", "--version").Output()
	if err != nil || !strings.HasPrefix(string(version), filetype.Source+" ") {
		t.Skipf("%s is not installed", filetype.Source)
	}
	want, err := exec.Command("rg", "--no-config", "--type-list").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := filetype.List(); got != string(want) {
		t.Errorf("the table differs from that of %s", filetype.Source)
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		".py": "py", "py,js": "py js", "*.go": "go", "PY": "py", "tsx": "ts typescript", "yml": "yaml", "javascript": "js", "bash": "sh", "c#": "csharp", "c++": "cpp", "golang": "go", "objective-c": "objc",
		"ALL": "all", "pyth": "python", "zzz": "", "": "", ".": "",
	} {
		if got := strings.Join(filetype.Near(name), " "); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// TestNearReadsTheTableOnce: a call may name a type of many words.
func TestNearReadsTheTableOnce(t *testing.T) { // not parallel: it counts allocations
	name := strings.Repeat("zz ", 1000)
	if n := testing.AllocsPerRun(1, func() { filetype.Near(name) }); n > 10_000 {
		t.Errorf("%.0f allocations for 1,000 words", n)
	}
}
