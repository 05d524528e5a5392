package main

import (
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

// TestSearchReplaceIsAsTags writes random edits as SEARCH/REPLACE blocks and as operation
// blocks: both leave the tree that a model of the edits has. With TEST_ALL it makes 5,000 edits.
func TestSearchReplaceIsAsTags(t *testing.T) {
	ownHome(t)
	count := 200
	if os.Getenv("TEST_ALL") != "" {
		count = 5000
	}
	for n := uint64(0); count > 0 && !t.Failed(); n++ {
		m := newPairModel(rand.New(rand.NewPCG(21, n)))
		edits := 1 + m.random.IntN(5)
		for range edits {
			m.edit()
		}
		count -= edits
		archive := &txtar.Archive{}
		for name, content := range m.before {
			archive.Files = append(archive.Files, txtar.File{Name: "before/" + name, Data: []byte(content)})
		}
		want := map[string]string{}
		for name, units := range m.files {
			want[name] = strings.Join(units, "")
		}
		for input, response := range map[string]string{"auto": m.pairs.String(), "search-replace": m.pairs.String(), "tags": m.tags.String()} {
			if d := cmp.Diff(want, applied(t, archive, []byte(response), input)); d != "" || t.Failed() {
				t.Fatalf("case %d, --input %s, leaves another tree (-want, +got):\n%s\nof the response\n%s", n, input, d, response)
			}
		}
	}
}

// pairModel makes edits of a tree, and writes them in both forms.
type pairModel struct {
	random      *rand.Rand
	before      map[string]string
	files       map[string][]string // of each file the units: a line, or lines that belong together
	pairs, tags strings.Builder
	last        string // the file of the block before
	serial      int
}

func newPairModel(random *rand.Rand) *pairModel {
	m := &pairModel{random: random, before: map[string]string{}, files: map[string][]string{}}
	for _, name := range []string{"a.txt", "src/b c.txt", "src/d.txt", "Makefile"}[:1+random.IntN(4)] {
		for range 3 + random.IntN(20) {
			m.files[name] = append(m.files[name], m.unit())
		}
		m.before[name] = strings.Join(m.files[name], "")
	}
	return m
}

func (m *pairModel) pick(list ...string) string { return list[m.random.IntN(len(list))] }

// unit is a line, often one that stands elsewhere as well, or lines with markers that pair.
func (m *pairModel) unit() string {
	m.serial++
	switch m.random.IntN(14) {
	case 0, 1, 2, 3:
		return m.pick("\n", "}\n", "  return x\n", "\tend\n", "x = 1\n", "---\n", "  \n")
	case 4:
		return fmt.Sprintf("<<<<<<< HEAD\nmine %d\n=======\nyours\n>>>>>>> topic\n", m.serial)
	case 5:
		return fmt.Sprintf("f.txt\n<<<<<<< SEARCH\nold %d\n=======\nnew\n>>>>>>> REPLACE\n", m.serial)
	case 6:
		return fmt.Sprintf("------- SEARCH\nold %d\n=======\nnew\n+++++++ REPLACE\n", m.serial)
	case 7:
		return m.pick("```python\n", "```\n", "~~~\n", "`code` and `more\n")
	case 8:
		return fmt.Sprintf("<edit><file>a</file><find>%d</find><replace>y</replace></edit>\n", m.serial)
	}
	return fmt.Sprintf("%sline %d of it\n", m.pick("", "  ", "\t"), m.serial)
}

func (m *pairModel) units(most int) (list []string) {
	for range m.random.IntN(most + 1) {
		list = append(list, m.unit())
	}
	return list
}

// edit makes one edit, and writes it down.
func (m *pairModel) edit() {
	if m.random.IntN(8) == 0 {
		m.serial++
		name := fmt.Sprintf("new/%d.txt", m.serial)
		m.files[name] = append(m.units(4), fmt.Sprintf("line %d of it\n", m.serial))
		m.write(name, "", strings.Join(m.files[name], ""), 0)
		return
	}
	name := slices.Sorted(maps.Keys(m.files))[m.random.IntN(len(m.files))]
	units := m.files[name]
	from := m.random.IntN(len(units))
	to := from + 1 + m.random.IntN(min(3, len(units)-from))
	for !unique(units, from, to) { // the whole file is, unless it is blank
		if to-from == len(units) {
			return
		}
		if from > 0 && (to == len(units) || m.random.IntN(2) == 0) {
			from--
		} else {
			to++
		}
	}
	search := strings.Join(units[from:to], "")
	replace := m.units(3)
	if m.random.IntN(5) > 0 || to-from == len(units) {
		m.serial++
		replace = append(replace, fmt.Sprintf("line %d of it\n", m.serial)) // so that it changes something
	}
	line := 1 + strings.Count(strings.Join(units[:from], ""), "\n")
	m.files[name] = slices.Concat(units[:from], replace, units[to:])
	m.write(name, search, strings.Join(replace, ""), line)
}

// unique reports whether the lines of some units stand once in a file, and not all are blank.
func unique(units []string, from, to int) bool {
	all, text := "\n"+strings.Join(units, ""), "\n"+strings.Join(units[from:to], "")
	first := strings.Index(all, text)
	return strings.TrimSpace(text) != "" && !strings.Contains(all[first+1:], text)
}

func (m *pairModel) write(name, search, replace string, line int) {
	if search == "" {
		fmt.Fprintf(&m.tags, "<create>\n<file>%s</file>\n<content><![CDATA[\n%s]]></content>\n</create>\n\n", name, replace)
	} else {
		fmt.Fprintf(&m.tags, "<str_replace>\n<file>%s</file>\n<old_str><![CDATA[\n%s]]></old_str>\n<new_str><![CDATA[\n%s]]></new_str>\n</str_replace>\n\n", name, search, replace)
	}
	b := &m.pairs
	prose := m.pick("", "Now this.\n\n", "It is `done`, I think:\n\n", "1. First\n2. Second\n\n", "## Step\n\n")
	fence, spaced := m.pick("", "", "```\n", "```python\n", "~~~~\n", "````txt\n"), strings.Contains(name, " ")
	if strings.HasSuffix(fence, "txt\n") && (!strings.HasSuffix(name, ".txt") || name == m.last) {
		fence = "```diff\n"
	}
	above, within := "", ""
	switch place := m.random.IntN(9); {
	case name == m.last && place < 4 && !strings.Contains(prose, "`"): // it is that of the block before, if the prose names nothing
	case spaced || place == 4:
		above = m.pick("`"+name+"`\n", "**`"+name+"`**\n", "file: `"+name+"`\n", "- `"+name+"`:\n")
	case fence != "" && place == 5:
		within = name + "\n"
	case fence != "" && place == 6 && strings.Contains(name, "."):
		fence = m.pick("```", "```python ") + name + "\n"
	default:
		above = m.pick(name, name+":", "**"+name+"**", "### "+name, "* "+name, "3. "+name+":", "File: "+name) + m.pick("\n", "\n\n")
	}
	if above == "" && within == "" && !strings.Contains(fence, name) && (name != m.last || strings.Contains(prose, "`")) {
		above = name + "\n"
	}
	m.last = name
	opening, closing, divider := "<<<<<<< SEARCH", ">>>>>>> REPLACE", "======="
	switch m.random.IntN(4) {
	case 0:
		opening, closing = "------- SEARCH", "+++++++ REPLACE"
	case 1:
		opening, divider = "<<<<< SEARCH>", "========= "
	case 2:
		if line > 0 {
			opening += fmt.Sprintf("\n:start_line:%d\n-------", line)
		}
	}
	fmt.Fprintf(b, "%s%s%s%s%s\n%s%s\n%s%s\n", prose, above, fence, within, opening, search, divider, replace, closing)
	if fence != "" {
		b.WriteString(strings.Repeat(fence[:1], len(fence)-len(strings.TrimLeft(fence, fence[:1]))) + "\n")
	}
	b.WriteString("\n")
}
