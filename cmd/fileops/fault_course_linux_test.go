package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// scenario is a command that faults happen to.
type scenario struct {
	name  string
	start string // the state of the rig that it starts in
	args  []string

	named  bool // to undo it takes its name: by itself, undo undoes no undoing
	prunes bool // it removes an old run, or the next one does
}

// point is a call at which a fault happens: the nth of its thread, from 1.
type point struct {
	call
	n    int
	made map[string]int // by name, how many calls there were by then, this one included
}

// course is how a scenario goes when nothing stops it.
type course struct {
	scenario
	before, after tree
	points        []point
	left          []string // the files outside the root after it
	runs          [2]int   // in the history before and after it
	either        bool     // it ends in one of the trees, whichever it finds easier
}

// visible reports whether the call is a step that others can see.
func (p point) visible() bool {
	names := 1
	if strings.HasPrefix(p.name, "rename") {
		names = 2
	} else if !strings.HasPrefix(p.name, "mkdir") {
		return false
	}
	return strings.Contains(p.text, "<tree") && strings.Count(p.text, `.tmp"`) < names
}

// prepare makes the state that a scenario starts in.
func (r *rig) prepare(s scenario) error {
	args := slices.Clone(applying.args)
	switch s.start {
	case "start":
		return nil
	case "full":
		args[len(args)-1] = "RIG/small"
	}
	if err := r.restore("start"); err != nil {
		return err
	}
	e, err := r.run(args...)
	if err == nil && e.status != exitOK {
		err = fmt.Errorf("apply: status %d: %s%s", e.status, e.stdout, e.stderr)
	}
	if err != nil {
		return err
	}
	if s.start == "full" {
		err = errors.Join(
			os.MkdirAll(r.path("case/home/config/fileops"), 0o755),
			os.WriteFile(r.path("case/home/config/fileops/config.yaml"), []byte("file_operations:\n  history_runs: 1\n"), 0o644))
	}
	return errors.Join(err, age(r.path("case", "tree")), r.save(s.start))
}

// tries is how often a call is aimed at.
const tries = 5

// points runs a scenario undisturbed and returns where faults can happen to it.
func (r *rig) points(s scenario) ([]point, error) {
	var e ending
	err := errOtherThread
	for i := 0; i < tries && errors.Is(err, errOtherThread); i++ {
		if err = r.restore(s.start); err == nil {
			e, err = r.trace(injection{watch: changing}, s.args...)
		}
	}
	if err != nil {
		return nil, err
	}
	if e.status != exitOK {
		return nil, fmt.Errorf("%s: status %d: %s%s", s.name, e.status, e.stdout, e.stderr)
	}
	var points []point
	made := map[string]int{}
	for n, call := range e.calls {
		made[call.name]++
		if call.point() {
			points = append(points, point{call: call, n: n + 1, made: maps.Clone(made)})
		}
	}
	return points, nil
}

// learn runs a scenario undisturbed: twice, since what differs between two runs
// cannot be counted. It does so again if they differ, for a signal can cut a
// copy_file_range short, so that it is called once more.
func (r *rig) learn(s scenario) (course, error) {
	c := course{scenario: s}
	err := r.restore(s.start)
	if err != nil {
		return c, err
	}
	if c.before, err = r.tree(); err != nil {
		return c, err
	}
	earlier, err := r.runs()
	if err != nil {
		return c, err
	}
	same := func(a, b point) bool { return a.text == b.text && a.n == b.n }
	if c.points, err = r.points(s); err != nil {
		return c, err
	}
	var before []point
	for tries := 0; tries < 3 && (tries == 0 || !slices.EqualFunc(before, c.points, same)); tries++ {
		before = c.points
		if c.points, err = r.points(s); err != nil {
			return c, err
		}
	}
	if !slices.EqualFunc(before, c.points, same) {
		return c, fmt.Errorf("%s makes other calls each time:\n%s", s.name, firstDifference(before, c.points))
	}
	if c.after, err = r.tree(); err != nil {
		return c, err
	}
	later, err := r.runs()
	if err != nil {
		return c, err
	}
	c.runs = [2]int{len(earlier), len(later)}
	c.left, err = r.elsewhere()
	return c, err
}

func firstDifference(a, b []point) string {
	for i := range min(len(a), len(b)) {
		if a[i].text != b[i].text || a[i].n != b[i].n {
			return fmt.Sprintf("%d %s\n%d %s", a[i].n, a[i].text, b[i].n, b[i].text)
		}
	}
	return fmt.Sprintf("%d and %d calls", len(a), len(b))
}

// history is the command that comes after an interrupted one.
var history = []string{"history", "--root", "RIG/case/tree", "--format", "json"}

// runs lists the runs in the history, the newest first.
func (r *rig) runs() ([]string, error) {
	e, err := r.run(history...)
	if err != nil {
		return nil, err
	}
	return e.runs()
}

// runs reads what history says.
func (e ending) runs() ([]string, error) {
	var out struct{ Runs []struct{ Run string } }
	if err := json.Unmarshal([]byte(e.stdout), &out); err != nil || e.status != exitOK {
		return nil, fmt.Errorf("history: status %d: %s%s", e.status, e.stdout, e.stderr)
	}
	var ids []string
	for _, run := range out.Runs {
		ids = append(ids, run.Run)
	}
	return ids, nil
}
