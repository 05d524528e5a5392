package diff

import (
	"fmt"
	"slices"
)

// Quote returns a path as git with core.quotePath=false writes it: quoted as in C if it could be
// misread, else as it is.
func Quote(name string) string {
	special := func(c byte) bool { return c < ' ' || c == '"' || c == '\\' || c == 0x7f }
	if !slices.ContainsFunc([]byte(name), special) {
		return name
	}
	quoted := []byte{'"'}
	for _, c := range []byte(name) {
		switch {
		case !special(c):
			quoted = append(quoted, c)
		case c >= '\a' && c <= '\r':
			quoted = append(quoted, '\\', "abtnvfr"[c-'\a'])
		case c == '"', c == '\\':
			quoted = append(quoted, '\\', c)
		default:
			quoted = fmt.Appendf(quoted, `\%03o`, c)
		}
	}
	return string(append(quoted, '"'))
}
