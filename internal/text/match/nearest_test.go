package match

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fileops/internal/text"
)

const nearSource = `package shop

// Price is what a thing costs.
func Price(thing string, count int) (int, error) {
	if count < 1 {
		return 0, fmt.Errorf("bad count: %d", count)
	}

	for _, item := range catalogue {
		if item.name == thing {
			return item.price * count, nil
		}
	}
	return 0, errors.New("it’s not there — sorry")
}

func main() {
	Price("table", 1)
}
`

func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		find        string
		first, last int
		causes      []string // how each begins
	}{
		{"indentation-shifted", "        if item.name == thing {\n            return item.price * count, nil\n        }\n", 10, 12,
			[]string{"indentation: the file indents with tabs, the text with spaces; line 10 of the file begins with 2 tabs, the text with 8 spaces"}},
		{"indentation-of-tabs-shifted", "if item.name == thing {\n\treturn item.price * count, nil\n}\n", 10, 12,
			[]string{"indentation: the file's lines stand 8 columns further right; line 10 of the file begins with 2 tabs, the text with none"}},
		{"indentation-of-one-line", "\tif count < 1 {\n\t\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n\t}\n", 5, 7,
			[]string{"indentation: line 6 of the file begins with 2 tabs, the text with 3 tabs"}},
		{"trailing-blanks", "\tif count < 1 {  \n\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\t\n", 5, 6,
			[]string{"trailing blanks: line 5 of the file ends with no blanks, the text with 2 spaces (and 1 more)"}},
		{"look-alikes", "\treturn 0, errors.New(\"it's not there - sorry\")\n", 14, 14,
			[]string{"look-alike characters: line 14 of the file has U+2019 ’ (curly quote) where the text has '\\''"}},
		{"carriage-returns", "\r\tif count < 1 {\r\n\r\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n", 5, 6,
			[]string{"line ends: the text has carriage returns", "indentation: line 5 of the file begins with 1 tab, the text with 1 tab and 1 carriage return"}},
		{"form-feed", "\f \f\tif count < 1 {\n", 5, 5, []string{"indentation: line 5 of the file begins with 1 tab, the text with 1 tab and 2 form feeds and 1 space"}},
		{"blanks-on-a-blank-line", "\t}\n    \n\tfor _, item := range catalog {\n", 7, 9, []string{"trailing blanks: line 8 of the file ends with no blanks, the text with 4 spaces", "changed words: line 9"}},
		{"code-fence", "```go\n\tif count < 1 {\n```\n", 5, 5, []string{"code fence: the text stands in a code fence"}},
		{"code-fence-and-words", "```\n\tif counts < 1 {\n```\n", 5, 5, []string{"code fence: ", "changed words: "}},
		{"entities", "\tif count &lt; 1 {\n", 5, 5, []string{"escaped entities: line 5 of the file has '<' where the text has \"&lt;\""}},
		{"line-numbers", "     5\t\tif count < 1 {\n     6\t\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n", 5, 6, []string{"line numbers: "}},
		{"line-numbers-on-most-lines", "4| func Price(thing string, count int) (int, error) {\n5| \tif count < 1 {\n\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n7| \t}\n", 4, 7, []string{"line numbers: "}},
		{"a-number-that-is-no-line-number", "9: if item.name == thang {\n", 10, 10, []string{"indentation: ", "changed words: "}},
		{"one-line-number", "5: \tif count < 1 {\n", 5, 5, []string{"line numbers: "}},
		{"numbers-that-descend", "6\t\tif count < 1 {\n5\t\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n", 5, 6, []string{"indentation: ", "changed words: "}},
		{"omission", "func Price(thing string, count int) (int, error) {\n\t// ... existing code ...\n\treturn 0, errors.New(\"it’s not there — sorry\")\n}\n", 4, 15,
			[]string{"omission: the line \"// ... existing code ...\" stands for code that the file spells out"}},
		{"omission-by-dots", "func Price(thing string, count int) (int, error) {\n...\n}\n\nfunc main() {\n", 4, 17, []string{"omission: "}},
		{"omission-at-the-start", "...\n\tfor _, item := range catalogue {\n", 9, 9, []string{"omission: "}},
		{"a-word", "\t\tif item.title == thing {\n", 10, 10, []string{"changed words: line 10 of the file has \"name\", the text \"title\""}},
		{"a-word-more-at-the-start", "\t\telse if item.name == thing {\n", 10, 10, []string{"changed words: line 10 of the file has \"\", the text \"else\""}},
		{"letter-case", "func price(thing string, count int) (int, error) {\n", 4, 4, []string{"letter case: line 4 of the file has \"Price\", the text \"price\""}},
		{"spacing", "func Price( thing string,count int ) (int, error) {\n", 4, 4, []string{"spacing: blanks inside line 4 differ"}},
		{"a-line-left-out", "\tfor _, item := range catalogue {\n\t\t\treturn item.price * count, nil\n\t\t}\n", 9, 12,
			[]string{"left-out lines: line 10 of the file is missing in the text: \"if item.name == thing {\""}},
		{"a-line-more", "\tif count < 1 {\n\t\tlog.Print(\"bad\")\n\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n\t}\n", 5, 7,
			[]string{"extra lines: \"log.Print(\\\"bad\\\")\" is not in the file there"}},
		{"a-blank-line-more", "\tif count < 1 {\n\n\t\treturn 0, fmt.Errorf(\"bad count: %d\", count)\n", 5, 6, []string{"blank lines: the text has a blank line that the file has not, before line 6"}},
		{"a-blank-line-less", "\t}\n\tfor _, item := range catalogue {\n", 7, 9, []string{"blank lines: line 8 of the file is blank and missing in the text"}},
		{"several", "    if item.name == thang { \n        return item.price * count, nil\n", 10, 11,
			[]string{"indentation: the file indents with tabs", "trailing blanks: line 10", "changed words: line 10 of the file has \"thing\", the text \"thang\""}},
		{"entities-and-a-word", "\tif kount &lt; 1 {\n", 5, 5, []string{"escaped entities: ", "changed words: line 5 of the file has \"count\", the text \"kount\""}},
		{"nothing-near", "SELECT rank() OVER (ORDER BY amount)\n", 0, 0, nil},
		{"a-blank-line-more-at-the-start", "\n\tif count < 1 {\n", 5, 5, []string{"blank lines: the text has a blank line that the file has not, before line 5"}},
		{"a-blank-line-more-at-the-end", "\tif count < 1 {\n\n", 5, 5, []string{"blank lines: the text has a blank line that the file has not, after line 5"}},
		{"blank-lines-after-the-last-line", "\tPrice(\"table\", 1)\n}\n\n\n", 18, 19, []string{"blank lines: the text has a blank line that the file has not, after line 19 (and 1 more)"}},
		{"many-lines-more-at-the-start-of-the-file", "\n\n\n\npackage shop\n\n\n\n\n// Price is what a thing costs.\n", 1, 3, []string{"blank lines: the text has a blank line that the file has not, before line 1 (and 6 more)"}},
		{"nothing", "", 0, 0, nil},
		{"blank", "   \n\n", 0, 0, []string{"blank lines: the text is nothing but blank lines (2), which do not stand so in the file"}},
		{"only-an-omission", "// ... existing code ...\n", 0, 0, []string{"omission: "}},
	} {
		for _, inCRLF := range []bool{false, true} {
			src := []byte(nearSource)
			if inCRLF {
				src = []byte(text.CRLF.In(nearSource))
			}
			m := Nearest(src, text.Value{Text: tt.find, Block: true})
			if m.First != tt.first || m.Last != tt.last {
				t.Errorf("%s: lines %d-%d, want %d-%d: %q", tt.name, m.First, m.Last, tt.first, tt.last, m.Causes)
				continue
			}
			s := text.Lines(src, m.First, m.Last)
			if want := strings.TrimRight(string(src[s.Start:s.End]), "\r\n"); m.First > 0 && m.Text != want {
				t.Errorf("%s: text %q, want %q", tt.name, m.Text, want)
			}
			same := len(m.Causes) == len(tt.causes)
			for i := 0; same && i < len(m.Causes); i++ {
				same = strings.HasPrefix(m.Causes[i], tt.causes[i])
			}
			if !same {
				t.Errorf("%s, CRLF %t: causes\n%q, want\n%q", tt.name, inCRLF, m.Causes, tt.causes)
			}
			if m.First > 0 && (m.Similarity < minSimilarity || m.Similarity >= 1) {
				t.Errorf("%s: similarity %f", tt.name, m.Similarity)
			}
		}
	}
}

func TestNearestInLongLines(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&b, "function f%d(a){return a+%d};", i, i)
	}
	m := Nearest([]byte(b.String()), text.Value{Text: "function f777(b){return a+777}", Block: false})
	if m.First != 1 || m.Last != 1 || m.Text != "function f777(a){return a+777}" {
		t.Errorf("%+v", m)
	}
}

// TestNearestIsTheFirstOfEqual: there are far more places than are compared.
func TestNearestIsTheFirstOfEqual(t *testing.T) {
	t.Parallel()
	src := strings.Repeat("func price(thing string) {\n\treturn catalogue[thing]\n}\n\nvar other = 1\n", 200)
	if m := Nearest([]byte(src), text.Value{Text: "func price(thingy string) {\n\treturn catalogue[thing]\n}\n", Block: true}); m.First != 1 || m.Last != 3 {
		t.Errorf("lines %d-%d, want 1-3", m.First, m.Last)
	}
}

// TestNearestPairsTheLastBlankLine: of several blank lines, all but the last are missing.
func TestNearestPairsTheLastBlankLine(t *testing.T) {
	t.Parallel()
	m := Nearest([]byte("one price()\n\n\ntwo counts()\n"), text.Value{Text: "one price()\n\ntwo count()\n", Block: true})
	if want := "blank lines: line 2 of the file is blank and missing in the text"; !slices.Contains(m.Causes, want) {
		t.Errorf("got %q, want one to be %q", m.Causes, want)
	}
}

func TestApplied(t *testing.T) {
	t.Parallel()
	src := []byte("one\nvalue := compute(x)\ntwo\n}\n}\nfoo bar baz\nfoo bar baz\n")
	for _, tt := range []struct {
		find, replace string
		want          int
	}{
		{"value := compute(y)\n", "value := compute(x)\n", 2},
		{"value := compute(y)\ntwo\n", "value := compute(x)\ntwo\n", 2},
		{"one\n", "value := compute(x)\n", 0},       // the find is there
		{"x\n}\n", "}\n", 0},                        // says too little
		{"missing\n", "foo bar baz\n", 0},           // in two places
		{"missing\n", "", 0},                        // a deletion cannot be seen
		{"missing\n", "two\n", 0},                   // says too little, though it is there once
		{"missing\n", "value := compute(z)\n", 0},   // is not there
		{"missing\n", "  value := compute(x)\n", 0}, // not to the letter
		// A part of the find, which is there but for its blanks: nothing was taken away yet.
		{"value := compute(x)\ntwo \n", "value := compute(x)\n", 0},
		{"one \nvalue := compute(x)\n", "value := compute(x)\n", 0},
		{"value := compute(x)\ntwo\n} \n", "value := compute(x)\ntwo\n", 0},
		{"2\tvalue := compute(x)\n3\ttwo\n", "value := compute(x)\n", 0},
		{"value := compute(x)\nthree\n", "value := compute(x)\n", 2}, // taken away
		{"value := compute(x)\ntwoo\n", "value := compute(x)\n", 0},  // nearly there: to be taken away yet
		{"foo baar baz\n", "value := compute(x)\n", 0},               // the place is another one
	} {
		if got := Applied(src, text.Value{Text: tt.find, Block: true}, text.Value{Text: tt.replace, Block: true}); got != tt.want {
			t.Errorf("Applied(%q, %q) = %d, want %d", tt.find, tt.replace, got, tt.want)
		}
	}
}

// TestNotTakenForApplied: the replacement stood in the file for another reason.
func TestNotTakenForApplied(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, replace string }{
		{"short", "run()\nreturn nil\n", "return err", "return nil"},
		{"unlike-the-find", "if err != nil {\n\treturn nil, err\n}\n", "panic(message)", "return nil, err"},
		{"inside-a-longer-word", "recompute(value)\n", "compute(valve)", "compute(value)"},
		{"at-two-places", "compute(value)\n\ncompute(value)\n", "compute(valve)", "compute(value)"},
	} {
		for _, block := range []bool{false, true} {
			if got := Applied([]byte(tt.src), text.Value{Text: tt.find, Block: block}, text.Value{Text: tt.replace, Block: block}); got != 0 {
				t.Errorf("%s, block %t: Applied at line %d", tt.name, block, got)
			}
		}
	}
	long := text.Value{Text: "for name in names:\n    report(name, seconds[name], limit)"}
	if got := Applied([]byte(long.Text), text.Value{Text: "pass"}, long); got != 1 {
		t.Errorf("of a long replacement: got line %d, want 1", got)
	}
}

// hostile are inputs that a diagnosis must not take long for.
func hostile(size int) map[string][2]string {
	var code bytes.Buffer
	for i := 0; code.Len() < size; i++ {
		fmt.Fprintf(&code, "func f%d(a, b int) error {\n\tif a > %d {\n\t\treturn fmt.Errorf(\"bad %%d\", a)\n\t}\n\treturn nil\n}\n\n", i, i%100)
	}
	s := code.String()
	part := s[len(s)/2 : len(s)/2+min(200_000, len(s)/4)]
	lines := strings.Repeat("a b c d\n", size/8)
	return map[string][2]string{
		"code-one-word":        {s, "func f1234(a, b string) error {\n"},
		"code-common-lines":    {s, "\treturn nill\n}\n"},
		"code-not-there":       {s, "completely unrelated stuff\n"},
		"code-long-find":       {s, strings.ReplaceAll(part, "\t", "    ")},
		"code-numbered-find":   {s, "1\t" + strings.ReplaceAll(part, "\n", "\n1\t")},
		"code-elisions":        {s, strings.Repeat("// ... existing code ...\n\treturn nil\n", 2500)},
		"identical-lines":      {lines, "a b c e\n"},
		"identical-5000":       {lines, strings.Repeat(" a b c d\n", 5000)},
		"identical-5000-but-1": {lines, strings.Repeat("a b c d\n", 4999) + "x\n"},
		"short-lines":          {strings.Repeat("a\n", size/2), strings.Repeat("a\n", 2500) + "b\n" + strings.Repeat("a\n", 2500)},
		"blank-lines":          {strings.Repeat("\n", size), "a b c\n"},
		"one-line":             {strings.Repeat("a b c d ", size/8), "a b c e\n"},
		"one-line-of-a":        {strings.Repeat("a", size), "a b c e\n"},
		"one-line-find-too":    {strings.Repeat("a b ", size/4), strings.Repeat("a b c ", 10000)},
		"ampersands":           {strings.Repeat("&&&&&&&& ", size/9), "a &amp; c e\n"},
		"quotes":               {strings.Repeat("’é ", size/6), "'é 'b\n"},
		"invalid":              {strings.Repeat("\xff\xfe ", size/3), "\xff b c\n"},
	}
}

func TestNearestOfHostileInput(t *testing.T) {
	t.Parallel()
	for name, in := range hostile(1 << 18) {
		m := Nearest([]byte(in[0]), text.Value{Text: in[1], Block: true})
		if m.First > m.Last || !strings.Contains(in[0], m.Text) {
			t.Errorf("%s: %d-%d", name, m.First, m.Last)
		}
	}
}

func BenchmarkNearest(b *testing.B) {
	for name, in := range hostile(10 << 20) {
		src := []byte(in[0])
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Nearest(src, text.Value{Text: in[1], Block: true})
			}
		})
	}
}

func TestNearestCutsNoCharacter(t *testing.T) {
	t.Parallel()
	src := strings.Repeat("x日本語テ, ", 200) + "ключ значение, " + strings.Repeat("日本語テキスト, ", 200)
	if m := Nearest([]byte(src), text.Value{Text: "ключ значения, "}); m.First != 1 || !utf8.ValidString(m.Text) {
		t.Errorf("got line %d, %q", m.First, m.Text)
	}
}

func TestNearestNamesNoPlainCharacters(t *testing.T) {
	t.Parallel()
	m := Nearest([]byte("e\u0301日本 word\n"), text.Value{Text: "1| 1→e\u0301日本 word"})
	for _, cause := range m.Causes {
		if strings.HasPrefix(cause, causeLookAlike) && strings.Contains(cause, "'1'") {
			t.Errorf("1 is said to look like another character: %q", m.Causes)
		}
	}
}
