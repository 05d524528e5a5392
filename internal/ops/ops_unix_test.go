//go:build unix

package ops_test

import (
	"strings"
	"syscall"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/run"
)

func makeFIFO(path string) error { return syscall.Mkfifo(path, 0o644) }

// A name within our limit of characters may be over the file system's of bytes.
func TestNameTooLongForTheFileSystem(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("é", 200)
	for _, long := range []string{name, "sub/" + name, "new/" + name, "new/" + name + "/x", "made/" + name, "new/a/b/c/" + name} {
		w := tree(t, map[string]string{"sub/x": "x\n"})
		list := []ops.Operation{
			build(t, "mkdir", "path", "made"), build(t, "create", "file", long, "content", "x"),
			build(t, "mkdir", "path", long), build(t, "move", "from", "sub/x", "to", long),
			build(t, "create", "file", "other", "content", "x"),
		}
		rep, err := newRunner(w).Run(t.Context(), list)
		must(t, err)
		for _, res := range rep.Results[1:4] {
			refused(t, res.Err, "bad_path", "Path too long for the file system: "+long)
		}
		equal(t, "the others", rep.Committed && rep.Results[4].Err == nil, true)
	}
}

// TestLongPaths runs every operation on a path of nearly 4,096 bytes: of long names, and
// of many directories.
func TestLongPaths(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{
		"long-names": strings.Repeat(strings.Repeat("n", 255)+"/", 15) + strings.Repeat("m", 245), // with the root before it longer than the system takes
		"many":       strings.Repeat("abcdefg/", 499) + "c",
		"characters": strings.Repeat(strings.Repeat("é", 120)+"/", 16) + "x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, map[string]string{"a.txt": "one\n"})
			file := dir + "/f.txt"
			before := files(t, w)
			r := newRunner(w)
			r.Policy.SearchLimit = 10
			run := func(list ...ops.Operation) run.Report {
				t.Helper()
				rep, err := r.Run(t.Context(), list)
				must(t, err)
				for _, res := range rep.Results {
					if res.Err != nil {
						t.Fatalf("%s: %.200s", res.Type(), res.Err.Text())
					}
				}
				return rep
			}
			run(build(t, "create", "file", file, "content", "one\ntwo\n"))
			run(
				build(t, "read", "file", file), build(t, "edit", "file", file, "find", "one", "replace", "1"),
				build(t, "append", "file", file, "content", "three"), build(t, "insert_after", "file", file, "pattern", "two", "content", "x"),
				build(t, "create_overwrite", "file", file, "content", "whole\n"), build(t, "copy", "from", file, "to", dir+"/g.txt"),
				build(t, "move", "from", dir+"/g.txt", "to", dir+"/h.txt"), build(t, "copy", "from", dir+"/h.txt", "to", "top.txt"),
				build(t, "mkdir", "path", dir+"/d"), build(t, "rmdir", "path", dir+"/d"), build(t, "delete", "file", dir+"/h.txt"),
			)
			found := run(build(t, "grep", "pattern", "whole", "path", dir), build(t, "glob", "pattern", "*.txt", "path", dir), build(t, "read", "file", "top.txt"))
			equal(t, "grep", found.Results[0].Content, file+":1:whole\n")
			equal(t, "glob", found.Results[1].Content, file+"\n")
			run(build(t, "delete", "file", file))
			for range 3 {
				run(ops.Operation{Action: ops.Undo{}, ID: "undo_0"})
			}
			equal(t, "the tree", files(t, w), before)
		})
	}
}
