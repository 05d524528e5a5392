package match

import (
	"maps"
	"strings"
	"testing"
)

// TestLookAlikesAreAllThere counts the characters of each kind: a range that is one too
// short or too long is another number.
func TestLookAlikesAreAllThere(t *testing.T) {
	t.Parallel()
	plain, hidden, named := map[byte]int{}, 0, map[string]int{}
	for r := rune(0x80); r < 0x10000; r++ {
		if c := plainOf(r); c != 0 {
			plain[c]++
		}
		if invisible(r) {
			hidden++
		}
		switch name := lookAlikeName(r); name {
		case "ligature", "full-width character", "arrow":
			named[name]++
		}
	}
	if want := map[byte]int{' ': 16, '-': 10, '\'': 7, '"': 6}; !maps.Equal(plain, want) {
		t.Errorf("plain characters %v, want %v", plain, want)
	}
	if hidden != 6 {
		t.Errorf("%d invisible characters, want 6", hidden)
	}
	if want := map[string]int{"ligature": 7, "full-width character": 91, "arrow": 112}; !maps.Equal(named, want) {
		t.Errorf("named %v, want %v", named, want)
	}
}

// TestNarrowEndsWithWords: the part of a long line that is shown begins and ends with a
// word, if words are not far longer than the text.
func TestNarrowEndsWithWords(t *testing.T) {
	t.Parallel()
	other := strings.Repeat("; 1", 100)
	for _, tt := range []struct{ line, find, want string }{
		{other + "; alpha beta gamma" + other, "lpha betx gamm", "alpha beta gamma"},
		{other + "; alphabet" + other, "phax", "alphabet"},
		{other + ";" + strings.Repeat("a", 50) + "wxyz" + strings.Repeat("b", 50) + other, "wxyz", "aaaawxyzbbbb"},
		{strings.Repeat("a", 50) + "wxyz", "wxyz", "aaaawxyz"},
		{"wxyz" + strings.Repeat("b", 50), "wxyz", "wxyzbbbb"},
		{"wxyz" + strings.Repeat("b", 50), "wxy", "wxyz" + strings.Repeat("b", 50)}, // too short to be looked for
	} {
		l := located{end: len(tt.line), pairs: []pair{{find: []byte(tt.find)}}}.narrow([]byte(tt.line), []byte(tt.find))
		if got := tt.line[l.start:l.end]; got != tt.want {
			t.Errorf("for %q: %q, want %q", tt.find, got, tt.want)
		}
	}
	short := located{end: 7, pairs: []pair{{}}}
	if l := short.narrow([]byte("abcdefg"), []byte("abcd")); l.end != 7 {
		t.Errorf("a short line was narrowed: %+v", l)
	}
}
