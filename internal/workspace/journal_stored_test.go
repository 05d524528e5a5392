//go:build unix

package workspace

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fileops/internal/workspace/journal"
)

// The journals under testdata/journal were written by the program at the version that
// they name, in each state in which a journal can be found. Never make them again for a
// version that stands: raise the version in package journal instead, and store the new ones.
var store = flag.Bool("store", false, "write the stored journals of this version")

// storedVersions are the versions that are read, the newest last.
var storedVersions = []string{"v2", "v3"}

// stored is a root with a journal, as it was found.
type stored struct {
	State string            // the name of the journal in the state directory
	Tree  map[string]string // as [snapshot] tells it
	Want  map[string]string // the tree after the next command, or after the undo of the run
	Undo  bool
}

// storedTime is when each file of a stored tree was modified.
var storedTime = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func TestStoredJournalsAreRecoveredAndUndone(t *testing.T) {
	t.Parallel()
	last := richSteps(t)
	for _, tt := range []struct {
		name string
		// steps are those that were taken when the run was killed; committed says that it had
		// its mark, filed that it came to its end.
		steps            int
		committed, filed bool
	}{
		{name: "pending_at_the_start", steps: -1},
		{name: "pending_in_the_middle", steps: last / 2},
		{name: "pending_at_the_end", steps: last},
		{name: "committed", committed: true},
		{name: "in_the_history", filed: true},
	} {
		for i, version := range storedVersions {
			t.Run(version+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join("testdata", "journal", version, tt.name)
				if *store && i == len(storedVersions)-1 {
					s := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
					setTimes(t, s.root)
					switch {
					case tt.filed:
						save(t, dir, s, filed(t, s))
					case tt.committed:
						save(t, dir, s, committedAt(t, s))
					default:
						save(t, dir, s, killedAt(t, s, tt.steps))
					}
				}
				var want stored
				data, err := os.ReadFile(filepath.Join(dir, "tree.json"))
				mustDo(t, err, json.Unmarshal(data, &want))
				s := newSite(t, Options{Backups: true, CreateParents: true})
				rebuild(t, s.root, want.Tree)
				mustDo(t, s.open(t).Close()) // makes the state directory
				file, err := os.ReadFile(filepath.Join(dir, "journal"))
				path := s.state(t, want.State)
				mustDo(t, err, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, file, 0o600))
				if want.Undo {
					mustDo(t, s.undo(t, "killed", "u", false))
				} else {
					mustDo(t, s.open(t).Close())
					if said := s.said.all(); len(said) != 1 || !strings.HasPrefix(said[0], "recovered: run killed") {
						t.Errorf("said %q", said)
					}
				}
				compare(t, "the tree", snapshot(t, s.root), want.Want)
			})
		}
	}
}

// killedAt leaves a site as a run does that is killed after n steps.
func killedAt(t *testing.T, s *site, n int) stored {
	t.Helper()
	before := snapshot(t, s.root)
	s.kill(t, n, richScript...)
	dirs, err := filepath.Glob(s.state(t, "pending-*"))
	if err != nil || len(dirs) != 1 {
		t.Fatalf("journals: %q, %v", dirs, err)
	}
	return stored{State: filepath.Base(dirs[0]), Tree: snapshot(t, s.root), Want: before}
}

// committedAt leaves a site as a run does that is killed once it is committed.
func committedAt(t *testing.T, s *site) stored {
	t.Helper()
	reference := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
	reference.run(t, "killed", richScript...)
	at := killedAt(t, s, 1000)
	mustDo(t, os.Rename(s.state(t, at.State), s.state(t, committedFile)))
	return stored{State: committedFile, Tree: at.Tree, Want: snapshot(t, reference.root)}
}

// filed leaves a site as a run does that came to its end.
func filed(t *testing.T, s *site) stored {
	t.Helper()
	before := snapshot(t, s.root)
	s.run(t, "killed", richScript...)
	return stored{State: filepath.Join(journal.RunsDir, filepath.Base(s.runFile(t, "killed"))), Tree: snapshot(t, s.root), Want: before, Undo: true}
}

// save stores a site. What is of this machine alone is taken out of its journal: the
// name of the root, and the numbers of files and users.
func save(t *testing.T, dir string, s *site, at stored) {
	t.Helper()
	path := s.state(t, at.State)
	j, err := journal.Read(path)
	mustDo(t, err)
	data, err := os.ReadFile(path)
	mustDo(t, err)
	end := len(data) - footerSize
	end -= int(binary.BigEndian.Uint64(data[end:])) // of the contents
	j.Root, j.Time = "/project", storedTime
	for i := range j.Steps {
		j.Steps[i].ID, j.Steps[i].User, j.Steps[i].Grp = 0, -1, -1
	}
	for i := range j.Temps {
		disown(&j.Temps[i].State)
	}
	for i := range j.Entries {
		disown(&j.Entries[i].StateBefore)
		disown(&j.Entries[i].StateAfter)
	}
	d := journal.Dir{Path: t.TempDir()}
	mustDo(t, d.Draft(t.Context(), j, func(to io.Writer, at int64) error {
		_, err := to.Write(data[at:end])
		return err
	}))
	data, err = os.ReadFile(filepath.Join(d.Path, draftFile))
	mustDo(t, err)
	tree, err := json.MarshalIndent(at, "", "\t")
	mustDo(t, err, os.MkdirAll(dir, 0o755))
	mustDo(t, os.WriteFile(filepath.Join(dir, "journal"), data, 0o644), os.WriteFile(filepath.Join(dir, "tree.json"), append(tree, '\n'), 0o644))
}

func disown(c *journal.State) { c.Owned, c.User, c.Group = false, 0, 0 }

// rebuild makes the entries of a snapshot.
func rebuild(t *testing.T, root string, tree map[string]string) {
	t.Helper()
	for name, e := range tree { // directories are made for what is in them
		path := filepath.Join(root, filepath.FromSlash(name))
		kind, rest, _ := strings.Cut(e, " ")
		var mode fs.FileMode
		var content string
		switch kind {
		case "dir":
			_, err := fmt.Sscanf(rest, "%o", &mode)
			mustDo(t, err, os.MkdirAll(path, mode))
		case "file":
			_, err := fmt.Sscanf(rest, "%o %q", &mode, &content)
			mustDo(t, err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), mode))
		default:
			target, ok := strings.CutPrefix(e, "link ")
			if !ok {
				t.Fatalf("%s: %s", name, e)
			}
			mustDo(t, os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(target, path))
		}
	}
	setTimes(t, root)
}

func setTimes(t *testing.T, root string) {
	t.Helper()
	mustDo(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		return os.Chtimes(name, storedTime, storedTime)
	}))
}
