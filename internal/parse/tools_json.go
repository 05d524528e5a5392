package parse

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonValue is a JSON value: a piece of a text that was found to be valid, read only as
// far as it is asked for. So a message costs no more memory than its text.
type jsonValue struct {
	text string // without the blanks around it
	at   int    // its offset in the response
}

// ignored takes any JSON value and keeps nothing of it.
type ignored struct{}

func (*ignored) UnmarshalJSON([]byte) error { return nil }

// validJSON is how much of a text is whole JSON values, one after another, and what
// ends them: nil for the end of the text, io.ErrUnexpectedEOF if that is in the middle
// of a value.
func validJSON(text string) (end int, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		switch err := dec.Decode(&ignored{}); {
		case errors.Is(err, io.EOF):
			return end, nil
		case err != nil:
			return end, err
		}
		end = int(dec.InputOffset())
	}
}

// jsonTrouble says what ends valid JSON, and at which byte of a text of that length.
func jsonTrouble(err error, length int) string {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("ends in the middle, at byte %d", length)
	case tooDeep(err):
		return "is nested too deeply"
	case errors.As(err, &syntax):
		return fmt.Sprintf("is broken at byte %d (%v)", syntax.Offset, err)
	}
	return "cannot be read: " + err.Error()
}

// tooDeep reports whether JSON is nested deeper than encoding/json reads: 10,000 levels.
func tooDeep(err error) bool {
	return err != nil && strings.Contains(err.Error(), "max depth")
}

// kind is the byte that a value begins with: {, [, ", t, f, n, or that of a number; 0
// for a value that there is not.
func (v jsonValue) kind() byte {
	if v.text == "" {
		return 0
	}
	return v.text[0]
}

// describe names the type of a value, for a sentence.
func (v jsonValue) describe() string {
	switch v.kind() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n', 0:
		return "null"
	}
	return "a number"
}

// str is the text of a string.
func (v jsonValue) str() (string, bool) {
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
func (v jsonValue) string() string {
	s, _ := v.str()
	return s
}

// damage says what keeps a value from being what was meant: encoding/json would put
// U+FFFD silently in the place of such bytes.
func (v jsonValue) damage() string {
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

// escaped is the code unit of the escape that a text begins with, -1 if it begins with
// none.
func escaped(text string) rune {
	if len(text) < len(`\u0000`) || text[:2] != `\u` {
		return -1
	}
	n, err := strconv.ParseUint(text[2:6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// elements are the values of an array.
func (v jsonValue) elements() iter.Seq[jsonValue] {
	return func(yield func(jsonValue) bool) {
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
func (v jsonValue) members() iter.Seq2[string, jsonValue] {
	return func(yield func(string, jsonValue) bool) {
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
func values(text string) iter.Seq[jsonValue] {
	return func(yield func(jsonValue) bool) {
		all := jsonValue{text: text}
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
type fields map[string]jsonValue

// pick reads the members of those names. twice is one of them that stands twice, ""
// if none does.
func (v jsonValue) pick(names ...string) (picked fields, twice string) {
	picked = fields{}
	seen := 0 // a bit for each name
	for name, member := range v.members() {
		for i, wanted := range names {
			if name != wanted {
				continue
			}
			if seen&(1<<i) != 0 {
				twice = name
			}
			seen |= 1 << i
			if member.kind() != 'n' {
				picked[name] = member
			}
		}
	}
	return picked, twice
}

func (v jsonValue) part(start, end int) jsonValue {
	return jsonValue{text: v.text[start:end], at: v.at + start}
}

// next is the offset of what stands after the comma that follows a value, or of the
// bracket that does.
func (v jsonValue) next(i int) int {
	if i = v.gap(i); v.text[i] == ',' {
		i = v.gap(i + 1)
	}
	return i
}

// gap is the offset after blanks.
func (v jsonValue) gap(i int) int {
	for i < len(v.text) && blank(v.text[i]) {
		i++
	}
	return i
}

// end is the offset after the value that begins at i.
func (v jsonValue) end(i int) int {
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

func (v jsonValue) quoteEnd(i int) int {
	for i++; v.text[i] != '"'; i++ {
		if v.text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

func (v jsonValue) bracketEnd(i int) int {
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
