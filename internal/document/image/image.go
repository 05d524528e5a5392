// Package image says what an image is without decoding it: its type, how large it is
// shown, and how many pictures it holds.
//
// It promises to read a bounded part of the file, to hold little of it, and to name a
// file that is cut short or damaged as such. It looks at headers and at the outline of
// the file, so damage inside of the pixel data stays unseen.
package image

import (
	"errors"
	"fmt"
	"io"
)

// The types that Type finds, as the APIs of models write them.
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

// ErrUnknown says that the bytes are no image of a type that is known here.
var ErrUnknown = errors.New("no image of a known type")

// Damaged says that a file starts as an image does and does not go on as one.
type Damaged struct {
	MIME  string
	Cause string // such as "the file ends early"
}

func (d *Damaged) Error() string { return fmt.Sprintf("damaged %s: %s", d.MIME, d.Cause) }

// Info is what can be said of an image without decoding it.
type Info struct {
	MIME string
	// Width and Height are pixels as shown: turned as EXIF or the container says. Both
	// are 0 for an SVG image that leaves its size open.
	Width, Height int
	// Frames counts the frames of an animation, the pages of a TIFF and the sizes in an
	// icon; 1 where there is one picture or nobody says.
	Frames int
	Bytes  int64 // of the file
}

// Sendable reports whether the APIs of models take the image as an image block; if
// not, why.
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
	mime := Type(src.upTo(0, sniffed))
	if src.err != nil {
		return Info{}, src.err
	}
	inspect := inspector(mime)
	if inspect == nil {
		return Info{}, ErrUnknown
	}
	info, err := inspect(src)
	info.MIME, info.Bytes, info.Frames = mime, size, max(info.Frames, 1)
	switch {
	case src.err != nil:
		return Info{}, src.err
	case err == nil && info.Width == 0 != (info.Height == 0),
		err == nil && info.Width == 0 && mime != SVG:
		err = errors.New("it gives no size")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the file ends early")
	}
	if err != nil {
		return Info{}, &Damaged{MIME: mime, Cause: err.Error()}
	}
	return info, nil
}

func inspector(mime string) func(*source) (Info, error) {
	switch mime {
	case PNG:
		return inspectPNG
	case JPEG:
		return inspectJPEG
	case GIF:
		return inspectGIF
	case WebP:
		return inspectWebP
	case BMP:
		return inspectBMP
	case TIFF:
		return inspectTIFF
	case ICO:
		return inspectICO
	case HEIC, AVIF:
		return inspectHEIF
	case SVG:
		return inspectSVG
	}
	return nil
}
