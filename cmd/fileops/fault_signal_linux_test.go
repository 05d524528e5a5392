package main

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

var (
	terminated = fault{name: "SIGTERM", inject: "signal=SIGTERM", answers: true}
	// The second signal ends the program at once, whatever it is doing.
	terminatedTwice = fault{name: "SIGTERM over and over", inject: "signal=SIGTERM", answers: true, again: true}
)

// TestSignalDuringACommit sends a signal to a run, and to an undoing, at the calls around
// and in the middle of their commits. One signal lets a commit go on to its end; before
// it, nothing is written. After a second one the next command completes the commit, or
// rolls it back.
func TestSignalDuringACommit(t *testing.T) {
	t.Parallel()
	much := thoroughness(t)
	rigs := newRigs(t)
	for _, s := range []scenario{applying, undoing} {
		for _, r := range rigs {
			if err := r.prepare(s); err != nil {
				t.Fatal(err)
			}
		}
		c, err := rigs[0].learn(s)
		if err != nil {
			t.Fatal(err)
		}
		first := slices.IndexFunc(c.points, point.visible)
		last := first
		for i, p := range c.points {
			if p.visible() {
				last = i
			}
		}
		if last-first < 10 {
			t.Fatalf("%s: the steps are the calls %d to %d: the trace is not understood", s.name, first, last)
		}
		sweep := &sweep{course: c}
		sweep.name = s.name + ", signals"
		var list jobs
		for _, f := range []fault{terminated, terminatedTwice} {
			var all jobs
			for i, p := range c.points {
				all = append(all, func(r *rig) error { return sweep.signal(r, p, f, first <= i && i <= last) })
			}
			list = append(list, sample(all, much.points, 1)...)
		}
		list.run(t, rigs)
		sweep.report(t)
		if sweep.tried[terminated.name] < 3 || sweep.tried[terminatedTwice.name] < 3 {
			t.Errorf("%s: too little was tried: %v", s.name, sweep.tried)
		}
	}
}

// signal sends one signal at a call, or one at each call from there on, and checks how
// the program ends, and the tree.
func (s *sweep) signal(r *rig, p point, f fault, during bool) error {
	e, err := s.hit(r, p, f)
	if err != nil {
		return err
	}
	s.count(f)
	at := fmt.Sprintf("%s: %s at call %d: %s", s.name, f.name, p.n, p.text)
	now, err := r.tree()
	if err != nil {
		return err
	}
	switch {
	case f.again:
	case e.status != exitOK && e.status != exitInterrupt:
		s.fails(at, fmt.Sprintf("status %d: %s%s", e.status, e.stdout, e.stderr))
	case e.status == exitInterrupt && !maps.Equal(now, s.before):
		s.fails(at, "it was interrupted, but the tree "+now.differs(s.before, s.before))
	case during && e.status != exitOK:
		s.fails(at, fmt.Sprintf("the signal has ended the commit, status %d: %s", e.status, e.stderr))
	}
	if !f.again {
		s.check(e, f, at, now)
	}
	final, err := s.settle(r, at, p.n, false)
	if err != nil || final == nil || !maps.Equal(final, s.after) {
		return err
	}
	return s.undo(r, at)
}
