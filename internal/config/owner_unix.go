//go:build unix

package config

import (
	"io/fs"
	"syscall"
)

// owner returns the user that a file belongs to, if the system says it.
func owner(info fs.FileInfo) (uid int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}
