//go:build unix

package workspace

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestOnOtherDevice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustDo(t, os.Mkdir(filepath.Join(dir, "d"), 0o755))
	for _, tt := range []struct {
		path, parent string
		want         bool
	}{
		{filepath.Join(dir, "d"), dir, false},
		{filepath.Join(dir, "missing"), dir, false},
		{"/dev", filepath.Join(dir, "missing"), false},
		{"/dev", "/", true},
	} {
		if got := onOtherDevice(tt.path, tt.parent); got != tt.want {
			t.Errorf("onOtherDevice(%q, %q) = %v", tt.path, tt.parent, got)
		}
	}
}

// TestTheMountPointIsKnown: bind mounts included, where the system lets a test make one.
func TestTheMountPointIsKnown(t *testing.T) {
	t.Parallel()
	if mount, _ := mountOf("/"); mount != "/" && mount != "" {
		t.Errorf("the mount point of / is %q", mount)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	mustDo(t, err)
	from, at := filepath.Join(dir, "from"), filepath.Join(dir, "at")
	mustDo(t, os.Mkdir(from, 0o755), os.Mkdir(at, 0o755))
	if out, err := exec.CommandContext(t.Context(), "mount", "--bind", from, at).CombinedOutput(); err != nil {
		t.Skipf("bind mounts cannot be made here: %v: %s", err, out)
	}
	umount := func() { _ = exec.Command("umount", at).Run() } //nolint:noctx // also after the test
	t.Cleanup(umount)
	mustDo(t, os.Mkdir(filepath.Join(at, "root"), 0o755))
	if mount, _ := mountOf(filepath.Join(at, "root")); mount != at {
		t.Errorf("the mount point is %q, want %q", mount, at)
	}
	s := &site{root: filepath.Join(at, "root"), o: Options{State: filepath.Join(dir, "state")}}
	plant(t, s.root, "a")
	s.run(t, "r1", "write a")
	umount()
	age(t, s.o.State, 31*day)
	p, err := Prune(t.Context(), Options{State: s.o.State, HistoryDays: 30, StateSize: 1})
	if err != nil || len(p.Removed) != 0 || p.Absent != 1 {
		t.Errorf("not mounted: %+v, %v", p, err)
	}
	mustDo(t, exec.CommandContext(t.Context(), "mount", "--bind", from, at).Run(), os.RemoveAll(s.root))
	p, err = Prune(t.Context(), Options{State: s.o.State, HistoryDays: 30})
	if err != nil || len(p.Removed) != 1 || !slices.ContainsFunc(p.Removed, func(r PrunedRoot) bool { return r.Path == s.root }) {
		t.Errorf("mounted again, and the root removed: %+v, %v", p, err)
	}
}

// TestAnotherDeviceIsSeen also takes names that are not there: those are on no device.
func TestAnotherDeviceIsSeen(t *testing.T) {
	t.Parallel()
	if mount, _ := mountOf("/dev"); mount != "/dev" {
		t.Skip("/dev is no mount point here")
	}
	for _, tt := range []struct {
		path, parent string
		want         bool
	}{
		{"/dev", "/", true},
		{"/", "/", false},
		{"/dev/there-is-no-such-name", "/", false},
		{"/dev", "/there-is-no-such-name", false},
	} {
		if got := onOtherDevice(tt.path, tt.parent); got != tt.want {
			t.Errorf("onOtherDevice(%q, %q) = %t", tt.path, tt.parent, got)
		}
	}
}

// TestWhatCannotBeSyncedIsLeft: a file system may have no sync for directories. A pipe has
// none either.
func TestWhatCannotBeSyncedIsLeft(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	mustDo(t, err, syncNames(r), w.Close(), r.Close())
	if err := syncNames(r); err == nil {
		t.Error("a closed file was synced")
	}
}
