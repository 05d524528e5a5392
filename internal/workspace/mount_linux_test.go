package workspace

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// mounter mounts for one test, which is skipped where the system does not let it.
type mounter struct{ t *testing.T }

func (m mounter) mount(at string, args ...string) {
	m.t.Helper()
	mustDo(m.t, os.MkdirAll(at, 0o755))
	if out, err := exec.CommandContext(m.t.Context(), "mount", append(args, at)...).CombinedOutput(); err != nil {
		m.t.Skipf("nothing can be mounted here: %v: %s", err, out)
	}
	m.t.Cleanup(func() { _ = unix.Unmount(at, unix.MNT_DETACH) })
}

func (m mounter) tmpfs(at string) { m.t.Helper(); m.mount(at, "-t", "tmpfs", "none") }

func TestEndsWithBoot(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"/dev/shm": true, "/proc": false, "/missing": false} {
		if mount, _ := mountOf(name); mount != name && want {
			continue // nothing is mounted there
		}
		if got := endsWithBoot(name); got != want {
			t.Errorf("endsWithBoot(%q) = %v", name, got)
		}
	}
}

// TestPruneKeepsWhatMayBeMountedAgain: the content of a tmpfs is there for as long as any
// mount of it is, or a process holds it. Each case unmounts the root's file system at
// dir/at; its content is also mounted at dir/from where it is a bind mount.
func TestPruneKeepsWhatMayBeMountedAgain(t *testing.T) {
	t.Parallel()
	bind := func(m mounter, dir string) {
		m.tmpfs(filepath.Join(dir, "from"))
		mustDo(m.t, os.Mkdir(filepath.Join(dir, "from", "below"), 0o755))
		m.mount(filepath.Join(dir, "at"), "--bind", filepath.Join(dir, "from", "below"))
	}
	whole := func(m mounter, dir string) { m.tmpfs(filepath.Join(dir, "at")) }
	unmount := func(dir string) error { return unix.Unmount(filepath.Join(dir, "at"), unix.MNT_DETACH) }
	earlier := func(state string) error {
		return rewriteRecord(state, func(r *rootRecord) { r.Boot = "of another boot" })
	}
	for name, tt := range map[string]struct {
		prepare func(m mounter, dir string)
		then    func(m mounter, dir, state string) error
		removed bool
	}{
		"a_directory_of_a_tmpfs": {bind, func(_ mounter, dir, _ string) error { return unmount(dir) }, false},
		"a_tmpfs":                {whole, func(_ mounter, dir, _ string) error { return unmount(dir) }, false},
		"the_mount_point_is_gone": {bind, func(_ mounter, dir, _ string) error {
			return errors.Join(unmount(dir), os.Remove(filepath.Join(dir, "at")))
		}, false},
		"another_tmpfs_is_there": {bind, func(m mounter, dir, _ string) error { err := unmount(dir); whole(m, dir); return err }, false},
		"a_directory_of_the_disk": {bind, func(m mounter, dir, _ string) error {
			err := unmount(dir)
			m.mount(filepath.Join(dir, "at"), "--bind", "/")
			return err
		}, false},
		"mounted_and_the_root_is_gone": {bind, func(_ mounter, dir, _ string) error { return os.RemoveAll(filepath.Join(dir, "at", "root")) }, true},
		"mounted_again_and_the_root_is_gone": {bind, func(m mounter, dir, _ string) error {
			err := errors.Join(unmount(dir), os.RemoveAll(filepath.Join(dir, "from", "below", "root")))
			m.mount(filepath.Join(dir, "at"), "--bind", filepath.Join(dir, "from", "below"))
			return err
		}, true},
		"the_system_was_started_again":            {whole, func(_ mounter, dir, state string) error { return errors.Join(unmount(dir), earlier(state)) }, true},
		"a_root_that_is_there_after_another_boot": {whole, func(_ mounter, _, state string) error { return earlier(state) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			mustDo(t, err)
			m := mounter{t}
			tt.prepare(m, dir)
			s := &site{root: filepath.Join(dir, "at", "root"), o: Options{State: filepath.Join(dir, "state")}}
			plant(t, s.root, "a")
			s.run(t, "r1", "write a")
			state := stateOf(t, s)
			mustDo(t, tt.then(m, dir, state))
			age(t, s.o.State, 31*day)
			p, err := Prune(t.Context(), Options{State: s.o.State, HistoryDays: 30})
			if err != nil || exists(state) == tt.removed {
				t.Errorf("the state is there: %v; %+v, %v", exists(state), p, err)
			}
		})
	}
}

// TestMemoryEndsWithTheBoot takes the mount points that most systems have.
func TestMemoryEndsWithTheBoot(t *testing.T) {
	t.Parallel()
	mounts, err := os.ReadFile("/proc/self/mounts")
	mustDo(t, err)
	kinds := map[string]string{"/there-is-no-such-name": "none"}
	for line := range strings.Lines(string(mounts)) {
		if f := strings.Fields(line); slices.Contains([]string{"/dev/shm", "/run", "/tmp", "/dev", "/proc"}, f[1]) {
			kinds[f[1]] = f[2] // the last one covers the others
		}
	}
	for mount, kind := range kinds {
		if kind == "devtmpfs" {
			continue // which is a tmpfs by its number
		}
		if got, want := endsWithBoot(mount), kind == "tmpfs" || kind == "ramfs"; got != want {
			t.Errorf("endsWithBoot(%q), of type %s, is %t", mount, kind, got)
		}
	}
}
