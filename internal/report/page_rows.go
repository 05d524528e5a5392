package report

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// pageHunk is a part of a diff, side by side.
type pageHunk struct {
	Head       string // @@ -1,4 +1,5 @@
	Operations []pageOperation
	Rows       []pageRow
}

// pageRow is a line of both sides. A side that has none there has the number 0.
type pageRow struct {
	Same     bool
	Old, New pageSide
}

// pageSide is a line of one side. NoEnd is set if it is the last one, without a line end.
type pageSide struct {
	Number int
	Parts  []pagePart
	NoEnd  bool
}

// pagePart is a part of a line, marked if the other side does not have it.
type pagePart struct {
	Text    string
	Differs bool
}

// hunksOf reads the hunks of a diff.
func hunksOf(unified string) (hunks []pageHunk) {
	var removed, inserted []string
	var noEnd [2]bool // of the last line that was removed, and of the last one that was inserted
	old, added, from, to := 0, 0, 0, 0
	flush := func() {
		if len(hunks) > 0 {
			h := &hunks[len(hunks)-1]
			h.Rows = append(h.Rows, changedRows(removed, inserted, from, to, noEnd)...)
		}
		from, to = from+len(removed), to+len(inserted)
		removed, inserted, noEnd = nil, nil, [2]bool{}
	}
	for line := range strings.Lines(unified) {
		switch {
		case old > 0 && line[0] == '-':
			removed, old = append(removed, line), old-1
		case added > 0 && line[0] == '+':
			inserted, added = append(inserted, line), added-1
		case line[0] == '\\':
			noEnd[0] = noEnd[0] || len(inserted) == 0
			noEnd[1] = noEnd[1] || len(inserted) > 0
			if len(removed)+len(inserted) == 0 && len(hunks) > 0 { // of a line that both have
				rows := hunks[len(hunks)-1].Rows
				rows[len(rows)-1].Old.NoEnd, rows[len(rows)-1].New.NoEnd = true, true
			}
		case old > 0 || added > 0:
			flush()
			h := &hunks[len(hunks)-1]
			parts := []pagePart{{Text: shownLine(line)}}
			h.Rows = append(h.Rows, pageRow{Same: true, Old: pageSide{Number: from, Parts: parts}, New: pageSide{Number: to, Parts: parts}})
			from, to, old, added = from+1, to+1, old-1, added-1
		case strings.HasPrefix(line, "@@ "):
			flush()
			from, to = hunkStart(line)
			old, added = hunkSize(line)
			hunks = append(hunks, pageHunk{Head: strings.TrimSuffix(line, "\n")})
		}
	}
	flush()
	return hunks
}

// partRows is how many rows of the page are laid out together: a browser does it when they come
// into view, which must not take long.
const partRows = 300

// inParts cuts the hunks that have more rows than a part. The later parts have no head.
func inParts(hunks []pageHunk) (parts []pageHunk) {
	for _, h := range hunks {
		for rows := range slices.Chunk(h.Rows, partRows) {
			h.Rows = rows
			parts = append(parts, h)
			h.Head, h.Operations = "", nil
		}
	}
	return parts
}

// sideOf names the only side of hunks that has lines; "" if both have.
func sideOf(hunks []pageHunk) string {
	var old, added bool
	for _, h := range hunks {
		for _, row := range h.Rows {
			old, added = old || row.Old.Number > 0, added || row.New.Number > 0
		}
	}
	switch {
	case old && added:
		return ""
	case old:
		return "old"
	}
	return "new"
}

// changedRows puts lines that took the place of others beside them.
func changedRows(removed, inserted []string, from, to int, noEnd [2]bool) []pageRow {
	rows := make([]pageRow, max(len(removed), len(inserted)))
	gone, come := markWords(removed, inserted)
	for i, line := range removed {
		rows[i].Old = pageSide{from + i, partsOf(line, gone[i]), noEnd[0] && i == len(removed)-1}
	}
	for i, line := range inserted {
		rows[i].New = pageSide{to + i, partsOf(line, come[i]), noEnd[1] && i == len(inserted)-1}
	}
	return rows
}

func partsOf(line string, words []word) []pagePart {
	if len(words) == 0 || len(line) > maxLine {
		return []pagePart{{Text: shownLine(line)}}
	}
	parts := make([]pagePart, len(words))
	for i, w := range words {
		parts[i] = pagePart{visible(w.text), w.differs}
	}
	return parts
}

// maxLine is how many characters of a line are shown. A browser takes seconds for one of a
// megabyte, and nobody reads it.
const maxLine = 2000

// shownLine is a line of a diff without its sign and line end.
func shownLine(line string) string { return shownText(strings.TrimRight(line[1:], "\r\n")) }

// shownText is a line as the page shows it.
func shownText(line string) string { return visible(text.Cut(line, maxLine)) }

// shownLines are lines of several texts.
func shownLines(texts []string) string {
	var b strings.Builder
	for _, t := range texts {
		for line := range strings.Lines(t) {
			b.WriteString(shownText(strings.TrimSuffix(line, "\n")))
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
