package diff

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // git names contents by it
	"encoding/hex"
	"fmt"
)

// Binary returns a change of a binary file as `git diff --binary` writes it below the header lines,
// with both contents as a whole. git applies it in either direction. A nil Content is a file that is
// not there.
func Binary(from, to Version) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "index %s..%s\nGIT binary patch\n", objectName(from.Content), objectName(to.Content))
	for _, content := range [][]byte{to.Content, from.Content} {
		writeLiteral(&b, content)
	}
	return b.String()
}

// objectName is the name that git gives a content; zeros for a file that is not there.
func objectName(content []byte) string {
	if content == nil {
		return hex.EncodeToString(make([]byte, sha1.Size))
	}
	h := sha1.New() //nolint:gosec // see above
	h.Write(fmt.Appendf(nil, "blob %d\x00", len(content)))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// writeLiteral writes a content as a literal of a binary patch: compressed, in lines of base 85.
func writeLiteral(b *bytes.Buffer, content []byte) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(content) //nolint:errcheck // a buffer takes all
	z.Close()        //nolint:errcheck // see above
	fmt.Fprintf(b, "literal %d\n", len(content))
	const perLine = 52
	for rest := packed.Bytes(); len(rest) > 0; {
		line := rest[:min(perLine, len(rest))]
		rest = rest[len(line):]
		if n := byte(len(line)); n <= 26 { // its length is a letter
			b.WriteByte('A' + n - 1)
		} else {
			b.WriteByte('a' + n - 27)
		}
		for len(line) > 0 {
			var group [4]byte
			line = line[copy(group[:], line):]
			writeBase85(b, group)
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// digits85 are the digits of git's base 85.
const digits85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"

// writeBase85 writes four bytes as five digits, the highest first.
func writeBase85(b *bytes.Buffer, group [4]byte) {
	n := uint32(group[0])<<24 | uint32(group[1])<<16 | uint32(group[2])<<8 | uint32(group[3])
	var text [5]byte
	for i := len(text) - 1; i >= 0; i-- {
		text[i] = digits85[n%85]
		n /= 85
	}
	b.Write(text[:])
}
