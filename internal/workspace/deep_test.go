//go:build unix

package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// chainOf is a path of so many bytes, in components of 99 and a last one of the rest.
func chainOf(bytes int) string {
	var parts []string
	for bytes > 200 {
		parts = append(parts, strings.Repeat("d", 99))
		bytes -= 100
	}
	return path.Join(append(parts, strings.Repeat("e", bytes))...)
}

// TestAMoveKeepsPathsShortEnough moves trees so that what they hold gets long paths: no
// file may come to a path that no operation could name.
func TestAMoveKeepsPathsShortEnough(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		steps   []string
		from    string
		to      string
		refused bool
	}{
		{"just_short_enough", []string{"write a/" + chainOf(96) + " x"}, "a", chainOf(maxPath - 97), false},
		{"a_byte_too_long", []string{"write a/" + chainOf(97) + " x"}, "a", chainOf(maxPath - 97), true},
		{"an_empty_directory_in_it", []string{"mkdir a/" + chainOf(97)}, "a", chainOf(maxPath - 97), true},
		{"far_below", []string{"write a/b/c/d/" + chainOf(2000) + " x"}, "a", chainOf(maxPath - 2000), true},
		{"far_below_and_short_enough", []string{"write a/b/c/d/" + chainOf(2000) + " x"}, "a", chainOf(maxPath - 2007), false},
		{"on_the_disk", nil, "disk", chainOf(maxPath - 8), true},
		{"on_the_disk_and_short_enough", nil, "disk", chainOf(maxPath - 11), false},
		{"a_link_in_it", nil, "linked", chainOf(maxPath - 3), true},
		{"removed_from_it", []string{"write a/" + chainOf(97) + " x", "rm a/" + chainOf(97)}, "a", chainOf(maxPath - 97), false},
		{"moved_into_it", []string{"mkdir a", "write b/" + chainOf(90) + " x", "move b a/bbbbbbb"}, "a", chainOf(maxPath - 97), true},
		{"a_directory_without_anything", []string{"mkdir a"}, "a", chainOf(maxPath), false},
		{"a_file", []string{"write a x"}, "a", chainOf(maxPath), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{CreateParents: true}, "disk/sub/file", "linked/", "linked/lnk -> ../disk")
			tx := s.open(t).Begin()
			do(t, tx, tt.steps...)
			from, to := find(t, tx, tt.from, ToMove), find(t, tx, tt.to, ToCreate)
			err := tx.Move(from, to)
			if !tt.refused {
				mustDo(t, err)
				return
			}
			wantReason(t, "move", err, BadPath)
			if msg := message(err); !strings.Contains(msg, "(max 4096) for what "+tt.from+" holds") {
				t.Errorf("it says %q", msg)
			}
			if again := find(t, tx, tt.from, ToMove); again.Kind != Directory {
				t.Errorf("refused, but %s is %v", tt.from, again.Kind)
			}
			if target, err := tx.Find(tt.to, ToRead); err != nil || target.Kind != Absent {
				t.Errorf("refused, but there is something at the destination: %v, %v", target, err)
			}
		})
	}
}

// within fails where work that should take milliseconds takes many seconds: its time
// grows faster than what it works on.
func within(t *testing.T, limit time.Duration, what string, work func()) {
	t.Helper()
	began := time.Now()
	work()
	if took := time.Since(began); took > limit {
		t.Errorf("%s: took %v", what, took)
	}
}

// TestDeepTreesTakeLittleTime does what takes cubic time in the depth of a tree where
// every step looks at everything above and below.
func TestDeepTreesTakeLittleTime(t *testing.T) {
	t.Parallel()
	const limit = 10 * time.Second
	chain := strings.TrimSuffix(strings.Repeat("d/", 120), "/")
	for name, work := range map[string]func(tx *Tx){
		"trees_moved_into_each_other": func(tx *Tx) {
			at := ""
			for i := range 12 {
				do(t, tx, fmt.Sprintf("mkdir t%d/%s", i, chain))
				if i > 0 {
					do(t, tx, fmt.Sprintf("move %s t%d/%s/m", at, i, chain))
				}
				at = fmt.Sprintf("t%d", i)
			}
		},
		"a_tree_moved_to_and_fro": func(tx *Tx) {
			do(t, tx, "mkdir a/"+strings.TrimSuffix(strings.Repeat("d/", 1500), "/"))
			for range 5 {
				do(t, tx, "move a b", "move b a")
			}
		},
		"files_far_down": func(tx *Tx) {
			deep := strings.Repeat("d/", 1600)
			for i := range 20 {
				do(t, tx, fmt.Sprintf("write %sf%d x", deep, i))
			}
		},
		"directories_one_by_one": func(tx *Tx) {
			for i := 1; i <= 1000; i += 10 {
				do(t, tx, "mkdir "+strings.TrimSuffix(strings.Repeat("x/", i), "/"))
			}
		},
		"far_down_and_removed": func(tx *Tx) {
			deep := strings.Repeat("d/", 1600)
			for range 10 {
				do(t, tx, "write "+deep+"f x", "rm "+deep+"f")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{CreateParents: true})
			tx := s.open(t).Begin()
			within(t, limit, name, func() { work(tx) })
			within(t, limit, name+", the changes", func() {
				_, err := tx.Changes()
				mustDo(t, err)
			})
		})
	}
}

// TestMistypedPathsTakeLittleTime misses paths in deep and in wide trees.
func TestMistypedPathsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const limit = 10 * time.Second
	deep := strings.Repeat("d/", 1600)
	for name, tt := range map[string]struct {
		plant func(tx *Tx, root string)
		miss  func(i int) string
	}{
		"in_the_last_component":  {func(tx *Tx, _ string) { do(t, tx, "write "+deep+"file.go x") }, func(i int) string { return fmt.Sprintf("%sfile%d.go", deep, i) }},
		"in_the_first_component": {func(tx *Tx, _ string) { do(t, tx, "write "+deep+"file.go x") }, func(i int) string { return fmt.Sprintf("x%d/%sfile.go", i, deep[2:]) }},
		"in_the_middle":          {func(tx *Tx, _ string) { do(t, tx, "write "+deep+"file.go x") }, func(i int) string { return fmt.Sprintf("%se%d/%sfile.go", deep[:1600], i, deep[1602:]) }},
		"in_every_component":     {func(tx *Tx, _ string) { do(t, tx, "write "+deep+"file.go x") }, func(int) string { return strings.Repeat("c/", 1600) + "file.go" }},
		"a_namesake_in_every_one": {func(tx *Tx, _ string) {
			for i := 2; i <= 800; i += 2 {
				do(t, tx, "write "+deep[:i]+"f.go x")
			}
		}, func(i int) string { return fmt.Sprintf("%sx%d/f.go", deep[:1000], i) }},
		"among_thousands_of_siblings": {func(_ *Tx, root string) {
			for i := range 3000 {
				mustDo(t, os.WriteFile(filepath.Join(root, fmt.Sprintf("file_%04d.go", i)), nil, 0o644))
			}
		}, func(i int) string { return fmt.Sprintf("fiel_%04d.go", i) }},
		"a_path_as_long_as_can_be": {func(tx *Tx, _ string) { do(t, tx, "write a x") }, func(int) string { return chainOf(maxPath) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{CreateParents: true})
			tx := s.open(t).Begin()
			tt.plant(tx, s.root)
			within(t, limit, name, func() {
				for i := range 2 {
					tx.Near(tt.miss(i), Regular)
				}
			})
		})
	}
}
