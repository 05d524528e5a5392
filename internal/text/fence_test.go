package text

import (
	"strings"
	"testing"
)

var fences = []struct {
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
}

func TestUnfence(t *testing.T) {
	t.Parallel()
	for _, tt := range fences {
		got, ok := Unfence(tt.content)
		if !tt.ok {
			tt.want = tt.content
		}
		if got != tt.want || ok != tt.ok {
			t.Errorf("%s: %q, %t; want %q, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func FuzzUnfence(f *testing.F) {
	for _, tt := range fences {
		f.Add(tt.content)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if inner, ok := Unfence(content); !strings.Contains(content, inner) || !ok && inner != content {
			t.Fatalf("Unfence(%q) = %q, %t", content, inner, ok)
		}
	})
}
