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
	tagStrips      = 273 // where the pixels are, and how many bytes
	tagStripBytes  = 279
	tagTiles       = 324
	tagTileBytes   = 325
)

const (
	maxEntries = 4096 // of a directory that are looked at
	maxPages   = 4096
)

// directories reads the TIFF structure that starts at base: a TIFF file, or the EXIF
// data inside of another.
type directories struct {
	src   *source
	base  int64
	order binary.ByteOrder
	big   bool // BigTIFF: counts and offsets of 8 bytes
}

// directory is what one of them says; 0 for what it does not say.
type directory struct {
	width, height, orientation int
	pixels, pixelBytes         int64 // of the last strip or tile
	next                       int64
}

func openDirectories(src *source, base int64) (d directories, first int64, err error) {
	d = directories{src: src, base: base, order: binary.LittleEndian}
	head, err := src.at(base, 8)
	if err != nil {
		return d, 0, err
	}
	switch string(head[:2]) {
	case "II":
	case "MM":
		d.order = binary.BigEndian
	default:
		return d, 0, errors.New("no byte order")
	}
	if d.order.Uint16(head[2:]) == 43 {
		d.big = true
		first, err = d.number(8, 8)
		return d, first, err
	}
	return d, int64(d.order.Uint32(head[4:])), nil
}

// number reads an unsigned number of size bytes at off.
func (d directories) number(off int64, size int) (int64, error) {
	b, err := d.src.at(d.base+off, size)
	if err != nil {
		return 0, err
	}
	switch size {
	case 1:
		return int64(b[0]), nil
	case 2:
		return int64(d.order.Uint16(b)), nil
	case 4:
		return int64(d.order.Uint32(b)), nil
	}
	n := d.order.Uint64(b)
	if n > 1<<62 {
		return 0, io.ErrUnexpectedEOF // it points past the end of any file
	}
	return int64(n), nil
}

// read reads the directory at off.
func (d directories) read(off int64) (directory, error) {
	counted, entry, value := 2, int64(12), 4
	if d.big {
		counted, entry, value = 8, 20, 8
	}
	count, err := d.number(off, counted)
	if err != nil {
		return directory{}, err
	}
	var dir directory
	first := off + int64(counted)
	if count > maxEntries {
		return dir, errors.New("its directory makes no sense")
	}
	for at := first; at < first+count*entry; at += entry {
		if err := d.entry(&dir, at, entry-int64(value)); err != nil {
			return dir, err
		}
	}
	dir.next, err = d.number(first+count*entry, value)
	return dir, err
}

// entry reads one entry, whose value stands valueAt bytes into it.
func (d directories) entry(dir *directory, at, valueAt int64) error {
	tag, err := d.number(at, 2)
	if err != nil {
		return err
	}
	n := int64(0)
	switch tag {
	case tagWidth, tagHeight, tagOrientation, tagStrips, tagStripBytes, tagTiles, tagTileBytes:
		if n, err = d.last(at, valueAt); err != nil {
			return err
		}
	}
	side := int(min(n, 1<<31-1))
	switch tag {
	case tagWidth:
		dir.width = side
	case tagHeight:
		dir.height = side
	case tagOrientation:
		dir.orientation = side
	case tagStrips, tagTiles:
		dir.pixels = n
	case tagStripBytes, tagTileBytes:
		dir.pixelBytes = n
	}
	return nil
}

// last reads the last value of an entry; 0 where it is no number. What does not fit
// into the entry stands elsewhere.
func (d directories) last(at, valueAt int64) (int64, error) {
	format, err := d.number(at+2, 2)
	if err != nil {
		return 0, err
	}
	sizes := [17]int{1: 1, 3: 2, 4: 4, 16: 8} // byte, short, long, long8
	if format >= int64(len(sizes)) || sizes[format] == 0 || sizes[format] == 8 && !d.big {
		return 0, nil
	}
	size, room := sizes[format], 4
	if d.big {
		room = 8
	}
	count, err := d.number(at+4, room)
	if err != nil || count == 0 {
		return 0, err
	}
	if count > int64(room/size) {
		start, err := d.number(at+valueAt, room)
		if err != nil || count > d.src.size || start > d.src.size {
			return 0, errors.Join(err, io.ErrUnexpectedEOF)
		}
		return d.number(start+(count-1)*int64(size), size)
	}
	return d.number(at+valueAt+(count-1)*int64(size), size)
}

// orientation is that of the EXIF data at base, 1 to 8; 1 (as it is) where it is
// missing or damaged, as it is for those who show the image.
func orientation(src *source, base int64) int {
	d, first, err := openDirectories(src, base)
	if err != nil {
		return 1
	}
	dir, _ := d.read(first) // what was read before an error counts
	if dir.orientation < 1 || dir.orientation > 8 {
		return 1
	}
	return dir.orientation
}

// turned is how large an image is shown: orientations 5 to 8 lie on their side.
func turned(width, height, orientation int) Info {
	if orientation >= 5 {
		width, height = height, width
	}
	return Info{Width: width, Height: height}
}

// inspectTIFF reads the directories itself, for their orientation and their number, and
// because scans are often compressed in a way that Go's decoder does not take.
func inspectTIFF(src *source) (Info, error) {
	d, at, err := openDirectories(src, 0)
	if err != nil {
		return Info{}, err
	}
	first, err := d.read(at)
	if err != nil && (first.width == 0 || first.height == 0) {
		return Info{}, followed(err)
	}
	if err := src.has(first.pixels); err != nil || first.pixelBytes > src.size-first.pixels {
		return Info{}, io.ErrUnexpectedEOF
	}
	info := turned(first.width, first.height, first.orientation)
	info.Frames = 1
	seen := map[int64]bool{at: true}
	for page := first; err == nil && page.next != 0 && !seen[page.next] && info.Frames < maxPages; info.Frames++ {
		seen[page.next] = true
		page, err = d.read(page.next)
	}
	return info, followed(err)
}
