package image_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fileops/internal/cputime"
	"fileops/internal/document/image"
)

// counted counts what is read.
type counted struct {
	r     *bytes.Reader
	bytes int
}

func (c *counted) ReadAt(b []byte, off int64) (int, error) {
	n, err := c.r.ReadAt(b, off)
	c.bytes += n
	return n, err
}

// FuzzInspect looks for bytes that make Inspect panic, read far more than a file has,
// take long, or answer with a size that is none.
func FuzzInspect(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(corpus, "*.*"))
	if err != nil || len(names) < 50 {
		f.Fatal(len(names), err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(box("ftyp", "heic", be(0), "mif1heic") + nested("moov", 20, box("meta", be(0), nested("iprp", 20, "")))))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &counted{r: bytes.NewReader(b)}
		var info image.Info
		var err error
		took := cputime.Of(func() { info, err = image.Inspect(r, int64(len(b))) })
		if took > 2*time.Second {
			t.Errorf("took %v", took)
		}
		if r.bytes > 80<<20 {
			t.Errorf("read %d bytes of %d", r.bytes, len(b))
		}
		var damaged *image.Damaged
		switch {
		case err != nil && !errors.Is(err, image.ErrUnknown) && !errors.As(err, &damaged):
			t.Errorf("an error of an unknown kind: %v", err)
		case err == nil && (info.Width < 0 || info.Height < 0 || info.Frames < 1 || info.MIME != image.Type(b[:min(len(b), 4096)])):
			t.Errorf("got %+v", info)
		case err == nil && info.MIME != image.SVG && info.Width*info.Height == 0:
			t.Errorf("got no size: %+v", info)
		}
	})
}
