package image_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"fileops/internal/document/image"
)

// Files that no tool at hand writes, put together by hand.

func size(t *testing.T, content string) string {
	t.Helper()
	info, err := image.Inspect(strings.NewReader(content), int64(len(content)))
	if err != nil {
		return err.Error()
	}
	return dimensions(info)
}

func dimensions(info image.Info) string { return fmt.Sprintf("%dx%d", info.Width, info.Height) }

func be(n ...uint32) string {
	var b []byte
	for _, n := range n {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return string(b)
}

func box(name string, parts ...string) string {
	body := strings.Join(parts, "")
	return be(uint32(8+len(body))) + name + body
}

// nested is a box in boxes of that name.
func nested(name string, deep int, content string) string {
	for range deep {
		content = box(name, content)
	}
	return content
}

// heic has one item with these properties.
func heic(properties ...string) string {
	uses := be(0, 1) + "\x00\x01" + string(rune(len(properties)))
	for i := range properties {
		uses += string(rune(i + 1))
	}
	return box("ftyp", "heic", be(0), "mif1heic") + box("meta", be(0),
		box("pitm", be(0), "\x00\x01"), box("iprp", box("ipco", properties...), box("ipma", uses)))
}

func TestHEIFBoxes(t *testing.T) {
	t.Parallel()
	extent, turn := box("ispe", be(0, 640, 480)), box("irot", "\x01")
	clap := box("clap", be(1266, 2, 475, 1, 0, 1, 0, 1))
	brand := box("ftyp", "avis", be(0), "avisavif")
	track := box("tkhd", be(0, 0, 0), be(320<<16, 240<<16))
	wide := box("ftyp", "heic", be(0), "mif1heic") + box("meta", be(0), box("pitm", be(1<<24, 7)),
		box("iprp", box("ipco", extent), box("ipma", be(1<<24|1, 1, 7), "\x01\x80\x01")))
	for _, tt := range []struct{ name, content, want string }{
		{"an extent", heic(extent), "640x480"},
		{"turned", heic(extent, turn), "480x640"},
		{"turned about", heic(extent, box("irot", "\x02")), "640x480"},
		{"cropped", heic(extent, clap), "633x475"},
		{"cropped and turned", heic(extent, clap, turn), "475x633"},
		{"a crop of nothing", heic(extent, box("clap", be(1, 0, 1, 1))), "damaged image/heic: its crop makes no sense"},
		{"numbers of the larger kind", wide, "640x480"},
		{"no extent", heic(turn), "damaged image/heic: it gives no size"},
		{"a sequence", brand + box("moov", box("trak", box("tkhd", be(0, 0, 0, 0))), box("trak", track), box("trak", track)), "320x240"},
		{"a box up to the end", heic(extent) + be(0) + "mdat0000", "640x480"},
		{"a box of 64 bits", heic(extent) + be(1) + "mdat" + be(0, 20) + "0000", "640x480"},
		{"a box that is too short", heic(extent) + be(7) + "mdat", "damaged image/heic: a box makes no sense"},
		{"a box that is too long", heic(extent) + be(9) + "mdat", "damaged image/heic: the file ends early"},
		{"a box longer than any file", heic(extent) + be(1) + "mdat" + be(1<<31, 0), "damaged image/heic: the file ends early"},
		{"boxes in boxes", brand + nested("moov", 15, box("trak", track)), "damaged image/avif: its boxes are nested too deeply"},
		{"boxes in boxes as deep as is followed", brand + nested("moov", 14, box("trak", track)), "320x240"},
		{"properties in properties", box("ftyp", "heic", be(0), "mif1heic") + box("meta", be(0), nested("iprp", 100, "")), "damaged image/heic: its boxes are nested too deeply"},
		{"many boxes", heic(extent) + strings.Repeat(box("free"), 2000), "640x480"},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if got := size(t, tt.content); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestSVGLengths(t *testing.T) {
	t.Parallel()
	for attributes, want := range map[string]string{
		`width="10" height="20"`:                       "10x20",
		`width=" 10px " height="20.4PX"`:               "10x20",
		`width="1in" height="72pt"`:                    "96x96",
		`width="2.54cm" height="25.4mm"`:               "96x96",
		`width="101.6q" height="6pc"`:                  "96x96",
		`width="2em" height="2ex"`:                     "32x16",
		`width="1e2" height="+5"`:                      "100x5",
		`width="10" viewBox="0 0 20 40"`:               "10x20",
		`height="10" viewBox="0,0,20,40"`:              "5x10",
		`width="100%" height="100%" viewBox="0 0 9 8"`: "9x8",
		`width="auto" height="5vh"`:                    "0x0",
		`width="10"`:                                   "0x0",
		`width="-10" height="NaN"`:                     "0x0",
		`width="Inf" height="1e999"`:                   "0x0",
		`viewBox="0 0 20"`:                             "0x0",
		`viewBox="a b c d"`:                            "0x0",
		`width="0.1" height="1e300"`:                   "1x1073741824",
	} {
		if got := size(t, "<svg "+attributes+"/>"); got != want {
			t.Errorf("%s: got %s, want %s", attributes, got, want)
		}
	}
}

func TestSVGProloguesAndEnds(t *testing.T) {
	t.Parallel()
	const early = "damaged image/svg+xml: the file ends early"
	for content, want := range map[string]string{
		"\ufeff<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<svg width='1' height='2'></svg>":          "1x2",
		"<!DOCTYPE svg [ <!ENTITY ns \"http://x/\"> ]>\n<svg xmlns:a='&ns;' width='1' height='2'></svg>\n": "1x2",
		"<svg width='1' height='2'>":                  early,
		"<svg width='1' height='2'><g></g>":           early,
		"<s:svg width='1' height='2'><g></g></s:svg>": "1x2",
		"<svg width='1' height='2'><g></g></svg\n>":   "1x2",
		"</svg><svg width='1'/>":                      image.ErrUnknown.Error(),
		"<svgx/>":                                     image.ErrUnknown.Error(),
	} {
		if got := size(t, content); got != want {
			t.Errorf("%q: got %s, want %s", content, got, want)
		}
	}
}

// exifJPEG is a JPEG of 40x24 with this EXIF data and these bytes before its frame.
func exifJPEG(t *testing.T, exif, before string) string {
	t.Helper()
	const frame = "\xff\xc0\x00\x0b\x08\x00\x18\x00\x28\x01\x01\x11\x00"
	segment := ""
	if exif != "" {
		n := len(exif) + 8
		segment = "\xff\xe1" + string([]byte{byte(n >> 8), byte(n)}) + "Exif\x00\x00" + exif
	}
	return "\xff\xd8" + segment + before + frame + "\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x12\x34\xff\xd9"
}

func TestEXIF(t *testing.T) {
	t.Parallel()
	little := "II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00"
	big := "MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x08\x00\x00\x00\x00\x00\x00"
	for _, tt := range []struct{ name, exif, before, want string }{
		{"little endian", little, "", "24x40"},
		{"big endian", big, "", "24x40"},
		{"none", "", "", "40x24"},
		{"of the second segment", "", exifJPEG(t, little, "")[2:38], "24x40"},
		{"a wrong number", strings.Replace(little, "\x06", "\x09", 1), "", "40x24"},
		{"another type", strings.Replace(little, "\x12\x01\x03", "\x12\x01\x02", 1), "", "40x24"},
		{"another byte order", "XX" + little[2:], "", "40x24"},
		{"a directory outside", strings.Replace(little, "\x08", "\xff", 1), "", "40x24"},
		{"cut", little[:9], "", "40x24"},
		{"fill and stray bytes", little, "abc\xff\x00\xff", "24x40"},
		{"the end before the pixels", little, "\xff\xd9", "damaged image/jpeg: it ends before its pixels"},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if got := size(t, exifJPEG(t, tt.exif, tt.before)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestBMPHeaders(t *testing.T) {
	t.Parallel()
	header := func(width, height int32, bits uint16, pixels string) string {
		b := []byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00")
		b = binary.LittleEndian.AppendUint32(b, uint32(width))
		b = binary.LittleEndian.AppendUint32(b, uint32(height))
		b = binary.LittleEndian.AppendUint16(b, 1)
		b = binary.LittleEndian.AppendUint16(b, bits)
		return string(append(b, make([]byte, 24)...)) + pixels
	}
	for _, tt := range []struct{ name, content, want string }{
		{"the first row on top", header(2, -1, 16, "0123"), "2x1"},
		{"a pixel", header(1, 1, 24, "0123"), "1x1"},
		{"a negative width", header(-1, 1, 16, "0123"), "damaged image/bmp: its width is negative"},
		{"more pixels than the file", header(1<<31-1, 1<<31-1, 65535, "0123"), "damaged image/bmp: the file ends early"},
		{"no pixels", header(0, 0, 24, "0123"), "damaged image/bmp: it gives no size"},
	} {
		if got := size(t, tt.content); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestTIFFDirectories(t *testing.T) {
	t.Parallel()
	entry := func(tag, format, count, value string) string { return tag + format + count + value }
	width := entry("\x00\x01", "\x03\x00", "\x01\x00\x00\x00", "\x28\x00\x00\x00")
	height := entry("\x01\x01", "\x03\x00", "\x01\x00\x00\x00", "\x18\x00\x00\x00")
	file := func(next string, entries ...string) string {
		return "II*\x00\x08\x00\x00\x00" + string([]byte{byte(len(entries)), 0}) + strings.Join(entries, "") + next
	}
	for _, tt := range []struct{ name, content, want string }{
		{"a loop of directories", file("\x08\x00\x00\x00", width, height), "40x24"},
		{"a next directory outside", file("\xff\xff\xff\xff", width, height), "damaged image/tiff: the file ends early"},
		{"strips outside", file("\x00\x00\x00\x00", width, height, entry("\x11\x01", "\x04\x00", "\x01\x00\x00\x00", "\xff\x00\x00\x00")), "damaged image/tiff: the file ends early"},
		{"a list outside", file("\x00\x00\x00\x00", width, height, entry("\x11\x01", "\x04\x00", "\xff\xff\xff\xff", "\xff\xff\x00\x00")), "damaged image/tiff: the file ends early"},
		{"no sizes", file("\x00\x00\x00\x00"), "damaged image/tiff: it gives no size"},
		{"too many entries", "II*\x00\x08\x00\x00\x00\xff\xff" + strings.Repeat("\x00", 100), "damaged image/tiff: its directory makes no sense"},
		{"an offset past any file", "II+\x00\x08\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff", "damaged image/tiff: the file ends early"},
	} {
		if got := size(t, tt.content); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// A long file is followed for a while, and believed from there on.
func TestLongFilesAreFollowedForAWhile(t *testing.T) {
	t.Parallel()
	gif := []byte("GIF89a\x05\x00\x04\x00\x00\x00\x00")
	gif = append(gif, ",\x00\x00\x00\x00\x05\x00\x04\x00\x00\x02"...)
	gif = append(gif, bytes.Repeat(append([]byte{255}, make([]byte, 255)...), 80<<20/256)...)
	r := &counted{r: bytes.NewReader(gif)}
	info, err := image.Inspect(r, int64(len(gif)))
	if err != nil || dimensions(info) != "5x4" || r.bytes > 65<<20 {
		t.Errorf("got %+v, %v after %d bytes", info, err, r.bytes)
	}
}
