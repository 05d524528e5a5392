package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk applies a response where the root, or the state directory, lies on a
// file system that is full: not by a fault at one call, but as it is.
func TestFullDisk(t *testing.T) {
	if os.Getenv("TEST_OWN_MOUNTS") == "" {
		t.Parallel()
		withOwnMounts(t)
		return
	}
	t.Run("root", func(t *testing.T) { newFullDisk(t, "tree").check(t) })
	t.Run("state", func(t *testing.T) { newFullDisk(t, "state").check(t) })
}

// withOwnMounts runs the test again in a process that sees mounts of its own, so that
// none can be left behind.
func withOwnMounts(t *testing.T) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "TEST_OWN_MOUNTS=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if uid := os.Getuid(); uid != 0 {
		// In a user namespace everybody may mount.
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		}
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EINVAL) {
		unavailable(t, "no mounts of its own: %v", err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.Contains(string(out), "--- SKIP") {
		unavailable(t, "%s", out)
	}
	if !strings.Contains(string(out), "--- PASS: TestFullDisk/state") {
		t.Fatalf("not all was run:\n%s", out)
	}
}

// fullDisk is a rig of which one directory is a file system with little room.
type fullDisk struct {
	*rig
	ballast string         // a file that takes up the room
	told    *regexp.Regexp // what a run without room says on standard error
}

const (
	mount    = 1 << 20         // bytes, of the small file system
	wholeOld = mount / 4       // what the run replaces, and so the history keeps
	wholeNew = mount/4 + 1<<10 // what it is replaced with
)

func newFullDisk(t *testing.T, part string) fullDisk {
	t.Helper()
	r := emptyRig(t, t.TempDir(), "fileops")
	dir := r.path("case", part)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		unavailable(t, "mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	d := fullDisk{rig: r, ballast: dir + "/ballast", told: regexp.MustCompile(`\Afileops: No space left on device: (small|whole)\.txt\n\z`)}
	if part == "state" {
		d.told = regexp.MustCompile(`\Afileops: No space left on device: ` + regexp.QuoteMeta(dir) + `/\S+\n`)
	}
	for name, text := range map[string]string{
		"case/tree/whole.txt": strings.Repeat("old line\n", wholeOld/9),
		"case/tree/small.txt": "one\ntwo\n",
		"response": "<edit><file>small.txt</file><find>two</find><replace>2</replace></edit>\n" +
			"<create_overwrite><file>whole.txt</file><content>" + strings.Repeat("new line\n", wholeNew/9) + "</content></create_overwrite>",
	} {
		if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// fill leaves room for so many bytes.
func (d fullDisk) fill(t *testing.T, room int) {
	t.Helper()
	var fs syscall.Statfs_t
	if err := syscall.Statfs(d.ballast[:strings.LastIndex(d.ballast, "/")], &fs); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.ballast, make([]byte, int(fs.Bavail)*int(fs.Bsize)-room), 0o600); err != nil {
		t.Fatal(err)
	}
}

// check applies a response without room, with a little, and with enough.
func (d fullDisk) check(t *testing.T) {
	t.Helper()
	args := []string{"apply", "--root", "RIG/case/tree", "--format", "json", "RIG/response"}
	for _, room := range []int{0, 4 << 10, 16 << 10, wholeOld - 8<<10} {
		d.fill(t, room)
		before, err := d.tree()
		if err != nil {
			t.Fatal(err)
		}
		e, err := d.run(args...)
		if err != nil {
			t.Fatal(err)
		}
		// Status 2 where there is not even room for the lock: nothing was begun.
		if e.status != exitFailed && e.status != exitUsage || claim(e) == "committed" {
			t.Errorf("room for %d bytes: status %d: %s%s", room, e.status, brief(e.stdout), e.stderr)
		}
		if !d.told.MatchString(e.stderr) {
			t.Errorf("room for %d bytes: it says %q", room, e.stderr)
		}
		after, err := d.tree()
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(after, before) {
			t.Errorf("room for %d bytes: the tree %s", room, brief(after.differs(before, before)))
		}
		if err := os.Remove(d.ballast); err != nil {
			t.Fatal(err)
		}
		if runs, err := d.runs(); len(runs) != 0 || err != nil {
			t.Errorf("room for %d bytes: the runs in the history are %v, %v", room, runs, err)
		}
	}
	d.succeeds(t, args)
}

// succeeds runs the command once more, with room, and checks what the ones without
// have left behind: nothing that a run which succeeds does not leave.
func (d fullDisk) succeeds(t *testing.T, args []string) {
	t.Helper()
	failed, err := d.elsewhere()
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.run(args...)
	if err != nil || e.status != exitOK {
		t.Fatalf("with room: status %d, %v: %s%s", e.status, err, brief(e.stdout), e.stderr)
	}
	got, err := d.tree()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(got["small.txt"], "one\n2\n") || !strings.Contains(got["whole.txt"], "new line\n") {
		t.Errorf("with room, but nothing was written: %v", slices.Sorted(maps.Keys(got)))
	}
	left, err := d.elsewhere()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range failed {
		if !slices.Contains(left, name) {
			t.Errorf("left behind outside the root: %s", name)
		}
	}
}

// brief is the beginning of a text that may be long.
func brief(text string) string {
	if len(text) > 1000 {
		return text[:1000] + "…"
	}
	return text
}
