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
	b      strings.Builder
	hyphen string // was cut off the end of the last line
}

func (w *writer) write(rows []row) {
	leading := usualLeading(rows)
	for i, r := range rows {
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
			w.b.WriteString("\n\n")
		default:
			w.b.WriteString("\n")
		}
		w.add(line)
	}
	w.b.WriteString(w.hyphen)
	w.hyphen = ""
	if len(rows) > 0 {
		w.b.WriteString("\n")
	}
}

// add writes a line but for a hyphen at its end that may divide a word.
func (w *writer) add(line string) {
	line, w.hyphen = cutHyphen(line)
	w.b.WriteString(strings.ReplaceAll(line, "\u00ad", ""))
}

// finishWord takes the rest of a divided word from the start of the next line. If that
// does not look like one, the hyphen stays where it was.
func (w *writer) finishWord(line string) string {
	hyphen := w.hyphen
	w.hyphen = ""
	if r, _ := utf8.DecodeRuneInString(line); !unicode.IsLower(r) {
		w.b.WriteString(hyphen)
		return line
	}
	rest, line, _ := strings.Cut(line, " ")
	if compound(w.b.String()) {
		w.b.WriteString(hyphen)
	}
	w.add(rest)
	return strings.TrimSpace(line)
}

// compound says that the last word has a hyphen or a digit in it, as state-of-the has:
// a hyphen after it is more likely to be one of its own.
func compound(text string) bool {
	last := text[strings.LastIndexAny(text, " \n")+1:]
	return strings.ContainsAny(last, "-0123456789")
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
