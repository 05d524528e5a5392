package main

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// What happens to a run that is interrupted is tried, not argued: strace lists the
// system calls by which a run changes anything, and then the run is done again for
// each of them, with that call as the one at which the program is killed or the disk
// fails. The command that comes next must find the tree as it was before the run or as
// it is after it, and leave nothing else.
//
//	go test -run 'Fault|Sync|Full' ./cmd/fileops                        a sample
//	TEST_FAULTS=all go test -v -run 'TestFaults' ./cmd/fileops   every call of a run

// A fault is what happens to the program at one of its system calls.
type fault struct {
	name    string
	inject  string // for strace
	lasting bool   // so do all calls after it
	torn    bool   // only at a sync, and half of the file that was to be synced is lost
	answers bool   // the program answers it, on another thread
	again   bool   // it comes at every later call of that kind
}

var (
	kill = fault{name: "SIGKILL", inject: "signal=SIGKILL"}
	// Power that fails before the sync of a file may take its last bytes with it.
	powerLoss = fault{name: "power loss", inject: "signal=SIGKILL", torn: true}
	diskFull  = fault{name: "ENOSPC", inject: "error=ENOSPC"}
	diskBad   = fault{name: "EIO", inject: "error=EIO"}
	// What was begun cannot even be rolled back then.
	diskGone = fault{name: "EIO from there on", inject: "error=EIO", lasting: true}
)

// fits reports whether a fault can happen at a call. A lock is not on the disk.
func (f fault) fits(p point) bool {
	switch {
	case f.torn:
		return p.name == "fsync" || p.name == "fdatasync"
	case p.name == "flock":
		return f.kills()
	}
	return true
}

func (f fault) kills() bool { return strings.HasPrefix(f.inject, "signal") }

var (
	applying     = scenario{name: "apply", start: "start", args: []string{"apply", "--root", "RIG/case/tree", "--format", "json", "RIG/big"}}
	applyingFast = scenario{name: "apply --durability fast", start: "start", args: append(slices.Clone(applying.args), "--durability", "fast")}
	undoing      = scenario{name: "undo", start: "applied", args: []string{"undo", "--root", "RIG/case/tree", "--format", "json"}, named: true}
	// The history is full: what was done first is forgotten.
	pruning = scenario{name: "apply with a full history", start: "full", args: applying.args, prunes: true}
)

// TestFaults lets every fault happen at every file-changing call of a run, and of the
// undoing of it; or at a sample of them (see thoroughness).
func TestFaults(t *testing.T) {
	t.Parallel()
	much := thoroughness(t)
	rigs := newRigs(t)
	for _, s := range []struct {
		scenario
		faults []fault
	}{
		{applying, []fault{kill, powerLoss, diskFull, diskBad, diskGone}},
		{applyingFast, []fault{kill}},
		{undoing, []fault{kill, powerLoss, diskFull, diskBad, diskGone}},
		{pruning, []fault{kill}},
	} {
		for _, r := range rigs {
			if err := r.prepare(s.scenario); err != nil {
				t.Fatal(err)
			}
		}
		c, err := rigs[0].learn(s.scenario)
		if err != nil {
			t.Fatal(err)
		}
		sweep := &sweep{course: c}
		var list jobs
		for i, f := range s.faults { // of each fault some
			list = append(list, sample(sweep.jobs([]fault{f}), much.points, 7*i)...)
		}
		list.run(t, rigs)
		sweep.report(t)
	}
}

// TestFaultsAtTheListOfBackups lets every fault happen at the calls that write the list of
// backups, and at those before and after them. The list is missing only where it could not
// be made.
func TestFaultsAtTheListOfBackups(t *testing.T) {
	t.Parallel()
	rigs := newRigs(t)
	c, err := rigs[0].learn(applying)
	if err != nil {
		t.Fatal(err)
	}
	isList := func(p point) bool { return strings.Contains(p.text, "state/") && strings.Contains(p.text, "/backups") }
	first := slices.IndexFunc(c.points, isList)
	if first < 1 || !slices.ContainsFunc(c.left, isBackupList) {
		t.Fatalf("no call makes the list of backups, or it is not among %s", c.left)
	}
	last := first
	for last < len(c.points)-1 && isList(c.points[last]) {
		last++
	}
	c.name, c.points = "apply, the list of backups", c.points[first-1:last+1]
	sweep := &sweep{course: c}
	sweep.jobs([]fault{kill, powerLoss, diskFull, diskBad, diskGone}).run(t, rigs)
	sweep.report(t)
	for _, p := range c.points {
		makes := strings.HasPrefix(p.name, "open") && isList(p)
		for _, f := range []fault{kill, diskFull, diskBad, diskGone} {
			if got, want := f.losesBackupList(p), makes && (f == diskFull || f == diskBad); got != want {
				t.Errorf("%s at %s: the list may be missing: %v, want %v", f.name, p.text, got, want)
			}
		}
	}
}

// effort is how much is tried: one in so many, where 1 is everything.
type effort struct {
	points      int // of a run, or of the undoing of one
	interrupted int // runs, for their recovery
	first       int // points of the recovery
	second      int // points of the recovery from that
}

// thoroughness is the effort that TEST_FAULTS asks for: by default, seconds, and some
// more with TEST_ALL; with "all", which is every point of a run and a sample of those of its recovery, minutes;
// with "exhaustive" half an hour. A program built to find races or to measure coverage
// is slow, and what a fault does to it is no different.
func thoroughness(t *testing.T) effort {
	t.Helper()
	switch level := os.Getenv("TEST_FAULTS"); level {
	case "exhaustive":
		return effort{1, 1, 1, 1}
	case "all":
		return effort{1, 9, 3, 11}
	case "":
	default:
		t.Fatalf("TEST_FAULTS is %q, which is neither all nor exhaustive", level)
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if (s.Key == "-race" || s.Key == "-cover") && s.Value == "true" {
				return effort{70, 100, 20, 50}
			}
		}
	}
	if os.Getenv("TEST_ALL") != "" {
		return effort{23, 75, 15, 40}
	}
	return effort{67, 230, 47, 240}
}
