package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// nonblock has no meaning here: opening a pipe by its name in a directory fails.
const nonblock = 0

// foldsByDefault is what NTFS does.
const foldsByDefault = true

// reserved reports whether Windows takes a part of the path for a device.
func reserved(slashed string) bool {
	for part := range strings.SplitSeq(slashed, "/") {
		if part != "." && part != "" && !filepath.IsLocal(part) {
			return true
		}
	}
	return false
}

// longName reports whether a name has more UTF-16 units than NTFS takes.
func longName(name string) bool { return len(utf16.Encode([]rune(name))) > 255 }

// links is how many names a file has; unknown here.
func links(fs.FileInfo) int { return 1 }

// running reports whether there may be a process of that number.
func running(int) bool { return true }

// inode is unknown here: an fs.FileInfo does not have it.
func inode(fs.FileInfo) uint64 { return 0 }

func owner(fs.FileInfo) (uid, gid int, known bool) { return 0, 0, false }

func chown(*os.File, int, int, bool) error { return nil }

// syncDir does nothing: directories cannot be synced here.
func (w *Workspace) syncDir(string) error { return nil }

func syncDirectory(string) error { return nil }
