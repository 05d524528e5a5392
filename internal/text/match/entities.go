package match

import "strings"

// entities are the escapes that a program or a model puts for characters that XML
// and HTML give a meaning. Others (&nbsp;, &copy;) are written on purpose.
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
// length; 0 where there is none.
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

// anyEntity reports whether s holds something that looks like an entity, of whatever
// name or number.
func anyEntity(s string) bool {
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return false
		}
		s = s[i+1:]
		end := strings.IndexByte(s[:min(len(s), 32)], ';')
		if end > 1 && (s[0] == '#' || s[0] >= 'A') && strings.Trim(s[1:end], "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			return true
		}
	}
}

// unescape returns s with its entities decoded, once: &amp;lt; becomes &lt;.
func unescape(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if c, size := entityAt(s[i:]); size > 0 {
			b.WriteByte(c)
			i += size
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// escaping counts how a text writes the characters that can be escaped: as themselves
// and as entities.
type escaping struct{ raw, escaped map[byte]int }

func escapingOf(s string) escaping {
	e := escaping{map[byte]int{}, map[byte]int{}}
	for i := 0; i < len(s); {
		c, size := entityAt(s[i:])
		counts := e.escaped
		if size == 0 {
			c, size, counts = s[i], 1, e.raw
		}
		if strings.IndexByte(escapable, c) >= 0 {
			counts[c]++
		}
		i += size
	}
	return e
}

// escapable are the characters that entities stand for. The first three are escaped
// by everything that escapes one of them; quotes are often left as they are.
const escapable = `<>&"'`

// unescapeAs unescapes a replacement in the way that find was escaped. It gives up
// where it cannot know: a character that one of the two writes both ways, and a
// quotation mark that only the replacement escapes.
func unescapeAs(find, replacement string) (string, bool) {
	f, r := escapingOf(find), escapingOf(replacement)
	markup := f.escaped['<']+f.escaped['>']+f.escaped['&'] > 0
	for i := range len(escapable) {
		c := escapable[i]
		if f.raw[c] > 0 && f.escaped[c] > 0 || r.raw[c] > 0 && r.escaped[c] > 0 {
			return "", false
		}
		known := f.escaped[c] > 0 || i < 3 && markup && f.raw[c] == 0
		if r.escaped[c] > 0 && !known {
			return "", false
		}
	}
	return unescape(replacement), true
}
