package document

import (
	"fmt"

	"fileops/internal/document/image"
	"fileops/internal/document/kind"
)

// Picture describes an image.
type Picture struct {
	image.Info
	Data []byte // the whole file, if wanted and accepted by models
}

// size describes the size of a picture: "640x480, 3 frames, 12.3KB".
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
