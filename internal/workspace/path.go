package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// The longest path taken, in bytes, and the longest component of one, in characters.
// A file system may take less: most count the bytes of a component.
const (
	maxPath      = 4096
	maxComponent = 255
)

// cleanPath turns a path as a response wrote it into a name: relative, with slashes,
// without "." and doubled slashes. It looks at no file. Its *Error has the reason
// BadPath.
func cleanPath(written string) (string, error) {
	bad := func(msg, hint string) (string, error) {
		return "", &Error{Reason: BadPath, Path: written, Msg: msg, Hint: hint}
	}
	slashed := filepath.ToSlash(written)
	switch {
	case written == "":
		return bad("Empty file path", "Write the path relative to the root, such as src/main.go.")
	case strings.ContainsRune(written, 0):
		return bad("Null byte in file path", "Write the path as plain text.")
	case strings.ContainsAny(written, "\r\n"):
		return bad(fmt.Sprintf("Line break in file path: %q", written), "Write one path on one line.")
	case len(written) > maxPath:
		return bad(fmt.Sprintf("Path too long: %d bytes (max %d)", len(written), maxPath), "Use fewer directories, or shorter names.")
	case longest(slashed) > maxComponent:
		return bad(fmt.Sprintf("Path too long: %d chars (max %d)", longest(slashed), maxComponent), "A name between two slashes may have 255 characters: choose a shorter one.")
	case absolute(slashed):
		how := "such as src/main.go"
		if climbs(slashed) {
			how = "without .. in it"
		} else if slashed[0] == '/' {
			how = "without a leading slash"
		}
		return bad("Absolute paths not allowed: "+written, "Write the path relative to the root, "+how+".")
	case climbs(slashed):
		return bad("Path traversal detected: "+written, "Write the path relative to the root, without .. in it.")
	case reserved(slashed):
		return bad("Reserved device name: "+written, "Choose another name.")
	}
	return path.Clean(slashed), nil
}

// PathStyle is how a path may be written.
type PathStyle int

// The styles. An absolute path has to be inside the root.
const (
	Relative PathStyle = iota
	RelativeOrAbsolute
	Absolute
)

// local turns a path as it was written into a name in the root.
func (w *Workspace) local(written string, style PathStyle) (string, error) {
	full := absolute(filepath.ToSlash(written))
	switch {
	case style == Absolute && !full:
		return "", &Error{
			Reason: BadPath, Path: written, Msg: "Path must be absolute (start with /). Got: " + written,
			Hint: "The root is " + w.given,
		}
	case style == Relative || !full:
		return w.relative(written)
	case climbs(filepath.ToSlash(written)): // a link on the way could lead elsewhere
		return "", &Error{Reason: BadPath, Path: written, Msg: "Path traversal detected: " + written, Hint: "Write the path without .. in it."}
	}
	name, inside := w.inside(filepath.FromSlash(written))
	if !inside {
		return "", &Error{
			Reason: Outside, Path: written, Msg: "Path escapes the root: " + written,
			Hint: "The root is " + w.given,
		}
	}
	if name == "" {
		name = "."
	}
	return cleanPath(name)
}

// relative is cleanPath, but for an absolute path in the root the hint names the relative one.
func (w *Workspace) relative(written string) (string, error) {
	name, err := cleanPath(written)
	if e := (*Error)(nil); errors.As(err, &e) && absolute(filepath.ToSlash(written)) && !climbs(filepath.ToSlash(written)) {
		in, inside := w.inside(filepath.FromSlash(written))
		if clean, bad := cleanPath(cmp.Or(in, ".")); inside && bad == nil {
			e.Hint = "Write " + clean
		}
	}
	return name, err
}

// longest is the number of characters in the longest component of a path.
func longest(slashed string) int {
	most := 0
	for part := range strings.SplitSeq(slashed, "/") {
		most = max(most, utf8.RuneCountInString(part))
	}
	return most
}

// absolute reports whether a path is absolute on any system: a response is not written for
// one system. "~/" counts, since it means a home directory.
func absolute(slashed string) bool {
	if strings.HasPrefix(slashed, "/") || strings.HasPrefix(slashed, `\\`) || strings.HasPrefix(slashed, "~/") {
		return true
	}
	if len(slashed) < 2 || slashed[1] != ':' {
		return false
	}
	drive := slashed[0] | 0x20
	return 'a' <= drive && drive <= 'z' && (len(slashed) == 2 || slashed[2] == '/' || slashed[2] == '\\')
}

func climbs(slashed string) bool {
	return slices.Contains(strings.Split(slashed, "/"), "..")
}

// under reports whether a name is that of a directory or below it, and returns the rest of
// the name.
func under(name, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// parent is the directory of a clean name, "" for the root. Names can be thousands of
// directories deep, and path.Dir reads all of one each time.
func parent(name string) string {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)]
}
