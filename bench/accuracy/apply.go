package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse"
	"fileops/internal/run"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// outcome is what became of an edit.
type outcome struct {
	applied bool
	text    []byte   // of the file, afterwards
	level   string   // what was ignored to find the place
	causes  []string // why it was refused
}

// The causes that are not those of a region.
const (
	ambiguous = "ambiguous"
	absent    = "absent"
	elsewhere = "elsewhere"
	partOf    = "part of a line"
)

// farOff is how much the nearest region may at most be like a text of another file, in
// percent.
const farOff = 80

// named reports whether an outcome names one of the causes, parted by bars.
func (o outcome) named(causes string) bool {
	return slices.ContainsFunc(o.causes, func(s string) bool {
		kind, _, _ := strings.Cut(s, ":")
		return slices.Contains(strings.Split(causes, "|"), kind)
	})
}

// The files of an edit. Their ending is that of no language, so that nothing is said
// about their syntax, and of no prose.
const (
	target = "target.src"
	other  = "other.src"
)

// program applies responses to a directory as the command does.
type program struct {
	dir     string
	w       *workspace.Workspace
	exact   run.Runner
	lenient run.Runner
	form    string // in which edits are written
}

func newProgram(form string) (p *program, err error) {
	p = &program{form: form}
	if p.dir, err = os.MkdirTemp("", "fileops-accuracy-"); err != nil {
		return nil, err
	}
	root := filepath.Join(p.dir, "root")
	if err := os.Mkdir(root, 0o700); err != nil {
		return nil, err
	}
	p.w, err = workspace.Open(context.Background(), root, workspace.Options{State: filepath.Join(p.dir, "state"), Fast: true, HistoryRuns: 1})
	if err != nil {
		return nil, err
	}
	p.exact = run.Runner{
		Workspace: p.w, Now: time.Now, Random: rand.Uint32,
		Policy: ops.Policy{MaxEdit: 10 << 20, MaxCreate: 5 << 20, MaxRead: 10 << 20},
	}
	p.lenient = p.exact
	p.lenient.Policy.Tolerant = true
	return p, nil
}

func (p *program) close() error { return errors.Join(p.w.Close(), os.RemoveAll(p.dir)) }

// operations are those of a response with an edit that must have one match: in blocks as
// a model writes them, or of texts in inline form as it calls functions.
func (p *program) operations(e edit) ([]ops.Operation, error) {
	if e.patch {
		return []ops.Operation{{Action: ops.Patch(target, []ops.Hunk{{Find: e.find.Text, Replace: e.replace.Text}})}}, nil
	}
	read := ""
	if e.other != nil {
		read = "<read><file>" + other + "</file><lines>1</lines></read>\n"
	}
	parsed := func(s string) []ops.Operation {
		return parse.Parse([]parse.Input{{Text: s}}, parse.Options{}).Operations
	}
	switch p.form {
	case "diff": // with numbers that say nothing
		s := "```diff\n--- a/" + target + "\n+++ b/" + target + "\n@@ -1,99 +1,99 @@\n" + signed("-", e.find.Text) + signed("+", e.replace.Text) + "```\n"
		return append(parsed(s), parsed(read)...), nil
	case "patch":
		s := "*** Begin Patch\n*** Update File: " + target + "\n@@\n" + signed("-", e.find.Text) + signed("+", e.replace.Text) + "*** End Patch\n"
		return append(parsed(s), parsed(read)...), nil
	case "search-replace":
		return append(parsed(target+"\n<<<<<<< SEARCH\n"+e.find.Text+"=======\n"+e.replace.Text+">>>>>>> REPLACE\n"), parsed(read)...), nil
	}
	if e.find.Block {
		s := "<str_replace>\n<file>" + target + "</file>\n<old_str>\n" + e.find.Text + "</old_str>\n<new_str>\n" + e.replace.Text + "</new_str>\n</str_replace>\n" + read
		return parsed(s), nil
	}
	spec, _ := ops.Lookup("str_replace")
	args := []ops.Arg{{Name: "file", Value: text.Value{Text: target}}, {Name: "old_str", Value: e.find}, {Name: "new_str", Value: e.replace}}
	action, err := spec.Build(wording.Tags, args)
	list := []ops.Operation{{Action: action, Args: args}}
	return append(list, parsed(read)...), err
}

// signed are the lines of a text behind a sign.
func signed(sign, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(sign + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

// apply makes an edit: its files are written, the response is read and run, and what
// then stands in the file counts.
func (p *program) apply(e edit, tolerant bool) (outcome, error) {
	root := p.w.Dir()
	err := os.WriteFile(filepath.Join(root, target), e.src, 0o600)
	if e.other != nil {
		err = errors.Join(err, os.WriteFile(filepath.Join(root, other), e.other, 0o600))
	}
	if err != nil {
		return outcome{}, err
	}
	runner := p.exact
	if tolerant {
		runner = p.lenient
	}
	list, err := p.operations(e)
	if err != nil {
		return outcome{}, err
	}
	rep, err := runner.Run(context.Background(), list)
	if err != nil {
		return outcome{}, err
	}
	after, err := os.ReadFile(filepath.Join(root, target))
	if err != nil || len(rep.Results) == 0 {
		return outcome{}, errors.Join(err, errors.New("no result"))
	}
	first := rep.Results[0]
	o := outcome{applied: first.Changed || string(after) != string(e.src), text: after}
	if first.Err != nil {
		o.causes = causes(first.Err)
	}
	for _, note := range first.Notes {
		if rest, ok := strings.CutPrefix(note, "Matched although it differs in "); ok {
			o.level = rest
		}
	}
	return o, nil
}

var (
	several = regexp.MustCompile(`^\d+ places match when (.*) are ignored`)
	nearest = regexp.MustCompile(`^Nearest: .* \((\d+) % alike\):$`)
)

// causes reads off a message why an edit was refused, as the model that gets it would.
func causes(e *ops.Error) []string {
	if e.Code == ops.Ambiguous {
		return []string{ambiguous}
	}
	var list []string
	alike := 0 // percent
	for line := range strings.Lines(e.Error()) {
		line = strings.TrimSuffix(line, "\n")
		if m := several.FindStringSubmatch(line); m != nil {
			list = append(list, ambiguous+":"+m[1])
		}
		if m := nearest.FindStringSubmatch(line); m != nil {
			alike, _ = strconv.Atoi(m[1]) // digits
			break                         // what follows is text of the file
		}
		if cause, ok := strings.CutPrefix(line, "  - "); ok {
			list = append(list, cause)
			if strings.HasPrefix(cause, "it stands in ") {
				list = append(list, elsewhere)
			}
		}
	}
	if alike < farOff {
		list = append(list, absent)
	}
	return list
}
