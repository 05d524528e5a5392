package kind_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"fileops/internal/document/kind"
)

const corpus = "../../../testdata/corpus"

func of(t *testing.T, content []byte, name string) kind.Kind {
	t.Helper()
	k, err := kind.Of(bytes.NewReader(content), int64(len(content)), name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestOfNamesBinaries(t *testing.T) {
	for file, want := range map[string]string{
		"DS_Store":                  ".DS_Store of macOS",
		"Hello.class":               "Java class file",
		"a.out":                     "ELF executable",
		"array.npy":                 "NumPy array",
		"arrays.npz":                "NumPy arrays (npz)",
		"binary.plist":              "Apple binary property list",
		"book.epub":                 "EPUB book",
		"data.h5":                   "HDF5 data",
		"db.sqlite":                 "SQLite database",
		"files.7z":                  "7z archive",
		"files.cpio":                "cpio archive",
		"files.tar":                 "tar archive",
		"files.tar.bz2":             "bzip2 compressed data",
		"files.tar.gz":              "gzip compressed data",
		"files.tar.lz4":             "LZ4 compressed data",
		"files.tar.xz":              "xz compressed data",
		"files.tar.zst":             "Zstandard compressed data",
		"files.zip":                 "zip archive",
		"font.ttf":                  "TrueType font",
		"font.woff":                 "WOFF font",
		"font.woff2":                "WOFF2 font",
		"git-index":                 "git index",
		"git.idx":                   "git pack index",
		"git.pack":                  "git pack",
		"go.exe":                    "Windows executable (PE)",
		"hello.deb":                 "Debian package",
		"hello.jar":                 "Java archive (jar)",
		"library.so":                "ELF shared library",
		"mach-o":                    "Mach-O executable",
		"made.bc":                   "LLVM bitcode",
		"made.gguf":                 "GGUF model",
		"made.otf":                  "OpenType font",
		"made.parquet":              "Parquet data",
		"made.rar":                  "RAR archive",
		"messages.mo":               "gettext message catalogue",
		"mod.pyc":                   "Python bytecode (pyc)",
		"module.wasm":               "WebAssembly module",
		"object.o":                  "ELF object file",
		"pie":                       "ELF executable",
		"protocol-2.pkl":            "Python pickle",
		"protocol-4.pkl":            "Python pickle",
		"protocol-5.pkl":            "Python pickle",
		"sheet.xlsx":                "Excel spreadsheet (xlsx)",
		"slides.pptx":               "PowerPoint presentation (pptx)",
		"sound.flac":                "FLAC audio",
		"sound.m4a":                 "MPEG-4 audio",
		"sound.mp3":                 "MP3 audio",
		"sound.ogg":                 "Ogg audio",
		"sound.wav":                 "WAV audio",
		"static-pie":                "ELF executable",
		"static.a":                  "static library (ar archive)",
		"text.docx":                 "Word document (docx)",
		"text.odt":                  "OpenDocument text (odt)",
		"tool-1.0-py3-none-any.whl": "Python wheel",
		"video.avi":                 "AVI video",
		"video.flv":                 "Flash video",
		"video.mkv":                 "Matroska video",
		"video.mov":                 "QuickTime video",
		"video.mp4":                 "MPEG-4 video",
		"video.webm":                "WebM video",
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			f, err := os.Open(filepath.Join(corpus, "binaries", file))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			got, err := kind.Of(f, info.Size(), file)
			if err != nil || got.Class != kind.Binary || got.Name != want {
				t.Errorf("got %+v, %v; want %q", got, err, want)
			}
		})
	}
}

func TestOfImages(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]kind.Kind{
		"rgb.png":         {Class: kind.Image, Name: "PNG image"},
		"cmyk.jpg":        {Class: kind.Image, Name: "JPEG image"},
		"still.gif":       {Class: kind.Image, Name: "GIF image"},
		"lossy.webp":      {Class: kind.Image, Name: "WebP image"},
		"os2.bmp":         {Class: kind.Image, Name: "BMP image"},
		"lzw.tiff":        {Class: kind.Image, Name: "TIFF image"},
		"sizes.ico":       {Class: kind.Image, Name: "icon"},
		"still.heic":      {Class: kind.Image, Name: "HEIC image"},
		"still.avif":      {Class: kind.Image, Name: "AVIF image"},
		"millimetres.svg": {Class: kind.SVG, Name: "SVG image"},
	} {
		b, err := os.ReadFile(filepath.Join(corpus, "images", file))
		if err != nil {
			t.Fatal(err)
		}
		if got := of(t, b, "misleading.txt"); got != want {
			t.Errorf("%s: got %+v, want %+v", file, got, want)
		}
	}
}

func TestOfDocuments(t *testing.T) {
	long := strings.Repeat("0123456789", 1000)
	for _, tt := range []struct {
		name, file, content string
		want                kind.Class
	}{
		{"a PDF", "x", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", kind.PDF},
		{"a PDF in ASCII", "x", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n", kind.PDF},
		{"a PDF with the lines of a printer before it", "x", "\x1b%-12345X@PJL\r\n\x00%PDF-1.4\r\n%\xe2\xe3\n", kind.PDF},
		{"prose about PDF", "x.pdf", "%PDF is what such files start with.\n", kind.Unknown},
		{"prose about its version", "x.pdf", "%PDF-1.4 is a header.\n1 0 obj\n", kind.Unknown},
		{"a test that holds a PDF", "x.go", "package x\n\nconst pdf = `%PDF-1.4\n1 0 obj`\n", kind.Unknown},

		{"a notebook as Jupyter writes it", "n", `{"cells": [{"cell_type": "code", "source": ["` + long, kind.Notebook},
		{"a notebook with format first", "n", `{"nbformat":4,"nbformat_minor":0,"metadata":{},"cells":[]}`, kind.Notebook},
		{"a notebook with long metadata", "n", `{"metadata": {"x": "` + long + `"}, "nbformat": 3, "worksheets": []}`, kind.Notebook},
		{"a notebook with a long first output", "n", `{"cells":[{"attachments":{"a":"` + long + `"},"cell_type":"raw"}],"nbformat": 4}`, kind.Notebook},
		{"a notebook with a mark", "n", "\ufeff\n{\"cells\":[],\"nbformat\":4}", kind.Notebook},
		{"a broken notebook by name", "n.ipynb", `{"oops": `, kind.Notebook},
		{"text that is named as a notebook", "n.ipynb", "hello\n", kind.Unknown},
		{"a table with cells", "n.json", `{"cells": [1, 2, 3]}`, kind.Unknown},
		{"a manifest with metadata", "n.json", `{"metadata": {"name": "x", "nbformat": 4}}`, kind.Unknown},
		{"a string that says nbformat", "n.json", `{"text": "\"nbformat\": 4", "nbformat": 4}`, kind.Unknown},
		{"JSON", "n.json", `{"a": {"nbformat": 4}}`, kind.Unknown},
		{"a list", "n.json", `[{"cells": []}]`, kind.Unknown},
		{"an open string", "n.json", `{"cells`, kind.Unknown},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if got := of(t, []byte(tt.content), tt.file); got.Class != tt.want {
				t.Errorf("got %+v, want %d", got, tt.want)
			}
		})
	}
}

// starts are letters that files of some kind start with, and that text may start with.
var starts = []string{
	"BM", "II*", "MM", "GIF", "GIF87a", "GIF89a", "MZ", "PK", "%PDF", "%PDF-1.4", "ID3", "FLV", "BZh9", "Rar!", "7z", "RIFF",
	"OggS", "fLaC", "MThd", "OTTO", "true", "wOFF", "ttcf", "FWS", "CWS", "FORM", "PAR1", "ORC", "Obj", "GGUF", "BC", "DIRC", "PACK",
	"SQLite format 3", "!<arch>\n", "CDF", "regf", "hsqs", "LZIP", "drpm", "xar!", "8BPS", "AT&T", "ITSF", "Cr24", "NES", "TZif",
	"%!PS", "P6", "P4", "070701", "d8:announce", "bplist", "MSCF", "VBM", "Vim", "b0VIM", "dex\n", "SIMPLE  =", "RDX3", "RE~^",
}

func TestTextIsNothingElse(t *testing.T) {
	t.Parallel()
	bodies := map[string]func(string) []byte{
		"utf-8":        func(s string) []byte { return []byte(s + " is how it starts: “été, naïve”.\nA second line.\n") },
		"windows-1252": func(s string) []byte { return []byte(s + " is how it starts: \x93\xe9t\xe9, na\xefve\x94.\r\n") },
		"Shift_JIS":    func(s string) []byte { return []byte(s + " \x93\xfa\x96{\x8c\xea\x82\xcc\x83e\x83L\x83X\x83g\n") },
		"GB18030":      func(s string) []byte { return []byte(s + " \xd6\xd0\xce\xc4\x81\x30\x81\x30\xb5\xc4\n") },
		"UTF-16LE":     func(s string) []byte { return wide(s+" is how it starts: 日本語.\n", false, false) },
		"UTF-16BE":     func(s string) []byte { return wide(s+" is how it starts: 日本語.\n", true, false) },
		"UTF-16LE BOM": func(s string) []byte { return wide(s+" is how it starts: 日本語.\n", false, true) },
		"UTF-16BE BOM": func(s string) []byte { return wide(s+" is how it starts: 日本語.\n", true, true) },
		"terminal":     func(s string) []byte { return []byte(s + " \x1b[31mred\x1b[0m\a and \x1a\n") },
		"letters":      func(s string) []byte { return []byte(s + strings.Repeat("abcdefghijklmnop qrstuvwxyz ", 300)) },
		"alone":        func(s string) []byte { return []byte(s) },
	}
	for encoding, body := range bodies {
		for _, s := range append(starts, "", "{", "<") {
			for _, name := range []string{"x", "x.txt", "x.mp3", "x.zip", "x.exe", "x.gz", "x.swf", "x.jxl", "x.dbf"} {
				if got := of(t, body(s), name); got.Class != kind.Unknown || got.Name != "data" {
					t.Errorf("%s that starts with %q, named %s: got %+v", encoding, s, name, got)
				}
			}
		}
	}
}

// A character that text does not have, somewhere, does not make the letters a magic.
func TestTextWithAStrayByteIsNoProgram(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"BM", "II*", "MM", "GIF89a", "MZ", "PK", "%PDF", "ID3", "FLV", "BZh9", "CWS", "FWS", "RIFF", "true", "GGUF", "Obj"} {
		for _, stray := range []string{"\x01", "\x00", "\x00\x00\x00\x00"} {
			content := s + " is how this text starts\n" + strings.Repeat("and it goes on\n", 20) + stray + "\n"
			if got := of(t, []byte(content), "x.c"); got.Class != kind.Unknown {
				t.Errorf("%q with %q: got %+v", s, stray, got)
			}
		}
	}
}

// Chinese in UTF-16 without a mark may start with the bytes of any magic.
func TestChineseInUTF16(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"婍", "䭐", "䵂", "䤪", "䑉", "考", "聀"} {
		for _, big := range []bool{false, true} {
			b := wide(first+strings.Repeat("中文文本，没有标记。\n", 50), big, false)
			if got := of(t, b, "x.txt"); got.Class != kind.Unknown {
				t.Errorf("%s, big %v: got %+v", first, big, got)
			}
		}
	}
}

func wide(s string, big, mark bool) []byte {
	if mark {
		s = "\ufeff" + s
	}
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	dos := append([]byte("MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00\xb8\x00\x00\x00\x00\x00\x00\x00\x40"), make([]byte, 2000)...)
	dll := bytes.Clone(dos)
	dll[60] = 128
	copy(dll[128:], "PE\x00\x00")
	dll[128+22], dll[128+23] = 0x02, 0x21
	for want, b := range map[string][]byte{
		"DOS executable":          dos,
		"Windows DLL (PE)":        dll,
		"Mach-O universal binary": []byte("\xca\xfe\xba\xbe\x00\x00\x00\x02\x01\x00\x00\x07"),
		"Mach-O dynamic library":  []byte("\xcf\xfa\xed\xfe\x07\x00\x00\x01\x03\x00\x00\x00\x06\x00\x00\x00"),
		"Mach-O file":             []byte("\xfe\xed\xfa\xce\x00\x00\x00\x12"),
		"ELF file":                []byte("\x7fELF\x02\x01\x01\x00"),
		"ELF core dump":           append([]byte("\x7fELF\x01\x02\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04"), make([]byte, 40)...),
	} {
		if got := of(t, b, "x"); got.Name != want {
			t.Errorf("got %+v, want %q", got, want)
		}
	}
}

func TestSourcesAreNothingElse(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{corpus + "/source/*", "../../../*.md", "../*/*.go", "../../*/*.go", "../../text/encoding/testdata/*"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				continue // a directory
			}
			if got := of(t, b, name); got.Class != kind.Unknown {
				t.Errorf("%s: got %+v", name, got)
			}
		}
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for size, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1023: "1023 bytes", 1024: "1KB", 1536: "1.5KB", 1<<20 - 1: "1MB", 1258291: "1.2MB",
		5 << 30: "5GB", 1<<63 - 1: "8EB",
	} {
		if got := kind.Size(size); got != want {
			t.Errorf("Size(%d) = %q, want %q", size, got, want)
		}
	}
}

type broken struct{ after int64 }

func (b broken) ReadAt(p []byte, off int64) (int, error) {
	if off >= b.after {
		return 0, os.ErrPermission
	}
	return copy(p, bytes.Repeat([]byte(`{"cells": `), len(p)/10+1)), nil
}

func TestOfPassesOnErrorsOfTheFile(t *testing.T) {
	t.Parallel()
	for _, after := range []int64{0, 4096} {
		if _, err := kind.Of(broken{after}, 100_000, "x"); !errors.Is(err, os.ErrPermission) {
			t.Errorf("got %v, want %v", err, os.ErrPermission)
		}
	}
}
