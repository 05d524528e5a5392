package ops_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/text/anchor"
	"fileops/internal/workspace"
)

// modelLine is a line of the model: its text, and its number before the run, 0 if the run wrote it.
type modelLine struct {
	text string
	from int
}

// anchorModel carries every line of a file through a run.
type anchorModel struct {
	rnd    *rand.Rand
	before []modelLine
	now    []modelLine
	name   string
}

func (m *anchorModel) text() string { return "abcde}"[m.rnd.IntN(6):][:1] }

func (m *anchorModel) newLines(least int) []modelLine {
	list := make([]modelLine, least+m.rnd.IntN(3))
	for i := range list {
		list[i].text = m.text()
	}
	return list
}

func joined(lines []modelLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

func (m *anchorModel) anchor(line int) string {
	return anchor.Anchor{Line: line, Hash: anchor.Of([]byte(m.before[line-1].text))}.String()
}

// at is the index of a line that had a number before the run, -1 if the run changed it.
func (m *anchorModel) at(line int) int {
	return slices.IndexFunc(m.now, func(l modelLine) bool { return l.from == line })
}

// span is the indexes of the lines that had the numbers from first to last, if nothing stands
// between them that was not there before.
func (m *anchorModel) span(first, last int) (from, to int, ok bool) {
	from, to = m.at(first), m.at(last)
	if from < 0 || to-from != last-first {
		return 0, 0, false
	}
	for i := from; i <= to; i++ {
		if m.now[i].from != first+i-from {
			return 0, 0, false
		}
	}
	return from, to + 1, true
}

// put replaces lines. Those that the new lines begin or end with stay what they are.
func (m *anchorModel) put(from, to int, lines []modelLine) {
	old := m.now[from:to]
	lines = slices.Clone(lines)
	start := 0
	for start < min(len(old), len(lines)) && old[start].text == lines[start].text {
		lines[start] = old[start]
		start++
	}
	for end := 1; end <= min(len(old), len(lines))-start && old[len(old)-end].text == lines[len(lines)-end].text; end++ {
		lines[len(lines)-end] = old[len(old)-end]
	}
	m.now = slices.Concat(m.now[:from], lines, m.now[to:])
}

// step makes a random operation, and reports whether it must succeed. The model makes it, too.
func (m *anchorModel) step(t *testing.T) (op ops.Operation, succeeds bool) {
	t.Helper()
	block := func(tag string, fields ...string) ops.Operation { return build(t, tag, fields...) }
	n := len(m.before)
	switch m.rnd.IntN(9) {
	case 0, 1: // insert at an anchor
		line, after, lines := 1+m.rnd.IntN(n), m.rnd.IntN(2), m.newLines(1)
		op = block("insert_at", "file", m.name, "line", m.anchor(line), "position", []string{"before", "after"}[after], "content", joined(lines))
		if at := m.at(line); at >= 0 {
			m.put(at+after, at+after, lines)
			return op, true
		}
		return op, false
	case 2, 3: // replace from anchor to anchor
		first := 1 + m.rnd.IntN(n)
		last, lines := min(n, first+m.rnd.IntN(3)), m.newLines(0)
		op = block("replace_lines", "file", m.name, "start_line", m.anchor(first), "end_line", m.anchor(last), "new_content", joined(lines))
		from, to, ok := m.span(first, last)
		if ok {
			m.put(from, to, lines)
		}
		return op, ok
	case 4: // several changes of one call
		return m.severalChanges(t)
	case 5: // by a bare number, which is that of the file as it is
		line, lines := 1+m.rnd.IntN(len(m.now)+1), m.newLines(1)
		m.put(min(line-1, len(m.now)), min(line-1, len(m.now)), lines)
		return block("insert_at", "file", m.name, "line", fmt.Sprint(line), "content", joined(lines)), true
	case 6: // by text that occurs once
		if from, to := m.unique(); to > from {
			lines := m.newLines(0)
			op = block("edit", "file", m.name, "find", joined(m.now[from:to]), "replace", joined(lines))
			m.put(from, to, lines)
			return op, true
		}
		return block("append", "file", m.name, "content", m.appended()), true
	case 7:
		to := fmt.Sprintf("moved%d", m.rnd.IntN(1000000))
		op = block("move", "from", m.name, "to", to)
		m.name = to
		return op, true
	}
	lines := m.newLines(1)
	m.put(0, len(m.now), lines)
	return block("create_overwrite", "file", m.name, "content", joined(lines)), true
}

func (m *anchorModel) appended() string {
	lines := m.newLines(1)
	m.put(len(m.now), len(m.now), lines)
	return joined(lines)
}

// unique is lines that stand in one place of the file.
func (m *anchorModel) unique() (from, to int) {
	if len(m.now) == 0 {
		return 0, 0
	}
	from = m.rnd.IntN(len(m.now))
	to = min(len(m.now), from+1+m.rnd.IntN(3))
	for i := range len(m.now) - (to - from) + 1 {
		if i != from && joined(m.now[i:i+to-from]) == joined(m.now[from:to]) {
			return 0, 0
		}
	}
	return from, to
}

// severalChanges makes an anchor_edit of changes that do not concern one another's lines.
func (m *anchorModel) severalChanges(t *testing.T) (op ops.Operation, succeeds bool) {
	t.Helper()
	type change struct {
		Op    string   `json:"op"`
		Pos   string   `json:"pos"`
		End   string   `json:"end,omitempty"`
		Lines []string `json:"lines"`
	}
	type put struct {
		from, to int
		lines    []modelLine
	}
	var changes []change
	var puts []put
	succeeds = true
	for line := 1 + m.rnd.IntN(3); line <= len(m.before) && len(changes) < 3; {
		last, lines := min(len(m.before), line+m.rnd.IntN(2)), m.newLines(1)
		c := change{Op: []string{"replace", "append", "prepend"}[m.rnd.IntN(3)], Pos: m.anchor(line)}
		if c.Op == "replace" {
			c.End = m.anchor(last)
		} else {
			last = line
		}
		for _, l := range lines {
			c.Lines = append(c.Lines, l.text)
		}
		from, to, ok := m.span(line, last)
		switch c.Op {
		case "append":
			from = to
		case "prepend":
			to = from
		}
		succeeds = succeeds && ok
		changes, puts = append(changes, c), append(puts, put{from, to, lines})
		line = last + 1 + m.rnd.IntN(3)
	}
	if len(changes) == 0 {
		return build(t, "append", "file", m.name, "content", m.appended()), true
	}
	if succeeds {
		for _, p := range slices.Backward(puts) {
			m.put(p.from, p.to, p.lines)
		}
	}
	edits, err := json.Marshal(changes)
	must(t, err)
	return build(t, "anchor_edit", "path", m.name, "edits", string(edits)), succeeds
}

// TestAnchorsAreFollowed runs random operations on one file, by anchors that were taken before the
// run. The same lines must be changed as in a model that carries each line. An anchor of a line
// that an earlier operation changed must be refused.
func TestAnchorsAreFollowed(t *testing.T) {
	t.Parallel()
	followed, refused := 0, 0
	w := treeWith(t, workspace.Options{HistoryRuns: 1, Fast: true}, nil)
	r := newRunner(w)
	for seed := range 5 * sequences(t, 200) {
		m := &anchorModel{rnd: rand.New(rand.NewPCG(uint64(seed), 29)), name: fmt.Sprint("f", seed)}
		for i := range 1 + m.rnd.IntN(12) {
			m.before = append(m.before, modelLine{m.text(), i + 1})
		}
		m.now = slices.Clone(m.before)
		content := joined(m.before)
		if m.rnd.IntN(4) == 0 {
			content = strings.TrimSuffix(content, "\n")
		}
		must(t, os.WriteFile(filepath.Join(w.Dir(), m.name), []byte(content), 0o644))
		var list []ops.Operation
		var want []bool
		for range 2 + m.rnd.IntN(11) {
			if len(m.now) == 0 {
				break // an empty file has lines of another kind
			}
			op, succeeds := m.step(t)
			list, want = append(list, op), append(want, succeeds)
		}
		rep, err := r.Run(t.Context(), list)
		must(t, err)
		said := fmt.Sprintf("seed %d, file %q", seed, content)
		for i, res := range rep.Results {
			failed := res.Err != nil
			if failed == want[i] || failed && res.Err.Code != ops.StaleAnchor {
				t.Fatalf("%s: operation %d, %+v: got %v, must succeed: %v", said, i, list[i].Action, res.Err, want[i])
			}
			if failed {
				refused++
			} else if strings.Contains(fmt.Sprintf("%+v", list[i].Action), "#") {
				followed++
			}
		}
		after, err := os.ReadFile(filepath.Join(w.Dir(), m.name))
		must(t, err)
		must(t, os.Remove(filepath.Join(w.Dir(), m.name)))
		if got := strings.TrimSuffix(string(after), "\n"); got != strings.TrimSuffix(joined(m.now), "\n") {
			t.Fatalf("%s: got %q, want %q, by %+v", said, after, joined(m.now), list)
		}
	}
	t.Logf("%d anchors followed, %d refused", followed, refused)
	if followed == 0 || refused == 0 {
		t.Error("too few to mean anything")
	}
}

// TestAnchorsOfAChangedFile changes a file between the read and the run. A line is changed only if
// it has the number and the text that it had.
func TestAnchorsOfAChangedFile(t *testing.T) {
	t.Parallel()
	taken, refused, collisions := 0, 0, 0
	w := treeWith(t, workspace.Options{HistoryRuns: 1, Fast: true}, nil)
	r := newRunner(w)
	for seed := range 5 * sequences(t, 200) {
		m := &anchorModel{rnd: rand.New(rand.NewPCG(uint64(seed), 31)), name: "f"}
		for range 1 + m.rnd.IntN(12) {
			m.before = append(m.before, modelLine{text: m.text() + fmt.Sprint(m.rnd.IntN(4))})
		}
		m.now = slices.Clone(m.before)
		for range m.rnd.IntN(3) {
			at := m.rnd.IntN(len(m.now) + 1)
			m.put(at, min(len(m.now), at+m.rnd.IntN(2)), m.newLines(0))
		}
		content := joined(m.now)
		must(t, os.WriteFile(filepath.Join(w.Dir(), "f"), []byte(content), 0o644))
		line := 1 + m.rnd.IntN(len(m.before))
		rep, err := r.Run(t.Context(), []ops.Operation{build(t, "replace_lines", "file", "f", "start_line", m.anchor(line), "end_line", m.anchor(line), "new_content", "new\n")})
		must(t, err)
		after, err := os.ReadFile(filepath.Join(w.Dir(), "f"))
		must(t, err)
		same := line <= len(m.now) && m.now[line-1].text == m.before[line-1].text
		collides := line <= len(m.now) && !same && anchor.Of([]byte(m.now[line-1].text)) == anchor.Of([]byte(m.before[line-1].text))
		switch failed := rep.Results[0].Err; {
		case collides:
			collisions++
		case failed != nil && (same || failed.Code != ops.StaleAnchor || string(after) != content):
			t.Errorf("seed %d: line %d, %q of %q in %q: %v, then %q", seed, line, m.before[line-1].text, joined(m.before), content, failed, after)
		case failed != nil:
			refused++
		case !same:
			t.Errorf("seed %d: line %d of %q was replaced, read as %q", seed, line, content, m.before[line-1].text)
		default:
			m.put(line-1, line, []modelLine{{text: "new"}})
			if string(after) != joined(m.now) {
				t.Errorf("seed %d: got %q, want %q", seed, after, joined(m.now))
			}
			taken++
		}
	}
	t.Logf("%d taken, %d refused, %d collisions", taken, refused, collisions)
}
