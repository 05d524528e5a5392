package encoding

import (
	"bytes"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"

	"fileops/internal/text"
)

// jis is ISO-2022-JP (RFC 1468), in which escape sequences switch character sets. A unit is a
// line, since every line begins and ends in ASCII.
type jis struct{}

func (jis) next(dst, src []byte) ([]byte, int) {
	n := text.NextLine(src, 0)
	if ASCII(src[:n]) {
		return append(dst, src[:n]...), n
	}
	line, err := japanese.ISO2022JP.NewDecoder().Bytes(src[:n])
	if err != nil {
		line = []byte("\ufffd")
	}
	return append(dst, line...), n
}

func (jis) put(dst, decoded []byte) ([]byte, int) {
	n := text.NextLine(decoded, 0)
	if ASCII(decoded[:n]) {
		return append(dst, decoded[:n]...), n
	}
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

// jisLines decodes a stream as next does, but does not keep whole lines in memory.
type jisLines struct {
	line    transform.Transformer
	telling bool // see Telling; the encoding has no U+FFFD
}

func (j jisLines) Reset() { j.line.Reset() }

func (j jisLines) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		part := src[nSrc : nSrc+text.NextLine(src[nSrc:], 0)]
		ended := part[len(part)-1] == '\n'
		wrote, took, err := j.line.Transform(dst[nDst:], part, ended || atEOF)
		if text := dst[nDst : nDst+wrote]; j.telling && bytes.Contains(text, []byte("\ufffd")) {
			wrote = copy(text, bytes.ReplaceAll(text, []byte("\ufffd"), []byte(Invalid)))
		}
		nDst, nSrc = nDst+wrote, nSrc+took
		if err != nil {
			return nDst, nSrc, err
		}
		if ended {
			j.line.Reset()
		}
	}
	return nDst, nSrc, nil
}
