//go:build linux && !portable && !amd64 && !arm64

package walk

import "golang.org/x/sys/unix"

func fstatat(dir int, name []byte, st *unix.Stat_t, flags int) error {
	return unix.Fstatat(dir, string(name), st, flags)
}
