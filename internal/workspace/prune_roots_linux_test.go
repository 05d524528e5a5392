package workspace

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"fileops/internal/workspace/journal"
)

// TestARemovedStateLosesItsNamesLast: whoever is killed while it removes a state leaves one
// that still says whose it is, with a lock, and with the newest of its runs.
func TestARemovedStateLosesItsNamesLast(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	for _, id := range []string{"r1", "r2", "r3"} {
		s.run(t, id, "write a "+id)
	}
	dir := stateOf(t, s)
	mustDo(t, os.WriteFile(filepath.Join(dir, "zzz"), nil, 0o600)) // behind the others by name
	runs, err := os.ReadDir(filepath.Join(dir, journal.RunsDir))
	mustDo(t, err)
	if len(runs) < 3 {
		t.Fatalf("%d runs", len(runs))
	}
	watch, err := unix.InotifyInit1(unix.IN_NONBLOCK)
	mustDo(t, err)
	defer unix.Close(watch) //nolint:errcheck // a test
	for _, d := range []string{dir, filepath.Join(dir, journal.RunsDir)} {
		_, err := unix.InotifyAddWatch(watch, d, unix.IN_DELETE)
		mustDo(t, err)
	}
	mustDo(t, removeState(dir))
	got := deleted(t, watch)
	var want []string
	for _, run := range runs {
		want = append(want, run.Name())
	}
	if n := len(runs); len(got) < n+4 || !slices.Equal(got[:n], want) || !slices.Equal(got[len(got)-2:], []string{rootFile, lockFile}) {
		t.Errorf("removed in the order %q, runs %q", got, want)
	}
}

// deleted reads the names whose removal was watched, in that order.
func deleted(t *testing.T, watch int) (names []string) {
	t.Helper()
	buf := make([]byte, 64<<10)
	n, err := unix.Read(watch, buf)
	mustDo(t, err)
	for buf = buf[:n]; len(buf) > 0; {
		size := binary.NativeEndian.Uint32(buf[12:])
		mask := binary.NativeEndian.Uint32(buf[4:])
		if mask&unix.IN_DELETE != 0 {
			names = append(names, strings.TrimRight(string(buf[16:16+size]), "\x00"))
		}
		buf = buf[16+size:]
	}
	return names
}
