// Package kind determines what a file is, by its content: an image, a PDF, a notebook, or
// another binary format, with a name for people.
//
// It recognises only formats with a header that no text has. It does not tell text from data,
// which the encoding of a file decides. The name of the file only decides what the
// content leaves open, such as the purpose of a zip archive.
package kind

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"fileops/internal/document/image"
)

// Class says how to read a file.
type Class int

// The classes.
const (
	Unknown  Class = iota // text or data
	Image                 // has pixels; see image.Inspect
	SVG                   // an image that is text
	PDF                   // a document of pages
	Notebook              // probably a Jupyter notebook
	Binary                // cannot be shown as text
)

// Kind is what a file is. The zero value is Unknown.
type Kind struct {
	Class Class
	Name  string // for people, such as "ELF executable"; "data" where it is Unknown
}

// sample is how many bytes are read of a file's start, and of its end.
const sample = 4096

// Of returns the kind of a file of size bytes, by its first bytes and perhaps its last.
// The error is that of r.
func Of(r io.ReaderAt, size int64, name string) (Kind, error) {
	start, err := part(r, 0, min(size, sample))
	if err != nil {
		return Kind{}, err
	}
	f := file{r: r, size: size, start: start, ext: extension(name), name: name}
	k := f.kind()
	if k.Class == Unknown {
		k.Name = "data"
	}
	return k, f.err
}

// part reads n bytes at an offset, or fewer where the file ends: with one call of the system.
func part(r io.ReaderAt, at, n int64) ([]byte, error) {
	text := make([]byte, n)
	got, err := r.ReadAt(text, at)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return text[:got], err
}

// extension is what follows the last dot of the name, in lower case.
func extension(name string) string {
	if i := strings.LastIndexAny(name, "./\\"); i >= 0 && name[i] == '.' {
		return strings.ToLower(name[i+1:])
	}
	return ""
}

// Counted returns a number with its noun: "1 cell", "2 cells".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Size returns a number of bytes for people: "12 bytes", "12.3KB", "1MB".
func Size(bytes int64) string {
	if bytes < 1<<10 {
		return Counted(int(bytes), "byte")
	}
	n, unit := float64(bytes)/(1<<10), "KB"
	for _, larger := range [...]string{"MB", "GB", "TB", "PB", "EB"} {
		if n < 1023.95 {
			break
		}
		n, unit = n/(1<<10), larger
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0") + unit
}

// file is a file of unknown kind.
type file struct {
	r     io.ReaderAt
	size  int64
	start []byte
	name  string
	ext   string
	err   error // of reading more of it
}

func (f *file) kind() Kind {
	if mime := image.Type(f.start); mime != "" {
		return imageKind(mime)
	}
	switch {
	case f.isNotebook():
		return Kind{Notebook, "Jupyter notebook"}
	case f.isPDF():
		return Kind{PDF, "PDF document"}
	case textual(f.start), marked(f.start):
		return Kind{}
	}
	if name := f.binary(); name != "" {
		return Kind{Binary, name}
	}
	return Kind{}
}

// end returns the last bytes of the file.
func (f *file) end() []byte {
	if f.size <= int64(len(f.start)) {
		return f.start
	}
	var end []byte
	end, f.err = part(f.r, max(0, f.size-sample), sample)
	return end
}

func imageKind(mime string) Kind {
	switch mime {
	case image.SVG:
		return Kind{SVG, "SVG image"}
	case image.ICO:
		return Kind{Image, "icon"}
	case image.WebP:
		return Kind{Image, "WebP image"}
	}
	return Kind{Image, strings.ToUpper(strings.TrimPrefix(mime, "image/")) + " image"}
}

// textual reports whether b has no NUL and no other control character that text does not
// use.
func textual(b []byte) bool {
	for _, c := range b {
		if c < ' ' && !strings.ContainsRune("\a\b\t\n\v\f\r\x0e\x0f\x1a\x1b", rune(c)) {
			return false
		}
	}
	return true
}

// marked reports whether b starts with the byte order mark of UTF-16 or UTF-32.
func marked(b []byte) bool {
	s := string(b[:min(len(b), 4)])
	return strings.HasPrefix(s, "\xff\xfe") || strings.HasPrefix(s, "\xfe\xff") || s == "\x00\x00\xfe\xff"
}
