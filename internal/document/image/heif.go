package image

import (
	"encoding/binary"
	"errors"
	"io"
)

// Bounds on the boxes that are looked at.
const (
	maxBoxes      = 1000 // on one level
	maxProperties = 4096
	maxNested     = 16 // boxes in boxes; pictures have them 4 deep
)

// box is one of the boxes that a HEIF or AVIF file is made of (ISO/IEC 14496-12).
type box struct {
	name       string
	start, end int64 // of what it holds
}

// boxes calls each with the boxes from start to end, until it returns an error.
func (h *heif) boxes(start, end int64, each func(box) error) error {
	if h.nested++; h.nested > maxNested {
		return errors.New("its boxes are nested too deeply")
	}
	defer func() { h.nested-- }()
	for range maxBoxes {
		if start >= end {
			return nil
		}
		b, err := h.src.at(start, 8)
		if err != nil {
			return err
		}
		size, head := int64(binary.BigEndian.Uint32(b)), int64(8)
		name := string(b[4:])
		switch size {
		case 0:
			size = end - start
		case 1:
			if b, err = h.src.at(start+8, 8); err != nil {
				return err
			}
			size, head = int64(min(binary.BigEndian.Uint64(b), 1<<62)), 16
		}
		if size < head {
			return errors.New("a box makes no sense")
		}
		if size > end-start {
			return io.ErrUnexpectedEOF
		}
		if err := each(box{name, start + head, start + size}); err != nil {
			return err
		}
		start += size
	}
	return nil
}

// heif is what the meta box says (ISO/IEC 23008-12) of the picture that is shown.
type heif struct {
	src        *source
	primary    int64
	properties []box
	uses       map[int64][]int // item: its properties, counted from 1
	moving     Info            // the track of a sequence that has no picture
	nested     int             // boxes around those that are looked at
}

// inspectHEIF gives the size of the primary picture: its extent, cropped and turned in
// the order in which its properties stand.
func inspectHEIF(src *source) (Info, error) {
	h := heif{src: src, uses: make(map[int64][]int)}
	if err := h.boxes(0, src.size, h.top); err != nil {
		return Info{}, followed(err)
	}
	var info Info
	for _, i := range h.uses[h.primary] {
		if i > 0 && i <= len(h.properties) {
			if err := h.apply(&info, h.properties[i-1]); err != nil {
				return Info{}, followed(err)
			}
		}
	}
	if info.Width == 0 {
		return h.moving, nil
	}
	return info, nil
}

func (h *heif) top(b box) error {
	switch b.name {
	case "meta":
		return h.boxes(b.start+4, b.end, h.meta)
	case "moov", "trak":
		return h.boxes(b.start, b.end, h.top)
	case "tkhd":
		return h.track(b)
	}
	return nil
}

func (h *heif) meta(b box) (err error) {
	switch b.name {
	case "pitm":
		h.primary, err = h.primaryItem(b)
	case "iprp":
		err = h.boxes(b.start, b.end, h.meta)
	case "ipco":
		err = h.boxes(b.start, b.end, func(p box) error {
			h.properties = append(h.properties, p)
			return nil
		})
	case "ipma":
		err = h.associations(b)
	}
	return err
}

func (h *heif) primaryItem(b box) (int64, error) {
	version, err := h.number(b.start, 1)
	if err != nil {
		return 0, err
	}
	if version == 0 {
		return h.number(b.start+4, 2)
	}
	return h.number(b.start+4, 4)
}

// associations reads which item has which properties.
func (h *heif) associations(b box) error {
	head, err := h.number(b.start, 4)
	if err != nil {
		return err
	}
	items, err := h.number(b.start+4, 4)
	if err != nil {
		return err
	}
	idSize, useSize := 2, 1
	if head>>24 > 0 {
		idSize = 4
	}
	if head&1 != 0 {
		useSize = 2
	}
	at := b.start + 8
	for total := int64(0); items > 0 && at < b.end && total < maxProperties; items-- {
		id, err := h.number(at, idSize)
		if err != nil {
			return err
		}
		at += int64(idSize)
		count, err := h.number(at, 1)
		if err != nil {
			return err
		}
		at++
		for range count {
			use, err := h.number(at, useSize)
			if err != nil {
				return err
			}
			at += int64(useSize)
			use &= 1<<(8*useSize-1) - 1 // the highest bit says that it is essential
			h.uses[id] = append(h.uses[id], int(use))
		}
		total += count + 1
	}
	return nil
}

// apply changes the size as a property says.
func (h *heif) apply(info *Info, p box) error {
	switch p.name {
	case "ispe":
		width, err := h.number(p.start+4, 4)
		if err != nil {
			return err
		}
		height, err := h.number(p.start+8, 4)
		info.Width, info.Height = int(width), int(height)
		return err
	case "clap":
		return h.crop(info, p)
	case "irot":
		turns, err := h.number(p.start, 1)
		if turns&1 != 0 {
			info.Width, info.Height = info.Height, info.Width
		}
		return err
	}
	return nil
}

// crop reads a clean aperture: a width and a height as fractions.
func (h *heif) crop(info *Info, p box) error {
	var n [4]int64
	for i := range n {
		var err error
		if n[i], err = h.number(p.start+4*int64(i), 4); err != nil {
			return err
		}
	}
	if n[1] == 0 || n[3] == 0 {
		return errors.New("its crop makes no sense")
	}
	info.Width = min(info.Width, int(n[0]/n[1]))
	info.Height = min(info.Height, int(n[2]/n[3]))
	return nil
}

// track takes the size of the first track that has one: numbers with 16 bits behind the
// point, at the end of the box.
func (h *heif) track(b box) error {
	if h.moving.Width != 0 {
		return nil
	}
	width, err := h.number(b.end-8, 4)
	if err != nil {
		return err
	}
	height, err := h.number(b.end-4, 4)
	if width>>16 != 0 && height>>16 != 0 {
		h.moving = Info{Width: int(width >> 16), Height: int(height >> 16)}
	}
	return err
}

// number reads a number of 1, 2 or 4 bytes.
func (h *heif) number(at int64, size int) (int64, error) {
	b, err := h.src.at(at, size)
	if err != nil {
		return 0, err
	}
	n := int64(0)
	for _, c := range b {
		n = n<<8 | int64(c)
	}
	return n, nil
}
