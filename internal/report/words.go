package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fileops/internal/text/diff"
)

// word is a part of a changed line: a word, blanks, or one other character.
type word struct {
	text    string
	differs bool
}

// maxWords is how many words a change may have in which what differs is marked. It bounds the
// time that is spent on long lines.
const maxWords = 4000

// markWords splits the lines of a change into words, and marks those that differ. Lines begin
// with the sign of a diff. It returns nothing for lines that have little in common, of which
// the marks would say nothing.
func markWords(removed, inserted []string) (gone, come [][]word) {
	gone, come = make([][]word, len(removed)), make([][]word, len(inserted))
	if len(removed) == 0 || len(inserted) == 0 {
		return gone, come
	}
	size := 0
	for _, list := range [][]string{removed, inserted} {
		for _, line := range list {
			size += len(line)
		}
	}
	if size > 8*maxWords {
		return gone, come
	}
	old, added := splitLines(removed), splitLines(inserted)
	from, to := flat(old), flat(added)
	if len(from)+len(to) > maxWords {
		return gone, come
	}
	for _, c := range diff.Lines(wordLines(from), wordLines(to)) {
		mark(from[c.Old.Start:c.Old.End])
		mark(to[c.New.Start:c.New.End])
	}
	if !alike(old) && !alike(added) {
		return gone, come
	}
	return joined(old), joined(added)
}

// joined are the words of lines as the longest parts that differ or do not. Blanks between words
// that differ are part of what differs.
func joined(lines [][]word) [][]word {
	for i, line := range lines {
		var parts []word
		for j, w := range line {
			if 0 < j && j < len(line)-1 && line[j-1].differs && line[j+1].differs && strings.TrimSpace(w.text) == "" {
				w.differs = true
			}
			if n := len(parts); n > 0 && parts[n-1].differs == w.differs {
				parts[n-1].text += w.text
				continue
			}
			parts = append(parts, w)
		}
		lines[i] = parts
	}
	return lines
}

// splitLines splits lines without their signs and line ends into words.
func splitLines(lines []string) [][]word {
	list := make([][]word, len(lines))
	for i, line := range lines {
		list[i] = splitWords(strings.TrimRight(line[1:], "\r\n"))
	}
	return list
}

func splitWords(line string) []word {
	var words []word
	for line != "" {
		r, end := utf8.DecodeRuneInString(line)
		for kind := kindOf(r); kind != other && end < len(line); {
			next, size := utf8.DecodeRuneInString(line[end:])
			if kindOf(next) != kind {
				break
			}
			end += size
		}
		words = append(words, word{text: line[:end]})
		line = line[end:]
	}
	return words
}

// The kinds of characters that make a word together, and others, each of which is one.
const (
	other = iota
	letter
	blank
)

func kindOf(r rune) int {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return letter
	case unicode.IsSpace(r):
		return blank
	}
	return other
}

// flat are the words of lines, with an empty one after each line.
func flat(lines [][]word) []*word {
	var list []*word
	for _, line := range lines {
		for i := range line {
			list = append(list, &line[i])
		}
		list = append(list, &word{})
	}
	return list
}

// wordLines is a text with one word on each line.
func wordLines(words []*word) []byte {
	var lines []byte
	for _, w := range words {
		lines = append(append(lines, w.text...), '\n')
	}
	return lines
}

func mark(words []*word) {
	for _, w := range words {
		w.differs = true
	}
}

// alike reports whether at least a third of what the lines hold, blanks aside, is not marked.
func alike(lines [][]word) bool {
	same, all := 0, 0
	for _, line := range lines {
		for _, w := range line {
			if strings.TrimSpace(w.text) == "" {
				continue
			}
			all += len(w.text)
			if !w.differs {
				same += len(w.text)
			}
		}
	}
	return 3*same >= all
}
