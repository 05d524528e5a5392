package match

import (
	"unicode"
	"unicode/utf8"
)

// blanks are the characters that are invisible at the ends of a line.
const blanks = " \t\r\f\v"

// plainOf returns the ASCII character that r looks like, or 0. These are typographic quotes,
// dashes and spaces, which models and editors exchange for the plain ones. Each stands for
// exactly one character.
func plainOf(r rune) byte {
	switch {
	case r < 0xa0:
		return 0
	case r == 0xa0 || r == 0x1680 || 0x2000 <= r && r <= 0x200a || r == 0x202f || r == 0x205f || r == 0x3000:
		return ' '
	case 0x2010 <= r && r <= 0x2015 || r == 0x2212 || r == 0xfe58 || r == 0xfe63 || r == 0xff0d:
		return '-'
	case 0x2018 <= r && r <= 0x201b || r == 0x2032 || r == 0x02bc || r == 0xff07:
		return '\''
	case 0x201c <= r && r <= 0x201f || r == 0x2033 || r == 0xff02:
		return '"'
	}
	return 0
}

// invisible reports whether r has no width: zero-width characters, a soft hyphen, a byte order
// mark inside the text.
func invisible(r rune) bool {
	return 0x200b <= r && r <= 0x200d || r == 0x2060 || r == 0xfeff || r == 0xad
}

// ellipsis is the one character that looks like three.
const ellipsis = '\u2026'

// folded reads a look-alike character as its plain one.
func folded(s string) (string, int) {
	r, size := utf8.DecodeRuneInString(s)
	if c := plainOf(r); c != 0 {
		return string(rune(c)), size
	}
	return s[:size], size
}

// fold returns s with every look-alike character as its plain one.
func fold(s string) string { return token(folded).read(s) }

// ascii reports whether s has no character of several bytes.
func ascii(s string) bool { return utf8.RuneCountInString(s) == len(s) }

// lookAlikeName says what kind of character r is, for a message.
func lookAlikeName(r rune) string {
	switch {
	case r == 0xa0:
		return "no-break space"
	case r == ellipsis:
		return "ellipsis"
	case r == 0x2011:
		return "non-breaking hyphen"
	case r == 0x2013:
		return "en dash"
	case r == 0x2014:
		return "em dash"
	case r == 0x2018 || r == 0x2019:
		return "curly quote"
	case r == 0x201c || r == 0x201d:
		return "curly double quote"
	case invisible(r):
		return "invisible character"
	case plainOf(r) == ' ':
		return "special space"
	case plainOf(r) == '-':
		return "dash"
	case plainOf(r) != 0:
		return "quotation mark"
	case 0xfb00 <= r && r <= 0xfb06:
		return "ligature"
	case 0xff01 <= r && r <= 0xff5e:
		return "full-width character"
	case 0x2190 <= r && r <= 0x21ff:
		return "arrow"
	case unicode.In(r, unicode.Cyrillic, unicode.Greek) && spelled.Get()[r] != nil:
		return "letter of another script"
	case unicode.IsLetter(r):
		return "letter"
	case spelled.Get()[r] != nil:
		return "sign"
	}
	return "character"
}
