package match

import (
	"strings"

	"fileops/internal/lazy"
)

// entities are the escapes of the special characters of XML and HTML. Other entities (&nbsp;,
// &copy;) are meant as they are.
var entities = []struct {
	name string
	char byte
}{
	{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''},
	{"&#39;", '\''}, {"&#x27;", '\''}, {"&#34;", '"'}, {"&#x22;", '"'}, {"&#60;", '<'}, {"&#62;", '>'}, {"&#38;", '&'},
	{"&#039;", '\''}, {"&#x3c;", '<'}, {"&#x3e;", '>'}, {"&#x3C;", '<'}, {"&#x3E;", '>'}, {"&#x26;", '&'},
}

// maxEntity is the length of the longest name in entities.
const maxEntity = 6

// entityAt returns the character that an entity at the start of s stands for, and its
// length; 0 if there is none.
func entityAt[T string | []byte](s T) (char byte, size int) {
	if len(s) < 4 || s[0] != '&' || strings.IndexByte("lgaq#", s[1]) < 0 {
		return 0, 0
	}
	head := string(s[:min(len(s), maxEntity)])
	for _, e := range entities {
		if strings.HasPrefix(head, e.name) {
			return e.char, len(e.name)
		}
	}
	return 0, 0
}

// anyEntity matches what looks like an entity, of whatever name or number.
var anyEntity = lazy.Regexp{Source: `&[#A-\x7f][0-9A-Za-z]{1,30};`}

// unescape returns s with its entities decoded, once: &amp;lt; becomes &lt;.
func unescape(s string) string { return token(entity).read(s) }

// escapes are the characters that a text writes as themselves, and those that it writes as
// entities.
func escapes(s string) (raw, escaped map[byte]bool) {
	raw, escaped = map[byte]bool{}, map[byte]bool{}
	for i := 0; i < len(s); {
		if c, size := entityAt(s[i:]); size > 0 {
			escaped[c] = true
			i += size
			continue
		}
		raw[s[i]] = true
		i++
	}
	return raw, escaped
}

// escapable are the characters that entities stand for. A program that escapes one of the first
// three escapes all of them. Quotes are often left as they are.
const escapable = `<>&"'`

// unescapeAs unescapes a replacement in the way that find was escaped. It gives up if that is
// not certain: one of the two writes a character both ways, or only the replacement escapes
// quotation marks.
func unescapeAs(find, replacement string) (string, bool) {
	findRaw, findEscaped := escapes(find)
	newRaw, newEscaped := escapes(replacement)
	markup := findEscaped['<'] || findEscaped['>'] || findEscaped['&']
	for i := range len(escapable) {
		c := escapable[i]
		known := findEscaped[c] || i < 3 && markup && !findRaw[c]
		if findRaw[c] && findEscaped[c] || newRaw[c] && newEscaped[c] || newEscaped[c] && !known {
			return "", false
		}
	}
	return unescape(replacement), true
}
