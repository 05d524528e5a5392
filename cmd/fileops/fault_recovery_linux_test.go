package main

import (
	"fmt"
	"slices"
	"testing"
)

// TestFaultsInRecovery kills a run, then the recovery from that at every call, then
// the recovery from both: what was interrupted twice or three times is made whole by
// the one that is not.
func TestFaultsInRecovery(t *testing.T) {
	t.Parallel()
	much := thoroughness(t)
	rigs := newRigs(t)
	c, err := rigs[0].learn(applying)
	if err != nil {
		t.Fatal(err)
	}
	once, twice := &sweep{course: c}, &sweep{course: c}
	once.name, twice.name = "recovery", "recovery, twice"
	var list jobs
	for i, p := range sample(c.points, much.interrupted, 0) {
		list = append(list, func(r *rig) error { return once.recover(r, p, much, i) })
	}
	for _, p := range c.chosen() {
		pairs, err := twice.pairs(rigs[0], p, much)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, pairs...)
	}
	list.run(t, rigs)
	once.report(t)
	twice.report(t)
}

// chosen are points in the three parts of a run: while it prepares, in the middle of
// the steps that others can see, and after them.
func (c *course) chosen() []point {
	first := slices.IndexFunc(c.points, point.visible)
	last := first
	for i, p := range c.points {
		if p.visible() {
			last = i
		}
	}
	return []point{c.points[first/2], c.points[(first+last)/2], c.points[(last+len(c.points))/2]}
}

// interrupt makes the state "killed": that of a run which was killed at a call.
func (s *sweep) interrupt(r *rig, p point) error {
	if r.killed == p.n {
		return nil
	}
	r.killed = 0
	if _, err := s.hit(r, p, kill); err != nil {
		return err
	}
	r.killed = p.n
	return r.save("killed")
}

// recovery is the sweep of the recovery from a state.
func (s *sweep) recovery(r *rig, state, name string) (*sweep, error) {
	c := s.course
	c.scenario, c.either = scenario{name: name, start: state, args: history}, true
	var err error
	c.points, err = r.points(c.scenario)
	return &sweep{course: c}, err
}

// recover kills a run at one call and its recovery at each, and lets that fail. A
// sample begins at another one each time.
func (s *sweep) recover(r *rig, p point, much effort, from int) error {
	if err := s.interrupt(r, p); err != nil {
		return err
	}
	rec, err := s.recovery(r, "killed", fmt.Sprintf("killed at call %d: %s; recovery", p.n, p.text))
	if err != nil {
		return err
	}
	defer s.add(rec)
	for i, q := range sample(rec.points, much.first, from) {
		failure := diskFull
		if i%2 == 1 {
			failure = diskBad
		}
		for _, f := range []fault{kill, failure} {
			if !f.fits(q) {
				continue
			}
			if err := rec.try(r, q, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairs are the jobs that kill a run at one call, its recovery at each call, and the
// recovery from that at each call, too.
func (s *sweep) pairs(r *rig, p point, much effort) (jobs, error) {
	if err := s.interrupt(r, p); err != nil {
		return nil, err
	}
	rec, err := s.recovery(r, "killed", fmt.Sprintf("killed at call %d: %s; recovery", p.n, p.text))
	if err != nil {
		return nil, err
	}
	var list jobs
	for i, q := range sample(rec.points, much.first, 0) {
		list = append(list, func(r *rig) error {
			if err := s.interrupt(r, p); err != nil {
				return err
			}
			second, err := rec.again(r, q)
			if err != nil {
				return err
			}
			defer s.add(second)
			for _, x := range sample(second.points, much.second, i) {
				if err := second.try(r, x, kill); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return list, nil
}

// again kills a recovery at a call and returns the sweep of the recovery from that.
func (s *sweep) again(r *rig, q point) (*sweep, error) {
	if _, err := s.hit(r, q, kill); err != nil {
		return nil, err
	}
	if err := r.save("killed twice"); err != nil {
		return nil, err
	}
	return s.recovery(r, "killed twice", fmt.Sprintf("%s killed at call %d: %s; second recovery", s.name, q.n, q.text))
}
