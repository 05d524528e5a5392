package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fileops/internal/config"
	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/review"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// person is who answers at the terminal, whatever standard input and output are.
type person struct {
	in      *os.File
	lines   *bufio.Reader
	outFile *os.File
	out     *terminal.Writer
}

// openPerson opens the terminal of the program.
func (a *app) openPerson() (*person, error) {
	in, out, err := openConsole()
	if err != nil {
		return nil, usagef("--review asks at a terminal, and there is none: look at the changes with --dry-run --diff")
	}
	p := &person{in: in, lines: bufio.NewReader(in), outFile: out, out: newWriter(out)}
	p.out.Decorate(colored(a.color, true, os.Getenv), false)
	return p, nil
}

// Close closes the terminal.
func (p *person) Close() error {
	err := p.in.Close()
	if p.outFile != p.in {
		err = errors.Join(err, p.outFile.Close())
	}
	return err
}

// ask prints a question and reads a line.
func (p *person) ask(question string) (string, error) {
	if _, err := p.out.WriteString(question); err != nil {
		return "", err
	}
	if err := p.out.Flush(); err != nil {
		return "", err
	}
	answer, err := p.lines.ReadString('\n')
	if errors.Is(err, io.EOF) { // what follows begins on a line of its own
		if _, err := p.out.WriteString("\n"); err != nil {
			return "", err
		}
	}
	return answer, err
}

// edit lets the person edit a text in the editor of VISUAL or EDITOR.
func (p *person) edit(ctx context.Context, name, text string) (edited string, err error) {
	dir, err := os.MkdirTemp("", "fileops-review-") //nolint:forbidigo // for the editor, outside of the tree
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir) //nolint:errcheck,forbidigo // see above
	file := filepath.Join(dir, filepath.Base(name))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil { //nolint:forbidigo // see above
		return "", err
	}
	command := cmp.Or(strings.TrimSpace(os.Getenv("VISUAL")), strings.TrimSpace(os.Getenv("EDITOR")), "vi")
	editor := terminal.Editor(ctx, command, file)
	editor.Stdin, editor.Stdout, editor.Stderr = p.in, p.outFile, p.outFile
	if err := editor.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", command, err)
	}
	data, err := os.ReadFile(file)
	return string(data), err
}

// reviewed asks what of the operations is to land. It returns all of them; those that were left out
// are declined. It sets what is asked before the commit.
func (f *apply) reviewed(ctx context.Context, loaded config.Loaded, list []ops.Operation) ([]ops.Operation, error) {
	staging := *f
	staging.dryRun, staging.operationDiffs, staging.diff = true, true, true
	stage := func(ctx context.Context, list []ops.Operation) (report.Run, error) {
		rep, err := staging.execute(ctx, loaded, list)
		return report.Run{Report: rep, Asked: list}, err
	}
	r := review.Review{
		Stage: stage, Ask: f.person.ask, Out: f.person.out,
		Edit: func(name, text string) (string, error) { return f.person.edit(ctx, name, text) },
		Read: func(ctx context.Context, list []ops.Operation, path string) (string, error) {
			rep, err := stage(ctx, append(list, ops.Operation{Action: ops.Read{Path: path}}))
			if err != nil {
				return "", err
			}
			last := rep.Results[len(rep.Results)-1]
			if last.Err != nil {
				return "", last.Err
			}
			return last.Content, nil
		},
	}
	f.operationDiffs = true
	f.confirm = func(rep run.Report) (bool, error) {
		if !r.Agrees(rep.Results) {
			return false, exit{status: exitFailed, msg: "files have changed since you were asked; review it again"}
		}
		return f.lastQuestion(ctx, rep)
	}
	return r.Run(ctx, list)
}

// lastQuestion asks whether what was taken is to be written.
func (f *apply) lastQuestion(ctx context.Context, rep run.Report) (bool, error) {
	f.person.out.Styled(terminal.Plain, "\n")
	answer, err := f.person.ask(whatLands(rep.Files) + ": write? [y/N] ")
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", ctx.Err()
}

// whatLands counts files, directories and lines.
func whatLands(list []run.File) string {
	files, directories, added, removed := 0, 0, 0, 0
	for _, f := range list {
		if f.Dir {
			directories++
		} else {
			files++
		}
		added, removed = added+f.Added, removed+f.Removed
	}
	var parts []string
	if files > 0 {
		parts = append(parts, fmt.Sprintf("%s, +%d -%d", counted(files, "file", "files"), added, removed))
	}
	if directories > 0 {
		parts = append(parts, counted(directories, "directory", "directories"))
	}
	return strings.Join(parts, ", ")
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
