package match

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fileops/internal/lazy"
	"fileops/internal/text"
	"fileops/internal/text/encoding"
)

// A token reads the start of a text as plainer text, and returns how many bytes it read. If it
// changes nothing, it reads one character.
type token func(s string) (plain string, size int)

// causeEscapes is the kind of a difference in backslash escapes.
const causeEscapes = "escapes"

// verbatim reads a text as it is.
func verbatim(s string) (string, int) {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size], size
}

// plainEscapes are the escapes of one letter and their characters.
var plainEscapes = [256]string{
	'n': "\n", 't': "\t", 'r': "\r", '"': `"`, '\'': "'", '\\': `\`, '/': "/", '`': "`", '$': "$", 'b': "\b", 'f': "\f", '0': "\x00",
}

// entity reads an entity as its character.
func entity(s string) (string, int) {
	if c, size := entityAt(s); size > 0 {
		return string(rune(c)), size
	}
	return verbatim(s)
}

// lineBreak reads a carriage return as the line end of old Macs.
func lineBreak(s string) (string, int) {
	if s[0] == '\r' {
		return "\n", 1
	}
	return verbatim(s)
}

// escapeDigits is how many hexadecimal digits follow a letter.
var escapeDigits = [256]int{'x': 2, 'u': 4, 'U': 8}

// escaped reads a backslash escape of JSON and most languages as its character.
func escaped(s string) (string, int) {
	if len(s) < 2 || s[0] != '\\' {
		return verbatim(s)
	}
	if strings.HasPrefix(s, `\r\n`) {
		return "\n", 4 // as in the source, which is read with LF
	}
	if plain := plainEscapes[s[1]]; plain != "" {
		return plain, 2
	}
	n := escapeDigits[s[1]]
	if n == 0 || len(s) < 2+n {
		return verbatim(s)
	}
	r, err := strconv.ParseUint(s[2:2+n], 16, 32)
	if err != nil || r > utf8.MaxRune {
		return verbatim(s)
	}
	if high := rune(r); 0xd800 <= high && high < 0xdc00 && strings.HasPrefix(s[6:], `\u`) && len(s) >= 12 {
		if low, err := strconv.ParseUint(s[8:12], 16, 32); err == nil && 0xdc00 <= low && low < 0xe000 {
			return string((high-0xd800)<<10 + rune(low) - 0xdc00 + 0x10000), 12
		}
	}
	return string(rune(r)), 2 + n
}

// spelled are characters and their spellings in plain ones, by models and people.
var spelled = lazy.Value[map[rune][]string]{Make: func() map[rune][]string {
	return map[rune][]string{
		'—': {"--", "---"}, '–': {"--"}, '…': {"..."}, '→': {"->"}, '←': {"<-"}, '⇒': {"=>"}, '⇐': {"<="}, '↔': {"<->"}, '⇔': {"<=>"},
		'≤': {"<="}, '≥': {">="}, '≠': {"!=", "<>"}, '≈': {"~="}, '©': {"(c)", "(C)"}, '®': {"(r)", "(R)"}, '™': {"(tm)", "(TM)", "tm", "TM"},
		'½': {"1/2"}, '¼': {"1/4"}, '¾': {"3/4"}, '×': {"x", "*"}, '÷': {"/"}, '·': {"*", "."}, '•': {"*", "-"}, '±': {"+-", "+/-"},
		'ﬀ': {"ff"}, 'ﬁ': {"fi"}, 'ﬂ': {"fl"}, 'ﬃ': {"ffi"}, 'ﬄ': {"ffl"}, 'ﬅ': {"st"}, 'ﬆ': {"st"},
		'«': {"<<", `"`}, '»': {">>", `"`}, '″': {`"`}, 'ß': {"ss"}, 'æ': {"ae"}, 'Æ': {"AE"}, 'œ': {"oe"}, 'Œ': {"OE"}, '²': {"2", "^2"}, '³': {"3", "^3"},
		'а': {"a"}, 'е': {"e"}, 'о': {"o"}, 'р': {"p"}, 'с': {"c"}, 'у': {"y"}, 'х': {"x"}, 'і': {"i"}, 'ј': {"j"}, 'ѕ': {"s"},
		'А': {"A"}, 'В': {"B"}, 'Е': {"E"}, 'К': {"K"}, 'М': {"M"}, 'Н': {"H"}, 'О': {"O"}, 'Р': {"P"}, 'С': {"C"}, 'Т': {"T"}, 'Х': {"X"},
		'ο': {"o"}, 'Α': {"A"}, 'Β': {"B"}, 'Ε': {"E"}, 'Η': {"H"}, 'Ι': {"I"}, 'Κ': {"K"}, 'Μ': {"M"}, 'Ν': {"N"}, 'Ο': {"O"}, 'Ρ': {"P"}, 'Τ': {"T"}, 'Χ': {"X"},
	}
}}

// spelling reads characters as the nth of their spellings, or the last one, and look-alikes as
// plain ones. Invisible characters are left out.
func spelling(n int) token {
	return func(s string) (string, int) {
		r, size := utf8.DecodeRuneInString(s)
		if r < 0xa0 || 0x600 <= r && r < 0x1680 || 0x3001 <= r && r < 0xfb00 { // most scripts have none
			return s[:size], size
		}
		switch list := spelled.Get()[r]; {
		case invisible(r):
			return "", size
		case 0xff01 <= r && r <= 0xff5e: // of full width
			return string(r - 0xfee0), size
		case n > 0 && plainOf(r) == '-' && list != nil, plainOf(r) == 0 && list != nil:
			return list[min(max(n-1, 0), len(list)-1)], size
		case plainOf(r) != 0:
			return string(rune(plainOf(r))), size
		}
		return s[:size], size
	}
}

// notation is one way to read the find and the source so that they may be equal.
type notation struct {
	kind         string
	find, source token
}

var notations = lazy.Value[[]notation]{Make: func() []notation {
	return []notation{
		{causeEscapes, escaped, verbatim}, {causeEscapes, verbatim, escaped}, {causeEscapes, escaped, escaped},
		{causeLookAlike, spelling(0), spelling(0)}, {causeLookAlike, spelling(1), spelling(1)}, {causeLookAlike, spelling(2), spelling(2)},
		{causeLookAlike, encoding.Compose, encoding.Compose},
		{causeEntities, entity, verbatim}, {causeEntities, verbatim, entity},
		{causeLineEnds, verbatim, lineBreak},
	}
}}

// reads reports whether the notation may change the find or the source.
func (a notation) reads(find, source string) bool {
	var mark string // what a text must have for the notation to matter
	switch a.kind {
	case causeEscapes:
		mark = `\`
	case causeEntities:
		mark = "&"
	case causeLineEnds:
		mark = "\r"
	default: // any character outside of ASCII
		return !ascii(find) || !ascii(source)
	}
	return strings.Contains(find, mark) || strings.Contains(source, mark)
}

// back maps offsets of a text that was read as plain to offsets of its source. Its marks ascend.
type back []mark

// mark is a pair of offsets that correspond.
type mark struct {
	plain, source int
	token         bool // a token begins there; else text that is the same in both
}

// original is the offset in the source for one in the plain text. Inside a token it is the
// token's start.
func (b back) original(plain int) int {
	i := sort.Search(len(b), func(i int) bool { return b[i].plain > plain }) - 1
	if i < 0 {
		return plain
	}
	if b[i].token {
		return b[i].source
	}
	return b[i].source + plain - b[i].plain
}

// readAs reads a whole text, and returns the way back to its offsets.
func (t token) readAs(s string) (plain string, way back) {
	var b strings.Builder
	b.Grow(len(s))
	for at := 0; at < len(s); {
		next := at + special(s[at:])
		b.WriteString(s[at:next])
		if at = next; at == len(s) {
			break
		}
		out, size := t(s[at:])
		if out != s[at:at+size] {
			way = append(way, mark{b.Len(), at, true}, mark{b.Len() + len(out), at + size, false})
		}
		b.WriteString(out)
		at += size
	}
	return b.String(), way
}

// read reads a whole text.
func (t token) read(s string) string {
	plain, _ := t.readAs(s)
	return plain
}

// special is the offset of the first text that a token may change: a mark, or a character outside
// of ASCII with the one before it, since it may be an accent.
func special(s string) int {
	for i := range len(s) {
		if s[i] == '\\' || s[i] == '&' || s[i] == '\r' || s[i] >= utf8.RuneSelf {
			if i > 0 && s[i] >= utf8.RuneSelf {
				i--
			}
			return i
		}
	}
	return len(s)
}

// maxAlike is the largest source, in bytes, that is read in other notations.
const maxAlike = 256 << 10

// nearInNotation finds the place that differs from a find only in the notation of characters. It
// names the first difference.
func nearInNotation(src []byte, needle string) (Miss, bool) {
	view, removed := unixView(src)
	if len(view) > maxAlike {
		return Miss{}, false
	}
	for _, a := range notations.Get() {
		if !a.reads(needle, string(view)) {
			continue
		}
		wanted := a.find.read(needle)
		plain, way := a.source.readAs(string(view))
		at := strings.Index(plain, wanted)
		if at < 0 || wanted == "" || !recognizable(needle) && strings.LastIndex(plain, wanted) != at {
			continue
		}
		region := text.Span{Start: way.original(at), End: way.original(at + len(wanted))}
		detail, line := a.detail(needle, string(view[region.Start:region.End]))
		if detail == "" { // it differs in something else, such as blank lines around it
			continue
		}
		first := text.LineNumbers(view, []int{region.Start})[0]
		start := text.LineStart(view, region.Start)
		end := max(start, text.NextLine(view, max(region.Start, region.End-1)))
		whole := inSource([]text.Span{{Start: start, End: end}}, removed)[0]
		shown := strings.TrimRight(string(src[whole.Start:whole.End]), "\r\n")
		return Miss{
			First: first, Last: first + strings.Count(strings.TrimRight(string(view[start:end]), "\n"), "\n"), Similarity: 0.99, Text: shown,
			Causes: []string{fmt.Sprintf("%s: line %d of the file has %s", a.kind, first+line, detail)},
		}, true
	}
	return Miss{}, false
}

// detail describes the first difference in notation of a find and a region that read the same;
// "" for none. line is the number of lines of the region before it.
func (a notation) detail(find, region string) (said string, line int) {
	for f, s := 0, 0; f < len(find) || s < len(region); {
		fromF, fromS := f, s
		readF, readS := "", ""
		take := func(fromFind bool) {
			if fromFind {
				plain, size := a.find(find[f:])
				readF, f = readF+plain, f+size
			} else {
				plain, size := a.source(region[s:])
				readS, s = readS+plain, s+size
			}
		}
		take(f < len(find))
		for readF != readS && (f < len(find) || s < len(region)) {
			take(f < len(find) && (len(readF) < len(readS) || s == len(region)))
		}
		if find[fromF:f] != region[fromS:s] {
			return shownAs(region[fromS:s]) + " where the text has " + shownAs(find[fromF:f]), line
		}
		line += strings.Count(region[fromS:s], "\n")
	}
	return "", line
}

// unescaped is a find with its escapes read, and a cause that names the first of them. The cause
// is "" if there is none.
func unescaped(needle string) (plain, cause string) {
	for at := 0; at < len(needle); {
		out, size := escaped(needle[at:])
		if out != needle[at:at+size] {
			return token(escaped).read(needle), fmt.Sprintf("%s: the text has %s where the file has %s", causeEscapes, shownAs(needle[at:at+size]), shownAs(out))
		}
		at += size
	}
	return "", ""
}

// shownAs is a piece of text for a message. Blanks and confusable characters are named.
func shownAs(s string) string {
	switch s {
	case "\n":
		return "a line break"
	case "\t":
		return "a tab"
	case "\r":
		return "a carriage return"
	case "":
		return "nothing"
	}
	if strings.HasPrefix(s, `\`) && len(s) > 1 {
		return s + " (written out, as " + strconv.Itoa(len(s)) + " characters)"
	}
	if ascii(s) && len(s) > 1 {
		return strconv.Quote(s)
	}
	var names []string
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			names = append(names, strconv.QuoteRune(r))
		case unicode.Is(unicode.Mn, r):
			names = append(names, fmt.Sprintf("U+%04X (combining accent)", r))
		default:
			names = append(names, character(r))
		}
	}
	return strings.Join(names, " and ")
}
