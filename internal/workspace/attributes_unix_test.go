//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func commit(tb testing.TB, tx *Tx) {
	tb.Helper()
	mustDo(tb, tx.Commit(tb.Context(), "r", time.Now()))
}

func stat(tb testing.TB, w *Workspace, name string) fs.FileInfo {
	tb.Helper()
	info, err := os.Lstat(filepath.Join(w.Dir(), name))
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

func TestModesSurvive(t *testing.T) {
	t.Parallel()
	modes := []fs.FileMode{0o644, 0o600, 0o400, 0o755, 0o000, 0o777, 0o755 | fs.ModeSetuid, 0o755 | fs.ModeSetgid, 0o644 | fs.ModeSticky}
	w := open(t, Options{Backups: true})
	tx := w.Begin()
	var links []string
	for i, mode := range modes {
		name := fmt.Sprint("f", i)
		plant(t, w.Dir(), name)
		full := filepath.Join(w.Dir(), name)
		if i%2 == 0 {
			links = append(links, full+"-other")
			mustDo(t, os.Link(full, full+"-other")) // its backup is a copy then
		}
		mustDo(t, os.Chmod(full, mode))
		if os.Geteuid() != 0 && mode&0o400 == 0 {
			continue // it cannot be read at all
		}
		do(t, tx, "write "+name+" new", "copy "+name+" "+name+"-copy")
	}
	_, _, err := tx.Backup()
	mustDo(t, err)
	commit(t, tx)
	for i, mode := range modes {
		for _, ending := range []string{"", ".bak", "-copy"} {
			name := fmt.Sprint("f", i) + ending
			if os.Geteuid() != 0 && mode&0o400 == 0 {
				continue
			}
			if got := stat(t, w, name).Mode(); got != mode {
				t.Errorf("%s: %v, want %v", name, got, mode)
			}
		}
	}
	for _, name := range links {
		if data, err := os.ReadFile(name); os.Geteuid() == 0 && (err != nil || string(data) == "new") {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}

func TestNewFilesAndDirectories(t *testing.T) {
	t.Parallel()
	w := open(t, Options{CreateParents: true})
	plant(t, w.Dir(), "made/by-hand") // with the umask of the test
	tx := w.Begin()
	do(t, tx, "write p/n new")
	commit(t, tx)
	for _, pair := range [][2]string{{"p", "made"}, {"p/n", "made/by-hand"}} {
		if got, want := stat(t, w, pair[0]).Mode(), stat(t, w, pair[1]).Mode(); got != want {
			t.Errorf("%s: %v, want %v", pair[0], got, want)
		}
	}
}

func TestOwnersSurvive(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root may give files away")
	}
	w := open(t, Options{Backups: true}, "a", "b", "s", "g")
	for _, name := range []string{"a", "b", "s"} {
		mustDo(t, os.Chown(filepath.Join(w.Dir(), name), 1234, 2345))
	}
	mustDo(t, os.Link(filepath.Join(w.Dir(), "b"), filepath.Join(w.Dir(), "b2")), os.Chmod(filepath.Join(w.Dir(), "s"), 0o755|fs.ModeSetuid))
	mustDo(t, os.Chown(filepath.Join(w.Dir(), "g"), os.Geteuid(), 2345), os.Chmod(filepath.Join(w.Dir(), "g"), 0o755|fs.ModeSetgid))
	tx := w.Begin()
	do(t, tx, "write a new", "write b new", "copy s s2", "copy g g2")
	_, _, err := tx.Backup()
	mustDo(t, err)
	commit(t, tx)
	for _, name := range []string{"a", "a.bak", "b", "b.bak", "b2", "s"} {
		if st := stat(t, w, name).Sys().(*syscall.Stat_t); st.Uid != 1234 || st.Gid != 2345 {
			t.Errorf("%s belongs to %d:%d", name, st.Uid, st.Gid)
		}
	}
	// A copy is the user's own; it must not run as that user, or group, for everybody.
	for _, name := range []string{"s2", "g2"} {
		if mode := stat(t, w, name).Mode(); mode != 0o755 {
			t.Errorf("a copied program that runs as somebody else: %s: %v", name, mode)
		}
	}
	if mode := stat(t, w, "s").Mode(); mode != 0o755|fs.ModeSetuid {
		t.Errorf("the source: %v", mode)
	}
}

func TestTimesOfCopies(t *testing.T) {
	t.Parallel()
	w := open(t, Options{Backups: true}, "a", "b", "b2/")
	old := time.Date(2001, 2, 3, 4, 5, 6, 7000, time.UTC)
	for _, name := range []string{"a", "b"} {
		mustDo(t, os.Chtimes(filepath.Join(w.Dir(), name), old, old))
	}
	mustDo(t, os.Link(filepath.Join(w.Dir(), "b"), filepath.Join(w.Dir(), "b2/other")))
	tx := w.Begin()
	do(t, tx, "copy a c", "copy a d", "write d new", "write b new")
	_, _, err := tx.Backup()
	mustDo(t, err)
	commit(t, tx)
	for _, name := range []string{"a", "c", "b.bak"} {
		if got := stat(t, w, name).ModTime(); !got.Equal(old) {
			t.Errorf("%s: %v, want %v", name, got, old)
		}
	}
	for _, name := range []string{"d", "b"} {
		if got := stat(t, w, name).ModTime(); got.Equal(old) {
			t.Errorf("%s was written but is as old as before", name)
		}
	}
}

func TestHardLinks(t *testing.T) {
	t.Parallel()
	w := open(t, Options{Backups: true}, "a", "one")
	mustDo(t, os.Link(filepath.Join(w.Dir(), "a"), filepath.Join(w.Dir(), "a2")))
	tx := w.Begin()
	if a, one := find(t, tx, "a", ToEdit), find(t, tx, "one", ToEdit); a.Links != 2 || one.Links != 1 {
		t.Errorf("links: %d, %d", a.Links, one.Links)
	}
	first := stat(t, w, "one")
	do(t, tx, "write a new", "write one new", "copy a c")
	if c := find(t, tx, "c", ToEdit); c.Links != 1 {
		t.Errorf("links of a copy: %d", c.Links)
	}
	_, _, err := tx.Backup()
	mustDo(t, err)
	commit(t, tx)
	if !os.SameFile(first, stat(t, w, "one.bak")) {
		t.Error("the backup of a file with one name is not that file")
	}
	if os.SameFile(stat(t, w, "a.bak"), stat(t, w, "a2")) {
		t.Error("the backup of a file with two names can be changed through the other one")
	}
	if data, err := os.ReadFile(filepath.Join(w.Dir(), "a2")); string(data) != "a" || err != nil {
		t.Errorf("the other name: %q, %v", data, err)
	}
}

// TestHardLinksOfOneFileTradePlaces: a rename from one name of a file to another
// does nothing, which must not be taken for done.
func TestHardLinksOfOneFileTradePlaces(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a")
	mustDo(t, os.Link(filepath.Join(w.Dir(), "a"), filepath.Join(w.Dir(), "b")))
	tx := w.Begin()
	do(t, tx, "rm b", "move a b")
	commit(t, tx)
	if got := listing(t, w.Dir()); !slices.Equal(got, []string{"", "/b=a"}) {
		t.Errorf("%q", got)
	}
}

func TestSpecialFilesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "d/", "gone/", "later")
	pipe := filepath.Join(w.Dir(), "pipe")
	mustDo(t, syscall.Mkfifo(pipe, 0o644), os.Symlink("pipe", filepath.Join(w.Dir(), "to-pipe")))
	special := []string{"pipe", "to-pipe"}
	if l, err := net.Listen("unix", filepath.Join(w.Dir(), "s")); err == nil {
		defer l.Close() //nolint:errcheck // a test
		special = append(special, "s")
	}
	if syscall.Mknod(filepath.Join(w.Dir(), "null"), syscall.S_IFCHR|0o666, 1<<8|3) == nil {
		special = append(special, "null")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, name := range special {
			for intent := ToRead; intent <= ToRemoveDir; intent++ {
				follow := intent == ToRead || intent == ToEdit || intent == ToOverwrite || intent == ToMakeDir
				_, err := w.Begin().Find(name, intent, Relative)
				if want := (name != "to-pipe" || follow); want != (reason(err) == NotRegular) {
					t.Errorf("Find(%s, %d): %v", name, intent, err)
				}
			}
			_, err := w.Begin().Find(name+"/x", ToRead, Relative)
			wantReason(t, name+"/x", err, NotDirectory)
		}
		// A pipe that takes the place of a file after that was looked at.
		tx := w.Begin()
		target := find(t, tx, "later", ToEdit)
		do(t, tx, "copy later copy")
		if err := errors.Join(os.Remove(filepath.Join(w.Dir(), "later")), syscall.Mkfifo(filepath.Join(w.Dir(), "later"), 0o644)); err != nil {
			t.Error(err)
			return
		}
		_, err := tx.Open(target)
		wantReason(t, "open", err, NotRegular)
		_, err = tx.Read(target, 100)
		wantReason(t, "read", err, NotRegular)
		wantReason(t, "copy", tx.Commit(t.Context(), "r", time.Now()), Stale)
		// A pipe that takes the place of a directory.
		dir := find(t, tx, "gone", ToRead)
		if err := errors.Join(os.Remove(filepath.Join(w.Dir(), "gone")), syscall.Mkfifo(filepath.Join(w.Dir(), "gone"), 0o644)); err != nil {
			t.Error(err)
			return
		}
		_, err = tx.Entries(dir)
		wantReason(t, "entries", err, NotDirectory)
		_, err = tx.Find("gone", ToMove, Relative)
		wantReason(t, "move", err, NotDirectory)
		// A directory with a pipe in it can be moved: the pipe is not opened.
		tx = w.Begin()
		if err := syscall.Mkfifo(filepath.Join(w.Dir(), "d", "p"), 0o644); err != nil {
			t.Error(err)
			return
		}
		do(t, tx, "move d e")
		commit(t, tx)
		if stat(t, w, "e/p").Mode()&fs.ModeNamedPipe == 0 {
			t.Error("the pipe did not come along")
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("blocked")
	}
}

func TestErrorsOfTheSystem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want Reason
		msg  string
	}{
		{&fs.PathError{Op: "open", Path: "q", Err: syscall.EACCES}, Permission, "Permission denied: f"},
		{syscall.EPERM, Permission, "Permission denied: f"},
		{&fs.PathError{Err: syscall.ENOSPC}, NoSpace, "No space left on device: f"},
		{syscall.EROFS, ReadOnly, "Read-only file system: f"},
		{syscall.ENOENT, NotFound, "File not found: f"},
		{syscall.ENOTDIR, NotDirectory, "Not a directory: f"},
		{syscall.ENAMETOOLONG, BadPath, "Path too long for the file system: f"},
		{&fs.PathError{Op: "read", Path: "q", Err: syscall.EIO}, Failed, "f: input/output error"},
		{errors.New("odd"), Failed, "f: odd"},
	} {
		err := classify("f", tt.err)
		if reason(err) != tt.want || err.Error() != tt.msg || !errors.Is(err, tt.err) {
			t.Errorf("classify(%v) = %v (%s), want %s (%s)", tt.err, err, reason(err), tt.msg, tt.want)
		}
	}
	if classify("f", nil) != nil {
		t.Error("no error became one")
	}
	known := &Error{Reason: Denied}
	if got := classify("f", fmt.Errorf("x: %w", known)); !errors.Is(got, known) || reason(got) != Denied {
		t.Errorf("an Error was classified again: %v", got)
	}
	w := open(t, Options{}, "a")
	for _, name := range []string{strings.Repeat("é", 200), "a/" + strings.Repeat("é", 200)} {
		_, err := w.Begin().Find(name, ToRead, Relative)
		if e := (*Error)(nil); !errors.As(err, &e) || e.Path != name || name[0] != 'a' && e.Reason != BadPath {
			t.Errorf("%v (%s)", err, reason(err))
		}
	}
}
