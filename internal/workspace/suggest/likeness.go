package suggest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Alike returns the one of names that a missed name most likely meant: it differs in letter
// case, in separators, in one typing mistake or in an ending of the same family. It
// returns "" if there is no such name, or more than one.
func Alike(names []string, missed string) string {
	found := ""
	for _, name := range names {
		if !strings.EqualFold(name, missed) && likeness(strings.ToLower(name), strings.ToLower(missed)) == unlike {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// How like two components are.
const (
	unlike = iota
	akin   // one mistake, or another ending
	twin   // but for separators
)

// likeness compares two components, both in lower case.
func likeness(a, b string) int {
	if a == b {
		return unlike // another case is not a mistake of this kind
	}
	if l := loose(a); l != "" && l == loose(b) {
		return twin
	}
	stemA, endA := cutEnding(a)
	stemB, endB := cutEnding(b)
	if endA == endB && mistyped(stemA, stemB) || stemA == stemB && (sameFamily(endA, endB) || mistyped(endA, endB)) {
		return akin
	}
	return unlike
}

// loose is a component without what separates words: people forget which it was.
func loose(component string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, component)
}

// cutEnding cuts the extension off, without its dot. A dot at the start begins none.
func cutEnding(component string) (stem, ending string) {
	if i := strings.LastIndexByte(component, '.'); i > 0 {
		return component[:i], component[i+1:]
	}
	return component, ""
}

// families are the endings that are taken for one another.
var families = [][]string{
	{"js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"},
	{"c", "cc", "cpp", "cxx"},
	{"h", "hh", "hpp", "hxx"},
	{"", "md", "markdown", "mdx", "rst", "adoc", "txt"},
	{"css", "scss", "sass", "less"},
	{"json", "jsonc", "json5"},
	{"yml", "yaml"},
	{"htm", "html", "xhtml"},
	{"jpg", "jpeg"},
	{"tif", "tiff"},
	{"py", "pyi"},
	{"kt", "kts"},
}

func sameFamily(a, b string) bool {
	return slices.ContainsFunc(families, func(f []string) bool { return slices.Contains(f, a) && slices.Contains(f, b) })
}

// Between short words one letter makes another word (get, set), not a mistake.
const (
	minMistyped = 3 // runes of the longer one
	minReplaced = 4 // where a rune is another one
	maxMistyped = 64
)

// mistyped reports whether a and b differ in one rune that is missing, or another
// one, or in two neighbours that are swapped. Other numbers are other files: page2 is
// no mistake for page3.
func mistyped(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) > utf8.UTFMax || farApart(a, b) || otherNumber(a, b) {
		return false
	}
	r, t := []rune(a), []rune(b)
	if len(r) < len(t) {
		r, t = t, r
	}
	if len(r) < minMistyped || len(r) > maxMistyped || len(r)-len(t) > 1 {
		return false
	}
	i := 0
	for i < len(t) && r[i] == t[i] {
		i++
	}
	if len(r) > len(t) {
		return slices.Equal(r[i+1:], t[i:])
	}
	if i+1 < len(r) && r[i] == t[i+1] && r[i+1] == t[i] && slices.Equal(r[i+2:], t[i+2:]) {
		return true
	}
	return i < len(r) && len(r) >= minReplaced && slices.Equal(r[i+1:], t[i+1:])
}

// farApart reports whether a, the longer one, has more than two runes between the common
// beginning and the common end of a and b. It is quick and may miss some.
func farApart(a, b string) bool {
	i, j := 0, 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	for j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return len(a)-i-j > 2*utf8.UTFMax
}

func otherNumber(a, b string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s)
	}
	x, y := digits(a), digits(b)
	return x != y && x != "" && y != ""
}
