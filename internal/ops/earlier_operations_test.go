package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
)

// TestFailuresTellOfThePast: which operation before is to be named, where several could be.
func TestFailuresTellOfThePast(t *testing.T) {
	edit := func(file, find, replace string) ops.Operation {
		return build(t, "edit", "file", file, "find", find, "replace", replace)
	}
	multi := func(find string) ops.Operation {
		return build(t, "MultiEdit", "file_path", "f.txt", "edits", fmt.Sprintf(`[{"old_string":%q,"new_string":"changed text"}]`, find))
	}
	move := func(from, to string) ops.Operation { return build(t, "move", "from", from, "to", to) }
	read := build(t, "read", "file", "f.txt")
	onAndOn := []ops.Operation{move("f.txt", "f1.txt")}
	for i := 1; i < 40; i++ {
		onAndOn = append(onAndOn, move(fmt.Sprintf("f%d.txt", i), fmt.Sprintf("f%d.txt", i+1)))
	}
	for _, tt := range []struct {
		name string
		list []ops.Operation
		want string
	}{
		{"the-same-edit", []ops.Operation{edit("f.txt", "some text", "changed"), edit("f.txt", "some text", "changed")}, "the same operation ran already: <edit>"},
		{"the-same-edits-in-a-call", []ops.Operation{multi("some text"), multi("some text")}, "the same operation ran already: <multi_edit>"},
		{"another-edit", []ops.Operation{edit("f.txt", "some text", "changed"), edit("f.txt", "some text", "another")}, "before this response changed that"},
		{"edits-of-another-call", []ops.Operation{multi("some text"), multi("some text ")}, "before this response changed that"},
		{"a-file-that-was-moved", []ops.Operation{move("f.txt", "g.txt"), read}, "It was moved to g.txt by <move>"},
		{"a-directory-that-was-moved", []ops.Operation{move("d", "e"), build(t, "read", "file", "d/g.txt")}, "It was moved to e/g.txt by <move>"},
		{"moved-and-back-and-deleted", []ops.Operation{move("f.txt", "g.txt"), move("g.txt", "f.txt"), build(t, "delete", "file", "f.txt"), read}, "It was deleted by <delete>"},
		{"deleted-and-made-and-moved", []ops.Operation{build(t, "delete", "file", "f.txt"), build(t, "create", "file", "f.txt", "content", "x"), move("f.txt", "h.txt"), read}, "It was moved to h.txt by <move>"},
		{"moved-twice", []ops.Operation{move("f.txt", "g.txt"), move("g.txt", "h.txt"), read}, "It was moved to h.txt by <move>"},
		{"moved-and-its-new-name-used-again", []ops.Operation{move("f.txt", "g.txt"), move("g.txt", "h.txt"), move("d/g.txt", "g.txt"), move("g.txt", "i.txt"), read}, "It was moved to h.txt by <move>"},
		{"moved-and-deleted", []ops.Operation{move("f.txt", "g.txt"), build(t, "delete", "file", "g.txt"), read}, "It was moved to g.txt, which was deleted by <delete>"},
		{"a-directory-that-was-moved-twice", []ops.Operation{move("d", "e"), move("e", "h/e"), build(t, "read", "file", "d/g.txt")}, "It was moved to h/e/g.txt by <move>"},
		{"a-directory-that-was-moved-and-its-file", []ops.Operation{move("d", "e"), move("e/g.txt", "h.txt"), build(t, "read", "file", "d/g.txt")}, "It was moved to h.txt by <move>"},
		{"moved-too-often-to-follow", append(onAndOn, read), "It may have been moved on from there."},
		{"changed-and-then-moved", []ops.Operation{edit("f.txt", "some text", "changed"), move("f.txt", "g.txt"), edit("g.txt", "some text here", "x")}, "before this response changed that"},
		{"another-spelling-of-a-path-that-was-deleted", []ops.Operation{build(t, "delete", "file", "f.txt"), edit("./f.txt", "some text", "x")}, "It was deleted by <delete>"},
		{"a-move-that-failed", []ops.Operation{move("none.txt", "f2.txt"), build(t, "read", "file", "none.txt")}, "File not found"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := tree(t, map[string]string{"f.txt": "some text here\nand more\n", "d/g.txt": "x\n"})
			rep, err := newRunner(w).Run(t.Context(), tt.list)
			must(t, err)
			last := rep.Results[len(tt.list)-1].Err
			if last == nil || !strings.Contains(last.Error()+last.Hint, tt.want) {
				t.Errorf("got %v, want %q", last, tt.want)
			}
		})
	}
}
