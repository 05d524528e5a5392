//go:build unix

package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func (s *site) adopt(tb testing.TB, names ...string) {
	tb.Helper()
	w := s.open(tb)
	adopt(tb, w, names...)
	mustDo(tb, w.Close())
}

// TestBackupsOfTheUserStay plays runs and what a user does between them. A step that
// begins with "run" is a run, "undo R" takes one back, all others are the user's.
func TestBackupsOfTheUserStay(t *testing.T) {
	t.Parallel()
	forget := func(s *site) error { return os.RemoveAll(filepath.Join(s.o.State, "roots")) }
	for _, tt := range []struct {
		name  string
		steps []string
		want  string // the files and what they hold
	}{
		{"own-backup-is-replaced", []string{"run write f 1", "run write f 2", "run write f 3"}, "f=3 f.bak=2"},
		{"made-before-the-first-run", []string{"write f.bak mine", "run write f 1"}, "f=1 f.bak=mine f.bak1=f"},
		{"made-before-and-more-runs", []string{"write f.bak mine", "run write f 1", "run write f 2"}, "f=2 f.bak=mine f.bak1=1"},
		{"empty", []string{"write f.bak ", "run write f 1"}, "f=1 f.bak= f.bak1=f"},
		{"edited-since", []string{"run write f 1", "write f.bak mine", "run write f 2"}, "f=2 f.bak=mine f.bak1=1"},
		{"same-size-since", []string{"run write f 1", "write f.bak F", "run write f 2"}, "f=2 f.bak=F f.bak1=1"},
		{"made-anew-with-the-same-content", []string{"run write f 1", "rm f.bak", "write f.bak f", "run write f 2"}, "f=2 f.bak=f f.bak1=1"},
		{"touched-since", []string{"run write f 1", "touch f.bak", "run write f 2"}, "f=2 f.bak=f f.bak1=1"},
		{"removed-since", []string{"run write f 1", "rm f.bak", "run write f 2"}, "f=2 f.bak=1"},
		{"a-link", []string{"write g mine", "link g f.bak", "run write f 1"}, "f=1 f.bak->g f.bak1=f g=mine"},
		{"a-link-out", []string{"link ../out f.bak", "run write f 1"}, "f=1 f.bak->../out f.bak1=f"},
		{"a-directory", []string{"mkdir f.bak", "run write f 1"}, "f=1 f.bak/ f.bak1=f"},
		{"became-a-link", []string{"run write f 1", "rm f.bak", "link f f.bak", "run write f 2"}, "f=2 f.bak->f f.bak1=1"},
		{"a-hard-link-of-the-file", []string{"hard f f.bak", "run write f 1"}, "f=1 f.bak=f f.bak1=f"},
		{"deleted", []string{"write f.deleted mine", "run rm f"}, "f.deleted=mine f.deleted1=f"},
		{"deleted-again-and-again", []string{"run rm f", "write f 2", "run rm f", "write f 3", "run rm f"}, "f.deleted=3"},
		{"deleted-backup-edited", []string{"run rm f", "write f.deleted mine", "write f 2", "run rm f"}, "f.deleted=mine f.deleted1=2"},
		{"written-by-a-run", []string{"run write f.bak mine", "run write f 1"}, "f=1 f.bak=mine f.bak1=f"},
		{"edited-by-a-run", []string{"run write f 1", "run write f.bak mine", "run write f 2"}, "f=2 f.bak=mine f.bak.bak=f f.bak1=1"},
		{"moved-there-by-a-run", []string{"write g mine", "run move g f.bak", "run write f 1"}, "f=1 f.bak=mine f.bak1=f"},
		{"copied-there-by-a-run", []string{"write g mine", "run copy g f.bak", "run write f 1"}, "f=1 f.bak=mine f.bak1=f g=mine"},
		{"moved-away-by-the-run", []string{"write f.bak mine", "run move f.bak g;write f 1"}, "f=1 f.bak=f g=mine"},
		{"deleted-by-the-run", []string{"write f.bak mine", "run rm f.bak;write f 1"}, "f=1 f.bak=f f.bak.bak=mine"},
		{"both-edited", []string{"write f.bak mine", "run write f 1;write f.bak 2"}, "f=1 f.bak=2 f.bak.bak=mine f.bak1=f"},
		{"many", []string{"write f.bak a", "write f.bak1 b", "write f.bak2 c", "run write f 1", "run write f 2"}, "f=2 f.bak=a f.bak1=b f.bak2=c f.bak3=1"},
		{"a-gap", []string{"write f.bak a", "write f.bak2 c", "run write f 1", "run write f 2"}, "f=2 f.bak=a f.bak1=1 f.bak2=c"},
		{"put-back-with-its-time", []string{"run write f 1", "keep f.bak", "run write f 2", "back f.bak", "run write f 3"}, "f=3 f.bak=2"},
		{"undone", []string{"write f.bak mine", "run write f 1", "undo 1"}, "f=f f.bak=mine"},
		{"undone-and-redone", []string{"write f.bak mine", "run write f 1", "undo 1", "undo u1"}, "f=1 f.bak=mine f.bak1=f"},
		{"own-after-an-undo", []string{"run write f 1", "run write f 2", "undo 2", "run write f 3"}, "f=3 f.bak=1"},
		{"made-after-an-undo", []string{"run write f 1", "undo 1", "write f.bak f", "run write f 2"}, "f=2 f.bak=f f.bak1=f"},
		{"own-after-a-redo", []string{"run write f 1", "undo 1", "undo u1", "run write f 2"}, "f=2 f.bak=1"},
		{"edited-before-an-undo", []string{"run write f 1", "write f.bak mine", "undo 1", "run write f 2"}, "f=2 f.bak=mine f.bak1=f"},
		{"history-is-gone", []string{"run write f 1", "forget", "run write f 2"}, "f=2 f.bak=f f.bak1=1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{Backups: true, HistoryRuns: 20}, "f")
			for i, step := range tt.steps {
				verb, rest, _ := strings.Cut(step, " ")
				switch verb {
				case "run":
					s.run(t, fmt.Sprint(runsIn(tt.steps[:i+1])), strings.Split(rest, ";")...)
				case "undo":
					mustDo(t, s.undo(t, rest, "u"+rest, false))
				case "forget":
					mustDo(t, forget(s))
				default:
					asUser(t, s.root, verb, strings.Split(rest, " "))
				}
			}
			if got := strings.Join(shortListing(t, s.root), " "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func runsIn(steps []string) (n int) {
	for _, step := range steps {
		if strings.HasPrefix(step, "run ") {
			n++
		}
	}
	return n
}

func asUser(t *testing.T, root, verb string, args []string) {
	t.Helper()
	first, last := filepath.Join(root, args[0]), filepath.Join(root, args[len(args)-1])
	switch verb {
	case "write":
		mustDo(t, os.WriteFile(first, []byte(args[1]), 0o644))
	case "rm":
		mustDo(t, os.Remove(first))
	case "mkdir":
		mustDo(t, os.Mkdir(first, 0o755))
	case "link":
		mustDo(t, os.Symlink(args[0], last))
	case "keep", "back": // in another place, and from there
		from, to := first, filepath.Join(root, "..", "kept")
		if verb == "back" {
			from, to = to, from
		}
		data, err := os.ReadFile(from)
		info, e := os.Stat(from)
		mustDo(t, err, e, os.WriteFile(to, data, 0o644), os.Chtimes(to, info.ModTime(), info.ModTime()))
	case "hard":
		mustDo(t, os.Link(first, last))
	case "touch":
		mustDo(t, os.Chtimes(first, time.Now(), time.Now()))
	default:
		t.Fatalf("what is %q?", verb)
	}
}

func shortListing(t *testing.T, root string) []string {
	t.Helper()
	entries, err := os.ReadDir(root)
	mustDo(t, err)
	var list []string
	for _, e := range entries {
		path := filepath.Join(root, e.Name())
		switch {
		case e.IsDir():
			list = append(list, e.Name()+"/")
		case e.Type().IsRegular():
			data, err := os.ReadFile(path)
			mustDo(t, err)
			list = append(list, e.Name()+"="+string(data))
		default:
			to, err := os.Readlink(path)
			mustDo(t, err)
			list = append(list, e.Name()+"->"+filepath.ToSlash(to))
		}
	}
	return list
}

// TestABackupIsKnownAfterManyRuns: the history need not reach back to the run that wrote
// it.
func TestABackupIsKnownAfterManyRuns(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true, HistoryRuns: 2}, "f", "g")
	s.run(t, "first", "write f 1")
	for i := range 5 {
		s.run(t, fmt.Sprint(i), fmt.Sprintf("write g %d", i))
	}
	s.run(t, "last", "write f 2")
	if got, want := strings.Join(shortListing(t, s.root), " "), "f=2 f.bak=1 g=4 g.bak=3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestADamagedListOfBackupsCostsNoByte: what cannot be read is taken for the user's own.
func TestADamagedListOfBackupsCostsNoByte(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "title": ownTitle + "\n", "cut": ownTitle + "\n1 2 3", "numbers": ownTitle + "\nx y - \"f.bak\"\n",
		"name": ownTitle + "\n1 1 - f.bak\n", "other": ownTitle + "\n0 1 - \"f.bak\"\n", "noise": "\x00\xff\n\n",
	} {
		s := newSite(t, Options{Backups: true}, "f")
		s.run(t, "1", "write f 1")
		w := s.open(t)
		mustDo(t, os.WriteFile(w.state.path(backupsFile), []byte(text), 0o600), w.Close())
		s.run(t, "2", "write f 2")
		if got, want := strings.Join(shortListing(t, s.root), " "), "f=2 f.bak=f f.bak1=1"; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
