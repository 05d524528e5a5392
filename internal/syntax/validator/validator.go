// Package validator asks the user's validators whether a file is right, for
// languages that package syntax has no parser for.
//
// A validator is a command. It is given a copy of the file, of the same name, in an otherwise
// empty working directory. So nothing in the tree being changed can configure it, and a program
// inside that tree is not run. Its exit status is the answer. It has ten seconds, and is ended
// with all its child processes, except on Windows. A validator that is missing or cannot be run
// gives no verdict.
package validator

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"fileops/internal/syntax"
)

const (
	maxTime  = 10 * time.Second // for one file
	maxTotal = time.Minute      // for all files of a Set
)

// Command is one validator.
type Command struct {
	Glob string   // the files that it checks: with a slash from the root on, else names at any depth
	Args []string // the program and its arguments, "{file}" in them being the file
}

// Set is the validators of one run. The nil Set has none. It caches their answers.
type Set struct {
	root     string
	commands []Command
	verdicts map[question]syntax.Verdict
	spent    time.Duration
	max      time.Duration // for one file
}

// question is one validator and what it is asked about.
type question struct {
	command int
	name    string
	content [sha256.Size]byte
}

// New returns the validators for the files in a root, which is an absolute path. The error
// names a glob which is no pattern.
func New(root string, commands []Command) (*Set, error) {
	for _, c := range commands {
		if !doublestar.ValidatePattern(c.Glob) {
			return nil, fmt.Errorf("not a pattern: %q", c.Glob)
		}
	}
	return &Set{root: root, commands: commands, verdicts: map[question]syntax.Verdict{}, max: maxTime}, nil
}

// Matches reports whether a validator is for the file of that name, which has slashes.
func (s *Set) Matches(name string) bool {
	return s != nil && slices.ContainsFunc(s.commands, func(c Command) bool { return c.matches(name) })
}

func (c Command) matches(name string) bool {
	if !strings.Contains(c.Glob, "/") {
		name = path.Base(name)
	}
	ok, err := doublestar.Match(strings.TrimPrefix(c.Glob, "/"), name)
	return ok && err == nil
}

// Check runs each validator for the file, until one rejects it. Each verdict names its validator
// as the language.
func (s *Set) Check(ctx context.Context, name string, src []byte) []syntax.Verdict {
	if s == nil {
		return nil
	}
	var all []syntax.Verdict
	for i, c := range s.commands {
		if !c.matches(name) {
			continue
		}
		v := s.ask(ctx, i, name, src)
		v.Language = c.Args[0]
		all = append(all, v)
		if v.State == syntax.Broken {
			break
		}
	}
	return all
}

// ask runs a validator, unless its answer for this content is cached.
func (s *Set) ask(ctx context.Context, command int, name string, src []byte) syntax.Verdict {
	q := question{command, name, sha256.Sum256(src)}
	if v, ok := s.verdicts[q]; ok {
		return v
	}
	if s.spent > maxTotal {
		return syntax.Verdict{Trouble: "the validators took over a minute together"}
	}
	began := time.Now()
	v := s.run(ctx, s.commands[command], name, src)
	s.spent += time.Since(began)
	if ctx.Err() == nil {
		s.verdicts[q] = v
	}
	return v
}

// run runs a validator on a copy of the file.
func (s *Set) run(ctx context.Context, c Command, name string, src []byte) syntax.Verdict {
	program, err := exec.LookPath(c.Args[0])
	if err != nil {
		return syntax.Verdict{Trouble: c.Args[0] + " is not installed"}
	}
	if s.inRoot(program) {
		return syntax.Verdict{Trouble: c.Args[0] + " lies in the root, from which nothing is run: " + program}
	}
	if s.inRoot(os.TempDir()) {
		return syntax.Verdict{Trouble: "no place for a copy: the temporary directory lies in the root: " + os.TempDir()}
	}
	dir, err := os.MkdirTemp("", "fileops-check-*")
	if err != nil {
		return syntax.Verdict{Trouble: "no place for a copy: " + err.Error()}
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a copy in the system's temporary directory
	file := filepath.Join(dir, path.Base(name))
	if err := os.WriteFile(file, src, 0o600); err != nil {
		return syntax.Verdict{Trouble: "no place for a copy: " + err.Error()}
	}
	limited, cancel := context.WithTimeout(ctx, s.max)
	defer cancel()
	args := make([]string, len(c.Args)-1)
	for i, arg := range c.Args[1:] {
		args[i] = strings.ReplaceAll(arg, "{file}", file)
	}
	cmd := exec.CommandContext(limited, program, args...)
	output := &head{max: 64 << 10}
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, output, output
	cmd.WaitDelay = time.Second // for what it started and left behind
	end := group(cmd)
	err = cmd.Run()
	end()
	return outcome(limited, err, message{program: c.Args[0], name: name, dir: dir, output: string(output.kept)})
}

// outcome turns the end of a validator into a verdict.
func outcome(ctx context.Context, err error, words message) syntax.Verdict {
	var exit *exec.ExitError
	switch {
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return syntax.Verdict{State: syntax.Valid}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return syntax.Verdict{Trouble: words.program + " took too long"}
	case ctx.Err() != nil:
		return syntax.Verdict{}
	case !errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() == 126 || exit.ExitCode() == 127:
		return syntax.Verdict{Trouble: words.program + " could not be run: " + err.Error()}
	}
	return words.verdict(exit.ExitCode())
}

// head keeps the first bytes that are written to it.
type head struct {
	kept []byte
	max  int
}

func (h *head) Write(p []byte) (int, error) {
	h.kept = append(h.kept, p[:min(len(p), h.max-len(h.kept))]...)
	return len(p), nil
}
