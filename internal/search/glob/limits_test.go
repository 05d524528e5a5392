package glob_test

import (
	"errors"
	"strings"
	"testing"

	"fileops/internal/search/glob"
)

// TestBracesHaveBounds: the size of an expansion is checked before it is made.
func TestBracesHaveBounds(t *testing.T) {
	for _, tt := range []struct{ name, pattern, want string }{
		{"in-a-row", "a/" + strings.Repeat("{a,b}", 2000), "the braces stand for"},
		{"in-each-other", "a/" + strings.Repeat("{a,", 200) + "b" + strings.Repeat("}", 200), "the braces stand for"},
		{"that-do-not-close", "a/" + strings.Repeat("{a,", 200), "this { has no }"},
		{"in-each-other-of-one-word", "a/" + strings.Repeat("{", 250) + "b" + strings.Repeat("}", 250), ""},
		{"too-many-in-each-other-of-one-word", "a/" + strings.Repeat("{", 251) + "b" + strings.Repeat("}", 251), "more than 250 braces are open here"},
		{"too-many-in-each-other", "a/" + strings.Repeat("{a,", 2000) + "b" + strings.Repeat("}", 2000), "more than 250 braces are open here"},
		{"too-many-that-do-not-close", "a/" + strings.Repeat("{a,", 2000), "more than 250 braces are open here"},
		{"a-few-in-a-long-pattern", "a/" + strings.Repeat("{a,b}", 12) + strings.Repeat("x", 8000), "more than 1 MB"},
		{"a-long-list", "a/{" + strings.Repeat("word,", 3000) + "x}", "more than 1 MB"},
		{"a-few", "a/{b,c}{d,e}/*.{go,mod}", ""},
		{"a-long-pattern-without", "a/" + strings.Repeat("x", 8000), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := glob.Compile(tt.pattern)
			if e := (*glob.Error)(nil); tt.want != "" && (!errors.As(err, &e) || !strings.Contains(e.Reason, tt.want)) {
				t.Errorf("got %.200v, want %q", err, tt.want)
			}
			if tt.want == "" && err != nil {
				t.Errorf("got %.200v, want a pattern", err)
			}
		})
	}
}
