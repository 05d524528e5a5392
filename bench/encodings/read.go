package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// sight is what a read shows of a file, once with numbers and once plain. The worse of
// the two counts.
type sight int

const (
	faithful  sight = iota // taken for what it is; every line is shown as it was written
	alike                  // taken for another encoding, in which every line reads the same
	otherwise              // taken for another one: lines are shown as other text
	unshown                // refused
	sights
)

// sightTally is how files of a kind were shown.
type sightTally struct {
	counts       [sights]int
	lines, wrong int      // how many lines there are, and how many are not shown as they were written
	misses       []string // what was not shown as it was written
}

func (t *sightTally) total() int {
	n := 0
	for _, i := range t.counts {
		n += i
	}
	return n
}

func (t *sightTally) merge(u sightTally) {
	for i, n := range u.counts {
		t.counts[i] += n
	}
	t.lines += u.lines
	t.wrong += u.wrong
	t.misses = append(t.misses, u.misses...)
}

// look reads documents, each with numbers and plain, and compares what is shown with
// what was written.
func (w written) look(ctx context.Context, dir string, docs []document) (sightTally, error) {
	var t sightTally
	root, err := os.MkdirTemp(dir, "read-")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(root) //nolint:errcheck // run removes dir
	var reads []ops.Operation
	for i, d := range docs {
		name := fmt.Sprintf("%d.txt", i)
		content, err := w.bytes(d.content())
		if err != nil {
			return t, err
		}
		if err := os.WriteFile(filepath.Join(root, name), content, 0o600); err != nil {
			return t, err
		}
		reads = append(reads, ops.Operation{Action: ops.Read{Path: name}}, ops.Operation{Action: ops.Read{Path: name, Plain: true}})
	}
	space, err := workspace.Open(ctx, root, workspace.Options{State: filepath.Join(dir, "state"), ReadOnly: true})
	if err != nil {
		return t, err
	}
	defer space.Close() //nolint:errcheck // nothing is written through it
	r := runner(space)
	report, err := r.Run(ctx, reads)
	if err != nil {
		return t, err
	}
	for i, d := range docs {
		t.add(w, d, report.Results[2*i], report.Results[2*i+1])
	}
	return t, nil
}

// add counts one document by what was shown of it.
func (t *sightTally) add(w written, d document, numbered, plain ops.Result) {
	t.lines += len(d.lines)
	for _, res := range []ops.Result{numbered, plain} {
		if res.Err != nil {
			t.counts[unshown]++
			t.wrong += len(d.lines)
			t.misses = append(t.misses, fmt.Sprintf("%v: %.80q", res.Err, d.lines[d.edit]))
			return
		}
	}
	a, was := differing(numbered.Content, shown(d))
	if b, was2 := differing(plain.Content, d.content()); b > a {
		a, was = b, was2
	}
	found := plain.Shown.Encoding
	switch {
	case a > 0:
		t.counts[otherwise]++
		t.wrong += a
		t.misses = append(t.misses, fmt.Sprintf("read as %s: %.80q", found, was))
	case found != w.Name():
		t.counts[alike]++
	default:
		t.counts[faithful]++
	}
}

// differing counts the lines that got and want do not both have, with their ends, and
// returns the first of them as got has it.
func differing(got, want string) (n int, first string) {
	for got != "" || want != "" {
		a, b := line(got), line(want)
		if a != b {
			if n++; n == 1 {
				first = a
			}
		}
		got, want = got[len(a):], want[len(b):]
	}
	return n, first
}

// line is the first line of a text, with its end.
func line(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i+1]
	}
	return s
}

// readTable is what reads showed, in Markdown.
func readTable(results []result) string {
	var b strings.Builder
	b.WriteString("| encoding | one line | right | same text | other text | refused | a thousand | right | same text | other text | refused | declared | right | lines | not as written |\n")
	b.WriteString("|---" + strings.Repeat("|--:", 14) + "|\n")
	sum := result{}
	for _, r := range results {
		readRow(&b, r.label(), r)
		for i := range sum.sights {
			sum.sights[i].merge(r.sights[i])
		}
	}
	readRow(&b, "all", sum)
	return b.String()
}

func readRow(b *strings.Builder, label string, r result) {
	short, long, declared := r.sights[oneLine], r.sights[thousand], r.sights[declaredKind]
	fmt.Fprintf(b, "| %s", label)
	for _, t := range []sightTally{short, long} {
		c := t.counts
		fmt.Fprintf(b, " | %d | %d | %d | %d | %d", t.total(), c[faithful], c[alike], c[otherwise], c[unshown])
	}
	fmt.Fprintf(b, " | %d | %d | %d | %d |\n", declared.total(), declared.counts[faithful]+declared.counts[alike],
		short.lines+long.lines+declared.lines, short.wrong+long.wrong+declared.wrong)
}
