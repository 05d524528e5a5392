// Package image determines the type, the size in pixels and the number of pictures of
// an image without decoding it.
//
// It reads a bounded part of the file, holds little of it in memory, and reports files
// that are truncated or damaged. It reads headers and the outline of the file only, so
// it does not see damage inside the pixel data.
package image

import (
	"errors"
	"fmt"
	"io"
)

// The MIME types that Type returns.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
	GIF  = "image/gif"
	WebP = "image/webp"
	BMP  = "image/bmp"
	TIFF = "image/tiff"
	ICO  = "image/x-icon" // also cursors
	HEIC = "image/heic"   // also other contents of a HEIF file
	AVIF = "image/avif"
	SVG  = "image/svg+xml"
)

// Limits of the APIs on an image that is sent to a model, from their public
// documentation.
const (
	MaxSent = 5 << 20 // bytes, in base64
	MaxSide = 8000    // pixels
)

// ErrUnknown reports that the bytes are not an image of a known type.
var ErrUnknown = errors.New("no image of a known type")

// Damaged reports a file that starts like an image but is not a whole one.
type Damaged struct {
	MIME  string
	Cause string // such as "the file ends early"
}

func (d *Damaged) Error() string { return fmt.Sprintf("damaged %s: %s", d.MIME, d.Cause) }

// Info describes an image.
type Info struct {
	MIME string
	// Width and Height are pixels as shown: turned as EXIF or the container says. Both
	// are 0 for an SVG image that leaves its size open.
	Width, Height int
	// Frames counts the frames of an animation, the pages of a TIFF and the sizes in an
	// icon; 1 where there is one picture or the file gives no number.
	Frames int
	Bytes  int64 // of the file
}

// Sendable reports whether the APIs of models accept the image as an image block, and
// if not, why.
func (i Info) Sendable() (ok bool, why string) {
	switch i.MIME {
	case PNG, JPEG, GIF, WebP:
	default:
		return false, "models take png, jpeg, gif and webp images only"
	}
	if (i.Bytes+2)/3*4 > MaxSent {
		return false, fmt.Sprintf("models take images of %dMB at the most, in base64", MaxSent>>20)
	}
	if i.Width > MaxSide || i.Height > MaxSide {
		return false, fmt.Sprintf("models take images of %d pixels a side at the most", MaxSide)
	}
	return true, ""
}

// Inspect reads the outline of an image of size bytes. The error is ErrUnknown,
// a *Damaged, or what r returned.
func Inspect(r io.ReaderAt, size int64) (Info, error) {
	src := &source{r: r, size: size, reads: maxReads}
	f := formatOf(src.upTo(0, sniffed))
	if src.fileErr != nil {
		return Info{}, src.fileErr
	}
	if f.inspect == nil {
		return Info{}, ErrUnknown
	}
	info := f.inspect(src)
	info.MIME, info.Bytes, info.Frames = f.mime, size, max(info.Frames, 1)
	sized := info.Width != 0 && info.Height != 0
	open := info.Width == 0 && info.Height == 0 && f.mime == SVG
	var cause string
	switch err := src.err; {
	case src.fileErr != nil:
		return Info{}, src.fileErr
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		cause = "the file ends early"
	case err != nil && !errors.Is(err, errEnough):
		cause = err.Error()
	case !sized && !open:
		cause = "it gives no size"
	default:
		return info, nil
	}
	return Info{}, &Damaged{MIME: f.mime, Cause: cause}
}
