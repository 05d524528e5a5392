package report

import "fmt"

// pageOperation is an operation of the response, and where on the page it stands; "" if nowhere.
type pageOperation struct{ Text, Link string }

// changedLines are lines that an operation changed, from line first up to line end, without it. If
// it only removed lines, both are the line that is there now.
type changedLines struct{ operation, first, end int }

// operationsOf puts at each hunk of a file the operations that changed its lines, and returns those
// that belong to no hunk: all of them if the file has one operation, and else those that moved or
// copied it, or whose change a later one took back.
func operationsOf(diffs []string, hunks []pageHunk, operations []pageOperation) (apart []pageOperation) {
	if len(diffs) < 2 || len(hunks) == 0 {
		return operations
	}
	var changed []changedLines
	for i, text := range diffs {
		changed = afterDiff(changed, i, text)
	}
	used := make([]bool, len(operations))
	for h := range hunks {
		here := make([]bool, len(operations))
		for _, c := range changed {
			here[c.operation] = here[c.operation] || hunks[h].changes(c)
		}
		for i, is := range here {
			if is {
				hunks[h].Operations = append(hunks[h].Operations, operations[i])
				used[i] = true
			}
		}
	}
	for i, is := range used {
		if !is {
			apart = append(apart, operations[i])
		}
	}
	return apart
}

// afterDiff returns the lines changed so far, by their numbers after one more operation, and the
// lines that this one changed.
func afterDiff(changed []changedLines, operation int, text string) []changedLines {
	moved := make([]changedLines, len(changed), len(changed)+1)
	copy(moved, changed)
	shift := 0
	for _, h := range hunksOf(text) {
		for _, r := range h.replacements() {
			first, end, added := r.first+shift, r.end+shift, r.added
			for i, c := range moved {
				moved[i] = c.after(first, end, added)
			}
			moved = append(moved, changedLines{operation, first, first + added})
			shift += added - (end - first)
		}
	}
	return moved
}

// after returns where lines are when added ones have taken the place of those from first up to end.
func (c changedLines) after(first, end, added int) changedLines {
	by := added - (end - first)
	switch {
	case end <= c.first && first < c.first, end < c.first:
		c.first, c.end = c.first+by, c.end+by
	case first >= c.end && first > c.first:
	default: // they overlap
		c.first, c.end = min(c.first, first), max(c.end+by, first+added)
	}
	return c
}

// replaced are lines of the old side, from first up to end, and how many took their place.
type replaced struct{ first, end, added int }

// replacements are the changes of a hunk without the lines around them.
func (h pageHunk) replacements() (list []replaced) {
	next, open := 1, false // the line of the old side behind the row before
	for _, row := range h.Rows {
		if row.Old.Number > 0 {
			next = row.Old.Number
		}
		switch {
		case row.Same:
			open = false
		case !open:
			list = append(list, replaced{first: next, end: next})
			open = true
		}
		if !row.Same {
			last := &list[len(list)-1]
			if row.Old.Number > 0 {
				last.end++
			}
			if row.New.Number > 0 {
				last.added++
			}
		}
		if row.Old.Number > 0 {
			next++
		}
	}
	return list
}

// changes reports whether a hunk of the whole change has lines that an operation changed.
func (h pageHunk) changes(c changedLines) bool {
	next := 1
	for _, row := range h.Rows {
		at := row.New.Number
		if at == 0 { // a line that is gone, before this line of the new side
			at = next
		}
		if !row.Same && (c.first <= at && at < c.end || c.first == c.end && at == c.first) {
			return true
		}
		if row.New.Number > 0 {
			next = row.New.Number + 1
		}
	}
	return false
}

// lineID is the name of a line of a response on the page.
func lineID(response, line int) string { return fmt.Sprintf("r%dl%d", response+1, line) }
