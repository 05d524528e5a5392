package journal

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fileops/internal/cputime"
)

// The journal in testdata was written by the program at the version that its directory
// names. Never make it again for a version that stands: raise version instead, and store a
// new one.
var store = flag.Bool("store", false, "write the stored journal of this version")

func mustDo(tb testing.TB, errs ...error) {
	tb.Helper()
	if err := errors.Join(errs...); err != nil {
		tb.Fatal(err)
	}
}

// fastDir is a temporary directory, in memory where there is one.
func fastDir(tb testing.TB) string {
	tb.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "journal")
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// asError is err as an *Error, an empty one if it is none.
func asError(err error) Error {
	if e := (*Error)(nil); errors.As(err, &e) {
		return *e
	}
	return Error{}
}

func encodedText(tb testing.TB, j *Journal) []byte {
	tb.Helper()
	var b bytes.Buffer
	mustDo(tb, encode(&b, j))
	return b.Bytes()
}

// odd are names that a file system takes and a text format may not.
var odd = []string{"a", "not utf-8 \xff\xc3", "two\nlines", "fileops\n", "tab\t\"quote\"\\", "\u202egnp", strings.Repeat("é", 100)}

func oddJournal() *Journal {
	j := &Journal{
		Run: "r", Number: 7, Time: time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.UTC), Root: "/" + odd[1], Undoes: "q", UndoesNumber: 6,
		PhaseStarts: []int{1, 3}, DirsBefore: []string{"."}, DirsAfter: []string{odd[2]}, NotUndoable: "why",
		Totals: &Totals{Operations: 12, Insertions: 31, Deletions: 2},
	}
	for i, name := range odd {
		c := State{
			Kind: Regular, Mode: 0o640 | fs.ModeSetuid, Size: 1 << 40, Time: instant(j.Time), Sum: []byte{0, 1, 0xff}, At: 18, Owned: true, User: 1000, Group: 100,
			Extended: map[string][]byte{"user." + name: []byte(name)}, // one: their order is by chance
		}
		j.Temps = append(j.Temps, Temp{Name: name, State: c})
		j.Steps = append(j.Steps,
			Step{Kind: StepKind(i % 3), From: name, To: name + "/x", Kept: name + "-kept", HardLink: i%2 == 0, TempNumber: i, Mode: 0o700 | fs.ModeSetgid, ID: 1 << 63, User: -1, Grp: -1, Exact: i > 2, Dir: i == 1, Old: []byte(name)})
		j.Trash = append(j.Trash, name)
		j.Changes = append(j.Changes, Change{Kind: "moved", Name: name, From: name + "-from", Mode: 0o755, Dir: i == 2})
		j.Entries = append(j.Entries,
			Entry{Before: name, After: name + "-after", StateBefore: c, StateAfter: State{Kind: Link, Link: name}, Moved: true, Backup: i == 1})
	}
	return j
}

// encoded is a journal file that keeps some contents.
func encoded(tb testing.TB, j *Journal, contents string) []byte {
	tb.Helper()
	var b bytes.Buffer
	mustDo(tb, write(&b, j, func(to io.Writer, at int64) error {
		if at != int64(len(title(version))) {
			tb.Errorf("contents begin at %d, after a title of %d bytes", at, len(title(version)))
		}
		_, err := io.WriteString(to, contents)
		return err
	}))
	return b.Bytes()
}

func TestAJournalIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	same := cmp.Options{cmpopts.IgnoreUnexported(Journal{}), cmpopts.EquateEmpty()}
	for _, j := range []*Journal{oddJournal(), {}} {
		for _, contents := range []string{"", "a\n", title(version), endMark, string(encoded(t, j, "nested"))} {
			data := encoded(t, j, contents)
			path := filepath.Join(t.TempDir(), "journal")
			mustDo(t, os.WriteFile(path, data, 0o600))
			got, err := Read(path)
			mustDo(t, err)
			if d := cmp.Diff(j, got, same); d != "" {
				t.Errorf("contents %q: (- want, + got):\n%s", contents, d)
			}
		}
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
		d := Dir{Path: t.TempDir()}
		ctx, cancel := context.WithCancel(t.Context())
		err := d.Draft(ctx, oddJournal(), func(to io.Writer, _ int64) error { return tt.keep(cancel, to) })
		if !errors.Is(err, context.Canceled) || errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: got %v, want context.Canceled", tt.name, err)
		}
		if d.HasUnfinished() {
			t.Errorf("%s: something is left", tt.name)
		}
	}
}

// TestARenameIsSyncedOrFails: no step of a commit counts as done without it.
func TestARenameIsSyncedOrFails(t *testing.T) {
	t.Parallel()
	synced := 0
	d := Dir{Path: t.TempDir(), Sync: func(string) error { synced++; return nil }}
	if err := d.rename("missing", "b"); !errors.Is(err, fs.ErrNotExist) || synced != 0 {
		t.Errorf("a file that is not there: %v, synced %d times", err, synced)
	}
	mustDo(t, os.WriteFile(d.path("a"), nil, 0o600), d.rename("a", "b"))
	if !d.has("b") || synced != 1 {
		t.Errorf("b is there: %t, synced %d times", d.has("b"), synced)
	}
}

// TestAMarkThatCannotBeSetIsAnError: there is no journal that could be renamed.
func TestAMarkThatCannotBeSetIsAnError(t *testing.T) {
	t.Parallel()
	d := Dir{Path: t.TempDir()}
	for name, mark := range map[string]func() error{
		"begin":  d.MakePending,
		"commit": func() error { return d.MarkCommitted(oddJournal()) },
		"phase":  func() error { return d.SetPhase(oddJournal(), 1) },
		"file":   func() error { return d.Archive(oddJournal()) },
	} {
		if err := mark(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %v, want fs.ErrNotExist", name, err)
		}
	}
}

// TestTheNewestRunStays: whatever its size.
func TestTheNewestRunStays(t *testing.T) {
	t.Parallel()
	d := Dir{Path: t.TempDir()}
	mustDo(t, os.Mkdir(d.path(RunsDir), 0o700))
	for _, name := range []string{"00000001-a", "00000002-b", "00000003-c.00000002"} {
		mustDo(t, os.WriteFile(d.path(RunsDir, name), []byte("of some size"), 0o600), d.Prune(0, 1))
		if list, err := d.History(); err != nil || len(list) != 1 || filepath.Base(list[0].Path) != name {
			t.Errorf("%s: the history is %v, %v", name, list, err)
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
		j, err := Read(path)
		e := asError(err)
		newer := e.Version > 0 && !bytes.HasPrefix(data, []byte(title(version)))
		if j != nil || !e.Damaged && !newer {
			t.Errorf("%s: taken for a journal: %t, %v", what, j != nil, err)
		}
	}
	for n := range whole {
		check(fmt.Sprint("cut at ", n), whole[:n])
	}
	for i := range whole {
		if i >= len(title(version)) && i < len(title(version))+len("contents") {
			continue
		}
		data := bytes.Clone(whole)
		data[i] ^= 1 << (i % 8)
		check(fmt.Sprintf("byte %d, bit %d", i, i%8), data)
	}
	for i := range title(version) { // any other byte, not only those one bit away
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
		mustDo(t, os.WriteFile(path, append([]byte(line), whole[len(title(version)):]...), 0o600))
		if _, err := Read(path); !asError(err).Damaged {
			t.Errorf("%q is taken for %q: %v", line, title(version), err)
		}
	}
}

// sealed is a journal file around a text that may be none.
func sealed(text []byte) []byte {
	data := append([]byte(title(version)), text...)
	data = binary.BigEndian.AppendUint64(data, uint64(len(text)))
	sum := newChecksum(version)
	sum.Write(text)
	return append(sum.Sum(data), endMark...)
}

// FuzzJournal: what was not written by the program is refused, and even behind the
// right checksum nothing makes the decoder panic.
func FuzzJournal(f *testing.F) {
	var tails [][]byte // the journal and the footer of what was written
	for _, j := range []*Journal{oddJournal(), {}, {Run: "r", Steps: []Step{{Kind: MakeDir, To: "d"}}}} {
		data := encoded(f, j, "")
		tail := data[len(title(version)):]
		tails = append(tails, tail)
		f.Add(data, false)
		f.Add(slices.Concat([]byte(title(version)), []byte("contents"), tail), false)
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
		_, err = Read(file.Name())
		if e := asError(err); err != nil && !e.Damaged && e.Version == 0 {
			t.Error(err)
		}
		written := bytes.HasPrefix(data, []byte(title(version)))
		for _, tail := range tails {
			if written && bytes.HasSuffix(data[len(title(version)):], tail) {
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

// TestAnOlderFormatIsRead: only the totals are missing.
func TestAnOlderFormatIsRead(t *testing.T) {
	t.Parallel()
	want := oddJournal()
	want.Totals = nil
	text, err := os.ReadFile(filepath.Join("testdata", "v2", "every_field.json"))
	mustDo(t, err)
	data := append([]byte(title(2)), text...)
	data = binary.BigEndian.AppendUint64(data, uint64(len(text)))
	sum := newChecksum(2)
	sum.Write(text)
	path := filepath.Join(t.TempDir(), "journal")
	mustDo(t, os.WriteFile(path, append(sum.Sum(data), endMark...), 0o600))
	got, err := Read(path)
	mustDo(t, err)
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Journal{})); d != "" {
		t.Errorf("- want, + got:\n%s", d)
	}
}

// TestTheStoredJournalHasEveryField: a field whose name changes is not known any more,
// and one that is added is missing.
func TestTheStoredJournalHasEveryField(t *testing.T) {
	t.Parallel()
	path := filepath.Join("testdata", fmt.Sprint("v", version), "every_field.json")
	j := oddJournal()
	if *store {
		mustDo(t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, encodedText(t, j), 0o644))
	}
	text, err := os.ReadFile(path)
	mustDo(t, err)
	got, err := decode(text)
	mustDo(t, err)
	if d := cmp.Diff(j, got, cmpopts.IgnoreUnexported(Journal{})); d != "" {
		t.Errorf("- want, + got:\n%s", d)
	}
	again := encodedText(t, got)
	if !bytes.Equal(again, text) {
		t.Errorf("encoded again it is\n%s\nwant\n%s", again, text)
	}
	set := map[string]bool{}
	for _, list := range []any{[]Journal{*j}, j.Temps, j.Steps, j.Changes, j.Entries, []Totals{*j.Totals}, []State{j.Entries[0].StateBefore, j.Entries[0].StateAfter}} {
		for i := range reflect.ValueOf(list).Len() {
			v := reflect.ValueOf(list).Index(i)
			for k := range v.NumField() {
				name := v.Type().Name() + "." + v.Type().Field(k).Name
				set[name] = set[name] || !v.Type().Field(k).IsExported() || !v.Field(k).IsZero()
			}
		}
	}
	for name, ok := range set {
		if !ok {
			t.Errorf("%s is never set in the stored journal", name)
		}
	}
}

// BenchmarkEncode is the journal of a run that makes 5,000 files.
func BenchmarkEncode(b *testing.B) {
	j := &Journal{Run: "r", Number: 7, Time: time.Now(), Root: "/home/user/project"}
	for i := range 5000 {
		name := fmt.Sprintf("src/module%d/file%d.go", i/50, i)
		is := State{Kind: Regular, Mode: 0o644, Size: 4000, Sum: make([]byte, 32)}
		is.SetTime(j.Time)
		j.Temps = append(j.Temps, Temp{Name: fmt.Sprintf(".fileops-r-%d.tmp", i), State: is})
		j.Steps = append(j.Steps, Step{Kind: Rename, From: j.Temps[i].Name, To: name, TempNumber: i + 1})
		j.Changes = append(j.Changes, Change{Kind: "created", Name: name, Mode: 0o644})
		j.Entries = append(j.Entries, Entry{After: name, StateAfter: is})
	}
	b.ReportAllocs()
	for b.Loop() {
		mustDo(b, write(io.Discard, j, func(io.Writer, int64) error { return nil }))
	}
}

// TestDirsOfEachPhase: the first phase, one in between and the last each have their own.
func TestDirsOfEachPhase(t *testing.T) {
	t.Parallel()
	j := &Journal{Steps: []Step{{From: "temp", To: "a/x"}, {From: "b/y", To: "c/y"}, {From: "d/z", To: "d/w"}}, PhaseStarts: []int{1, 2}}
	for phase, want := range [][]string{{".", "a"}, {"b", "c"}, {"d"}} {
		j.phase = phase
		if got := Dirs(j.PhaseSteps(), false); !slices.Equal(got, want) {
			t.Errorf("phase %d: Dirs() = %q; want %q", phase, got, want)
		}
	}
}

// TestDirsOfManyRenamesTakeLittleTime is not parallel, since it measures.
func TestDirsOfManyRenamesTakeLittleTime(t *testing.T) {
	cputime.CheckGrowth(t, 500, 8, 20, func(n int) func() {
		var steps []Step
		for i := range n {
			steps = append(steps, Step{From: fmt.Sprintf("a%d/d", i), To: fmt.Sprintf("b%d/d", i), Dir: true})
		}
		return func() {
			Dirs(steps, false)
			Dirs(steps, true)
		}
	})
}

// TestDirsFollowRenames: a directory may be renamed in the phase in which a name in it changes.
// After the phase it is synced by its new name, after the rollback by its old one.
func TestDirsFollowRenames(t *testing.T) {
	t.Parallel()
	steps := []Step{
		{From: "a/b/x", To: "x"}, {From: "a", To: "c", Dir: true}, {From: "ab/y", To: "y"}, {From: "d", To: "c/e", Dir: true}, {From: "c/e/z", To: "c/e/w"},
	}
	for reverted, want := range map[bool][]string{
		false: {".", "ab", "c", "c/b", "c/e"},
		true:  {".", "a", "a/b", "ab", "d"},
	} {
		if got := Dirs(steps, reverted); !slices.Equal(got, want) {
			t.Errorf("Dirs(%v) = %q; want %q", reverted, got, want)
		}
	}
}
