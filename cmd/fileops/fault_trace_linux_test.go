package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// changing are the system calls by which a Go program can change a file, its name or
// its attributes, or make a change durable. A question mark lets strace skip one that
// the architecture does not have. Opening changes a file only with O_CREAT or O_TRUNC;
// strace cannot choose by flags, so point does.
const changing = "?open,?openat,?openat2,?creat,?mknod,?mknodat,?mkdir,?mkdirat,?link,?linkat,?symlink,?symlinkat," +
	"?rename,?renameat,?renameat2,?unlink,?unlinkat,?rmdir," +
	"?write,?pwrite64,?writev,?pwritev,?pwritev2,?copy_file_range,?sendfile,?splice,?tee,?vmsplice," +
	"?truncate,?ftruncate,?fallocate,?fsync,?fdatasync,?sync,?syncfs,?sync_file_range,?msync,?flock,?ioctl," +
	"?chmod,?fchmod,?fchmodat,?fchmodat2,?chown,?lchown,?fchown,?fchownat,?utime,?utimes,?futimesat,?utimensat," +
	"?setxattr,?lsetxattr,?fsetxattr,?removexattr,?lremovexattr,?fremovexattr,?io_uring_enter"

// call is one system call of a traced program.
type call struct {
	thread string
	name   string // openat
	text   string // the call, without what differs from run to run
	path   string // of the descriptor that it is about, if it has one
	inside bool   // it is about something in the directory of the case
	output bool   // it writes to standard output or standard error

	injected bool // it failed because strace said so
}

// point reports whether the program is to be stopped at this call.
func (c call) point() bool {
	switch {
	case c.output:
		return true
	case c.name == "open" || c.name == "openat" || c.name == "openat2":
		return c.inside && (strings.Contains(c.text, "O_CREAT") || strings.Contains(c.text, "O_TRUNC"))
	}
	// Other requests ask whether a file is a terminal.
	return c.inside && (c.name != "ioctl" || strings.Contains(c.text, "FICLONE"))
}

// ending is how one run of the program ended.
type ending struct {
	killed bool
	status int
	stdout string
	stderr string
	calls  []call // those of its main thread; only of a traced run
	fault  call   // the one that the fault happened at
}

// execute runs a command to its end.
func (r *rig) execute(cmd *exec.Cmd) (ending, error) {
	var out, err bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = r.dir, r.env, &out, &err
	failed := cmd.Run()
	e := ending{stdout: out.String(), stderr: err.String()}
	if exit := (*exec.ExitError)(nil); failed == nil || errors.As(failed, &exit) {
		state := cmd.ProcessState.Sys().(syscall.WaitStatus)
		e.killed, e.status = state.Signaled() && state.Signal() == syscall.SIGKILL, state.ExitStatus()
		return e, nil
	}
	return e, failed
}

// run runs the program on the case's tree.
func (r *rig) run(args ...string) (ending, error) {
	return r.execute(exec.Command(r.program, r.expand(args)...))
}

// injection is what strace does to the program, in its own words.
type injection struct {
	watch string   // the system calls that are watched, and can be chosen
	do    []string // "fsync:signal=SIGKILL:when=3"
	kills bool
	// answers is whether another thread may do what comes after it
	answers bool
}

// trace runs the program under strace. A signal comes when the call begins, and a call
// that is made to fail is not made.
//
// strace counts the calls of each thread for themselves. That is exact here since one
// thread makes all of those that matter, which trace checks.
func (r *rig) trace(in injection, args ...string) (ending, error) {
	log := r.path("trace")
	// -y shows the path of every descriptor; -s 0 leaves out what is written.
	flags := []string{"-f", "-qq", "-y", "-s", "0", "-o", log, "-e", "trace=" + in.watch}
	if !in.kills {
		flags = append(flags, "--seccomp-bpf") // faster; but strace 6.1 sends no signal with it
	}
	for _, do := range in.do {
		flags = append(flags, "-e", "inject="+do)
	}
	e, err := r.execute(exec.Command("strace", slices.Concat(flags, []string{r.program}, r.expand(args))...))
	if err != nil {
		return e, err
	}
	text, err := os.ReadFile(log)
	if err != nil {
		return e, err
	}
	all := r.parse(string(text))
	if len(all) == 0 {
		return e, fmt.Errorf("strace has seen no call (status %d): %s", e.status, e.stderr)
	}
	main := all[max(0, slices.IndexFunc(all, call.point))].thread
	for _, c := range all {
		switch {
		case c.thread == main:
			e.calls = append(e.calls, c)
		case c.point() && !in.answers:
			return e, fmt.Errorf("%w: %s", errOtherThread, c.text)
		}
	}
	return e, nil
}

// errOtherThread is rare: Go may move a program to another thread before it can ask to
// stay on the first.
var errOtherThread = errors.New("calls that two threads make cannot be counted")

var (
	// 4711  renameat(5</tmp/tree>, "a", 5</tmp/tree>, "b") = 0
	callLine   = regexp.MustCompile(`^(\d+) +([a-z_0-9]+)\((.*)$`)
	descriptor = regexp.MustCompile(`^\d+<([^>]*)>`)
	callResult = regexp.MustCompile(`(\) += | <unfinished \.\.\.>).*$`)
	// What differs from run to run: names of runs, hashes of roots, numbers of
	// descriptors and processes, times; and how much is written, since it holds times.
	varying = []struct {
		what *regexp.Regexp
		with string
	}{
		{regexp.MustCompile(`AT_FDCWD<[^>]*>, `), ""}, // all such paths are absolute
		{regexp.MustCompile(`\b\d+<`), "<"},
		{regexp.MustCompile(`\d{8}T\d{6}-[0-9a-f]{4}`), "RUN"},
		{regexp.MustCompile(`[0-9a-f]{16,}`), "HASH"},
		{regexp.MustCompile(`""(\.\.\.)?, \d+`), "…"},
		{regexp.MustCompile(`\[\{tv_sec=.*\]`), "[TIMES]"},
		{regexp.MustCompile(`\b\d{5,}\b`), "N"},
	}
)

// parse reads what strace has written. A call that another thread's interrupted
// counts where it began.
func (r *rig) parse(text string) []call {
	var calls []call
	for line := range strings.Lines(text) {
		m := callLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue // signals, ends, the second halves of interrupted calls
		}
		c := call{thread: m[1], name: m[2], inside: strings.Contains(line, r.path("case")), injected: strings.HasSuffix(line, "(INJECTED)\n")}
		c.text = m[2] + "(" + callResult.ReplaceAllString(m[3], "") + ")"
		c.output = c.name == "write" && (strings.HasPrefix(m[3], "1<") || strings.HasPrefix(m[3], "2<"))
		c.text = r.plain(c.text)
		if d := descriptor.FindStringSubmatch(m[3]); d != nil {
			c.path = d[1]
		}
		calls = append(calls, c)
	}
	return calls
}

// plain takes out of a text what differs from run to run, and from rig to rig.
func (r *rig) plain(text string) string {
	text = strings.ReplaceAll(text, r.path("case")+"/", "")
	for _, v := range varying {
		text = v.what.ReplaceAllString(text, v.with)
	}
	return text
}

// tracer makes sure that programs can be traced. Where the whole suite must run, one
// that cannot is a failure.
func tracer(t *testing.T) {
	t.Helper()
	out, err := exec.Command("strace", "-f", "-qq", "-e", "trace=?fsync", "true").CombinedOutput()
	if err != nil {
		unavailable(t, "strace does not work: %v %s", err, out)
	}
}

func unavailable(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// scratch is a directory for many small trees, in memory if there is such a place:
// nothing here waits for a disk to find out what happens without it.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "fileops-fault")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}
