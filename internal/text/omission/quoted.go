package omission

import (
	"bytes"
	"strings"

	"fileops/internal/lazy"
)

// quoted tells which lines of a text are in heredocs and in triple-quoted strings. Those without
// an end do not count.
type quoted struct {
	heredocs, strings depth
}

// depth holds for each line, from 1, the number of ranges around it.
type depth []int

func (d depth) at(n int) bool { return n < len(d) && d[n] > 0 }

// heredocOpens matches the start of a heredoc in a shell, Ruby, Perl and PHP.
var heredocOpens = lazy.Regexp{Source: `<<[-~<]?[ \t]?\\?["']?([A-Za-z_]\w*)["']?`}

// findQuoted reads a text once. It marks where ranges begin and end, and then sums up the marks.
func findQuoted(src []byte) (q quoted) {
	if !bytes.Contains(src, []byte("<<")) && !bytes.Contains(src, []byte(`"""`)) && !bytes.Contains(src, []byte("'''")) {
		return q
	}
	lines := bytes.Count(src, []byte("\n")) + 3
	q.heredocs, q.strings = make(depth, lines), make(depth, lines)
	words := map[string]int{} // the word that ends a heredoc, to the line that it opens on
	mark, start := "", 0      // of the current string
	n := 0
	for l := range bytes.Lines(src) {
		n++
		line := string(l)
		word := strings.Trim(line, " \t\r\n;,)")
		if at, ok := words[word]; ok {
			q.heredocs[at+1]++
			q.heredocs[n]--
			delete(words, word)
		}
		if strings.Contains(line, "<<") {
			for _, m := range heredocOpens.Get().FindAllStringSubmatch(line, -1) {
				words[m[1]] = n
			}
		}
		for {
			i, found := nextMark(line, mark)
			if i < 0 {
				break
			}
			line = line[i+len(found):]
			if mark == "" {
				mark, start = found, n
				continue
			}
			if start < n {
				q.strings[start+1]++
				q.strings[n]--
			}
			mark = ""
		}
	}
	for _, d := range []depth{q.heredocs, q.strings} {
		for i := 1; i < len(d); i++ {
			d[i] += d[i-1]
		}
	}
	return q
}

// nextMark finds the mark, or if it is "" the first one that opens a string.
func nextMark(line, mark string) (int, string) {
	if mark != "" {
		return strings.Index(line, mark), mark
	}
	if at := tripleMark.Get().FindStringIndex(line); at != nil {
		return at[0], line[at[0]:at[1]]
	}
	return -1, ""
}

var tripleMark = lazy.Regexp{Source: `"""|'''`}
