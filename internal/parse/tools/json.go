package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// value is a JSON value: a piece of a valid text, read only as far as its content is asked
// for. So a message needs no more memory than its text.
type value struct {
	text string // without the blanks around it
	at   int    // its offset in the response
}

// kind is the byte that a value begins with: {, [, ", t, f, n, or that of a number; 0 for a
// missing value.
func (v value) kind() byte {
	if v.text == "" {
		return 0
	}
	return v.text[0]
}

// describe names the type of a value, for a sentence.
func (v value) describe() string {
	names := map[byte]string{'{': "an object", '[': "an array", '"': "a string", 't': "true or false", 'f': "true or false", 'n': "null", 0: "null"}
	return cmp.Or(names[v.kind()], "a number")
}

// str is the text of a string.
func (v value) str() (string, bool) {
	if v.kind() != '"' {
		return "", false
	}
	inner := v.text[1 : len(v.text)-1]
	if strings.IndexByte(inner, '\\') < 0 && utf8.ValidString(inner) {
		return inner, true
	}
	var s string
	err := json.Unmarshal([]byte(v.text), &s)
	return s, err == nil
}

// string is the text of a string, "" for anything else.
func (v value) string() string {
	s, _ := v.str()
	return s
}

// damage says which bytes of a value are invalid, "" for none. encoding/json would silently
// replace them by U+FFFD.
func (v value) damage() string {
	if !utf8.ValidString(v.text) {
		return "holds bytes that are not UTF-8"
	}
	for i := strings.IndexByte(v.text, '\\'); i >= 0 && i+1 < len(v.text); {
		next := i + 2
		if v.text[i+1] == 'u' {
			r := escaped(v.text[i:])
			next = i + len(`\u0000`)
			switch {
			case !utf16.IsSurrogate(r):
			case utf16.DecodeRune(r, escaped(v.text[next:])) == utf8.RuneError:
				return fmt.Sprintf(`holds half of a character (%s)`, v.text[i:next])
			default:
				next += len(`\u0000`)
			}
		}
		step := strings.IndexByte(v.text[next:], '\\')
		if step < 0 {
			break
		}
		i = next + step
	}
	return ""
}

// escaped is the code unit of the escape that a text of valid JSON begins with, -1 if it
// begins with none.
func escaped(text string) rune {
	if !strings.HasPrefix(text, `\u`) {
		return -1
	}
	n, _ := strconv.ParseUint(text[2:6], 16, 16)
	return rune(n)
}

// elements are the values of an array.
func (v value) elements() iter.Seq[value] {
	return func(yield func(value) bool) {
		if v.kind() != '[' {
			return
		}
		for i := v.gap(1); v.text[i] != ']'; {
			end := v.end(i)
			if !yield(v.part(i, end)) {
				return
			}
			i = v.next(end)
		}
	}
}

// members are the names and values of an object, in their order.
func (v value) members() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		if v.kind() != '{' {
			return
		}
		for i := v.gap(1); v.text[i] != '}'; {
			end := v.end(i)
			name := v.part(i, end).string()
			i = v.gap(v.gap(end) + len(":"))
			end = v.end(i)
			if !yield(name, v.part(i, end)) {
				return
			}
			i = v.next(end)
		}
	}
}

// values are the values of a text that holds one after another.
func values(text string) iter.Seq[value] {
	return func(yield func(value) bool) {
		all := value{text: text}
		for i := all.gap(0); i < len(text); {
			end := all.end(i)
			if !yield(all.part(i, end)) {
				return
			}
			i = all.gap(end)
		}
	}
}

// fields are some members of an object, by name; one that is null is not there.
type fields map[string]value

// pick reads the members of those names. twice says that one of them stands twice; it is
// "" if none does.
func (v value) pick(names ...string) (picked fields, twice string) {
	picked = fields{}
	seen := 0 // a bit for each name
	for name, member := range v.members() {
		i := slices.Index(names, name)
		if i < 0 {
			continue
		}
		if seen&(1<<i) != 0 {
			twice = `"` + name + `" stands twice`
		}
		seen |= 1 << i
		if member.kind() != 'n' {
			picked[name] = member
		}
	}
	return picked, twice
}

func (v value) part(start, end int) value {
	return value{text: v.text[start:end], at: v.at + start}
}

// next is the offset of what stands after the comma that follows a value, or of the
// bracket that does.
func (v value) next(i int) int {
	if i = v.gap(i); v.text[i] == ',' {
		i = v.gap(i + 1)
	}
	return i
}

const blanks = " \t\r\n"

// gap is the offset after the blanks at i.
func (v value) gap(i int) int {
	for i < len(v.text) && v.text[i] <= ' ' {
		i++
	}
	return i
}

// end is the offset after the value that begins at i.
func (v value) end(i int) int {
	switch v.text[i] {
	case '"':
		return v.quoteEnd(i)
	case '{', '[':
		return v.bracketEnd(i)
	}
	for i < len(v.text) && !strings.ContainsRune(",]}[{\" \t\r\n", rune(v.text[i])) {
		i++
	}
	return i
}

func (v value) quoteEnd(i int) int {
	for i++; v.text[i] != '"'; i++ {
		if v.text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

func (v value) bracketEnd(i int) int {
	for depth := 0; ; {
		switch v.text[i] {
		case '"':
			i = v.quoteEnd(i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if i++; depth == 0 {
			return i
		}
	}
}
