package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// check holds what the program says to the tree that it leaves, before anything is
// recovered.
func (s *sweep) check(e ending, f fault, at string, now tree) {
	strays := now.strays()
	now = now.without(strays)
	switch {
	case e.status == exitOK && !maps.Equal(now, s.after) && !(s.either && maps.Equal(now, s.before)):
		s.fails(at, "status 0, but the tree "+now.differs(s.after, s.after))
	case e.status == exitOK && strays != nil && !strings.Contains(e.stdout+e.stderr, "the cleanup failed"):
		s.fails(at, fmt.Sprintf("%s left behind without a word", strays))
	case e.status != exitOK && e.stdout == "" && e.stderr == "":
		s.fails(at, fmt.Sprintf("status %d and not a word", e.status))
	case claim(e) == "nothing" && !f.lasting && !maps.Equal(now, s.before):
		s.fails(at, "it says that nothing was written, but the tree "+now.differs(s.before, s.before))
	}
}

// claim is what an answer in JSON says of the tree: "committed", "nothing" (was
// written), or "" if it says neither, or that it is for the next command to say.
func claim(e ending) string {
	var said struct{ Committed *bool }
	err := json.Unmarshal([]byte(e.stdout), &said)
	switch {
	case err != nil || said.Committed == nil:
		return ""
	case *said.Committed:
		return "committed"
	case strings.Contains(e.stdout, "The next command on this root rolls it back, or completes it."):
		return ""
	}
	return "nothing"
}

// settle runs the next command on the root and checks that it leaves the tree of
// before or of after, which it returns, and nothing else. The tree is nil if not. It may
// lack the list of backups if the fault kept that from being written.
func (s *sweep) settle(r *rig, at string, i int, lacks bool) (tree, error) {
	found, err := r.tree()
	if err != nil {
		return nil, err
	}
	next := history
	if i%2 == 1 {
		next = []string{"apply", "--dry-run", "--root", "RIG/case/tree", "RIG/small"}
	}
	e, err := r.run(next...)
	if err != nil {
		return nil, err
	}
	final, err := r.tree()
	if err != nil {
		return nil, err
	}
	if names := final.strays(); names != nil {
		s.fails(at, fmt.Sprintf("%s left behind after %v\n%s", names, next, e.stderr))
	}
	isBefore, isAfter := maps.Equal(final, s.before), maps.Equal(final, s.after)
	if !isBefore && !isAfter {
		s.fails(at, "the tree "+final.differs(s.before, s.after)+e.stderr)
		return nil, nil
	}
	if !maps.Equal(found, final) && !strings.Contains(e.stderr, "recovered") {
		s.fails(at, fmt.Sprintf("%v recovered and did not say so: %s", next, e.stderr))
	}
	if i%2 == 1 {
		if e, err = r.run(history...); err != nil {
			return nil, err
		}
	}
	return final, s.tidy(r, at, e, isAfter, lacks)
}

// tidy checks what history says, and that nothing is left outside the root but what an
// undisturbed run leaves there.
func (s *sweep) tidy(r *rig, at string, history ending, committed, lacks bool) error {
	runs, err := history.runs()
	if err != nil {
		s.fails(at, err.Error())
		return nil
	}
	want := s.runs[0]
	if committed {
		want = s.runs[1]
	}
	if len(runs) != want && !(s.prunes && len(runs) == want+1) {
		s.fails(at, fmt.Sprintf("the runs in the history are %v, want %d", runs, want))
	}
	left, err := r.elsewhere()
	if err != nil {
		return err
	}
	// Where nothing was done, some of the files need not have been made.
	for _, name := range left {
		if !slices.Contains(s.left, name) {
			s.fails(at, "left behind outside the root: "+name)
		}
	}
	must := s.left
	if lacks && !slices.ContainsFunc(left, isBackupList) {
		must = slices.DeleteFunc(slices.Clone(must), isBackupList)
	}
	if committed && !s.prunes && !slices.Equal(left, must) {
		s.fails(at, fmt.Sprintf("outside the root are %s\nwant %s", left, must))
	}
	return nil
}

// isBackupList reports whether a file outside the root is the list of backups. A run that
// could not write it succeeds: its backups then count as the user's own, and stay.
func isBackupList(name string) bool {
	return strings.HasPrefix(name, "state/") && path.Base(name) == "backups"
}

// losesBackupList reports whether a fault keeps the list of backups from being made. A
// run that was killed, or could do nothing any more, is completed by the next command,
// which makes it.
func (f fault) losesBackupList(p point) bool {
	return !f.kills() && !f.lasting && strings.HasPrefix(p.name, "open") && strings.Contains(p.text, `/backups"`)
}

// undo checks that the run can be undone.
func (s *sweep) undo(r *rig, at string) error {
	args := []string{"undo", "--root", "RIG/case/tree"}
	if s.named {
		runs, err := r.runs()
		if err != nil || len(runs) == 0 {
			return err
		}
		args = append(args, runs[0])
	}
	e, err := r.run(args...)
	if err != nil {
		return err
	}
	got, err := r.tree()
	if err != nil {
		return err
	}
	if e.status != exitOK {
		s.fails(at, fmt.Sprintf("undo: status %d: %s%s", e.status, e.stdout, e.stderr))
	} else if !maps.Equal(got, s.before) {
		s.fails(at, "after undo the tree "+got.differs(s.before, s.before))
	}
	return nil
}

// tear takes the second half of a file away, as if it had never reached the disk. It
// reports whether it was a file.
func tear(file string) (bool, error) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	return true, os.Truncate(file, info.Size()/2)
}
