//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// step is one line of a script, as do takes it, without giving up where it is refused.
func (tx *Tx) step(tb testing.TB, line string) error {
	tb.Helper()
	f := append(strings.SplitN(line, " ", 3), "")
	switch f[0] {
	case "write":
		return tx.Write(find(tb, tx, f[1], ToOverwrite), []byte(f[2]))
	case "copy":
		return tx.Copy(find(tb, tx, f[1], ToRead), find(tb, tx, f[2], ToOverwrite))
	}
	do(tb, tx, line)
	return nil
}

// stagedBytes is what the files below a node count for.
func stagedBytes(n *node) int64 {
	sum := n.counted
	for _, c := range n.children {
		sum += stagedBytes(c)
	}
	return sum
}

// TestWhatARunStagesIsBounded runs scripts under a bound of ten bytes, in a tree with a
// file of six bytes and a large one. The last step is refused, or none.
func TestWhatARunStagesIsBounded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		steps   []string
		refused string // part of the message
		staged  int64
	}{
		{"as_much_as_fits", []string{"write a 1234567890"}, "", 10},
		{"a_byte_too_many", []string{"write a 12345678901"}, "with a (11 bytes) the new files of this run would have 11 bytes", 0},
		{"in_two_files", []string{"write a 12345", "write b 123456"}, "with b (6 bytes) the new files of this run would have 11 bytes", 5},
		{"two_files_that_fit", []string{"write a 12345", "write b 12345"}, "", 10},
		{"nothing_more_fits", []string{"write a 1234567890", "write b x"}, "with b (1 bytes)", 10},
		{"but_an_empty_file", []string{"write a 1234567890", "write b "}, "", 10},
		{"overwritten_in_the_run", []string{"write a 123456", "write a 1234567890"}, "", 10},
		{"overwritten_and_too_large", []string{"write a 123456", "write a 12345678901"}, "with a (11 bytes)", 6},
		{"overwritten_on_the_disk", []string{"write six 1234567", "write a 1234"}, "would have 11 bytes", 7},
		{"overwritten_with_less", []string{"write a 1234567890", "write a 1", "write b 123456789"}, "", 10},
		{"removed_again", []string{"write a 1234567890", "rm a", "write b 1234567890"}, "", 10},
		{"removed_from_the_disk_is_no_room", []string{"rm six", "write a 12345678901"}, "would have 11 bytes", 0},
		{"a_copy", []string{"copy six a"}, "", 6},
		{"two_copies", []string{"copy six a", "copy six b"}, "with b (6 bytes) the new files of this run would have 12 bytes", 6},
		{"a_copy_of_what_is_large", []string{"copy large a"}, "with a (1000 bytes)", 0},
		{"a_copy_of_a_staged_one", []string{"write a 123456", "copy a b"}, "with b (6 bytes)", 6},
		{"a_copy_over_a_staged_one", []string{"write a 123456", "copy six a"}, "", 6},
		{"a_copy_over_one_on_the_disk", []string{"copy six other", "write a 12345"}, "would have 11 bytes", 6},
		{"a_copy_over_a_copy", []string{"copy six a", "write a 1234", "copy six b"}, "", 10},
		{"a_move_stages_nothing", []string{"move large a", "write b 1234567890"}, "", 10},
		{"moved_and_still_counted", []string{"write a 123456", "move a b", "write c 12345"}, "would have 11 bytes", 6},
		{"moved_and_removed", []string{"write a 123456", "move a b", "rm b", "write c 1234567890"}, "", 10},
		{"moved_with_its_directory", []string{"mkdir d", "write d/a 123456", "move d e", "write e/a 1234567890"}, "", 10},
		{"moved_with_its_directory_and_removed", []string{"mkdir d", "write d/a 123456", "move d e", "rm e/a", "write b 1234567890"}, "", 10},
		{"a_moved_file_is_written", []string{"move six a", "write a 1234567", "write b 1234"}, "would have 11 bytes", 7},
		{"directories_are_free", []string{"mkdir d", "mkdir e", "write d/a 1234567890"}, "", 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{MaxStaged: 10, CreateParents: true}, "other")
			mustDo(t, os.WriteFile(filepath.Join(s.root, "six"), []byte("123456"), 0o644),
				os.WriteFile(filepath.Join(s.root, "large"), make([]byte, 1000), 0o644))
			w := s.open(t)
			tx := w.Begin()
			last := len(tt.steps) - 1
			do(t, tx, tt.steps[:last]...)
			before := tx.Changes()
			err := tx.step(t, tt.steps[last])
			if tt.refused != "" {
				wantReason(t, tt.steps[last], err, TooLarge)
				if msg := message(err); !strings.Contains(msg, tt.refused) || !strings.Contains(msg, "max_run_size_mb") {
					t.Errorf("it says %q, want %q and the setting", msg, tt.refused)
				}
				if after := tx.Changes(); len(after) != len(before) {
					t.Errorf("refused, but there are %d changes; want %d", len(after), len(before))
				}
			} else if err != nil {
				t.Error(err)
			}
			if tx.staged != tt.staged || stagedBytes(tx.top) != tt.staged {
				t.Errorf("%d bytes are staged, and the nodes count %d; want %d", tx.staged, stagedBytes(tx.top), tt.staged)
			}
			mustDo(t, tx.Commit(t.Context(), "r1", time.Now()))
		})
	}
}

// TestAnUndoIsNotBounded: what a run with a higher limit replaced can always be had back.
func TestAnUndoIsNotBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{})
	mustDo(t, os.WriteFile(filepath.Join(s.root, "a"), []byte(strings.Repeat("x", 1000)), 0o644))
	s.run(t, "r1", "write a 1")
	s.o.MaxStaged = 10
	mustDo(t, s.undo(t, "r1", "u1", false))
	s.wantFile(t, "a", strings.Repeat("x", 1000))
}
