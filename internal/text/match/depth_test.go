package match

import (
	"slices"
	"strings"
	"testing"

	"fileops/internal/text"
)

const (
	services = "services:\n  web:\n    image: a\n  db:\n    image: b\n"
	longer   = "class A:\n    def f(self):\n        x = one()\n        return x\n\n    def g(self):\n        return 2\n"
	methods  = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n"
)

// put applies what a function finds; "" where it refuses.
func put(find func([]byte, text.Value, text.Value) (Tolerated, bool), src string, old, fresh text.Value) (string, Tolerated) {
	t, ok := find([]byte(src), old, fresh)
	if !ok {
		return "", t
	}
	var edits []text.Edit
	for _, s := range t.Spans {
		if t.Whole && fresh.Text == "" {
			s.End = text.NextLine([]byte(src), s.End)
		}
		edits = append(edits, text.Edit{Span: s, Text: text.LineEndOf([]byte(src)).In(t.Text)})
	}
	out, _ := text.Splice([]byte(src), edits)
	return string(out), t
}

// TestTheDepthThatIsMeant edits lines that the file has at another depth than the find.
func TestTheDepthThatIsMeant(t *testing.T) {
	t.Parallel()
	const (
		block = iota
		inline
		hunk
	)
	for _, tt := range []struct {
		name               string
		form               int
		src, find, replace string
		want               string // "" where it must refuse
		readings           int
	}{
		// The replacement is at the file's depth.
		{"a-key-that-is-right", block, services, "db:\n  image: b\n", "  db:\n    image: c\n", strings.Replace(services, ": b", ": c", 1), 0},
		{"a-key-that-is-right-in-a-call", inline, services, "db:\n  image: b\n", "  db:\n    image: c\n", strings.Replace(services, ": b", ": c", 1), 0},
		{"a-key-that-is-right-in-a-hunk", hunk, services, "db:\n  image: b\n", "  db:\n    image: c\n", strings.Replace(services, ": b", ": c", 1), 0},
		{"a-key-whose-name-changes", block, services, "db:\n  image: b\n", "  database:\n    image: c\n", "services:\n  web:\n    image: a\n  database:\n    image: c\n", 0},
		{"a-method-that-is-right", block, methods, "def g(self):\n    return 2\n", "    def g(self):\n        return 3\n", strings.Replace(methods, "return 2", "return 3", 1), 0},
		{"a-method-and-one-more", block, methods, "def g(self):\n    return 2\n", "    def g(self):\n        return 2\n\n    def h(self):\n        return 3\n", methods + "\n    def h(self):\n        return 3\n", 0},
		{"a-method-in-crlf", block, text.CRLF.In(methods), "def g(self):\n    return 2\n", "    def g(self):\n        return 3\n", text.CRLF.In(strings.Replace(methods, "return 2", "return 3", 1)), 0},
		{"a-find-that-is-too-deep", block, services, "      db:\n        image: b\n", "  db:\n    image: c\n", strings.Replace(services, ": b", ": c", 1), 0},
		{"a-find-that-is-too-deep-in-a-call", inline, services, "    db:\n      image: b", "  db:\n    image: c", strings.Replace(services, ": b", ": c", 1), 0},
		{"one-line-that-is-too-deep", block, "if a:\n    start()\n", "        start()\n", "    stop()\n", "if a:\n    stop()\n", 0},
		{"tabs-that-are-too-few", block, "a {\n\tb {\n\t\tcall()\n\t}\n}\n", "b {\n\tcall()\n}\n", "\tb {\n\t\td()\n\t}\n", "a {\n\tb {\n\t\td()\n\t}\n}\n", 0},
		{"tabs-for-spaces-that-are-right", block, "a {\n\tfoo {\n\t\tc()\n\t}\n}\n", "    foo {\n        c()\n    }\n", "\tfoo {\n\t\td()\n\t}\n", "a {\n\tfoo {\n\t\td()\n\t}\n}\n", 0},
		{"spaces-for-tabs-that-are-right", block, "a {\n  foo {\n    c()\n  }\n}\n", "\tfoo {\n\t\tc()\n\t}\n", "  foo {\n    d()\n  }\n", "a {\n  foo {\n    d()\n  }\n}\n", 0},
		{"trailing-blanks-at-the-right-depth", block, services, "  db: \n    image: b\n", "  db:\n    image: c\n", strings.Replace(services, ": b", ": c", 1), 0},

		// What comes behind the find's lines may begin at the depth of what encloses them.
		{"a-key-behind-that-may-be-outside", block, "s:\n  web:\n    image: a\n    port: x\n  db:\n    image: b\n", "  image: a\n  port: x\n", "  image: a\n  port: x\n  cache:\n    image: c\n", "", 2},
		{"a-key-behind-that-may-be-outside-in-a-call", inline, "s:\n  web:\n    image: a\n    port: x\n  db:\n    image: b\n", "  image: a\n  port: x", "  image: a\n  port: x\n  cache:\n    image: c", "", 2},
		{"a-method-behind-that-may-be-outside", block, longer, "    x = one()\n    return x\n", "    x = one()\n    return x\n\n    def h(self):\n        pass\n", "", 2},
		{"a-method-behind-a-changed-line", block, longer, "    x = one()\n    return x\n", "    return 5\n\n    def h(self):\n        pass\n", "", 2},
		{"lines-behind-without-deeper-ones", block, longer, "    x = one()\n    return x\n", "    x = one()\n    y = two()\n    return y\n", strings.Replace(longer, "return x", "y = two()\n        return y", 1), 0},
		{"the-end-of-the-block-and-a-method", block, java, "    zero();\n    two();\n", "    zero();\n    two();\n    }\n\n    void three() {\n", "", 2},
		{"the-end-of-the-block-for-a-line", block, java, "    zero();\n    two();\n", "    zero();\n    }\n    int x = 3;\n    void three() {\n", "", 2},
		{"a-call-in-several-lines", block, java, "    zero();\n    two();\n", "    zero(\n        1,\n    );\n    two();\n", strings.Replace(java, "zero();", "zero(\n            1,\n        );", 1), 0},
		{"a-condition-before-the-find's-last-line", block, longer, "    x = one()\n    return x\n", "    x = one()\n    if x:\n        stop()\n    return x\n", strings.Replace(longer, "return x", "if x:\n            stop()\n        return x", 1), 0},
		{"a-method-behind-that-is-deeper", block, "class A:\n    class B:\n        def f(self):\n            return 12\n", "def f(self):\n    return 12\n", "def f(self):\n    return 12\n\ndef h(self):\n    pass\n", "", 2},

		// It moves with the find.
		{"both-at-the-find's-depth", block, services, "db:\n  image: b\n", "db:\n  image: c\n", strings.Replace(services, ": b", ": c", 1), 0},
		{"both-too-deep", block, services, "      db:\n        image: b\n", "      db:\n        image: c\n", strings.Replace(services, ": b", ": c", 1), 0},
		{"a-wrap", block, methods, "def g(self):\n    return 2\n", "if x:\n    def g(self):\n        return 2\n", strings.Replace(methods, "    def g(self):\n        return 2\n", "    if x:\n        def g(self):\n            return 2\n", 1), 0},
		{"a-wrap-inside", block, methods, "def g(self):\n    return 2\n", "def g(self):\n    if x:\n        return 2\n", strings.Replace(methods, "        return 2\n", "        if x:\n            return 2\n", 1), 0},
		{"a-line-in-front-that-is-deeper", block, "x\n      }\n    abc()\n", "  }\nabc()\n", "  y()\n  }\nabc()\n", "x\n      y()\n      }\n    abc()\n", 0},
		{"a-line-taken-out-of-a-find-that-is-too-deep", block, "x:\n  one:\n    two: 2\n  three: 3\n", "      two: 2\n    three: 3\n", "    three: 3\n", "x:\n  one:\n  three: 3\n", 0},
		{"a-line-between-two-that-are-too-deep", block, "f() {\n    one()\n    two()\n}\n", "        one()\n        two()\n", "        one()\n    more()\n        two()\n", "f() {\n    one()\nmore()\n    two()\n}\n", 0},
		{"a-hunk-of-dedented-lines", hunk, methods, "def g(self):\n    return 2\n", "def g(self):\n    return 3\n", strings.Replace(methods, "return 2", "return 3", 1), 0},
		{"a-hunk-that-takes-a-line-out", hunk, methods, "def g(self):\n    return 2\n", "def g(self):\n", strings.Replace(methods, "        return 2\n", "", 1), 0},
		{"a-hunk-with-a-decorator", hunk, methods, "def g(self):\n    return 2\n", "@cached\ndef g(self):\n    return 2\n", strings.Replace(methods, "    def g", "    @cached\n    def g", 1), 0},

		// It may be either.
		{"a-new-line-at-the-file's-depth", block, services, "db:\n  image: b\n", "db:\n    image: c\n", "", 2},
		{"a-hunk-with-a-new-line-at-the-file's-depth", hunk, services, "db:\n  image: b\n", "db:\n    image: c\n", "", 2},
		{"a-key-behind-one-that-is-too-deep", block, services, "    db:\n      image: b\n", "    db:\n      image: b\n  cache: {}\n", "", 2},
		{"a-hunk-with-a-line-between-two-that-are-too-deep", hunk, "f() {\n    one()\n    two()\n}\n", "        one()\n        two()\n", "        one()\n    more()\n        two()\n", "", 2},
		{"a-hunk-that-lost-a-blank-of-its-context", hunk, methods, "   def g(self):\n       return 2\n", "   def g(self):\n        x = 1\n       return 2\n", "", 2},
		{"a-hunk-that-adds-a-method", hunk, methods, "def g(self):\n    return 2\n", "def g(self):\n    return 2\n\n    def h(self):\n        return 3\n", "", 2},
		{"a-hunk-that-adds-a-key", hunk, services, "db:\n  image: b\n", "db:\n  image: b\n  cache: {}\n", "", 2},
		{"a-hunk-that-adds-a-key-in-front", hunk, services, "db:\n  image: b\n", "  cache: {}\ndb:\n  image: b\n", "", 2},
		{"a-method-behind-the-one-that-is-found", block, methods, "def g(self):\n    return 2\n", "def g(self):\n    return 2\n\n    def h(self):\n        return 3\n", "", 2},
		{"a-method-behind-the-one-that-changes", block, methods, "def g(self):\n    return 2\n", "def g(self):\n    return 0\n\n    def h(self):\n        return 3\n", "", 2},
		{"a-method-in-front-of-the-one-that-is-found", block, methods, "def g(self):\n    return 2\n", "    def h(self):\n        return 3\n\ndef g(self):\n    return 2\n", "", 2},
		{"a-body-without-its-head", block, methods, "def g(self):\n    return 2\n", "    return 2\n", "", 2},
		{"a-key-that-may-be-inside", block, services, "db:\n  image: b\n", "  image: c\n", "", 2},
		{"deeper-than-both", block, services, "db:\n  image: b\n", "      db:\n        image: c\n", "", 2},
		{"between-both", block, services, "db:\n  image: b\n", " db:\n   image: c\n", "", 2},
		{"shallower-than-both", block, services, "      db:\n        image: b\n", "db:\n  image: c\n", "", 1},
		{"between-two-tabs", block, "a {\n\tfoo()\n}\n", "    foo()\n", "    foo()\n      bar()\n", "", 2},
		{"there-already", block, services, "db:\n  image: b\n", "  db:\n    image: b\n", "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			find := Tolerant
			if tt.form == hunk {
				find = TolerantHunk
			}
			got, tl := put(find, tt.src, text.Value{Text: tt.find, Block: tt.form != inline}, text.Value{Text: tt.replace, Block: tt.form != inline})
			if got != tt.want || len(tl.Readings) != tt.readings || len(tl.Spans) != 1 {
				t.Errorf("got %q with readings %q; want %q, %d readings", got, tl.Readings, tt.want, tt.readings)
			}
			if len(slices.Compact(slices.Clone(tl.Readings))) != tt.readings {
				t.Errorf("the readings are the same: %q", tl.Readings)
			}
		})
	}
}

// TestReadings shows what may be meant, as whole lines of the file.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, replace, moved, sent string }{
		{"a-new-line", services, "db:\n  image: b\n", "db:\n    image: c\n", "  db:\n      image: c", "  db:\n    image: c"},
		{"a-method-in-front", methods, "def g(self):\n    return 2\n", "    def h(self):\n        pass\ndef g(self):\n    return 2\n", "        def h(self):\n            pass\n    def g(self):\n        return 2", "    def h(self):\n        pass\n    def g(self):\n        return 2"},
		{"a-body-without-its-head", methods, "def g(self):\n    return 2\n", "    return 2\n", "        return 2", "    return 2"},
	} {
		tl, ok := Tolerant([]byte(tt.src), text.Value{Text: tt.find, Block: true}, text.Value{Text: tt.replace, Block: true})
		if ok || !slices.Equal(tl.Readings, []string{tt.moved, tt.sent}) {
			t.Errorf("%s: got %t, %q", tt.name, ok, tl.Readings)
		}
	}
}

// TestExact replaces lines whose blanks the find leaves out.
func TestExact(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name               string
		src, find, replace string
		want               string // "" where it must refuse
		readings           int
	}{
		{"as-it-was-sent", "a\n  b\nc\n", "  b\n", "x\n y\n", "a\nx\n y\nc\n", 0},
		{"one-line-behind-the-blanks", "if a:\n    return x\n", "return x\n", "return y\n", "if a:\n    return y\n", 0},
		{"one-line-behind-some-of-the-blanks", "if a:\n    return x\n", "  return x\n", "  return y\n", "if a:\n    return y\n", 0},
		{"one-line-as-deep-as-the-file", "if a:\n    return x\n", "return x\n", "    return y\n", "if a:\n    return y\n", 0},
		{"lines-as-deep-as-the-file", services, "db:\n", "  cache:\n    image: c\n  db:\n", strings.Replace(services, "  db:", "  cache:\n    image: c\n  db:", 1), 0},
		{"lines-as-deep-as-the-find", services, "web:\n", "cache:\nweb:\n", "", 2},
		{"lines-of-which-the-first-is-cut", services, "web:\n", "cache:\n    image: c\n  web:\n", "", 2},
		{"one-line-that-is-deeper-than-both", services, "web:\n", "      web:\n", "", 2},
		{"one-line-between-both", services, "web:\n", " web:\n", "", 2},
		{"one-line-that-is-shallower-than-both", services, " web:\n", "web2:\n", "", 2},
		{"only-the-indentation-changes", services, "web:\n", "  web:\n", "", 1},
		{"the-first-of-several-lines-is-cut", methods, "def g(self):\n        return 2\n", "def g(self):\n        return 3\n", strings.Replace(methods, "return 2", "return 3", 1), 0},
		{"the-first-is-cut-and-the-replacement-is-whole", methods, "def g(self):\n        return 2\n", "    def g(self):\n        return 3\n", strings.Replace(methods, "return 2", "return 3", 1), 0},
		{"the-first-is-cut-and-new-lines-are-less-deep", methods, "def g(self):\n        return 2\n", "def g(self):\n    return 3\n", "", 2},
		{"the-first-is-cut-and-a-method-is-added", methods, "def g(self):\n        return 2\n", "def g(self):\n        return 2\n\n    def h(self):\n        return 3\n", methods + "\n    def h(self):\n        return 3\n", 0},
		{"blanks-behind-stay", "a  \nb\n", "a\n", "x\n", "x  \nb\n", 0},
		{"blanks-behind-stay-at-the-last-line", "a  \nb\n", "a\n", "x\ny\n", "x\ny  \nb\n", 0},
		{"blanks-behind-go-with-a-blank-line", "a  \nb\n", "a\n", "x\n\n", "x\n\nb\n", 0},
		{"a-blank-line-in-front", "if a:\n    b()\n", "b()\n", "\nc()\n", "if a:\n\n    c()\n", 0},
		{"a-blank-line-alone", "if a:\n    b()  \nc\n", "b()\n", "\n", "if a:\n\nc\n", 0},
		{"removed-with-its-blanks", "if a:\n    b()  \nc\n", "b()\n", "", "if a:\nc\n", 0},
		{"removed-in-crlf", "if a:\r\n    b()  \r\nc\r\n", "b()\n", "", "if a:\r\nc\r\n", 0},
		{"two-places-with-the-same-blanks", "a {\n  b\n}\nc {\n  b\n}\n", "b\n", "d\n", "a {\n  d\n}\nc {\n  d\n}\n", 0},
		{"two-places-as-deep-as-the-file", "a {\n  b\n}\nc {\n  b\n}\n", "b\n", "  d\n  e\n", "a {\n  d\n  e\n}\nc {\n  d\n  e\n}\n", 0},
		{"two-places-with-other-blanks", "a {\n  b\n}\nc {\n    b \n}\n", "b\n", "d\n", "a {\n  d\n}\nc {\n    d \n}\n", 0},
		{"two-places-with-other-blanks-removed", "a {\n  b\n}\nc {\n    b \n}\n", "b\n", "", "a {\n}\nc {\n}\n", 0},
		{"two-places-with-other-blanks-and-more-lines", "a {\n  b\n}\nc {\n    b \n}\n", "b\n", "d\ne\n", "", 0},
		{"two-places-with-other-blanks-behind-as-deep-as-the-file", "a {\n  b\n}\nc {\n  b \n}\n", "b\n", "  d\n", "a {\n  d\n}\nc {\n  d \n}\n", 0},
		{"two-places-with-other-blanks-behind-and-more-lines", "a {\n  b\n}\nc {\n  b \n}\n", "b\n", "  d\n  e\n", "a {\n  d\n  e\n}\nc {\n  d\n  e \n}\n", 0},
		{"two-places-with-other-blanks-behind-alone", "b\t\nc\nb \n", "b\n", "d\ne\n", "d\ne\t\nc\nd\ne \n", 0},
		{"three-places-with-other-blanks-behind-in-crlf", "  b\r\n  b \r\n  b\t\r\n", "b\n", "  d\n", "  d\r\n  d \r\n  d\t\r\n", 0},
		{"two-places-with-other-blanks-behind-of-lines", "  b {\n    c\n  }\n  b {\n    c\n  } ", "b {\n    c\n  }\n", "b {\n    d\n  }\n", "  b {\n    d\n  }\n  b {\n    d\n  } ", 0},
		{"two-places-with-other-blanks-behind-and-in-the-replacement", "  b\n  b \n", "b\n", "  d\t\n", "", 0},
		{"two-places-with-other-blanks-behind-at-no-depth", "  b\n  b \n", "b\n", " d\n", "", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, tl := put(Exact, tt.src, text.Value{Text: tt.find, Block: true}, text.Value{Text: tt.replace, Block: true})
			if got != tt.want || len(tl.Readings) != tt.readings || tl.Level != "" || !tl.Whole {
				t.Errorf("got %q with readings %q of %+v; want %q, %d readings", got, tl.Readings, tl, tt.want, tt.readings)
			}
		})
	}
	old, fresh := text.Value{Text: "web:"}, text.Value{Text: "  web:\r\n    x"}
	if got, _ := put(Exact, services, old, fresh); got != strings.Replace(services, "web:", "  web:\n    x", 1) {
		t.Errorf("in inline form: got %q, want it as it was sent", got)
	}
}

// TestExactBeside puts content next to lines whose blanks the pattern leaves out.
func TestExactBeside(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, src, find, content string
		want                     bool
	}{
		{"as-it-was-sent", services, "  db:\n", "x\n", true},
		{"deeper-than-the-file", services, "db:\n", "    port: 1\n", true},
		{"as-deep-as-the-pattern", services, "db:\n", "cache:\n", false},
		{"as-deep-as-the-file", services, "db:\n", "  cache:\n", false},
		{"between-both", services, "db:\n", " cache:\n", false},
		{"blank-lines", services, "db:\n", "\n\n", true},
		{"behind-lines-that-are-as-deep-as-the-file", methods, "def g(self):\n        return 2\n", "\n    def h(self):\n        return 3\n", true},
		{"behind-lines-but-as-deep-as-the-pattern", methods, "def g(self):\n        return 2\n", "\ndef h():\n    return 3\n", false},
		{"before-blanks-at-the-end", "a \nb\n", "a\n", "x\n", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := ExactBeside([]byte(tt.src), text.Value{Text: tt.find, Block: true}, text.Value{Text: tt.content, Block: true})
			if ok != tt.want || len(got.Spans) != 1 || ok != (len(got.Readings) == 0) || got.Text != tt.content {
				t.Errorf("got %t: %+v", ok, got)
			}
		})
	}
}

func TestInLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, src, find string
		want            []int
	}{
		{"behind-and-before", "a b\nb a\r\nx a y\n", "a\n", []int{0, 6, 11}},
		{"several-lines", "x a\nb y\n", "a\nb\n", []int{2}},
		{"a-blank-line-is-whole", "x\n\na y\n", "\na\n", []int{2}},
		{"nothing", "x\n", "\n", nil},
		{"a-byte-order-mark-is-on-no-line", "\ufeffa b\n", "\ufeffa\n", []int{3}},
		{"a-byte-order-mark-alone", "\ufeffa b\n", "\ufeff\n", nil},
	} {
		var got []int
		for _, s := range InLines([]byte(tt.src), text.Value{Text: tt.find, Block: true}) {
			got = append(got, s.Start)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
