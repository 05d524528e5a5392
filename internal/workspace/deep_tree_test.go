//go:build unix

package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/cputime"
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
			if target, err := tx.Find(tt.to, ToRead, Relative); err != nil || target.Kind != Absent {
				t.Errorf("refused, but there is something at the destination: %v, %v", target, err)
			}
		})
	}
}

// TestDeepTreesTakeLittleTime does what takes cubic time in the depth of a tree where
// every step looks at everything above and below: 64 times as long in one four times as
// deep. Each path is as long as the tree is deep, so the square, 16 times, is what many of
// them take.
func TestDeepTreesTakeLittleTime(t *testing.T) {
	for name, script := range map[string]func(n int) []string{
		"trees_moved_into_each_other": func(n int) []string {
			chain, at, list := strings.TrimSuffix(strings.Repeat("d/", n/14), "/"), "", []string(nil)
			for i := range 12 {
				list = append(list, fmt.Sprintf("mkdir t%d/%s", i, chain))
				if i > 0 {
					list = append(list, fmt.Sprintf("move %s t%d/%s/m", at, i, chain))
				}
				at = fmt.Sprintf("t%d", i)
			}
			return list
		},
		"a_tree_moved_to_and_fro": func(n int) []string {
			list := []string{"mkdir a/" + strings.TrimSuffix(strings.Repeat("d/", n), "/")}
			for range 5 {
				list = append(list, "move a b", "move b a")
			}
			return list
		},
		"files_far_down": func(n int) []string {
			var list []string
			for i := range 20 {
				list = append(list, fmt.Sprintf("write %sf%d x", strings.Repeat("d/", n), i))
			}
			return list
		},
		"directories_one_by_one": func(n int) []string {
			var list []string
			for i := 1; i <= n; i += 16 {
				list = append(list, "mkdir "+strings.TrimSuffix(strings.Repeat("x/", i), "/"))
			}
			return list
		},
		"far_down_and_removed": func(n int) []string {
			var list []string
			for range 10 {
				list = append(list, "write "+strings.Repeat("d/", n)+"f x", "rm "+strings.Repeat("d/", n)+"f")
			}
			return list
		},
	} {
		t.Run(name, func(t *testing.T) {
			cputime.CheckGrowth(t, 400, 4, 32, func(n int) func() {
				s := newSite(t, Options{CreateParents: true})
				tx, list := s.open(t).Begin(), script(n)
				return func() {
					do(t, tx, list...)
					tx.Changes()
				}
			})
		})
	}
}

// TestMistypedPathsTakeLittleTime misses paths in deep and in wide trees.
func TestMistypedPathsTakeLittleTime(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("d/", n) }
	file := func(tx *Tx, _ string, n int) { do(t, tx, "write "+deep(n)+"file.go x") }
	for name, tt := range map[string]struct {
		plant func(tx *Tx, root string, n int)
		miss  func(i, n int) string
	}{
		"in_the_last_component":  {file, func(i, n int) string { return fmt.Sprintf("%sfile%d.go", deep(n), i) }},
		"in_the_first_component": {file, func(i, n int) string { return fmt.Sprintf("x%d/%sfile.go", i, deep(n-1)) }},
		"in_the_middle":          {file, func(i, n int) string { return fmt.Sprintf("%se%d/%sfile.go", deep(n/2), i, deep(n/2-1)) }},
		"in_every_component":     {file, func(_, n int) string { return strings.Repeat("c/", n) + "file.go" }},
		"a_namesake_in_every_one": {func(tx *Tx, _ string, n int) {
			for i := 1; i <= n/4; i++ {
				do(t, tx, "write "+deep(i)+"f.go x")
			}
		}, func(i, n int) string { return fmt.Sprintf("%sx%d/f.go", deep(n/3), i) }},
		"among_thousands_of_siblings": {func(_ *Tx, root string, n int) {
			for i := range 2 * n {
				mustDo(t, os.WriteFile(filepath.Join(root, fmt.Sprintf("file_%04d.go", i)), nil, 0o644))
			}
		}, func(i, _ int) string { return fmt.Sprintf("fiel_%04d.go", i) }},
		"a_path_as_long_as_can_be": {func(tx *Tx, _ string, _ int) { do(t, tx, "write a x") }, func(_, n int) string { return chainOf(maxPath * n / 1600) }},
	} {
		t.Run(name, func(t *testing.T) {
			cputime.CheckGrowth(t, 400, 4, 10, func(n int) func() {
				s := newSite(t, Options{CreateParents: true})
				tx := s.open(t).Begin()
				tt.plant(tx, s.root, n)
				return func() {
					for i := range 2 {
						tx.Near(tt.miss(i, n), Regular)
					}
				}
			})
		})
	}
}
