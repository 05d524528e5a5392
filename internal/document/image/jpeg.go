package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image/jpeg"
	"io"
)

// inspectJPEG asks the decoder for the dimensions and, where it does not take the kind
// of compression, the file.
func inspectJPEG(src *source) (Info, error) {
	outline, err := outlineJPEG(src)
	if err != nil {
		return Info{}, followed(err)
	}
	config, err := jpeg.DecodeConfig(src.reader())
	var unsupported jpeg.UnsupportedError
	if errors.As(err, &unsupported) {
		config.Width, config.Height, err = outline.width, outline.height, nil
	}
	if err != nil {
		return Info{}, err
	}
	if !endsJPEG(src, outline.scan) {
		return Info{}, io.ErrUnexpectedEOF
	}
	return turned(config.Width, config.Height, outline.orientation), nil
}

// jpegOutline is what the segments before the pixels say.
type jpegOutline struct {
	width, height, orientation int
	scan                       int64 // where the pixels start
}

// outlineJPEG goes from segment to segment (ITU-T T.81, annex B) up to the pixels.
func outlineJPEG(src *source) (jpegOutline, error) {
	o := jpegOutline{orientation: 1}
	exif := false
	for at := int64(2); ; {
		b, err := src.at(at, 2)
		if err != nil {
			return o, err
		}
		marker := b[1]
		switch {
		case b[0] != 0xff: // stray bytes between segments, which decoders pass over
			at++
			continue
		case marker == 0xff: // fill
			at++
			continue
		case marker == 0, marker == 1, marker >= 0xd0 && marker <= 0xd8: // no length
			at += 2
			continue
		case marker == 0xd9:
			return o, errors.New("it ends before its pixels")
		}
		if b, err = src.at(at+2, 2); err != nil {
			return o, err
		}
		length := int64(binary.BigEndian.Uint16(b))
		switch {
		case marker == 0xda:
			o.scan = at + 2 + length
			return o, nil
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			if b, err = src.at(at+5, 4); err != nil {
				return o, err
			}
			o.height, o.width = int(binary.BigEndian.Uint16(b)), int(binary.BigEndian.Uint16(b[2:]))
		case marker == 0xe1 && !exif && string(src.upTo(at+4, 6)) == "Exif\x00\x00":
			exif = true
			o.orientation = orientation(src, at+10)
		}
		at += 2 + max(length, 2)
	}
}

// endsJPEG reports whether there is an end marker after the pixels start. Some cameras
// write data of their own behind it: it is looked for in the last megabyte.
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
