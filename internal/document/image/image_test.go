package image_test

import (
	"bytes"
	"errors"
	stdimage "image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"fileops/internal/document/image"
)

const corpus = "../../../testdata/corpus/images"

func inspect(t *testing.T, name string) (image.Info, error) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(corpus, name))
	if err != nil {
		t.Fatal(err)
	}
	return image.Inspect(bytes.NewReader(b), int64(len(b)))
}

func TestInspect(t *testing.T) {
	for _, tt := range []struct {
		name, mime            string
		width, height, frames int
	}{
		{"rgb.png", image.PNG, 40, 24, 1},
		{"palette.png", image.PNG, 40, 24, 1},
		{"alpha.png", image.PNG, 40, 24, 1},
		{"interlaced.png", image.PNG, 40, 24, 1},
		{"animated.png", image.PNG, 40, 24, 4},
		{"orientation-6.png", image.PNG, 24, 40, 1},
		{"orientation-1.jpg", image.JPEG, 40, 24, 1},
		{"orientation-2.jpg", image.JPEG, 40, 24, 1},
		{"orientation-3.jpg", image.JPEG, 40, 24, 1},
		{"orientation-4.jpg", image.JPEG, 40, 24, 1},
		{"orientation-5.jpg", image.JPEG, 24, 40, 1},
		{"orientation-6.jpg", image.JPEG, 24, 40, 1},
		{"orientation-7.jpg", image.JPEG, 24, 40, 1},
		{"orientation-8.jpg", image.JPEG, 24, 40, 1},
		{"progressive.jpg", image.JPEG, 40, 24, 1},
		{"cmyk.jpg", image.JPEG, 40, 24, 1},
		{"gray.jpg", image.JPEG, 40, 24, 1},
		{"trailer.jpg", image.JPEG, 40, 24, 1},
		{"arithmetic.jpg", image.JPEG, 40, 24, 1},
		{"still.gif", image.GIF, 40, 24, 1},
		{"animated.gif", image.GIF, 40, 24, 4},
		{"lossy.webp", image.WebP, 40, 24, 1},
		{"lossless.webp", image.WebP, 40, 24, 1},
		{"alpha.webp", image.WebP, 40, 24, 1},
		{"animated.webp", image.WebP, 40, 24, 4},
		{"orientation-6.webp", image.WebP, 24, 40, 1},
		{"rgb.bmp", image.BMP, 40, 24, 1},
		{"palette.bmp", image.BMP, 40, 24, 1},
		{"bits.bmp", image.BMP, 40, 24, 1},
		{"rle.bmp", image.BMP, 40, 24, 1},
		{"os2.bmp", image.BMP, 40, 24, 1},
		{"lzw.tiff", image.TIFF, 40, 24, 1},
		{"jpeg.tiff", image.TIFF, 40, 24, 1},
		{"pages.tiff", image.TIFF, 40, 24, 4},
		{"orientation-6.tiff", image.TIFF, 24, 40, 1},
		{"big-endian.tiff", image.TIFF, 40, 24, 1},
		{"big.tiff", image.TIFF, 40, 24, 1},
		{"sizes.ico", image.ICO, 64, 64, 3},
		{"pointer.cur", image.ICO, 32, 32, 1},
		{"still.heic", image.HEIC, 40, 24, 1},
		{"odd.heic", image.HEIC, 37, 23, 1},
		{"rotated.heic", image.HEIC, 24, 40, 1},
		{"still.avif", image.AVIF, 40, 24, 1},
		{"odd.avif", image.AVIF, 37, 23, 1},
		{"pixels.svg", image.SVG, 120, 60, 1},
		{"millimetres.svg", image.SVG, 794, 1123, 1},
		{"viewbox.svg", image.SVG, 24, 24, 1},
		{"percent.svg", image.SVG, 150, 50, 1},
		{"open.svg", image.SVG, 0, 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := inspect(t, tt.name)
			want := image.Info{MIME: tt.mime, Width: tt.width, Height: tt.height, Frames: tt.frames, Bytes: got.Bytes}
			if err != nil || got != want || got.Bytes == 0 {
				t.Errorf("got %+v, %v; want %+v", got, err, want)
			}
		})
	}
}

func TestInspectSaysWhatIsDamaged(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"cut-start.png", "damaged image/png: the file ends early"},
		{"cut-middle.png", "damaged image/png: the file ends early"},
		{"damaged.png", "damaged image/png: png: invalid format: invalid checksum"},
		{"cut-start.jpg", "damaged image/jpeg: the file ends early"},
		{"cut-middle.jpg", "damaged image/jpeg: the file ends early"},
		{"cut-start.gif", "damaged image/gif: the file ends early"},
		{"cut-middle.gif", "damaged image/gif: the file ends early"},
		{"cut-start.webp", "damaged image/webp: the file ends early"},
		{"cut-middle.webp", "damaged image/webp: the file ends early"},
		{"cut-start.bmp", "damaged image/bmp: the file ends early"},
		{"cut-middle.bmp", "damaged image/bmp: the file ends early"},
		{"cut-middle.tiff", "damaged image/tiff: the file ends early"},
		{"cut-start.tiff", "damaged image/tiff: the file ends early"},
		{"cut-start.ico", "damaged image/x-icon: the file ends early"},
		{"cut-middle.ico", "damaged image/x-icon: the file ends early"},
		{"cut-start.heic", "damaged image/heic: the file ends early"},
		{"cut-middle.heic", "damaged image/heic: the file ends early"},
		{"cut-middle.svg", "damaged image/svg+xml: the file ends early"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := inspect(t, tt.name)
			var damaged *image.Damaged
			if !errors.As(err, &damaged) || err.Error() != tt.want {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestInspectCutBitmaps: one that lacks its last byte is as damaged as one without any.
func TestInspectCutBitmaps(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bits.bmp", "os2.bmp", "palette.bmp", "rgb.bmp", "rle.bmp"} {
		content, err := os.ReadFile(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, left := range []int{100, len(content) * 3 / 10, len(content) * 9 / 10, len(content) - 1} {
			var damaged *image.Damaged
			if got, err := image.Inspect(bytes.NewReader(content[:left]), int64(left)); !errors.As(err, &damaged) {
				t.Errorf("%d of %d bytes of %s: got %+v, %v", left, len(content), name, got, err)
			}
		}
	}
}

func TestInspectNoImage(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		"", "BM", "GIF89a", "GIF89a is a format of the eighties\n", "II*", "MM\x00*", "\xff\xd8\xff",
		"BMW is a car maker, and this is a sentence about it.\n", "RIFF and WEBP are names\n",
		"<html><svg/></html>", "text <svg/>", "<!-- svg -->", "<svg", "    ftypheic", "\x00\x00\x01\x00",
	} {
		if got, err := image.Inspect(strings.NewReader(content), int64(len(content))); !errors.Is(err, image.ErrUnknown) {
			t.Errorf("%q: got %+v, %v; want ErrUnknown", content, got, err)
		}
	}
}

type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, os.ErrPermission }

func TestInspectPassesOnErrorsOfTheFile(t *testing.T) {
	t.Parallel()
	if _, err := image.Inspect(broken{}, 100); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v, want %v", err, os.ErrPermission)
	}
}

func TestSendable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		info image.Info
		want string
	}{
		{image.Info{MIME: image.PNG, Width: 10, Height: 10, Bytes: image.MaxSent / 4 * 3}, ""},
		{image.Info{MIME: image.WebP, Width: image.MaxSide, Height: 10}, ""},
		{image.Info{MIME: image.BMP, Width: 10, Height: 10}, "models take png, jpeg, gif and webp images only"},
		{image.Info{MIME: image.GIF, Bytes: image.MaxSent/4*3 + 1}, "models take images of 5MB at the most, in base64"},
		{image.Info{MIME: image.JPEG, Height: 8001}, "models take images of 8000 pixels a side at the most"},
	} {
		if ok, why := tt.info.Sendable(); why != tt.want || ok != (tt.want == "") {
			t.Errorf("%+v: got %v, %q; want %q", tt.info, ok, why, tt.want)
		}
	}
}

// Our reading of TIFF agrees with the decoder's where it takes the file.
func TestTIFFAgreesWithTheDecoder(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lzw.tiff", "pages.tiff", "big-endian.tiff"} {
		f, err := os.Open(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var want stdimage.Config
		if want, err = tiff.DecodeConfig(f); err != nil {
			t.Fatal(err)
		}
		if got, err := inspect(t, name); err != nil || got.Width != want.Width || got.Height != want.Height {
			t.Errorf("%s: got %+v, %v; want %dx%d", name, got, err, want.Width, want.Height)
		}
	}
}
