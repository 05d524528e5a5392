package image

import (
	"encoding/binary"
	"errors"
	"io"
)

// Tags of a TIFF directory (TIFF 6.0, section 8), which EXIF uses too.
const (
	tagWidth       = 256
	tagHeight      = 257
	tagOrientation = 274
	tagStrips      = 273 // offsets of the pixels, and their lengths in bytes
	tagStripBytes  = 279
	tagTiles       = 324
	tagTileBytes   = 325
)

const (
	maxEntries = 4096 // in one directory
	maxPages   = 4096
)

// tiff reads the TIFF structure that starts at base: a TIFF file, or the EXIF data in
// another file.
type tiff struct {
	src   *source
	base  int64
	order binary.ByteOrder
	word  int // bytes of a count or an offset: 8 in BigTIFF, otherwise 4
}

// directory holds the entries of one TIFF directory that matter; 0 for a missing one.
type directory struct {
	width, height, orientation int
	pixels, pixelBytes         int64 // of the last strip or tile
	next                       int64 // offset of the next directory
}

// openTIFF returns the offset of the first directory too. A structure without a byte
// order is a failure.
func openTIFF(src *source, base int64) (t tiff, first int64) {
	t = tiff{src: src, base: base, order: binary.LittleEndian, word: 4}
	switch string(src.at(base, 2)) {
	case "II":
	case "MM":
		t.order = binary.BigEndian
	default:
		src.fail(errors.New("no byte order"))
	}
	if t.number(2, 2) == 43 {
		t.word = 8
		return t, t.number(8, 8)
	}
	return t, t.number(4, 4)
}

func (t tiff) number(off int64, bytes int) int64 { return t.src.number(t.order, t.base+off, bytes) }

func (t tiff) directory(off int64) (d directory) {
	counted, entry := 2, int64(12)
	if t.word == 8 {
		counted, entry = 8, 20
	}
	count := t.number(off, counted)
	if count > maxEntries {
		t.src.fail(errors.New("its directory makes no sense"))
	}
	at := off + int64(counted)
	for range count {
		if t.src.err != nil {
			return d
		}
		switch t.number(at, 2) {
		case tagWidth:
			d.width = int(min(t.last(at), 1<<31-1))
		case tagHeight:
			d.height = int(min(t.last(at), 1<<31-1))
		case tagOrientation:
			d.orientation = int(min(t.last(at), 1<<31-1))
		case tagStrips, tagTiles:
			d.pixels = t.last(at)
		case tagStripBytes, tagTileBytes:
			d.pixelBytes = t.last(at)
		}
		at += entry
	}
	d.next = t.number(at, t.word)
	return d
}

// last reads the last value of the entry at an offset; 0 if it is not a whole number.
func (t tiff) last(at int64) int64 {
	size := map[int64]int{1: 1, 3: 2, 4: 4, 16: 8}[t.number(at+2, 2)] // byte, short, long, long8
	count := t.number(at+4, t.word)
	if size == 0 || size > t.word || count == 0 {
		return 0
	}
	if count > t.src.size {
		t.src.fail(io.ErrUnexpectedEOF)
		return 0
	}
	values := at + 4 + int64(t.word)
	if count > int64(t.word/size) { // they do not fit into the entry
		values = t.number(values, t.word)
	}
	return t.number(values+(count-1)*int64(size), size)
}

// orientation returns that of the EXIF data at base, from 1 to 8. Missing or damaged
// data count as 1, not turned, as in image viewers.
func orientation(src *source, base int64) int {
	before := src.err
	t, first := openTIFF(src, base)
	d := t.directory(first)
	src.err = before
	if d.orientation < 1 || d.orientation > 8 {
		return 1
	}
	return d.orientation
}

// turned swaps the sides of an image that is shown on its side: orientations 5 to 8.
func turned(i Info, orientation int) Info {
	if orientation >= 5 {
		i.Width, i.Height = i.Height, i.Width
	}
	return i
}

// inspectTIFF reads the directories itself, for their orientation and their number, and
// because Go's decoder does not support the compression of many scans.
func inspectTIFF(src *source) Info {
	t, at := openTIFF(src, 0)
	page := t.directory(at)
	info := turned(Info{Width: page.width, Height: page.height, Frames: 1}, page.orientation)
	src.need(page.pixels + page.pixelBytes)
	for seen := map[int64]bool{at: true}; src.err == nil && page.next != 0 && !seen[page.next] && info.Frames < maxPages; info.Frames++ {
		seen[page.next] = true
		page = t.directory(page.next)
	}
	return info
}
