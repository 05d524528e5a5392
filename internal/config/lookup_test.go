package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layout makes files, by slash-separated name, and links, with " -> " in the name, in a new
// directory whose own path has no link.
func layout(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		name, target, link := strings.Cut(name, " -> ")
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		switch {
		case link:
			if err := os.Symlink(filepath.FromSlash(target), file); err != nil {
				t.Skipf("no links here: %v", err)
			}
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(file, 0o755)
		default:
			err = os.WriteFile(file, nil, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestScopes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		files      []string
		root, home string
		want       []string // "": the root, else the way from there to it
	}{
		"top-of-a-repository":         {[]string{"r/.git/"}, "r", "", []string{""}},
		"in-a-repository":             {[]string{"r/.git/", "r/a/b/", ".git/"}, "r/a/b", "", []string{"", "b", "a/b"}},
		"work-tree-of-git":            {[]string{"r/.git", "r/a/"}, "r/a", "", []string{"", "a"}},
		"repository-in-another":       {[]string{".git/", "r/.git/", "r/a/"}, "r/a", "", []string{"", "a"}},
		"nothing-above":               {[]string{"r/a/"}, "r/a", "", []string{""}},
		"home":                        {[]string{"h/a/b/"}, "h/a/b", "h", []string{"", "b", "a/b"}},
		"home-is-the-root":            {[]string{"h/", ".git/"}, "h", "h", []string{""}},
		"home-is-below-the-root":      {[]string{"r/h/"}, "r", "r/h", []string{""}},
		"home-is-beside-the-root":     {[]string{"r/", "h/", ".git/"}, "r", "h", []string{"", "r"}},
		"home-in-a-repository":        {[]string{"r/.git/", "r/h/a/"}, "r/h/a", "r/h", []string{"", "a"}},
		"home-does-not-exist":         {[]string{"r/.git/", "r/a/"}, "r/a", "gone", []string{"", "a"}},
		"root-does-not-exist":         {[]string{"r/.git/"}, "r/a", "", []string{""}},
		"root-is-a-link":              {[]string{"r/.git/", "r/a/", "s/.git/", "s/l -> ../r/a"}, "s/l", "", []string{"", "a"}},
		"link-above-the-root":         {[]string{"r/.git/", "r/a/b/", "l -> r/a"}, "l/b", "", []string{"", "b", "a/b"}},
		"home-is-a-link":              {[]string{"h/a/", "l -> h"}, "h/a", "l", []string{"", "a"}},
		"link-out-of-a-repository":    {[]string{"r/.git/", "d/", "r/l -> ../d"}, "r/l", "", []string{""}},
		"name-that-begins-with-a-dot": {[]string{"r/.git/", "r/..a/"}, "r/..a", "", []string{"", "..a"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := layout(t, tt.files...)
			home := tt.home
			if home != "" {
				home = filepath.Join(dir, home)
			}
			var got []string
			root := filepath.Join(dir, filepath.FromSlash(tt.root))
			for i, s := range scopes(root, home) {
				got = append(got, s.below)
				if i == 0 && s.dir != root {
					t.Errorf("got %s first, want the root as given", s.dir)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestScopesOfTheTopOfAllDirectories: there is nothing above it to look at.
func TestScopesOfTheTopOfAllDirectories(t *testing.T) {
	t.Parallel()
	top := filepath.VolumeName(t.TempDir()) + string(filepath.Separator)
	for _, home := range []string{"", top} {
		if got := scopes(top, home); len(got) != 1 || got[0] != (scope{dir: top}) {
			t.Errorf("home %q: got %v, want the root alone", home, got)
		}
	}
	deep := layout(t, "a/")
	got := scopes(filepath.Join(deep, "a"), top)
	if last := got[len(got)-1]; last.dir != top && !exists(filepath.Join(last.dir, ".git")) {
		t.Errorf("a home at the top: got %v last, want %s", last, top)
	}
}

func TestFilesAboveAreMergedNearestFirst(t *testing.T) {
	t.Parallel()
	dir := layout(t, "r/.git/", "r/a/b/c/", "user/fileops/")
	for name, text := range map[string]string{
		"r/.fileops.yaml":          "{max_edit_size_mb: 2, max_read_size_mb: 2, max_create_size_mb: 2, enabled: false, denied_patterns: [a/b/c/x, z]}",
		"r/a/.fileops.json":        `{"max_edit_size_mb": 3, "max_read_size_mb": 3, "enabled": true, "denied_patterns": ["y"], "match": "tolerant"}`,
		"r/a/b/c/.fileops.yaml":    "{max_edit_size_mb: 4, match: exact, read_before_write: false}",
		"user/fileops/config.yaml": "{max_response_size_mb: 5, read_before_write: true, denied_patterns: [u]}",
	} {
		text = `{"file_operations": ` + text + "}"
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := Load(Request{Root: filepath.Join(dir, "r", "a", "b", "c"), UserDir: filepath.Join(dir, "user")})
	if err != nil {
		t.Fatal(err)
	}
	s := loaded.Settings
	if s.MaxEditSizeMB != 4 || s.MaxReadSizeMB != 3 || s.MaxCreateSizeMB != 2 || s.MaxResponseSizeMB != 5 {
		t.Errorf("got sizes %d, %d, %d, %d; want 4, 3, 2, 5", s.MaxEditSizeMB, s.MaxReadSizeMB, s.MaxCreateSizeMB, s.MaxResponseSizeMB)
	}
	if s.Enabled || !s.ReadBeforeWrite || !slices.Equal(s.DeniedPatterns, []string{"y", "/x", "z", "u"}) {
		t.Errorf("got enabled %t, read_before_write %t, denied %q; want the strictest", s.Enabled, s.ReadBeforeWrite, s.DeniedPatterns)
	}
	if len(loaded.Files) != 4 || loaded.Files[0] != filepath.Join(dir, "r", "a", "b", "c", ".fileops.yaml") ||
		loaded.Files[2] != filepath.Join(dir, "r", ".fileops.yaml") {
		t.Errorf("got files %q, want the nearest first", loaded.Files)
	}
	// A limit that a nearer file raises is told, even if it stays below the default. The file
	// that made matching tolerant is overridden by a nearer one, so that is not told.
	var told, kept []string
	for _, e := range loaded.FromTree {
		told = append(told, e.Key)
	}
	for _, e := range loaded.Kept {
		kept = append(kept, e.Key+" "+filepath.Base(e.Origin))
	}
	if want := []string{"max_edit_size_mb", "max_read_size_mb"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	want := []string{"denied_patterns .fileops.yaml", "denied_patterns .fileops.json", "read_before_write .fileops.yaml"}
	if !slices.Equal(kept, want) {
		t.Errorf("kept %q, want %q", kept, want)
	}
}

// TestLoosenedByAnOuterFile: what a file further above loosens is told, even if a nearer
// one then loosens it less.
func TestLoosenedByAnOuterFile(t *testing.T) {
	t.Parallel()
	dir := layout(t, "r/.git/", "r/a/")
	for name, text := range map[string]string{"r/.fileops.yaml": "30", "r/a/.fileops.yaml": "20"} {
		text = "file_operations: {max_edit_size_mb: " + text + "}"
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := Load(Request{Root: filepath.Join(dir, "r", "a")})
	if err != nil || len(loaded.FromTree) != 1 || loaded.FromTree[0].Value != 20 {
		t.Errorf("got %v, %v; want max_edit_size_mb 20", loaded.FromTree, err)
	}
}
