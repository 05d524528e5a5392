package report

import (
	"fmt"
	"strings"

	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Diffs writes the unified diffs of what changed. In color, what differs within a line is marked.
func (h Human) Diffs(w *terminal.Writer, files []run.File) error {
	for _, f := range files {
		if !w.Options().Color {
			if _, err := w.WriteString(f.Diff); err != nil {
				return err
			}
			continue
		}
		writeDiff(w, f.Diff)
	}
	_, err := w.WriteString("")
	return err
}

// writeDiff writes a diff in color.
func writeDiff(w *terminal.Writer, diff string) {
	var old, added int             // lines that the hunk still has on each side
	var removed, inserted []string // lines of the change that is being read
	flush := func() {
		writeChange(w, removed, inserted)
		removed, inserted = nil, nil
	}
	for line := range strings.Lines(diff) {
		switch {
		case old > 0 && line[0] == '-':
			if len(inserted) > 0 {
				flush()
			}
			removed = append(removed, line)
			old--
		case added > 0 && line[0] == '+':
			inserted = append(inserted, line)
			added--
		case line[0] == '\\': // no line end, which belongs to the line before it
			flush()
			w.Styled(terminal.Dim, line)
		case old > 0 || added > 0:
			flush()
			w.Styled(terminal.Plain, line)
			old, added = old-1, added-1
		case strings.HasPrefix(line, "@@ "):
			flush()
			old, added = hunkSize(line)
			w.Styled(terminal.Hunk, line)
		default:
			flush()
			w.Styled(headerStyle(line), strings.TrimSuffix(line, "\n"))
			w.Styled(terminal.Plain, "\n")
		}
	}
	flush()
}

func headerStyle(line string) terminal.Style {
	for _, start := range []string{"diff ", "--- ", "+++ "} {
		if strings.HasPrefix(line, start) {
			return terminal.Path
		}
	}
	return terminal.Plain
}

// hunkSize reads how many lines a hunk has on each side.
func hunkSize(line string) (old, added int) {
	_, old, _, added = hunkNumbers(line)
	return old, added
}

// hunkStart reads the number of the first line that a hunk has on each side.
func hunkStart(line string) (from, to int) {
	from, _, to, _ = hunkNumbers(line)
	return from, to
}

func hunkNumbers(line string) (from, old, to, added int) {
	if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from, &old, &to, &added); err != nil {
		return 0, 0, 0, 0 // it is none of our diffs
	}
	return from, old, to, added
}

// writeChange writes lines that took the place of others, with marks on the words that differ.
func writeChange(w *terminal.Writer, removed, inserted []string) {
	gone, come := markWords(removed, inserted)
	for i, line := range removed {
		writeMarked(w, line, gone[i], terminal.Removed, terminal.RemovedWord)
	}
	for i, line := range inserted {
		writeMarked(w, line, come[i], terminal.Added, terminal.AddedWord)
	}
}

func writeMarked(w *terminal.Writer, line string, parts []word, same, differs terminal.Style) {
	if len(parts) == 0 {
		w.Styled(same, line)
		return
	}
	w.Styled(same, line[:1])
	for _, p := range parts {
		if p.differs {
			w.Styled(differs, p.text)
		} else {
			w.Styled(same, p.text)
		}
	}
	w.Styled(terminal.Plain, line[len(strings.TrimRight(line, "\r\n")):])
}
