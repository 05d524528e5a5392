package kind

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// binary names a file that is not text: by our own tables first, then by the library.
func (f *file) binary() string {
	if name := f.program(); name != "" {
		return name
	}
	for _, m := range magics {
		if bytes.HasPrefix(f.start[min(m.at, len(f.start)):], []byte(m.magic)) {
			return m.name
		}
	}
	return cmp.Or(f.audio(), f.pickle(), f.tensors(), f.font(), f.known())
}

// known asks the library. It detects some types by one or two bytes; these count only in
// a file with a matching extension.
func (f *file) known() string {
	mime := mimetype.Detect(f.start).String()
	if mime == "application/zip" {
		for _, z := range zipped {
			if slices.Contains(strings.Fields(z.exts), f.ext) {
				return z.name
			}
		}
	}
	for _, n := range names {
		if slices.Contains(strings.Fields(n.mimes), mime) && (n.exts == "" || slices.Contains(strings.Fields(n.exts), f.ext)) {
			return n.name
		}
	}
	return ""
}

// audio recognises MP3 by its tag (id3.org, ID3v2.4 section 3.1), since letters alone are
// text.
func (f *file) audio() string {
	b := f.start
	if len(b) < 10 || string(b[:3]) != "ID3" || b[3] < 2 || b[3] > 4 || b[4] == 0xff || b[6]|b[7]|b[8]|b[9] > 0x7f {
		return ""
	}
	return "MP3 audio"
}

// pickle recognises Python's pickles (pickletools.py) from protocol 2 on: they start with
// the protocol and end with a full stop.
func (f *file) pickle() string {
	b := f.start
	if len(b) < 4 || b[0] != 0x80 || b[1] < 2 || b[1] > 5 {
		return ""
	}
	known := slices.Contains([]string{"pkl", "pickle", "pck", "joblib", "p"}, f.ext)
	switch framed := b[1] >= 4 && len(b) > 11 && b[2] == 0x95; {
	case framed:
		known = known || binary.LittleEndian.Uint64(b[3:]) <= uint64(f.size)
	default:
		for _, first := range []string{"}q\x00", "]q\x00", "(", "c__", "cbuiltins\n", "cnumpy", "ccollections\n", "X", "K", "}."} {
			known = known || bytes.HasPrefix(b[2:], []byte(first))
		}
	}
	if end := f.end(); !known || len(end) == 0 || end[len(end)-1] != '.' {
		return ""
	}
	return "Python pickle"
}

// tensors recognises safetensors: the length of a JSON object, and the object.
func (f *file) tensors() string {
	b := f.start
	if len(b) < 10 || string(b[8:10]) != `{"` || binary.LittleEndian.Uint64(b) > uint64(f.size) {
		return ""
	}
	return "safetensors model"
}

// font recognises TrueType by the directory of its tables, whose names are letters.
func (f *file) font() string {
	b := f.start
	if len(b) < 28 || string(b[:4]) != "\x00\x01\x00\x00" && string(b[:4]) != "true" {
		return ""
	}
	tables := binary.BigEndian.Uint16(b[4:])
	if tables == 0 || tables > 256 || slices.ContainsFunc(b[12:16], func(c byte) bool { return c < ' ' || c > '~' }) {
		return ""
	}
	return "TrueType font"
}
