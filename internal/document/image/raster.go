package image

import (
	"encoding/binary"
	"errors"
	"image/gif"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// inspectPNG goes from chunk to chunk to the end, which a file that was cut lacks.
func inspectPNG(src *source) (Info, error) {
	config, err := png.DecodeConfig(src.reader())
	if err != nil {
		return Info{}, err
	}
	frames, orient := 1, 1
	for at := int64(8); ; {
		b, err := src.at(at, 8)
		if err != nil {
			info := turned(config.Width, config.Height, orient)
			info.Frames = frames
			return info, followed(err)
		}
		length, name := int64(binary.BigEndian.Uint32(b)), string(b[4:])
		switch name {
		case "IEND":
			info := turned(config.Width, config.Height, orient)
			info.Frames = frames
			return info, nil
		case "eXIf":
			orient = orientation(src, at+8)
		case "acTL":
			if b := src.upTo(at+8, 4); len(b) == 4 {
				frames = int(binary.BigEndian.Uint32(b))
			}
		}
		at += 12 + length
		if err := src.has(at); err != nil {
			return Info{}, err
		}
	}
}

// inspectGIF counts the frames on the way to the trailer (GIF89a, appendix B). Viewers
// do not miss a trailer that is not there, so it is not asked for either.
func inspectGIF(src *source) (Info, error) {
	config, err := gif.DecodeConfig(src.reader())
	if err != nil {
		return Info{}, err
	}
	info := Info{Width: config.Width, Height: config.Height}
	b, err := src.at(10, 1)
	if err != nil {
		return Info{}, err
	}
	for at := 13 + palette(b[0]); at < src.size; {
		b, err := src.at(at, 1)
		if err != nil {
			return info, followed(err)
		}
		switch b[0] {
		case 0x21: // extension: a label, then blocks
			at += 2
		case 0x2c: // image: a descriptor, perhaps colours, a code size, then blocks
			if b, err = src.at(at+9, 1); err != nil {
				return info, followed(err)
			}
			info.Frames++
			at += 10 + palette(b[0]) + 1
		default: // the trailer, or what only a decoder could tell
			return ended(info)
		}
		if at, err = afterBlocks(src, at); err != nil {
			return info, followed(err)
		}
	}
	return ended(info)
}

func ended(gif Info) (Info, error) {
	if gif.Frames == 0 {
		return gif, errors.New("it holds no picture")
	}
	return gif, nil
}

// palette is how many bytes the colours have that the flags announce.
func palette(flags byte) int64 {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// afterBlocks passes over blocks of up to 255 bytes, which an empty one ends.
func afterBlocks(src *source, at int64) (int64, error) {
	for {
		b, err := src.at(at, 1)
		if err != nil {
			return at, err
		}
		at += 1 + int64(b[0])
		if b[0] == 0 {
			return at, nil
		}
	}
}

// inspectWebP goes from chunk to chunk of the RIFF file.
func inspectWebP(src *source) (Info, error) {
	config, err := webp.DecodeConfig(src.reader())
	if err != nil {
		return Info{}, err
	}
	b, err := src.at(4, 4)
	if err != nil {
		return Info{}, err
	}
	end := 8 + int64(binary.LittleEndian.Uint32(b))
	if err := src.has(end); err != nil {
		return Info{}, err
	}
	frames, orient := 0, 1
	for at := int64(12); at+8 <= end; {
		if b, err = src.at(at, 8); err != nil {
			break
		}
		length := int64(binary.LittleEndian.Uint32(b[4:]))
		switch string(b[:4]) {
		case "ANMF":
			frames++
		case "EXIF":
			start := at + 8
			if string(src.upTo(start, 6)) == "Exif\x00\x00" {
				start += 6
			}
			orient = orientation(src, start)
		}
		at += 8 + length + length&1
	}
	info := turned(config.Width, config.Height, orient)
	info.Frames = frames
	return info, followed(err)
}

// inspectBMP also looks whether the pixels are there.
func inspectBMP(src *source) (Info, error) {
	info, err := sizeBMP(src)
	if err != nil {
		return Info{}, err
	}
	b := src.upTo(0, 38)
	pixels := int64(binary.LittleEndian.Uint32(b[10:]))
	if err := src.has(pixels + 1); err != nil {
		return info, err
	}
	var bits, compression int64
	switch {
	case len(b) < 26 || info.Height == 0:
		return info, nil
	case b[14] == 12: // OS/2
		bits = int64(binary.LittleEndian.Uint16(b[24:]))
	case len(b) < 38 || b[14] < 40:
		return info, nil
	default:
		bits, compression = int64(binary.LittleEndian.Uint16(b[28:])), int64(binary.LittleEndian.Uint32(b[30:]))
	}
	switch compression {
	case 0, 3: // The size in the header is often wrong: what uncompressed pixels need counts.
		row := (int64(info.Width)*bits + 31) / 32 * 4
		if row > (src.size-pixels)/int64(info.Height) {
			return info, io.ErrUnexpectedEOF
		}
	case 1, 2: // run lengths, of which nothing else tells how many there are
		return info, src.has(pixels + int64(binary.LittleEndian.Uint32(b[34:])))
	}
	return info, nil
}

// sizeBMP reads the header itself where the decoder does not take the kind of
// compression or of header.
func sizeBMP(src *source) (Info, error) {
	config, err := bmp.DecodeConfig(src.reader())
	if !errors.Is(err, bmp.ErrUnsupported) {
		return Info{Width: config.Width, Height: config.Height}, err
	}
	b, err := src.at(14, 12)
	if err != nil {
		return Info{}, err
	}
	if binary.LittleEndian.Uint32(b) == 12 { // OS/2
		return Info{Width: int(binary.LittleEndian.Uint16(b[4:])), Height: int(binary.LittleEndian.Uint16(b[6:]))}, nil
	}
	width, height := int(int32(binary.LittleEndian.Uint32(b[4:]))), int(int32(binary.LittleEndian.Uint32(b[8:])))
	if height < 0 { // the first row on top
		height = -height
	}
	if width < 0 {
		return Info{}, errors.New("its width is negative")
	}
	return Info{Width: width, Height: height}, nil
}

// inspectICO gives the largest of the sizes that an icon holds.
func inspectICO(src *source) (Info, error) {
	b, err := src.at(4, 2)
	if err != nil {
		return Info{}, err
	}
	count := int(binary.LittleEndian.Uint16(b))
	info := Info{Frames: count}
	for i := range int64(count) {
		b, err := src.at(6+16*i, 16)
		if err != nil {
			return Info{}, followed(err)
		}
		width, height := int(b[0]), int(b[1])
		if width == 0 { // 256 does not fit into a byte
			width = 256
		}
		if height == 0 {
			height = 256
		}
		if width*height > info.Width*info.Height {
			info.Width, info.Height = width, height
		}
		size, offset := int64(binary.LittleEndian.Uint32(b[8:])), int64(binary.LittleEndian.Uint32(b[12:]))
		if err := src.has(offset + size); err != nil {
			return Info{}, err
		}
	}
	return info, nil
}
