package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/run"
	"fileops/internal/text"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

// outcome is what became of a file. The worst of its edits counts.
type outcome int

const (
	right   outcome = iota // taken for what it is
	same                   // taken for another encoding, in which it reads and edits the same
	refused                // taken for another one: text that is not ASCII was refused
	turned                 // edited right, but taken for another one from then on
	other                  // taken for another one: new text went in as that has it
	damaged                // a byte changed that was not to be replaced
	outcomes
)

// counts are how many files had each outcome.
type counts [outcomes]int

func (c counts) total() int {
	n := 0
	for _, i := range c {
		n += i
	}
	return n
}

// tally is how files of a kind fared.
type tally struct {
	counts
	misses []string // what was not right, or the same
	broken []string // what was damaged
}

func (t *tally) merge(u tally) {
	for i, n := range u.counts {
		t.counts[i] += n
	}
	t.misses, t.broken = append(t.misses, u.misses...), append(t.broken, u.broken...)
}

// The kinds of files.
const (
	oneLine = iota
	thousand
	declaredKind
	numKinds
)

var kinds = [numKinds]string{"one line", "a thousand lines", "declared"}

// result is how the files of an encoding fared, by kind.
type result struct {
	written
	tallies [numKinds]tally
	sights  [numKinds]sightTally
}

// measure edits and reads files in all encodings, or in one, below dir: all of them, or
// every nth of each kind.
func measure(ctx context.Context, dir string, languages []language, only string, every int) ([]result, error) {
	all, err := everyWay()
	if err != nil {
		return nil, err
	}
	var results []result
	for _, w := range all {
		if only != "" && w.Name() != only {
			continue
		}
		var passed [numKinds]int
		r := result{written: w}
		for _, l := range languages {
			if !w.holds(l) {
				continue
			}
			kinds := [numKinds][]document{oneLine: l.oneLiners(), thousand: l.long()}
			if !w.unicode() {
				kinds[declaredKind] = append(l.declaredLiners(w.Name()), l.declaredLong(w.Name())...)
			}
			for kind, docs := range kinds {
				docs = slices.DeleteFunc(docs, func(document) bool {
					passed[kind]++
					return (passed[kind]-1)%every > 0
				})
				if len(docs) == 0 {
					continue
				}
				t, err := w.fare(ctx, dir, docs)
				if err != nil {
					return nil, fmt.Errorf("%s, %s: %w", w.label(), l.name, err)
				}
				r.tallies[kind].merge(t)
				seen, err := w.look(ctx, dir, docs)
				if err != nil {
					return nil, fmt.Errorf("reading %s, %s: %w", w.label(), l.name, err)
				}
				r.sights[kind].merge(seen)
			}
		}
		results = append(results, r)
	}
	return results, nil
}

// trial is one edit of one document, in a file of its own.
type trial struct {
	doc        int // which document
	name       string
	ascii      bool // the edit puts in nothing but ASCII
	op         ops.Operation
	before     []byte
	want       []byte // the file after the edit
	read       string // what a read shows then
	head, tail int    // how many bytes at the start and the end of before are outside
}

// fare edits documents and counts what becomes of them.
func (w written) fare(ctx context.Context, dir string, docs []document) (tally, error) {
	var t tally
	var trials []trial
	for i, d := range docs {
		more, err := w.trials(i, d)
		if err != nil {
			return t, err
		}
		trials = append(trials, more...)
	}
	ended, err := runAll(ctx, dir, trials)
	if err != nil {
		return t, err
	}
	worst, why := make([]outcome, len(docs)), make([]string, len(docs))
	found := make([]string, len(docs))
	for i, tr := range trials {
		if found[tr.doc] == "" {
			e := encoding.Detect(tr.before)
			found[tr.doc] = e.Name()
		}
		if o, reason := tr.judge(ended[i]); o > worst[tr.doc] {
			worst[tr.doc], why[tr.doc] = o, reason
		}
	}
	for i, o := range worst {
		if o == right && found[i] != w.Name() {
			o = same
		}
		t.counts[o]++
		if o > same {
			miss := fmt.Sprintf("taken for %s: %s: %.80q", found[i], why[i], docs[i].lines[docs[i].edit])
			t.misses = append(t.misses, miss)
			if o == damaged {
				t.broken = append(t.broken, miss)
			}
		}
	}
	return t, nil
}

// trials are the edits of a document: a word, a whole line, and a line of ASCII.
func (w written) trials(i int, d document) ([]trial, error) {
	line := d.lines[d.edit]
	start := len(line) - len(d.text)
	old, fresh := word(d.text), word(d.fresh)
	at := start + strings.Index(d.text, old)
	number := fmt.Sprint(d.edit + 1)
	var all []trial
	for j, e := range []struct {
		tag    string
		fields []string
		want   document
	}{
		// What is found begins with what no other line has.
		{"str_replace", []string{"old_str", line[:at+len(old)], "new_str", line[:at] + fresh}, d.with(line[:at] + fresh + line[at+len(old):])},
		{"replace_lines", []string{"start_line", number, "end_line", number, "new_content", line[:start] + d.fresh}, d.with(line[:start] + d.fresh)},
		{"insert_at", []string{"line", number, "content", ascii}, d.with(ascii + d.end + line)},
	} {
		tr := trial{doc: i, name: fmt.Sprintf("%d-%d.txt", i, j), ascii: e.tag == "insert_at", read: shown(e.want)}
		var err error
		if tr.op, err = operation(e.tag, tr.name, e.fields...); err != nil {
			return nil, err
		}
		if err := tr.encode(w, d, e.want); err != nil {
			return nil, err
		}
		all = append(all, tr)
	}
	return all, nil
}

// ascii is a line that every file can take.
const ascii = "import os"

// encode makes the bytes of a trial.
func (tr *trial) encode(w written, d, want document) (err error) {
	if tr.before, err = w.bytes(d.content()); err != nil {
		return err
	}
	if tr.want, err = w.bytes(want.content()); err != nil {
		return err
	}
	above := strings.Join(append(slices.Clone(d.lines[:d.edit]), ""), d.end)
	head, err := w.bytes(above)
	if err != nil {
		return err
	}
	tail, err := w.Encode([]byte(d.content()[len(above)+len(d.lines[d.edit]):]))
	tr.head, tr.tail = len(head), len(tail)
	return err
}

// operation is one that a response asks for.
func operation(tag, file string, fields ...string) (ops.Operation, error) {
	spec, _ := ops.Lookup(tag)
	given := []ops.Arg{{Name: "file", Value: text.Value{Text: file}}}
	for i := 0; i < len(fields); i += 2 {
		given = append(given, ops.Arg{Name: fields[i], Value: text.Value{Text: fields[i+1]}})
	}
	a, err := spec.Build(wording.Tags, given)
	return ops.Operation{Action: a}, err
}

// shown is what a read answers.
func shown(d document) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.Join(d.lines, d.end), d.end) {
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, line)
	}
	return b.String()
}

// end is how a trial ended.
type end struct {
	edit, read ops.Result
	after      []byte // the file
}

// runAll makes the edits in one run, as a response with all of them, and reads the
// files in another.
func runAll(ctx context.Context, dir string, trials []trial) ([]end, error) {
	root, err := os.MkdirTemp(dir, "tree-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root) //nolint:errcheck // run removes dir
	edits, reads := make([]ops.Operation, len(trials)), make([]ops.Operation, len(trials))
	for i, tr := range trials {
		if err := os.WriteFile(filepath.Join(root, tr.name), tr.before, 0o600); err != nil {
			return nil, err
		}
		edits[i] = tr.op
		reads[i] = ops.Operation{Action: ops.Read{Path: tr.name}}
	}
	w, err := workspace.Open(ctx, root, workspace.Options{State: filepath.Join(dir, "state"), Fast: true, HistoryRuns: 1})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	r := runner(w)
	edited, err := r.Run(ctx, edits)
	if err != nil {
		return nil, err
	}
	read, err := r.Run(ctx, reads)
	if err != nil {
		return nil, err
	}
	ended := make([]end, len(trials))
	for i, tr := range trials {
		after, err := os.ReadFile(filepath.Join(root, tr.name))
		if err != nil {
			return nil, err
		}
		ended[i] = end{edited.Results[i], read.Results[i], after}
	}
	return ended, nil
}

// runner runs operations as a program does that nobody configured.
func runner(w *workspace.Workspace) run.Runner {
	return run.Runner{
		Workspace: w,
		Policy:    ops.Policy{MaxEdit: 1 << 20, MaxRead: 1 << 20},
		Now:       time.Now,
		Random:    func() uint32 { return 0 },
	}
}

// judge says what became of a trial, and why it was not right.
func (tr trial) judge(e end) (outcome, string) {
	shows := e.read.Err == nil && e.read.Content == tr.read
	switch {
	case e.edit.Err != nil && !bytes.Equal(e.after, tr.before):
		return damaged, "refused, and changed"
	case e.edit.Err != nil:
		return refused, e.edit.Err.Error()
	case bytes.Equal(e.after, tr.want) && (shows || tr.ascii): // what is shown otherwise was so before
		return right, ""
	case len(e.after) < tr.head+tr.tail,
		!bytes.HasPrefix(e.after, tr.before[:tr.head]),
		!bytes.HasSuffix(e.after, tr.before[len(tr.before)-tr.tail:]):
		return damaged, fmt.Sprintf("bytes outside: %.80q", e.after)
	case bytes.Equal(e.after, tr.want):
		return turned, "read as other text after the edit"
	}
	return other, "the text went in as other bytes"
}
