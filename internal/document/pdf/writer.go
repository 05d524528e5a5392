package pdf

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer writes rows as lines of text. A word that a hyphen divides at the end of a
// line is put together on that line.
type writer struct {
	budget   *budget
	b        strings.Builder
	hyphen   string // was cut off the end of the last line
	compound bool   // the last word has a hyphen or a digit in it, as state-of-the has
}

func (w *writer) write(rows []row) {
	leading := usualLeading(rows)
	for i, r := range rows {
		if w.budget.late() {
			break
		}
		line := strings.TrimSpace(lineText(r))
		if w.hyphen != "" {
			line = w.finishWord(line)
		}
		if line == "" {
			continue
		}
		switch {
		case w.b.Len() == 0:
		case r.first || i == 0 || math.Abs(rows[i-1].y-r.y) > 1.4*max(leading, r.size):
			w.put("\n\n")
		default:
			w.put("\n")
		}
		w.add(line)
	}
	w.put(w.hyphen)
	w.hyphen = ""
	if len(rows) > 0 {
		w.put("\n")
	}
}

// add writes a line but for a hyphen at its end that may divide a word.
func (w *writer) add(line string) {
	line, w.hyphen = cutHyphen(line)
	w.put(strings.ReplaceAll(line, "\u00ad", ""))
}

// finishWord takes the rest of a divided word from the start of the next line. If that
// does not look like one, the hyphen stays where it was.
func (w *writer) finishWord(line string) string {
	hyphen := w.hyphen
	w.hyphen = ""
	if r, _ := utf8.DecodeRuneInString(line); !unicode.IsLower(r) {
		w.put(hyphen)
		return line
	}
	rest, line, _ := strings.Cut(line, " ")
	if w.compound { // a hyphen after it is more likely to be one of its own
		w.put(hyphen)
	}
	w.add(rest)
	return strings.TrimSpace(line)
}

// put writes text, and minds what the last word is: a word may go on for as many lines
// as there are, and is not looked at again.
func (w *writer) put(text string) {
	w.b.WriteString(text)
	if end := strings.LastIndexAny(text, " \n"); end >= 0 {
		text, w.compound = text[end+1:], false
	}
	w.compound = w.compound || strings.ContainsAny(text, "-0123456789")
}

// cutHyphen takes the hyphen from the end of a line if it may divide a word: a letter
// is before it.
func cutHyphen(line string) (rest, hyphen string) {
	for _, h := range []string{"-", "\u2010", "\u00ad"} {
		if rest, ok := strings.CutSuffix(line, h); ok {
			r, _ := utf8.DecodeLastRuneInString(rest)
			if unicode.IsLetter(r) {
				return rest, strings.ReplaceAll(h, "\u00ad", "-")
			}
		}
	}
	return line, ""
}
