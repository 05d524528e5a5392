//go:build unix

package workspace

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// odd are names that a file system takes and a text format may not.
var odd = []string{"a", "not utf-8 \xff\xc3", "two\nlines", "fileops\n", "tab\t\"quote\"\\", "\u202egnp", strings.Repeat("é", 100)}

func oddJournal() *journal {
	j := &journal{
		Run: "r", Number: 7, Time: time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.UTC), Root: "/" + odd[1], Undoes: "q", Undone: 6,
		Epochs: []int{1, 3}, Dirs: []string{"."}, Ends: []string{odd[2]}, Lost: "why",
	}
	for i, name := range odd {
		c := fileState{
			Kind: Regular, Mode: 0o640 | fs.ModeSetuid, Size: 1 << 40, Time: instant(j.Time), Sum: []byte{0, 1, 0xff}, At: 18, Owned: true, User: 1000, Group: 100,
			Extended: map[string][]byte{"user." + name: []byte(name)}, // one: their order is by chance
		}
		j.Temps = append(j.Temps, temp{Name: name, Holds: c})
		j.Steps = append(j.Steps,
			step{Kind: stepKind(i % 3), From: name, To: name + "/x", Kept: name + "-kept", Link: i%2 == 0, Made: i, Mode: 0o700 | fs.ModeSetgid, ID: 1 << 63, User: -1, Grp: -1, Exact: i > 2, Dir: i == 1, Old: []byte(name)})
		j.Trash = append(j.Trash, name)
		j.Changes = append(j.Changes, Change{Kind: Moved, Name: name, From: name + "-from", Mode: 0o755, Dir: i == 2})
		j.Entries = append(j.Entries,
			entryRecord{Before: name, After: name + "-after", Was: c, Is: fileState{Kind: Link, Link: name}, Moved: true, Backup: i == 1})
	}
	return j
}

// encoded is a journal file that keeps some contents.
func encoded(tb testing.TB, j *journal, contents string) []byte {
	tb.Helper()
	var b bytes.Buffer
	mustDo(tb, writeJournal(&b, j, func(to io.Writer, at int64) error {
		if at != int64(len(title())) {
			tb.Errorf("contents begin at %d, after a title of %d bytes", at, len(title()))
		}
		_, err := io.WriteString(to, contents)
		return err
	}))
	return b.Bytes()
}

func TestAJournalIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	same := cmp.Options{cmpopts.IgnoreUnexported(journal{}, temp{}, step{}, entryRecord{}, Change{}), cmpopts.EquateEmpty()}
	for _, j := range []*journal{oddJournal(), {}} {
		for _, contents := range []string{"", "a\n", title(), journalMark, string(encoded(t, j, "nested"))} {
			data := encoded(t, j, contents)
			path := filepath.Join(t.TempDir(), "journal")
			mustDo(t, os.WriteFile(path, data, 0o600))
			got, err := readJournal(path)
			mustDo(t, err)
			if d := cmp.Diff(j, got, same); d != "" || got.size != int64(len(data)) {
				t.Errorf("contents %q: %d bytes (- want, + got):\n%s", contents, got.size, d)
			}
		}
	}
}

// TestRunsKeepOddNames takes a run back that is about such names, and one that was
// interrupted.
func TestRunsKeepOddNames(t *testing.T) {
	t.Parallel()
	var entries, script []string
	for i, name := range odd {
		link := fmt.Sprint("link", i) // no response can write a line break in a path, a link can
		entries = append(entries, name, link+" -> "+name)
		script = append(script, "write "+link+" new")
	}
	s := newSite(t, Options{Backups: true}, entries...)
	before := snapshot(t, s.root)
	s.run(t, "r", script...)
	for _, name := range odd {
		if data, err := os.ReadFile(filepath.Join(s.root, name)); err != nil || string(data) != "new" {
			t.Errorf("%q: %q, %v", name, data, err)
		}
	}
	mustDo(t, s.undo(t, "r", "u", false))
	compare(t, "after the undo", snapshot(t, s.root), before)
	s.kill(t, 5, script...)
	mustDo(t, s.open(t).Close())
	compare(t, "after the recovery", snapshot(t, s.root), before)
}

// broken is a root with an interrupted run, and its journal.
func broken(t *testing.T) (s *site, path string, whole []byte) {
	t.Helper()
	s = newSite(t, Options{Backups: true}, "a", "b", "d/x")
	s.kill(t, 2, "write a new", "rm b", "move d e", "mkdir m")
	path = s.state(t, pendingName(0))
	whole, err := os.ReadFile(path)
	mustDo(t, err)
	return s, path, whole
}

// refused checks that a journal that is not what was written stops every opening, and
// that nothing is touched.
func refused(t *testing.T, s *site, path, what string, want Reason) {
	t.Helper()
	before, journals := snapshot(t, s.root), snapshot(t, filepath.Dir(path))
	for _, readOnly := range []bool{false, true} {
		o := s.o
		o.ReadOnly = readOnly
		w, err := Open(t.Context(), s.root, o)
		if err == nil {
			_ = w.Close()
			t.Errorf("%s: the root was opened", what)
			return
		}
		if reason(err) != want || !strings.Contains(message(err), path) || !strings.Contains(message(err), "nothing was touched") {
			t.Errorf("%s: %v (%s), want %s and the path", what, err, reason(err), want)
		}
	}
	compare(t, what+": the tree", snapshot(t, s.root), before)
	after := snapshot(t, filepath.Dir(path))
	delete(after, holderFile)
	delete(journals, holderFile)
	compare(t, what+": the state", after, journals)
}

func TestADamagedJournalStopsEveryRun(t *testing.T) {
	t.Parallel()
	s, path, whole := broken(t)
	footer := len(whole) - footerSize
	text := footer - int(binary.BigEndian.Uint64(whole[footer:]))
	at := func(i int) []byte {
		data := bytes.Clone(whole)
		data[i] ^= 0x41
		return data
	}
	for _, tt := range []struct {
		name string
		data []byte
		want Reason
	}{
		{"empty", nil, Damaged},
		{"title-alone", whole[:len(title())], Damaged},
		{"first-byte", at(0), Damaged},
		{"version", at(len(title()) - 2), Damaged},
		{"line-end", at(len(title()) - 1), Damaged},
		{"start-of-the-journal", at(text), Damaged},
		{"middle-of-the-journal", at((text + footer) / 2), Damaged},
		{"length", at(footer), Damaged},
		{"length-last-byte", at(footer + 7), Damaged},
		{"checksum", at(footer + 8), Damaged},
		{"mark", at(len(whole) - 2), Damaged},
		{"cut-by-one", whole[:len(whole)-1], Damaged},
		{"cut-in-half", whole[:len(whole)/2], Damaged},
		{"one-byte-more", append(bytes.Clone(whole), '\n'), Damaged},
		{"zeros", make([]byte, len(whole)), Damaged},
		{"version-0", bytes.Replace(whole, []byte("journal 2"), []byte("journal 0"), 1), Damaged},
		{"version-1", bytes.Replace(whole, []byte("journal 2"), []byte("journal 1"), 1), OtherVersion},
		{"version-3", bytes.Replace(whole, []byte("journal 2"), []byte("journal 3"), 1), OtherVersion},
		{"version-12", append([]byte("fileops journal 12\n"), whole[len(title()):]...), OtherVersion},
		{"version-3-alone", []byte("fileops journal 3\n"), OtherVersion},
		{"version-huge", []byte("fileops journal 99999999999999999999\n"), Damaged},
		{"other-file", []byte("#!/bin/sh\n"), Damaged},
	} {
		mustDo(t, os.WriteFile(path, tt.data, 0o600))
		refused(t, s, path, tt.name, tt.want)
	}
	mustDo(t, os.WriteFile(path, whole, 0o600))
	mustDo(t, s.open(t).Close())
	want := map[string]string{"a": `file 644 "a"`, "b": `file 644 "b"`, "d": "dir 755", "d/x": `file 644 "d/x"`}
	compare(t, "the tree after the recovery", snapshot(t, s.root), want)
}

func TestADamagedJournalOfACommittedRunStopsEveryRun(t *testing.T) {
	t.Parallel()
	s, path, whole := broken(t)
	committed := s.state(t, committedFile)
	mustDo(t, os.Rename(path, committed))
	for _, data := range [][]byte{nil, whole[:len(whole)-1], append([]byte("x"), whole...)} {
		mustDo(t, os.WriteFile(committed, data, 0o600))
		refused(t, s, committed, fmt.Sprint(len(data), " bytes"), Damaged)
	}
	mustDo(t, os.WriteFile(committed, []byte("fileops journal 3\n"), 0o600))
	refused(t, s, committed, "newer", OtherVersion)
}

// TestTheNameOfAJournalIsPartOfIt: the number in it says how far the run was.
func TestTheNameOfAJournalIsPartOfIt(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pending-", "pending-x", "pending-1", "pending-99"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if p := recover(); p != nil {
					t.Error("panic:", p)
				}
			}()
			s, path, _ := broken(t) // it has no epoch but the first
			mustDo(t, os.Rename(path, s.state(t, name)))
			refused(t, s, s.state(t, name), name, Damaged)
		})
	}
}

// TestADraftEndsWithItsContext: nothing was done yet, so nothing of it is left.
func TestADraftEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		keep func(cancel func(), to io.Writer) error
	}{
		{"before-the-contents", func(cancel func(), _ io.Writer) error { cancel(); return nil }},
		{"between-the-contents", func(cancel func(), to io.Writer) error {
			_, err := to.Write(make([]byte, 1<<20))
			cancel()
			return err
		}},
		{"in-the-contents", func(cancel func(), to io.Writer) error {
			cancel()
			_, err := to.Write(make([]byte, 1<<20))
			return err
		}},
		{"they-fail-as-well", func(cancel func(), _ io.Writer) error { cancel(); return io.ErrShortWrite }},
	} {
		s := newSite(t, Options{}, "a")
		w := s.open(t)
		ctx, cancel := context.WithCancel(t.Context())
		err := w.state.draft(ctx, oddJournal(), func(to io.Writer, _ int64) error { return tt.keep(cancel, to) })
		if !errors.Is(err, context.Canceled) || errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: got %v, want context.Canceled", tt.name, err)
		}
		if w.state.interrupted() {
			t.Errorf("%s: something is left", tt.name)
		}
		mustDo(t, w.Close())
	}
}

func TestADraftIsDiscardedWithoutAWord(t *testing.T) {
	t.Parallel()
	_, _, whole := broken(t)
	for _, data := range [][]byte{nil, []byte("half a jour"), []byte("fileops journal 2\n"), whole} {
		for _, readOnly := range []bool{false, true} {
			s := newSite(t, Options{}, "a")
			mustDo(t, s.open(t).Close())
			draft := s.state(t, draftFile)
			mustDo(t, os.WriteFile(draft, data, 0o600))
			s.o.ReadOnly = readOnly
			before := snapshot(t, s.root)
			mustDo(t, s.open(t).Close())
			compare(t, "the tree", snapshot(t, s.root), before)
			if _, err := os.Lstat(draft); err == nil || len(s.said.all()) > 0 {
				t.Errorf("the draft is there: %t; said: %q", err == nil, s.said.all())
			}
		}
	}
}

// TestEveryDamageIsSeen cuts a journal at every length and changes every byte outside
// the contents, which have checksums of their own.
func TestEveryDamageIsSeen(t *testing.T) {
	t.Parallel()
	j := oddJournal()
	j.Temps, j.Steps, j.Changes, j.Entries = j.Temps[:2], j.Steps[:2], j.Changes[:2], j.Entries[:2]
	whole := encoded(t, j, "contents")
	path := filepath.Join(fastDir(t), "journal")
	check := func(what string, data []byte) {
		mustDo(t, os.WriteFile(path, data, 0o600))
		j, err := readJournal(path)
		newer := reason(err) == OtherVersion && !bytes.HasPrefix(data, []byte(title()))
		if j != nil || reason(err) != Damaged && !newer {
			t.Errorf("%s: taken for a journal: %t, %v", what, j != nil, err)
		}
	}
	for n := range whole {
		check(fmt.Sprint("cut at ", n), whole[:n])
	}
	for i := range whole {
		if i >= len(title()) && i < len(title())+len("contents") {
			continue
		}
		data := bytes.Clone(whole)
		data[i] ^= 1 << (i % 8)
		check(fmt.Sprintf("byte %d, bit %d", i, i%8), data)
	}
	for i := range title() { // any other byte, not only those one bit away
		for b := range 256 {
			if data := bytes.Clone(whole); data[i] != byte(b) {
				data[i] = byte(b)
				check(fmt.Sprintf("title with byte %#x at %d", b, i), data)
			}
		}
	}
}

func TestATitleHasOneSpelling(t *testing.T) {
	t.Parallel()
	whole := encoded(t, oddJournal(), "contents")
	path := filepath.Join(t.TempDir(), "journal")
	for _, line := range []string{"fileops  journal 2\n", "fileops journal +2\n", "fileops journal 02\n", "fileops journal 2 \n", "fileops journal 2\r\n", " fileops journal 2\n"} {
		mustDo(t, os.WriteFile(path, append([]byte(line), whole[len(title()):]...), 0o600))
		if _, err := readJournal(path); reason(err) != Damaged {
			t.Errorf("%q is taken for %q: %v", line, title(), err)
		}
	}
}

// sealed is a journal file around a text that may be none.
func sealed(text []byte) []byte {
	data := append([]byte(title()), text...)
	data = binary.BigEndian.AppendUint64(data, uint64(len(text)))
	sum := checksum(text)
	return append(append(data, sum[:]...), journalMark...)
}

// FuzzJournal: what was not written by the program is refused, and even behind the
// right checksum nothing makes the decoder panic.
func FuzzJournal(f *testing.F) {
	var tails [][]byte // the journal and the footer of what was written
	for _, j := range []*journal{oddJournal(), {}, {Run: "r", Steps: []step{{Kind: stepMkdir, To: "d"}}}} {
		data := encoded(f, j, "")
		tail := data[len(title()):]
		tails = append(tails, tail)
		f.Add(data, false)
		f.Add(slices.Concat([]byte(title()), []byte("contents"), tail), false)
		f.Add(tail[:len(tail)-footerSize], true)
	}
	f.Add([]byte("fileops journal 2\n"), false)
	f.Add([]byte{}, true)
	dir := fastDir(f)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal {
			data = sealed(data)
		}
		file, err := os.CreateTemp(dir, "journal")
		mustDo(t, err)
		defer os.Remove(file.Name()) //nolint:errcheck // a test
		_, err = file.Write(data)
		mustDo(t, err, file.Close())
		_, err = readJournal(file.Name())
		if r := reason(err); err != nil && r != Damaged && r != OtherVersion {
			t.Errorf("%v (%s)", err, r)
		}
		written := bytes.HasPrefix(data, []byte(title()))
		for _, tail := range tails {
			if written && bytes.HasSuffix(data[len(title()):], tail) {
				if err != nil {
					t.Errorf("what was written is refused: %v", err)
				}
				return
			}
		}
		if err == nil && !seal {
			t.Errorf("taken for a journal: %q", data)
		}
	})
}
