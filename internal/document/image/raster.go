package image

import (
	"errors"
	"image/gif"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// inspectPNG reads the chunks up to the last one, which a truncated file lacks.
func inspectPNG(src *source) Info {
	info, orient := src.config(png.DecodeConfig), 1
	for at := int64(8); src.err == nil; {
		length := src.bigEndian(at, 4)
		switch string(src.at(at+4, 4)) {
		case "IEND":
			return turned(info, orient)
		case "eXIf":
			orient = orientation(src, at+8)
		case "acTL":
			info.Frames = int(src.bigEndian(at+8, 4))
		}
		at += 12 + length
		src.need(at)
	}
	return turned(info, orient)
}

// inspectGIF counts the frames up to the trailer (GIF89a, appendix B). A missing trailer
// is no failure, since viewers accept that too.
func inspectGIF(src *source) Info {
	info := src.config(gif.DecodeConfig)
	at := 13 + palette(src.at(10, 1))
	for ended := false; at < src.size && !ended && src.err == nil; {
		switch src.at(at, 1)[0] {
		case 0x21: // extension: a label, then blocks
			at = afterBlocks(src, at+2)
		case 0x2c: // image: a descriptor, perhaps colours, a code size, then blocks
			start := at + 10 + palette(src.at(at+9, 1)) + 1
			info.Frames++
			at = afterBlocks(src, start)
		default: // the trailer, or data that only a decoder understands
			ended = true
		}
	}
	if info.Frames == 0 {
		src.fail(errors.New("it holds no picture"))
	}
	return info
}

// palette returns the length in bytes of the colours that a byte of flags announces.
func palette(flags []byte) int64 {
	if flags[0]&0x80 == 0 {
		return 0
	}
	return 3 << (flags[0]&7 + 1)
}

// afterBlocks skips blocks of up to 255 bytes. An empty one ends them.
func afterBlocks(src *source, at int64) int64 {
	for src.err == nil {
		length := src.bigEndian(at, 1)
		at += 1 + length
		if length == 0 {
			break
		}
	}
	return at
}

// inspectWebP reads the chunks of the RIFF file.
func inspectWebP(src *source) Info {
	info, orient := src.config(webp.DecodeConfig), 1
	end := 8 + src.littleEndian(4, 4)
	src.need(end)
	for at := int64(12); at+8 <= end && src.err == nil; {
		length := src.littleEndian(at+4, 4)
		switch string(src.at(at, 4)) {
		case "ANMF":
			info.Frames++
		case "EXIF":
			start := at + 8
			if string(src.upTo(start, 6)) == "Exif\x00\x00" {
				start += 6
			}
			orient = orientation(src, start)
		}
		at += 8 + length + length&1
	}
	return turned(info, orient)
}

// inspectBMP reads the header itself, since Go's decoder supports few kinds of it, and
// checks that the pixels are there.
func inspectBMP(src *source) Info {
	pixels, header := src.littleEndian(10, 4), src.littleEndian(14, 4)
	src.need(pixels + 1)
	var width, height, bits, compression int64
	if header == 12 { // OS/2
		width, height, bits = src.littleEndian(18, 2), src.littleEndian(20, 2), src.littleEndian(24, 2)
	} else {
		width, height = int64(int32(src.littleEndian(18, 4))), int64(int32(src.littleEndian(22, 4)))
		bits = src.littleEndian(28, 2)
	}
	if header >= 40 {
		compression = src.littleEndian(30, 4)
	}
	if height < 0 { // the first row is on top
		height = -height
	}
	if width < 0 {
		src.fail(errors.New("its width is negative"))
	}
	switch {
	case height == 0 || src.err != nil:
	case compression == 0, compression == 3:
		// The size in the header is often wrong, so compute that of uncompressed pixels.
		row := (width*bits + 31) / 32 * 4
		if row > (src.size-pixels)/height {
			src.fail(io.ErrUnexpectedEOF)
		}
	case compression == 1, compression == 2: // run lengths: only the header gives their size
		src.need(pixels + src.littleEndian(34, 4))
	}
	return Info{Width: int(width), Height: int(height)}
}

// inspectICO returns the largest of the sizes that an icon holds.
func inspectICO(src *source) Info {
	count := src.littleEndian(4, 2)
	info := Info{Frames: int(count)}
	for i := range count {
		at := 6 + 16*i
		width, height := int(src.littleEndian(at, 1)), int(src.littleEndian(at+1, 1))
		if width == 0 { // 256 does not fit into a byte
			width = 256
		}
		if height == 0 {
			height = 256
		}
		if width*height > info.Width*info.Height {
			info.Width, info.Height = width, height
		}
		src.need(src.littleEndian(at+8, 4) + src.littleEndian(at+12, 4))
	}
	return info
}
