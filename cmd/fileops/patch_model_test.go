package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestPatchesAreWhatTheModelMade makes random changes of a tree, writes them as a patch in each
// way in which models send one, and applies it: the tree is the one that the changes made. With
// TEST_ALL it makes 5,000 patches.
func TestPatchesAreWhatTheModelMade(t *testing.T) {
	ownHome(t)
	count := 150
	if os.Getenv("TEST_ALL") != "" {
		count = 5000
	}
	ways := map[string]int{}
	for n := range count {
		m := newPatchModel(rand.New(rand.NewPCG(41, uint64(n))))
		for range 1 + m.random.IntN(4) {
			m.section()
		}
		way, response, input := m.response()
		ways[way]++
		archive := &txtar.Archive{}
		for name, lines := range m.before {
			archive.Files = append(archive.Files, txtar.File{Name: "before/" + name, Data: []byte(strings.Join(lines, ""))})
		}
		want := map[string]string{}
		for name, lines := range m.files {
			want[name] = strings.Join(lines, "")
		}
		if d := cmp.Diff(want, applied(t, archive, []byte(response), input)); d != "" || t.Failed() {
			t.Fatalf("case %d, %s, leaves another tree (-want, +got):\n%s\nof the response\n%s", n, way, d, response)
		}
	}
	t.Logf("%d patches: %v", count, ways)
}

// patchModel makes changes of a tree, and writes them down.
type patchModel struct {
	random        *rand.Rand
	before, files map[string][]string // lines with their ends
	touched       map[string]bool
	patch         strings.Builder
	serial        int
}

func newPatchModel(random *rand.Rand) *patchModel {
	m := &patchModel{random: random, before: map[string][]string{}, touched: map[string]bool{}}
	for _, name := range []string{"a.txt", "src/b c.txt", "src/d.py", "Makefile"} {
		for range 4 + random.IntN(30) {
			m.before[name] = append(m.before[name], m.line())
		}
	}
	m.files = maps.Clone(m.before)
	return m
}

func (m *patchModel) pick(list ...string) string { return list[m.random.IntN(len(list))] }

// line is one that often stands elsewhere as well, or looks like a part of a patch.
func (m *patchModel) line() string {
	if m.random.IntN(3) == 0 {
		return m.pick("\n", "}\n", "  return x\n", "\tend\n", "+x\n", "-x\n", "@@ -1,2 +1,2 @@\n", "*** End Patch\n", "*** Update File: a.txt\n", "```\n", "EOF.\n", "--- a\n", "<edit>\n", "<<<<<<< SEARCH\n", "def f():\n")
	}
	return m.fresh()
}

func (m *patchModel) fresh() string {
	m.serial++
	return fmt.Sprintf("%sline %d of it\n", m.pick("", "  ", "\t"), m.serial)
}

// marker writes a marker of the patch as models do.
func (m *patchModel) marker(text string) { m.patch.WriteString(text + m.pick("", "", "", " ") + "\n") }

// section changes a file that the patch has not changed yet.
func (m *patchModel) section() {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		if !m.touched[name] {
			names = append(names, name)
		}
	}
	kind := m.random.IntN(8)
	if kind == 0 || len(names) == 0 {
		name := fmt.Sprintf("new/%d.txt", m.serial)
		m.files[name], m.touched[name] = []string{m.fresh(), m.line(), m.line()}, true
		m.marker("*** Add File: " + name)
		for _, line := range m.files[name] {
			m.patch.WriteString("+" + line)
		}
		return
	}
	name := m.pick(names...)
	m.touched[name] = true
	if kind == 1 {
		m.marker("*** Delete File: " + name)
		delete(m.files, name)
		return
	}
	hunks, moves := 1+m.random.IntN(3), kind == 2
	if body := m.hunks(name, hunks); body != "" {
		m.marker("*** Update File: " + name)
		if moves {
			m.serial++
			to := fmt.Sprintf("moved/%d.txt", m.serial)
			m.marker("*** Move to: " + to)
			m.files[to], m.touched[to] = m.files[name], true
			delete(m.files, name)
		}
		m.patch.WriteString(body)
	}
}

// hunks makes changes of a file, the first one first, and returns them as a patch has them.
func (m *patchModel) hunks(name string, most int) string {
	var b strings.Builder
	from := 0
	for range most {
		lines := m.files[name]
		if from >= len(lines) {
			break
		}
		start := from + m.random.IntN(len(lines)-from)
		end := start + 1 + m.random.IntN(min(3, len(lines)-start))
		first, last := max(from, start-m.random.IntN(4)), min(len(lines), end+m.random.IntN(4))
		for !standsOnce(lines, first, last) {
			if first == from && last == len(lines) {
				return b.String()
			}
			first, last = max(from, first-1), min(len(lines), last+1)
		}
		var now []string
		for range m.random.IntN(3) {
			now = append(now, m.fresh())
		}
		b.WriteString("@@" + m.pick("", "", " ") + "\n")
		for i, line := range lines[first:last] {
			sign := " "
			if i+first >= start && i+first < end {
				sign = "-"
			}
			if i+first == end {
				for _, line := range now {
					b.WriteString("+" + line)
				}
			}
			b.WriteString(sign + line)
		}
		if last == end {
			for _, line := range now {
				b.WriteString("+" + line)
			}
		}
		m.files[name] = slices.Concat(lines[:start], now, lines[end:])
		from = last + len(now) - (end - start)
	}
	return b.String()
}

// standsOnce reports whether some lines of a file stand in no other place of it, and not all are
// blank.
func standsOnce(lines []string, from, to int) bool {
	all, text := "\n"+strings.Join(lines, ""), "\n"+strings.Join(lines[from:to], "")
	return strings.TrimSpace(text) != "" && !strings.Contains(all[strings.Index(all, text)+1:], text)
}

// response is the patch in one of the ways in which models send it.
func (m *patchModel) response() (way, response, input string) {
	end := m.pick("*** End Patch", "*** End Patch", "*** End Patch ***")
	patch := m.pick("*** Begin Patch", "*** Begin Patch", "*** Begin Patch ***", "*** Begin Patch ") + "\n" + m.patch.String() + end + "\n"
	call := func(name string, arguments any) string {
		data, _ := json.Marshal(map[string]any{"name": name, "arguments": arguments}) // maps of texts
		return string(data)
	}
	heredoc := "apply_patch <<'EOF'\n" + patch + "EOF\n"
	input = m.pick("auto", "patch")
	switch m.random.IntN(8) {
	case 0:
		return "bare", "I do this.\n\n" + patch + "\nDone.\n", input
	case 1:
		fence := m.pick("```", "```diff", "~~~~", "```patch")
		return "fence", "So:\n\n" + fence + "\n" + patch + strings.TrimRight(fence, "adfhipct") + "\n", input
	case 2:
		return "heredoc", "```bash\n" + heredoc + "```\n", input
	case 3:
		return "pipe", "```sh\ncat <<EOF | apply_patch\n" + patch + "EOF\n```\n", input
	case 4:
		return "call", call("apply_patch", map[string]any{"input": patch}), m.pick("auto", "tools")
	case 5:
		return "shell", call("shell", map[string]any{"command": []string{"apply_patch", patch}}), m.pick("auto", "tools")
	case 6:
		return "bash", call("container.exec", map[string]any{"command": []string{"bash", "-lc", heredoc}}), m.pick("auto", "tools")
	}
	return "CRLF", strings.ReplaceAll("Here:\n\n"+patch, "\n", "\r\n"), input
}
