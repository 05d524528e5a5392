package encoding

import (
	"golang.org/x/text/encoding/japanese"

	"fileops/internal/text"
)

// jis is ISO-2022-JP (RFC 1468), in which escape sequences say what the bytes after
// them mean. That is a state, but every line begins and ends in ASCII: a unit is a
// line.
type jis struct{}

func (jis) next(dst, src []byte) ([]byte, int) {
	n := text.NextLine(src, 0)
	line, err := japanese.ISO2022JP.NewDecoder().Bytes(src[:n])
	if err != nil {
		line = []byte("\ufffd")
	}
	return append(dst, line...), n
}

func (jis) put(dst, decoded []byte) ([]byte, int) {
	n := text.NextLine(decoded, 0)
	line, err := japanese.ISO2022JP.NewEncoder().Bytes(decoded[:n])
	if err != nil {
		return dst, 0
	}
	back, err := japanese.ISO2022JP.NewDecoder().Bytes(line)
	if err != nil || string(back) != string(decoded[:n]) {
		return dst, 0
	}
	return append(dst, line...), n
}

func (jis) ascii() bool { return false }
