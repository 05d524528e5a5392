package filename

import (
	"strings"

	"fileops/internal/lazy"
)

// MayName returns the first line of a text between two changes that may name a file other than
// path; "" if none does. Any word may: "the API module", "the tests". So a line is passed over
// only if each of its words is a number, path itself, or one that only connects the changes, as in
// "And then:". The language of a fence is passed over as well.
func MayName(text, path string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		words := strings.Fields(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			words = words[1:]
		}
		for _, word := range words {
			if !connects(word, path) {
				return line
			}
		}
	}
	return ""
}

// connects reports whether a word between two changes names no file other than path.
func connects(word, path string) bool {
	plain := strings.ToLower(strings.Trim(word, ".,:;!?()*_#-–—"))
	if strings.Trim(plain, "0123456789") == "" || connecting.Get()[plain] {
		return true
	}
	name := bare(strings.Trim(word, separators+".:"))
	return name == path || IsFile(name) && isEndOf(name, path)
}

// connecting are words that name nothing. "File" is none of them: see "the next file".
var connecting = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields("a above add after afterwards again also an and apply as at be before below but by change changed changes code delete " +
		"do done edit edits finally first for from further here i in insert into is it its last lastly line lines make more my need needs next now of on once our " +
		"place remove replace same second so step that the their them then there these they third this those to too two update updated updates we will with") {
		words[word] = true
	}
	return words
}}
