//go:build unix

package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// reading is a site where a file is changed only after it was read.
func reading(tb testing.TB, entries ...string) *site {
	tb.Helper()
	return newSite(tb, Options{ReadBeforeWrite: true, CreateParents: true}, entries...)
}

// see reads files in a run of its own, and does what a script says.
func (s *site) see(tb testing.TB, names []string, script ...string) {
	tb.Helper()
	w := s.open(tb)
	defer w.Close() //nolint:errcheck // a test
	tx := w.Begin()
	for _, name := range names {
		mustDo(tb, tx.MarkKnown(find(tb, tx, name, ToRead)))
	}
	do(tb, tx, script...)
	known, err := tx.KnownContents()
	mustDo(tb, err, tx.Commit(tb.Context(), fmt.Sprint("r", time.Now().UnixNano()), time.Now()), w.Remember(known))
}

// known is what an opening of its own says to a change of a file: "" if it was read.
func (s *site) known(tb testing.TB, name string) string {
	tb.Helper()
	w := s.open(tb)
	defer w.Close() //nolint:errcheck // a test
	said := map[string]bool{}
	for _, intent := range []Intent{ToEdit, ToOverwrite} {
		_, err := w.Begin().Find(name, intent, Relative)
		if err != nil {
			wantReason(tb, name, err, NotRead)
		}
		said[message(err)] = true
	}
	for _, intent := range []Intent{ToRead, ToDelete, ToMove, ToCreate} { // nothing is overwritten by those
		if _, err := w.Begin().Find(name, intent, Relative); err != nil {
			tb.Errorf("Find(%q, %d): %v", name, intent, err)
		}
	}
	if len(said) != 1 {
		tb.Fatalf("an edit and an overwrite of %s differ: %q", name, sortedKeys(said))
	}
	return sortedKeys(said)[0]
}

func (s *site) wantKnown(tb testing.TB, name, want string) {
	tb.Helper()
	if got := s.known(tb, name); got != want {
		tb.Errorf("%s: got %q, want %q", name, got, want)
	}
}

// unread and changed are what operations.md, section 4, says of such a file.
func unread(name string) string {
	return name + " must be read before it is overwritten (read_before_write)"
}

func changed(name string) string { return name + " changed since it was read: read it again" }

func TestAFileIsReadBeforeItIsWritten(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b", "d/x", "l -> a")
	s.wantKnown(t, "a", unread("a"))
	s.wantKnown(t, "new", "")
	s.see(t, []string{"a"})
	s.wantKnown(t, "a", "")
	s.wantKnown(t, "l", "")
	s.wantKnown(t, "b", unread("b"))
	mustDo(t, overwrite("a")(s.root))
	s.wantKnown(t, "a", changed("a"))
	s.wantKnown(t, "l", changed("l")) // as it was written
	s.see(t, []string{"l"})           // reads what it leads to
	s.wantKnown(t, "a", "")
	mustDo(t, os.WriteFile(filepath.Join(s.root, "a"), []byte("a"), 0o644))
	s.wantKnown(t, "a", "") // that content was read, too
	mustDo(t, os.Chtimes(filepath.Join(s.root, "a"), time.Time{}, time.Now().Add(time.Hour)))
	s.wantKnown(t, "a", "")
}

func TestReadBeforeWriteIsOffUnlessItIsAskedFor(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.wantKnown(t, "a", "")
	s.see(t, []string{"a"}, "write a new")
	if _, err := os.Lstat(s.state(t, readsFile)); err == nil {
		t.Error("what was read is noted down")
	}
}

func TestWhatIsReadOrWrittenInARunIsKnownInIt(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b", "c", "d/x")
	w := s.open(t)
	tx := w.Begin()
	for _, name := range []string{"a", "d/x"} {
		mustDo(t, tx.MarkKnown(find(t, tx, name, ToRead)))
	}
	do(t, tx, "write a new", "write a newer", "write n new", "write n newer", "move d e", "write e/x new", "copy a z", "write z new")
	_, err := tx.Find("b", ToEdit, Relative)
	wantReason(t, "b", err, NotRead)
	do(t, tx, "move c m")
	_, err = tx.Find("m", ToEdit, Relative) // moved, not read
	wantReason(t, "m", err, NotRead)
	do(t, tx, "copy b y")
	_, err = tx.Find("y", ToEdit, Relative)
	wantReason(t, "y", err, NotRead)
}

func TestOwnWritesNeedNoRead(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b", "c", "d/x")
	s.see(t, []string{"a", "c", "d/x"}, "write a new", "write n new", "move c m", "move d e", "copy a k")
	for _, name := range []string{"a", "n", "m", "e/x", "k"} {
		s.wantKnown(t, name, "")
	}
	s.wantKnown(t, "b", unread("b"))
	mustDo(t, overwrite("n")(s.root))
	s.wantKnown(t, "n", changed("n"))
}

func TestAFileIsKnownByItsContent(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b")
	s.see(t, []string{"a"})
	mustDo(t, os.Rename(filepath.Join(s.root, "a"), filepath.Join(s.root, "elsewhere")))
	s.wantKnown(t, "elsewhere", "")
	mustDo(t, overwrite("elsewhere")(s.root))
	s.wantKnown(t, "elsewhere", unread("elsewhere")) // by that name it never was
}

// TestALongOpenRootRemembers: one opening may see more than one run.
func TestALongOpenRootRemembers(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b")
	w := s.open(t)
	for _, name := range []string{"a", "b"} {
		tx := w.Begin()
		mustDo(t, tx.MarkKnown(find(t, tx, name, ToRead)))
		known, err := tx.KnownContents()
		mustDo(t, err, w.Remember(known))
		if _, err := w.Begin().Find(name, ToEdit, Relative); err != nil {
			t.Errorf("in the same opening: %v", err)
		}
	}
	mustDo(t, w.Close())
	s.wantKnown(t, "a", "")
	s.wantKnown(t, "b", "")
}

func TestALineThatWasCutOffCostsNoOther(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b", "c")
	s.see(t, []string{"a"})
	s.see(t, []string{"b"})
	path := s.state(t, readsFile)
	whole, err := os.ReadFile(path)
	mustDo(t, err)
	last := strings.LastIndex(strings.TrimSuffix(string(whole), "\n"), "\n") + 1
	for _, cut := range []int{last + 1, last + 30, last + 64, last + 65, last + 66, len(whole) - 2, len(whole) - 1} {
		mustDo(t, os.WriteFile(path, whole[:cut], 0o600))
		s.wantKnown(t, "a", "")
		s.see(t, []string{"c"})
		s.wantKnown(t, "a", "")
		if got := s.known(t, "c"); got != "" {
			t.Errorf("read after a line was cut off at %d of %d: %q", cut-last, len(whole)-last, got)
		}
	}
}

func TestWhatIsNoLedgerIsTakenForAnEmptyOne(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n\n", "fileops reads 1\n", "nonsense\nmore of it", strings.Repeat("x", 2<<20), "zz \"a\"\n", strings.Repeat("0", 64) + " a\n"} {
		s := reading(t, "a")
		mustDo(t, s.open(t).Close(), os.WriteFile(s.state(t, readsFile), []byte(text), 0o600))
		s.wantKnown(t, "a", unread("a"))
		s.see(t, []string{"a"})
		s.wantKnown(t, "a", "")
	}
}

// ledgerOf makes a ledger of so many reads, none of them of a file in the root.
func ledgerOf(n int) string {
	var b strings.Builder
	b.WriteString(readsTitle + "\n")
	for i := range n {
		fmt.Fprintf(&b, "%x \"old%d\"\n", sha256.Sum256([]byte{byte(i), byte(i >> 8), byte(i >> 16)}), i)
	}
	return b.String()
}

func TestTheLedgerIsCutBack(t *testing.T) {
	t.Parallel()
	s := reading(t, "a", "b")
	mustDo(t, s.open(t).Close())
	path := s.state(t, readsFile)
	lines := func() []string {
		data, err := os.ReadFile(path)
		mustDo(t, err)
		return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	}
	mustDo(t, os.WriteFile(path, []byte(ledgerOf(2*maxReads-1)), 0o600))
	s.see(t, []string{"a"})
	if got := len(lines()); got != 1+2*maxReads {
		t.Errorf("%d lines, want the title and twice %d", got, maxReads)
	}
	s.see(t, []string{"b"})
	got := lines()
	if len(got) != 1+maxReads+1 || got[0] != readsTitle || !strings.HasSuffix(got[1], fmt.Sprintf("\"old%d\"", maxReads)) {
		t.Errorf("%d lines, from %q, %q", len(got), got[0], got[1])
	}
	s.wantKnown(t, "a", "")
	s.wantKnown(t, "b", "")
}

func TestNamesInTheLedger(t *testing.T) {
	t.Parallel()
	for _, name := range odd {
		s := reading(t, name, "l -> "+name)
		s.see(t, []string{"l"})
		s.wantKnown(t, "l", "")
		mustDo(t, overwrite(name)(s.root))
		s.wantKnown(t, "l", changed("l"))
	}
}

// TestOnlyAChangeOfContentOrModeIsStale: formatters, editors and version control write
// files anew without changing them.
func TestOnlyAChangeOfContentOrModeIsStale(t *testing.T) {
	t.Parallel()
	touch := func(path string) error { return os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)) }
	anew := func(path string) error { // the same bytes, a new file
		return errors.Join(os.WriteFile(path+"~", []byte("a"), 0o644), os.Rename(path+"~", path))
	}
	hidden := func(change func(path string) error) func(string) error {
		return func(path string) error { // as if it had not happened
			info, err := os.Lstat(path)
			return errors.Join(err, change(path), os.Chtimes(path, info.ModTime(), info.ModTime()))
		}
	}
	inPlace := func(path string) error { return os.WriteFile(path, []byte("b"), 0o644) }
	other := func(path string) error {
		return errors.Join(os.WriteFile(path+"~", []byte("b"), 0o644), os.Rename(path+"~", path))
	}
	chmod := func(path string) error { return os.Chmod(path, 0o600) }
	old := func(path string) error { return os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)) }
	for _, tt := range []struct {
		name   string
		read   bool
		script string
		first  func(string) error
		meddle func(string) error
		want   Reason
	}{
		{"edited-touched", true, "write a new", nil, touch, ""},
		{"edited-old-touched", true, "write a new", old, touch, ""},
		{"edited-written-anew", true, "write a new", nil, anew, ""},
		{"edited-old-written-anew", true, "write a new", old, anew, ""},
		{"edited-changed", true, "write a new", nil, inPlace, Stale},
		{"edited-replaced", true, "write a new", nil, other, Stale},
		{"edited-changed-in-secret", true, "write a new", nil, hidden(inPlace), Stale},
		{"edited-replaced-in-secret", true, "write a new", nil, hidden(other), Stale},
		{"edited-old-changed-in-secret", true, "write a new", old, hidden(inPlace), Stale},
		{"edited-other-mode", true, "write a new", nil, chmod, Stale},
		{"deleted-after-reading-touched", true, "rm a", nil, touch, ""},
		{"deleted-after-reading-written-anew", true, "rm a", nil, anew, ""},
		{"deleted-after-reading-changed-in-secret", true, "rm a", nil, hidden(inPlace), Stale},
		{"deleted-after-reading-other-mode", true, "rm a", nil, chmod, Stale},
		{"moved-after-reading-touched", true, "move a z", nil, touch, ""},
		{"moved-after-reading-written-anew", true, "move a z", nil, anew, ""},
		{"moved-after-reading-changed-in-secret", true, "move a z", nil, hidden(inPlace), Stale},
		{"moved-after-reading-other-mode", true, "move a z", nil, chmod, Stale},
		{"deleted-changed", false, "rm a", nil, inPlace, Stale},
		{"deleted-touched", false, "rm a", nil, touch, Stale},
		{"deleted-replaced-in-secret", false, "rm a", nil, hidden(other), Stale},
		{"deleted-other-mode", false, "rm a", nil, chmod, Stale},
		{"moved-changed", false, "move a z", nil, inPlace, Stale},
		{"moved-replaced-in-secret", false, "move a z", nil, hidden(other), Stale},
		{"moved-other-mode", false, "move a z", nil, chmod, Stale},
		{"overwritten-changed", false, "write a new", nil, inPlace, Stale},
		{"overwritten-other-mode", false, "write a new", nil, chmod, Stale},
	} {
		for _, backups := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,backups=%t", tt.name, backups), func(t *testing.T) {
				t.Parallel()
				s := newSite(t, Options{Backups: backups}, "a")
				path := filepath.Join(s.root, "a")
				if tt.first != nil {
					mustDo(t, tt.first(path))
				}
				w := s.open(t)
				tx := w.Begin()
				if tt.read {
					_, err := tx.Read(find(t, tx, "a", ToRead), 100)
					mustDo(t, err)
				}
				do(t, tx, tt.script)
				_, _, err := tx.Backup()
				mustDo(t, err, tt.meddle(path))
				before := snapshot(t, s.root)
				err = tx.Commit(t.Context(), "r", time.Now())
				wantReason(t, "commit", err, tt.want)
				if tt.want != "" {
					compare(t, "the disk", snapshot(t, s.root), before)
					return
				}
				mustDo(t, w.Close(), s.undo(t, "r", "u", false))
				compare(t, "after the undo", snapshot(t, s.root), before)
			})
		}
	}
}

// TestATransactionSeesTheTreeAsItIsNow: a root may be open for long, and directories
// come and go meanwhile.
func TestATransactionSeesTheTreeAsItIsNow(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "d/s/x")
	w := s.open(t)
	read := func() string {
		tx := w.Begin()
		data, err := tx.Read(find(t, tx, "d/s/x", ToRead), 100)
		mustDo(t, err)
		return string(data)
	}
	if got := read(); got != "d/s/x" {
		t.Fatalf("got %q", got)
	}
	then(t, s.root, "mv d old", "mkdir d", "mkdir d/s", "write d/s/x mine")
	if got := read(); got != "mine" {
		t.Errorf("got %q, which is old/s/x", got)
	}
	tx := w.Begin()
	do(t, tx, "write d/s/x new")
	commit(t, tx)
	s.wantFile(t, "d/s/x", "new")
	s.wantFile(t, "old/s/x", "d/s/x")
}

// TestWithoutStateNoReadsAreRead has a FIFO in the working directory that is named as the ledger is.
func TestWithoutStateNoReadsAreRead(t *testing.T) {
	t.Chdir(t.TempDir())
	mustDo(t, syscall.Mkfifo(readsFile, 0o600), os.WriteFile("a", nil, 0o600))
	w, err := Open(t.Context(), ".", Options{State: filepath.Join(t.TempDir(), "none"), ReadOnly: true, Untraced: true, ReadBeforeWrite: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test
	done := make(chan error, 1)
	go func() {
		_, err := w.Begin().Find("a", ToEdit, Relative)
		done <- err
	}()
	select {
	case err := <-done:
		wantReason(t, "a", err, NotRead)
	case <-time.After(10 * time.Second):
		t.Fatal("the FIFO was opened")
	}
}
