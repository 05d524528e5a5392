package image

import (
	"errors"
	"io"
)

// Bounds on the boxes that are read.
const (
	maxBoxes      = 1000 // on one level
	maxProperties = 4096
	maxNested     = 16 // levels; pictures have 4
)

// box is one of the boxes of a HEIF or AVIF file (ISO/IEC 14496-12).
type box struct {
	name       string
	start, end int64 // of its content
}

// heif holds what the meta box says of the picture that is shown (ISO/IEC 23008-12).
type heif struct {
	*source
	primary    int64
	properties []box
	uses       map[int64][]int64 // item: its properties, counted from 1
	moving     Info              // the track of a sequence that has no picture
	nested     int               // boxes around those that are being read
}

// boxes calls each with the boxes from start to end, until something fails.
func (h *heif) boxes(start, end int64, each func(box)) {
	if h.nested++; h.nested > maxNested {
		h.fail(errors.New("its boxes are nested too deeply"))
	}
	defer func() { h.nested-- }()
	for range maxBoxes {
		if start >= end || h.err != nil {
			return
		}
		size, head := h.bigEndian(start, 4), int64(8)
		name := string(h.at(start+4, 4))
		switch size {
		case 0:
			size = end - start
		case 1:
			size, head = h.bigEndian(start+8, 8), 16
		}
		switch {
		case h.err != nil:
		case size < head:
			h.fail(errors.New("a box makes no sense"))
		case size > end-start:
			h.fail(io.ErrUnexpectedEOF)
		default:
			each(box{name, start + head, start + size})
		}
		start += size
	}
}

// inspectHEIF returns the size of the primary picture: its extent, cropped and turned in
// the order of its properties.
func inspectHEIF(src *source) Info {
	h := heif{source: src, uses: make(map[int64][]int64)}
	h.boxes(0, src.size, h.top)
	var info Info
	for _, i := range h.uses[h.primary] {
		if i > 0 && i <= int64(len(h.properties)) {
			h.apply(&info, h.properties[i-1])
		}
	}
	if info.Width == 0 {
		return h.moving
	}
	return info
}

func (h *heif) top(b box) {
	switch b.name {
	case "meta":
		h.boxes(b.start+4, b.end, h.meta)
	case "moov", "trak":
		h.boxes(b.start, b.end, h.top)
	case "tkhd":
		// Its last numbers are the size, with 16 bits after the point. The first track
		// that has one counts.
		width, height := h.bigEndian(b.end-8, 4)>>16, h.bigEndian(b.end-4, 4)>>16
		if h.moving.Width == 0 && width != 0 && height != 0 {
			h.moving = Info{Width: int(width), Height: int(height)}
		}
	}
}

func (h *heif) meta(b box) {
	switch b.name {
	case "pitm":
		size := 4
		if h.bigEndian(b.start, 1) == 0 { // the version
			size = 2
		}
		h.primary = h.bigEndian(b.start+4, size)
	case "iprp":
		h.boxes(b.start, b.end, h.meta)
	case "ipco":
		h.boxes(b.start, b.end, func(p box) { h.properties = append(h.properties, p) })
	case "ipma":
		h.associations(b)
	}
}

// associations reads which item has which properties.
func (h *heif) associations(b box) {
	head, items := h.bigEndian(b.start, 4), h.bigEndian(b.start+4, 4)
	idSize, useSize := 2, 1
	if head>>24 > 0 {
		idSize = 4
	}
	if head&1 != 0 {
		useSize = 2
	}
	at := b.start + 8
	for total := int64(0); items > 0 && at < b.end && total < maxProperties && h.err == nil; items-- {
		id, count := h.bigEndian(at, idSize), h.bigEndian(at+int64(idSize), 1)
		at += int64(idSize) + 1
		for range count {
			use := h.bigEndian(at, useSize) & (1<<(8*useSize-1) - 1) // the highest bit means essential
			h.uses[id] = append(h.uses[id], use)
			at += int64(useSize)
		}
		total += count + 1
	}
}

// apply changes the size as a property says.
func (h *heif) apply(info *Info, p box) {
	switch p.name {
	case "ispe":
		info.Width, info.Height = int(h.bigEndian(p.start+4, 4)), int(h.bigEndian(p.start+8, 4))
	case "clap": // a width and a height as fractions
		var n [4]int64
		for i := range n {
			n[i] = h.bigEndian(p.start+4*int64(i), 4)
		}
		if n[1] == 0 || n[3] == 0 {
			h.fail(errors.New("its crop makes no sense"))
			return
		}
		info.Width, info.Height = min(info.Width, int(n[0]/n[1])), min(info.Height, int(n[2]/n[3]))
	case "irot":
		if h.bigEndian(p.start, 1)&1 != 0 {
			info.Width, info.Height = info.Height, info.Width
		}
	}
}
