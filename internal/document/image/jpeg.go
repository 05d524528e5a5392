package image

import (
	"bytes"
	"errors"
	"io"
)

// inspectJPEG reads the segments itself, since Go's decoder does not support every
// compression.
func inspectJPEG(src *source) Info {
	info, orient, scan := outlineJPEG(src)
	if src.err == nil && !endsJPEG(src, scan) {
		src.fail(io.ErrUnexpectedEOF)
	}
	return turned(info, orient)
}

// outlineJPEG reads the segments (ITU-T T.81, annex B) before the pixels, which start at
// scan.
func outlineJPEG(src *source) (info Info, orient int, scan int64) {
	orient = 1
	exif := false
	for at := int64(2); src.err == nil; {
		b := src.at(at, 2)
		marker := b[1]
		switch {
		case b[0] != 0xff, marker == 0xff: // stray bytes, which decoders skip, or fill
			at++
			continue
		case marker == 0, marker == 1, marker >= 0xd0 && marker <= 0xd8: // no length
			at += 2
			continue
		case marker == 0xd9:
			src.fail(errors.New("it ends before its pixels"))
		}
		length := src.bigEndian(at+2, 2)
		switch {
		case marker == 0xda:
			return info, orient, at + 2 + length
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			info = Info{Width: int(src.bigEndian(at+7, 2)), Height: int(src.bigEndian(at+5, 2))}
		case marker == 0xe1 && !exif && string(src.upTo(at+4, 6)) == "Exif\x00\x00":
			exif = true
			orient = orientation(src, at+10)
		}
		at += 2 + max(length, 2)
	}
	return info, orient, 0
}

// endsJPEG reports whether an end marker follows the start of the pixels. It searches the
// last megabyte, since some cameras append other data.
func endsJPEG(src *source, scan int64) bool {
	const step, most = windowSize - 1, 1 << 20
	for end := src.size; end > scan; end -= step {
		if src.size-end >= most {
			return true
		}
		from := max(scan, end-step-1)
		if bytes.Contains(src.upTo(from, int(end-from)), []byte{0xff, 0xd9}) {
			return true
		}
	}
	return false
}
