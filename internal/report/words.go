package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"fileops/internal/text"
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
	from, to := wordList(old), wordList(added)
	if strings.Count(from, "\n")+strings.Count(to, "\n") > maxWords {
		return gone, come
	}
	diff := text.Diff(text.Version{Content: []byte(from)}, text.Version{Content: []byte(to)})
	markDiffering(diff, flat(old), flat(added))
	if !alike(old) && !alike(added) {
		return gone, come
	}
	return joined(old), joined(added)
}

// joined are the words of lines as the longest parts that differ or do not.
func joined(lines [][]word) [][]word {
	for i, line := range lines {
		var parts []word
		for _, w := range line {
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

// wordList is words as lines, with an empty one after each line.
func wordList(lines [][]word) string {
	var b strings.Builder
	for _, line := range lines {
		for _, w := range line {
			b.WriteString(strings.ReplaceAll(w.text, "\x00", " ")) // a diff of text, not of a binary file
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// flat are the words in the order of wordList; nil for the end of a line.
func flat(lines [][]word) []*word {
	var list []*word
	for _, line := range lines {
		for i := range line {
			list = append(list, &line[i])
		}
		list = append(list, nil)
	}
	return list
}

// markDiffering marks the words that a diff of two lists of words removes and adds.
func markDiffering(diff string, old, added []*word) {
	var from, to int // of the next line of the diff
	inHunk := false
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			var size int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from, &size, &to, &size); err != nil {
				return
			}
			from, to, inHunk = max(0, from-1), max(0, to-1), true
		case !inHunk:
		case line[0] == '-':
			mark(old, from)
			from++
		case line[0] == '+':
			mark(added, to)
			to++
		case line[0] == ' ':
			from, to = from+1, to+1
		}
	}
}

func mark(list []*word, i int) {
	if i < len(list) && list[i] != nil {
		list[i].differs = true
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
