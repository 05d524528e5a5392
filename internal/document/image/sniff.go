package image

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"fileops/internal/lazy"
)

// sniffed is how many bytes of a file Type needs.
const sniffed = 4096

// format is one type of image: how its first bytes look, and how to read its outline.
type format struct {
	mime    string
	matches func(start []byte) bool
	inspect func(*source) Info
}

var formats = lazy.Value[[]format]{Make: func() []format {
	return []format{
		{PNG, isPNG, inspectPNG},
		{JPEG, isJPEG, inspectJPEG},
		{GIF, isGIF, inspectGIF},
		{WebP, isWebP, inspectWebP},
		{BMP, isBMP, inspectBMP},
		{TIFF, isTIFF, inspectTIFF},
		{ICO, isICO, inspectICO},
		{AVIF, branded("avif", "avis"), inspectHEIF},
		{HEIC, branded("heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"), inspectHEIF},
		{SVG, isSVG, inspectSVG},
	}
}}

// formatOf returns the format of a file by its first bytes, the zero format for no image.
func formatOf(start []byte) format {
	for _, f := range formats.Get() {
		if f.matches(start) {
			return f
		}
	}
	return format{}
}

// Type returns the MIME type of an image, given the first 4096 bytes of its file or all
// of them; "" for other files. It checks a header that no text has, not only the two
// letters that some types start with.
func Type(start []byte) string { return formatOf(start).mime }

func isPNG(b []byte) bool { return bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) }

// isJPEG requires a marker that may come first: an application segment, a comment, a
// table or a frame.
func isJPEG(b []byte) bool {
	if len(b) < 6 || !bytes.HasPrefix(b, []byte("\xff\xd8\xff")) {
		return false
	}
	m := b[3]
	return m == 0xff || m == 0xfe || m == 0xdb || m >= 0xe0 && m <= 0xef || m >= 0xc0 && m <= 0xcf
}

// isGIF rejects prose that starts with GIF89a: letters as width and height would both
// be over 8,000 pixels, and each image ends with a NUL.
func isGIF(b []byte) bool {
	return len(b) >= 10 && (string(b[:6]) == "GIF87a" || string(b[:6]) == "GIF89a") &&
		b[7] < ' ' && b[9] < ' ' && bytes.IndexByte(b, 0) >= 0
}

func isWebP(b []byte) bool {
	return len(b) >= 16 && string(b[:4]) == "RIFF" && string(b[8:15]) == "WEBPVP8"
}

func isBMP(b []byte) bool {
	if len(b) < 26 || string(b[:2]) != "BM" {
		return false
	}
	switch binary.LittleEndian.Uint32(b[14:]) {
	case 12:
		return binary.LittleEndian.Uint16(b[22:]) == 1
	case 16, 40, 52, 56, 64, 108, 124:
		return len(b) < 28 || binary.LittleEndian.Uint16(b[26:]) == 1
	}
	return false
}

func isTIFF(b []byte) bool {
	starts := []string{"II*\x00", "MM\x00*", "II+\x00\x08\x00\x00\x00", "MM\x00+\x00\x08\x00\x00"}
	return len(b) >= 8 && slices.ContainsFunc(starts, func(s string) bool { return bytes.HasPrefix(b, []byte(s)) })
}

// isICO checks the first entry too: four bytes, three of them 0, prove little.
func isICO(b []byte) bool {
	if len(b) < 22 || b[0] != 0 || b[1] != 0 || b[2] != 1 && b[2] != 2 || b[3] != 0 {
		return false
	}
	count := int(binary.LittleEndian.Uint16(b[4:]))
	size, offset := binary.LittleEndian.Uint32(b[14:]), binary.LittleEndian.Uint32(b[18:])
	icon := b[2] == 2 || b[10] < 2 && b[11] == 0 && b[12] <= 32 && b[13] == 0
	return icon && count > 0 && b[9] == 0 && size > 0 && uint64(offset) >= uint64(6+16*count)
}

// branded matches files of the ISO base media format (ISO/IEC 14496-12) that name one of
// the brands.
func branded(brands ...string) func([]byte) bool {
	return func(b []byte) bool {
		if len(b) < 16 || string(b[4:8]) != "ftyp" {
			return false
		}
		size := binary.BigEndian.Uint32(b)
		if size < 16 || size > 1024 {
			return false
		}
		box := b[8:min(int(size), len(b))]
		for at := 0; at+4 <= len(box); at += 4 {
			if at != 4 && slices.Contains(brands, string(box[at:at+4])) { // at 4 is a version
				return true
			}
		}
		return false
	}
}

// isSVG reports whether the first element is <svg>.
func isSVG(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	if b = bytes.TrimLeft(b, " \t\r\n"); !bytes.HasPrefix(b, []byte("<")) || !bytes.Contains(b, []byte("svg")) {
		return false
	}
	root, _, err := firstElement(bytes.NewReader(b))
	return err == nil && root.Name.Local == "svg"
}

// firstElement reads up to the first element and reports whether it is empty.
func firstElement(r io.Reader) (root xml.StartElement, empty bool, err error) {
	d := xml.NewDecoder(r)
	d.Strict = false // entities in attributes, as Adobe Illustrator writes them
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		tok, err := d.RawToken()
		if err != nil {
			return xml.StartElement{}, false, err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			next, err := d.RawToken()
			_, empty := next.(xml.EndElement)
			return t, empty && err == nil, nil
		case xml.CharData:
			if strings.TrimSpace(strings.TrimPrefix(string(t), "\ufeff")) != "" {
				return xml.StartElement{}, false, io.ErrUnexpectedEOF
			}
		case xml.EndElement:
			return xml.StartElement{}, false, io.ErrUnexpectedEOF
		}
	}
}
