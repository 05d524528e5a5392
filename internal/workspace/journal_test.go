//go:build unix

package workspace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files of the state directory that hold journals, and what they begin and end with.
const (
	draftFile     = "draft"
	pendingFile   = "pending-0"
	committedFile = "committed"
	journalTitle  = "fileops journal 3\n"
	footerSize    = 8 + 32 + 8 // a length, a checksum and a mark
)

// odd are names that a file system takes and a text format may not.
var odd = []string{"a", "not utf-8 \xff\xc3", "two\nlines", "fileops\n", "tab\t\"quote\"\\", "\u202egnp", strings.Repeat("é", 100)}

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
	path = s.state(t, pendingFile)
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
		{"title-alone", whole[:len(journalTitle)], Damaged},
		{"first-byte", at(0), Damaged},
		{"version", at(len(journalTitle) - 2), Damaged},
		{"line-end", at(len(journalTitle) - 1), Damaged},
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
		{"version-0", bytes.Replace(whole, []byte("journal 3"), []byte("journal 0"), 1), Damaged},
		{"version-1", bytes.Replace(whole, []byte("journal 3"), []byte("journal 1"), 1), OtherVersion},
		{"version-4", bytes.Replace(whole, []byte("journal 3"), []byte("journal 4"), 1), OtherVersion},
		{"version-12", append([]byte("fileops journal 12\n"), whole[len(journalTitle):]...), OtherVersion},
		{"version-4-alone", []byte("fileops journal 4\n"), OtherVersion},
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
	mustDo(t, os.WriteFile(committed, []byte("fileops journal 4\n"), 0o600))
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
			s, path, _ := broken(t) // it has no phase but the first
			mustDo(t, os.Rename(path, s.state(t, name)))
			refused(t, s, s.state(t, name), name, Damaged)
		})
	}
}

func TestADraftIsDiscardedWithoutAWord(t *testing.T) {
	t.Parallel()
	_, _, whole := broken(t)
	for _, data := range [][]byte{nil, []byte("half a jour"), []byte("fileops journal 3\n"), whole} {
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
