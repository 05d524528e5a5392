package match

import (
	"strings"
	"testing"

	"fileops/internal/text"
)

func TestInsideWord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src, find string
		want      bool
	}{
		{"width", "id", true}, {"id = 1", "id", false}, {"(id)", "id", false}, {"id2", "id", true}, {"my_id", "id", true},
		{"grün", "gr", true}, {"Größe", "ß", true}, {"naïve", "na", true}, {"日本語", "本", true}, {"a.b", "b", false}, {"a.b", ".", false},
		{"x == y", "==", false}, {"foo()", "foo()", false}, {"foo()bar", "foo()", false}, {"xfoo()", "foo()", true}, {"foo(a", "(a", false},
		{"e\u0301a", "a", true}, {"\xffid\xfe", "id", false}, {"id", "id", false}, {"x", "", false}, {"don't", "don", false}, {"a-id-b", "id", false},
	} {
		at := strings.Index(tt.src, tt.find)
		if got := InsideWord([]byte(tt.src), text.Span{Start: at, End: at + len(tt.find)}); got != tt.want {
			t.Errorf("%q in %q: %t", tt.find, tt.src, got)
		}
	}
}
