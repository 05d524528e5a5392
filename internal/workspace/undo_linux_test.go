package workspace

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// attributes are the extended attributes of a file.
func attributes(tb testing.TB, path string) map[string]string {
	tb.Helper()
	f, err := os.Open(path)
	mustDo(tb, err)
	defer f.Close() //nolint:errcheck // a test
	list := map[string]string{}
	for name, value := range extended(f) {
		list[name] = string(value)
	}
	return list
}

// onDisk is a site on a file system with extended attributes.
func onDisk(tb testing.TB, o Options, entries ...string) *site {
	tb.Helper()
	dir := tb.TempDir()
	s := &site{root: filepath.Join(dir, "root"), o: o, said: &notices{}}
	s.o.State, s.o.Notify = filepath.Join(dir, "state"), s.said.add
	mustDo(tb, os.Mkdir(s.root, 0o755))
	plant(tb, s.root, entries...)
	return s
}

func TestUndoBringsExtendedAttributesBack(t *testing.T) {
	t.Parallel()
	want := map[string]string{"user.one": "1", "user.none": "", "user.long": "longer than the others"}
	for _, backups := range []bool{false, true} {
		names := []string{"edited", "deleted", "replaced", "gone", "moved", "old.bak"}
		s := onDisk(t, Options{Backups: backups}, append([]string{"old"}, names...)...)
		for _, name := range names {
			for key, value := range want {
				if err := unix.Setxattr(filepath.Join(s.root, name), key, []byte(value), 0); err != nil {
					t.Skip("no extended attributes here:", err)
				}
			}
		}
		s.run(t, "r", "write edited new", "rm deleted", "rm replaced", "write replaced new", "write gone new", "move moved there", "write old new")
		if got := attributes(t, filepath.Join(s.root, "replaced")); len(got) > 0 {
			t.Errorf("a new file has the attributes %q", got)
		}
		then(t, s.root, "rm gone")
		mustDo(t, s.undo(t, "r", "u", true))
		for _, name := range names {
			if name == "gone" { // whoever removed it had them last
				continue
			}
			compare(t, name, attributes(t, filepath.Join(s.root, name)), want)
		}
		s.wantFile(t, "gone", "gone")
	}
}

func TestUndoBringsOwnersBack(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	s := onDisk(t, Options{Backups: true}, "edited", "deleted", "replaced", "setuid")
	for _, name := range []string{"edited", "deleted", "replaced", "setuid"} {
		mustDo(t, os.Chown(filepath.Join(s.root, name), 1234, 5678))
	}
	mustDo(t, os.Chmod(filepath.Join(s.root, "setuid"), 0o755|os.ModeSetuid))
	before := snapshot(t, s.root)
	s.run(t, "r", "write edited new", "rm deleted", "rm replaced", "write replaced new", "rm setuid")
	mustDo(t, s.undo(t, "r", "u", false))
	compare(t, "the tree", snapshot(t, s.root), before)
	for name := range before {
		info, err := os.Lstat(filepath.Join(s.root, name))
		mustDo(t, err)
		if st := info.Sys().(*syscall.Stat_t); st.Uid != 1234 || st.Gid != 5678 {
			t.Errorf("%s belongs to %d:%d", name, st.Uid, st.Gid)
		}
	}
}
