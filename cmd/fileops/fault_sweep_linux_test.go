package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// sweep tries the faults of one course.
type sweep struct {
	course
	mu       sync.Mutex
	tried    map[string]int // points, by the name of the fault
	failures []string
}

// fails notes what a fault did that it must not.
func (s *sweep) fails(at, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = append(s.failures, at+"\n"+what)
}

func (s *sweep) count(f fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tried == nil {
		s.tried = map[string]int{}
	}
	s.tried[f.name]++
}

// add takes over what another sweep has found.
func (s *sweep) add(o *sweep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tried == nil {
		s.tried = map[string]int{}
	}
	for name, n := range o.tried {
		s.tried[name] += n
	}
	s.failures = append(s.failures, o.failures...)
}

// report fails the test for what was found, and prints how much was tried: to standard
// output, so that a run without -v shows it, too.
func (s *sweep) report(t *testing.T) {
	t.Helper()
	total, parts := 0, []string{}
	for _, name := range slices.Sorted(maps.Keys(s.tried)) {
		total += s.tried[name]
		parts = append(parts, name+" "+strconv.Itoa(s.tried[name]))
	}
	fmt.Printf("faults: %s: %d points tried (%s), %d failures\n", s.name, total, strings.Join(parts, ", "), len(s.failures))
	for i, f := range s.failures {
		if i == 10 {
			t.Errorf("and %d more", len(s.failures)-i)
			return
		}
		t.Error(f)
	}
}

func (s *sweep) jobs(faults []fault) jobs {
	var list jobs
	for _, f := range faults {
		for _, p := range s.points {
			if f.fits(p) {
				list = append(list, func(r *rig) error { return s.try(r, p, f) })
			}
		}
	}
	return list
}

// hit restores the start of the sweep and runs its command with a fault. That the
// call is the one that was meant is checked: a program that reacts to the load of the
// machine may have made another one in between, once.
func (s *sweep) hit(r *rig, p point, f fault) (ending, error) {
	seen, often := "it was not made", tries
	if f.answers { // it also fails if a second signal ends the program, see below
		often *= 10
	}
	for range often {
		if err := r.restore(s.start); err != nil {
			return ending{}, err
		}
		e, err := r.trace(f.injection(p), s.args...)
		if errors.Is(err, errOtherThread) {
			seen = err.Error()
			continue
		}
		if err != nil {
			return e, err
		}
		if f.answers && !f.again && e.status < 0 {
			seen = "a signal ended it" // strace counts for each thread: another one got a second signal
			continue
		}
		same := slices.DeleteFunc(slices.Clone(e.calls), func(c call) bool { return c.name != p.name })
		if len(same) < p.made[p.name] {
			continue
		}
		c := same[p.made[p.name]-1]
		seen = c.text
		if c.text == p.text && (c.injected || f.answers || e.killed && len(same) == p.made[p.name]) {
			e.fault = c
			return e, nil
		}
	}
	return ending{}, fmt.Errorf("%s: %s at call %d is not the same in every run: %s, and %s", s.name, f.name, p.n, p.text, seen)
}

// injection says it in the words of strace, which counts the calls of each kind for
// themselves. A lasting fault leaves later writes alone: some are to standard output,
// where the program says what happened, and to open a file to write to it fails.
func (f fault) injection(p point) injection {
	in := injection{watch: p.name, kills: f.kills(), answers: f.answers}
	in.do = []string{fmt.Sprintf("%s:%s:when=%d", p.name, f.inject, p.made[p.name])}
	if f.again {
		in.do[0] += "+"
	}
	if !f.lasting {
		return in
	}
	in.watch = changing
	for name := range strings.SplitSeq(changing, ",") {
		next := p.made[name[1:]] + 1
		if name[1:] == p.name {
			next--
		}
		if name != "?write" {
			in.do = append(in.do, fmt.Sprintf("%s:%s:when=%d+", name, f.inject, next)) // in place of one before
		}
	}
	return in
}

// try lets one fault happen and checks all that must hold then.
func (s *sweep) try(r *rig, p point, f fault) error {
	e, err := s.hit(r, p, f)
	if err != nil {
		return err
	}
	if f.torn {
		if torn, err := tear(e.fault.path); err != nil || !torn {
			return err
		}
	}
	s.count(f)
	at := fmt.Sprintf("%s: %s at call %d: %s", s.name, f.name, p.n, p.text)
	now, err := r.tree()
	if err != nil {
		return err
	}
	if !e.killed {
		s.check(e, f, at, now)
	}
	said := claim(e)
	final, err := s.settle(r, at, p.n, f.losesBackupList(p))
	if err != nil || final == nil {
		return err
	}
	isBefore, isAfter := maps.Equal(final, s.before), maps.Equal(final, s.after)
	if said == "nothing" && !isBefore || said == "committed" && !isAfter {
		s.fails(at, "what it says ("+said+") does not agree with the tree:\n"+e.stdout+e.stderr)
	}
	if isAfter {
		return s.undo(r, at)
	}
	return nil
}

// jobs are run in parallel, each on one of several rigs.
type jobs []func(r *rig) error

func (list jobs) run(t *testing.T, rigs []*rig) {
	t.Helper()
	next := make(chan func(r *rig) error)
	var wg sync.WaitGroup
	errs := make([]error, len(rigs))
	for i, r := range rigs {
		wg.Go(func() {
			for job := range next {
				if errs[i] == nil {
					errs[i] = job(r)
				}
			}
		})
	}
	for _, job := range list {
		next <- job
	}
	close(next)
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// sample is one in n of a list, from the one at a place on.
func sample[T any](list []T, n, from int) []T {
	var part []T
	for i := from % n; i < len(list); i += n {
		part = append(part, list[i])
	}
	return part
}
