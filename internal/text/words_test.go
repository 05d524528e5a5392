package text

import (
	"strings"
	"testing"
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
		if got := InsideWord([]byte(tt.src), Span{at, at + len(tt.find)}); got != tt.want {
			t.Errorf("%q in %q: %t", tt.find, tt.src, got)
		}
	}
}

func TestUnfence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, content, want string
		ok                  bool
	}{
		{"plain", "```\na\nb\n```\n", "a\nb\n", true},
		{"with-a-language", "```go\na\n```\n", "a\n", true},
		{"tildes", "~~~ python title\na\n~~~", "a\n", true},
		{"blank-lines-around", "\n\n```\na\n```\n\n", "a\n", true},
		{"crlf", "```\r\na\r\n```\r\n", "a\r\n", true},
		{"longer-close", "```\na\n`````\n", "a\n", true},
		{"longer-open-holds-a-block", "````md\n```\na\n```\n````\n", "```\na\n```\n", true},
		{"other-fence-inside", "```\n~~~\na\n~~~\n```\n", "~~~\na\n~~~\n", true},
		{"empty", "```\n```\n", "", true},
		{"close-with-blanks", "```\na\n```  \n", "a\n", true},
		{"indented", "  ```\na\n ```\n", "a\n", true},
		{"only-the-first", "```go\na\n", "", false},
		{"only-the-last", "a\n```\n", "", false},
		{"single-line", "```\n", "", false},
		{"shorter-close", "````\na\n```\n", "", false},
		{"other-close", "```\na\n~~~\n", "", false},
		{"close-with-language", "```\na\n```go\n", "", false},
		{"two-blocks", "```\na\n```\ntext\n```\nb\n```\n", "", false},
		{"nested-blocks", "```md\n```go\na\n```\n```\n", "", false},
		{"text-before", "x\n```\na\n```\n", "", false},
		{"text-after", "```\na\n```\nx\n", "", false},
		{"code-span", "```a```\nb\n```\n", "", false},
		{"two-backticks", "``\na\n``\n", "", false},
		{"indented-code", "    ```\na\n    ```\n", "", false},
		{"nothing", "", "", false},
	} {
		got, ok := Unfence(tt.content)
		if !tt.ok {
			tt.want = tt.content
		}
		if got != tt.want || ok != tt.ok {
			t.Errorf("%s: %q, %t; want %q, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}
