package diff

// The limits and weights are those of git's indent heuristic, which were found by trying them
// on many repositories (https://github.com/mhagger/diff-slider-tools). A place with a lower
// penalty is better.
const (
	maxMoves  = 100 // places that are tried
	maxBlanks = 20  // blank lines in a row that are looked at
	maxIndent = 200 // columns

	indentWeight = 60 // of less indentation against the penalties

	startOfFile      = 1
	endOfFile        = 21
	eachBlank        = -30
	eachBlankAfter   = 6
	indented         = -4 // deeper than the line before
	indentedAtBlank  = 10
	outdented        = 24 // less deep than the line before and the line after
	outdentedAtBlank = 17
	dedented         = 23 // less deep than the line before, as deep as the line after, or deeper
	dedentedAtBlank  = 17
)

// blank is the indentation of a line without text, and where there is no line.
const blank = -1

// wellIndented returns the best gap for the group, from top to its own: the one at which, by the
// indentation of the lines around it, a part of the text begins or ends.
func (g groups) wellIndented(c group, top int) int {
	size := g.gaps[c.gap]
	first := max(top, c.gap-size-1, c.gap-maxMoves)
	best, bestIndent, bestPenalty := c.gap, 0, 0
	for gap := first; gap <= c.gap; gap++ {
		start := c.start - (c.gap - gap)
		endIndent, endPenalty := g.judge(start + size)
		indent, penalty := g.judge(start)
		indent, penalty = indent+endIndent, penalty+endPenalty
		if gap == first || indentWeight*sign(indent-bestIndent)+penalty-bestPenalty <= 0 {
			best, bestIndent, bestPenalty = gap, indent, penalty
		}
	}
	return best
}

// judge says how deep the text is at a cut before a line, and how bad the cut is.
func (g groups) judge(at int) (indent, penalty int) {
	before, blanksBefore := g.textFrom(at-1, -1)
	own := blank
	if at < len(g.lines) {
		own = indentation(g.lines[at])
	}
	after, blanksAfter := g.textFrom(at+1, 1)
	indent = own
	if own == blank {
		indent = after
		blanksAfter++
	} else {
		blanksAfter = 0
	}
	if before == blank && blanksBefore == 0 {
		penalty += startOfFile
	}
	if at >= len(g.lines) {
		penalty += endOfFile
	}
	blanks := blanksBefore + blanksAfter
	penalty += eachBlank*blanks + eachBlankAfter*blanksAfter
	if indent == blank || before == blank {
		return indent, penalty
	}
	pick := func(plain, atBlank int) int {
		if blanks > 0 {
			return atBlank
		}
		return plain
	}
	switch {
	case indent > before:
		penalty += pick(indented, indentedAtBlank)
	case indent < before && after != blank && after > indent:
		penalty += pick(outdented, outdentedAtBlank)
	case indent < before:
		penalty += pick(dedented, dedentedAtBlank)
	}
	return indent, penalty
}

// textFrom returns the indentation of the first line with text, from a line on, and how many
// blank lines come before it. After maxBlanks of them, text without indentation is assumed.
func (g groups) textFrom(i, step int) (indent, blanks int) {
	for ; i >= 0 && i < len(g.lines); i += step {
		if indent = indentation(g.lines[i]); indent != blank {
			return indent, blanks
		}
		if blanks++; blanks == maxBlanks {
			return 0, blanks
		}
	}
	return blank, blanks
}

// indentation returns the columns before the text of a line, with tabs of eight.
func indentation(line string) int {
	columns := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			columns++
		case '\t':
			columns += 8 - columns%8
		case '\n', '\r':
		default:
			return columns
		}
		if columns >= maxIndent {
			return maxIndent
		}
	}
	return blank
}

func sign(n int) int { return min(1, max(-1, n)) }
