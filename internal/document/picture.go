package document

import (
	"fmt"

	"fileops/internal/document/image"
	"fileops/internal/document/kind"
)

// Picture is what there is to say of an image.
type Picture struct {
	MediaType     string // image/png, …
	Width, Height int    // pixels, as it is shown; 0 where a drawing leaves that open
	Frames        int    // of an animation, or pages; 1 of most images
	Bytes         int64
	Data          []byte // all of the file, if that was wanted and a model can take it
}

func newPicture(i image.Info) *Picture {
	return &Picture{MediaType: i.MIME, Width: i.Width, Height: i.Height, Frames: i.Frames, Bytes: i.Bytes}
}

// size is how large a picture is, for people: "640x480, 3 frames, 12.3KB".
func (p *Picture) size() string {
	s := kind.Size(p.Bytes)
	if p.Frames > 1 {
		s = fmt.Sprintf("%d frames, %s", p.Frames, s)
	}
	if p.Width > 0 {
		s = fmt.Sprintf("%dx%d, %s", p.Width, p.Height, s)
	}
	return s
}
