package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fileops/bench/peak"
)

// limits are how far a shape grows.
type limits struct {
	largest int // bytes
	bound   time.Duration
}

// runner runs the program on trees in a directory.
type runner struct {
	program, dir string
	here         bool // trees and responses are made in this process
}

// cost is what one run took.
type cost struct {
	size   int           // of the response, in bytes
	time   time.Duration // of the processor: others may be at work on the machine
	wall   time.Duration
	peak   int64 // bytes
	status int
}

// header is that of the table.
func header(l limits) string {
	head, rule := "| shape |", "|---|"
	for n := 1 << 10; n <= l.largest; n *= 2 {
		head += " " + size(n) + " |"
		rule += "---|"
	}
	return head + " time grows by | memory by | ended after | named |\n" + rule + "---|---|---|---|\n"
}

func size(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}

// row measures a shape.
func (l limits) row(r runner, s shape) (string, error) {
	row := "| " + s.name + " |"
	var costs []cost
	for n := 1 << 10; n <= l.largest; n *= 2 {
		if len(costs) > 0 && costs[len(costs)-1].time > l.bound {
			row += " – |"
			continue
		}
		c, err := r.least(s, n)
		if err != nil {
			return "", err
		}
		costs = append(costs, c)
		row += fmt.Sprintf(" %s, %d MB |", shown(c.time), c.peak>>20)
	}
	byTime := exponent(costs, func(c cost) float64 { return c.time.Seconds() }, telling.Seconds())
	byMemory := exponent(costs, func(c cost) float64 { return float64(c.peak) }, 64<<20)
	ended, err := r.ended(s, costs)
	return row + fmt.Sprintf(" %s | %s | %s | %s |", byTime, byMemory, ended, s.named), err
}

func shown(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// telling is from what time on a run says something of the shape, and maxRepeated up to
// which it is measured again.
const (
	telling     = 100 * time.Millisecond
	maxRepeated = 3 * time.Second
)

// least is what the fastest of three runs took: more is what else the machine did. Short
// and very long runs are measured once.
func (r runner) least(s shape, n int) (cost, error) {
	least, err := r.cost(s, n)
	for i := 0; i < 2 && err == nil && least.time >= telling && least.time <= maxRepeated; i++ {
		var c cost
		if c, err = r.cost(s, n); err == nil && c.time < least.time {
			least = c
		}
	}
	return least, err
}

// exponent is how a cost grows with the size: 1.0 where it is in proportion. It is that of
// the last four sizes at which the cost is large enough to say. Sizes that made responses of
// equal length say nothing: the part that such a response repeats is longer than they are.
func exponent(costs []cost, of func(cost) float64, least float64) string {
	last := len(costs) - 1
	for first := max(0, last-3); first < last; first++ {
		from, to := costs[first], costs[last]
		if from.size < to.size && of(from) >= least {
			return fmt.Sprintf("%.1f", math.Log2(of(to)/of(from))/math.Log2(float64(to.size)/float64(from.size)))
		}
	}
	return "–"
}

// paths are where the tree and the response stand.
func (r runner) paths() (tree, response string) {
	return filepath.Join(r.dir, "tree"), filepath.Join(r.dir, "response")
}

// prepare makes the tree and the response of a shape anew, in another process: a program
// that is started counts the memory of the one that starts it as its own peak.
func (r runner) prepare(s shape, n int) (tree, response string, size int, err error) {
	tree, response = r.paths()
	if r.here {
		err = r.make(s, n)
	} else {
		err = r.elsewhere(s, n)
	}
	if err != nil {
		return "", "", 0, err
	}
	info, err := os.Stat(response)
	if err != nil {
		return "", "", 0, err
	}
	return tree, response, int(info.Size()), nil
}

func (r runner) elsewhere(s shape, n int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, "-prepare", s.name, "-size", strconv.Itoa(n), "-in", r.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// make makes them in this process.
func (r runner) make(s shape, n int) error {
	tree, response := r.paths()
	if err := removeDeep(tree); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(r.dir, "state")); err != nil {
		return err
	}
	if err := os.Mkdir(tree, 0o755); err != nil {
		return err
	}
	if s.tree != nil {
		if err := s.tree(tree, n); err != nil {
			return err
		}
	}
	return os.WriteFile(response, []byte(s.response(n)), 0o600)
}

func (r runner) command(ctx context.Context, s shape, tree, response string) *exec.Cmd {
	args := append([]string{"apply", "--root", tree, response}, s.args...)
	cmd := exec.CommandContext(ctx, r.program, args...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(r.dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(r.dir, "config"))
	return cmd
}

// cost runs a shape once.
func (r runner) cost(s shape, n int) (cost, error) {
	tree, response, size, err := r.prepare(s, n)
	if err != nil {
		return cost{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := r.command(ctx, s, tree, response)
	start := time.Now()
	err = cmd.Run()
	c := cost{size: size, wall: time.Since(start)}
	if state := cmd.ProcessState; state != nil {
		c.time, c.peak, c.status = state.UserTime()+state.SystemTime(), peak.Of(state), state.ExitCode()
	}
	if !isExit(c.status) && ctx.Err() == nil {
		return c, fmt.Errorf("at %d bytes: %w", size, err)
	}
	return c, nil
}

// isExit reports whether a status is one with which a run ends by itself.
func isExit(status int) bool { return 0 <= status && status <= 3 }

// ended returns how long the program runs on after a SIGTERM in the middle of the longest
// run, and an error if it changed the tree. If the signal arrives during the commit or
// after it, ended tries an earlier one.
func (r runner) ended(s shape, costs []cost) (string, error) {
	c := costs[len(costs)-1]
	for part := time.Duration(2); part <= 64; part *= 2 {
		took, written, err := r.end(s, c.size, c.wall/part)
		if err != nil || !written {
			return shown(took), err
		}
	}
	return "done before", nil
}

// end sends the signal after a while. written says that it came too late.
func (r runner) end(s shape, size int, after time.Duration) (took time.Duration, written bool, err error) {
	tree, response, _, err := r.prepare(s, size)
	if err != nil {
		return 0, false, err
	}
	before, err := fingerprint(tree)
	if err != nil {
		return 0, false, err
	}
	cmd := r.command(context.Background(), s, tree, response)
	if err := cmd.Start(); err != nil {
		return 0, false, err
	}
	time.Sleep(after)
	start := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return 0, false, err
	}
	_ = cmd.Wait() // the status says it
	took = time.Since(start)
	switch status := cmd.ProcessState.ExitCode(); {
	case status == 130, status == -1: // -1: the signal itself ended it, while it started
	case isExit(status):
		return took, true, nil
	default:
		return took, false, fmt.Errorf("status %d after a signal", status)
	}
	now, err := fingerprint(tree)
	if err == nil && now != before {
		err = errors.New("the tree was changed by a run that was ended")
	}
	return took, false, err
}

// fingerprint is a hash of all names, modes and contents of a tree.
func fingerprint(dir string) (string, error) {
	h := sha256.New()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	err = walk(root, func(name string, info fs.FileInfo, sum []byte) {
		fmt.Fprintf(h, "%q %v %x\n", name, info.Mode(), sum) //nolint:errcheck // a hash takes all
	})
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// walk visits a tree through handles, since it may be deeper than a path can be long. It
// closes dir.
func walk(dir *os.Root, visit func(name string, info fs.FileInfo, sum []byte)) error {
	defer dir.Close() //nolint:errcheck // read only
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	entries, err := f.ReadDir(-1)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		sum := sha256.New()
		if info.Mode().IsRegular() {
			if err := hashInto(sum, dir, e.Name()); err != nil {
				return err
			}
		}
		visit(e.Name(), info, sum.Sum(nil))
		if !info.IsDir() {
			continue
		}
		sub, err := dir.OpenRoot(e.Name())
		if err == nil {
			err = walk(sub, visit)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func hashInto(h io.Writer, dir *os.Root, name string) error {
	f, err := dir.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(h, f)
	return errors.Join(err, f.Close())
}

// removeDeep removes a tree that may be deeper than a path can be long.
func removeDeep(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil || !strings.Contains(err.Error(), "too long") {
		return err
	}
	return exec.Command("rm", "-rf", dir).Run()
}
