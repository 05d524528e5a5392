//go:build unix

package ops_test

import (
	"strings"
	"syscall"
	"testing"

	"fileops/internal/ops"
)

func makeFIFO(path string) error { return syscall.Mkfifo(path, 0o644) }

// A name within our limit of characters may be over the file system's of bytes.
func TestNameTooLongForTheFileSystem(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 200)
	rep, err := newRunner(tree(t, nil)).Run(t.Context(), []ops.Operation{build(t, "create", "file", long, "content", "x")})
	must(t, err)
	refused(t, rep.Results[0].Err, "bad_path", "Path too long for the file system: "+long)
}
