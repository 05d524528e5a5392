package main

import (
	"math/rand/v2"
	"slices"
	"strings"

	"fileops/internal/text"
)

func oneOf[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// modelLine is a line of an alphabet in which much collides.
func modelLine(r *rand.Rand) string {
	if r.IntN(6) == 0 {
		return oneOf(r, []string{"", "", "", " ", "  "})
	}
	return oneOf(r, []string{"", "", "", " ", "  ", "  ", "    ", "    ", "\t", "\t", "\t\t", "\t ", "      "}) +
		oneOf(r, []string{"a", "b", "{", "aab", "aab", "abb", "abb", "a b b", "aabb {", "aabbaabb", "bbaabbaab"}) +
		oneOf(r, []string{"", "", "", "", "", " ", "  ", "\t", " b", "a"})
}

// modelFile is a file of at most 8 lines.
func modelFile(r *rand.Rand) []string {
	lines := make([]string, r.IntN(9))
	for i := range lines {
		if lines[i] = modelLine(r); i > 0 && r.IntN(4) == 0 {
			lines[i] = lines[r.IntN(i)]
		}
	}
	return lines
}

// joined gives lines their ends: of one kind, or of both.
func joined(r *rand.Rand, lines []string) string {
	ends := oneOf(r, [][]string{{"\n"}, {"\n"}, {"\n"}, {"\r\n"}, {"\r\n"}, {"\n", "\r\n"}})
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l + oneOf(r, ends))
	}
	if r.IntN(4) == 0 {
		return strings.TrimSuffix(strings.TrimSuffix(b.String(), "\n"), "\r")
	}
	return b.String()
}

// modelDamage is a piece of a file as a model might remember it, and how the same model
// would indent.
func modelDamage(r *rand.Rand, lines []string) (damaged []string, frame func(string) string) {
	out, blanks := slices.Clone(lines), oneOf(r, []string{" ", "  ", "  ", "    ", "    ", "\t"})
	frame = func(l string) string { return l }
	switch r.IntN(12) {
	case 0, 1:
		for i := range out {
			if r.IntN(2) == 0 {
				out[i] = trimRight(out[i]) + oneOf(r, []string{"", " ", "\t", "  "})
			}
		}
	case 2, 3:
		frame = func(l string) string { return blanks + l }
	case 4, 5:
		own, _ := firstLine(lines)
		blanks = oneOf(r, []string{blanks, indentOf(own)})
		frame = func(l string) string { return strings.TrimPrefix(l, blanks) }
	case 6:
		width := strings.Repeat(" ", oneOf(r, []int{2, 4, 4, 8, 3}))
		frame = func(l string) string {
			return strings.ReplaceAll(indentOf(l), "\t", width) + strings.TrimLeft(l, " \t")
		}
	case 7:
		width := strings.Repeat(" ", oneOf(r, []int{2, 4, 4, 8, 3}))
		frame = func(l string) string {
			return strings.ReplaceAll(indentOf(l), width, "\t") + strings.TrimLeft(l, " \t")
		}
	case 8:
		out[0] = strings.TrimLeft(out[0], " \t")
		out[len(out)-1] = oneOf(r, []string{trimRight(out[len(out)-1]), out[len(out)-1]})
	case 9:
		if l := out[len(out)-1]; l != "" {
			out[len(out)-1] = l[:r.IntN(len(l))]
		}
	}
	for i := range out {
		if out[i] != "" {
			out[i] = frame(out[i])
		}
	}
	switch r.IntN(14) {
	case 0:
		out = append(out, "")
	case 1:
		out = append([]string{""}, out...)
	}
	return out, frame
}

// modelReplacement is what a model might put in the place of a piece.
func modelReplacement(r *rand.Rand, piece []string, frame func(string) string) []string {
	out := slices.Clone(piece)
	for range 1 + r.IntN(2) {
		if len(out) == 0 {
			break
		}
		i := r.IntN(len(out))
		line := modelLine(r)
		if r.IntN(4) > 0 {
			line = frame(line)
		}
		switch r.IntN(8) {
		case 0:
			out[i] = line
		case 1, 2:
			out = slices.Insert(out, i+r.IntN(2), indentOf(out[i])+strings.TrimLeft(line, " \t"))
		case 3:
			out = slices.Delete(out, i, i+1)
		case 4:
			out[i] += oneOf(r, []string{"b", " a", " ", "aabb"})
		case 5:
			for i := range out {
				out[i] = oneOf(r, []string{"  ", "\t", "    "}) + out[i]
			}
		case 6:
			out[i] = indentOf(out[i]) + strings.TrimLeft(line, " \t")
		}
	}
	return out
}

// modelValueOf is lines in one of the forms.
func modelValueOf(r *rand.Rand, lines []string, block bool) modelValue {
	s := ""
	if len(lines) > 0 {
		s = strings.Join(lines, "\n") + "\n"
	}
	if block {
		return modelValue{text: s, block: true}
	}
	if r.IntN(3) > 0 {
		s = strings.TrimSuffix(s, "\n")
	}
	return modelValue{text: s}
}

// modelCaseOf is any case that can be written.
func modelCaseOf(r *rand.Rand) modelCase {
	for {
		c := anyModelCase(r)
		if r.IntN(4) == 0 {
			c = deepModelCase(r)
		}
		switch r.IntN(48) {
		case 0, 1, 2:
			c.file = text.BOM + c.file
		case 3, 4, 5: // characters of more than a byte
			for _, s := range []*string{&c.file, &c.find.text, &c.replace.text} {
				*s = strings.ReplaceAll(*s, "a", "ä")
			}
		case 6:
			c.find.text = ""
		}
		if c.writable() {
			return c
		}
	}
}

// deepModelCase is a tolerant edit of lines that are sent at another depth, or with tabs
// for spaces, in a file whose texts seldom collide: without it few edits get as far as the
// levels that ignore how deep lines are.
func deepModelCase(r *rand.Rand) modelCase {
	unit := oneOf(r, []string{"  ", "    ", "\t"})
	texts := []string{"aab", "abb", "aabb {", "bab a", "bbaa", "abab", "babab", "}"}
	r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	lines, depth := make([]string, 2+r.IntN(6)), r.IntN(3)
	for i := range lines {
		lines[i] = strings.Repeat(unit, depth) + texts[i]
		depth = max(0, depth+oneOf(r, []int{0, 0, 1, -1}))
	}
	from := r.IntN(len(lines))
	piece := slices.Clone(lines[from:min(len(lines), from+1+r.IntN(3))])
	frame := func(l string) string { return unit + l }
	switch own, _ := firstLine(piece); r.IntN(5) {
	case 0, 1:
		frame = func(l string) string { return strings.TrimPrefix(l, indentOf(own)) }
	case 2:
		other := oneOf(r, []string{"\t", "  ", "    "})
		frame = func(l string) string {
			return strings.ReplaceAll(indentOf(l), unit, other) + strings.TrimLeft(l, " \t")
		}
	}
	find := make([]string, len(piece))
	for i, l := range piece {
		find[i] = frame(l)
	}
	own := func(l string) string { return l }
	replace := modelReplacement(r, find, frame)
	if r.IntN(3) == 0 {
		replace = modelReplacement(r, piece, own)
	} else if r.IntN(4) == 0 {
		replace = deepLines(r, unit, texts)
	}
	switch r.IntN(12) {
	case 0:
		lines = slices.Insert(lines, r.IntN(len(lines)+1), oneOf(r, find))
	case 1: // all lines stand elsewhere as they were sent
		for _, l := range find {
			lines = slices.Insert(lines, r.IntN(len(lines)+1), l)
		}
	case 2: // a place at another depth, and one inside a line
		lines = append(lines, unit+piece[0], "ab "+strings.TrimSpace(piece[0]))
	}
	if r.IntN(8) == 0 {
		find = slices.Insert(find, oneOf(r, []int{0, len(find)}), "")
	}
	c := modelCase{as: oneOf(r, spellings), style: r.IntN(4)}
	c.all, c.call, c.tolerant = c.as.all, c.as.call, true
	c.file = joined(r, lines)
	c.find, c.replace = modelValueOf(r, find, !c.call), modelValueOf(r, replace, !c.call)
	if c.call && c.replace.text != "" && r.IntN(4) > 0 { // both end in a line end, or neither
		c.find.text, c.replace.text = strings.TrimSuffix(c.find.text, "\n"), strings.TrimSuffix(c.replace.text, "\n")
	}
	return c
}

// deepLines are new lines, at depths of the file's unit.
func deepLines(r *rand.Rand, unit string, texts []string) []string {
	out, depth := make([]string, 1+r.IntN(3)), r.IntN(3)
	for i := range out {
		out[i] = strings.Repeat(unit, depth) + oneOf(r, texts) + oneOf(r, []string{"", " ab"})
		depth = max(0, depth+oneOf(r, []int{0, 1, -1}))
	}
	return out
}

func anyModelCase(r *rand.Rand) modelCase {
	lines := modelFile(r)
	c := modelCase{as: oneOf(r, spellings), style: r.IntN(4)}
	c.all, c.call, c.tolerant = c.as.all, c.as.call, r.IntN(3) > 0
	block := !c.call && r.IntN(4) > 0
	if len(lines) == 0 || r.IntN(12) == 0 {
		c.file = joined(r, lines)
		noise := func() []string {
			var b strings.Builder
			for range r.IntN(6) {
				b.WriteString(oneOf(r, []string{" ", "\t", "a", "b", "{", "\n", "aab"}))
			}
			return strings.Split(b.String(), "\n")
		}
		c.find, c.replace = modelValueOf(r, noise(), block), modelValueOf(r, noise(), block)
		return c
	}
	from := r.IntN(len(lines))
	piece := slices.Clone(lines[from:min(len(lines), from+1+r.IntN(4))])
	find, frame := modelDamage(r, piece)
	base := find
	if r.IntN(4) == 0 {
		base, frame = piece, func(l string) string { return l } // written in the frame of the file
	}
	replace := modelReplacement(r, base, frame)
	switch r.IntN(8) {
	case 0: // sent already
		lines = slices.Replace(lines, from, from+len(piece), replace...)
	case 1: // an insertion, sent twice or not
		replace = slices.Insert(slices.Clone(piece), oneOf(r, []int{0, len(piece)}), modelLine(r), modelLine(r))
		if find = piece; r.IntN(2) == 0 {
			lines = slices.Replace(lines, from, from+len(piece), replace...)
		}
	case 2:
		replace = nil
	}
	c.file = joined(r, lines)
	c.find, c.replace = modelValueOf(r, find, block), modelValueOf(r, replace, block)
	if r.IntN(10) == 0 {
		c.replace = modelValueOf(r, replace, !block && !c.call)
	}
	if !block && r.IntN(4) == 0 && len(c.find.text) > 2 { // a part of lines
		i := r.IntN(len(c.find.text) - 1)
		c.find.text = c.find.text[i:][:1+r.IntN(len(c.find.text)-i)]
	}
	if crlf := r.IntN(12); crlf == 0 {
		c.find.text = strings.ReplaceAll(c.find.text, "\n", "\r\n")
	} else if crlf == 1 {
		c.replace.text = strings.ReplaceAll(c.replace.text, "\n", "\r\n")
	}
	return c
}
